//! The place nearest to a point outside of a union.
//!
//! Idea: the parts are subtracted from a box around the point. The nearest of what is left is the way out, if
//! it is no further away than the box reaches. Few parts are near the point, so the box begins small and
//! grows.
//!
//! Limit: unions with curved parts near the point have no answer.

use alloc::vec::Vec;

use super::curved::at_one_size;
use super::nearby_parts::NearbyParts;
use super::scale::IntegerScale;
use super::{CoverTest, Target};
use crate::exact::hulls::polytope::ExactPolytope;
use crate::exact::place::ExactPoint;
use crate::exact::{Dyadic, ExactPair};
use crate::math::{Aabb, Real, ScalarOf};
use crate::pair::answer::Clearance;
use crate::pair::ask::table::PairSpace;
use crate::pair::decide;
use crate::pair::dimension::in_dimension;
use crate::pair::solids::exponent_of;
use crate::shape::Placed;

/// At most this many boxes are tried; each is twice as large as the one before.
const BOXES: usize = 64;

/// The clearance of a point of the union `b` from the complement of `b`: 0 on its border. It is known to be
/// no less than `at_least`. `None` where it is unknown, or where there is nothing outside.
pub(crate) fn way_out<V: PairSpace>(p: V, b: Placed<'_, V>, at_least: V::Scalar) -> Option<Clearance<V>> {
    in_dimension!(V, way_out_in(p, b, at_least))
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
            // It is in a corner of the box; beyond the box there may be something nearer.
            Some(c) => reach = c.distance,
            None => reach *= two,
        }
    }
    None
}

/// The nearest part of the complement of `b` in a box of this half-width around a point; `None` where that is
/// unknown.
fn nearest_within<V: PairSpace, const D: usize>(
    p: V,
    b: Placed<'_, V>,
    reach: V::Scalar,
) -> Option<Option<Clearance<V>>> {
    let around = Aabb::at(p).inflated(reach);
    if !(around.min.is_finite() && around.max.is_finite()) {
        return None;
    }
    let unit = exponent_of(&around, &around);
    let mut pieces = NearbyParts::<V, D>::none(around, false, unit);
    pieces.gather(b.shape, &b.place);
    if !pieces.curved.is_empty() {
        return None;
    }
    let corners = IntegerScale::corners_around(around.min, around.max, unit);
    let scale = IntegerScale::of(unit, pieces.hulls.iter().chain([&corners]));
    let start = ExactPolytope::hull(scale.integers(&corners), scale.bits()).0;
    let mut cover = CoverTest::new(pieces, Target::All, scale);
    let left = cover.left_over(start);
    let distances = left.iter().map(|cell| from_cell(p, cell, &cover.scale, &around));
    Some(distances.reduce(|best, c| if c.distance < best.distance { c } else { best }))
}

/// The clearance of a point from a cell. The corners are rounded unless the point may lie on the border of
/// the cell, which is then the border of the union.
fn from_cell<V: PairSpace, const D: usize>(
    p: V,
    cell: &ExactPolytope<D>,
    scale: &IntegerScale,
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
    decide::rounded::<V, D>(&ExactPair::new(point, (corners, Dyadic::zero())).clearance())
}
