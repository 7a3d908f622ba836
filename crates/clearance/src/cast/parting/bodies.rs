//! Convex bodies inside a shape: the parts it is made of, and boxes inside solids.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::body::{Body, world_pose};
use super::inscribed::boxes_in;
use super::moved::Two;
use crate::cast::spaces::CastSpace;
use crate::math::{Aabb, Place, Real};
use crate::pair;
use crate::shape::{AnyShape, Parts, Placed};

/// How many bodies of a shape are kept at most: the largest ones.
const MOST_BODIES: usize = 32;
/// How many parts of a shape are looked at for that.
const MOST_PARTS: usize = 4096;
/// How many pairs of parts are looked at where the shapes are.
const MOST_PAIRS: usize = 4096;

/// Bodies of a shape near a box, the largest ones if there are many.
pub(super) fn bodies_of<V: CastSpace>(placed: Placed<'_, V>, region: &Aabb<V>) -> Vec<Body<V>> {
    let mut bodies = Vec::new();
    gather(placed, region, &mut bodies);
    let volume = |body: &Body<V>| {
        let sides = body.aabb.max.min(region.max) - body.aabb.min.max(region.min);
        let largest = sides.max_abs();
        let relative = (0..V::DIM).map(|i| (sides.get(i) / largest).to_f64());
        largest.to_f64() * libm::cbrt(relative.product::<f64>().max(0.0))
    };
    bodies.sort_by(|p, q| volume(q).total_cmp(&volume(p)));
    bodies.truncate(MOST_BODIES);
    bodies
}

fn gather<V: CastSpace>(placed: Placed<'_, V>, region: &Aabb<V>, bodies: &mut Vec<Body<V>>) {
    let placed = placed.simplest();
    let Some(parts) = placed.shape.parts() else {
        bodies.extend(world_pose(&placed.place).map(|pose| Body::new(placed.shape.clone(), pose)));
        return;
    };
    if let Some(border) = parts.border() {
        bodies.extend(boxes_in(placed, border, region));
        if V::DIM == 3 {
            return; // Triangles are parts of the border, and have no depth worth the while.
        }
    }
    let _ = parts.part_boxes().meeting(&placed.place, region, &mut |i| {
        parts
            .part(i)
            .placed_in(&placed.place, |part| gather(part, region, bodies));
        if bodies.len() < MOST_PARTS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
}

/// The depth of the deepest two parts where the shapes are, of the first few thousand; 0 where none overlap.
pub(super) fn deepest_parts<V: CastSpace>(two: &Two<'_, V>) -> V::Scalar {
    let mut deepest = Deepest {
        depth: Real::ZERO,
        left: MOST_PAIRS,
    };
    let _ = deepest.look(two.a, two.b);
    deepest.depth
}

struct Deepest<S> {
    depth: S,
    left: usize,
}

impl<S: Real> Deepest<S> {
    fn look<V: CastSpace<Scalar = S>>(&mut self, a: Placed<'_, V>, b: Placed<'_, V>) -> ControlFlow<()> {
        let (a, b) = (a.simplest(), b.simplest());
        let parts = [a.shape.parts(), b.shape.parts()];
        if let [None, None] = parts {
            if let Ok(c) = pair::clearance(a, b) {
                self.depth = self.depth.max(c.depth());
            }
            self.left -= 1;
            return match self.left {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
        }
        pair::for_each_pair([a, b], parts, &|p, q| p.overlaps(q), &mut |p, q, _| {
            self.look(p, q)
        })
    }
}

/// Points of a shape, some hundreds at most, for the hull around most of it.
pub(super) fn some_points<V: CastSpace>(placed: Placed<'_, V>) -> Vec<V> {
    const MOST: usize = 512;
    let mut points = Vec::new();
    gather_points(placed, MOST, &mut points);
    let step = points.len().div_ceil(MOST).max(1);
    points
        .into_iter()
        .step_by(step)
        .filter(|p| p.is_finite())
        .collect()
}

fn gather_points<V: CastSpace>(placed: Placed<'_, V>, most: usize, points: &mut Vec<V>) {
    let frame = placed.place.frame();
    match (placed.shape.core(), placed.shape.parts()) {
        (Some(core), _) => points.extend(core.vertices.iter().map(|&v| frame.point(v))),
        (None, None) => points.extend([placed.aabb().min, placed.aabb().max]),
        (None, Some(parts)) if parts.holds_any_shape() => {
            let each = most.div_ceil(parts.part_count()).max(2);
            for i in 0..parts.part_count() {
                parts
                    .part(i)
                    .placed_in(&placed.place, |part| gather_points(part, each, points));
            }
        }
        (None, Some(parts)) => points.extend(corners_of(parts, &placed.place, most)),
    }
}

/// Some corners of a shape's facets, in the world.
fn corners_of<'p, V: CastSpace>(
    parts: &'p dyn Parts<V>,
    place: &'p Place<'_, V>,
    most: usize,
) -> impl Iterator<Item = V> + 'p {
    parts.facets().into_iter().flat_map(move |border| {
        let frame = border.place_in(place).frame();
        let step = border.facet_count().div_ceil(most).max(1);
        (0..border.facet_count())
            .step_by(step)
            .map(move |i| frame.point(border.corner(i, 0)))
    })
}
