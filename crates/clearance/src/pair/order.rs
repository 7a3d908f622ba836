//! Which of two shapes comes first, whichever is called A. A question and its mirror image are then answered
//! from the same side, and so with the same bits.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::{Aabb, GivenRotation, Place, Pose, Real, Rotation, Vector};
use crate::shape::{AnyShape, Core, HalfSpace, Parts, Placed, ShapeSpace};

/// A total order of placed shapes by the numbers they are given by: poses, kind, radius, vertices or boxes;
/// where all these are equal, what they are made of.
///
/// Two shapes are equal only if all their numbers are: of the same shape twice in the same place neither
/// comes first. Where such a pair has two possible answers (for a normal), both questions get the same one.
pub(crate) fn order<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Ordering {
    lexicographic(poses(a.place), poses(b.place)).then_with(|| of_shapes::<V>(a.shape, b.shape))
}

fn of_shapes<V: ShapeSpace>(a: &V::Shape, b: &V::Shape) -> Ordering {
    let by_outside = a
        .kind()
        .cmp(b.kind())
        .then_with(|| lexicographic(grown::<V>(a), grown::<V>(b)))
        .then_with(|| match (a.core(), b.core()) {
            (Some(p), Some(q)) => lexicographic(vertices::<V>(&p), vertices::<V>(&q)),
            _ => lexicographic(boxes::<V>(a), boxes::<V>(b)),
        });
    if by_outside.is_ne() || core::ptr::eq(a, b) {
        return by_outside;
    }
    let by_inside = match (a.as_rounded(), b.as_rounded()) {
        (Some(p), Some(q)) => lexicographic(p.radii().iter().copied(), q.radii().iter().copied())
            .then_with(|| of_shapes::<V>(p.shape(), q.shape())),
        _ => lexicographic(border_of_half_space::<V>(a), border_of_half_space::<V>(b)),
    };
    by_inside.then_with(|| match (a.parts(), b.parts()) {
        (Some(p), Some(q)) => of_parts(p, q),
        _ => Ordering::Equal,
    })
}

/// Facet by facet, then part by part.
fn of_parts<V: ShapeSpace>(a: &dyn Parts<V>, b: &dyn Parts<V>) -> Ordering {
    let of_part = |i: usize| {
        let (p, q) = (a.part(i), b.part(i));
        let of_pose = |pose: Option<&Pose<V>>| pose.map(|pose| poses(Place::world(pose)).collect::<Vec<_>>());
        lexicographic(
            of_pose(p.pose()).into_iter().flatten(),
            of_pose(q.pose()).into_iter().flatten(),
        )
        .then_with(|| of_shapes::<V>(p.shape(), q.shape()))
    };
    a.is_solid()
        .cmp(&b.is_solid())
        .then_with(|| a.part_count().cmp(&b.part_count()))
        .then_with(|| lexicographic(corners(a), corners(b)))
        .then_with(|| {
            let mut parts = (0..a.part_count().min(b.part_count())).map(of_part);
            parts.find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        })
}

fn corners<'a, V: ShapeSpace>(parts: &'a dyn Parts<V>) -> impl Iterator<Item = V::Scalar> + 'a {
    let border = parts.facets().into_iter();
    let facets = border.flat_map(|border| (0..border.facet_count()).map(move |i| (border, i)));
    facets.flat_map(|(border, i)| (0..V::DIM).flat_map(move |k| components(border.corner(i, k))))
}

fn border_of_half_space<V: ShapeSpace>(s: &V::Shape) -> impl Iterator<Item = V::Scalar> {
    let numbers = |h: &HalfSpace<V>| components(h.normal()).chain([h.offset()]);
    s.as_half_space().map(numbers).into_iter().flatten()
}

fn lexicographic<S: Real>(a: impl Iterator<Item = S>, b: impl Iterator<Item = S>) -> Ordering {
    // No shape and no pose contains a NaN.
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

fn poses<'a, V: ShapeSpace>(place: Place<'a, V>) -> impl Iterator<Item = f64> + 'a {
    place.chain().flat_map(|pose| {
        let rotation = match pose.rotation().given() {
            GivenRotation::Identity => [0.0; 5],
            GivenRotation::Angle(angle) => [1.0, angle, 0.0, 0.0, 0.0],
            GivenRotation::Direction([x, y]) => [2.0, x, y, 0.0, 0.0],
            GivenRotation::Quaternion([x, y, z, w]) => [3.0, x, y, z, w],
        };
        let numbers = components(pose.position()).chain([pose.scale()]);
        numbers.map(Real::to_f64).chain(rotation)
    })
}

fn grown<V: ShapeSpace>(s: &V::Shape) -> impl Iterator<Item = V::Scalar> {
    s.as_rounded().map(|r| r.radius()).into_iter()
}

fn vertices<V: ShapeSpace>(core: &Core<'_, V>) -> impl Iterator<Item = V::Scalar> {
    let vertices = core.vertices.iter().flat_map(|&v| components(v));
    vertices.chain([core.radius])
}

/// The box around the whole, then those around its parts.
fn boxes<V: ShapeSpace>(s: &V::Shape) -> impl Iterator<Item = V::Scalar> {
    let of = |b: Aabb<V>| components(b.max).chain(components(b.min));
    let parts = s.parts().map(|p| p.part_boxes()).into_iter();
    let boxes = parts.flat_map(|boxes| (0..boxes.count()).map(|i| boxes.aabb(i)));
    of(s.local_aabb()).chain(boxes.flat_map(of))
}

fn components<V: Vector>(v: V) -> impl Iterator<Item = V::Scalar> {
    (0..V::DIM).map(move |i| v.get(i))
}
