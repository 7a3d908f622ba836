//! The balls around and within shapes: of many pairs they tell at once whether they meet.
//!
//! In a batch, most of the time goes into fetching shapes from memory. A ball around each, in one array in the order of the
//! batch, answers for pairs far apart, a ball within each for pairs deep in each other (Ericson, "Real-Time Collision
//! Detection", 2005, 4.3); the rest is asked of the library. What is answered here is sure: the balls of a pair are
//! compared with more room than all roundings on the way can take.

use clearance::Placed;

use super::pose::Native;
use super::{DIMENSION, Kind, Vector};

/// A ball around a shape and a ball within, both around one center.
#[derive(Clone, Copy)]
pub struct Balls {
    center: Vector,
    /// Infinite where there is none.
    outer: f64,
    /// Negative where there is none.
    inner: f64,
}

/// The balls of a shape where it stands.
struct Standing {
    balls: Balls,
    /// No number on the way to these was greater.
    reach: f64,
}

/// Roundings between a shape's corners and the distance of two centers, and as many again.
const ROUNDINGS: f64 = 128.0;
/// Squares below lose digits.
const LEAST_SQUARE: f64 = f64::MIN_POSITIVE / f64::EPSILON;

impl Balls {
    /// Of a shape in its own frame.
    pub fn of(shape: &Kind) -> Self {
        if let Kind::Convex(hull) = shape {
            return Self {
                center: hull.center(),
                outer: hull.radius(),
                inner: super::inner_radius(hull),
            };
        }
        let aabb = Placed::new(shape, &Native::IDENTITY).aabb();
        let half = (aabb.max - aabb.min) / 2.0;
        Self {
            center: aabb.min + half,
            outer: half.length(),
            inner: match shape {
                Kind::Box(_) => half.min_element(),
                _ => f64::NEG_INFINITY,
            },
        }
    }
    /// Whether two shapes meet, where the balls are sure of it.
    #[inline]
    pub fn meet([a, b]: [&Self; 2], poses: [&Native; 2]) -> Option<bool> {
        let (a, b) = (a.standing(poses[0]), b.standing(poses[1]));
        let slack = (a.reach + b.reach) * (ROUNDINGS * f64::EPSILON);
        let square = (b.balls.center - a.balls.center).length_squared();
        let outer = a.balls.outer + b.balls.outer + slack;
        let inner = a.balls.inner + b.balls.inner - slack;
        // Of numbers that overflowed or are none, no comparison holds.
        if square > outer * outer && square > LEAST_SQUARE {
            return Some(false);
        }
        (inner > 0.0 && square < inner * inner && inner * inner > LEAST_SQUARE).then_some(true)
    }
    #[inline]
    fn standing(&self, pose: &Native) -> Standing {
        let (frame, scale) = (pose.frame(), pose.scale());
        let extent = (self.center.abs().max_element() * DIMENSION as f64 + self.outer) * scale;
        Standing {
            balls: Self {
                center: frame.point(self.center),
                outer: self.outer * scale,
                inner: self.inner * scale,
            },
            reach: extent + pose.position().abs().max_element() * DIMENSION as f64,
        }
    }
}
