//! World vertices as exact numbers.
//!
//! Without a rotation a world vertex is `scale * v + position`: sums and products of floats, exact as
//! [`Dyadic`]. With a rotation it is computed from the rotation as given, and each coordinate is rounded
//! once. A quaternion's matrix is rational, `M(q) / |q|²`; an angle's sine and cosine and the length of a
//! direction are computed to 200 bits. From there on the rounded vertex is the truth. Radii and half-spaces
//! are never rounded.
//!
//! Nothing is computed before a point is asked for: most questions are decided without one.

mod angle;
mod double_double_frame;
mod exact_map;

use alloc::vec::Vec;
use core::cell::OnceCell;

use smallvec::SmallVec;

use super::number::Dyadic;
use super::number::double_double::DoubleDouble;
use super::number::expansion::two_sum;
use super::number::round;
use crate::math::{GivenRotation, Place, Pose, Real, Rotation, Space, Vector};
use double_double_frame::DoubleDoubleFrame;
use exact_map::{ExactMap, times};

/// A point of the world, exact.
pub(crate) type ExactPoint<const D: usize> = [Dyadic; D];

/// Bits of a rotated coordinate, where it is not rounded to a float.
const FINE: usize = 160;

/// A pose by the numbers that it was made from.
#[derive(Clone, Copy)]
struct GivenPose<const D: usize> {
    rotation: GivenRotation,
    scale: f64,
    position: [f64; D],
}

impl<const D: usize> GivenPose<D> {
    fn of<V: Space>(pose: &Pose<V>) -> Self {
        Self {
            rotation: pose.rotation().given(),
            scale: pose.scale().to_f64(),
            position: core::array::from_fn(|i| pose.position().get(i).to_f64()),
        }
    }
    fn is_turned(&self) -> bool {
        self.rotation != GivenRotation::Identity
    }
}

/// A whole chain of poses, exact.
pub(crate) struct ExactFrame<const D: usize> {
    /// The one next to the shape comes first.
    poses: SmallVec<[GivenPose<D>; 1]>,
    map: OnceCell<ExactMap<D>>,
    /// A single pose in double-doubles: a filter that decides most vertices.
    filter: OnceCell<Option<DoubleDoubleFrame<D>>>,
}

impl<const D: usize> ExactFrame<D> {
    /// The chain of poses as one exact map.
    pub(crate) fn new<V: Space>(place: &Place<'_, V>) -> Self {
        Self {
            poses: place.chain().map(GivenPose::of).collect(),
            map: OnceCell::new(),
            filter: OnceCell::new(),
        }
    }
    /// By how much every point is moved, where the chain only moves and these numbers are floats.
    pub(crate) fn shift_alone(&self) -> Option<[f64; D]> {
        if self
            .poses
            .iter()
            .any(|pose| pose.is_turned() || pose.scale != 1.0)
        {
            return None;
        }
        match &self.poses[..] {
            [pose] => Some(pose.position.map(|x| x + 0.0)), // no zero has a sign
            _ => self.map().shift_as_floats(),
        }
    }
    /// Whether the chain has a rotation, so that vertices are rounded once.
    pub(crate) fn is_turned(&self) -> bool {
        self.poses.iter().any(GivenPose::is_turned)
    }
    /// The sum of these radii in the world, exact: multiplied by all scales.
    pub(crate) fn radius<S: Real>(&self, radii: impl Iterator<Item = S>) -> Dyadic {
        let sum = radii.fold(Dyadic::zero(), |sum, r| sum.plus(&Dyadic::from_real(r)));
        let scales = self.poses.iter().map(|pose| Dyadic::from_real(pose.scale));
        scales.fold(sum, |product, scale| times(&product, &scale))
    }
    fn map(&self) -> &ExactMap<D> {
        self.map.get_or_init(|| ExactMap::of_chain(&self.poses))
    }
    fn filter(&self) -> Option<&DoubleDoubleFrame<D>> {
        self.filter.get_or_init(|| self.in_double_doubles()).as_ref()
    }
    /// A single pose in double-doubles; `None` without a rotation.
    #[inline(never)]
    fn in_double_doubles(&self) -> Option<DoubleDoubleFrame<D>> {
        let [pose] = &self.poses[..] else {
            return None;
        };
        let rows = match pose.rotation {
            GivenRotation::Quaternion(q) => {
                let rows = double_double_frame::quaternion(q)?;
                core::array::from_fn(|i| core::array::from_fn(|j| rows[i % 3][j % 3]))
            }
            // The matrix contains the scale already, and the frame would apply it a second time.
            _ if pose.scale != 1.0 => return None,
            _ => {
                let linear = self.map().linear.as_ref()?;
                core::array::from_fn(|i| core::array::from_fn(|j| double_double(&linear[i][j])))
            }
        };
        DoubleDoubleFrame::new(rows, pose.scale, pose.position)
    }
    /// A local point in the world: exact without a rotation, else rounded to `V`'s precision.
    pub(crate) fn point<V: Vector>(&self, x: V) -> ExactPoint<D> {
        let local = || core::array::from_fn(|i| x.get(i).to_f64());
        if let Some(world) = self.filter().and_then(|frame| frame.point(local())) {
            return world.map(|c| Dyadic::from_real(round::to_real::<V::Scalar>(c)));
        }
        let (numerator, divisor) = (self.map().numerator(x), &self.map().divisor);
        if !self.is_turned() {
            return numerator;
        }
        numerator.map(|n| {
            let exponent = n.exponent - divisor.exponent;
            let float = round::quotient(&n.mantissa, &divisor.mantissa, exponent);
            Dyadic::from_real(round::to_real::<V::Scalar>(float))
        })
    }
    /// The same as floats, where the frame is a single pose with a rotation and the double-doubles decide.
    pub(crate) fn turned_point<V: Vector>(&self, x: V) -> Option<[f64; D]> {
        let world = self
            .filter()?
            .point(core::array::from_fn(|i| x.get(i).to_f64()))?;
        Some(world.map(|c| round::to_real::<V::Scalar>(c).to_f64()))
    }
    /// The same as floats, where its coordinates are floats.
    pub(crate) fn float_point<V: Vector>(&self, x: V) -> Option<[f64; D]> {
        if let Some(shift) = self.shift_alone() {
            let moved = |i: usize| two_sum(x.get(i).to_f64(), shift[i]);
            let sums: [_; D] = core::array::from_fn(moved);
            return sums
                .iter()
                .all(|(_, lost)| *lost == 0.0)
                .then(|| sums.map(|(sum, _)| sum));
        }
        if let Some(turned) = self.turned_point(x) {
            return Some(turned);
        }
        let exact = self.point(x);
        let floats = exact.each_ref().map(Dyadic::rounded::<f64>);
        let is_float = |(c, float): (&Dyadic, &f64)| Dyadic::from_real(*float).compare(c).is_eq();
        exact.iter().zip(&floats).all(is_float).then_some(floats)
    }
    /// The same point, with a rotation rounded to [`FINE`] bits instead of to a float.
    pub(crate) fn fine_point<V: Vector>(&self, x: V) -> ExactPoint<D> {
        let numerator = self.map().numerator(x);
        if !self.is_turned() {
            return numerator;
        }
        numerator.map(|n| Dyadic::quotient(&n, &self.map().divisor, FINE))
    }
    /// The half-space `normal · x <= offset` in the world, exact; its normal may have another length.
    pub(crate) fn half_space<V: Vector>(&self, normal: V, offset: V::Scalar) -> (ExactPoint<D>, Dyadic) {
        self.map().half_space(normal, offset)
    }
}

/// A number rounded to a double-double.
fn double_double(x: &Dyadic) -> DoubleDouble {
    let high = x.rounded();
    (high, x.minus(&Dyadic::from_real(high)).rounded()).into()
}

/// Points in the world: exact without a rotation, else each coordinate rounded once.
pub(crate) fn points<V: Space, const D: usize>(points: &[V], place: &Place<'_, V>) -> Vec<ExactPoint<D>> {
    let frame = ExactFrame::new(place);
    points.iter().map(|&v| frame.point(v)).collect()
}

#[cfg(test)]
mod tests {
    use super::exact_map::dot;
    use super::*;
    use crate::math::Rotation2;
    use crate::noise;
    use core::cmp::Ordering;
    use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

    struct Random(u64);
    impl Random {
        fn below(&mut self, n: u64) -> i128 {
            i128::from((noise::next(&mut self.0) >> 33) % n)
        }
        fn vector(&mut self) -> [i128; 3] {
            [0; 3].map(|_| self.below(2001) - 1000)
        }
    }

    /// `q v q* / |q|²` over the integers, by the Hamilton product: numerators and the denominator.
    fn rotated(q: [i128; 4], v: [i128; 3]) -> ([i128; 3], i128) {
        let product = |a: [i128; 4], b: [i128; 4]| {
            let ([x, y, z, w], [i, j, k, r]) = (a, b);
            [
                w * i + x * r + y * k - z * j,
                w * j - x * k + y * r + z * i,
                w * k + x * j - y * i + z * r,
                w * r - x * i - y * j - z * k,
            ]
        };
        let [x, y, z, _] = product(product(q, [v[0], v[1], v[2], 0]), [-q[0], -q[1], -q[2], q[3]]);
        ([x, y, z], q.iter().map(|c| c * c).sum())
    }

    /// Whether `x` is the float nearest to `n / d`, given the distance to its neighbours.
    fn is_nearest(x: f64, n: i128, d: i128, epsilon: f64) -> bool {
        let off = Dyadic::from_real(x).times(&integer(d)).minus(&integer(n));
        let half_ulp = Dyadic::from_real(x.abs() * epsilon / 2.0 * 1.000_001).times(&integer(d));
        let off = if off.sign() == Ordering::Less {
            off.negated()
        } else {
            off
        };
        off.compare(&half_ulp) != Ordering::Greater
    }
    fn integer(i: i128) -> Dyadic {
        Dyadic::new(dashu_int::IBig::from(i), 0)
    }

    #[test]
    fn quaternions_against_rational_arithmetic() {
        let mut random = Random(3);
        for _ in 0..2000 {
            let q = [0; 4].map(|_| random.below(41) - 20);
            if q[..3] == [0; 3] {
                continue;
            }
            let (v, p, s) = (random.vector(), random.vector(), random.below(9) + 1);
            let vector = |v: [i128; 3]| DVec3::from_array(v.map(|c| c as f64));
            let rotation = DQuat::from_array(q.map(|c| c as f64));
            let pose = Pose::new(vector(p), rotation).unwrap().scaled(s as f64).unwrap();
            let placed: ExactPoint<3> = points(&[vector(v)], &Place::world(&pose))[0].clone();
            let single: ExactPoint<3> = {
                let pose = Pose::new(vector(p).as_vec3(), Quat::from_array(q.map(|c| c as f32))).unwrap();
                let pose = pose.scaled(s as f32).unwrap();
                points(&[Vec3::from_array(v.map(|c| c as f32))], &Place::world(&pose))[0].clone()
            };
            let (turned, d) = rotated(q, v.map(|c| c * s));
            for i in 0..3 {
                let n = turned[i] + p[i] * d;
                assert!(is_nearest(placed[i].rounded(), n, d, f64::EPSILON), "{q:?} {v:?}");
                assert!(is_nearest(single[i].rounded(), n, d, 1.2e-7), "{q:?} {v:?}");
            }
        }
    }
    #[test]
    fn chains_are_multiplied_out_exactly_and_rounded_once() {
        let mut random = Random(4);
        for _ in 0..500 {
            let [q, r] = [0; 2].map(|_: u8| {
                [
                    1 + random.below(9),
                    random.below(9),
                    random.below(9),
                    random.below(9),
                ]
            });
            let (v, p, o) = (random.vector(), random.vector(), random.vector());
            let vector = |v: [i128; 3]| DVec3::from_array(v.map(|c| c as f64));
            let inner = Pose::new(vector(p), DQuat::from_array(q.map(|c| c as f64))).unwrap();
            let outer = Pose::new(vector(o), DQuat::from_array(r.map(|c| c as f64))).unwrap();
            let place = Place {
                pose: &inner,
                outer: Some(&Place::world(&outer)),
            };
            let placed: ExactPoint<3> = points(&[vector(v)], &place)[0].clone();
            let (once, d) = rotated(q, v);
            let moved = [0, 1, 2].map(|i| once[i] + p[i] * d);
            let (twice, e) = rotated(r, moved);
            for i in 0..3 {
                assert!(is_nearest(
                    placed[i].rounded(),
                    twice[i] + o[i] * d * e,
                    d * e,
                    f64::EPSILON
                ));
            }
        }
    }
    #[test]
    fn without_rotation_nothing_is_rounded() {
        let pose = Pose::at(DVec2::new(1e144, 1e-300)).unwrap().scaled(0.1).unwrap();
        let outer = Pose::at(DVec2::new(-1e144, 3.0)).unwrap();
        let place = Place {
            pose: &pose,
            outer: Some(&Place::world(&outer)),
        };
        let [x, y]: ExactPoint<2> = points(&[DVec2::new(0.7, 1e-250)], &place)[0].clone();
        let product = Dyadic::from_real(0.7).times(&Dyadic::from_real(0.1));
        assert_eq!(x.compare(&product), Ordering::Equal);
        let rest = y.minus(&Dyadic::integer(3)).minus(&Dyadic::from_real(1e-300));
        assert_eq!(
            rest.compare(&Dyadic::from_real(1e-250).times(&Dyadic::from_real(0.1))),
            Ordering::Equal
        );
    }
    #[test]
    fn angles_and_directions_turn_alike() {
        let mut random = Random(5);
        for _ in 0..300 {
            let angle = (random.below(2_000_001) - 1_000_000) as f64 * 1e-5;
            let v = DVec2::new(random.below(1000) as f64, random.below(1000) as f64);
            let pose = Pose::new(DVec2::ZERO, Rotation2::from_angle(angle)).unwrap();
            let [x, y]: ExactPoint<2> = points(&[v], &Place::world(&pose))[0].clone();
            let (sin, cos) = libm::sincos(angle);
            let (sx, sy) = (cos * v.x - sin * v.y, sin * v.x + cos * v.y);
            assert!((x.rounded::<f64>() - sx).abs() < 1e-12 && (y.rounded::<f64>() - sy).abs() < 1e-12);
        }
        let pose = Pose::new(Vec2::ZERO, Rotation2::from_direction(3.0_f32, 4.0).unwrap()).unwrap();
        let [x, y]: ExactPoint<2> = points(&[Vec2::new(5.0, 10.0)], &Place::world(&pose))[0].clone();
        assert_eq!((x.rounded::<f32>(), y.rounded::<f32>()), (-5.0, 10.0));
    }
    #[test]
    fn half_spaces_turn_with_their_points() {
        // A point on the border stays on it, exactly where its own coordinates are not rounded.
        let pose = Pose::new(DVec3::new(1.0, 2.0, 3.0), DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0)).unwrap();
        let pose = pose.scaled(4.0).unwrap();
        let frame = ExactFrame::<3>::new(&Place::world(&pose));
        let (n, o) = frame.half_space(DVec3::new(1.0, 2.0, 2.0), 9.0);
        for x in [
            DVec3::new(9.0, 0.0, 0.0),
            DVec3::new(1.0, 2.0, 2.0),
            DVec3::new(-1.0, 4.0, 1.0),
        ] {
            let p = frame.point(x);
            assert_eq!(dot(&n, &p).compare(&o), Ordering::Equal);
        }
        assert_eq!(dot(&n, &frame.point(DVec3::ZERO)).compare(&o), Ordering::Less);
    }
}
