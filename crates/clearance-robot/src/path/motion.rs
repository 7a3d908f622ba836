//! How far the points of a link can move in a part of a way.
//!
//! A part has a middle, and a half of its length. Let `s` bound how far a point of a link gets from its place
//! in the middle, as seen from the frame of some joint; for the link itself `s = 0`. A joint that turns by at
//! most `a` until either end moves the point along a circle whose radius is at most its distance from the
//! axis in the middle, plus `s`. So as seen from the frame before the joint it gets no further than `s +
//! min(a, 2) · (distance + s)`: the chord is no longer than the arc, nor than the diameter. A joint that
//! slides adds the length of its way. Going on to the root gives the bound in the world; stopping at a link
//! that two chains have in common bounds what each moves there, and the joints beyond do not count.
//!
//! The distance of a link's farthest point from an axis is that of the centre of its ball, plus the radius.

use clearance::math::Vector;

use crate::ball::{Ball, ROUNDING};
use crate::model::Robot;
use crate::posture::Posture;
use crate::tree::{Motion, Step};

/// How far each piece can move, as seen from each link on its way to the root.
pub(super) struct Reaches {
    /// Of piece `i`, as seen from the link `k` joints before its own, at `starts[i] + k`.
    bounds: Vec<f64>,
    starts: Vec<usize>,
}

impl Reaches {
    pub fn new(robot: &Robot) -> Self {
        let mut starts = Vec::with_capacity(robot.pieces.len());
        let mut length = 0;
        for piece in &robot.pieces {
            starts.push(length);
            length += robot.tree.up(piece.link).count() + 1;
        }
        Self {
            bounds: vec![0.0; length],
            starts,
        }
    }
    /// For a part of the way with this posture in its middle; `half[i]` is by how much `q[i]` changes until
    /// its ends.
    pub fn compute(&mut self, posture: &Posture<'_>, half: &[f64]) {
        let robot = posture.robot;
        for (piece, (ball, &start)) in robot.pieces.iter().zip(posture.balls.iter().zip(&self.starts)) {
            let mut moved = 0.0;
            for (k, step) in robot.tree.up(piece.link).enumerate() {
                moved += by_joint(posture, step, half, ball, moved);
                self.bounds[start + k + 1] = moved * (1.0 + ROUNDING);
            }
        }
    }
    /// How far a piece can move in the world.
    #[inline]
    pub fn in_world(&self, piece: u32) -> f64 {
        let end = self
            .starts
            .get(piece as usize + 1)
            .copied()
            .unwrap_or(self.bounds.len());
        self.bounds[end - 1]
    }
    /// How far a piece can move as seen from the link that many joints before its own.
    #[inline]
    pub fn of(&self, piece: u32, joints: u32) -> f64 {
        self.bounds[self.starts[piece as usize] + joints as usize]
    }
}

/// How much further than `moved` points of a ball can get by this joint.
fn by_joint(posture: &Posture<'_>, step: &Step, half: &[f64], ball: &Ball, moved: f64) -> f64 {
    match step.motion {
        Motion::None => 0.0,
        Motion::Slide(_, value) => (value.multiplier * half[value.index]).abs(),
        Motion::Turn(axis, value) => {
            let angle = (value.multiplier * half[value.index]).abs();
            if angle == 0.0 {
                return 0.0;
            }
            let child = &posture.stands[step.link];
            // The frame of the child has its origin on the axis, and the axis turns about itself.
            let across = Vector::length((ball.center - child.position).cross(child.direction(axis)));
            angle.min(2.0) * (across + ball.radius + moved)
        }
    }
}
