//! Boxes and triangles of space that pass each other, as about half of the pairs do that are asked about.
//!
//! In the projection along B's motion they are two convex polygons, and these are apart if the normal of an
//! edge of either separates them. That makes six candidate axes, each perpendicular to the motion and an
//! edge; the meeting itself has fifteen (`straight/solids.rs`). An axis counts only if its gap exceeds the
//! error bound and the motion along the axis, which is not exactly perpendicular.

use glam::DVec3;

use crate::cast::decided::{Decided, Filtered};
use crate::cast::sweep::bounds::GapErrors;
use crate::cast::sweep::hit::Hit;
use crate::math::{GivenRotation, Pose, Real, Rotation, ScalarOf, magnitude, turned_axes};
use crate::shape;
use crate::shape::{Placed, Shape3, Space3};

/// A miss, or undecided for all that may meet.
#[inline]
pub(in crate::cast) fn space<V: Space3>(a: &Placed<'_, V>, b: &Placed<'_, V>, way: V) -> Filtered<Hit<V>> {
    use Shape3::{Box, Triangle};
    if a.place.outer.is_some() || b.place.outer.is_some() {
        return None;
    }
    let (p, q) = (a.place.pose, b.place.pose);
    // This only saves time, so it is left out where code must be small.
    if cfg!(target_family = "wasm") {
        return None;
    }
    let passes_by = match (a.shape, b.shape) {
        (Box(c), Box(d)) => pass_by(&BoxEdges::new(c, p), &BoxEdges::new(d, q), [p, q], way),
        (Triangle(c), Triangle(d)) => {
            pass_by(&TriangleEdges::new(c, p), &TriangleEdges::new(d, q), [p, q], way)
        }
        (Box(c), Triangle(d)) => pass_by(&BoxEdges::new(c, p), &TriangleEdges::new(d, q), [p, q], way),
        (Triangle(c), Box(d)) => pass_by(&TriangleEdges::new(c, p), &BoxEdges::new(d, q), [p, q], way),
        _ => return None,
    };
    passes_by.then_some(Decided::Miss)
}

/// The images of the coordinate axes, enlarged, in double precision.
#[inline(always)]
fn axes_of<V: Space3>(pose: &Pose<V>) -> [DVec3; 3] {
    let axes = match pose.rotation().given() {
        GivenRotation::Quaternion(q) => turned_axes(q),
        _ => DVec3::AXES,
    };
    let scale = pose.scale().to_f64();
    axes.map(|axis| axis * scale)
}

/// A shape of few edges, in the world's axes, relative to its own origin.
trait EdgedShape {
    fn edges(&self) -> &[DVec3; 3];
    /// Its extent along a vector.
    fn span(&self, n: DVec3) -> (f64, f64);
    /// No point is further from its origin.
    fn extent(&self) -> f64;
}

/// A box; half of each side.
struct BoxEdges([DVec3; 3]);

impl BoxEdges {
    #[inline(always)]
    fn new<V: Space3>(cuboid: &shape::Cuboid<V>, pose: &Pose<V>) -> Self {
        let ([x, y, z], half) = (axes_of(pose), cuboid.half_extents().to_double());
        Self([x * half.x, y * half.y, z * half.z])
    }
}

impl EdgedShape for BoxEdges {
    #[inline]
    fn edges(&self) -> &[DVec3; 3] {
        &self.0
    }
    #[inline]
    fn span(&self, n: DVec3) -> (f64, f64) {
        let [x, y, z] = self.0;
        let half = x.dot(n).abs() + y.dot(n).abs() + z.dot(n).abs();
        (-half, half)
    }
    #[inline]
    fn extent(&self) -> f64 {
        self.0.iter().map(|side| magnitude(*side)).sum()
    }
}

struct TriangleEdges {
    corners: [DVec3; 3],
    edges: [DVec3; 3],
}

impl TriangleEdges {
    #[inline(always)]
    fn new<V: Space3>(triangle: &shape::Triangle<V>, pose: &Pose<V>) -> Self {
        let [x, y, z] = axes_of(pose);
        let turned = |v: &V| {
            let v = v.to_double();
            x * v.x + y * v.y + z * v.z
        };
        let [a, b, c] = triangle.vertices();
        let [a, b, c] = [turned(a), turned(b), turned(c)];
        Self {
            corners: [a, b, c],
            edges: [b - a, c - b, a - c],
        }
    }
}

impl EdgedShape for TriangleEdges {
    #[inline]
    fn edges(&self) -> &[DVec3; 3] {
        &self.edges
    }
    #[inline]
    fn span(&self, n: DVec3) -> (f64, f64) {
        let [a, b, c] = self.corners.map(|p| p.dot(n));
        let (low, high) = (Real::min(a, b), Real::max(a, b));
        (Real::min(low, c), Real::max(high, c))
    }
    #[inline]
    fn extent(&self) -> f64 {
        let [a, b, c] = self.corners.map(magnitude);
        Real::max(Real::max(a, b), c)
    }
}

/// A bound of the error of products of three lengths that underflow.
const LOST: f64 = 1e-290;

#[inline]
fn pass_by<V: Space3>(a: &impl EdgedShape, b: &impl EdgedShape, poses: [&Pose<V>; 2], way: V) -> bool {
    let [p, q] = poses.map(|pose| pose.position().to_double());
    let (way, between) = (way.to_double(), q - p);
    let reach = a.extent() + b.extent() + magnitude(p) + magnitude(q) + magnitude(way);
    let errors = GapErrors::new(ScalarOf::<V>::EPSILON.to_f64(), reach);
    let error_bound = errors.error_bound;
    let gaps = |n: DVec3| {
        let (one, other, apart) = (a.span(n), b.span(n), n.dot(between));
        (apart + other.0 - one.1, one.0 - other.1 - apart)
    };
    // B moves away.
    let mut passes_by = gaps(way).0 > error_bound * magnitude(way);
    for e in a.edges().iter().chain(b.edges()) {
        let n = way.cross(*e);
        let (near, far) = gaps(n);
        passes_by |= Real::max(near, far) > error_bound * magnitude(n) + n.dot(way).abs() + LOST;
    }
    passes_by & errors.are_moderate()
}
