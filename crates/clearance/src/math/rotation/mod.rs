//! Rotations: `Rotation2` in the plane, glam's quaternions in space, behind one trait.
//!
//! A rotation keeps the numbers it was given. The float tests use its axes, rounded once. The exact decisions
//! use [`Rotation::given`], and compute vertices as if the rotation had no rounding error.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

mod axes;

use core::fmt::Debug;

use glam::{DQuat, DVec3, Quat, Vec3};

use axes::{axes_in_lanes, axes_one_by_one};

use super::angular::Angular;
use super::length::scaled_length;
use super::numbers::Real;
use super::vector::{Space, Vector, Vector2};

/// A rotation of the space that `V` spans.
pub trait Rotation<V: Space>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// An angular velocity: in 2D in radians, in 3D a vector along the axis with that many radians as length.
    type Angular: Angular<V>;
    /// No rotation.
    const IDENTITY: Self;
    /// The rotation by `angular · time`; rounded, with the same bits on every machine.
    fn turning(angular: Self::Angular, time: V::Scalar) -> Self;
    /// Radians per unit of time; not finite where `angular` is not.
    fn rate(angular: Self::Angular) -> V::Scalar;
    /// An upper bound on the speed along the unit vector `direction` of points at distance 1.
    fn rate_along(angular: Self::Angular, direction: V) -> V::Scalar;
    /// The unit vector along the axis of rotation; `None` in the plane, and for no rotation.
    fn axis(angular: Self::Angular) -> Option<V>;
    /// The angular velocity of this rotation in a unit of time, by at most half a turn: `turning(angular(),
    /// 1)` is this rotation, apart from rounding and whole turns.
    fn angular(self) -> Self::Angular;
    /// The inverse rotation.
    fn inverse(self) -> Self;
    /// First `first`, then `self`; rounded.
    fn after(self, first: Self) -> Self;
    /// The images of the coordinate axes, each component within a few units in the last place of 1.
    fn axes(&self) -> V::Axes;
    /// The numbers that define this rotation, as given.
    fn given(&self) -> GivenRotation;
    /// Whether all numbers are finite, and a quaternion is not zero.
    fn is_valid(&self) -> bool;
}

/// A rotation as the caller gave it, before anything was rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GivenRotation {
    /// No rotation: world vertices are sums and products of given numbers, and stay exact.
    Identity,
    /// 2D: counter-clockwise, in radians.
    Angle(f64),
    /// 2D: a vector along the image of the x axis, of any length.
    Direction([f64; 2]),
    /// 3D: x, y, z, w, of any length.
    Quaternion([f64; 4]),
}

/// A 2D rotation, as cosine and sine, and the numbers it was made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation2<S> {
    cos: S,
    sin: S,
    given: Given2<S>,
}

/// The numbers that a 2D rotation was made from.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename = "rotation", rename_all = "snake_case")
)]
pub(super) enum Given2<S> {
    /// Radians.
    Angle(S),
    /// Along the image of the x axis, of any length.
    Direction(S, S),
}

impl<S: Real> Rotation2<S> {
    #[inline]
    const fn new(cos: S, sin: S, given: Given2<S>) -> Self {
        Self { cos, sin, given }
    }
    /// Counter-clockwise by `angle` radians. Same bits on every machine (sine and cosine come from `libm`).
    ///
    /// ```
    /// use clearance::math::Rotation2;
    /// let quarter = Rotation2::<f64>::from_angle(core::f64::consts::FRAC_PI_2);
    /// assert_eq!(quarter.sin(), 1.0);
    /// ```
    #[inline]
    pub fn from_angle(angle: S) -> Self {
        let (sin, cos) = libm::sincos(angle.to_f64());
        Self::new(S::lit(cos), S::lit(sin), Given2::Angle(angle))
    }
    /// The rotation that takes the x axis to the direction `(x, y)`, of any length but zero.
    pub fn from_direction(x: S, y: S) -> Option<Self> {
        let largest = x.abs().max(y.abs());
        if !(largest > S::ZERO && x.is_finite() && y.is_finite()) {
            return None;
        }
        let given = Given2::Direction(x, y);
        let (x, y) = (x / largest, y / largest);
        let length = (x * x + y * y).sqrt();
        Some(Self::new(x / length, y / length, given))
    }
    /// The angle in radians, counter-clockwise: the one it was made from, or that of the direction, greater
    /// than -π and at most π. Same bits on every machine.
    ///
    /// ```
    /// use clearance::math::Rotation2;
    /// assert_eq!(Rotation2::from_angle(7.0).angle(), 7.0);
    /// assert_eq!(Rotation2::<f32>::from_direction(0.0, 3.0).unwrap().angle(), core::f32::consts::FRAC_PI_2);
    /// ```
    pub fn angle(&self) -> S {
        let angle = match self.given {
            Given2::Angle(angle) => angle,
            Given2::Direction(x, y) => S::lit(libm::atan2(y.to_f64(), x.to_f64())),
        };
        angle + S::ZERO // never -0
    }
    /// The numbers it was made from.
    #[cfg(feature = "serde")]
    pub(super) fn given_numbers(&self) -> Given2<S> {
        self.given
    }
    /// Cosine of the angle.
    #[inline]
    pub fn cos(&self) -> S {
        self.cos
    }
    /// Sine of the angle.
    #[inline]
    pub fn sin(&self) -> S {
        self.sin
    }
}

impl<V: Vector2> Rotation<V> for Rotation2<V::Scalar> {
    type Angular = V::Scalar;
    fn turning(angular: V::Scalar, time: V::Scalar) -> Self {
        Self::from_angle(angular * time)
    }
    fn rate(angular: V::Scalar) -> V::Scalar {
        angular.abs()
    }
    fn rate_along(angular: V::Scalar, _: V) -> V::Scalar {
        angular.abs()
    }
    fn axis(_: V::Scalar) -> Option<V> {
        None
    }
    fn angular(self) -> V::Scalar {
        Real::lit(libm::atan2(self.sin.to_f64(), self.cos.to_f64()))
    }
    const IDENTITY: Self = Self::new(Real::ONE, Real::ZERO, Given2::Angle(Real::ZERO));
    #[inline]
    fn inverse(self) -> Self {
        let given = match self.given {
            Given2::Angle(a) => Given2::Angle(-a),
            Given2::Direction(x, y) => Given2::Direction(x, -y),
        };
        Self::new(self.cos, -self.sin, given)
    }
    #[inline]
    fn after(self, first: Self) -> Self {
        let cos = self.cos * first.cos - self.sin * first.sin;
        let sin = self.sin * first.cos + self.cos * first.sin;
        // Scaled to length 1 again, however many rotations are multiplied.
        Self::from_direction(cos, sin).unwrap_or(Self::new(cos, sin, Given2::Direction(cos, sin)))
    }
    #[inline(always)]
    fn axes(&self) -> [V; 2] {
        [V::new(self.cos, self.sin), V::new(-self.sin, self.cos)]
    }
    fn given(&self) -> GivenRotation {
        match self.given {
            Given2::Angle(angle) if angle == Real::ZERO => GivenRotation::Identity,
            Given2::Angle(angle) => GivenRotation::Angle(angle.to_f64()),
            Given2::Direction(x, y) if y == Real::ZERO && x > Real::ZERO => GivenRotation::Identity,
            Given2::Direction(x, y) => GivenRotation::Direction([x.to_f64(), y.to_f64()]),
        }
    }
    #[inline]
    fn is_valid(&self) -> bool {
        let given = match self.given {
            Given2::Angle(a) => a.is_finite(),
            Given2::Direction(x, y) => x.is_finite() && y.is_finite(),
        };
        given && self.cos.is_finite() && self.sin.is_finite()
    }
}

macro_rules! impl_rotation {
    ($q:ty, $v:ty, $s:ty, $axes:expr) => {
        impl Rotation<$v> for $q {
            type Angular = $v;
            const IDENTITY: Self = <$q>::IDENTITY;
            fn turning(angular: $v, time: $s) -> Self {
                let half = angular.map(|x| x * time * 0.5).to_array().map(f64::from);
                let length = libm::sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
                let (sin, cos) = libm::sincos(length);
                // Where the squares underflow, sine and angle are equal.
                let per_radian = if length > 0.0 { sin / length } else { 1.0 };
                let [x, y, z] = half.map(|h| Real::lit(h * per_radian));
                Self::from_xyzw(x, y, z, Real::lit(cos))
            }
            fn rate(angular: $v) -> $s {
                scaled_length(angular)
            }
            fn rate_along(angular: $v, direction: $v) -> $s {
                // An error bound of the cross product: a few roundings of its terms.
                let error = <Self as Rotation<$v>>::rate(angular) * (4.0 * <$s>::EPSILON);
                <Self as Rotation<$v>>::rate(angular.cross(direction)) + error
            }
            fn axis(angular: $v) -> Option<$v> {
                Vector::normalized(angular)
            }
            fn angular(self) -> $v {
                let [x, y, z, w] = self.to_array().map(f64::from);
                // A quaternion and its negative are the same rotation; the one with positive w describes it
                // as less than half a turn.
                let sign = if w < 0.0 { -1.0 } else { 1.0 };
                let length = libm::sqrt(x * x + y * y + z * z);
                let radians = 2.0 * libm::atan2(length, w * sign);
                let each = if length > 0.0 { radians / length } else { 0.0 };
                <$v>::from_array([x, y, z].map(|x| Real::lit(x * sign * each)))
            }
            #[inline]
            fn inverse(self) -> Self {
                self.conjugate()
            }
            #[inline]
            fn after(self, first: Self) -> Self {
                self * first
            }
            /// Divides by the squared length, so that a quaternion of another length still only rotates.
            #[cfg_attr(not(target_family = "wasm"), inline(always))]
            fn axes(&self) -> [$v; 3] {
                $axes(*self)
            }
            #[inline]
            fn given(&self) -> GivenRotation {
                if self.x == 0.0 && self.y == 0.0 && self.z == 0.0 {
                    return GivenRotation::Identity;
                }
                GivenRotation::Quaternion([self.x, self.y, self.z, self.w].map(Real::to_f64))
            }
            #[inline]
            fn is_valid(&self) -> bool {
                self.is_finite() && (self.x != 0.0 || self.y != 0.0 || self.z != 0.0 || self.w != 0.0)
            }
        }
    };
}
impl_rotation!(Quat, Vec3, f32, axes_in_lanes);
impl_rotation!(DQuat, DVec3, f64, axes_one_by_one);
