//! Eight pairs of triangles by their eleven axes.
//!
//! The axes of `space/triangles/`, one pair in each lane: both normals, and the nine cross products of an
//! edge of A with one of B. Along `e x f` both ends of the edge `e` are at one height, and the third corner
//! of A is above them by the product of A's normal with `f`, whichever `e` is: so each axis takes one cross
//! product and one height. Axes are not normalized.
//!
//! # Error bound
//!
//! Let `u` be the unit roundoff, `E` and `F` the largest sums of magnitudes of an edge of A and of B, and `T`
//! that of a vector from a corner of A to one of B. A height along `e x f` is a sum of six products of three
//! differences: right to `8 u T E F`; those above an edge are right to `8 u E F (E + F)`. With `R = T + E +
//! F` a gap is off by less than `16 u R E F`, and along A's normal by `16 u R E E`. Twice as much is taken.
//! World vertices that are off by `w` move a gap by `w` times the length of the axis, which is at most `E F`,
//! or `E E`.
//!
//! Where the gaps along all axes are negative by more than that, the planes of the two are not parallel,
//! since then the gap along the normal would be 0 or more. So there are no other axes, and the two meet.
//!
//! Limits: edges that are parallel, or much shorter than the other triangle, are not sure; nor are sizes
//! beyond those where products of three lengths overflow or vanish.

use glam::DVec3;

use super::row::{Kernel, Row, Sure, numbers, rounding};
use super::three::{Three, absolute, cross, dot, least, minus, most, total};
use crate::math::{GivenRotation, Real, Rotation, Space, magnitude, turned_axes};
use crate::shape::{Placed, Shape3, Space3};
use crate::simd::{EIGHT, Eight, Lanes};

/// The error bound of a gap in units of `R E F`.
const OWN_ERROR: f32 = 16.0 * f32::EPSILON;
/// Error bounds in this range come from products that neither overflow nor vanish.
const ORDINARY: [f32; 2] = [1e-30, 1e30];

/// The kernel of triangles.
pub(crate) struct Triangles;

impl Triangles {
    /// The corners in the world, the error bound of these, and the largest edge. `None` for other shapes.
    pub(crate) fn row<V: Space3>(placed: &Placed<'_, V>) -> Option<Row> {
        let (Shape3::Triangle(triangle), None) = (placed.shape, placed.place.outer) else {
            return None;
        };
        let pose = placed.place.pose;
        let (scale, origin) = (pose.scale().to_f64(), pose.position().to_double());
        let axes = match pose.rotation().given() {
            GivenRotation::Quaternion(q) => turned_axes(q),
            _ => DVec3::AXES,
        };
        let local = triangle.vertices().map(|v| v.to_double() * scale);
        let world = local.map(|v| (DVec3::combine(&axes, v) + origin).as_vec3());
        let reach = local
            .map(|v| magnitude(v) + magnitude(origin))
            .into_iter()
            .fold(0.0, f64::max);
        let [p, q, r] = world;
        let edges = [q - p, r - q, p - r].map(|e| magnitude(e.as_dvec3()));
        let edge = edges.into_iter().fold(0.0, f64::max) * (1.0 + f64::from(f32::EPSILON));
        let error = (reach * rounding::<V>()) as f32;
        Some(Row([
            p.x,
            p.y,
            p.z,
            error,
            q.x,
            q.y,
            q.z,
            edge as f32,
            r.x,
            r.y,
            r.z,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
        ]))
    }
}

impl Kernel for Triangles {
    type A = Row;
    type B = Row;
    #[inline(always)]
    fn ask<L: Lanes>(lanes: L, a: [&Row; EIGHT], b: [&Row; EIGHT]) -> Sure {
        let (a, b) = (EightTriangles::new(lanes, a), EightTriangles::new(lanes, b));
        let between = minus(b.corners[0], a.corners[0]);
        let reach = total(absolute(between)) + (a.edge + b.edge) + (a.edge + b.edge);
        let error = reach * lanes.splat(OWN_ERROR) + (a.world_error + b.world_error);
        let zero = lanes.splat(0.0);
        let gaps = [
            a.gap_above(&b),
            b.gap_above(&a),
            most([
                gap_of_edges(&a, &b, 0, zero),
                gap_of_edges(&a, &b, 1, zero),
                gap_of_edges(&a, &b, 2, zero),
            ]),
        ];
        let errors = [
            error * (a.edge * a.edge),
            error * (b.edge * b.edge),
            error * (a.edge * b.edge),
        ];
        let (mut meet, mut apart) = (u8::MAX, 0);
        for k in 0..3 {
            meet &= lanes.are_at_most(gaps[k], -errors[k]);
            apart |= lanes.are_at_most(errors[k], gaps[k]);
        }
        let is_ordinary = are_products_ordinary(lanes, least(errors), most(errors));
        Sure {
            meet: meet & is_ordinary,
            apart: apart & is_ordinary,
        }
    }
}

/// Where the least and the greatest of some error bounds come from products of three lengths that neither
/// overflow nor vanish, as bits.
#[inline(always)]
pub(super) fn are_products_ordinary<L: Lanes>(lanes: L, least: L::Eight, most: L::Eight) -> u8 {
    lanes.are_at_most(lanes.splat(ORDINARY[0]), least) & lanes.are_at_most(most, lanes.splat(ORDINARY[1]))
}

/// One side of eight pairs, a triangle in each lane.
pub(super) struct EightTriangles<E> {
    pub corners: [Three<E>; 3],
    edges: [Three<E>; 3],
    normal: Three<E>,
    /// The largest edge, as the sum of the magnitudes of its components.
    pub edge: E,
    pub world_error: E,
}

impl<E: Eight> EightTriangles<E> {
    #[inline(always)]
    pub(super) fn new<L: Lanes<Eight = E>>(lanes: L, rows: [&Row; EIGHT]) -> Self {
        let rows = numbers(rows);
        let [px, py, pz, world_error] = lanes.columns(&rows, 0);
        let [qx, qy, qz, edge] = lanes.columns(&rows, 4);
        let [rx, ry, rz, _] = lanes.columns(&rows, 8);
        let (p, q, r) = ([px, py, pz], [qx, qy, qz], [rx, ry, rz]);
        let edges = [minus(q, p), minus(r, q), minus(p, r)];
        Self {
            corners: [p, q, r],
            normal: cross(edges[0], edges[1]),
            edges,
            edge,
            world_error,
        }
    }
    /// The gap along the normal.
    #[inline(always)]
    fn gap_above(&self, other: &Self) -> E {
        let heights = [
            dot(self.normal, minus(other.corners[0], self.corners[0])),
            dot(self.normal, minus(other.corners[1], self.corners[0])),
            dot(self.normal, minus(other.corners[2], self.corners[0])),
        ];
        least(heights).max(-most(heights))
    }
}

/// The widest gap along the cross products of A's edges with edge `j` of B.
#[inline(always)]
fn gap_of_edges<E: Eight>(a: &EightTriangles<E>, b: &EightTriangles<E>, j: usize, zero: E) -> E {
    let third_of_a = -dot(a.normal, b.edges[j]);
    let of_a = [third_of_a.min(zero), third_of_a.max(zero)];
    most([
        gap_of_edge(a, b, [0, j], of_a, zero),
        gap_of_edge(a, b, [1, j], of_a, zero),
        gap_of_edge(a, b, [2, j], of_a, zero),
    ])
}

/// The same of edge `i`; `of_a` is what A takes along the axis, seen from its edge.
#[inline(always)]
fn gap_of_edge<E: Eight>(
    a: &EightTriangles<E>,
    b: &EightTriangles<E>,
    [i, j]: [usize; 2],
    of_a: [E; 2],
    zero: E,
) -> E {
    let between = minus(b.corners[j], a.corners[i]);
    let height = dot(between, cross(a.edges[i], b.edges[j]));
    let third_of_b = dot(b.normal, a.edges[i]);
    let ahead = (height + third_of_b.min(zero)) - of_a[1];
    let behind = of_a[0] - (height + third_of_b.max(zero));
    ahead.max(behind)
}
