//! Two cores, or a core and a half-space, decided in exact arithmetic.
//!
//! This is the exact way behind every filter in floats. Two common kinds are decided without integers: boxes
//! that are not rotated (`boxes.rs`) and polygons with float coordinates (`polygon.rs`); and whether two
//! triangles meet (`triangles.rs`). All other cores
//! become points with exact coordinates (`exact_core`), which `exact/` compares. Half-spaces have a filter of
//! their own (`half_space.rs`).

mod boxes;
pub(super) mod half_space;
mod polygon;
#[cfg(test)]
mod tests;
pub(super) mod triangles;

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::answer::{Clearance, DepthKind, Relation};
use super::order::order;
use crate::exact::hulls::clearance::ExactClearance;
use crate::exact::hulls::half_space::{ExactHalfSpace, HalfSpaceAndHull};
use crate::exact::number::round;
use crate::exact::place::{ExactFrame, ExactPoint};
use crate::exact::{Dyadic, ExactPair};
use crate::math::{Place, Vector};
use crate::pair::dimension::in_dimension;
use crate::shape::{AnyShape, Core, Placed, ShapeSpace, Vertices};
use boxes::{AlignedBox, BoxComparison};
use half_space::half_space_of;
use polygon::Polygon;

/// The exact relation of two shapes that are cores or half-spaces, not both half-spaces.
pub(crate) fn relation<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    in_dimension!(V, relation_in(a, b))
}

/// Whether two cores meet, exactly; what contains what is not looked at.
pub(crate) fn intersects<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    in_dimension!(V, intersects_in(a, b))
}

/// The clearance of two shapes that are cores or half-spaces, not both half-spaces: computed exactly and
/// rounded once.
///
/// `clearance(b, a)` mirrors `clearance(a, b)` to the last bit, because the two are first put into the same
/// order.
pub(crate) fn clearance<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Clearance<V> {
    in_dimension!(V, clearance_in(a, b))
}

fn relation_in<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    if let Some(half_space) = exact_half_space::<V, D>(a) {
        let against = HalfSpaceAndHull::new(&half_space, &exact_core(&b));
        return relation_from(against.clearance_sign(), || [false, against.holds_all()]);
    }
    if half_space_of::<V>(b.shape).is_some() {
        return relation_in::<V, D>(b, a).mirrored();
    }
    let (core_a, core_b) = (core(&a), core(&b));
    boxes::<V, D>(&core_a, &core_b, [a.place, b.place])
        .and_then(|(a, b, comparison)| comparison.relation(&a, &b))
        .or_else(|| {
            let (a, b) = polygons(&core_a, &core_b, [a.place, b.place])?;
            polygon::relation(&a, &b)
        })
        .unwrap_or_else(|| relation_of(&exact_pair::<V, D>(a, b)))
}

fn intersects_in<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let corners = |s: &Placed<'_, V>| triangles::corners::<V, D>(&core(s), &s.place);
    corners(&a)
        .zip(corners(&b))
        .and_then(|(a, b)| triangles::meet(&a, &b))
        .unwrap_or_else(|| clearance_sign::<V, D>(a, b) != Ordering::Greater)
}

/// The sign of the clearance of two cores.
fn clearance_sign<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Ordering {
    let (core_a, core_b) = (core(&a), core(&b));
    boxes::<V, D>(&core_a, &core_b, [a.place, b.place])
        .map(|(_, _, comparison)| comparison.clearance_sign())
        .or_else(|| {
            let (a, b) = polygons(&core_a, &core_b, [a.place, b.place])?;
            Some(polygon::clearance_sign(&a, &b)?.0)
        })
        .unwrap_or_else(|| exact_pair::<V, D>(a, b).clearance_sign())
}

fn clearance_in<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Clearance<V> {
    if let Some(half_space) = exact_half_space::<V, D>(a) {
        return rounded(&HalfSpaceAndHull::new(&half_space, &exact_core(&b)).clearance());
    }
    if half_space_of::<V>(b.shape).is_some() {
        return clearance_in::<V, D>(b, a).mirrored();
    }
    if order(a, b).is_gt() {
        return cores_clearance::<V, D>(b, a).mirrored();
    }
    cores_clearance::<V, D>(a, b)
}

fn cores_clearance<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Clearance<V> {
    let (core_a, core_b) = (core(&a), core(&b));
    boxes::<V, D>(&core_a, &core_b, [a.place, b.place])
        .and_then(|(a, b, comparison)| comparison.touching(&a, &b))
        .or_else(|| {
            let (a, b) = polygons(&core_a, &core_b, [a.place, b.place])?;
            polygon::touching(&a, &b)
        })
        .unwrap_or_else(|| rounded(&exact_pair::<V, D>(a, b).clearance()))
}

type Boxes<const D: usize> = (AlignedBox<D>, AlignedBox<D>, BoxComparison<D>);

/// Two cores that are axis-aligned boxes in the world.
fn boxes<V: ShapeSpace, const D: usize>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    places: [Place<'_, V>; 2],
) -> Option<Boxes<D>> {
    let (a, b) = (AlignedBox::new(a, &places[0])?, AlignedBox::new(b, &places[1])?);
    let comparison = BoxComparison::new(&a, &b)?;
    Some((a, b, comparison))
}

/// Two cores of the plane whose world vertices are floats.
fn polygons<V: ShapeSpace>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    places: [Place<'_, V>; 2],
) -> Option<(Polygon, Polygon)> {
    Some((Polygon::new(a, &places[0])?, Polygon::new(b, &places[1])?))
}

/// The relation with this sign of the clearance. Where interiors meet, `containment` tells whether A is in B,
/// and B in A.
pub(crate) fn relation_from(sign: Ordering, containment: impl FnOnce() -> [bool; 2]) -> Relation {
    match sign {
        Ordering::Greater => Relation::Disjoint,
        Ordering::Equal => Relation::Touching,
        Ordering::Less => match containment() {
            [true, true] => Relation::Equal,
            [true, false] => Relation::AInB,
            [false, true] => Relation::BInA,
            [false, false] => Relation::Overlapping,
        },
    }
}

/// The relation of two placed cores.
pub(crate) fn relation_of<const D: usize>(pair: &ExactPair<D>) -> Relation {
    relation_from(pair.clearance_sign(), || pair.containment())
}

/// An exact measurement, rounded to the precision of the question.
pub(crate) fn rounded<V: Vector, const D: usize>(m: &ExactClearance<D>) -> Clearance<V> {
    let vector = |v: &[f64; D]| V::from_fn(|i| round::to_real(v[i]));
    Clearance {
        distance: round::keep_sign(m.distance, m.sign),
        normal: vector(&m.normal),
        point_a: vector(&m.points[0]),
        point_b: vector(&m.points[1]),
        depth_kind: DepthKind::Exact,
    }
}

/// Two cores in the world, at one scale.
pub(crate) fn exact_pair<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> ExactPair<D> {
    ExactPair::new(exact_core(&a), exact_core(&b))
}

/// A core in the world: its vertices and the radius of its ball, exact.
pub(crate) fn exact_core<V: ShapeSpace, const D: usize>(
    shape: &Placed<'_, V>,
) -> (Vec<ExactPoint<D>>, Dyadic) {
    let core = core(shape);
    let placement = ExactFrame::new(&shape.place);
    let points = core.vertices.iter().map(|&v| placement.point(v)).collect();
    let radii = core.added.iter().copied().chain([core.own_radius]);
    (points, placement.radius(radii))
}

/// The shape as a core. Of the shapes that `ask/table.rs` sends here only half-spaces are not cores, and
/// those are handled before.
pub(super) fn core<'a, V: ShapeSpace>(placed: &Placed<'a, V>) -> Core<'a, V> {
    placed
        .shape
        .core()
        .unwrap_or_else(|| Core::sharp(Vertices::few([V::ZERO])))
}

/// The half-space in the world, exact; `None` for other shapes.
pub(crate) fn exact_half_space<V: ShapeSpace, const D: usize>(
    placed: Placed<'_, V>,
) -> Option<ExactHalfSpace<D>> {
    let (shape, _) = half_space_of::<V>(placed.shape)?;
    let radii = placed.shape.as_rounded().map_or(&[][..], |r| r.radii());
    let placement = ExactFrame::new(&placed.place);
    let (normal, offset) = placement.half_space(shape.normal(), shape.offset());
    Some(ExactHalfSpace {
        normal,
        offset,
        radius: placement.radius(radii.iter().copied()),
    })
}
