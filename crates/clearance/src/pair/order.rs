//! Which of two shapes comes first, whichever is called A: so that a question and its mirror image are answered from the
//! same side, and so by the same bits.

use core::cmp::Ordering;

use crate::math::{Aabb, GivenRotation, Place, Real, Rotation, Vector};
use crate::shape::{AnyShape, Core, Placed, ShapeSpace};

/// A total order of placed shapes by the numbers they are given by: poses, kind, radius, vertices or boxes.
///
/// Equal where all of these are; of different shapes that is so only for meshes (and the like) with the same boxes around
/// all their parts.
pub(super) fn order<V: ShapeSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Ordering {
    lexicographic(poses(a.place), poses(b.place))
        .then_with(|| a.shape.kind().cmp(b.shape.kind()))
        .then_with(|| lexicographic(grown(a), grown(b)))
        .then_with(|| match (a.shape.core(), b.shape.core()) {
            (Some(p), Some(q)) => lexicographic(vertices(&p), vertices(&q)),
            _ => lexicographic(boxes(a), boxes(b)),
        })
}

fn lexicographic<S: Real>(a: impl Iterator<Item = S>, b: impl Iterator<Item = S>) -> Ordering {
    // No shape and no pose holds a number that is none.
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

fn grown<V: ShapeSpace>(s: Placed<'_, V>) -> impl Iterator<Item = V::Scalar> {
    s.shape.as_rounded().map(|r| r.radius()).into_iter()
}

fn vertices<V: ShapeSpace>(core: &Core<'_, V>) -> impl Iterator<Item = V::Scalar> {
    let vertices = core.vertices.iter().flat_map(|&v| components(v));
    vertices.chain([core.radius])
}

/// The box around the whole, then those around its parts.
fn boxes<V: ShapeSpace>(s: Placed<'_, V>) -> impl Iterator<Item = V::Scalar> {
    let parts = s.shape.parts().map_or(&[][..], |p| p.part_boxes().boxes());
    let of = |b: &Aabb<V>| components(b.max).chain(components(b.min));
    of(&s.shape.local_aabb()).chain(parts.iter().flat_map(of))
}

fn components<V: Vector>(v: V) -> impl Iterator<Item = V::Scalar> {
    (0..V::DIM).map(move |i| v.get(i))
}
