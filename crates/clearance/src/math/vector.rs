//! `Vector`: what glam's 2D and 3D vectors have in common, so that code is written once for four types.
//!
//! Only this file implements it. Code is generic over the vector (`Aabb<DVec3>`), not over the scalar: the
//! compiler then infers everything from the points.

use core::fmt::Debug;
use core::ops::{Div, Mul, Neg, SubAssign};

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3, Vec3A, Vec4};

use super::angular::Angular;
use super::numbers::{Additive, Real};
use super::rotation::{Rotation, Rotation2};

/// A vector or point of 2D or 3D space, in `f32` or `f64`: [`Vec2`], [`DVec2`], [`Vec3`] or [`DVec3`].
pub trait Vector:
    Additive
    + SubAssign
    + Neg<Output = Self>
    + Mul<Self, Output = Self>
    + Div<Self, Output = Self>
    + Mul<<Self as Vector>::Scalar, Output = Self>
    + Div<<Self as Vector>::Scalar, Output = Self>
{
    /// `f32` or `f64`; also allowed on the left: `scalar * vector`.
    type Scalar: Real + Mul<Self, Output = Self>;
    /// The vector of the same dimension in double precision.
    type Double: Space<Scalar = f64, Double = Self::Double>;
    /// 2 or 3.
    // Code that calls other generic functions in the plane than in space says `match V::DIM { 2 => .., _ =>
    // .. }`: of a `match` on a constant rustc compiles only the arm that is taken, of an `if V::DIM == 2`
    // both branches, for each of the four vectors.
    const DIM: usize;
    /// The origin.
    const ZERO: Self;

    /// The vector whose component `i` is `f(i)`.
    fn from_fn(f: impl FnMut(usize) -> Self::Scalar) -> Self;
    /// Component `i`, counted from 0 (x).
    fn get(self, i: usize) -> Self::Scalar;
    /// The same vector in double precision, always exact.
    fn to_double(self) -> Self::Double;
    /// The nearest vector of this precision.
    fn from_double(v: Self::Double) -> Self;
    /// All components equal to `s`.
    fn splat(s: Self::Scalar) -> Self;
    /// Sum of the products of the components.
    fn dot(self, o: Self) -> Self::Scalar;
    /// Component by component, the smaller.
    fn min(self, o: Self) -> Self;
    /// Component by component, the larger.
    fn max(self, o: Self) -> Self;
    /// Component by component, the magnitude.
    fn abs(self) -> Self;
    /// The smallest component.
    fn min_element(self) -> Self::Scalar;
    /// The largest component.
    fn max_element(self) -> Self::Scalar;
    /// Magnitudes of `self`, signs of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// No component is infinite or NaN.
    fn is_finite(self) -> bool;
    /// Whether each component is at most that of `o`; there is no branch.
    fn all_at_most(self, o: Self) -> bool;

    /// The square of the length; may overflow or underflow where the length does not.
    #[inline]
    fn length_squared(self) -> Self::Scalar {
        self.dot(self)
    }
    /// The length, for vectors whose squared components neither overflow nor underflow.
    #[inline]
    fn length(self) -> Self::Scalar {
        self.dot(self).sqrt()
    }
    /// The unit vector of the same direction; `None` for a vector that is zero or not finite.
    ///
    /// Divides by the largest component first, so that vectors of length 1e-300 or 1e300 keep their
    /// direction.
    #[inline]
    fn normalized(self) -> Option<Self> {
        let largest = self.abs().max_element();
        if !(largest > Self::Scalar::ZERO && largest.is_finite()) {
            return None;
        }
        let scaled = self / largest;
        Some(scaled / scaled.length())
    }
    /// The midpoint of two points.
    #[inline]
    fn midpoint(self, o: Self) -> Self {
        (self + o) * Self::Scalar::HALF
    }
    /// The cross product, right-handed; `None` in the plane.
    #[inline]
    fn across(self, o: Self) -> Option<Self> {
        (Self::DIM == 3).then(|| {
            Self::from_fn(|i| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                self.get(j) * o.get(k) - self.get(k) * o.get(j)
            })
        })
    }
    /// The largest magnitude of a component.
    #[inline]
    fn max_abs(self) -> Self::Scalar {
        self.abs().max_element()
    }
}

/// The square of the length of the cross product.
#[inline]
pub(crate) fn cross_squared<V: Vector>(a: V, b: V) -> V::Scalar {
    let mut sum = V::Scalar::ZERO;
    for i in 0..V::DIM {
        for j in i + 1..V::DIM {
            let part = a.get(i) * b.get(j) - a.get(j) * b.get(i);
            sum += part * part;
        }
    }
    sum
}

/// The scalar of a vector type.
pub type ScalarOf<V> = <V as Vector>::Scalar;

/// A vector whose space has rotations: all that a [`Pose`](super::Pose) needs.
pub trait Space: Vector {
    /// Rotations of this space: [`Rotation2`] in 2D, glam's quaternions in 3D.
    type Rotation: Rotation<Self>;
    /// A rotation as the images of the coordinate axes.
    type Axes: Copy + Debug + Send + Sync + AsRef<[Self]> + AsMut<[Self]>;

    /// The coordinate axes themselves.
    const IDENTITY_AXES: Self::Axes;
    /// `axes[0] * v.x + axes[1] * v.y (+ axes[2] * v.z)`: from local to world.
    fn combine(axes: &Self::Axes, v: Self) -> Self;
    /// `(axes[0]·v, axes[1]·v (, axes[2]·v))`: from world to local, for orthonormal axes.
    fn project(axes: &Self::Axes, v: Self) -> Self;
}

/// Operations that only 2D has.
pub trait Vector2:
    Space<Axes = [Self; 2], Rotation = Rotation2<<Self as Vector>::Scalar>, Double = DVec2>
    + Vector<Scalar: Angular<Self>>
{
    /// A vector from its components.
    fn new(x: Self::Scalar, y: Self::Scalar) -> Self;
    /// First component.
    fn x(self) -> Self::Scalar;
    /// Second component.
    fn y(self) -> Self::Scalar;
    /// The 2D cross product: the z component of the 3D one.
    fn perp_dot(self, o: Self) -> Self::Scalar;
    /// Rotated by -90 degrees: the outward normal of an edge of a counter-clockwise polygon.
    #[inline]
    fn right(self) -> Self {
        Self::new(self.y(), -self.x())
    }
    /// Rotated by +90 degrees.
    #[inline]
    fn left(self) -> Self {
        Self::new(-self.y(), self.x())
    }
}

/// Operations that only 3D has.
pub trait Vector3: Space<Axes = [Self; 3], Double = DVec3> {
    /// A vector from its components.
    fn new(x: Self::Scalar, y: Self::Scalar, z: Self::Scalar) -> Self;
    /// First component.
    fn x(self) -> Self::Scalar;
    /// Second component.
    fn y(self) -> Self::Scalar;
    /// Third component.
    fn z(self) -> Self::Scalar;
    /// The cross product, right-handed.
    fn cross(self, o: Self) -> Self;
    /// The nearest vector of single precision, in four lanes.
    #[doc(hidden)]
    fn to_single(self) -> Vec3A;
    /// The quaternion in single precision, and `given` where the one given turns at all, else 0.
    #[doc(hidden)]
    fn single_rotation(rotation: Self::Rotation, given: Self::Scalar) -> (Vec4, Self::Scalar);
    /// Some unit vector perpendicular to `self`, which is not zero.
    #[inline]
    fn any_perpendicular(self) -> Self {
        let a = self.abs();
        let axis = if a.x() <= a.y() && a.x() <= a.z() {
            Self::IDENTITY_AXES.as_ref()[0]
        } else if a.y() <= a.z() {
            Self::IDENTITY_AXES.as_ref()[1]
        } else {
            Self::IDENTITY_AXES.as_ref()[2]
        };
        self.cross(axis).normalized().unwrap_or(axis)
    }
}

macro_rules! impl_vector {
    ($($v:ident: $s:ty, $double:ty, $dim:literal, [$($c:ident = $i:literal),+], $rotation:ty,
        $to:expr, $from:expr;)+) => { $(
        impl Additive for $v {}
        impl Vector for $v {
            type Scalar = $s;
            type Double = $double;
            const DIM: usize = $dim;
            const ZERO: Self = <$v>::ZERO;
            #[inline]
            fn from_fn(mut f: impl FnMut(usize) -> $s) -> Self { <$v>::new($(f($i)),+) }
            #[inline]
            fn get(self, i: usize) -> $s { self[i] }
            #[inline]
            fn to_double(self) -> $double { $to(self) }
            #[inline]
            fn from_double(v: $double) -> Self { $from(v) }
            #[inline]
            fn splat(s: $s) -> Self { <$v>::splat(s) }
            #[inline]
            fn dot(self, o: Self) -> $s { <$v>::dot(self, o) }
            #[inline]
            fn min(self, o: Self) -> Self { <$v>::new($(Real::min(self.$c, o.$c)),+) }
            #[inline]
            fn max(self, o: Self) -> Self { <$v>::new($(Real::max(self.$c, o.$c)),+) }
            #[inline]
            fn abs(self) -> Self { <$v>::abs(self) }
            #[inline]
            fn min_element(self) -> $s { <$v>::min_element(self) }
            #[inline]
            fn max_element(self) -> $s { <$v>::max_element(self) }
            #[inline]
            fn copysign(self, sign: Self) -> Self { <$v>::new($(self.$c.copysign(sign.$c)),+) }
            #[inline]
            fn is_finite(self) -> bool { <$v>::is_finite(self) }
            #[inline(always)] // where little is optimised, too: tests compare boxes by the hundred million
            fn all_at_most(self, o: Self) -> bool { $((self.$c <= o.$c))&+ }
        }
        impl Space for $v {
            type Rotation = $rotation;
            type Axes = [Self; $dim];
            const IDENTITY_AXES: [Self; $dim] = <$v>::AXES;
            #[inline]
            fn combine(axes: &[Self; $dim], v: Self) -> Self {
                let mut sum = axes[0] * v[0];
                for i in 1..$dim {
                    sum += axes[i] * v[i];
                }
                sum
            }
            #[inline]
            fn project(axes: &[Self; $dim], v: Self) -> Self { <$v>::new($(axes[$i].dot(v)),+) }
        }
    )+ };
}
impl_vector!(
    Vec2: f32, DVec2, 2, [x = 0, y = 1], Rotation2<f32>, |v: Vec2| v.as_dvec2(), |v: DVec2| v.as_vec2();
    DVec2: f64, DVec2, 2, [x = 0, y = 1], Rotation2<f64>, |v| v, |v| v;
    Vec3: f32, DVec3, 3, [x = 0, y = 1, z = 2], Quat, |v: Vec3| v.as_dvec3(), |v: DVec3| v.as_vec3();
    DVec3: f64, DVec3, 3, [x = 0, y = 1, z = 2], DQuat, |v| v, |v| v;
);

macro_rules! impl_vector2 {
    ($($v:ident: $s:ty),+) => { $(impl Vector2 for $v {
        #[inline]
        fn new(x: $s, y: $s) -> Self { <$v>::new(x, y) }
        #[inline]
        fn x(self) -> $s { self.x }
        #[inline]
        fn y(self) -> $s { self.y }
        #[inline]
        fn perp_dot(self, o: Self) -> $s { <$v>::perp_dot(self, o) }
    })+ };
}
impl_vector2!(Vec2: f32, DVec2: f64);

macro_rules! impl_vector3 {
    ($($v:ident: $s:ty, $single:expr, $rotation:expr);+) => { $(impl Vector3 for $v {
        #[inline]
        fn new(x: $s, y: $s, z: $s) -> Self { <$v>::new(x, y, z) }
        #[inline]
        fn x(self) -> $s { self.x }
        #[inline]
        fn y(self) -> $s { self.y }
        #[inline]
        fn z(self) -> $s { self.z }
        #[inline]
        fn cross(self, o: Self) -> Self { <$v>::cross(self, o) }
        #[inline]
        fn to_single(self) -> Vec3A { $single(self) }
        #[inline]
        fn single_rotation(q: Self::Rotation, given: $s) -> (Vec4, $s) {
            // One comparison of the type that it chooses from: no branch.
            let largest = Real::max(Real::max(q.x.abs(), q.y.abs()), q.z.abs());
            ($rotation(q), if largest > 0.0 { given } else { 0.0 })
        }
    })+ };
}
impl_vector3!(
    Vec3: f32, Vec3A::from, Vec4::from;
    DVec3: f64, |v: DVec3| v.as_vec3a(), |q: DQuat| Vec4::from(q.as_quat())
);
