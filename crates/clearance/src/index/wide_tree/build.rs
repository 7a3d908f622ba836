//! Builds a tree top down: a set is split in two, and the part with the largest surface again, until there
//! are eight.
//!
//! Where to split: the surface area heuristic (MacDonald and Booth, 1990) in bins (Wald, "On fast
//! construction of SAH-based bounding volume hierarchies", 2007), along the axis on which the middles are
//! spread widest. Only one axis is tried: three find little better splits of triangles of about one size, and
//! take three times as long. At the median where bins are of no use: if all middles are in one place, or the
//! tree is deep.

use alloc::vec::Vec;

use arrayvec::ArrayVec;
use glam::Vec4;

use super::{Child, LEAF, Node, Unit, UnitBox, WIDTH, WideTree};
use crate::math::{Aabb, Vector};

/// How many bins; more find better splits, and take longer to add up.
const BINS: usize = 16;
/// So few entries are split at the median: bins would cost more to add up than to fill.
const FEW: usize = 12;
/// From this depth on, sets are split at the median.
const DEEP: usize = 24;

/// A box, its middle, and the number of the item. The fourth lanes are not read.
#[derive(Clone, Copy)]
struct Entry {
    bounds: LaneBox,
    /// Twice the middle; 0 along an axis without end.
    middle: Vec4,
    id: u32,
}

/// A run of entries that becomes one child.
struct Part {
    start: usize,
    end: usize,
    around: Around,
}

/// A box with each corner in a register.
#[derive(Clone, Copy)]
struct LaneBox {
    low: Vec4,
    high: Vec4,
}

impl LaneBox {
    const EMPTY: Self = Self {
        low: Vec4::INFINITY,
        high: Vec4::NEG_INFINITY,
    };
    fn new(b: &UnitBox) -> Self {
        let lanes = |[x, y, z]: [f32; 3]| Vec4::new(x, y, z, 0.0);
        Self {
            low: lanes(b.low),
            high: lanes(b.high),
        }
    }
    fn unit_box(&self) -> UnitBox {
        let corner = |v: Vec4| v.truncate().to_array();
        UnitBox {
            low: corner(self.low),
            high: corner(self.high),
        }
    }
    #[inline]
    fn union(&self, other: &Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }
}

/// The boxes around some entries, and around their middles.
#[derive(Clone, Copy)]
struct Around {
    bounds: LaneBox,
    middles: LaneBox,
}

impl Around {
    const NOTHING: Self = Self {
        bounds: LaneBox::EMPTY,
        middles: LaneBox::EMPTY,
    };
    fn of(entries: &[Entry]) -> Self {
        entries.iter().fold(Self::NOTHING, |all, e| all.with(e))
    }
    #[inline]
    fn with(&self, e: &Entry) -> Self {
        Self {
            bounds: self.bounds.union(&e.bounds),
            middles: LaneBox {
                low: self.middles.low.min(e.middle),
                high: self.middles.high.max(e.middle),
            },
        }
    }
    /// The axis along which the middles are spread widest.
    fn widest(&self) -> usize {
        let extent = self.middles.high - self.middles.low;
        (1..3).fold(0, |best, i| if extent[i] > extent[best] { i } else { best })
    }
}

impl Part {
    fn len(&self) -> usize {
        self.end - self.start
    }
}

impl<V: Vector> WideTree<V> {
    /// A tree over facets with slabs, given by their corners; of a segment, the second end twice.
    pub fn of_facets(count: usize, corners: impl Fn(usize) -> [V; 3]) -> Self {
        let mut tree = Self::build(count, |i| Aabb::around(corners(i)));
        tree.add_slabs(corners);
        tree
    }
    /// A tree over so many boxes, which may be infinite but not NaN. O(n log n).
    pub fn build(count: usize, aabb: impl Fn(usize) -> Aabb<V>) -> Self {
        let all = (0..count).map(&aabb).reduce(|a, b| a.union(&b));
        let whole = all.unwrap_or_else(Aabb::everything);
        let unit = Unit::around(&whole);
        let entry = |id: usize| {
            let bounds = LaneBox::new(&unit.of_box(&aabb(id)));
            let twice = bounds.low + bounds.high;
            Entry {
                bounds,
                middle: Vec4::select(twice.is_finite_mask(), twice, Vec4::ZERO),
                id: id as u32,
            }
        };
        let mut entries: Vec<Entry> = (0..count).map(entry).collect();
        let mut growing = Growing {
            nodes: Vec::with_capacity(count / (LEAF * 4) + 1),
            items: Vec::with_capacity(count + count / 4),
        };
        if !entries.is_empty() {
            growing.nodes.push(Node::empty());
            let around = Around::of(&entries);
            let all = Part {
                start: 0,
                end: count,
                around,
            };
            growing.grow(0, &mut entries, all, 0);
        }
        Self {
            unit,
            whole,
            nodes: growing.nodes,
            items: growing.items,
            corners: Vec::new(),
            patches: None,
        }
    }
}

/// A tree that is being built.
struct Growing {
    nodes: Vec<Node>,
    items: Vec<u32>,
}

impl Growing {
    /// Makes the children of a node from the entries of a part.
    fn grow(&mut self, node: usize, entries: &mut [Entry], part: Part, depth: usize) {
        for (k, part) in parts(entries, part, depth).into_iter().enumerate() {
            let child = if part.len() <= LEAF {
                self.leaf(&entries[part.start..part.end])
            } else {
                self.nodes.push(Node::empty());
                Child {
                    first: self.nodes.len() as u32 - 1,
                    count: 0,
                }
            };
            self.nodes[node].set(k, &part.around.bounds.unit_box(), child);
            if child.count == 0 {
                self.grow(child.first as usize, entries, part, depth + 1);
            }
        }
    }
    /// A run of items; its last one is repeated up to the next multiple of [`LEAF`], where the next run
    /// begins.
    fn leaf(&mut self, entries: &[Entry]) -> Child {
        let first = self.items.len();
        let last = entries.len().saturating_sub(1);
        let items = (0..LEAF).map(|k| entries[k.min(last)].id);
        self.items.extend(items);
        Child {
            first: first as u32,
            count: entries.len() as u8,
        }
    }
}

/// Up to eight parts, in the order of their entries.
fn parts(entries: &mut [Entry], whole: Part, depth: usize) -> ArrayVec<Part, WIDTH> {
    let mut parts = ArrayVec::<Part, WIDTH>::new();
    parts.push(whole);
    while parts.len() < WIDTH {
        let can_split = |p: &Part| p.len() > LEAF;
        let surface = |p: &Part| p.around.bounds.unit_box().half_surface();
        let largest = (0..parts.len())
            .filter(|&k| can_split(&parts[k]))
            .max_by(|&a, &b| surface(&parts[a]).total_cmp(&surface(&parts[b])));
        let Some(k) = largest else { break };
        let [left, right] = split(entries, &parts[k], depth);
        parts[k] = left;
        parts.insert(k + 1, right);
    }
    parts
}

/// Reorders the entries of a part and splits it; neither half is empty.
fn split(entries: &mut [Entry], part: &Part, depth: usize) -> [Part; 2] {
    let own = &mut entries[part.start..part.end];
    let axis = part.around.widest();
    let in_bins = depth < DEEP && part.len() > FEW;
    let found = if in_bins {
        split_by_bins(own, &part.around, axis)
    } else {
        None
    };
    let (left, [a, b]) = found.unwrap_or_else(|| split_at_median(own, axis));
    let middle = part.start + left;
    let half = |start, end, around| Part { start, end, around };
    [half(part.start, middle, a), half(middle, part.end, b)]
}

/// How many entries go to the left, and what is around both halves.
type Halves = (usize, [Around; 2]);

/// `None` where all entries would go to one side.
fn split_by_bins(entries: &mut [Entry], around: &Around, axis: usize) -> Option<Halves> {
    let (low, high) = (around.middles.low[axis], around.middles.high[axis]);
    let (bin, per_length) = best_border(entries, axis, low, high)?;
    let mut halves = [Around::NOTHING; 2];
    let left = partition(entries, |e| {
        let is_left = bin_of(e.middle[axis], low, per_length) < bin;
        let half = &mut halves[usize::from(!is_left)];
        *half = half.with(e);
        is_left
    });
    (left > 0 && left < entries.len()).then_some((left, halves))
}

fn split_at_median(entries: &mut [Entry], axis: usize) -> Halves {
    let left = entries.len() / 2;
    let order = |a: &Entry, b: &Entry| a.middle[axis].total_cmp(&b.middle[axis]).then(a.id.cmp(&b.id));
    entries.select_nth_unstable_by(left, order);
    (left, [Around::of(&entries[..left]), Around::of(&entries[left..])])
}

#[inline]
fn bin_of(middle: f32, low: f32, per_length: f32) -> usize {
    (((middle - low) * per_length) as usize).min(BINS - 1)
}

/// The first bin of the right half with which the sum of surface times count is least.
fn best_border(entries: &[Entry], axis: usize, low: f32, high: f32) -> Option<(usize, f32)> {
    let per_length = BINS as f32 / (high - low);
    if !(per_length > 0.0 && per_length.is_finite()) {
        return None;
    }
    let mut bins = [(LaneBox::EMPTY, 0_u32); BINS];
    for e in entries {
        let (bounds, count) = &mut bins[bin_of(e.middle[axis], low, per_length)];
        *bounds = bounds.union(&e.bounds);
        *count += 1;
    }
    let cost = |bounds: &LaneBox, count: u32| {
        if count == 0 {
            0.0
        } else {
            bounds.unit_box().half_surface() * count as f32
        }
    };
    let mut right_costs = [0.0; BINS];
    let (mut right, mut count) = (LaneBox::EMPTY, 0);
    for k in (1..BINS).rev() {
        right = right.union(&bins[k].0);
        count += bins[k].1;
        right_costs[k] = cost(&right, count);
    }
    let (mut left, mut count) = (LaneBox::EMPTY, 0);
    let mut best = (f32::INFINITY, 0);
    for k in 1..BINS {
        left = left.union(&bins[k - 1].0);
        count += bins[k - 1].1;
        let sum = cost(&left, count) + right_costs[k];
        if sum < best.0 && count > 0 && count < entries.len() as u32 {
            best = (sum, k);
        }
    }
    (best.1 > 0).then_some((best.1, per_length))
}

/// Moves those for which the test holds to the front, and returns how many there are. Every entry is tested
/// once.
fn partition(entries: &mut [Entry], mut is_left: impl FnMut(&Entry) -> bool) -> usize {
    let (mut left, mut right) = (0, entries.len());
    while left < right {
        if is_left(&entries[left]) {
            left += 1;
        } else {
            right -= 1;
            entries.swap(left, right);
        }
    }
    left
}
