//! A box and a capsule, by the point of the inner segment that is nearest to the box.
//!
//! As `space/box_segment.rs`, which has the source. In the frame of the box, the segment has the points `x
//! = p + s d`, with `s` from -1 to 1, and its squared distance has half the slope `d · (x - clamp(x))`,
//! which is linear between the six places where the segment crosses the plane of a face. The slopes of
//! three places are found side by side, one in each lane.
//!
//! Any point of the segment bounds the distance from above, and the gap along its vector bounds it from
//! below: what is sure does not depend on how well `s` is known.
//!
//! Error bound: with `R` the sum of the half extents, of the magnitudes of the distance's components and of
//! the largest coordinates of the capsule, an end in the box's frame is right to `70 u R` a component
//! (`box_triangle.rs`), so a point of the segment is off by less than `128 u R`. Its coordinates, the
//! vector and the products of that take a few roundings more, the last times the length of the vector: less
//! than `192 u R` in all.

use glam::Vec3A;

use super::{SeenPoints, SinglePose, between, is_ordinary};
use crate::math::{Place, Real};
use crate::shape::{Capsule, Cuboid, Space3};

/// The error bound of the distance in units of the sum `R`, as derived above.
const OWN_ERROR: f32 = 96.0 * f32::EPSILON;

/// Whether a box and a capsule meet: a sure yes or a sure no.
#[inline(never)]
pub(crate) fn meet<V: Space3>(
    (cuboid, place_a): (&Cuboid<V>, &Place<'_, V>),
    (capsule, place_b): (&Capsule<V>, &Place<'_, V>),
) -> Option<bool> {
    let (pose_a, pose_b) = (SinglePose::new(place_a)?, SinglePose::new(place_b)?);
    let half = cuboid.half_extents().to_single() * pose_a.scale;
    let radius = capsule.radius().to_f64() as f32 * pose_b.scale;
    let ends = capsule.ends().map(|v| v.to_single() * pose_b.scale);
    let seen = SeenPoints::new((&pose_a, half), &pose_b, ends, between(place_a, place_b));
    let [first, last] = seen.points;
    let segment = Segment {
        half,
        center: (first + last) * 0.5,
        along: (last - first) * 0.5,
    };
    let error = (seen.size + radius) * OWN_ERROR + seen.world + radius * (pose_b.rounding + f32::EPSILON);
    if !(is_ordinary(error) && seen.is_ordinary) {
        return None;
    }
    segment.is_near(radius, error)
}

/// A segment in the frame of a box.
struct Segment {
    half: Vec3A,
    /// `p` and `d`.
    center: Vec3A,
    along: Vec3A,
}

impl Segment {
    /// Whether its distance is at most this radius, if it is not within the error bound of that.
    #[inline(always)]
    fn is_near(&self, radius: f32, error: f32) -> Option<bool> {
        let point = self.center + self.along * self.nearest();
        let vector = point - point.min(self.half).max(-self.half);
        let length = vector.length();
        // The gap along the vector, times the length of that.
        let gap = vector.dot(self.center) - vector.dot(self.along).abs() - vector.abs().dot(self.half);
        let near = length < radius - error;
        let apart = length > error && gap > (radius + error) * length;
        (near != apart).then_some(near)
    }
    /// Where along the segment the box is nearest.
    #[inline(always)]
    fn nearest(&self) -> f32 {
        let (one, zero) = (Vec3A::ONE, Vec3A::ZERO);
        // What is not a number becomes an end.
        let inverse = self.along.recip();
        let places = [-self.half, self.half].map(|face| ((face - self.center) * inverse).max(-one).min(one));
        let slopes = places.map(|places| self.slopes(places));
        let falls = |k: usize| Vec3A::select(slopes[k].cmple(zero), places[k], -one);
        let rises = |k: usize| Vec3A::select(slopes[k].cmpge(zero), places[k], one);
        let falling = falls(0).max(falls(1)).max_element();
        let rising = rises(0).min(rises(1)).min_element();
        let slopes = self.slopes(Vec3A::new(falling, rising, rising));
        let part = slopes.x / (slopes.x - slopes.y);
        // Not a number where both slopes are 0: all between is as near.
        let part = if part > 0.0 { f32::min(part, 1.0) } else { 0.0 };
        falling + (rising - falling) * part
    }
    /// Half the slopes of the squared distance at three places.
    #[inline(always)]
    fn slopes(&self, places: Vec3A) -> Vec3A {
        let of_axis = |k: usize| {
            let x = Vec3A::splat(self.center[k]) + places * self.along[k];
            let half = Vec3A::splat(self.half[k]);
            (x - x.min(half).max(-half)) * self.along[k]
        };
        of_axis(0) + of_axis(1) + of_axis(2)
    }
}
