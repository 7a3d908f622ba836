//! What contains what, where one of the two is a union: each part of the inner shape must be in one part of
//! the outer shape, or in several together (`cover/`).

use core::ops::ControlFlow;

use super::cover;
use crate::math::{Aabb, Pose, Real};
use crate::pair;
use crate::pair::answer::Relation;
use crate::pair::ask::table::PairSpace;
use crate::pair::near_parts::{at_point, for_each_pair};
use crate::pair::solids;
use crate::pair::solids::Solid;
use crate::shape::{AnyShape, BoundedFrame, Parts, Placed};

/// Whether the box around `b` could contain that around `a`, with a margin for their rounding.
pub(super) fn may_contain<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let (inner, outer) = (a.aabb(), b.aabb());
    let room = (outer.max - outer.min).max_element() * V::Scalar::lit(1e-3)
        + outer.min.max_abs().max(outer.max.max_abs()) * V::Scalar::EPSILON * V::Scalar::lit(1024.0)
        + V::Scalar::MIN_POSITIVE * V::Scalar::lit(1024.0);
    outer.inflated(room).contains(&inner) || !room.is_finite()
}

/// Whether `a` is a subset of `b`, for two shapes whose interiors meet, or parts of such.
pub(super) fn is_within<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let (a, b) = (a.simplest(), b.simplest());
    if !may_contain(a, b) {
        return false;
    }
    if let Some(parts) = a.shape.parts().filter(|p| p.holds_any_shape() || !p.is_solid()) {
        return every_part_within(a, parts, b);
    }
    // A solid contains what lies in its border, too, although the relation of the two is `Touching`.
    if let Some(solid) = Solid::new(b).filter(|_| a.shape.is_convex()) {
        return solids::contains(solid, a);
    }
    match b.shape.parts() {
        // Asking about the union as a whole would lead back here.
        Some(parts) if parts.holds_any_shape() || !parts.is_solid() => parts_contain(a, b, parts),
        None if is_sharp(a) => corners_within(a, b),
        _ => matches!(pair::relation(a, b), Relation::AInB | Relation::Equal),
    }
}

fn every_part_within<V: PairSpace>(a: Placed<'_, V>, parts: &dyn Parts<V>, b: Placed<'_, V>) -> bool {
    for i in 0..parts.part_count() {
        if !parts.part(i).placed_in(&a.place, |p| is_within(p, b)) {
            return false;
        }
    }
    true
}

/// Whether one part of a union contains `a`, a convex shape or solid, or several do together.
fn parts_contain<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>, parts: &dyn Parts<V>) -> bool {
    let only_flat = !parts.holds_any_shape();
    // Most shapes that stick out do so with a corner.
    if (only_flat && a.shape.flat().is_none()) || has_corner_outside(a, b) {
        return false;
    }
    let overlap = |q: &Aabb<V>, p: &Aabb<V>| q.overlaps(p);
    let one_contains = for_each_pair([b, a], [Some(parts), None], &overlap, &mut |q, a, _| {
        if is_within(a, q) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    one_contains.is_break() || cover::is_covered(a, b)
}

/// Whether a corner of `a` is not in `b`; where a ball is added, a point of it furthest along an axis.
fn has_corner_outside<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    match (Solid::new(a), a.shape.core()) {
        (Some(solid), _) => !solids::corners_within(solid, b),
        (None, Some(_)) if is_sharp(a) => !corners_within(a, b),
        (None, Some(core)) => {
            let frame = BoundedFrame::of(&a.place);
            for &v in core.vertices.iter() {
                let room = frame.error(v.abs()) * V::Scalar::lit(4.0);
                if ball_reaches_out((frame.point(v), core.radius * frame.scale()), room, b) {
                    return true;
                }
            }
            false
        }
        (None, None) => false,
    }
}

/// Whether a ball whose centre is known to within `room` surely reaches out of `b` along an axis. `false`
/// proves nothing.
fn ball_reaches_out<V: PairSpace>(
    (center, radius): (V, V::Scalar),
    room: V::Scalar,
    b: Placed<'_, V>,
) -> bool {
    let (point, reach) = (V::Shape::point(), radius * V::Scalar::lit(0.999));
    if radius - reach <= room + center.max_abs() * V::Scalar::EPSILON * V::Scalar::lit(4.0) {
        return false;
    }
    for k in 0..2 * V::DIM {
        let step = if k % 2 == 0 { reach } else { -reach };
        let at = V::from_fn(|i| center.get(i) + if i == k / 2 { step } else { V::Scalar::ZERO });
        let Ok(pose) = Pose::at(at) else {
            continue;
        };
        if !pair::intersects(Placed::new(&point, &pose), b) {
            return true;
        }
    }
    false
}

/// Whether a shape is the hull of points, without a ball.
fn is_sharp<V: PairSpace>(a: Placed<'_, V>) -> bool {
    a.shape.core().is_some_and(|c| c.radius == V::Scalar::ZERO)
}

/// Whether every vertex of a hull of points is in the convex shape `b`.
fn corners_within<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    let Some(core) = a.shape.core() else {
        return false;
    };
    for &v in core.vertices.iter() {
        if !at_point(v, &a.place, |p| pair::intersects(p, b)) {
            return false;
        }
    }
    true
}
