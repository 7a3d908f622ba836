//! Two cores, or a core and a half-space, decided in exact arithmetic: the last word of every relation.

mod boxes;
pub(super) mod half_space;
mod polygon;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::answer::{Clearance, DepthKind, Relation};
use super::order::order;
use crate::exact::hulls::half_space::{AgainstHull, ExactHalfSpace};
use crate::exact::hulls::measure::Measured;
use crate::exact::number::round;
use crate::exact::place::{ExactFrame, ExactPoint};
use crate::exact::{Dyadic, Pair};
use crate::math::{Place, Vector};
use crate::shape::{AnyShape, Core, HalfSpace, Placed, ShapeSpace, Vertices};
use boxes::{AlignedBox, Comparison};
use polygon::Polygon;

/// The exact relation of two shapes that are cores or half-spaces, not both half-spaces.
pub(crate) fn relation<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    match V::DIM {
        2 => relation_in::<V, 2>(a, b),
        _ => relation_in::<V, 3>(a, b),
    }
}

/// Whether two cores meet, exactly; does not look at what contains what.
pub(crate) fn intersects<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    match V::DIM {
        2 => meeting::<V, 2>(a, b) != Ordering::Greater,
        _ => meeting::<V, 3>(a, b) != Ordering::Greater,
    }
}

/// The clearance of two shapes that are cores or half-spaces, not both half-spaces: computed exactly and
/// rounded once.
///
/// `clearance(b, a)` mirrors `clearance(a, b)` to the last bit: the two are put into one order first.
pub(crate) fn clearance<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Clearance<V> {
    match V::DIM {
        2 => clearance_in::<V, 2>(a, b),
        _ => clearance_in::<V, 3>(a, b),
    }
}

fn relation_in<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    if let Some(half_space) = half_space::<V, D>(a) {
        let against = AgainstHull::new(&half_space, &placed(&b));
        return word(against.meeting(), || [false, against.holds_all()]);
    }
    if half_space_of(&b).is_some() {
        return relation_in::<V, D>(b, a).mirrored();
    }
    let (core_a, core_b) = (core(&a), core(&b));
    boxes::<V, D>(&core_a, &core_b, [a.place, b.place])
        .and_then(|(a, b, comparison)| comparison.relation(&a, &b))
        .or_else(|| {
            let (a, b) = polygons(&core_a, &core_b, [a.place, b.place])?;
            polygon::relation(&a, &b)
        })
        .unwrap_or_else(|| relation_of(&pair::<V, D>(a, b)))
}

/// The sign of the clearance of two cores.
fn meeting<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Ordering {
    let (core_a, core_b) = (core(&a), core(&b));
    boxes::<V, D>(&core_a, &core_b, [a.place, b.place])
        .map(|(_, _, comparison)| comparison.meeting())
        .or_else(|| {
            let (a, b) = polygons(&core_a, &core_b, [a.place, b.place])?;
            Some(polygon::meeting(&a, &b)?.0)
        })
        .unwrap_or_else(|| pair::<V, D>(a, b).meeting())
}

fn clearance_in<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Clearance<V> {
    if let Some(half_space) = half_space::<V, D>(a) {
        return rounded(&AgainstHull::new(&half_space, &placed(&b)).measured());
    }
    if half_space_of(&b).is_some() {
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
        .unwrap_or_else(|| rounded(&pair::<V, D>(a, b).measured()))
}

type Boxes<const D: usize> = (AlignedBox<D>, AlignedBox<D>, Comparison<D>);

/// Two cores that are axis-aligned boxes where they stand.
fn boxes<V: ShapeSpace, const D: usize>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    places: [Place<'_, V>; 2],
) -> Option<Boxes<D>> {
    let (a, b) = (AlignedBox::new(a, &places[0])?, AlignedBox::new(b, &places[1])?);
    let comparison = Comparison::new(&a, &b)?;
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

/// The word for the sign of a clearance and, where the insides meet, what contains what: A is in B, B is in
/// A.
pub(crate) fn word(sign: Ordering, containment: impl FnOnce() -> [bool; 2]) -> Relation {
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
pub(crate) fn relation_of<const D: usize>(pair: &Pair<D>) -> Relation {
    word(pair.meeting(), || pair.containment())
}

/// An exact measurement in the precision of the question.
pub(crate) fn rounded<V: Vector, const D: usize>(m: &Measured<D>) -> Clearance<V> {
    let vector = |v: &[f64; D]| V::from_fn(|i| round::to_real(v[i]));
    Clearance {
        distance: round::keep_sign(m.distance, m.sign),
        normal: vector(&m.normal),
        point_a: vector(&m.points[0]),
        point_b: vector(&m.points[1]),
        depth_kind: DepthKind::Exact,
    }
}

/// Two cores where they stand, at one scale.
pub(crate) fn pair<V: ShapeSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>) -> Pair<D> {
    Pair::new(placed(&a), placed(&b))
}

/// A core where it stands: its vertices and the radius of its ball, exact.
pub(crate) fn placed<V: ShapeSpace, const D: usize>(shape: &Placed<'_, V>) -> (Vec<ExactPoint<D>>, Dyadic) {
    let core = core(shape);
    let placement = ExactFrame::new(&shape.place);
    let points = core.vertices.iter().map(|&v| placement.point(v)).collect();
    let radii = core.added.iter().copied().chain([core.own_radius]);
    (points, placement.radius(radii))
}

/// The shape as a core; of the shapes that `table.rs` sends here only half-spaces are none, and those are
/// seen to first.
fn core<'a, V: ShapeSpace>(placed: &Placed<'a, V>) -> Core<'a, V> {
    placed
        .shape
        .core()
        .unwrap_or_else(|| Core::sharp(Vertices::few([V::ZERO])))
}

/// The half-space inside a shape, and what `Rounded` added to it.
fn half_space_of<'a, V: ShapeSpace>(placed: &Placed<'a, V>) -> Option<(&'a HalfSpace<V>, &'a [V::Scalar])> {
    match placed.shape.as_rounded() {
        Some(rounded) => Some((rounded.shape().as_half_space()?, rounded.radii())),
        None => Some((placed.shape.as_half_space()?, &[])),
    }
}

/// The placed half-space, exact, where the shape is one.
pub(crate) fn half_space<V: ShapeSpace, const D: usize>(placed: Placed<'_, V>) -> Option<ExactHalfSpace<D>> {
    let (shape, radii) = half_space_of(&placed)?;
    let placement = ExactFrame::new(&placed.place);
    let (normal, offset) = placement.half_space(shape.normal(), shape.offset());
    Some(ExactHalfSpace {
        normal,
        offset,
        radius: placement.radius(radii.iter().copied()),
    })
}
