//! In the plane: a segment cut where a border meets it, and a sample of each piece.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use crate::exact::place::ExactPoint;
use crate::pair::solids::border::Sample;
use crate::pair::solids::border::fraction::{Fraction, between, middles};
use crate::pair::solids::border::{ExactFacet, PlacedBorder};
use crate::pair::solids::border::{difference, dot};
use crate::shape::ShapeSpace;

/// Where on the segment the corner is, projected perpendicularly.
fn projection_of<const D: usize>(segment: &ExactFacet<D>, corner: &ExactPoint<D>) -> Option<Fraction> {
    let [a, b] = [&segment.corners[0], &segment.corners[1]];
    let along = difference(b, a);
    Fraction::within(dot(&along, &difference(corner, a)), dot(&along, &along))
}

/// Where `segment` crosses the line of `other`.
fn crossing<const D: usize>(segment: &ExactFacet<D>, other: &ExactFacet<D>) -> Option<Fraction> {
    let height = |k: usize| dot(&other.normal, &segment.corners[k]).minus(&other.offset);
    let (a, b) = (height(0), height(1));
    Fraction::within(a.clone(), a.minus(&b))
}

/// Calls `visit` with a sample in each piece of segment `i` of `x` between points of the border `y`.
pub(in crate::pair::solids) fn pieces<V: ShapeSpace, const D: usize>(
    x: &PlacedBorder<'_, V, D>,
    i: usize,
    y: &PlacedBorder<'_, V, D>,
    visit: &mut dyn FnMut(Sample<'static, D>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut cuts = Vec::new();
    let segment = x.facet(i);
    y.near(x, i, &mut |j| {
        let other = y.facet(j);
        let sides = [0, 1].map(|k| segment.side(&other, k));
        for k in (0..2).filter(|&k| sides[k] == Ordering::Equal) {
            cuts.extend(projection_of(segment.exact(), &other.exact().corners[k]));
        }
        if sides[0] == sides[1].reverse() && sides[0] != Ordering::Equal {
            let own = [0, 1].map(|k| other.side(&segment, k));
            if own[0] == own[1].reverse() && own[0] != Ordering::Equal {
                cuts.extend(crossing(segment.exact(), other.exact()));
            }
        }
        ControlFlow::Continue(())
    })?;
    let corners = &segment.exact().corners;
    for middle in middles(cuts, Fraction::ends()) {
        visit(between(&corners[0], &corners[1], &middle, x.exponent))?;
    }
    ControlFlow::Continue(())
}
