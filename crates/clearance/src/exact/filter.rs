//! The error bound of the float filters: how far a computed gap may be from the true one.
//!
//! # What is bounded
//!
//! A filter rotates a unit axis of one core into the frame of the other, multiplies it with the vertices
//! there, and takes the difference of two such projections; or it places the vertices in the world, which
//! errs less. The true gap is the one between the *world vertices*. These are exact where nothing rotates;
//! else each coordinate is within 4 units in the last place of the exactly rotated one.
//!
//! # Derivation
//!
//! In the standard model (Higham, "Accuracy and Stability of Numerical Algorithms", 2002, 2.2 and 3.1) each
//! operation errs by at most `u = EPSILON / 2` relatively, and a dot product of two terms by at most
//! `gamma_2 |x|·|y|` with `gamma_n = n u / (1 - n u)`. Let `R` be the sum of the two shapes' *reaches*:
//! a bound on the distance of any of their points from the world's origin, and on every intermediate sum
//! ([`Reach`]). For one pose each:
//!
//! | step | error, at most |
//! | --- | --- |
//! | axes of a pose: sine and cosine, or a quaternion's nine products | 2 u a component (4 u in 3D) |
//! | relative rotation, two (three) products of axes | 7.7 u an entry (16 u) |
//! | a unit axis rotated by it | 13 u a component (31 u) |
//! | its product with a vertex of extent e, scaled | 21 u e (48 u e) |
//! | the difference of the origins, rotated | 10 u R (17 u R) |
//! | its projection on a rounded unit axis, the sum | 7 u R (11 u R) |
//! | the offset of the face, the subtraction | 2 u R |
//!
//! Extents and origins share one reach, so the sum is at most 31 u R in the plane and 61 u R in space.
//! Rounding world coordinates to within 4 units in the last place moves a shape by at most
//! `4 sqrt(DIM) EPSILON` of its reach. It changes the signed clearance of two convex sets by no more than the
//! sum of their Hausdorff distances from the true ones, since that is the largest value of a difference of
//! support functions (Schneider, "Convex Bodies", 2014, 1.8). The total is less than 22 `EPSILON R` in the
//! plane and 38 in space. We take 24 and 48, which also covers the rounding of `R` itself and terms in u².
//!
//! Every further pose of a chain composes frames once more, so the bound is multiplied by the number of
//! poses. A product that underflows errs by less than the smallest subnormal number, and a length made of
//! such squares by less than its root: negligible beside the bound where the reach is within
//! [`Real::ORDINARY_SIZES`]. For other pairs the bound is infinite, and the filters are undecided. Nothing is
//! assumed about the directions of short edges: rounding them moves the shape, no more. Shewchuk's static
//! filters rest on the same reasoning for two or three terms ("Adaptive Precision Floating-Point
//! Arithmetic", 1997, 4.3).
//!
//! NaN compares false with everything, so the answers of a [`Bound`] are `None` then.

use crate::math::{Place, Real, Space, Vector, magnitude};

/// A bound on how far a placed shape reaches from the world's origin; also on every intermediate sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach<S> {
    /// The length.
    pub length: S,
    /// How many poses lead to the world.
    pub poses: S,
}

impl<S: Real> Reach<S> {
    /// For a shape within `local` of its own origin.
    #[inline]
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
    /// The reach in the world of a shape whose reach in a frame at `outer` is this one.
    #[inline(never)]
    fn within<V: Space<Scalar = S>>(mut self, outer: &Place<'_, V>) -> Self {
        for pose in outer.chain() {
            self.length = self.length * pose.scale() + magnitude(pose.position());
            self.poses += S::ONE;
        }
        self
    }
}

/// The error bound of a gap in units of `EPSILON` times the sum of both reaches, by the number of dimensions.
pub(crate) const ROUNDINGS: [f64; 4] = [0.0, 0.0, 24.0, 48.0];

/// The error bound of a gap between two placed cores, computed as described above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound<S> {
    /// A computed gap is within this of the true one.
    pub error: S,
}

impl<S: Real> Bound<S> {
    /// For gaps between shapes of these reaches, in the space of `V`.
    #[inline]
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
    /// Whether the true gap is certainly greater than 0.
    #[inline]
    pub fn is_positive(&self, gap: S) -> bool {
        gap > self.error
    }
    /// Whether the true gap is certainly less than 0.
    #[inline]
    pub fn is_negative(&self, gap: S) -> bool {
        gap < -self.error
    }
    /// Whether shapes with this gap meet; `None` where it is too close to 0.
    ///
    /// The first comparison nearly always has the same outcome, and the second one is a value, not a branch.
    /// Hit or miss is unpredictable, so no branch depends on it.
    #[inline]
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
    fn numbers_that_are_not_finite_are_undecided() {
        let bound = Bound { error: f64::NAN };
        assert_eq!(bound.meets(1.0), None);
        assert_eq!(Bound { error: 1.0 }.meets(f64::NAN), None);
        assert_eq!(Bound { error: f64::INFINITY }.meets(f64::MAX), None);
    }

    /// A rotated, moved vertex in single precision against the same in double precision.
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
