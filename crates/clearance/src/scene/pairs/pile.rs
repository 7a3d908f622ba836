//! A lower bound on how many boxes meet, so that a pile is refused before its pairs fill the memory.
//!
//! Boxes that meet two by two have a common point (Helly's theorem). So where consecutive slots have boxes
//! with a common point, all pairs of these boxes meet. Objects near each other are stored near each other, so
//! a pile is mostly such a run of slots. First only one slot in 32 is looked at; all are counted only if
//! these few already make a pile.

use crate::index::Boxes;
use crate::math::{Aabb, Vector};

const STRIDE: usize = 32;

/// Whether surely more pairs of boxes meet than `limit`.
pub(in crate::scene) fn has_more_pairs_than<V: Vector>(boxes: &Boxes<V>, limit: usize) -> bool {
    let sample = boxes.slots().iter().step_by(STRIDE);
    least_pairs(sample) > (limit / (STRIDE * STRIDE)) as u64
        && least_pairs(boxes.slots().iter()) > limit as u64
}

/// The number of pairs within runs of boxes that have a common point.
fn least_pairs<'a, V: Vector>(boxes: impl Iterator<Item = &'a Aabb<V>>) -> u64 {
    let (mut pairs, mut run) = (0, 0);
    let mut common = Aabb::<V>::everything();
    // The boxes of free slots are not numbers: they do not even meet themselves.
    for aabb in boxes.filter(|aabb| aabb.overlaps(aabb)) {
        let meet = Aabb {
            min: common.min.max(aabb.min),
            max: common.max.min(aabb.max),
        };
        if meet.min.all_at_most(meet.max) {
            common = meet;
            pairs += run;
            run += 1;
        } else {
            common = *aabb;
            run = 1;
        }
    }
    pairs
}
