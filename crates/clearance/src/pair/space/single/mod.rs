//! Whether a box meets a box, a triangle, a capsule or a ball, or a triangle a triangle, in single precision
//! and four lanes: enough for most pairs in any precision.
//!
//! All of it is without a branch, since hit or miss is unpredictable: every gap is computed, and one
//! comparison with the error bound decides. Within the bound the answer is `None`, and double precision
//! decides (`boxes/`, `search.rs`).
//!
//! # What all of them share
//!
//! The second shape is seen in the frame of A, the box if there is one, by the relative quaternion. Its
//! matrix is kept by its three *diagonals*: lane `i` of diagonal `k` is the entry in row `i` and column `i +
//! k`, counted in a circle. Then every product of the matrix with a vector, and every cross product, is a
//! product of lanes, with the lanes of one factor moved on by one or two (`yzx`, `zxy`).
//!
//! Error bound: let `u` be the unit roundoff of single precision. A component of the relative quaternion is a
//! sum of four products; by the inequality of Cauchy and Schwarz it is right to `4 u` of its length, and with
//! the rounding of the two given ones to `6 u`. An entry of the rotation is a sum of two products of such
//! components, doubled, over the squared length: right to `64 u`. A vector `d` turned back by a given
//! quaternion is `d + 2 (v × (v × d) - w (v × d))`, over the squared length: each cross product errs by `2 u`
//! of the lengths, so that the result is right to `64 u |d|`, too. The difference of two positions is taken
//! in the scene's precision; it is right to one rounding, and rounded once more. What a sum of these comes
//! to, each file says. Coordinates of the world that are themselves rounded add [`WORLD_ERROR`].
//!
//! Limits: shapes whose place is one pose; error bounds from 1e-19 to 1e10, so that no product of lengths
//! overflows or vanishes (those of sizes from 1e-13 to 1e13, about); and quaternions of a length from 1e-5 to
//! 1e5, whose product is so, too. Everything else is undecided: what is infinite in single precision, or not
//! a number, too.
//!
//! With wider registers (`simd::widest`) the kernels are shorter, but finding out that there are some takes
//! longer than that saves.
//!
//! Imports run one way: `box_axis` → `boxes` → `box_ball` → `box_capsule` → `box_triangle` → `triangles`.

mod box_axis;
mod box_ball;
mod box_capsule;
mod box_triangle;
mod boxes;
#[cfg(test)]
mod tests;
mod triangles;

pub(super) use box_axis::axis_beyond;
pub(super) use box_ball::meet as box_meets_ball;
pub(super) use box_capsule::meet as box_meets_capsule;
pub(super) use box_triangle::meet as box_meets_triangle;
pub(super) use boxes::meet as boxes_meet;
pub(super) use triangles::meet as triangles_meet;

use glam::{Vec3A, Vec3Swizzles, Vec4, Vec4Swizzles};

use crate::math::{Place, Real, ScalarOf};
use crate::pair::core_pair::WORLD_ERROR;
use crate::shape::Space3;

/// A pose in single precision.
struct SinglePose {
    /// x, y, z, w, of any length.
    rotation: Vec4,
    scale: f32,
    /// The magnitudes of the position.
    distance: Vec3A,
    /// How far a world vertex may be from the true one, in units of its magnitude.
    rounding: f32,
}

impl SinglePose {
    /// `None` where the place is a chain of poses.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new<V: Space3>(place: &Place<'_, V>) -> Option<Self> {
        if place.outer.is_some() {
            return None;
        }
        let pose = place.pose;
        let world_error = ScalarOf::<V>::lit(WORLD_ERROR) * ScalarOf::<V>::EPSILON;
        let (rotation, rounding) = V::single_rotation(pose.rotation(), world_error);
        Some(Self {
            rotation,
            scale: pose.scale().to_f64() as f32,
            distance: pose.position().to_single().abs(),
            rounding: rounding.to_f64() as f32,
        })
    }
    /// A vector of the world in this frame.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn turn_back(&self, d: Vec3A) -> Vec3A {
        let v = Vec3A::from_vec4(self.rotation);
        let across = v.cross(d);
        let twice = v.cross(across) - across * self.rotation.w;
        d + twice * (2.0 / self.rotation.length_squared())
    }
    /// The rotation of `other` in this frame: the product of the conjugate of this quaternion with its.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn relative(&self, other: &Self) -> Vec4 {
        let (p, q) = (self.rotation, other.rotation);
        q * p.w
            + q.wzyx() * Vec4::new(-1.0, 1.0, -1.0, 1.0) * p.x
            + q.zwxy() * Vec4::new(-1.0, -1.0, 1.0, 1.0) * p.y
            + q.yxwz() * Vec4::new(1.0, -1.0, -1.0, 1.0) * p.z
    }
}

/// Whether a quaternion, and the product of its conjugate with another, are of ordinary length; so is the
/// other.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn are_ordinary(own: Vec4, relative: Vec4) -> bool {
    let squares = [own, relative].map(Vec4::length_squared);
    squares
        .into_iter()
        .all(|squared| squared > 1e-10 && squared < 1e10)
}

/// The diagonals of the matrix of a quaternion of any length; its columns are the images of the axes.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn diagonals(q: Vec4) -> [Vec3A; 3] {
    let v = Vec3A::from_vec4(q);
    let twice = v * (2.0 / q.length_squared());
    let (next, last) = (twice.yzx(), twice.zxy());
    [
        Vec3A::ONE - (v.yzx() * next + v.zxy() * last),
        v * next - last * q.w,
        v * last + next * q.w,
    ]
}

/// From the center of a shape to that of another, in the world: the difference is taken before it is rounded.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn between<V: Space3>(a: &Place<'_, V>, b: &Place<'_, V>) -> Vec3A {
    (b.pose.position() - a.pose.position()).to_single()
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn sum(v: Vec3A) -> f32 {
    v.x + v.y + v.z
}

/// Whether the numbers behind this error bound are of an ordinary size.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn is_ordinary(error: f32) -> bool {
    error > 1e-19 && error < 1e10
}

/// Points of a shape in the frame of A, and what their error bound depends on.
struct SeenPoints<const N: usize> {
    points: [Vec3A; N],
    /// The sum `R` of the largest coordinates of both shapes and of the magnitudes of the distance's
    /// components.
    size: f32,
    /// How far world coordinates may be from the true ones, the sum of the components.
    world: f32,
    is_ordinary: bool,
}

impl<const N: usize> SeenPoints<N> {
    /// `a` is the pose of the other shape, with its largest coordinates there.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new(a: (&SinglePose, Vec3A), b: &SinglePose, points: [Vec3A; N], between: Vec3A) -> Self {
        let ((pose, extent_a), extent) = (a, largest(&points));
        let world = (extent_a + pose.distance) * pose.rounding + (extent + b.distance) * b.rounding;
        let relative = pose.relative(b);
        let [d0, d1, d2] = diagonals(relative);
        let center = pose.turn_back(between);
        Self {
            points: points.map(|v| center + (d0 * v + d1 * v.yzx() + d2 * v.zxy())),
            size: sum(extent_a + extent + between.abs()),
            world: sum(world),
            is_ordinary: are_ordinary(pose.rotation, relative),
        }
    }
}

/// The largest magnitudes of the coordinates of some points.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn largest(points: &[Vec3A]) -> Vec3A {
    points.iter().fold(Vec3A::ZERO, |most, p| most.max(p.abs()))
}
