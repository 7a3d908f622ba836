//! Where to split a set of boxes: the surface area heuristic in bins.
//!
//! MacDonald and Booth (1990): a query meets a box about as often as its surface is large, so the best split has the
//! smallest sum of surface times count. Wald ("On fast construction of SAH-based bounding volume hierarchies", 2007)
//! tries only the borders between a few equal bins of the boxes' centers. We do so along every axis, and halve by rank
//! where bins tell nothing: all centers in one place, boxes without end, or a tree that has grown deep for its size.

use crate::math::{Aabb, Real, ScalarOf, Vector};

/// More bins find better splits and take longer; beyond 16 little is gained (Wald 2007).
const BINS: usize = 12;
/// From this depth on, sets are halved: a tree of n boxes is never deeper than this plus log2 n.
const DEEP: usize = 40;

/// A box and the number it came with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<V> {
    pub(super) aabb: Aabb<V>,
    pub(super) id: u32,
}

/// Around all of them; there is at least one.
pub(super) fn around<V: Vector>(items: &[Item<V>]) -> Aabb<V> {
    let boxes = items.iter().map(|i| i.aabb);
    boxes.reduce(|a, b| a.union(&b)).unwrap_or_else(Aabb::everything)
}

/// Reorders at least two items and says where to cut them, neither part empty.
pub(super) fn split<V: Vector>(items: &mut [Item<V>], depth: usize) -> usize {
    if let Some(cut) = (depth < DEEP && items.len() > 2)
        .then(|| best_cut(items))
        .flatten()
    {
        let left = partition(items, |item| cut.bins.bin(item) < cut.bin);
        if left > 0 && left < items.len() {
            return left;
        }
    }
    halve(items)
}

/// Bins along one axis.
struct Bins<V: Vector> {
    axis: usize,
    low: V::Scalar,
    per_length: V::Scalar,
}

/// A border between bins: those below `bin` go left.
struct Cut<V: Vector> {
    bins: Bins<V>,
    bin: usize,
    cost: V::Scalar,
}

impl<V: Vector> Bins<V> {
    fn bin(&self, item: &Item<V>) -> usize {
        let place = (item.aabb.center().get(self.axis) - self.low) * self.per_length;
        // Not a number where centers are infinite: bin 0.
        (place.to_f64() as usize).min(BINS - 1)
    }
}

fn best_cut<V: Vector>(items: &[Item<V>]) -> Option<Cut<V>> {
    let centers = Aabb::from_points(items.iter().map(|i| i.aabb.center()))?;
    let mut best: Option<Cut<V>> = None;
    for axis in 0..V::DIM {
        let (low, high) = (centers.min.get(axis), centers.max.get(axis));
        let per_length = ScalarOf::<V>::lit(BINS as f64) / (high - low);
        if !(high > low && per_length.is_finite()) {
            continue;
        }
        let bins = Bins {
            axis,
            low,
            per_length,
        };
        if let Some(cut) = best_border(items, bins)
            && best.as_ref().is_none_or(|b| cut.cost < b.cost)
        {
            best = Some(cut);
        }
    }
    best
}

/// The cheapest border between the bins of one axis; `None` where costs are not finite.
fn best_border<V: Vector>(items: &[Item<V>], bins: Bins<V>) -> Option<Cut<V>> {
    let mut boxes: [Option<Aabb<V>>; BINS] = [None; BINS];
    let mut counts = [0_u32; BINS];
    for item in items {
        let i = bins.bin(item);
        boxes[i] = join(boxes[i], Some(item.aabb));
        counts[i] += 1;
    }
    let mut left_costs = [ScalarOf::<V>::ZERO; BINS];
    let (mut left, mut count) = (None, 0);
    for i in 0..BINS - 1 {
        left = join(left, boxes[i]);
        count += counts[i];
        left_costs[i + 1] = cost(left, count);
    }
    let (mut right, mut count, mut best) = (None, 0, (ScalarOf::<V>::INFINITY, 0));
    for i in (1..BINS).rev() {
        right = join(right, boxes[i]);
        count += counts[i];
        let cost = left_costs[i] + cost(right, count);
        if cost < best.0 {
            best = (cost, i);
        }
    }
    let (cost, bin) = best;
    (bin > 0).then_some(Cut { bins, bin, cost })
}

fn join<V: Vector>(a: Option<Aabb<V>>, b: Option<Aabb<V>>) -> Option<Aabb<V>> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.union(&b)),
        (a, b) => a.or(b),
    }
}

fn cost<V: Vector>(aabb: Option<Aabb<V>>, count: u32) -> V::Scalar {
    aabb.map_or(ScalarOf::<V>::ZERO, |b| {
        b.half_surface() * ScalarOf::<V>::lit(f64::from(count))
    })
}

/// Moves what passes to the front and says how many that are.
fn partition<T>(items: &mut [T], goes_left: impl Fn(&T) -> bool) -> usize {
    let mut left = 0;
    for i in 0..items.len() {
        if goes_left(&items[i]) {
            items.swap(left, i);
            left += 1;
        }
    }
    left
}

/// Half of the items by their place along the longest axis.
fn halve<V: Vector>(items: &mut [Item<V>]) -> usize {
    halve_at(items, items.len() / 2)
}

/// The first `count` of the items by their place along the longest axis; fewer than all.
pub(super) fn halve_at<V: Vector>(items: &mut [Item<V>], count: usize) -> usize {
    let all = around(items);
    let size = all.max - all.min;
    let axis = (1..V::DIM).fold(0, |best, k| if size.get(k) > size.get(best) { k } else { best });
    items.select_nth_unstable_by(count, |a, b| {
        let [p, q] = [a, b].map(|i| i.aabb.center().get(axis).to_f64());
        p.total_cmp(&q).then(a.id.cmp(&b.id))
    });
    count
}
