//! Separating axes in the plane: two cores as outlines of corners, normals and a radius.
//!
//! [`outline`] prepares the two, [`separation`] finds the edge that parts them most, [`closest`] the features there,
//! [`contain`] says whether one holds the other. Two boxes and two rods have shorter ways.
//!
//! Everything is computed in the axes of one outline or the other by the same code, and ties are broken by the
//! outlines' own numbers: exchanging A and B gives the same bits, mirrored.

mod closest;
mod contain;
mod cuboids;
mod outline;
mod separation;

use super::answer::{Clearance, DepthKind, Relation};
pub(crate) use super::clip2::clip;
use super::closed_form::{self, rod2};
use crate::math::{Real, ScalarOf};
use crate::shape::{Placed, Space2};
use closest::{Closest, closest};
use cuboids::Cuboid2;
pub(super) use outline::Outline;
use outline::View;
use separation::most;

/// Whether two cores meet.
#[inline]
pub(crate) fn intersects<V: Space2>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
    if let (Some(a), Some(b)) = (Cuboid2::new(&a), Cuboid2::new(&b)) {
        return cuboids::meet(&a, &b);
    }
    if let (Some(a), Some(b)) = (rod2(a), rod2(b))
        && let Some(answer) = closed_form::intersects(&a, &b)
    {
        return Some(answer);
    }
    outlines_meet(&Outline::new(a)?, &Outline::new(b)?)
}

/// Whether two outlines meet.
#[inline]
fn outlines_meet<V: Space2>(a: &Outline<'_, V>, b: &Outline<'_, V>) -> Option<bool> {
    let bound = a.bound(b);
    let radii = a.radius + b.radius;
    let view_b = View::new(&a.frame, &b.frame);
    let from_a = most(a, b, &view_b, radii + bound.error);
    if bound.is_positive(from_a.gap - radii) {
        return Some(false);
    }
    let view_a = View::new(&b.frame, &a.frame);
    let from_b = most(b, a, &view_a, radii + bound.error);
    let gap = from_a.gap.max(from_b.gap);
    if bound.is_positive(gap - radii) {
        return Some(false);
    }
    if has_inside(a, b) && bound.is_negative(gap) {
        return Some(true);
    }
    if radii <= bound.error {
        return None;
    }
    // Behind every edge's line, or in front by less than the radii: the closest feature may be a corner.
    bound.meets(core_clearance(a, b)?.distance - radii)
}

/// Whether the Minkowski difference of the hulls may have an inside: else its edges say nothing of overlap.
#[inline(always)]
fn has_inside<V: Space2>(a: &Outline<'_, V>, b: &Outline<'_, V>) -> bool {
    a.corners().len() + b.corners().len() > 3
}

/// Relation of two cores, where it is surely disjoint, overlapping or containment.
pub(crate) fn relation<V: Space2>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Relation> {
    if !intersects(a, b)? {
        return Some(Relation::Disjoint);
    }
    contain::relation_of_overlapping(&Outline::new(a)?, &Outline::new(b)?)
}

/// Signed distance of two cores.
#[inline]
pub(crate) fn clearance<V: Space2>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Clearance<V>> {
    if let (Some(a), Some(b)) = (rod2(a), rod2(b))
        && let Some(answer) = closed_form::clearance(&a, &b)
    {
        return Some(answer);
    }
    let (a, b) = (Outline::new(a)?, Outline::new(b)?);
    let core = core_clearance(&a, &b)?;
    let distance = core.distance - (a.radius + b.radius);
    a.bound(&b).meets(distance)?;
    let point_a = core.point_a + core.normal * a.radius;
    Some(Clearance {
        distance,
        point_a,
        point_b: point_a + core.normal * distance,
        ..core
    })
}

/// Signed distance of two outlines without their radii; near 0 its sign is not sure.
#[inline]
fn core_clearance<V: Space2>(a: &Outline<'_, V>, b: &Outline<'_, V>) -> Option<Clearance<V>> {
    if a.is_thin()
        && b.is_thin()
        && let Some(answer) = closed_form::core_clearance(&a.rod(), &b.rod())
    {
        return Some(answer);
    }
    if !has_inside(a, b) {
        return None;
    }
    let error = a.bound(b).error;
    let (view_a, view_b) = (View::new(&b.frame, &a.frame), View::new(&a.frame, &b.frame));
    let from_a = most(a, b, &view_b, ScalarOf::<V>::INFINITY);
    let from_b = most(b, a, &view_a, ScalarOf::<V>::INFINITY);
    if parts_more(a, from_a.gap, b, from_b.gap) {
        closest(a, b, &view_b, from_a, error).map(|c| in_world(&c, a))
    } else {
        closest(b, a, &view_a, from_b, error).map(|c| in_world(&c, b).mirrored())
    }
}

/// Whether A's edge is the one to go by; between equals the outlines' own numbers decide, whichever is called A.
#[inline(always)]
fn parts_more<V: Space2>(a: &Outline<'_, V>, gap_a: V::Scalar, b: &Outline<'_, V>, gap_b: V::Scalar) -> bool {
    gap_a > gap_b || gap_a == gap_b && a.order(b).is_le()
}

/// Closest points in the reference's axes, as a clearance from the reference.
#[inline(always)]
fn in_world<V: Space2>(c: &Closest<V>, reference: &Outline<'_, V>) -> Clearance<V> {
    let normal = reference.frame.direction(c.normal);
    let point_a = reference.frame.direction(c.point) + reference.frame.origin;
    Clearance {
        distance: c.distance,
        normal,
        point_a,
        point_b: point_a + normal * c.distance,
        depth_kind: DepthKind::Exact,
    }
}
