//! In space: how two triangles meet, and a triangle cut where a border's edges lie in it.
//!
//! Two triangles cross where each has corners strictly on both sides of the other's plane and the two pieces of the
//! line common to the planes overlap in more than a point (Guigue and Devillers 2003, with strict signs): then the
//! surface of each runs through the inside of the other solid. All other meetings are contacts: a triangle that is crossed
//! by none is divided by the border only along edges of that border which lie in its plane.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::sample::Sample;
use super::segments::{Fraction, between, compare, fraction, middles};
use super::world::{ExactFacet, World, cross, dot, float_side, normal};
use crate::exact::Dyadic;
use crate::exact::place::ExactPoint;
use crate::shape::ShapeSpace;

/// How two triangles lie to each other.
pub(super) enum Meeting<const D: usize> {
    /// A plane of one of them parts them, or one has no area.
    Apart,
    /// Each passes through the other.
    Crossing,
    /// They may touch; the signs tell which corners of the second lie in the plane of the first, and the other way round.
    Contact([[Ordering; D]; 2]),
}

/// How triangle `i` of `a` and triangle `j` of `b` lie to each other.
pub(super) fn meeting<V: ShapeSpace, const D: usize>(
    a: &World<'_, V, D>,
    i: usize,
    b: &World<'_, V, D>,
    j: usize,
) -> Meeting<D> {
    let of_b = core::array::from_fn(|k| a.side(i, b, j, k));
    if on_one_side(&of_b) {
        return Meeting::Apart;
    }
    let of_a = core::array::from_fn(|k| b.side(j, a, i, k));
    if on_one_side(&of_a) {
        return Meeting::Apart;
    }
    let level = |signs: &[Ordering; D]| signs.iter().all(|s| *s == Ordering::Equal);
    if (level(&of_a) && b.is_flat(j)) || (level(&of_b) && a.is_flat(i)) {
        return Meeting::Apart;
    }
    match (alone(&of_a), alone(&of_b)) {
        (Some(p), Some(q)) if intervals_overlap((a, i, p), (b, j, q)) => Meeting::Crossing,
        _ => Meeting::Contact([of_b, of_a]),
    }
}

/// Of three corners on both sides of a plane: the one that is alone strictly on its side, and whether that is outside.
fn alone<const D: usize>(signs: &[Ordering; D]) -> Option<(usize, bool)> {
    let count = |s| signs.iter().filter(|x| **x == s).count();
    let (above, below) = (count(Ordering::Greater), count(Ordering::Less));
    let side = match (above, below) {
        (0, _) | (_, 0) => return None,
        (1, _) => Ordering::Greater,
        _ => Ordering::Less,
    };
    let at = signs.iter().position(|s| *s == side)?;
    Some((at, side == Ordering::Greater))
}

fn on_one_side<const D: usize>(signs: &[Ordering; D]) -> bool {
    signs[0] != Ordering::Equal && signs.iter().all(|s| *s == signs[0])
}

type Corner<'a, 'b, V, const D: usize> = (&'a World<'b, V, D>, usize, (usize, bool));

/// Whether the pieces of the common line overlap in more than a point, given the corner of each that is alone.
fn intervals_overlap<V: ShapeSpace, const D: usize>(
    (a, i, (p, p_above)): Corner<'_, '_, V, D>,
    (b, j, (q, q_above)): Corner<'_, '_, V, D>,
) -> bool {
    // Seen with both corners alone above the other's plane: where one is below, the other triangle is turned over.
    let next = |k: usize, straight: bool| if straight { (k + 1) % D } else { (k + 2) % D };
    let (a_first, a_second) = (next(p, q_above), next(p, !q_above));
    let (b_first, b_second) = (next(q, p_above), next(q, !p_above));
    let turns = |own: usize, u: usize, v: usize| {
        let corners = [(0, p), (0, own), (1, u), (1, v)];
        orientation([(a, i), (b, j)], corners) == Ordering::Less
    };
    turns(a_first, q, b_first) && turns(a_second, b_second, q)
}

/// The side of the plane through the first three corners on which the fourth is.
fn orientation<V: ShapeSpace, const D: usize>(
    facets: [(&World<'_, V, D>, usize); 2],
    corners: [(usize, usize); 4],
) -> Ordering {
    let error = facets[0].0.error.max(facets[1].0.error);
    let rounded = |n: usize| {
        let (which, k) = corners[n];
        facets[which].0.corners[facets[which].1][k]
    };
    let (value, bound) = float_side(&core::array::from_fn::<_, D, _>(rounded), rounded(D), error);
    if libm::fabs(value) > bound {
        return value.partial_cmp(&0.0).unwrap_or(Ordering::Equal);
    }
    let exact = |n: usize| {
        let (which, k) = corners[n];
        &facets[which].0.exact(facets[which].1).corners[k]
    };
    let plane: [ExactPoint<D>; D] = core::array::from_fn(|n| exact(n).clone());
    let n = normal(&plane);
    dot(&n, exact(D)).minus(&dot(&n, &plane[0])).sign()
}

/// Samples of triangle `i` of `x`, one in each of the pieces that the given edges of `y`, all in its plane, make of it; each
/// with its steps: into the piece, then across the triangle, outwards.
pub(super) fn samples<V: ShapeSpace, const D: usize>(
    x: &World<'_, V, D>,
    i: usize,
    y: &World<'_, V, D>,
    edges: &[(usize, usize)],
    exponent: i64,
) -> Vec<Sample<D>> {
    let triangle = x.exact(i);
    let inside: Vec<Inner<'_, D>> = edges
        .iter()
        .filter_map(|&(j, k)| {
            let corners = &y.exact(j).corners;
            Inner::new(triangle, &corners[k], &corners[(k + 1) % D])
        })
        .collect();
    let mut samples = Vec::new();
    for (e, edge) in inside.iter().enumerate() {
        let others = inside.iter().enumerate().filter(|&(o, _)| o != e);
        let cuts = others
            .filter_map(|(_, other)| edge.crossing(other, triangle))
            .collect();
        let left = cross(&triangle.normal, &edge.along());
        let right = core::array::from_fn(|c| left[c].negated());
        for at in middles(cuts, edge.from.clone(), edge.to.clone()) {
            let middle = between(edge.a, edge.b, &at, exponent);
            samples.extend(
                [&left, &right]
                    .map(|d: &ExactPoint<D>| middle.stepping([d.clone(), triangle.normal.clone()].into())),
            );
        }
    }
    if samples.is_empty() {
        samples.push(center(triangle, exponent));
    }
    samples
}

/// The middle of a triangle, with a step within it, then outwards.
pub(super) fn center<const D: usize>(triangle: &ExactFacet<D>, exponent: i64) -> Sample<D> {
    let c = &triangle.corners;
    let sum = core::array::from_fn(|i| c[1..].iter().fold(c[0][i].clone(), |s, p| s.plus(&p[i])));
    let along = core::array::from_fn(|i| c[1][i].minus(&c[0][i]));
    Sample::new(sum, Dyadic::integer(D as i64), exponent).stepping([along, triangle.normal.clone()].into())
}

/// An edge in the plane of a triangle, from where it enters the inside of that to where it leaves.
struct Inner<'a, const D: usize> {
    a: &'a ExactPoint<D>,
    b: &'a ExactPoint<D>,
    from: Fraction,
    to: Fraction,
}

impl<'a, const D: usize> Inner<'a, D> {
    /// `None` where the edge only runs along the triangle's border, or misses it.
    fn new(triangle: &ExactFacet<D>, a: &'a ExactPoint<D>, b: &'a ExactPoint<D>) -> Option<Self> {
        let mut from = (Dyadic::zero(), Dyadic::one());
        let mut to = (Dyadic::one(), Dyadic::one());
        for k in 0..D {
            let start = &triangle.corners[k];
            let side: ExactPoint<D> =
                core::array::from_fn(|i| triangle.corners[(k + 1) % D][i].minus(&start[i]));
            let inwards = cross(&triangle.normal, &side);
            let zero = dot(&inwards, start);
            let [at_a, at_b] = [a, b].map(|p| dot(&inwards, p).minus(&zero));
            let positive = |x: &Dyadic| x.sign() == Ordering::Greater;
            match (positive(&at_a), positive(&at_b)) {
                (false, false) => return None,
                (true, true) => {}
                (rises_not, _) => {
                    // The middle of two points on the same side of 0 is never in between.
                    let Some(at) = fraction(at_a.clone(), at_a.minus(&at_b)) else {
                        continue;
                    };
                    if rises_not {
                        to = if compare(&at, &to) == Ordering::Less {
                            at
                        } else {
                            to
                        };
                    } else {
                        from = if compare(&at, &from) == Ordering::Greater {
                            at
                        } else {
                            from
                        };
                    }
                }
            }
        }
        (compare(&from, &to) == Ordering::Less).then_some(Self { a, b, from, to })
    }
    fn along(&self) -> ExactPoint<D> {
        core::array::from_fn(|i| self.b[i].minus(&self.a[i]))
    }
    /// Where another edge in the same plane crosses this one inside both.
    fn crossing(&self, other: &Self, triangle: &ExactFacet<D>) -> Option<Fraction> {
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
        let at = fraction(a.clone(), a.minus(&b))?;
        let within =
            compare(&at, &self.from) == Ordering::Greater && compare(&at, &self.to) == Ordering::Less;
        within.then_some(at)
    }
}
