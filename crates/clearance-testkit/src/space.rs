//! `TestSpace`: the constructors that all four spaces have, and the macro that runs a test in each.

use clearance::character::CharacterSpace;
use clearance::glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use clearance::math::{Pose, Rotation, Rotation2};
use clearance::shape::{InvalidShape, Shape2, Shape3};

use crate::Random;

/// Runs `fn body<V: TestSpace>()` as four tests, one in each space.
///
/// ```
/// use clearance_testkit::{TestSpace, for_each_space};
/// fn origin_is_finite<V: TestSpace>() {
///     assert!(V::ZERO.is_finite());
/// }
/// for_each_space!(origin_is_finite);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! for_each_space {
    ($($body:ident),+ $(,)?) => { $(
        mod $body {
            #[test]
            fn vec2() { super::$body::<$crate::clearance::glam::Vec2>(); }
            #[test]
            fn dvec2() { super::$body::<$crate::clearance::glam::DVec2>(); }
            #[test]
            fn vec3() { super::$body::<$crate::clearance::glam::Vec3>(); }
            #[test]
            fn dvec3() { super::$body::<$crate::clearance::glam::DVec3>(); }
        }
    )+ };
}

/// A space with common names for the shapes that 2D and 3D both have.
pub trait TestSpace: CharacterSpace {
    /// Circle or sphere.
    fn ball(radius: Self::Scalar) -> Result<Self::Shape, InvalidShape>;
    /// Ellipse or ellipsoid.
    fn ellipsoid(radii: Self) -> Result<Self::Shape, InvalidShape>;
    /// Segment.
    fn segment(a: Self, b: Self) -> Result<Self::Shape, InvalidShape>;
    /// Capsule.
    fn capsule(a: Self, b: Self, radius: Self::Scalar) -> Result<Self::Shape, InvalidShape>;
    /// Box.
    fn cuboid(half_extents: Self) -> Result<Self::Shape, InvalidShape>;
    /// Hull of points.
    fn convex(vertices: &[Self]) -> Result<Self::Shape, InvalidShape>;
    /// Half-space.
    fn half_space(normal: Self, offset: Self::Scalar) -> Result<Self::Shape, InvalidShape>;
    /// A convex shape grown by a ball.
    fn rounded(shape: Self::Shape, radius: Self::Scalar) -> Result<Self::Shape, InvalidShape>;
    /// Shapes placed together.
    fn compound(parts: Vec<(Self::Shape, Pose<Self>)>) -> Result<Self::Shape, InvalidShape>;
    /// A shape that only the plane, or only space, has: polygon, polyline, cylinder, cone, mesh, terrain, …
    fn special(random: &mut Random) -> Self::Shape;
    /// A solid that is not convex: the two [`arms`](crate::bracket::arms) as a polygon or a mesh.
    fn bracket() -> Self::Shape;
    /// Any rotation.
    fn any_rotation(random: &mut Random) -> Self::Rotation;
    /// Any angular velocity of at most so many radians about each axis.
    fn any_angular(random: &mut Random, most: f64) -> <Self::Rotation as Rotation<Self>>::Angular;
    /// `v` as a vector of this space: the first components of `v`.
    fn cut(v: DVec3) -> Self;
}

macro_rules! impl_test_space {
    ($v:ty, $shape:ident, $ball:ident, $ellipsoid:ident, $special:path, $bracket:path, $rotation:expr, $angular:expr, $cut:expr) => {
        impl TestSpace for $v {
            fn ball(radius: Self::Scalar) -> Result<Self::Shape, InvalidShape> {
                $shape::$ball(radius)
            }
            fn ellipsoid(radii: Self) -> Result<Self::Shape, InvalidShape> {
                $shape::$ellipsoid(radii)
            }
            fn segment(a: Self, b: Self) -> Result<Self::Shape, InvalidShape> {
                $shape::segment(a, b)
            }
            fn capsule(a: Self, b: Self, radius: Self::Scalar) -> Result<Self::Shape, InvalidShape> {
                $shape::capsule(a, b, radius)
            }
            fn cuboid(half_extents: Self) -> Result<Self::Shape, InvalidShape> {
                $shape::cuboid(half_extents)
            }
            fn convex(vertices: &[Self]) -> Result<Self::Shape, InvalidShape> {
                $shape::convex(vertices)
            }
            fn half_space(normal: Self, offset: Self::Scalar) -> Result<Self::Shape, InvalidShape> {
                $shape::half_space(normal, offset)
            }
            fn rounded(shape: Self::Shape, radius: Self::Scalar) -> Result<Self::Shape, InvalidShape> {
                shape.rounded(radius)
            }
            fn compound(parts: Vec<(Self::Shape, Pose<Self>)>) -> Result<Self::Shape, InvalidShape> {
                $shape::compound(parts)
            }
            fn special(random: &mut Random) -> Self::Shape {
                $special(random)
            }
            fn bracket() -> Self::Shape {
                $bracket()
            }
            fn any_rotation(random: &mut Random) -> Self::Rotation {
                $rotation(random)
            }
            fn any_angular(random: &mut Random, most: f64) -> <Self::Rotation as Rotation<Self>>::Angular {
                $angular(random, most)
            }
            fn cut(v: DVec3) -> Self {
                $cut(v)
            }
        }
    };
}

use crate::bracket::{bracket2, bracket3};
use crate::generate::{special2, special3};
const PI: f64 = core::f64::consts::PI;
impl_test_space!(
    Vec2,
    Shape2,
    circle,
    ellipse,
    special2,
    bracket2,
    |r: &mut Random| Rotation2::from_angle(r.between(-PI, PI) as f32),
    |r: &mut Random, most: f64| r.between(-most, most) as f32,
    |v: DVec3| v.truncate().as_vec2()
);
impl_test_space!(
    DVec2,
    Shape2,
    circle,
    ellipse,
    special2,
    bracket2,
    |r: &mut Random| Rotation2::from_angle(r.between(-PI, PI)),
    |r: &mut Random, most: f64| r.between(-most, most),
    |v: DVec3| v.truncate()
);
impl_test_space!(
    Vec3,
    Shape3,
    sphere,
    ellipsoid,
    special3,
    bracket3,
    |r: &mut Random| quaternion(r).as_quat(),
    |r: &mut Random, most: f64| r.vector::<Vec3>(most),
    |v: DVec3| v.as_vec3()
);
impl_test_space!(
    DVec3,
    Shape3,
    sphere,
    ellipsoid,
    special3,
    bracket3,
    quaternion,
    |r: &mut Random, most: f64| r.vector::<DVec3>(most),
    |v: DVec3| v
);

/// A unit quaternion of single-precision numbers, so that both precisions have the same rotation. It is made
/// from a square root instead of sine and cosine, so that every machine gets the same bits.
fn quaternion(random: &mut Random) -> DQuat {
    let half = random.between(-1.0, 1.0);
    let axis = random.direction::<DVec3>() * half;
    DQuat::from_vec4(axis.extend((1.0 - half * half).sqrt()))
        .as_quat()
        .as_dquat()
}

/// A 3D rotation from a quaternion in double precision.
pub trait FromQuaternion {
    /// The rotation, rounded to its own precision.
    fn from_quaternion(q: DQuat) -> Self;
}
impl FromQuaternion for DQuat {
    fn from_quaternion(q: DQuat) -> Self {
        q
    }
}
impl FromQuaternion for Quat {
    fn from_quaternion(q: DQuat) -> Self {
        q.as_quat()
    }
}
