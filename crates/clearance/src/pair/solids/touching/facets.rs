//! The facets of solids that touch: their normals, and whether two lie on each other.

use super::candidates::is_same;
use crate::math::{Real, ScalarOf};
use crate::pair::ask::table::PairSpace;
use crate::pair::solids::Solid;
use crate::shape::BoundedFrame;

/// A facet of a solid, by its number.
type Facet<'a, V> = (Solid<'a, V>, usize);

/// The outward normal of a facet of A, if that is the inward one of a facet of B.
pub(super) fn common_normal<V: PairSpace>((a, i): Facet<'_, V>, (b, j): Facet<'_, V>) -> Option<V> {
    let normal = facet_normal(a, i)?;
    is_same(normal, -facet_normal(b, j)?).then_some(normal)
}

/// Whether two facets in one plane surely have more than an edge or a corner in common; `normal` is that of the first.
pub(super) fn lie_on_each_other<V: PairSpace>((a, i): Facet<'_, V>, (b, j): Facet<'_, V>, normal: V) -> bool {
    let (p, q) = (facet_corners(a, i), facet_corners(b, j));
    !is_beyond_a_side(&p, normal, &q) && !is_beyond_a_side(&q, -normal, &p)
}

/// Whether a side of a triangle, which turns counter-clockwise around its normal, has all of another triangle in the
/// same plane outside of it, or on it up to rounding.
fn is_beyond_a_side<V: PairSpace>(t: &[V; 3], normal: V, other: &[V; 3]) -> bool {
    let least = ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(256.0);
    (0..3).any(|k| {
        let Some(outwards) = (t[(k + 1) % 3] - t[k]).across(normal) else {
            return false;
        };
        other.iter().all(|&c| {
            let size = c.max_abs().max(t[k].max_abs()) * outwards.max_abs();
            (c - t[k]).dot(outwards) >= -least * size
        })
    })
}

/// The outward unit normal of a triangle of a solid in the world.
pub(in crate::pair) fn facet_normal<V: PairSpace>(solid: Solid<'_, V>, i: usize) -> Option<V> {
    let [p, q, r] = facet_corners(solid, i);
    let unit = |v: V| v.normalized();
    let (u, v) = (unit(q - p)?, unit(r - p)?);
    unit(u.across(v)?)
}

fn facet_corners<V: PairSpace>(solid: Solid<'_, V>, i: usize) -> [V; 3] {
    let frame = BoundedFrame::of(&solid.placed.place);
    [0, 1, 2].map(|k| frame.point(solid.border.corner(i, k)))
}
