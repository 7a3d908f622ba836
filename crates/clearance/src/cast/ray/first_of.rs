//! The first hit among things in boxes.

use super::exact::line::{Crossing, LocalRay};
use super::facets::Slabs;
use super::space::{RayQuery, Search};
use crate::math::Real;
use crate::shape::{PartBoxes, ShapeSpace};

/// The first hit among parts or facets whose boxes the ray enters, nearest boxes first. `hit` gets when a box
/// is entered, never too late; boxes that the start is in, or nearer to than `near`, are entered at 0.
pub(super) fn first_of<V: ShapeSpace>(
    boxes: &PartBoxes<V>,
    query: &RayQuery,
    near: f64,
    mut hit: impl FnMut(usize, f32) -> Option<Crossing>,
) -> Option<Crossing> {
    let mut best = None;
    if let Some(lanes) = query.lanes(boxes) {
        let lanes = lanes.with_room(boxes.tree().unit(), near / query.scale);
        boxes.tree().along(&lanes, query.last, &mut |i, entered| {
            best = earlier(best, hit(i as usize, entered), &query.ray);
            match best {
                None => query.last,
                Some(hit) if query.search == Search::Any && hit.time <= query.last => f64::NEG_INFINITY,
                Some(hit) => hit.time,
            }
        });
        return best;
    }
    let slabs = Slabs::new(query, &boxes.whole());
    boxes.nearest(
        |bounds| V::Scalar::lit(slabs.enters(bounds)),
        |i, _| {
            best = earlier(best, hit(i, 0.0), &query.ray);
            match best {
                None => Real::INFINITY,
                // No box is entered before that.
                Some(hit) if query.search == Search::Any && hit.time <= query.last => -V::Scalar::INFINITY,
                Some(hit) => V::Scalar::lit(hit.time),
            }
        },
    );
    best
}

fn earlier(one: Option<Crossing>, other: Option<Crossing>, ray: &LocalRay) -> Option<Crossing> {
    match (one, other) {
        (Some(a), Some(b)) => Some(a.earlier(b, ray.direction)),
        (a, b) => a.or(b),
    }
}
