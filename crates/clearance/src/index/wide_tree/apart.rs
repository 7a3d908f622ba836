//! Which triangles of two leaves are surely apart: sixteen pairs, from corners that lie side by side.
//!
//! Source: S. Gottschalk, "Separating axis theorem and its application to collision detection", 1996: two
//! triangles are apart if a direction tells them apart, and eleven are enough: both normals and the products
//! of two edges.
//!
//! Idea: of the pairs of triangles in two boxes that meet, most are apart, and of long thin ones nearly all.
//! So the four triangles of one leaf are projected together, beside one of the other leaf after the other.
//! Any direction at all may tell two triangles apart, so a direction that is rounded proves as much as an
//! exact one; only projections have errors. Whatever is left goes to the caller, who knows the triangles
//! exactly.
//!
//! Where we differ: boxes along the axes come first, then normals, and edges only for what is left.
//!
//! Limit: triangles in one plane are told apart by their boxes alone.

use glam::Vec4;

use super::corners::{Corners, HALF_ULP};
use super::lanes::{Points, absolute, cross, dot, minus, square_roots, sum};
use super::transform::Transform;
use super::walk::{BELOW, Mask};

/// More than what is lost where numbers are too small to be rounded as others are.
const LEAST: f32 = f32::MIN_POSITIVE;

/// The square of the length of an axis is not taken to be shorter: what is, is rounded too much.
const SHORTEST: f32 = 1e-25;

/// Pairs of edges.
const PAIRS: [(usize, usize); 9] = [
    (0, 0),
    (1, 0),
    (2, 0),
    (0, 1),
    (1, 1),
    (2, 1),
    (0, 2),
    (1, 2),
    (2, 2),
];

/// Four triangles, their edges from each corner to the next, and how long these are.
struct Four {
    corners: [Points; 3],
    edges: [Points; 3],
    lengths: [Vec4; 3],
    normal: Points,
    low: Points,
    high: Points,
}

impl Four {
    #[inline(always)]
    fn new(corners: [Points; 3]) -> Self {
        let [a, b, c] = &corners;
        let edges = [minus(b, a), minus(c, b), minus(a, c)];
        Self {
            lengths: [largest(&edges[0]), largest(&edges[1]), largest(&edges[2])],
            normal: cross(&edges[0], &edges[1]),
            low: least(&least(a, b), c),
            high: greatest(&greatest(a, b), c),
            edges,
            corners,
        }
    }
    /// Triangle `k`, four times.
    #[inline(always)]
    fn one(&self, k: usize) -> Self {
        let splat = |v: &Vec4| Vec4::splat(v[k]);
        let point = |p: &Points| [splat(&p[0]), splat(&p[1]), splat(&p[2])];
        let three = |p: &[Points; 3]| [point(&p[0]), point(&p[1]), point(&p[2])];
        Self {
            corners: three(&self.corners),
            edges: three(&self.edges),
            lengths: point(&self.lengths),
            normal: point(&self.normal),
            low: point(&self.low),
            high: point(&self.high),
        }
    }
}

/// The triangles of two leaves in the unit of the first tree, from the least corner of its leaf.
pub(super) struct TwoLeaves {
    a: Four,
    b: Four,
    /// A bound on the errors of two coordinates, and what is rounded in the difference of two projections,
    /// for each unit of the direction.
    error: f32,
}

impl TwoLeaves {
    /// `there` takes the second leaf to the unit of the first.
    ///
    /// A coordinate in the unit of its tree is below 2, and off by half a step and, with `u` for
    /// [`HALF_ULP`], by less than `20 u`: `2 u` for its own rounding, `8 u` for that of the number of steps,
    /// `4 u` for the product with the step and `2 u` for the sum.
    #[inline(always)]
    pub fn new(a: &Corners, b: &Corners, there: &Transform) -> Self {
        let origin = a.low();
        let of_a = |k| a.from(k, &origin);
        let of_b = |k| there.of_points(&b.from(k, &[0.0; 3]), &origin);
        let (a_four, b_four) = (
            Four::new([of_a(0), of_a(1), of_a(2)]),
            Four::new([of_b(0), of_b(1), of_b(2)]),
        );
        let reach = |four: &Four| {
            let high = largest(&four.high).max(largest(&four.low));
            high.max_element()
        };
        let own = |corners: &Corners| 0.51 * corners.step() + 20.0 * HALF_ULP;
        // A projection is a sum of three products of at most the reach, and four of them are compared.
        let rounded = 40.0 * HALF_ULP * (reach(&a_four) + reach(&b_four));
        Self {
            error: own(a) + own(b) * there.most + there.error + rounded,
            a: a_four,
            b: b_four,
        }
    }
    /// Which triangles of A may meet triangle `k` of B, of those in a mask.
    #[inline(always)]
    pub fn may_meet(&self, k: usize, mask: Mask) -> Mask {
        let b = self.b.one(k);
        let [x, y, z] = self.beyond_boxes(&b);
        let mut mask = mask & !positive(x.max(y).max(z));
        if mask == 0 {
            return 0;
        }
        let [own, other] = self.beyond_normals(&b);
        mask &= !positive(own.0.max(other.0));
        for (i, j) in PAIRS {
            if mask == 0 {
                return 0;
            }
            mask &= !positive(self.beyond_edges(&b, i, j).0);
        }
        mask
    }
    /// Lower bounds of the distances of triangles of A from triangle `k` of B; those that are above a limit
    /// may be higher.
    #[inline(always)]
    pub fn gaps(&self, k: usize, limit: f32) -> Vec4 {
        let b = self.b.one(k);
        let beyond = self.beyond_boxes(&b).map(|x| x.max(Vec4::ZERO));
        let mut squares = dot(&beyond, &beyond);
        let add = |squares: Vec4, (beyond, axis): (Vec4, Points)| {
            let square = dot(&axis, &axis);
            let beyond = beyond.max(Vec4::ZERO);
            squares.max(beyond / square.max(Vec4::splat(SHORTEST)) * beyond)
        };
        for found in self.beyond_normals(&b) {
            squares = add(squares, found);
        }
        if squares.cmple(Vec4::splat(limit * limit)).any() {
            for (i, j) in PAIRS {
                squares = add(squares, self.beyond_edges(&b, i, j));
            }
        }
        square_roots(squares) * BELOW
    }
    /// How far the boxes are apart along each axis.
    #[inline(always)]
    fn beyond_boxes(&self, b: &Four) -> [Vec4; 3] {
        let (above, below) = (minus(&b.low, &self.a.high), minus(&self.a.low, &b.high));
        let along = |i: usize| above[i].max(below[i]) - self.error;
        [along(0), along(1), along(2)]
    }
    /// How far projections along both normals are apart.
    #[inline(always)]
    fn beyond_normals(&self, b: &Four) -> [(Vec4, Points); 2] {
        let a = &self.a;
        let along = |normal: &Points| {
            let (low, high) = interval(normal, &a.corners);
            let (other_low, other_high) = interval(normal, &b.corners);
            let gap = (other_low - high).max(low - other_high);
            (gap - (size(normal) * self.error + LEAST), *normal)
        };
        [along(&a.normal), along(&b.normal)]
    }
    /// How far projections along the product of two edges are apart. Both ends of an edge are in the same
    /// place, but for what is rounded: of the product of `e` and `f` each coordinate is off by `4 u |e| |f|`
    /// in the largest norm, so the projection of `e` by `12 u |e|^2 |f|`.
    #[inline(always)]
    fn beyond_edges(&self, b: &Four, i: usize, j: usize) -> (Vec4, Points) {
        let a = &self.a;
        let axis = cross(&a.edges[i], &b.edges[j]);
        let start = dot(&axis, &minus(&b.corners[j], &a.corners[i]));
        // The corners that are not on the edges: backwards from the start of the edge.
        let third = -dot(&axis, &a.edges[(i + 2) % 3]);
        let other_third = -dot(&axis, &b.edges[(j + 2) % 3]);
        let zero = Vec4::ZERO;
        let above = start + other_third.min(zero) - third.max(zero);
        let below = third.min(zero) - start - other_third.max(zero);
        let (e, f) = (a.lengths[i], b.lengths[j]);
        let rounded = e * f * e.max(f) * (32.0 * HALF_ULP);
        (
            above.max(below) - (size(&axis) * self.error + rounded + LEAST),
            axis,
        )
    }
}

/// Which of four numbers are above 0.
#[inline(always)]
fn positive(x: Vec4) -> Mask {
    x.cmpgt(Vec4::ZERO).bitmask()
}

/// The least and the greatest projection of three corners.
#[inline(always)]
fn interval(axis: &Points, corners: &[Points; 3]) -> (Vec4, Vec4) {
    let [a, b, c] = [
        dot(axis, &corners[0]),
        dot(axis, &corners[1]),
        dot(axis, &corners[2]),
    ];
    (a.min(b).min(c), a.max(b).max(c))
}

/// The sum of the absolute values: what an error of 1 in each coordinate of a point makes of its projection.
#[inline(always)]
fn size(axis: &Points) -> Vec4 {
    sum(&absolute(axis))
}

#[inline(always)]
fn least(a: &Points, b: &Points) -> Points {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2])]
}

#[inline(always)]
fn greatest(a: &Points, b: &Points) -> Points {
    [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])]
}

#[inline(always)]
fn largest(v: &Points) -> Vec4 {
    let [x, y, z] = absolute(v);
    x.max(y).max(z)
}
