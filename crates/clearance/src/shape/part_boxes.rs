//! The boxes around a shape's parts, in a tree.

use alloc::vec::Vec;

use crate::math::{Aabb, Real, ScalarOf, Vector};

/// The boxes around a shape's parts, in the order of the parts, and a tree over them.
#[derive(Clone, Debug)]
pub struct PartBoxes<V> {
    boxes: Vec<Aabb<V>>,
    order: Vec<u32>,
    nodes: Vec<Node<V>>,
}

/// A node of the tree over `order[first..first + count]`: a leaf, or the node before `second` with its two children.
#[derive(Clone, Debug)]
struct Node<V> {
    bounds: Aabb<V>,
    first: u32,
    count: u32,
    /// Index of the second child (the first one follows its parent); 0 for a leaf.
    second: u32,
}

/// As many boxes are looked at one by one.
const LEAF: usize = 4;

impl<V: Vector> PartBoxes<V> {
    /// Of at least one box.
    pub(super) fn new(boxes: Vec<Aabb<V>>) -> Self {
        let mut all = Self {
            order: (0..boxes.len() as u32).collect(),
            nodes: Vec::with_capacity(boxes.len() / 2 + 1),
            boxes,
        };
        all.split(0, all.boxes.len());
        all
    }
    /// Around each group of points.
    pub(super) fn of_groups<G: IntoIterator<Item = V>>(groups: impl Iterator<Item = G>) -> Self {
        Self::new(groups.filter_map(Aabb::from_points).collect())
    }
    /// Around each group of points that were rounded once: never too small for the true ones.
    pub(super) fn of_groups_rounded<G: IntoIterator<Item = V>>(groups: impl Iterator<Item = G>) -> Self {
        let grown = |b: Aabb<V>| {
            let largest = b.min.max_abs().max(b.max.max_abs());
            b.inflated(largest * ScalarOf::<V>::EPSILON + ScalarOf::<V>::MIN_POSITIVE)
        };
        Self::new(groups.filter_map(Aabb::from_points).map(grown).collect())
    }
    /// Adds the node over `order[first..last]` and those below it: split at the median of the longest side.
    fn split(&mut self, first: usize, last: usize) {
        let around = |list: &[u32]| list.iter().map(|&i| self.boxes[i as usize]).reduce(|a, b| a.union(&b));
        let bounds = around(&self.order[first..last]).unwrap_or_else(Aabb::everything);
        let at = self.nodes.len();
        self.nodes.push(Node {
            bounds,
            first: first as u32,
            count: (last - first) as u32,
            second: 0,
        });
        if last - first <= LEAF {
            return;
        }
        let (boxes, axis) = (&self.boxes, longest_side(&bounds));
        let key = |i: u32| boxes[i as usize].min.get(axis) + boxes[i as usize].max.get(axis);
        let middle = (last - first) / 2;
        self.order[first..last].select_nth_unstable_by(middle, |&a, &b| {
            let by_key = key(a).partial_cmp(&key(b));
            by_key.unwrap_or(core::cmp::Ordering::Equal).then(a.cmp(&b))
        });
        self.split(first, first + middle);
        self.nodes[at].second = self.nodes.len() as u32;
        self.split(first + middle, last);
    }
    /// The boxes, in the order of the parts.
    pub fn boxes(&self) -> &[Aabb<V>] {
        &self.boxes
    }
    /// The box around them all.
    pub fn whole(&self) -> Aabb<V> {
        self.nodes.first().map_or_else(Aabb::everything, |n| n.bounds)
    }
    /// Calls `visit` with the index of each box that meets `query`, until it returns `false`.
    pub fn overlapping(&self, query: &Aabb<V>, visit: &mut dyn FnMut(usize) -> bool) {
        let mut open = Vec::from([0_usize]);
        while let Some(n) = open.pop() {
            let Some(node) = self.nodes.get(n).filter(|node| node.bounds.overlaps(query)) else {
                continue;
            };
            if node.second > 0 {
                open.extend([node.second as usize, n + 1]);
                continue;
            }
            for i in self.members(node) {
                if self.boxes[i].overlaps(query) && !visit(i) {
                    return;
                }
            }
        }
    }
    /// Visits boxes from near to far: `bound` is a lower bound of what a box can offer, and `visit` returns the largest
    /// bound that is still of interest.
    pub fn nearest(
        &self,
        bound: &dyn Fn(&Aabb<V>) -> V::Scalar,
        mut limit: V::Scalar,
        visit: &mut dyn FnMut(usize) -> V::Scalar,
    ) {
        let mut open = Vec::from([(bound(&self.whole()), 0_usize)]);
        while let Some((at_least, n)) = open.pop() {
            let Some(node) = self.nodes.get(n).filter(|_| at_least <= limit) else {
                continue;
            };
            if node.second > 0 {
                let mut children = [n + 1, node.second as usize].map(|c| (bound(&self.nodes[c].bounds), c));
                if children[0].0 <= children[1].0 {
                    children.swap(0, 1);
                }
                open.extend(children);
                continue;
            }
            for i in self.members(node) {
                if bound(&self.boxes[i]) <= limit {
                    limit = visit(i);
                }
            }
        }
    }
    fn members(&self, node: &Node<V>) -> impl Iterator<Item = usize> {
        let first = node.first as usize;
        self.order[first..first + node.count as usize]
            .iter()
            .map(|&i| i as usize)
    }
}

fn longest_side<V: Vector>(b: &Aabb<V>) -> usize {
    let side = |i: usize| b.max.get(i) - b.min.get(i);
    (1..V::DIM).fold(0, |best, i| if side(i) > side(best) { i } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn finds_what_a_plain_loop_finds() {
        let mut seed = 5_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 40) as f64 / (1_u64 << 24) as f64
        };
        let mut some_box = |reach: f64| {
            let p = DVec2::new(random(), random());
            Aabb::from_points([p, p + DVec2::new(random(), random()) * reach]).unwrap()
        };
        let boxes: Vec<_> = (0..300).map(|_| some_box(0.05)).collect();
        let tree = PartBoxes::new(boxes.clone());
        let mut met = 0;
        for _ in 0..100 {
            let query = some_box(0.2);
            let mut found = Vec::new();
            tree.overlapping(&query, &mut |i| {
                found.push(i);
                true
            });
            found.sort_unstable();
            let expected: Vec<_> = (0..300).filter(|&i| boxes[i].overlaps(&query)).collect();
            assert_eq!(found, expected);
            met += usize::from(!found.is_empty());
            let distance = |b: &Aabb<DVec2>| b.distance_squared(&query);
            let mut best = f64::INFINITY;
            tree.nearest(&distance, best, &mut |i| {
                best = best.min(distance(&boxes[i]));
                best
            });
            let plain = boxes.iter().map(distance).fold(f64::INFINITY, f64::min);
            assert_eq!(best, plain);
        }
        assert!(met > 30);
    }
}
