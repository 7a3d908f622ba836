//! Whether a box and a triangle meet, of eight pairs at a time, in single precision.
//!
//! The thirteen axes of `space/box_triangle.rs`, one pair in each lane: in the frame of the box, its own
//! axes, the triangle's normal, and the cross products of the box's axes with the triangle's edges. Both
//! ends of an edge are at one height along such a product, so two heights are what the triangle takes
//! there.
//!
//! # Error bound
//!
//! Let `u` be the unit roundoff and `R` the sum of the half extents, of the components of the vector from the
//! box's center to a corner, and of the largest edge, twice. In the frame of the box each coordinate of a
//! corner is right to `48 u R` (`box_and_ball.rs`), so a corner is off by less than `84 u R`, and by what the
//! world vertices are rounded by. For what follows, the rounded corners are a triangle of their own: it
//! decides for the true one where the gap along an axis is greater than that, and the overlap along all axes.
//!
//! - The product of axis `i` with an edge `f` has the other two components of `f`, each of them a difference
//!   that is rounded once, however nearly parallel the two are. So its gap is a sum of products that is right
//!   to `16 u R` times the sum of these two components, which is not less than the length of the product.
//!   What underflow takes is below [`UNDERFLOW`]. Where both components are 0, the two are parallel, and
//!   there is no such axis.
//! - The normal may cancel: it is right to `8 u E E`, with `E` the largest edge, and its gap to `32 u R E E`.
//!
//! `192 u R` are taken, times the sum, or times `E E`.
//!
//! Limits: thin slivers, whose normal is not known to that bound, are not sure where they meet; nor are sizes
//! from which products of three lengths overflow or vanish.

use super::row::{Kernel, Row, Sure, are_ordinary};
use super::space_boxes::{EightBoxesOfSpace, turned_back};
use super::three::{Three, absolute, cross, dot, least, minus, most, total};
use super::triangles::{self, EightTriangles};
use crate::simd::{EIGHT, Eight, Lanes};

/// The error bound of gaps in units of `R`.
const OWN_ERROR: f32 = 96.0 * f32::EPSILON;
/// What sums of products below the smallest ordinary number can lose, and more.
const UNDERFLOW: f32 = f32::MIN_POSITIVE;

/// The kernel of a box of space and a triangle.
pub(crate) struct BoxAndTriangle;

impl Kernel for BoxAndTriangle {
    type A = Row;
    type B = Row;
    #[inline(always)]
    fn ask<L: Lanes>(lanes: L, a: [&Row; EIGHT], b: [&Row; EIGHT]) -> Sure {
        let (cuboid, triangle) = (EightBoxesOfSpace::new(lanes, a), EightTriangles::new(lanes, b));
        let seen = Seen::new(lanes, &cuboid, &triangle);
        let is_ordinary = are_ordinary(lanes, seen.reach)
            & triangles::are_products_ordinary(lanes, seen.error_of_normal, seen.error_of_normal);
        let mut sure = seen.of_faces(lanes).and(seen.of_normal(lanes));
        for j in 0..3 {
            for i in 0..3 {
                sure = sure.and(seen.of_edges(lanes, i, j));
            }
        }
        Sure {
            meet: sure.meet & is_ordinary,
            apart: sure.apart & is_ordinary,
        }
    }
}

/// A triangle in the frame of a box, in each lane.
struct Seen<E> {
    half: Three<E>,
    corners: [Three<E>; 3],
    edges: [Three<E>; 3],
    /// `R`.
    reach: E,
    /// Of a gap along an axis of length 1.
    error: E,
    error_of_normal: E,
}

impl<E: Eight> Seen<E> {
    #[inline(always)]
    fn new<L: Lanes<Eight = E>>(
        lanes: L,
        cuboid: &EightBoxesOfSpace<E>,
        triangle: &EightTriangles<E>,
    ) -> Self {
        let [p, q, r] = triangle.corners;
        let away = [cuboid.to(p), cuboid.to(q), cuboid.to(r)];
        let reach = total(cuboid.half) + total(absolute(away[0])) + (triangle.edge + triangle.edge);
        let error = reach * lanes.splat(OWN_ERROR) + (cuboid.world_error + triangle.world_error);
        let corners = [
            turned_back(cuboid.rotation, away[0]),
            turned_back(cuboid.rotation, away[1]),
            turned_back(cuboid.rotation, away[2]),
        ];
        let [p, q, r] = corners;
        Self {
            half: cuboid.half,
            corners,
            edges: [minus(q, p), minus(r, q), minus(p, r)],
            reach,
            error,
            error_of_normal: error * (triangle.edge * triangle.edge),
        }
    }
    /// Along the axes of the box.
    #[inline(always)]
    fn of_faces<L: Lanes<Eight = E>>(&self, lanes: L) -> Sure {
        let [p, q, r] = self.corners;
        let gaps = [
            beyond([p[0], q[0], r[0]], self.half[0]),
            beyond([p[1], q[1], r[1]], self.half[1]),
            beyond([p[2], q[2], r[2]], self.half[2]),
        ];
        sure_of(lanes, most(gaps), self.error)
    }
    /// Along the triangle's normal.
    #[inline(always)]
    fn of_normal<L: Lanes<Eight = E>>(&self, lanes: L) -> Sure {
        let normal = cross(self.edges[0], self.edges[1]);
        let gap = dot(normal, self.corners[0]).abs() - dot(absolute(normal), self.half);
        sure_of(lanes, gap, self.error_of_normal)
    }
    /// Along the cross product of axis `i` with edge `j`, if they are not parallel.
    #[inline(always)]
    fn of_edges<L: Lanes<Eight = E>>(&self, lanes: L, i: usize, j: usize) -> Sure {
        let (m, n) = ((i + 1) % 3, (i + 2) % 3);
        let (edge, start, other) = (self.edges[j], self.corners[j], self.corners[(j + 2) % 3]);
        let heights = [
            edge[m] * start[n] - edge[n] * start[m],
            edge[m] * other[n] - edge[n] * other[m],
        ];
        let (along_m, along_n) = (edge[m].abs(), edge[n].abs());
        let of_box = along_m * self.half[n] + along_n * self.half[m];
        let gap = heights[0].min(heights[1]).max(-heights[0].max(heights[1])) - of_box;
        let length = along_m + along_n;
        let sure = sure_of(lanes, gap, self.error * length + lanes.splat(UNDERFLOW));
        Sure {
            meet: sure.meet | lanes.are_at_most(length, lanes.splat(0.0)),
            apart: sure.apart,
        }
    }
}

/// How far three heights are beyond those from `-half` to `half`.
#[inline(always)]
fn beyond<E: Eight>(heights: Three<E>, half: E) -> E {
    least(heights).max(-most(heights)) - half
}

#[inline(always)]
fn sure_of<L: Lanes>(lanes: L, gap: L::Eight, error: L::Eight) -> Sure {
    Sure {
        meet: lanes.are_at_most(gap, -error),
        apart: lanes.are_at_most(error, gap),
    }
}
