//! In space: a triangle divided by edges of a border that lie in its plane, and a sample of each piece.
//!
//! On which side of a line in that plane a point is, is decided in a projection along the axis that the
//! triangle faces most. Floats decide nearly all cases, and where points coincide no arithmetic is needed.
//! The rest is computed in exact numbers.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::divided_facet::FacetPlace;
use crate::exact::Dyadic;
use crate::exact::place::ExactPoint;
use crate::pair::solids::border::PlacedBorder;
use crate::pair::solids::border::Sample;
use crate::pair::solids::border::fraction::{Fraction, between, middles};
use crate::pair::solids::border::{PlacedCorner, PlacedFacet, side_of_plane};
use crate::pair::solids::border::{cross, difference, dot, float_normal, float_side, longest};
use crate::shape::ShapeSpace;

/// Samples of triangle `i` of `x`, one in each of the pieces into which the given edges of `y`, all in its
/// plane, divide it. The steps of each lead into the piece, then out of the triangle's plane, outwards.
pub(in crate::pair::solids) fn samples<V: ShapeSpace, const D: usize>(
    x: &PlacedBorder<'_, V, D>,
    i: usize,
    y: &PlacedBorder<'_, V, D>,
    edges: &[(usize, usize)],
) -> Vec<Sample<'static, D>> {
    let seen = TriangleProjection::new(x.facet(i), y);
    let inside: Vec<ClippedEdge<'_, D>> = edges
        .iter()
        .filter_map(|&edge| ClippedEdge::new(&seen, edge))
        .collect();
    if inside.is_empty() {
        return Vec::from([center(x, i)]);
    }
    samples_beside(x, &seen, &inside.iter().collect::<Vec<_>>())
}

/// Samples on both sides of edges inside a triangle, between all places where others of them cross.
pub(super) fn samples_beside<V: ShapeSpace, const D: usize>(
    x: &PlacedBorder<'_, V, D>,
    seen: &TriangleProjection<'_, '_, V, D>,
    edges: &[&ClippedEdge<'_, D>],
) -> Vec<Sample<'static, D>> {
    let triangle = seen.x.exact();
    let mut samples = Vec::new();
    for (e, edge) in edges.iter().enumerate() {
        let others = edges.iter().enumerate().filter(|&(o, _)| o != e);
        let cuts = others
            .filter_map(|(_, other)| edge.crossing(other, seen))
            .collect();
        let left = cross(&triangle.normal, &edge.along());
        let right = core::array::from_fn(|c| left[c].negated());
        for at in middles(cuts, [edge.from.clone(), edge.to.clone()]) {
            let middle = between(edge.a, edge.b, &at, x.exponent).along(float_normal(&seen.x.corners));
            samples.extend(
                [&left, &right]
                    .map(|d: &ExactPoint<D>| middle.stepping([d.clone(), triangle.normal.clone()].into())),
            );
        }
    }
    samples
}

/// A point within facet `i`, with a step within the facet, then outwards. It is half-way between one corner
/// and the middle of the others, which has fewer digits than the mean of all three.
pub(in crate::pair::solids) fn center<V: ShapeSpace, const D: usize>(
    x: &PlacedBorder<'_, V, D>,
    i: usize,
) -> Sample<'static, D> {
    let facet = x.exact(i);
    let c = &facet.corners;
    let halfway = |p: &ExactPoint<D>, q: &ExactPoint<D>| -> ExactPoint<D> {
        core::array::from_fn(|i| {
            let sum = p[i].plus(&q[i]);
            Dyadic::new(sum.mantissa, sum.exponent - 1)
        })
    };
    let point = c[2..]
        .iter()
        .fold(halfway(&c[0], &c[1]), |middle, p| halfway(&middle, p));
    let along = difference(&c[1], &c[0]);
    Sample::new(point, Dyadic::one(), x.exponent)
        .along(float_normal(&x.facet(i).corners))
        .stepping([along, facet.normal.clone()].into())
}

/// Triangle `i` of `x` and the edges of `y` in its plane, projected along an axis: on which side of a line a
/// point of that plane is.
pub(super) struct TriangleProjection<'a, 'b, V: ShapeSpace, const D: usize> {
    x: PlacedFacet<'a, 'b, V, D>,
    y: &'a PlacedBorder<'b, V, D>,
    /// The two coordinates that are kept, in the order in which the triangle surely turns counter-clockwise;
    /// `None` where floats do not decide.
    axes: Option<[usize; 2]>,
}

impl<'a, 'b, V: ShapeSpace, const D: usize> TriangleProjection<'a, 'b, V, D> {
    pub fn new(x: PlacedFacet<'a, 'b, V, D>, y: &'a PlacedBorder<'b, V, D>) -> Self {
        let axis = longest(float_normal(&x.corners));
        let axes = Some([(axis + 1) % D, (axis + 2) % D]);
        let mut seen = Self { x, y, axes };
        let [a, b, c] = [0, 1, 2].map(|k| seen.x.corner(k % D));
        seen.axes = match (seen.side([a, b], c), seen.axes) {
            (Some(Ordering::Less), Some([u, v])) => Some([v, u]),
            (Some(Ordering::Greater), axes) => axes,
            _ => None,
        };
        seen
    }
    /// Whether a point is left (`Greater`) or right of the line through two others, all three in the plane of
    /// the triangle; `None` where floats do not decide.
    fn side(&self, [a, b]: [PlacedCorner<D>; 2], p: PlacedCorner<D>) -> Option<Ordering> {
        let flat = self.axes?;
        let [on_a, on_b, on_p] = [a, b, p].map(|q| flat.map(|x| q.at[x]));
        let error = a.error.max(b.error).max(p.error);
        let (value, bound) = float_side(&[on_b, on_a], on_p, error);
        if libm::fabs(value) > bound {
            return Some(value.total_cmp(&0.0));
        }
        let are_exact = a.is_exact && b.is_exact && p.is_exact;
        are_exact.then(|| side_of_plane([on_b, on_a], on_p))
    }
    /// Whether an end of an edge is left of side `own` of the triangle, which is inwards.
    fn side_of_triangle(&self, own: usize, (at, end): (PlacedCorner<D>, (usize, usize))) -> Option<Ordering> {
        let ends = [own, (own + 1) % D];
        let side = self.side([self.x.corner(ends[0]), self.x.corner(ends[1])], at);
        side.or_else(|| {
            let on_it = ends.iter().any(|&e| self.is_corner(e, end));
            on_it.then_some(Ordering::Equal)
        })
    }
    fn other_corner(&self, (j, k): (usize, usize)) -> PlacedCorner<D> {
        self.y.corner(j, k)
    }
    /// Whether corner `own` of the triangle is the same point as one of the other border, as far as this
    /// shows without arithmetic.
    fn is_corner(&self, own: usize, (j, k): (usize, usize)) -> bool {
        self.x.shares_corner(own, &self.y.facet(j), k)
    }
    /// Whether a place on the triangle is left (`Greater`) or right of the line through two points of its
    /// plane. `Equal` only where these are one point.
    pub fn side_of_line(&self, line: [LineEnd; 2], place: &FacetPlace<'_, D>) -> Ordering {
        match place {
            FacetPlace::Corner(place) => [place.corner, place.toward, place.third()]
                .into_iter()
                .map(|k| self.side_of_corner(line, k))
                .find(|side| side.is_ne())
                .unwrap_or(Ordering::Equal),
            FacetPlace::Sample(sample) => {
                let near = PlacedCorner {
                    at: sample.approximate,
                    error: sample.error,
                    is_exact: false,
                };
                let quick = self.side(line.map(|end| self.end(end)), near);
                quick.unwrap_or_else(|| {
                    let (left, offset) = self.exact_line(line);
                    sample.signs(&left, &offset)[0]
                })
            }
        }
    }
    fn side_of_corner(&self, line: [LineEnd; 2], k: usize) -> Ordering {
        let on_it = |end: LineEnd| match end {
            LineEnd::Own(own) => own == k,
            LineEnd::Other(other) => self.is_corner(k, other),
        };
        if let Some(side) = self.side(line.map(|end| self.end(end)), self.x.corner(k)) {
            return side;
        }
        if line.into_iter().any(on_it) {
            return Ordering::Equal;
        }
        let (left, offset) = self.exact_line(line);
        dot(&left, &self.x.exact().corners[k]).compare(&offset)
    }
    fn end(&self, end: LineEnd) -> PlacedCorner<D> {
        match end {
            LineEnd::Own(k) => self.x.corner(k),
            LineEnd::Other(other) => self.other_corner(other),
        }
    }
    /// The plane through a line, perpendicular to the triangle: its normal points to the left of the line.
    fn exact_line(&self, line: [LineEnd; 2]) -> (ExactPoint<D>, Dyadic) {
        let triangle = self.x.exact();
        let [a, b] = line.map(|end| match end {
            LineEnd::Own(k) => &triangle.corners[k],
            LineEnd::Other((j, k)) => &self.y.exact(j).corners[k],
        });
        let left = cross(&triangle.normal, &difference(b, a));
        let offset = dot(&left, a);
        (left, offset)
    }
    /// Whether edge `of`, its ends included, is surely on one side of the line of another edge.
    fn surely_parts(&self, (j, k): (usize, usize), of: (usize, usize)) -> bool {
        let ends = |(j, k): (usize, usize)| [(j, k), (j, (k + 1) % D)];
        let sides = ends(of).map(|end| {
            let side = self.side(ends((j, k)).map(|p| self.other_corner(p)), self.other_corner(end));
            side.or_else(|| {
                let edge = self.y.facet(end.0);
                let on_it = ends((j, k))
                    .iter()
                    .any(|p| self.y.facet(p.0).shares_corner(p.1, &edge, end.1));
                on_it.then_some(Ordering::Equal)
            })
        });
        matches!(sides, [Some(a), Some(b)] if a == b || a == Ordering::Equal || b == Ordering::Equal)
    }
}

/// A point of a triangle's plane: a corner of it, or one of the other border.
#[derive(Clone, Copy)]
pub(super) enum LineEnd {
    Own(usize),
    Other((usize, usize)),
}

/// The part of an edge that is inside a coplanar triangle: from where it enters to where it leaves.
pub(super) struct ClippedEdge<'a, const D: usize> {
    edge: (usize, usize),
    a: &'a ExactPoint<D>,
    b: &'a ExactPoint<D>,
    from: Fraction,
    to: Fraction,
}

impl<'a, const D: usize> ClippedEdge<'a, D> {
    /// `None` where the edge only runs along the triangle's border, or misses it.
    pub fn new<V: ShapeSpace>(seen: &TriangleProjection<'a, '_, V, D>, edge: (usize, usize)) -> Option<Self> {
        let [start, end] = [edge, (edge.0, (edge.1 + 1) % D)];
        let placed = [(seen.other_corner(start), start), (seen.other_corner(end), end)];
        let mut quick = [[None; 2]; D];
        for (k, sides) in quick.iter_mut().enumerate() {
            *sides = [
                seen.side_of_triangle(k, placed[0]),
                seen.side_of_triangle(k, placed[1]),
            ];
            if sides.iter().all(|s| s.is_some_and(Ordering::is_le)) {
                return None;
            }
        }
        let triangle = seen.x.exact();
        let corner = |(j, k): (usize, usize)| &seen.y.exact(j).corners[k];
        let (a, b) = (corner(start), corner(end));
        let [mut from, mut to] = Fraction::ends();
        for (k, sides) in quick.iter().enumerate() {
            // The edge ends on this side's line, or does not reach it.
            if sides.iter().all(|s| s.is_some_and(Ordering::is_ge)) {
                continue;
            }
            let (inwards, offset) = triangle.side_plane(k);
            let [at_a, at_b] = [a, b].map(|p| dot(&inwards, p).minus(&offset));
            let positive = |x: &Dyadic| x.sign() == Ordering::Greater;
            match (positive(&at_a), positive(&at_b)) {
                (false, false) => return None,
                (true, true) => {}
                (rises_not, _) => {
                    // `None` is not reached: the two heights have different signs.
                    let Some(at) = Fraction::within(at_a.clone(), at_a.minus(&at_b)) else {
                        continue;
                    };
                    if rises_not {
                        to = if at.compare(&to) == Ordering::Less { at } else { to };
                    } else if at.compare(&from) == Ordering::Greater {
                        from = at;
                    }
                }
            }
        }
        let enters = from.compare(&to) == Ordering::Less;
        enters.then_some(Self { edge, a, b, from, to })
    }
    /// Its two ends, as corners of the other border.
    pub fn ends(&self) -> [(usize, usize); 2] {
        [self.edge, (self.edge.0, (self.edge.1 + 1) % D)]
    }
    fn along(&self) -> ExactPoint<D> {
        difference(self.b, self.a)
    }
    /// Where another coplanar edge crosses this one, if that is inside both.
    fn crossing<V: ShapeSpace>(
        &self,
        other: &Self,
        seen: &TriangleProjection<'_, '_, V, D>,
    ) -> Option<Fraction> {
        if seen.surely_parts(other.edge, self.edge) || seen.surely_parts(self.edge, other.edge) {
            return None;
        }
        let triangle = seen.x.exact();
        let heights = |of: &Self, against: &Self| {
            let across = cross(&triangle.normal, &against.along());
            let zero = dot(&across, against.a);
            [of.a, of.b].map(|p| dot(&across, p).minus(&zero))
        };
        let [a, b] = heights(self, other);
        let opposite = |a: &Dyadic, b: &Dyadic| a.sign() == b.sign().reverse() && a.sign() != Ordering::Equal;
        if !opposite(&a, &b) {
            return None;
        }
        let [c, d] = heights(other, self);
        if !opposite(&c, &d) {
            return None;
        }
        let at = Fraction::within(a.clone(), a.minus(&b))?;
        let within = at.compare(&self.from) == Ordering::Greater && at.compare(&self.to) == Ordering::Less;
        within.then_some(at)
    }
}
