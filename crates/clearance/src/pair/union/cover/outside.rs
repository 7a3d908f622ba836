//! The place nearest to a point outside of shapes placed together.
//!
//! Idea: the parts are subtracted from a box around the point, and the nearest of what is left is the way
//! out, if it is no further than the box reaches. The parts are few near the point, so the box begins small
//! and grows.
//!
//! Limit: not for unions with curved parts near the point.

use alloc::vec::Vec;

use super::curved::at_one_size;
use super::gather::Pieces;
use super::scale::Scale;
use super::{Cover, Wanted};
use crate::exact::hulls::polytope::Polytope;
use crate::exact::place::ExactPoint;
use crate::exact::{Dyadic, Pair};
use crate::math::{Aabb, Real, ScalarOf};
use crate::pair::answer::Clearance;
use crate::pair::decide;
use crate::pair::solids::exponent_of;
use crate::pair::table::PairSpace;
use crate::shape::Placed;

/// Boxes that are tried: each is twice as large as the one before.
const BOXES: usize = 64;

/// The clearance of a point of the union `b` from what is not of `b`: 0 on its border. It is known not to be
/// nearer than `at_least`. `None` where it is not known, or where there is nothing outside.
pub(crate) fn way_out<V: PairSpace>(p: V, b: Placed<'_, V>, at_least: V::Scalar) -> Option<Clearance<V>> {
    match V::DIM {
        2 => way_out_in::<V, 2>(p, b, at_least),
        _ => way_out_in::<V, 3>(p, b, at_least),
    }
}

fn way_out_in<V: PairSpace, const D: usize>(
    p: V,
    b: Placed<'_, V>,
    at_least: V::Scalar,
) -> Option<Clearance<V>> {
    let two = ScalarOf::<V>::lit(2.0);
    let whole = b.aabb();
    let extent = (whole.max - whole.min).max_element();
    let sixteenth = if extent.is_finite() { extent } else { p.max_abs() } * ScalarOf::<V>::lit(0.0625);
    let mut reach = if at_least > Real::ZERO {
        at_least * two
    } else {
        sixteenth
    };
    for _ in 0..BOXES {
        match nearest_within::<V, D>(p, b, reach)? {
            Some(c) if c.distance <= reach => return Some(c),
            // In a corner of the box; beyond the box there may be something nearer.
            Some(c) => reach = c.distance,
            None => reach *= two,
        }
    }
    None
}

/// Of what is not in `b`, the nearest in a box that reaches so far around a point; `None` where that is not
/// known.
fn nearest_within<V: PairSpace, const D: usize>(
    p: V,
    b: Placed<'_, V>,
    reach: V::Scalar,
) -> Option<Option<Clearance<V>>> {
    let around = Aabb { min: p, max: p }.inflated(reach);
    if !(around.min.is_finite() && around.max.is_finite()) {
        return None;
    }
    let unit = exponent_of(&around, &around);
    let mut pieces = Pieces::<V, D>::none(around, false, unit);
    pieces.gather(b.shape, &b.place);
    if !pieces.curved.is_empty() {
        return None;
    }
    let corners = Scale::corners_around(around.min, around.max, unit);
    let scale = Scale::of(unit, pieces.hulls.iter().chain([&corners]));
    let start = Polytope::hull(scale.integers(&corners), scale.bits()).0;
    let mut cover = Cover::new(pieces, Wanted::All, scale);
    let left = cover.left_over(start);
    let distances = left.iter().map(|cell| from_cell(p, cell, &cover.scale, &around));
    Some(distances.reduce(|best, c| if c.distance < best.distance { c } else { best }))
}

/// The clearance of a point from a cell, whose corners are rounded where that does not matter: a point in the
/// border of the cell is in the border of the union.
fn from_cell<V: PairSpace, const D: usize>(
    p: V,
    cell: &Polytope<D>,
    scale: &Scale,
    around: &Aabb<V>,
) -> Clearance<V> {
    let point: ExactPoint<D> = core::array::from_fn(|i| Dyadic::from_real(p.get(i)));
    let corners = cell.corners.iter().map(|c| scale.in_doubles(&c.at));
    let c: Clearance<V> = measured(point.clone(), corners.collect());
    let size = around.min.max_abs().max(around.max.max_abs());
    if c.distance > size * V::Scalar::EPSILON * V::Scalar::lit(64.0) {
        return c;
    }
    let (corners, size) = at_one_size(cell, scale);
    let size = Dyadic::new(size, 0);
    let exact: Clearance<V> = measured(point.map(|x| x.times(&size)), corners);
    let distance = if exact.distance > Real::ZERO {
        c.distance.max(V::Scalar::MIN_POSITIVE)
    } else {
        Real::ZERO
    };
    Clearance {
        distance,
        point_a: p,
        point_b: p + exact.normal * distance,
        ..exact
    }
}

/// The clearance of a point from the hull of others.
fn measured<V: PairSpace, const D: usize>(point: ExactPoint<D>, corners: Vec<ExactPoint<D>>) -> Clearance<V> {
    let point = (Vec::from([point]), Dyadic::zero());
    decide::rounded::<V, D>(&Pair::new(point, (corners, Dyadic::zero())).measured())
}

impl<V: PairSpace, const D: usize> Cover<'_, V, D> {
    /// All cells that nothing holds.
    fn left_over(&mut self, start: Polytope<D>) -> Vec<Polytope<D>> {
        let mut left = Vec::new();
        self.begin(start);
        while let Some(cell) = self.open.pop() {
            let shape = cell.shape.clone();
            if self.sticks_out(cell, false) {
                left.push(shape);
            }
        }
        left
    }
}
