//! How near two moving shapes come to each other.
//!
//! Distances are asked at times, and each gives a lower bound for the times around it: no point moves faster
//! than a known speed. Two convex shapes that do not turn are apart by a convex function of time, so that the
//! slope at one time bounds it everywhere. Pieces of the time whose bound is no less than what was found are
//! halved, until nothing is to be gained or the steps are used up (branch and bound). What is left of the
//! uncertainty is part of the answer.

use alloc::collections::BinaryHeap;
use core::cmp::Ordering;

use super::motion::Motion;
use super::moving::Moving;
use crate::cast::sweep::space::SweepSpace;
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::{Clearance, QueryError, clearance};
use crate::shape::{AnyShape, Placed};

/// So many distances are asked at most.
const STEPS: usize = 1 << 12;
/// The first of them, evenly over the time.
const FIRST: usize = 8;

/// How near two moving shapes come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestApproach<V: Vector> {
    /// The least distance that was found; 0 where they meet.
    pub distance: V::Scalar,
    /// No distance from time 0 to 1 is less by more than this.
    pub within: V::Scalar,
    /// When they are so near; of shapes that meet a time at which they are together, not the first.
    pub time: V::Scalar,
    /// The point of A that is nearest to B then, in the world.
    pub point_a: V,
    /// The point of B that is nearest to A then.
    pub point_b: V,
}

/// How near two moving shapes come to each other from time 0 to time 1.
///
/// Where the answer is above 0 nothing can have been passed over: no distance is less than `distance -
/// within`. Two convex shapes that do not turn are known to some 1e-9 of their size (in `f32` 1e-4). Up to
/// 4,096 distances are asked. Those that move at a nearly constant distance from each other are known least.
///
/// Errors: a motion that is not finite (`motion_a`, `motion_b`), pairs without a clearance, and a position
/// that leaves the supported range.
///
/// ```
/// use clearance::{Placed, Pose, cast::{Motion, closest_approach}, d2::Shape, glam::DVec2};
/// let ball = Shape::circle(1.0).unwrap();
/// let (here, there) = (Pose::IDENTITY, Pose::at(DVec2::new(5.0, 4.0)).unwrap());
/// let (a, b) = (Placed::new(&ball, &here), Placed::new(&ball, &there));
/// let near = closest_approach(a, &Motion::linear(DVec2::X * 8.0), b, &Motion::linear(DVec2::X * -2.0)).unwrap();
/// assert!((near.distance - 2.0).abs() < 1e-8 && (near.time - 0.5).abs() < 1e-3);
/// ```
pub fn closest_approach<V: SweepSpace>(
    a: Placed<'_, V>,
    motion_a: &Motion<V>,
    b: Placed<'_, V>,
    motion_b: &Motion<V>,
) -> Result<ClosestApproach<V>, QueryError> {
    motion_a.check("motion_a")?;
    motion_b.check("motion_b")?;
    let search = Search::new(a, motion_a, b, motion_b)?;
    search.nearest()
}

struct Search<'a, V: SweepSpace> {
    a: Moving<'a, V>,
    b: Moving<'a, V>,
    /// How fast they go relative to each other, apart from turning.
    relative: V,
    /// No two points approach each other faster.
    speed: V::Scalar,
    /// Whether their distance is a convex function of time.
    is_convex: bool,
    /// What rounding may make of a distance.
    rounding: V::Scalar,
}

/// A piece of the time, and what no distance in it is less than.
struct Piece<S> {
    start: S,
    end: S,
    bound: S,
}

/// Of two pieces the one with the lower bound comes first.
impl<S: Real> Ord for Piece<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.to_f64().total_cmp(&self.bound.to_f64())
    }
}
impl<S: Real> PartialOrd for Piece<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<S: Real> PartialEq for Piece<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl<S: Real> Eq for Piece<S> {}

impl<'a, V: SweepSpace> Search<'a, V> {
    fn new(
        a: Placed<'a, V>,
        motion_a: &Motion<V>,
        b: Placed<'a, V>,
        motion_b: &Motion<V>,
    ) -> Result<Self, QueryError> {
        let (motions, places) = ([motion_a.of(&a), motion_b.of(&b)], [a, b]);
        let [a, b] = [0, 1].map(|k| Moving::new(places[k], motions[k].linear, motions[k].angular));
        if !(a.is_bounded() && b.is_bounded()) {
            return Err(QueryError::NotFinite("motion"));
        }
        let relative = motion_b.linear - motion_a.linear;
        let size = a.size().max(b.size()) + motion_a.linear.max_abs() + motion_b.linear.max_abs();
        let is_straight = !(a.turns() || b.turns());
        Ok(Self {
            speed: relative.length() + a.turning() + b.turning(),
            is_convex: is_straight && places.iter().all(|placed| placed.shape.is_convex()),
            rounding: size * ScalarOf::<V>::EPSILON * V::Scalar::lit(64.0),
            relative,
            a,
            b,
        })
    }
    fn at(&self, time: V::Scalar) -> Result<Clearance<V>, QueryError> {
        self.a.at(time, |a| self.b.at(time, |b| clearance(a, b)))??
    }
    fn nearest(&self) -> Result<ClosestApproach<V>, QueryError> {
        let (zero, half) = (V::Scalar::ZERO, V::Scalar::lit(0.5));
        let within = (self.rounding * V::Scalar::lit(16.0)).max(zero);
        let mut best = self.first()?;
        let mut open = BinaryHeap::from([Piece {
            start: zero,
            end: V::Scalar::ONE,
            bound: zero,
        }]);
        let (mut steps, mut least) = (FIRST, best.1.distance);
        while let Some(piece) = open.pop() {
            if piece.bound >= best.1.distance - within || best.1.distance <= zero {
                continue;
            }
            let middle = (piece.start + piece.end) * half;
            if steps >= STEPS || middle <= piece.start || middle >= piece.end {
                least = least.min(piece.bound);
                continue;
            }
            steps += 1;
            let here = self.at(middle)?;
            let bound = self
                .bound(&here, (piece.end - piece.start) * half)
                .max(piece.bound);
            if here.distance < best.1.distance {
                best = (middle, here);
            }
            for (start, end) in [(middle, piece.end), (piece.start, middle)] {
                open.push(Piece { start, end, bound });
            }
        }
        Ok(self.answer(best, least, within))
    }
    /// The nearest of some times.
    fn first(&self) -> Result<(V::Scalar, Clearance<V>), QueryError> {
        let mut best: Option<(V::Scalar, Clearance<V>)> = None;
        for i in 0..=FIRST {
            let time = V::Scalar::lit(i as f64 / FIRST as f64);
            let here = self.at(time)?;
            if best.as_ref().is_none_or(|(_, c)| here.distance < c.distance) {
                best = Some((time, here));
            }
        }
        best.ok_or(QueryError::NotFinite("motion"))
    }
    /// A lower bound of the distances within `half` of a time.
    fn bound(&self, here: &Clearance<V>, half: V::Scalar) -> V::Scalar {
        let rate = match self.is_convex {
            true => here.normal.dot(self.relative).abs(),
            false => self.speed,
        };
        here.distance - rate * half - self.rounding
    }
    fn answer(
        &self,
        (time, c): (V::Scalar, Clearance<V>),
        least: V::Scalar,
        within: V::Scalar,
    ) -> ClosestApproach<V> {
        let distance = c.distance.max(V::Scalar::ZERO);
        ClosestApproach {
            distance,
            within: (distance - least).max(within).min(distance),
            time,
            point_a: c.point_a,
            point_b: c.point_b,
        }
    }
}
