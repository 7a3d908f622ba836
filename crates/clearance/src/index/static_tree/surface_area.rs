//! Where to split a set of boxes: the surface area heuristic in bins.
//!
//! MacDonald and Booth (1990): a query meets a box with a probability in proportion to its surface, so the
//! best split has the smallest sum of surface times count. Wald ("On fast construction of SAH-based
//! bounding volume hierarchies", 2007) tries only the borders between a few equal bins of the boxes'
//! centers. We do so along every axis, and split at the median where bins are of no use: if all centers are
//! in one place, boxes are infinite, or the tree is deep for its size.

use crate::math::{Aabb, Real, ScalarOf, Vector};

/// More bins find better splits and take longer; beyond 16 little is gained (Wald 2007).
const BINS: usize = 12;
/// So few boxes are split at the median: the exact place hardly matters, and bins would cost more to add up
/// than to fill.
const FEW: usize = 8;
/// From this depth on, sets are split at the median: a tree of n boxes is never deeper than this plus log2
/// n.
const DEEP: usize = 40;

/// A box and its number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<V> {
    pub(crate) aabb: Aabb<V>,
    pub(crate) id: u32,
}

/// The box around all items, of which there must be at least one.
pub(crate) fn around<V: Vector>(items: &[Item<V>]) -> Aabb<V> {
    let boxes = items.iter().map(|item| item.aabb);
    boxes.reduce(|a, b| a.union(&b)).unwrap_or_else(Aabb::everything)
}

/// Reorders at least two items and returns where to split them; neither part is empty.
pub(crate) fn split<V: Vector>(items: &mut [Item<V>], depth: usize) -> usize {
    if let Some(cut) = (depth < DEEP && items.len() > FEW)
        .then(|| best_cut(items))
        .flatten()
    {
        let left = partition(items, |item| {
            Bins::<V>::bin(cut.bins.places(item).get(cut.axis)) < cut.bin
        });
        if left > 0 && left < items.len() {
            return left;
        }
    }
    split_at_median(items)
}

/// Equal bins of the centers of boxes along every axis; none along an axis where all centers coincide.
#[derive(Clone, Copy)]
struct Bins<V: Vector> {
    low: V,
    per_length: V,
}

/// A border between bins: those below `bin` go to the left.
struct SplitBorder<V: Vector> {
    bins: Bins<V>,
    axis: usize,
    bin: usize,
    cost: V::Scalar,
}

/// The boxes whose centers lie in a bin, or in several bins.
#[derive(Clone, Copy)]
struct Bin<V> {
    aabb: Aabb<V>,
    count: u32,
}

impl<V: Vector> Bin<V> {
    fn empty() -> Self {
        Self {
            aabb: Aabb::empty(),
            count: 0,
        }
    }
    #[inline]
    fn join(&mut self, other: &Self) {
        self.aabb = self.aabb.union(&other.aabb);
        self.count += other.count;
    }
    #[inline]
    fn cost(&self) -> V::Scalar {
        match self.count {
            0 => ScalarOf::<V>::ZERO,
            count => self.aabb.half_surface() * ScalarOf::<V>::lit(f64::from(count)),
        }
    }
}

impl<V: Vector> Bins<V> {
    fn of(items: &[Item<V>]) -> Option<Self> {
        let centers = Aabb::from_points(items.iter().map(|item| item.aabb.center()))?;
        let per_length = V::from_fn(|k| {
            let scale = ScalarOf::<V>::lit(BINS as f64) / (centers.max.get(k) - centers.min.get(k));
            if scale > Real::ZERO && scale.is_finite() {
                scale
            } else {
                Real::ZERO
            }
        });
        Some(Self {
            low: centers.min,
            per_length,
        })
    }
    /// The position among the bins along each axis. NaN for infinite centers: that is bin 0.
    #[inline]
    fn places(&self, item: &Item<V>) -> V {
        (item.aabb.center() - self.low) * self.per_length
    }
    #[inline]
    fn bin(place: V::Scalar) -> usize {
        (place.to_f64() as i32 as usize).min(BINS - 1)
    }
}

fn best_cut<V: Vector>(items: &[Item<V>]) -> Option<SplitBorder<V>> {
    let bins = Bins::of(items)?;
    let mut contents = [[Bin::empty(); BINS]; 3];
    for item in items {
        let places = bins.places(item);
        let one = Bin {
            aabb: item.aabb,
            count: 1,
        };
        for (k, contents) in contents.iter_mut().enumerate().take(V::DIM) {
            contents[Bins::<V>::bin(places.get(k))].join(&one);
        }
    }
    let mut best: Option<SplitBorder<V>> = None;
    for axis in (0..V::DIM).filter(|&k| bins.per_length.get(k) > Real::ZERO) {
        let (cost, bin) = best_border(&contents[axis]);
        if bin > 0 && best.as_ref().is_none_or(|b| cost < b.cost) {
            best = Some(SplitBorder {
                bins,
                axis,
                bin,
                cost,
            });
        }
    }
    best
}

/// The cost of the cheapest border between the bins of one axis, and the bin right of it; bin 0 if costs
/// are not finite, or all 0.
fn best_border<V: Vector>(bins: &[Bin<V>; BINS]) -> (V::Scalar, usize) {
    let mut left_costs = [ScalarOf::<V>::ZERO; BINS];
    let mut left = Bin::empty();
    for i in 0..BINS - 1 {
        left.join(&bins[i]);
        left_costs[i + 1] = left.cost();
    }
    let (mut right, mut best) = (Bin::empty(), (ScalarOf::<V>::INFINITY, 0));
    for i in (1..BINS).rev() {
        right.join(&bins[i]);
        let cost = left_costs[i] + right.cost();
        if cost < best.0 {
            best = (cost, i);
        }
    }
    if best.0 > Real::ZERO { best } else { (best.0, 0) }
}

/// Moves the items that pass to the front and returns how many they are.
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

/// Splits in half by the centers along the longest axis.
fn split_at_median<V: Vector>(items: &mut [Item<V>]) -> usize {
    split_at_rank(items, items.len() / 2)
}

/// Moves the `count` items of smallest centers along the longest axis to the front; `count` is less than
/// their number.
pub(crate) fn split_at_rank<V: Vector>(items: &mut [Item<V>], count: usize) -> usize {
    let all = around(items);
    let size = all.max - all.min;
    let axis = (1..V::DIM).fold(0, |best, k| if size.get(k) > size.get(best) { k } else { best });
    items.select_nth_unstable_by(count, |a, b| {
        let [p, q] = [a, b].map(|i| i.aabb.center().get(axis).to_f64());
        p.total_cmp(&q).then(a.id.cmp(&b.id))
    });
    count
}
