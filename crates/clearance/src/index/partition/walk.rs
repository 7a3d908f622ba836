//! Searching a tree that divides space: what meets a box, all pairs, and what is on a ray or near.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{Cutter, NONE, Partition};
use crate::index::pair_list::ordered;
use crate::index::{Boxes, SlotPair};
use crate::math::{Aabb, Real, Vector};

impl<V: Vector, C: Cutter<V>> Partition<V, C> {
    /// Calls `visit` with the slots below a node whose boxes meet `query`.
    pub(super) fn search(
        &self,
        from: u32,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let meets = |index: u32| {
            self.nodes[index as usize]
                .around
                .is_some_and(|around| around.overlaps(query))
        };
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
    /// All pairs of something below the one node and something below the other: the list of the first against
    /// all of the second, then the second against each child of the first.
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
            for slot in self.list(a) {
                let _ = self.search(b, boxes, &boxes.slots()[slot as usize], &mut |other| {
                    found.push(ordered(slot, other));
                    ControlFlow::Continue(())
                });
            }
            open.extend(self.children(a).map(|child| [b, child]));
        }
    }
    /// All pairs of which one is in the list of a node and the other below it, or of which they are below two
    /// of its children; `open` is scratch.
    pub(super) fn pairs_of_node(
        &self,
        index: u32,
        boxes: &Boxes<V>,
        open: &mut Vec<[u32; 2]>,
        found: &mut Vec<SlotPair>,
    ) {
        for slot in self.list(index) {
            let aabb = &boxes.slots()[slot as usize];
            let later = core::iter::successors(Some(slot), |&slot| {
                Some(self.entries[slot as usize].next).filter(|&next| next != NONE)
            });
            let met = later
                .skip(1)
                .filter(|&other| aabb.overlaps(&boxes.slots()[other as usize]));
            found.extend(met.map(|other| ordered(slot, other)));
            for child in self.children(index) {
                let _ = self.search(child, boxes, aabb, &mut |other| {
                    found.push(ordered(slot, other));
                    ControlFlow::Continue(())
                });
            }
        }
        for child in self.children(index) {
            for other in child + 1..self.children(index).end {
                self.pairs_between([child, other], boxes, open, found);
            }
        }
    }
    /// Visits boxes within a limit, near nodes before far ones.
    pub(super) fn approach(
        &self,
        boxes: &Boxes<V>,
        mut limit: V::Scalar,
        bound: impl Fn(&Aabb<V>, V::Scalar) -> Option<V::Scalar>,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        let mut open = smallvec::SmallVec::<[(V::Scalar, u32); 64]>::new();
        let reach = |index: u32, limit| {
            let around = self.nodes.get(index as usize)?.around?;
            bound(&around, limit).map(|d| (d, index))
        };
        open.extend(reach(0, limit));
        while let Some((d, index)) = open.pop() {
            if d > limit {
                continue;
            }
            for slot in self.list(index) {
                if let Some(d) = bound(&boxes.slots()[slot as usize], limit) {
                    limit = visit(slot, d);
                }
            }
            let sorted = open.len();
            open.extend(self.children(index).filter_map(|child| reach(child, limit)));
            open[sorted..].sort_unstable_by(|a, b| {
                let farther = b.0.to_f64().total_cmp(&a.0.to_f64());
                farther.then(a.1.cmp(&b.1))
            });
        }
        limit
    }
}
