//! A way, the robot in the middle of a part of it, and what its pairs can do in that part.

use std::ops::ControlFlow;

use clearance::glam::DVec3;
use clearance::math::Vector;

use super::motion::Reaches;
use crate::error::RobotError;
use crate::model::Robot;
use crate::nearest::Pair;
use crate::obstacles::Obstacles;
use crate::parts::JointKind;
use crate::posture::Posture;

/// By how much of all coordinates a distance may be wrong, and a link elsewhere than its joint values say:
/// the bound of [`distance`](clearance::pair::distance) is 2^-39.8, that of forward kinematics far smaller.
const ERROR: f64 = 1.0 / (1_u64 << 38) as f64;
/// By how much a link may be elsewhere because of the rounding of joint values, in parts of their magnitude.
const VALUE_ERROR: f64 = 16.0 * f64::EPSILON;

/// A pair on the way: how many joints are between each and what both have in common, and what its distance
/// may err by.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub pair: Pair,
    joints: [u32; 2],
    error: f64,
}

/// A straight line between two configurations.
pub(super) struct Way<'a, 'r> {
    pub posture: Posture<'r>,
    pub obstacles: &'a Obstacles,
    from: &'a [f64],
    to: &'a [f64],
    q: Vec<f64>,
    half: Vec<f64>,
    reaches: Reaches,
    /// The sums of the magnitudes of all values on the way: angles, and lengths.
    magnitude: [f64; 2],
}

impl<'a, 'r> Way<'a, 'r> {
    /// The robot is where the way begins.
    pub fn new(
        robot: &'r Robot,
        [from, to]: [&'a [f64]; 2],
        obstacles: &'a Obstacles,
    ) -> Result<Self, RobotError> {
        let mut posture = robot.posture();
        posture.place("to", to)?;
        posture.place("from", from)?;
        Ok(Self {
            posture,
            obstacles,
            q: from.to_vec(),
            half: vec![0.0; from.len()],
            reaches: Reaches::new(robot),
            magnitude: magnitude(robot, [from, to]),
            from,
            to,
        })
    }
    /// The radius of a ball around the origin that holds the robot.
    pub fn size(&self) -> f64 {
        let reach = |center: DVec3, radius: f64| Vector::length(center) + radius;
        let balls = self.posture.balls.iter();
        balls
            .map(|ball| reach(ball.center, ball.radius))
            .fold(0.0, f64::max)
    }
    /// Puts the robot in the middle of a part of the way, and computes how far its links can move in it.
    pub fn step_to(&mut self, [start, end]: [f64; 2]) -> Result<(), RobotError> {
        let half = 0.5 * (end - start);
        for (i, (&from, &to)) in self.from.iter().zip(self.to).enumerate() {
            // In this order no product is infinite where both values are finite.
            self.half[i] = half * to - half * from;
        }
        self.at(start + half)?;
        self.reaches.compute(&self.posture, &self.half);
        Ok(())
    }
    /// Puts the robot where it is at this time.
    pub fn at(&mut self, time: f64) -> Result<(), RobotError> {
        for (q, (&from, &to)) in self.q.iter_mut().zip(self.from.iter().zip(self.to)) {
            *q = (1.0 - time) * from + time * to;
        }
        self.posture.place("to", &self.q)
    }
    /// The pairs that may come nearer on the way than what is known, or meet.
    pub fn candidates(&self, near: f64) -> Vec<Candidate> {
        let robot = self.posture.robot;
        let pairs = robot
            .pairs
            .iter()
            .map(|&[a, b]| self.candidate(Pair::Pieces(a, b)));
        let mut candidates: Vec<_> = pairs.collect();
        for (piece, ball) in (0..).zip(&self.posture.balls) {
            let within = self.reaches.in_world(piece) + near;
            let _ = self
                .obstacles
                .tree
                .passing(&|aabb| ball.gap_to(aabb) <= within, &mut |obstacle| {
                    candidates.push(self.candidate(Pair::Obstacle(piece, obstacle)));
                    ControlFlow::Continue(())
                });
        }
        candidates
    }
    pub fn candidate(&self, pair: Pair) -> Candidate {
        let robot = self.posture.robot;
        let chain = |piece: u32| robot.tree.up(robot.pieces[piece as usize].link);
        let (joints, size) = match pair {
            Pair::Pieces(a, b) => {
                let (of_a, of_b): (Vec<_>, Vec<_>) = (
                    chain(a).map(|step| step.link).collect(),
                    chain(b).map(|step| step.link).collect(),
                );
                let common = of_a
                    .iter()
                    .rev()
                    .zip(of_b.iter().rev())
                    .take_while(|(a, b)| a == b)
                    .count();
                let joints = [of_a.len() - common, of_b.len() - common];
                (joints.map(|count| count as u32), self.reach(a) + self.reach(b))
            }
            Pair::Obstacle(piece, obstacle) => {
                let size = self
                    .obstacles
                    .sizes
                    .get(obstacle as usize)
                    .copied()
                    .unwrap_or(0.0);
                ([chain(piece).count() as u32, 0], self.reach(piece) + size)
            }
        };
        let error = self.error(size);
        Candidate { pair, joints, error }
    }
    /// How far from the origin a piece gets on the way, which the robot is in the middle of.
    fn reach(&self, piece: u32) -> f64 {
        let ball = &self.posture.balls[piece as usize];
        Vector::length(ball.center) + ball.radius + self.reaches.in_world(piece)
    }
    pub fn whole_reach(&self) -> f64 {
        (0..self.posture.balls.len() as u32)
            .map(|piece| self.reach(piece))
            .fold(0.0, f64::max)
    }
    /// What the distance of a pair with coordinates of this size may err by.
    pub fn error(&self, size: f64) -> f64 {
        let [angle, length] = self.magnitude;
        ERROR * size + VALUE_ERROR * (angle * size + length)
    }
    /// How far the two of a pair may come nearer to each other in the part of the way, and how wrong that may
    /// be.
    pub fn approach(&self, candidate: &Candidate) -> f64 {
        let [a, b] = candidate.joints;
        let moved = match candidate.pair {
            Pair::Pieces(one, other) => self.reaches.of(one, a) + self.reaches.of(other, b),
            Pair::Obstacle(piece, _) => self.reaches.of(piece, a),
        };
        moved + candidate.error
    }
    /// A lower bound of a pair's distance, by balls.
    pub fn gap(&self, pair: Pair) -> f64 {
        let balls = &self.posture.balls;
        match pair {
            Pair::Pieces(a, b) => balls[a as usize].gap(&balls[b as usize]),
            Pair::Obstacle(a, b) => balls[a as usize].gap_to(&self.obstacles.boxes[b as usize]),
        }
    }
}

/// The sums of the magnitudes of the values of all joints at both ends: angles, and lengths.
fn magnitude(robot: &Robot, ends: [&[f64]; 2]) -> [f64; 2] {
    let [mut angle, mut length] = [0.0, 0.0];
    for (joint, value) in ends.into_iter().flat_map(|q| robot.tree.values(q)) {
        match robot.all_joints()[joint].kind {
            JointKind::Prismatic => length += value.abs(),
            _ => angle += value.abs(),
        }
    }
    [angle, length]
}
