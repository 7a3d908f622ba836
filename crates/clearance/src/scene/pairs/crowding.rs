//! A bound from below of how many boxes meet, so that a pile is refused before its pairs fill the memory.
//!
//! Boxes that meet each other two by two have a point in common (Helly), so a run of objects whose boxes have
//! one is a pile in which all pairs meet. Objects near each other are stored near each other: a pile is such
//! a run. One in 32 is looked at first; only where these already make a pile are all counted.

use crate::index::Boxes;
use crate::math::{Aabb, Vector};

const STRIDE: usize = 32;

/// Whether more pairs than `limit` surely meet.
pub(in crate::scene) fn is_too_crowded<V: Vector>(boxes: &Boxes<V>, limit: usize) -> bool {
    let sample = boxes.slots().iter().step_by(STRIDE);
    let suspect = least_pairs(sample) > (limit / (STRIDE * STRIDE)) as u64;
    suspect && least_pairs(boxes.slots().iter()) > limit as u64
}

/// The number of pairs within runs of boxes that have a point in common.
fn least_pairs<'a, V: Vector>(boxes: impl Iterator<Item = &'a Aabb<V>>) -> u64 {
    let (mut pairs, mut run) = (0, 0);
    let mut common = Aabb::<V>::everything();
    // The boxes of free slots, which are not numbers, do not even meet themselves.
    for aabb in boxes.filter(|aabb| aabb.overlaps(aabb)) {
        let meet = Aabb {
            min: common.min.max(aabb.min),
            max: common.max.min(aabb.max),
        };
        if (0..V::DIM).all(|k| meet.min.get(k) <= meet.max.get(k)) {
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
