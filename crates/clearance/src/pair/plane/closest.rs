//! The closest features of two outlines, or those of their penetration depth, from the edge with the greatest
//! gap.
//!
//! The edges of the Minkowski difference D are those of both outlines. With the origin outside D, the
//! distance of D's supporting lines from the origin is a function of their direction with one maximum, at the
//! direction of the closest point. So the edge with the greatest gap either contains that point or ends at
//! it, which leaves one edge against one corner, or one corner against another. With the origin inside D, the
//! closest edge of D gives the depth.
//!
//! Error bound: rounding may choose a wrong edge where two are nearly parallel. The distance found, an upper
//! bound, is therefore compared with a lower bound, the gap along its own direction. Where the two differ by
//! more than rounding explains, the answer is `None`.

use super::outline::{CoreOutline, RelativeFrame};
use super::separation::EdgeSeparation;
use crate::math::{Real, Vector, length};
use crate::pair::round::closed_form::closest_on_segment;
use crate::shape::Space2;

/// Signed distance of two outlines without their radii, in the axes and from the origin of the reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosestFeatures<V: Vector> {
    /// The gap, or minus the depth.
    pub distance: V::Scalar,
    /// Unit vector from the reference to the other.
    pub normal: V,
    /// A point of the reference; the other's is `distance * normal` further.
    pub point: V,
}

/// The closest points of two outlines whose greatest separation is that of an edge of `reference`.
#[inline]
pub(crate) fn closest<V: Space2>(
    reference: &CoreOutline<'_, V>,
    other: &CoreOutline<'_, V>,
    relative: &RelativeFrame<V>,
    separation: EdgeSeparation<V::Scalar>,
    error: V::Scalar,
) -> Option<ClosestFeatures<V>> {
    let (gap, edge) = (separation.gap, separation.edge);
    let normal = reference.normal(edge);
    let ends = [reference.corner(edge), reference.corner(reference.after(edge))];
    let (low, _) = other.lowest(relative.in_other(normal));
    let corner = relative.point(other.corner(low));
    let along = normal.left();
    let (before, beyond) = (along.dot(corner - ends[0]), along.dot(corner - ends[1]));
    if before >= Real::ZERO && beyond <= Real::ZERO {
        return Some(ClosestFeatures {
            distance: gap,
            normal,
            point: corner - normal * gap,
        });
    }
    let end = ends[usize::from(beyond > Real::ZERO)];
    // Counter-clockwise, the lower side of the other runs against `along`.
    let next = if beyond > Real::ZERO {
        other.after(low)
    } else {
        other.before(low)
    };
    let difference = closest_on_segment(end, corner, relative.point(other.corner(next))) - end;
    // Two parallel edges beside each other.
    if (difference - normal * gap).max_abs() <= error {
        return Some(ClosestFeatures {
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
    let proven = gap_along(reference, other, relative, normal);
    (distance - proven <= error).then_some(ClosestFeatures {
        distance,
        normal,
        point: end,
    })
}

/// The gap between the two along a unit vector: a lower bound of their distance.
fn gap_along<V: Space2>(
    reference: &CoreOutline<'_, V>,
    other: &CoreOutline<'_, V>,
    relative: &RelativeFrame<V>,
    normal: V,
) -> V::Scalar {
    relative.lowest_height(other, normal) + reference.lowest(-normal).1
}
