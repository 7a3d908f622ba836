//! A box and a triangle by their thirteen candidate axes.
//!
//! Source: T. Akenine-Möller, "Fast 3D triangle-box overlap testing", Journal of Graphics Tools 6(1), 2001.
//! In the box's frame the axes are its own, the triangle's normal, and the cross products of its edges `f`
//! with the box's. The height of a point `v` along the product of the box's edge `i` with `f` is component
//! `i` of `f × v`, so that one vector has the heights along three axes. All of them are sums of the three
//! products of corners `p × q`, `q × r`, `r × p`; and so is the normal, which is their sum.
//!
//! Error bound: let `R` be the sum of the half extents, of the magnitudes of the distance's components and of
//! the largest of the corners'; no corner is further from the box's center. A corner in the box's frame is
//! right to `70 u R` a component, a product of two corners to `200 u R²`, an edge to `140 u R`, the normal to
//! `600 u R²`, whose length is at most `2.6 R²`. So no gap along the box's axes errs by more than `72 u R`,
//! none along two edges, not normalized, by more than `550 u R²`, and that along the normal not by more than
//! `2000 u R³`. They are compared as one number: the first times `16 R²`, the second times `3 R`, with `2048
//! u R³`. World coordinates that are rounded by `w` move a gap by `w` times the length of the axis, which is
//! 1, at most `2 R`, and `2.6 R²`: at most `16 w R²` in all.
//!
//! Edges that are (nearly) parallel have no gap that is surely negative. Those that come nearer than `t =
//! THIN · R` to parallel, not normalized, are skipped if all other gaps are below `-40 t R²`, in the units of
//! the comparison. Proof: computed edges are right to `0.2 t`. Move one corner or two, by no more than `1.2
//! t`, so that the edges that are skipped are parallel to the box's. The gaps along the edges' axes change by
//! less than `8.3 t R`, that along the normal by less than `22.3 t R²`, so that the moved triangle, which has
//! none of the axes skipped, overlaps the box by more than `1.2 t`, and so the given one overlaps it. Where
//! no such motion exists (two axes of one edge are skipped, or an axis of each of the three edges), the
//! triangle is so thin that the gap along its normal is above `-22 t R²`.

use glam::{Vec3A, Vec3Swizzles};

use super::{SeenPoints, SinglePose, between, is_ordinary, sum};
use crate::math::Place;
use crate::shape::{Cuboid, Space3, Triangle};

/// The error bound of the gaps, in units of `R³`, as derived above.
const OWN_ERROR: f32 = 1024.0 * f32::EPSILON;
/// What the rounding of the world's coordinates comes to, in units of `R²`.
const WORLD: f32 = 16.0;
/// How near to parallel two edges are skipped, in units of `R`.
const THIN: f32 = 1.0 / 16384.0;

/// The gaps along the box's axes, the triangle's normal, and the cross products of the box's edges with each
/// of the triangle's, in the units of the comparison; and the squared lengths of those products.
struct TriangleGaps {
    faces: Vec3A,
    normal: f32,
    edges: [Vec3A; 3],
    squared_lengths: [Vec3A; 3],
}

/// Whether a box and a triangle meet: a sure yes or a sure no.
#[inline(never)]
pub(crate) fn meet<V: Space3>(
    (cuboid, place_a): (&Cuboid<V>, &Place<'_, V>),
    (triangle, place_b): (&Triangle<V>, &Place<'_, V>),
) -> Option<bool> {
    let (pose_a, pose_b) = (SinglePose::new(place_a)?, SinglePose::new(place_b)?);
    let half = cuboid.half_extents().to_single() * pose_a.scale;
    let corners = triangle.vertices().map(|v| v.to_single() * pose_b.scale);
    let seen = SeenPoints::new((&pose_a, half), &pose_b, corners, between(place_a, place_b));
    let size = seen.size;
    let error = size * OWN_ERROR + WORLD * seen.world;
    let gaps = TriangleGaps::new(half, seen.points, size);
    let ordinary = is_ordinary(error) && size > 1e-10 && size < 1e10;
    if !(ordinary && seen.is_ordinary) {
        return None;
    }
    let (error, widest) = (error * (size * size), gaps.widest());
    if widest.abs() > error {
        return Some(widest < 0.0);
    }
    gaps.overlap_but_for_parallel_edges(error, size).then_some(true)
}

impl TriangleGaps {
    #[inline(always)]
    fn new(half: Vec3A, [p, q, r]: [Vec3A; 3], size: f32) -> Self {
        let (low, high) = (p.min(q).min(r), p.max(q).max(r));
        let (x, y, z) = (p.cross(q), q.cross(r), r.cross(p));
        let normal = x + y + z;
        let (half_next, half_last) = (half.yzx(), half.zxy());
        let edges = [(q - p, x, y + z), (r - q, y, z + x), (p - r, z, x + y)];
        let gaps = edges.map(|(edge, minus_its_own, opposite)| {
            let (edge, its_own) = (edge.abs(), -minus_its_own);
            let reach = half_next * edge.zxy() + half_last * edge.yzx();
            its_own.min(opposite).max(-its_own.max(opposite)) - reach
        });
        let square = |edge: Vec3A| edge * edge;
        let squares = edges.map(|(edge, ..)| square(edge).yzx() + square(edge).zxy());
        Self {
            faces: (low.max(-high) - half) * (16.0 * size * size),
            normal: sum(normal * p).abs() - sum(normal.abs() * half),
            edges: gaps.map(|gaps| gaps * (3.0 * size)),
            squared_lengths: squares,
        }
    }
    #[inline(always)]
    fn widest(&self) -> f32 {
        let [x, y, z] = self.edges;
        self.faces.max(x).max(y.max(z)).max_element().max(self.normal)
    }
    /// Whether they surely overlap, without the axes of (nearly) parallel edges.
    #[cold]
    fn overlap_but_for_parallel_edges(&self, error: f32, size: f32) -> bool {
        let limit = -(error + 40.0 * THIN * size * size * size);
        let (deep, thin) = (Vec3A::splat(limit), Vec3A::splat(THIN * THIN * size * size));
        let of_edges = self.edges.iter().zip(self.squared_lengths);
        self.normal < limit
            && self.faces.cmplt(deep).all()
            && of_edges
                .map(|(gaps, squares)| gaps.cmplt(deep) | squares.cmplt(thin))
                .all(|m| m.all())
    }
}
