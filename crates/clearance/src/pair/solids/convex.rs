//! A convex shape with an interior against a solid.
//!
//! The interior of a convex shape is connected. So either some facet of the solid runs through it (then the
//! interiors meet, and the convex shape is not within the solid), or all of it lies on one side of the
//! solid's border, and any point of it tells which. The solid is within the convex shape if all its corners
//! are.
//!
//! Where the boxes around both are side by side the interiors do not meet, and one facet that touches is
//! enough. Once one does, another is of interest only if it runs through the interior (`facet_planes.rs`).

use core::ops::ControlFlow;

use glam::DVec3;

use super::Solid;
use super::facet_planes::{FacetPlanes, PlaneContact};
use crate::exact::Dyadic;
use crate::exact::number::round::times_power_of_two;
use crate::exact::place::{self, ExactPoint};
use crate::math::{Place, Real, lift};
use crate::pair::ask::in_floats;
use crate::pair::ask::question::{IntersectsQuestion, RelationQuestion};
use crate::pair::ask::table::{Family, PairSpace};
use crate::pair::dimension::in_dimension;
use crate::pair::near_parts::{FEW_CORNERS, Facets, at_point, meeting};
use crate::pair::solids::border::float_vertices::{FloatVertex, FloatVertices};
use crate::pair::solids::border::{PlacedBorder, RationalPoint, Sample, exponent_of};
use crate::pair::{self, Relation};
use crate::shape::{AnyShape, BoundedFrame, Placed, Vertices};

/// The relation of a solid to a convex shape with an interior.
pub(super) fn relation<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    intersects_only: bool,
) -> Relation {
    let strongest = strongest_facet_in::<V, D>(a.facets(), b, intersects_only);
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

/// The strongest relation of a facet of a solid or a surface to a convex shape: `Disjoint`, `Touching` or
/// `Overlapping`. With `first_only`, that of the first facet that meets it.
pub(in crate::pair) fn strongest_facet<V: PairSpace>(
    facets: Facets<'_, V>,
    b: Placed<'_, V>,
    first_only: bool,
) -> Relation {
    in_dimension!(V, strongest_facet_in(facets, b, first_only))
}

fn strongest_facet_in<V: PairSpace, const D: usize>(
    (placed, facets): Facets<'_, V>,
    b: Placed<'_, V>,
    first_only: bool,
) -> Relation {
    let query = b.aabb();
    let mut strongest = Relation::Disjoint;
    let (mut are_beside, mut planes) = (None, None);
    let has_few_corners = b
        .shape
        .core()
        .is_some_and(|core| core.vertices.len() <= FEW_CORNERS);
    let mut relation_to = |i: usize, facet: Placed<'_, V>, strongest: Relation| {
        // After one facet of which floats do not tell there are more.
        if (planes.is_none() || !has_few_corners)
            && let Some(relation) = relation_in_floats(facet, b, first_only)
        {
            return relation;
        }
        let planes = planes.get_or_insert_with(|| FacetPlanes::<V, D>::new((placed, facets), b));
        match planes.contact(i) {
            PlaneContact::Apart => Relation::Disjoint,
            PlaneContact::Touching(..) if strongest == Relation::Touching => strongest,
            PlaneContact::Touching(_, corners) if planes.common_point(i, &corners).is_some() => {
                Relation::Touching
            }
            PlaneContact::Crossing if !first_only => pair::relation(facet, b),
            _ => meeting(facet, b),
        }
    };
    let boxes = facets.facet_boxes();
    let _ = boxes.meeting_box(&placed.place, (&query, &b.own_box()), &mut |i| {
        let relation = facets
            .facet(i)
            .placed_in(&placed.place, |facet| relation_to(i, facet, strongest));
        strongest = strongest.max(relation.min(Relation::Overlapping));
        let is_settled = match strongest {
            Relation::Disjoint => false,
            // Where the boxes are side by side, no facet runs through the interior.
            Relation::Touching => {
                first_only || *are_beside.get_or_insert_with(|| placed.aabb().is_beside(&query))
            }
            _ => true,
        };
        match is_settled {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    strongest
}

/// The relation of a facet to a convex shape, if floats tell it; with `first_only`, `Touching` where they
/// meet.
fn relation_in_floats<V: PairSpace>(
    facet: Placed<'_, V>,
    b: Placed<'_, V>,
    first_only: bool,
) -> Option<Relation> {
    if !first_only {
        return in_floats(RelationQuestion, facet, b);
    }
    in_floats(IntersectsQuestion, facet, b).map(|they_meet| match they_meet {
        true => Relation::Touching,
        false => Relation::Disjoint,
    })
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
    if V::family(b.shape) == Family::HalfSpace || a_box.is_beside(&b_box) {
        return false;
    }
    let exponent = exponent_of(&a_box, &b_box);
    let local = inner_points(&b);
    let exact = || mean(&place::points::<V, D>(&local, &b.place));
    let sample = match approximate_mean(&local, &b.place, exponent) {
        Some((point, error)) => Sample::near(point, error, &exact),
        None => {
            let point = exact();
            Sample::new(point.numerator, point.denominator, exponent)
        }
    };
    PlacedBorder::<V, D>::new(a.border, &a.placed.place, exponent).contains(&sample)
}

/// Points whose mean is in the interior: the vertices; any vertex where a ball is added; else the local
/// origin, which is inside every smooth shape.
fn inner_points<'a, V: PairSpace>(b: &Placed<'a, V>) -> Vertices<'a, V> {
    match b.shape.core() {
        None => Vertices::few([V::ZERO]),
        Some(core) if core.radius > Real::ZERO => Vertices::few([core.vertices[0]]),
        Some(core) => core.vertices,
    }
}

fn mean<const D: usize>(points: &[ExactPoint<D>]) -> RationalPoint<D> {
    let zero = core::array::from_fn(|_| Dyadic::zero());
    let add = |a: ExactPoint<D>, b: &ExactPoint<D>| core::array::from_fn(|i| a[i].plus(&b[i]));
    RationalPoint {
        numerator: points.iter().fold(zero, add),
        denominator: Dyadic::integer(points.len() as i64),
    }
}

/// The mean of points in the world times `2^-exponent`, in floats, and how far it may be off. `None` where
/// these are no ordinary numbers.
///
/// A mean of `n` points adds `n` roundings of the largest. Of many points the mean is taken to the world,
/// which is within the error bound of a point: it covers 32 roundings of what enters it.
fn approximate_mean<V: PairSpace, const D: usize>(
    points: &[V],
    place: &Place<'_, V>,
    exponent: i64,
) -> Option<([f64; D], f64)> {
    let count = points.len() as f64;
    let reach = points.iter().fold(V::ZERO, |reach, p| reach.max(p.abs()));
    let (world, error) = if points.len() <= FEW_CORNERS {
        let vertices = FloatVertices::new(place, reach);
        mean_of(points.iter().map(|p| vertices.vertex(*p)), count)
    } else {
        let (frame, sum) = (
            BoundedFrame::of(place),
            points.iter().fold(V::ZERO, |sum, p| sum + *p),
        );
        let world = frame.point(sum / V::Scalar::lit(count));
        (lift(world), frame.error(reach).to_f64() * (1.0 + count / 16.0))
    };
    let unit = |x: f64| times_power_of_two(x, -exponent);
    let point: [f64; D] = core::array::from_fn(|i| unit(world[i]));
    let error = unit(error) + f64::MIN_POSITIVE;
    let is_known = error < 1.0 && point.iter().all(|x| x.is_finite());
    is_known.then_some((point, error))
}

/// The mean of this many vertices, and how far it may be off.
fn mean_of(vertices: impl Iterator<Item = FloatVertex>, count: f64) -> (DVec3, f64) {
    let (mut sum, mut error, mut largest) = (DVec3::ZERO, 0.0_f64, 0.0_f64);
    for vertex in vertices {
        sum += vertex.at;
        error = error.max(vertex.error);
        largest = largest.max(vertex.at.abs().max_element());
    }
    (sum / count, error + largest * count * f64::EPSILON)
}
