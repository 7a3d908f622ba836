//! Whether boxes placed together hold what none of them holds alone: exactly, for boxes along the axes of the world.
//!
//! Idea: take the box around what is to be held, in exact numbers. The first box of the union that meets its inside cuts
//! off up to two slabs along each axis, and keeps the rest; the slabs must be held by the boxes after it. As all sets are
//! closed, what is held but for its border is held.
//!
//! Limits: parts that are no boxes, or turned ones, hold nothing here; and of what is no box itself, the whole box
//! around it must be held. So a `false` proves nothing.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::Dyadic;
use crate::exact::place::Placement;
use crate::math::{Aabb, Real};
use crate::pair::table::PairSpace;
use crate::shape::{AnyShape, Parts, Placed};

/// More boxes than this are not looked at, nor more pieces.
const MOST: usize = 2048;

/// From the lower to the upper end along each axis.
type Span<const D: usize> = [[Dyadic; 2]; D];

/// Whether the boxes of `parts` (of `b`) hold the box around the core `a`.
pub(super) fn is_covered<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>, parts: &dyn Parts<V>) -> bool {
    if V::DIM == 2 {
        covered::<V, 2>(a, b, parts)
    } else {
        covered::<V, 3>(a, b, parts)
    }
}

fn covered<V: PairSpace, const D: usize>(a: Placed<'_, V>, b: Placed<'_, V>, parts: &dyn Parts<V>) -> bool {
    let mut boxes = Vec::new();
    gather(&a.aabb(), b, parts, &mut boxes);
    let Some(whole) = span::<V, D>(a).filter(|_| boxes.len() > 1) else {
        return false;
    };
    holds(&boxes, whole)
}

/// The box around a core, and whether the core is that box.
fn span<V: PairSpace, const D: usize>(a: Placed<'_, V>) -> Option<Span<D>> {
    let core = a.shape.core()?;
    let placement = Placement::<D>::new(&a.place);
    let radius = placement.radius(core.added.iter().copied().chain([core.own_radius]));
    let mut corners = core.vertices.iter().map(|&v| placement.point(v));
    let first = corners.next()?;
    let around = corners.fold(first.map(|x| [x.clone(), x]), |mut span: Span<D>, p| {
        for (ends, x) in span.iter_mut().zip(p) {
            if x.compare(&ends[0]) == Ordering::Less {
                ends[0] = x;
            } else if x.compare(&ends[1]) == Ordering::Greater {
                ends[1] = x;
            }
        }
        span
    });
    Some(around.map(|[low, high]| [low.minus(&radius), high.plus(&radius)]))
}

/// Notes the boxes among the parts near a place, and among the parts of parts.
fn gather<V: PairSpace, const D: usize>(
    near: &Aabb<V>,
    b: Placed<'_, V>,
    parts: &dyn Parts<V>,
    boxes: &mut Vec<Span<D>>,
) {
    for i in 0..parts.part_count() {
        parts.part(i).placed_in(&b.place, |part| {
            if boxes.len() >= MOST || !part.aabb().overlaps(near) {
                return;
            }
            match part.shape.parts() {
                Some(inner) if inner.holds_any_shape() => gather(near, part, inner, boxes),
                _ => boxes.extend(as_box(part)),
            }
        });
    }
}

/// A shape that is exactly a box along the axes.
fn as_box<V: PairSpace, const D: usize>(part: Placed<'_, V>) -> Option<Span<D>> {
    let core = part
        .shape
        .core()
        .filter(|c| part.shape.kind() == "box" && c.radius == Real::ZERO)?;
    let span = span::<V, D>(part)?;
    let placement = Placement::<D>::new(&part.place);
    let is_end = |(x, ends): (&Dyadic, &[Dyadic; 2])| ends.iter().any(|e| e.compare(x) == Ordering::Equal);
    let on_corner = |v: &V| placement.point(*v).iter().zip(&span).all(is_end);
    core.vertices.iter().all(on_corner).then_some(span)
}

fn holds<const D: usize>(boxes: &[Span<D>], whole: Span<D>) -> bool {
    // What is still to be held, and by which boxes: those from a number on.
    let mut open = Vec::from([(whole, 0)]);
    for _ in 0..MOST {
        let Some((mut rest, from)) = open.pop() else {
            return true;
        };
        let Some(at) = (from..boxes.len()).find(|&i| meets_inside(&boxes[i], &rest)) else {
            return false;
        };
        for axis in 0..D {
            let orders = [Ordering::Less, Ordering::Greater];
            for (end, beyond) in orders.into_iter().enumerate() {
                let border = &boxes[at][axis][end];
                if rest[axis][end].compare(border) == beyond {
                    let mut slab = rest.clone();
                    slab[axis][1 - end] = border.clone();
                    rest[axis][end] = border.clone();
                    open.push((slab, at + 1));
                }
            }
        }
    }
    false
}

/// Whether a box meets the inside of another; along an axis in which that is flat, whether it meets it.
fn meets_inside<const D: usize>(b: &Span<D>, rest: &Span<D>) -> bool {
    b.iter().zip(rest).all(|([low, high], [from, to])| {
        if from.compare(to) == Ordering::Equal {
            low.compare(from) != Ordering::Greater && high.compare(from) != Ordering::Less
        } else {
            low.compare(to) == Ordering::Less && from.compare(high) == Ordering::Less
        }
    })
}
