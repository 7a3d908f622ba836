//! A convex shape with an interior against a solid.
//!
//! The interior of a convex shape is connected. So either some facet of the solid runs through it (then the
//! interiors meet, and the convex shape is not within the solid), or all of it lies on one side of the
//! solid's border, and any point of it tells which. The solid is within the convex shape if all its corners
//! are.

use core::ops::ControlFlow;

use super::Solid;
use crate::exact::Dyadic;
use crate::exact::place;
use crate::math::Real;
use crate::pair::ask::table::{Family, PairSpace};
use crate::pair::near_parts::{at_point, meeting};
use crate::pair::solids::border::Sample;
use crate::pair::solids::border::{PlacedBorder, exponent_of};
use crate::pair::{self, Relation};
use crate::shape::{AnyShape, Placed};

/// The relation of a solid to a convex shape with an interior.
pub(super) fn relation<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    intersects_only: bool,
) -> Relation {
    let strongest = strongest_facet(a, b, intersects_only);
    if strongest == Relation::Overlapping {
        return match !intersects_only && corners_within(a, b) {
            true => Relation::AInB,
            false => Relation::Overlapping,
        };
    }
    if intersects_only && strongest == Relation::Touching {
        return strongest;
    }
    if !inner_point_is_inside::<V, D>(a, b) {
        return strongest;
    }
    // The two may be the same set.
    match strongest == Relation::Touching && corners_within(a, b) {
        true => Relation::Equal,
        false => Relation::BInA,
    }
}

/// The strongest relation of a facet to the convex shape: `Disjoint`, `Touching` or `Overlapping`.
fn strongest_facet<V: PairSpace>(a: Solid<'_, V>, b: Placed<'_, V>, intersects_only: bool) -> Relation {
    let query = b.aabb();
    let mut strongest = Relation::Disjoint;
    let boxes = a.border.facet_boxes();
    let _ = boxes.meeting_box(&a.placed.place, (&query, &b.own_box()), &mut |i| {
        let relation = a.border.facet(i).placed_in(&a.placed.place, |facet| {
            if intersects_only {
                meeting(facet, b)
            } else {
                pair::relation(facet, b)
            }
        });
        strongest = strongest.max(relation.min(Relation::Overlapping));
        match strongest {
            Relation::Disjoint => ControlFlow::Continue(()),
            Relation::Touching if !intersects_only => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    strongest
}

/// Whether every corner of the solid is in the convex shape.
pub(in crate::pair) fn corners_within<V: PairSpace>(a: Solid<'_, V>, b: Placed<'_, V>) -> bool {
    let place = a.border.place_in(&a.placed.place);
    let mut corners = (0..a.border.facet_count()).flat_map(|i| (0..V::DIM).map(move |k| (i, k)));
    corners.all(|(i, k)| at_point(a.border.corner(i, k), &place, |p| pair::intersects(p, b)))
}

/// Whether a point of the convex shape's interior is inside the solid. No facet runs through that interior.
fn inner_point_is_inside<V: PairSpace, const D: usize>(a: Solid<'_, V>, b: Placed<'_, V>) -> bool {
    let (a_box, b_box) = (a.placed.aabb(), b.aabb());
    if V::family(b.shape) == Family::HalfSpace || !a_box.overlaps(&b_box) {
        return false;
    }
    let exponent = exponent_of(&a_box, &b_box);
    let sample = inner_point::<V, D>(b, exponent);
    PlacedBorder::<V, D>::new(a.border, &a.placed.place, exponent).contains(&sample)
}

/// The mean of the vertices; any vertex where a ball is added; else the local origin, which is inside every
/// smooth shape.
fn inner_point<V: PairSpace, const D: usize>(b: Placed<'_, V>, exponent: i64) -> Sample<D> {
    let points = match b.shape.core() {
        None => place::points::<V, D>(&[V::ZERO], &b.place),
        Some(core) if core.radius > Real::ZERO => place::points(&core.vertices[..1], &b.place),
        Some(core) => place::points(&core.vertices, &b.place),
    };
    let count = Dyadic::integer(points.len() as i64);
    let sum = points
        .into_iter()
        .reduce(|a, b| core::array::from_fn(|i| a[i].plus(&b[i])));
    let sum = sum.unwrap_or_else(|| core::array::from_fn(|_| Dyadic::zero()));
    Sample::new(sum, count, exponent)
}
