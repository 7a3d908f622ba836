//! The dynamic hierarchy as an [`Index`]: pairs, boxes, rays, nearest boxes.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use smallvec::SmallVec;

use super::Tree;
use super::leaves::NONE;
use super::nodes::{BoxLocation, Link};
use super::rows::LANES;
use crate::index::approach::Bound;
use crate::index::error::ensure;
#[cfg(target_family = "wasm")]
use crate::index::interface::search_changed;
use crate::index::pair_list::sort_many;
use crate::index::{Boxes, Broken, Index, IndexKind, SlotPair, Target, Threads, Visit, VisitWithin, Volume};
use crate::math::{Aabb, Real, Vector};

/// Nodes still to visit. For the trees of usual scenes the list needs no heap memory.
type Open<T> = SmallVec<[T; 64]>;

impl<V: Vector, B: Volume<V>> Index<V> for Tree<V, B> {
    fn kind(&self) -> IndexKind {
        self.kind
    }
    fn refresh(&mut self, boxes: &Boxes<V>, threads: Threads) {
        self.update(boxes, threads);
    }
    fn pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        #[cfg(not(target_family = "wasm"))]
        if self.can_join() {
            return self.join_leaves(boxes, threads, found);
        }
        let _ = threads;
        found.clear();
        self.pairs_of_leaves(found);
        self.pairs_of_unbounded(boxes, found);
        sort_many(found, boxes.slots().len(), &mut self.counts, &mut self.seconds);
    }
    fn changed_pairs(&mut self, boxes: &Boxes<V>, threads: Threads, found: &mut Vec<SlotPair>) {
        if boxes.changed().len() * 3 > boxes.len() {
            self.pairs(boxes, threads, found);
            return found.retain(|&pair| boxes.is_changed_pair(pair));
        }
        self.find_changed_pairs(boxes, found);
        sort_many(found, boxes.slots().len(), &mut self.counts, &mut self.seconds);
    }
    fn find_changed_pairs(&mut self, boxes: &Boxes<V>, found: &mut Vec<SlotPair>) {
        #[cfg(not(target_family = "wasm"))]
        {
            found.clear();
            self.pairs_of_changed(boxes, found);
        }
        #[cfg(target_family = "wasm")]
        search_changed(self, boxes, found);
    }
    fn overlapping(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: Visit<'_>) -> ControlFlow<()> {
        self.search(boxes, query, |slots| {
            slots.iter().try_for_each(|&slot| visit(slot))
        })
    }
    fn overlapping_together(&self, boxes: &Boxes<V>, query: &Aabb<V>, visit: &mut dyn FnMut(&[u32])) {
        let _ = self.search(boxes, query, |slots| {
            visit(slots);
            ControlFlow::Continue(())
        });
    }
    fn approach(&self, boxes: &Boxes<V>, target: Target<'_, V>, visit: VisitWithin<'_, V>) -> V::Scalar {
        match target {
            Target::Ray(ray) => {
                let of_volume = |volume: &B, end| volume.enters(ray, end);
                self.walk_towards(boxes, ray, of_volume, ray.max_time, visit)
            }
            Target::Near(query, within) => {
                let of_volume = |volume: &B, within| Some(volume.gap(query)).filter(|&d| d <= within);
                self.walk_towards(boxes, query, of_volume, within, visit)
            }
        }
    }
    fn draw(&self, _: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        let _ = self.each_node(|node, depth| {
            visit(&self.volume(node).bounds(), depth);
            Ok(())
        });
    }
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken> {
        let (mut nodes, mut held) = (0, 0);
        self.each_node(|node, _| {
            nodes += 1;
            ensure(nodes <= 2 * boxes.len(), "the tree has too many nodes")?;
            held += self
                .link(node)
                .as_leaf()
                .map_or(0, |leaf| self.leaves.slots(leaf).len());
            self.validate_node(boxes, node)
        })?;
        let held = held + self.unbounded.len();
        ensure(held == boxes.len(), "the tree does not hold each box once")?;
        let is_known = |(i, &slot): (usize, &u32)| {
            self.locations[slot as usize] == BoxLocation::unbounded(i)
                && boxes.get(slot).is_some_and(Self::is_unbounded)
        };
        let are_known = self.unbounded.iter().enumerate().all(is_known);
        ensure(are_known, "a box without end is not where it should be")
    }
    fn bytes(&self) -> usize {
        self.bytes_on_heap()
    }
}

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Calls `visit` with each node and how deep it lies, parents before children.
    fn each_node(&self, mut visit: impl FnMut(u32, u32) -> Result<(), Broken>) -> Result<(), Broken> {
        let mut open = Vec::new();
        if self.root() != Link::NOTHING {
            open.push((0, 0));
        }
        while let Some((node, depth)) = open.pop() {
            visit(node, depth)?;
            let link = self.link(node);
            if link.as_leaf().is_none() {
                open.extend([link.first_child() + 1, link.first_child()].map(|child| (child, depth + 1)));
            }
        }
        Ok(())
    }
    /// Calls `visit` with the slots of boxes that meet `query`, those of a leaf at a time.
    #[inline(always)]
    fn search(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        mut visit: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for slot in &self.unbounded {
            if boxes.slots()[*slot as usize].overlaps(query) {
                visit(core::slice::from_ref(slot))?;
            }
        }
        let mut open = Open::<Link>::new();
        if self.root() != Link::NOTHING {
            open.push(self.root());
        }
        while let Some(link) = open.pop() {
            let Some(leaf) = link.as_leaf() else {
                let siblings = &self.siblings[link.0 as usize / 2];
                for side in [1, 0] {
                    if siblings.volumes[side].meets(query) {
                        open.push(siblings.links[side]);
                    }
                }
                continue;
            };
            let (mut met, mut count) = (self.leaves.meeting(leaf, query), 0);
            let (all, mut slots) = (&self.leaves.info(leaf).slots, [0; LANES]);
            while met != 0 {
                slots[count % LANES] = all[met.trailing_zeros() as usize % LANES];
                count += 1;
                met &= met - 1;
            }
            if count > 0 {
                visit(&slots[..count.min(LANES)])?;
            }
        }
        ControlFlow::Continue(())
    }
    /// Visits boxes within the limit, roughly those of small bounds first; `visit` returns the new limit.
    fn walk_towards(
        &self,
        boxes: &Boxes<V>,
        target: impl Bound<V>,
        of_volume: impl Fn(&B, V::Scalar) -> Option<V::Scalar>,
        mut limit: V::Scalar,
        visit: VisitWithin<'_, V>,
    ) -> V::Scalar {
        for &slot in &self.unbounded {
            if let Some(d) = target.bound(&boxes.slots()[slot as usize], limit) {
                limit = visit(slot, d);
            }
        }
        let mut open = Open::<(V::Scalar, Link)>::new();
        if self.root() != Link::NOTHING {
            open.push((Real::ZERO, self.root()));
        }
        while let Some((d, link)) = open.pop() {
            if d > limit {
                continue;
            }
            if let Some(leaf) = link.as_leaf() {
                for (lane, &slot) in self.leaves.slots(leaf).iter().enumerate() {
                    if let Some(d) = target.bound(&self.leaves.aabb(leaf, lane), limit) {
                        limit = visit(slot, d);
                    }
                }
                continue;
            }
            let siblings = &self.siblings[link.0 as usize / 2];
            let [a, b] =
                [0, 1].map(|i| of_volume(&siblings.volumes[i], limit).map(|d| (d, siblings.links[i])));
            match (a, b) {
                (Some(a), Some(b)) if a.0 <= b.0 => open.extend([b, a]),
                (a, b) => open.extend(a.into_iter().chain(b)),
            }
        }
        limit
    }
    fn validate_node(&self, boxes: &Boxes<V>, node: u32) -> Result<(), Broken> {
        let link = self.link(node);
        let Some(leaf) = link.as_leaf() else {
            let is_parent = self.siblings[link.0 as usize / 2].parent == node;
            return ensure(is_parent, "children do not know their parent");
        };
        let is_known = self.leaves.info(leaf).node == node && !self.leaves.slots(leaf).is_empty();
        ensure(is_known, "a leaf does not know its node, or is empty")?;
        ensure(
            self.is_current(leaf, boxes),
            "a leaf does not hold the boxes of its slots",
        )?;
        let (held, count) = self.leaves.boxes(leaf);
        let mut above = node;
        while above != NONE {
            let encloses_all = held[..count].iter().all(|aabb| self.volume(above).encloses(aabb));
            ensure(encloses_all, "a volume does not enclose a box below it")?;
            above = self.siblings[above as usize / 2].parent;
        }
        Ok(())
    }
}
