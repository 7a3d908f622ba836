//! The closest features of two outlines, or the way out, from the edge with the greatest separation.
//!
//! The edges of the Minkowski difference D are those of both outlines. With the origin outside D, the distance of D's
//! supporting lines from the origin is a function of their direction with one peak, at the direction of the closest
//! point; so the edge of greatest separation either holds that point or ends at it. That leaves one edge against one
//! corner, or one corner against another. With the origin inside D, the closest edge of D is the way out.
//!
//! Rounding may pick a wrong edge where two are nearly parallel. What is found is therefore measured against a lower
//! bound, the gap along its own normal: where the two differ by more than rounding can explain, the answer is `None`.

use super::outline::{Outline, View};
use super::separation::Separation;
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::closed_form::{closest_on_segment, length};
use crate::shape::Space2;

/// Signed distance of two outlines without their radii, in the axes and from the origin of the reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closest<V: Vector> {
    /// The gap, or minus the depth.
    pub distance: V::Scalar,
    /// Unit vector from the reference to the other.
    pub normal: V,
    /// A point of the reference; the other's is `distance * normal` further.
    pub point: V,
}

/// The corner of `other` that reaches furthest against `direction`, as a number and a height; the first of equals.
#[inline(always)]
pub(crate) fn lowest<V: Space2>(other: &Outline<'_, V>, view: &View<V>, direction: V) -> (usize, V::Scalar) {
    let mut best = (0, ScalarOf::<V>::INFINITY);
    for (i, &corner) in other.corners().iter().enumerate() {
        let height = direction.dot(view.point(corner));
        if height < best.1 {
            best = (i, height);
        }
    }
    best
}

/// The closest points of two outlines whose greatest separation is that of an edge of `reference`.
#[inline]
pub(crate) fn closest<V: Space2>(
    reference: &Outline<'_, V>,
    other: &Outline<'_, V>,
    view: &View<V>,
    separation: Separation<V::Scalar>,
    error: V::Scalar,
) -> Option<Closest<V>> {
    let (gap, edge) = (separation.gap, separation.edge);
    let normal = reference.normals()[edge];
    let ends = [reference.corner(edge), reference.corner(edge + 1)];
    let (low, _) = lowest(other, view, normal);
    let corner = view.corner(other, low);
    let along = normal.left();
    let (before, beyond) = (along.dot(corner - ends[0]), along.dot(corner - ends[1]));
    if before >= Real::ZERO && beyond <= Real::ZERO {
        return Some(Closest {
            distance: gap,
            normal,
            point: corner - normal * gap,
        });
    }
    let end = ends[usize::from(beyond > Real::ZERO)];
    // Going counter-clockwise, the lower side of the other runs against `along`.
    let count = other.corners().len();
    let next = if beyond > Real::ZERO {
        low + 1
    } else {
        low + count - 1
    } % count;
    let difference = closest_on_segment(end, corner, view.corner(other, next)) - end;
    // Two parallel edges, side by side.
    if (difference - normal * gap).max_abs() <= error {
        return Some(Closest {
            distance: gap,
            normal,
            point: end,
        });
    }
    if gap < -error {
        return None;
    }
    let distance = length(difference);
    let normal = difference / distance;
    let proven = gap_along(reference, other, view, normal);
    (distance - proven <= error).then_some(Closest {
        distance,
        normal,
        point: end,
    })
}

/// The gap between the two along a unit vector: never more than their distance.
fn gap_along<V: Space2>(
    reference: &Outline<'_, V>,
    other: &Outline<'_, V>,
    view: &View<V>,
    normal: V,
) -> V::Scalar {
    let highest = reference
        .corners()
        .iter()
        .map(|&p| normal.dot(p * reference.frame.scale))
        .fold(-ScalarOf::<V>::INFINITY, Real::max);
    lowest(other, view, normal).1 - highest
}
