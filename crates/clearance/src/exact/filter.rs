//! Error bounds of the quick float tests: how far a computed gap may be from the true one.
//!
//! # What is bounded
//!
//! A quick test turns a unit axis of one core into the axes of the other, multiplies it with the vertices
//! there, and takes the difference of two such projections; or it places the vertices in the world, which
//! errs less. Its truth is the gap between the *world vertices*: exact reals where nothing turns, and else
//! each coordinate within 4 units in the last place of the exactly placed one.
//!
//! # Derivation
//!
//! In the standard model (Higham, "Accuracy and Stability of Numerical Algorithms", 2002, 2.2 and 3.1) each
//! operation errs by at most `u = EPSILON / 2` relatively, and a dot product of two terms by at most
//! `gamma_2 |x|·|y|` with `gamma_n = n u / (1 - n u)`. With `R` the sum of the two shapes' *reaches* (a bound
//! of the distance of any of their points from the world's origin, and of every intermediate sum: see
//! [`Reach`]), for one pose each:
//!
//! | step | error, at most |
//! | --- | --- |
//! | axes of a pose: sine and cosine, or a quaternion's nine products | 2 u a component (4 u in 3D) |
//! | relative rotation, two (three) terms of two axes | 7.7 u an entry (16 u) |
//! | a unit axis turned by it | 13 u a component (31 u) |
//! | that times a vertex of extent e, scaled | 21 u e (48 u e) |
//! | the difference of the origins, turned | 10 u R (17 u R) |
//! | its projection on a rounded unit axis, the sum | 7 u R (11 u R) |
//! | the offset of the face, the subtraction | 2 u R |
//!
//! Extents and origins share one reach, so the sum is at most 31 u R in the plane, 61 u R in space. Rounding
//! world coordinates to within 4 ulp moves a shape by at most `4 sqrt(DIM) EPSILON` of its reach, and the
//! signed clearance of two convex sets by no more than their Hausdorff distances together (it is the largest
//! value of a difference of support functions: Schneider, "Convex Bodies", 2014, 1.8). In all under 22
//! `EPSILON R` in the plane, 38 in space; we take 24 and 48, which also pays for the rounding of `R` itself
//! and for terms in u².
//!
//! Every further pose of a chain composes frames once more, so that the bound is multiplied by the number of
//! poses. A product that underflows errs by less than the smallest subnormal number, and a length made of
//! such squares by less than the root of that: nothing beside the bound of a pair whose reach is one of
//! [`Real::ORDINARY_SIZES`]. Of other pairs nothing is sure: the bound is infinite. Nothing is assumed about
//! the directions of short edges: rounding them moves the shape, not more. The same reasoning, for two or
//! three terms, underlies Shewchuk's static filters ("Adaptive Precision Floating-Point Arithmetic", 1997,
//! 4.3).
//!
//! Not a number and infinity compare false with everything, and [`Bound`]'s answers are `None` then.

use crate::math::{Place, Real, Space, Vector, magnitude};

/// A bound of how far from the world's origin a placed shape reaches, larger than every intermediate sum too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach<S> {
    /// The length.
    pub length: S,
    /// How many poses lead to the world, as a number.
    pub poses: S,
}

impl<S: Real> Reach<S> {
    /// Of a shape that stays within `local` of its own origin.
    #[inline(always)]
    pub fn new<V: Space<Scalar = S>>(place: &Place<'_, V>, local: S) -> Self {
        let one = Self {
            length: local * place.pose.scale() + magnitude(place.pose.position()),
            poses: S::ONE,
        };
        match place.outer {
            None => one,
            Some(outer) => one.within(outer),
        }
    }
    /// Of the same shape, where what it stands in stands at `outer`.
    #[inline(never)]
    fn within<V: Space<Scalar = S>>(mut self, outer: &Place<'_, V>) -> Self {
        for pose in outer.chain() {
            self.length = self.length * pose.scale() + magnitude(pose.position());
            self.poses += S::ONE;
        }
        self
    }
}

/// What rounding does to a gap, in `EPSILON` times the sum of both reaches, by the dimension of the space.
pub(crate) const ROUNDINGS: [f64; 4] = [0.0, 0.0, 24.0, 48.0];

/// The error bound of a gap between two placed cores, computed as described above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound<S> {
    /// A computed gap is within this of the true one.
    pub error: S,
}

impl<S: Real> Bound<S> {
    /// For gaps between these two, in the space of `V`.
    #[inline(always)]
    pub fn new<V: Vector<Scalar = S>>(a: Reach<S>, b: Reach<S>) -> Self {
        let roundings = S::lit(ROUNDINGS[V::DIM]);
        let poses = a.poses.max(b.poses);
        let reach = a.length + b.length;
        let [least, most] = S::ORDINARY_SIZES;
        let error = reach * (poses * roundings * S::EPSILON);
        Self {
            error: if reach > least && reach < most {
                error
            } else {
                S::INFINITY
            },
        }
    }
    /// Surely greater than 0.
    #[inline(always)]
    pub fn is_positive(&self, gap: S) -> bool {
        gap > self.error
    }
    /// Surely less than 0.
    #[inline(always)]
    pub fn is_negative(&self, gap: S) -> bool {
        gap < -self.error
    }
    /// Whether shapes with this gap meet; `None` when it is too close to 0.
    ///
    /// One comparison that nearly always has the same outcome, and another that is a number: nothing to
    /// predict.
    #[inline(always)]
    pub fn meets(&self, gap: S) -> Option<bool> {
        (gap.abs() > self.error).then_some(gap < S::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose, Rotation2};
    use crate::noise;
    use glam::{DVec2, Vec2};

    #[test]
    fn reach_grows_with_every_pose() {
        let inner = Pose::at(DVec2::new(1.0, -2.0)).unwrap().scaled(2.0).unwrap();
        let outer = Pose::at(DVec2::new(0.0, 5.0)).unwrap().scaled(10.0).unwrap();
        let chain = Place {
            pose: &inner,
            outer: Some(&Place::world(&outer)),
        };
        let reach = Reach::new(&chain, 0.5);
        assert_eq!((reach.length, reach.poses), (45.0, 2.0));
    }

    #[test]
    fn nothing_is_sure_of_numbers_that_are_not_finite() {
        let bound = Bound { error: f64::NAN };
        assert_eq!(bound.meets(1.0), None);
        assert_eq!(Bound { error: 1.0 }.meets(f64::NAN), None);
        assert_eq!(Bound { error: f64::INFINITY }.meets(f64::MAX), None);
    }

    /// The projection of a turned, moved vertex in single precision, against the same in double precision.
    #[test]
    fn rounded_placement_stays_within_the_bound() {
        let mut worst = 0.0_f64;
        let mut state = 9_u64;
        let mut next = || (noise::next(&mut state) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        for _ in 0..2000 {
            let (v, at, angle) = (
                Vec2::new(next(), next()),
                Vec2::new(next(), next()) * 8.0,
                next() * 3.0,
            );
            let pose = Pose::new(at, Rotation2::from_angle(angle)).unwrap();
            let exact = Pose::new(at.as_dvec2(), Rotation2::from_angle(f64::from(angle))).unwrap();
            let error = (pose.frame().point(v).as_dvec2() - exact.frame().point(v.as_dvec2())).length();
            let reach = Reach::new(&Place::world(&pose), magnitude(v));
            let bound = Bound::new::<Vec2>(reach, reach).error;
            worst = worst.max(error / f64::from(bound));
        }
        assert!(worst > 0.005 && worst < 0.5, "{worst}");
    }
}
