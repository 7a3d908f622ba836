//! Two triangles by their eleven axes: whether they meet, three axes at a time.
//!
//! As in `eight/triangles.rs`, but in A's frame, and with an edge of A in each lane: along `e x f` both ends
//! of the edge `e` of A are at one height, and the third corner is above them by the product of A's normal
//! with `f`, whichever `e` is. Axes are not normalized.
//!
//! # Error bound
//!
//! Let `R` be the sum of the largest coordinates of both and of the magnitudes of the distance's components.
//! A corner of B in A's frame is right to `70 u R` a component, so that it is off by less than `122 u R`;
//! that moves a gap by as much times the length of the axis. Let `E` and `F` be the largest sums of
//! magnitudes of an edge of A and of B. A turn makes a sum of magnitudes larger by the square root of 3 at
//! most: so no vector from a corner of A to one of B has a sum above `1.8 R`, and `E + F` is at most `3.5 R`.
//! A gap along `e x f`, a sum of products of three differences, is off by less than `16 u (1.8 R + E + F) E
//! F`, and along a normal by that with `E E` or `F F`, as `eight/` derives. Both together are less than `208
//! u R` times that product; `288 u` is taken. World coordinates that are rounded by `w` move a gap by `w`
//! times the length of the axis, which is at most `E F`, or `E E`, or `F F`.
//!
//! Where the gaps along all axes are negative by more than that, the planes of the two are not parallel,
//! since then the gap along the normal would be 0 or more. So there are no other axes, and the two meet.

use glam::{Vec3A, Vec3Swizzles};

use super::{SeenPoints, SinglePose, between, is_ordinary, largest, sum};
use crate::math::Place;
use crate::shape::{Space3, Triangle};

/// The error bound of the gaps in units of `R E F`, as derived above.
const OWN_ERROR: f32 = 144.0 * f32::EPSILON;

/// Whether two triangles meet: a sure yes or a sure no.
#[inline(never)]
pub(crate) fn meet<V: Space3>(
    (a, place_a): (&Triangle<V>, &Place<'_, V>),
    (b, place_b): (&Triangle<V>, &Place<'_, V>),
) -> Option<bool> {
    let (pose_a, pose_b) = (SinglePose::new(place_a)?, SinglePose::new(place_b)?);
    let a = a.vertices().map(|v| v.to_single() * pose_a.scale);
    let b = b.vertices().map(|v| v.to_single() * pose_b.scale);
    let seen = SeenPoints::new((&pose_a, largest(&a)), &pose_b, b, between(place_a, place_b));
    let size = seen.size;
    let error = size * OWN_ERROR + seen.world;
    let (gaps, errors) = gaps(a, seen.points, error);
    let ordinary = is_ordinary(error) && size > 1e-9 && size < 1e9 && errors.min_element() > 1e-30;
    if !(ordinary && seen.is_ordinary) {
        return None;
    }
    if gaps.cmpgt(errors).any() {
        return Some(false);
    }
    gaps.cmplt(-errors).all().then_some(true)
}

/// The gaps along A's normal and along B's, and the widest along the products of edges, with their error
/// bounds.
#[inline(always)]
fn gaps(a: [Vec3A; 3], b: [Vec3A; 3], error: f32) -> (Vec3A, Vec3A) {
    let edge = |p: [Vec3A; 3], i: usize| p[(i + 1) % 3] - p[i];
    let edges_b = [edge(b, 0), edge(b, 1), edge(b, 2)];
    let normals = [edge(a, 0).cross(edge(a, 1)), edges_b[0].cross(edges_b[1])];
    // A coordinate of all three corners of A in each, and of its edges.
    let [x, y, z] = [
        Vec3A::new(a[0].x, a[1].x, a[2].x),
        Vec3A::new(a[0].y, a[1].y, a[2].y),
        Vec3A::new(a[0].z, a[1].z, a[2].z),
    ];
    let [ex, ey, ez] = [x.yzx() - x, y.yzx() - y, z.yzx() - z];
    let heights_b = Vec3A::new(
        normals[0].dot(b[0] - a[0]),
        normals[0].dot(b[1] - a[0]),
        normals[0].dot(b[2] - a[0]),
    );
    let n = normals[1];
    let heights_a = (x - b[0].x) * n.x + (y - b[0].y) * n.y + (z - b[0].z) * n.z;
    // How far above each edge of A the third corner of B is, along the product with any of B's edges.
    let third_of_b = ex * n.x + ey * n.y + ez * n.z;
    let (below, above) = (third_of_b.min(Vec3A::ZERO), third_of_b.max(Vec3A::ZERO));
    let mut widest = Vec3A::splat(f32::NEG_INFINITY);
    for j in 0..3 {
        let (f, p) = (edges_b[j], b[j]);
        let across = [ey * f.z - ez * f.y, ez * f.x - ex * f.z, ex * f.y - ey * f.x];
        let height = (p.x - x) * across[0] + (p.y - y) * across[1] + (p.z - z) * across[2];
        let third_of_a = -normals[0].dot(f);
        let ahead = (height + below) - third_of_a.max(0.0);
        let behind = third_of_a.min(0.0) - (height + above);
        widest = widest.max(ahead).max(behind);
    }
    let longest = |x: Vec3A, y: Vec3A, z: Vec3A| (x.abs() + y.abs() + z.abs()).max_element();
    let of_a = longest(ex, ey, ez);
    let of_b = sum(edges_b[0].abs())
        .max(sum(edges_b[1].abs()))
        .max(sum(edges_b[2].abs()));
    let along_normal = |heights: Vec3A| heights.min_element().max(-heights.max_element());
    (
        Vec3A::new(
            along_normal(heights_b),
            along_normal(heights_a),
            widest.max_element(),
        ),
        Vec3A::new(of_a * of_a, of_b * of_b, of_a * of_b) * error,
    )
}
