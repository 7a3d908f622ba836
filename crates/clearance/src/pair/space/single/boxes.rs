//! Two boxes by their fifteen candidate axes.
//!
//! Source: S. Gottschalk, "Separating axis theorem for oriented bounding boxes", 1996. In A's frame the cross
//! product of edge `i` of A with edge `j` of B consists of two entries of B's axis `j`; the gap along it, not
//! normalized, separates surely where it is above the error bound.
//!
//! Error bound: let `R` be the sum of all half extents and of the magnitudes of the distance's components.
//! The distance in A's frame is right to `64 u R`, and so are the entries (times a length up to `R`). A gap
//! of A has one of each, a gap of B or of two edges a sum of products of both, which by Cauchy's inequality
//! errs by `sqrt(3) (64 + 64) u |d|` for the distance `d` and by `64 u` for the extents: less than `256 u R`
//! with the rounding of the sums. Half as much again is taken.
//!
//! Edges that are (nearly) parallel have no gap that is surely negative. They are skipped if all other gaps
//! are well below 0, by the argument of `boxes/mod.rs` in the room above, with twice its depth for sines that
//! are themselves rounded (by less than a thirtieth of `THIN`).

use glam::{Vec3A, Vec3Swizzles};

use super::{SinglePose, are_ordinary, between, diagonals, is_ordinary, sum};
use crate::math::Place;
use crate::shape::{Cuboid, Space3};

/// The error bound of gaps in units of the sum `R`, as derived above.
const OWN_ERROR: f32 = 192.0 * f32::EPSILON;
/// The sine between two edges below which they count as parallel.
const THIN: f32 = 1.0 / 4096.0;

/// The gaps along A's axes, B's axes, and, not normalized, the cross products of edge `i` of A with edges
/// `i`, `i + 1` and `i + 2` of B; and the squared lengths of those.
struct BoxGaps {
    faces: [Vec3A; 2],
    edges: [Vec3A; 3],
    squared_sines: [Vec3A; 3],
}

/// Whether two boxes meet: a sure yes or a sure no.
#[inline(never)]
pub(crate) fn meet<V: Space3>(
    (a, place_a): (&Cuboid<V>, &Place<'_, V>),
    (b, place_b): (&Cuboid<V>, &Place<'_, V>),
) -> Option<bool> {
    let (pose_a, pose_b) = (SinglePose::new(place_a)?, SinglePose::new(place_b)?);
    let half_a = a.half_extents().to_single() * pose_a.scale;
    let half_b = b.half_extents().to_single() * pose_b.scale;
    let between = between(place_a, place_b);
    let scale = half_a + half_b + between.abs();
    let error = scale * OWN_ERROR
        + (half_a + pose_a.distance) * pose_a.rounding
        + (half_b + pose_b.distance) * pose_b.rounding;
    let error = sum(error);
    let relative = pose_a.relative(&pose_b);
    let gaps = gaps(half_a, half_b, pose_a.turn_back(between), &diagonals(relative));
    if !(is_ordinary(error) && are_ordinary(pose_a.rotation, relative)) {
        return None;
    }
    let widest = gaps.widest();
    if widest.abs() > error {
        return Some(widest < 0.0);
    }
    gaps.overlap_but_for_parallel_edges(error, sum(scale))
        .then_some(true)
}

/// The gaps of two boxes of these half extents, where `t` is B's center, and the matrix B's axes, in A's
/// frame.
#[inline(always)]
fn gaps(a: Vec3A, b: Vec3A, t: Vec3A, matrix: &[Vec3A; 3]) -> BoxGaps {
    let [d0, d1, d2] = *matrix;
    let [r0, r1, r2] = matrix.map(Vec3A::abs);
    let ((a1, a2), (b1, b2), (t1, t2)) = ((a.yzx(), a.zxy()), (b.yzx(), b.zxy()), (t.yzx(), t.zxy()));
    let of_a = t.abs() - (a + r0 * b + r1 * b1 + r2 * b2);
    // The entries below and above the main diagonal, in the lane of their column.
    let (below, above) = (d2.yzx(), d1.zxy());
    let seen = d0 * t + below * t1 + above * t2;
    let of_b = seen.abs() - (b + r0 * a + below.abs() * a1 + above.abs() * a2);
    // With the entries of B's axis in the two rows after row i, and what B's other two axes have in row i.
    let edges = |next: Vec3A, last: Vec3A, of_b: Vec3A| {
        (t2 * next - t1 * last).abs() - (a1 * last.abs() + a2 * next.abs() + of_b)
    };
    let ((next, last), (next2, last2)) = ((d0.yzx(), d2.zxy()), (d1.yzx(), d0.zxy()));
    BoxGaps {
        faces: [of_a, of_b],
        edges: [
            edges(below, above, b1 * r2 + b2 * r1),
            edges(next, last, b2 * r0 + b * r2),
            edges(next2, last2, b * r1 + b1 * r0),
        ],
        squared_sines: [(below, above), (next, last), (next2, last2)].map(|(x, y)| x * x + y * y),
    }
}

impl BoxGaps {
    #[inline(always)]
    fn widest(&self) -> f32 {
        let [x, y, z] = self.edges;
        self.faces[0]
            .max(self.faces[1])
            .max(x.max(y).max(z))
            .max_element()
    }
    /// Whether they surely overlap, without the axes of (nearly) parallel edges.
    #[cold]
    fn overlap_but_for_parallel_edges(&self, error: f32, scale: f32) -> bool {
        let deep = Vec3A::splat(-(error + 32.0 * THIN * scale));
        let of_faces = self.faces[0].max(self.faces[1]).cmplt(deep).all();
        let of_edges = self.edges.iter().zip(self.squared_sines);
        let thin = Vec3A::splat(THIN * THIN);
        of_faces
            && of_edges
                .map(|(gaps, squares)| gaps.cmplt(deep) | squares.cmplt(thin))
                .all(|m| m.all())
    }
}
