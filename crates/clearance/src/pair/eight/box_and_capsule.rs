//! Whether a box and a capsule meet, of eight pairs at a time, in single precision.
//!
//! As `space/box_segment.rs`, one pair in each lane. In the frame of the box, the inner segment has the
//! points `x = p + s d`, with `s` from -1 to 1, and `x - clamp(x)` is what is between the box and such a
//! point. The squared distance is convex in `s`, and half its slope, the product of that vector with `d`,
//! is linear between the places where the segment crosses the plane of a face. So the slope is looked at in
//! these six places; where it changes its sign between two of them, one division finds the nearest point.
//!
//! Any point of the segment bounds the distance from above, and the gap along its vector bounds it from
//! below. So what is sure does not depend on how well `s` is known. No root is taken: both bounds are
//! compared by their squares, as for two capsules (`capsules.rs`).
//!
//! # Error bound
//!
//! Let `u` be the unit roundoff and `R` the sum of the half extents, of the magnitudes of the distance of
//! the centers and of the half axis, and of the radius. In the frame of the box each coordinate of `p` and
//! `d` is right to `48 u` of its own magnitude (`box_and_ball.rs`), so a point of the segment is off by
//! less than `84 u R`. Its coordinates, the vector and the products of that take less than `24 u R` more,
//! the last times the length of the vector. `192 u R` are taken for all of it.
//!
//! Limits: sizes from 1e-8 to 1e8, and radii above the error bound where the two meet.

use super::capsules::{EightCapsules, NearestPoints};
use super::row::{Kernel, Row, Sure};
use super::space_boxes::{EightBoxesOfSpace, turned_back};
use super::three::{Three, absolute, dot, total};
use crate::simd::{EIGHT, Eight, Lanes};

/// The error bound of a distance in units of the sum `R`.
const OWN_ERROR: f32 = 96.0 * f32::EPSILON;
/// A slope times this is 1 or more, unless it is next to nothing.
const STEEP: f32 = 1e30;

/// The kernel of a box of space and a capsule.
pub(crate) struct BoxAndCapsule;

impl Kernel for BoxAndCapsule {
    type A = Row;
    type B = Row;
    #[inline(always)]
    fn ask<L: Lanes>(lanes: L, a: [&Row; EIGHT], b: [&Row; EIGHT]) -> Sure {
        let (cuboid, capsule) = (EightBoxesOfSpace::new(lanes, a), EightCapsules::new(lanes, b));
        let away = cuboid.to(capsule.center);
        let reach =
            (total(cuboid.half) + total(absolute(away))) + (total(absolute(capsule.half)) + capsule.radius);
        let error = reach * lanes.splat(OWN_ERROR) + (cuboid.world_error + capsule.world_error);
        let seen = Seen {
            half: cuboid.half,
            center: turned_back(cuboid.rotation, away),
            along: turned_back(cuboid.rotation, capsule.half),
            zero: lanes.splat(0.0),
            one: lanes.splat(1.0),
            steep: lanes.splat(STEEP),
        };
        let difference = seen.beyond(seen.nearest());
        let lowest = dot(difference, seen.center) - dot(difference, seen.along).abs();
        let gap = lowest - dot(absolute(difference), seen.half);
        let nearest = NearestPoints { difference, gap };
        nearest.compared(lanes, [capsule.radius, error, reach])
    }
}

/// A segment in the frame of a box, in each lane.
struct Seen<E> {
    half: Three<E>,
    /// `p` and `d`.
    center: Three<E>,
    along: Three<E>,
    zero: E,
    one: E,
    steep: E,
}

/// Two places along the segment: at the first the distance falls, at the second it rises.
#[derive(Clone, Copy)]
struct Bracket<E>([E; 2]);

impl<E: Eight> Seen<E> {
    /// Where along the segment the box is nearest.
    #[inline(always)]
    fn nearest(&self) -> E {
        let all = self.narrowed(Bracket([-self.one, self.one]), 0);
        let Bracket([falling, rising]) = self.narrowed(self.narrowed(all, 1), 2);
        let (first, last) = (self.slope(falling), self.slope(rising));
        // What is not a number becomes 0, where all between is as near.
        let part = (first / (first - last)).max(self.zero).min(self.one);
        falling + (rising - falling) * part
    }
    /// Between the places where the segment crosses two faces.
    #[inline(always)]
    fn narrowed(&self, bracket: Bracket<E>, axis: usize) -> Bracket<E> {
        let (center, along, half) = (self.center[axis], self.along[axis], self.half[axis]);
        // What is not a number becomes an end.
        let low = ((-half - center) / along).max(-self.one).min(self.one);
        let high = ((half - center) / along).max(-self.one).min(self.one);
        self.narrowed_to(self.narrowed_to(bracket, low), high)
    }
    #[inline(always)]
    fn narrowed_to(&self, Bracket([falling, rising]): Bracket<E>, place: E) -> Bracket<E> {
        let steepness = self.slope(place) * self.steep;
        // 1 where it does, also where the slope is 0; else 0.
        let falls = (self.one - steepness).max(self.zero).min(self.one);
        let rises = (self.one + steepness).max(self.zero).min(self.one);
        // The place itself, or the end.
        let from = (place + self.one) * falls - self.one;
        let to = self.one - (self.one - place) * rises;
        Bracket([falling.max(from), rising.min(to)])
    }
    /// Half of the derivative of the squared distance.
    #[inline(always)]
    fn slope(&self, place: E) -> E {
        dot(self.along, self.beyond(place))
    }
    /// From the box to the point at a place.
    #[inline(always)]
    fn beyond(&self, place: E) -> Three<E> {
        [
            self.coordinate_beyond(place, 0),
            self.coordinate_beyond(place, 1),
            self.coordinate_beyond(place, 2),
        ]
    }
    #[inline(always)]
    fn coordinate_beyond(&self, place: E, axis: usize) -> E {
        let x = self.center[axis] + self.along[axis] * place;
        x - x.max(-self.half[axis]).min(self.half[axis])
    }
}
