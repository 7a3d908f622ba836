//! Searches of a tree that divides space: what meets a box, all pairs, what is on a ray or near a box.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{Cutter, Partition};
use crate::index::approach::{Approach, Bound};
use crate::index::interface::Flow;
use crate::index::pair_list::ordered;
use crate::index::{Boxes, SlotPair, Target, Visit};
use crate::math::{Aabb, Real, Vector};

impl<V: Vector, C: Cutter<V>> Partition<V, C> {
    /// Calls `visit` with the slots below a node whose boxes meet `query`.
    pub(super) fn search(&self, from: u32, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> Flow {
        let around = |index: u32| self.nodes[index as usize].around;
        let meets = |index: u32| around(index).is_some_and(|around| around.overlaps(query));
        let mut open = smallvec::SmallVec::<[u32; 64]>::new();
        if (from as usize) < self.nodes.len() && meets(from) {
            open.push(from);
        }
        while let Some(index) = open.pop() {
            for slot in self.list(index) {
                if boxes.slots()[slot as usize].overlaps(query) {
                    visit(slot)?;
                }
            }
            open.extend(self.children(index).filter(|&child| meets(child)));
        }
        ControlFlow::Continue(())
    }
    /// Adds the pairs of a box with all boxes below a node.
    fn pairs_of(&self, slot: u32, node: u32, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        let _ = self.search(node, boxes, &boxes.slots()[slot as usize], &mut |other| {
            found.push(ordered(slot, other));
            ControlFlow::Continue(())
        });
    }
    /// Adds all pairs of a box below one node and a box below the other: the list of the first against all
    /// of the second, then the second against each child of the first.
    fn pairs_between(
        &self,
        nodes: [u32; 2],
        boxes: &Boxes<V>,
        open: &mut Vec<[u32; 2]>,
        found: &mut Vec<SlotPair>,
    ) {
        open.clear();
        open.push(nodes);
        while let Some([a, b]) = open.pop() {
            let arounds = [a, b].map(|index| self.nodes[index as usize].around);
            let [Some(p), Some(q)] = arounds else { continue };
            if !p.overlaps(&q) {
                continue;
            }
            self.list(a).for_each(|slot| self.pairs_of(slot, b, boxes, found));
            open.extend(self.children(a).map(|child| [b, child]));
        }
    }
    /// Adds all pairs of which one box is in the list of a node and the other in the list or below it, and
    /// those of boxes below two of its children; `open` is scratch.
    pub(super) fn pairs_of_node(
        &self,
        index: u32,
        boxes: &Boxes<V>,
        open: &mut Vec<[u32; 2]>,
        found: &mut Vec<SlotPair>,
    ) {
        for slot in self.list(index) {
            let aabb = &boxes.slots()[slot as usize];
            let later = self.list_from(self.entries[slot as usize].next);
            let met = later.filter(|&other| aabb.overlaps(&boxes.slots()[other as usize]));
            found.extend(met.map(|other| ordered(slot, other)));
            self.children(index)
                .for_each(|child| self.pairs_of(slot, child, boxes, found));
        }
        for child in self.children(index) {
            for other in child + 1..self.children(index).end {
                self.pairs_between([child, other], boxes, open, found);
            }
        }
    }
    /// Visits boxes within the limit, near nodes before far ones.
    pub(super) fn walk_towards(&self, search: &mut Approach<'_, V, Target<'_, V>>) {
        let mut open = smallvec::SmallVec::<[(V::Scalar, u32); 64]>::new();
        let reach = |index: u32, search: &Approach<'_, V, Target<'_, V>>| {
            let around = self.nodes.get(index as usize)?.around?;
            Some((search.target.bound(&around, search.limit)?, index))
        };
        open.extend(reach(0, search));
        while let Some((bound, index)) = open.pop() {
            if bound > search.limit {
                continue;
            }
            self.list(index).for_each(|slot| search.look_at(slot));
            let sorted = open.len();
            open.extend(self.children(index).filter_map(|child| reach(child, search)));
            open[sorted..].sort_unstable_by(|a, b| {
                let farther = b.0.to_f64().total_cmp(&a.0.to_f64());
                farther.then(a.1.cmp(&b.1))
            });
        }
    }
}
