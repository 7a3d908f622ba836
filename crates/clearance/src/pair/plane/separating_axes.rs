//! Two outlines by the separating axis theorem: whether they meet, and their clearance.

use super::closest::closest;
use super::outline::{CoreOutline, RelativeFrame};
use super::separation::{EdgeSeparation, GapLimits, is_reference, most};
use crate::math::{Real, ScalarOf};
use crate::pair::answer::{Clearance, DepthKind};
use crate::pair::bounding_balls;
use crate::pair::round::closed_form;
use crate::shape::Space2;

/// Whether two outlines meet.
#[inline]
pub(super) fn intersects<V: Space2>(a: &CoreOutline<'_, V>, b: &CoreOutline<'_, V>) -> Option<bool> {
    let bound = a.bound(b);
    let error = bound.error;
    let radii = a.radius + b.radius;
    let relative_b = RelativeFrame::new(&a.frame, &b.frame);
    if let Some(answer) = balls_meet(a, b, &relative_b, radii, error) {
        return Some(answer);
    }
    // Of gaps below 0 only the sign matters.
    let limits = GapLimits {
        from: Real::ZERO,
        enough: radii + error,
        error,
    };
    let mut gap = most(a, b, &relative_b, limits).gap;
    if !bound.is_positive(gap - radii) {
        let relative_a = RelativeFrame::new(&b.frame, &a.frame);
        gap = gap.max(most(b, a, &relative_a, limits).gap);
    }
    if bound.is_positive(gap - radii) {
        return Some(false);
    }
    if has_inside(a, b) && bound.is_negative(gap) {
        return Some(true);
    }
    if radii <= error {
        return None;
    }
    // In front of an edge by less than the radii: the closest feature may be a corner.
    clearance(a, b).map(|c| c.distance < Real::ZERO)
}

/// Whether balls around and within the two decide.
#[inline]
fn balls_meet<V: Space2>(
    a: &CoreOutline<'_, V>,
    b: &CoreOutline<'_, V>,
    relative: &RelativeFrame<V>,
    radii: V::Scalar,
    error: V::Scalar,
) -> Option<bool> {
    let squared = (relative.point(b.center()) - a.center()).length_squared();
    let around = a.outer_radius() + b.outer_radius() + radii + error;
    let within = a.inner_radius() + b.inner_radius() + radii - error;
    bounding_balls::decide(squared, around, within)
}

/// Whether the Minkowski difference of the hulls may have an inside: else its edges say nothing of overlap.
#[inline]
fn has_inside<V: Space2>(a: &CoreOutline<'_, V>, b: &CoreOutline<'_, V>) -> bool {
    a.count() + b.count() > 3
}

#[inline]
pub(super) fn clearance<V: Space2>(a: &CoreOutline<'_, V>, b: &CoreOutline<'_, V>) -> Option<Clearance<V>> {
    if a.is_thin()
        && b.is_thin()
        && let Some(answer) = closed_form::clearance(&a.capsule(), &b.capsule())
    {
        return Some(answer);
    }
    if !has_inside(a, b) {
        return None;
    }
    let error = a.bound(b).error;
    let (relative_a, relative_b) = (
        RelativeFrame::new(&b.frame, &a.frame),
        RelativeFrame::new(&a.frame, &b.frame),
    );
    let from = |from| GapLimits {
        from,
        enough: Real::INFINITY,
        error,
    };
    let from_a = most(a, b, &relative_b, from(-ScalarOf::<V>::INFINITY));
    let from_b = most(b, a, &relative_a, from(from_a.gap));
    from_separations([a, b], [from_a, from_b])
}

/// The clearance of A and B, given the greatest separation from either's edges.
#[inline]
fn from_separations<V: Space2>(
    [a, b]: [&CoreOutline<'_, V>; 2],
    [from_a, from_b]: [EdgeSeparation<ScalarOf<V>>; 2],
) -> Option<Clearance<V>> {
    let by_a = is_reference(a, from_a.gap, b, from_b.gap);
    let (reference, other) = if by_a { (a, b) } else { (b, a) };
    let separation = if by_a { from_a } else { from_b };
    let bound = a.bound(b);
    let relative = RelativeFrame::new(&reference.frame, &other.frame);
    let core = closest(reference, other, &relative, separation, bound.error)?;
    let distance = core.distance - (a.radius + b.radius);
    bound.meets(distance)?;
    // In the world, from the reference to the other.
    let normal = reference.frame.direction(core.normal);
    let point = reference.frame.direction(core.point) + reference.frame.origin + normal * reference.radius;
    let points = [point, point + normal * distance];
    Some(Clearance {
        distance,
        normal: if by_a { normal } else { -normal },
        point_a: points[usize::from(!by_a)],
        point_b: points[usize::from(by_a)],
        depth_kind: DepthKind::Exact,
    })
}
