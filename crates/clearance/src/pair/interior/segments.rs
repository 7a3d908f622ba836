//! In the plane: a segment cut where a border meets it, and a sample of each piece.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::sample::Sample;
use super::world::{ExactFacet, World, dot};
use crate::exact::Dyadic;
use crate::exact::place::ExactPoint;
use crate::shape::ShapeSpace;

/// A number between 0 and 1, as numerator and positive denominator.
pub(super) type Fraction = (Dyadic, Dyadic);

/// Where `(n / d)` with `d` not 0 is strictly between 0 and 1.
pub(super) fn fraction(numerator: Dyadic, denominator: Dyadic) -> Option<Fraction> {
    let (n, d) = match denominator.sign() {
        Ordering::Equal => return None,
        Ordering::Less => (numerator.negated(), denominator.negated()),
        Ordering::Greater => (numerator, denominator),
    };
    (n.sign() == Ordering::Greater && n.compare(&d) == Ordering::Less).then_some((n, d))
}

pub(super) fn compare(a: &Fraction, b: &Fraction) -> Ordering {
    a.0.times(&b.1).compare(&b.0.times(&a.1))
}

/// The middles of the pieces that the cuts make of the way from `from` to `to` (0 and 1 if there are no others).
pub(super) fn middles(mut cuts: Vec<Fraction>, from: Fraction, to: Fraction) -> Vec<Fraction> {
    cuts.sort_by(compare);
    cuts.dedup_by(|a, b| compare(a, b) == Ordering::Equal);
    let ends: Vec<Fraction> = core::iter::once(from).chain(cuts).chain([to]).collect();
    ends.windows(2)
        .map(|w| {
            let denominator = w[0].1.times(&w[1].1);
            let sum = w[0].0.times(&w[1].1).plus(&w[1].0.times(&w[0].1));
            (sum, denominator.plus(&denominator))
        })
        .collect()
}

/// The point that far from `a` to `b`.
pub(super) fn between<const D: usize>(
    a: &ExactPoint<D>,
    b: &ExactPoint<D>,
    at: &Fraction,
    exponent: i64,
) -> Sample<D> {
    let point = core::array::from_fn(|i| a[i].times(&at.1).plus(&b[i].minus(&a[i]).times(&at.0)));
    Sample::new(point, at.1.clone(), exponent)
}

/// How far along the segment the corner's foot is.
fn foot<const D: usize>(segment: &ExactFacet<D>, corner: &ExactPoint<D>) -> Option<Fraction> {
    let [a, b] = [&segment.corners[0], &segment.corners[1]];
    let along: ExactPoint<D> = core::array::from_fn(|i| b[i].minus(&a[i]));
    let way: ExactPoint<D> = core::array::from_fn(|i| corner[i].minus(&a[i]));
    fraction(dot(&along, &way), dot(&along, &along))
}

/// How far along `segment` it crosses the line of `other`.
fn crossing<const D: usize>(segment: &ExactFacet<D>, other: &ExactFacet<D>) -> Option<Fraction> {
    let height = |k: usize| dot(&other.normal, &segment.corners[k]).minus(&other.offset);
    let (a, b) = (height(0), height(1));
    fraction(a.clone(), a.minus(&b))
}

/// Calls `visit` with a sample in each piece of segment `i` of `x` between points of the border `y`.
pub(super) fn pieces<V: ShapeSpace, const D: usize>(
    x: &World<'_, V, D>,
    i: usize,
    y: &World<'_, V, D>,
    exponent: i64,
    visit: &mut dyn FnMut(Sample<D>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut cuts = Vec::new();
    y.near(x, i, &mut |j| {
        let sides = [0, 1].map(|k| x.side(i, y, j, k));
        for k in (0..2).filter(|&k| sides[k] == Ordering::Equal) {
            cuts.extend(foot(x.exact(i), &y.exact(j).corners[k]));
        }
        if sides[0] == sides[1].reverse() && sides[0] != Ordering::Equal {
            let own = [0, 1].map(|k| y.side(j, x, i, k));
            if own[0] == own[1].reverse() && own[0] != Ordering::Equal {
                cuts.extend(crossing(x.exact(i), y.exact(j)));
            }
        }
        ControlFlow::Continue(())
    })?;
    let ends = [Dyadic::zero(), Dyadic::one()].map(|n| (n, Dyadic::one()));
    let [from, to] = ends;
    let corners = &x.exact(i).corners;
    for middle in middles(cuts, from, to) {
        visit(between(&corners[0], &corners[1], &middle, exponent))?;
    }
    ControlFlow::Continue(())
}
