//! `Posture`: a robot in one configuration, of which questions are asked.

use std::ops::ControlFlow;

use clearance::glam::DVec3;
use clearance::math::{Aabb, Pose};
use clearance::shape::Placed;

use crate::ball::Ball;
use crate::bracket::PlacedBracket;
use crate::error::RobotError;
use crate::model::Robot;
use crate::obstacles::Obstacles;
use crate::oriented::OrientedBox;
use crate::pair::{LinkPair, Other};
use crate::stand::Stand;

/// A robot in one configuration.
///
/// All of it is computed when the robot is put there; [`move_to`](Self::move_to) uses the memory again, so
/// that many configurations cost no allocation.
#[derive(Clone, Debug)]
pub struct Posture<'a> {
    pub(super) robot: &'a Robot,
    /// Of each link.
    pub(super) stands: Vec<Stand>,
    /// Of each piece.
    poses: Vec<Pose<DVec3>>,
    /// Around each piece.
    pub(super) balls: Vec<Ball>,
}

impl Robot {
    /// This robot with these values of its joints.
    ///
    /// Errors: [`RobotError::WrongCount`] and [`RobotError::NotFinite`] with the field `q`, and
    /// [`RobotError::TooFar`].
    pub fn at(&self, q: &[f64]) -> Result<Posture<'_>, RobotError> {
        let mut posture = self.posture();
        posture.move_to(q)?;
        Ok(posture)
    }
    /// This robot in no particular configuration, to be moved: all links at the origin.
    pub fn posture(&self) -> Posture<'_> {
        Posture {
            robot: self,
            stands: vec![Stand::IDENTITY; self.links().len()],
            poses: self
                .pieces
                .iter()
                .map(|piece| piece.pose(&Stand::IDENTITY).unwrap_or_default())
                .collect(),
            balls: self.pieces.iter().map(|piece| piece.ball).collect(),
        }
    }
}

impl<'a> Posture<'a> {
    /// The robot.
    pub fn robot(&self) -> &'a Robot {
        self.robot
    }
    /// Gives the joints other values.
    ///
    /// Errors: as [`Robot::at`]; the posture is then unchanged, but for [`RobotError::TooFar`].
    pub fn move_to(&mut self, q: &[f64]) -> Result<(), RobotError> {
        self.robot.check("q", q)?;
        self.place("q", q)
    }
    /// The same for values that were checked.
    pub(super) fn place(&mut self, field: &'static str, q: &[f64]) -> Result<(), RobotError> {
        self.robot.tree.stand(q, &mut self.stands);
        let each = self.poses.iter_mut().zip(&mut self.balls);
        for (piece, (pose, ball)) in self.robot.pieces.iter().zip(each) {
            let stand = &self.stands[piece.link];
            *ball = piece.ball.placed(stand);
            *pose = piece.pose(stand).map_err(|fault| RobotError::TooFar {
                field,
                link: self.robot.links()[piece.link].name.clone(),
                fault,
            })?;
        }
        Ok(())
    }
    /// Where a link is in the world; `None` if there are not as many, or it is too far away for a pose.
    pub fn link_pose(&self, link: usize) -> Option<Pose<DVec3>> {
        let stand = self.stands.get(link)?;
        Pose::new(stand.position, stand.rotation).ok()
    }
    /// All shapes in the world, link by link, each with the number of its link.
    pub fn shapes(&self) -> impl ExactSizeIterator<Item = (usize, Placed<'_, DVec3>)> + '_ {
        (0..self.poses.len()).map(|i| (self.robot.pieces[i].link, self.placed(i as u32).exact()))
    }
    /// The piece of this number in the world.
    #[inline]
    pub(super) fn placed(&self, piece: u32) -> PlacedBracket<'_> {
        let i = piece as usize;
        self.robot.pieces[i].bracket.at(&self.poses[i])
    }
    /// The first pair that meets, touching included; `None` if the robot is clear of itself and of all
    /// obstacles.
    ///
    /// As exact as [`intersects`](clearance::pair::intersects), for the poses of [`shapes`](Self::shapes).
    /// Links are compared first, in their order, then each with the obstacles. Stops at the first pair.
    pub fn first_collision(&self, obstacles: &Obstacles) -> Option<LinkPair> {
        let mut first = None;
        let _ = self.each_collision(obstacles, &mut |pair| {
            first = Some(pair);
            ControlFlow::Break(())
        });
        first
    }
    /// Whether anything meets: [`first_collision`](Self::first_collision) has a pair.
    pub fn is_colliding(&self, obstacles: &Obstacles) -> bool {
        self.first_collision(obstacles).is_some()
    }
    /// All pairs that meet, touching included, in their order, each once.
    pub fn collisions(&self, obstacles: &Obstacles) -> Vec<LinkPair> {
        let mut found = Vec::new();
        let _ = self.each_collision(obstacles, &mut |pair| {
            found.push(pair);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found.dedup();
        found
    }
    /// Calls `visit` with the pairs of pieces that meet, by their links, until it breaks.
    fn each_collision(
        &self,
        obstacles: &Obstacles,
        visit: &mut dyn FnMut(LinkPair) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &[a, b] in &self.robot.pairs {
            let is_apart = self.balls[a as usize].is_apart(&self.balls[b as usize])
                || self.own_box(a).is_apart(&self.own_box(b));
            if !is_apart && self.placed(a).meets(&self.placed(b)) {
                visit(self.pair_of_links(a, b))?;
            }
        }
        if obstacles.is_empty() {
            return ControlFlow::Continue(());
        }
        for (piece, ball) in (0..).zip(&self.balls) {
            let around = Aabb {
                min: ball.center - ball.radius,
                max: ball.center + ball.radius,
            };
            let mut own_box = None;
            obstacles.tree.overlapping(&around, &mut |obstacle| {
                let i = obstacle as usize;
                let is_apart = ball.is_apart_from(&obstacles.boxes[i])
                    || obstacles.own_boxes[i].as_ref().is_some_and(|other| {
                        let own = own_box.get_or_insert_with(|| self.own_box(piece));
                        own.is_apart(other)
                    });
                if !is_apart && self.placed(piece).meets(&obstacles.placed(obstacle)) {
                    visit(self.pair_with_obstacle(piece, obstacle))?;
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }
    /// The box around a piece, along its own axes.
    #[inline]
    fn own_box(&self, piece: u32) -> OrientedBox {
        let piece = &self.robot.pieces[piece as usize];
        piece.around.placed(&self.stands[piece.link])
    }
    /// The links of two pieces.
    pub(super) fn pair_of_links(&self, a: u32, b: u32) -> LinkPair {
        let link = |piece: u32| self.robot.pieces[piece as usize].link;
        LinkPair {
            link: link(a),
            other: Other::Link(link(b)),
        }
    }
    pub(super) fn pair_with_obstacle(&self, piece: u32, obstacle: u32) -> LinkPair {
        LinkPair {
            link: self.robot.pieces[piece as usize].link,
            other: Other::Obstacle(obstacle as usize),
        }
    }
}
