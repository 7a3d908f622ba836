//! What the dynamic tree is asked: pairs, boxes, rays, neighbours.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::pair_list::{ordered, sort};
use super::tree::{NONE, Node, Tree};
use super::{Boxes, Broken, Index, IndexKind, Ray, SlotPair, Threads, gap};
use crate::math::{Aabb, Real, Vector};

impl<V: Vector> Index<V> for Tree<V> {
    fn kind(&self) -> IndexKind {
        IndexKind::Tree
    }
    fn refresh(&mut self, boxes: &Boxes<V>, _: Threads) {
        self.follow(boxes);
    }
    fn pairs(&mut self, boxes: &Boxes<V>, _: Threads, found: &mut Vec<SlotPair>) {
        found.clear();
        self.pairs_of_leaves(boxes, found);
        self.pairs_of_endless(boxes, found);
        sort(found);
    }
    fn changed_pairs(&mut self, boxes: &Boxes<V>, _: Threads, found: &mut Vec<SlotPair>) {
        found.clear();
        for &slot in boxes.changed() {
            let Some(aabb) = boxes.get(slot) else { continue };
            let _ = self.overlapping(boxes, aabb, &mut |other| {
                // Two that have changed find each other twice: the pair is that of the smaller.
                if other != slot && (other > slot || !boxes.is_changed(other)) {
                    found.push(ordered(slot, other));
                }
                ControlFlow::Continue(())
            });
        }
        sort(found);
    }
    fn overlapping(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &slot in &self.endless {
            if boxes.slots()[slot as usize].overlaps(query) {
                visit(slot)?;
            }
        }
        let mut open = self.start();
        while let Some(node) = open.pop() {
            let node = &self.nodes[node as usize];
            if !node.aabb.overlaps(query) {
                continue;
            }
            if !node.is_leaf() {
                open.extend(node.children);
            } else if boxes.slots()[node.slot as usize].overlaps(query) {
                visit(node.slot)?;
            }
        }
        ControlFlow::Continue(())
    }
    fn cast_ray(
        &self,
        boxes: &Boxes<V>,
        ray: &Ray<V>,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        self.approach(boxes, ray.max_time, |aabb, end| ray.enters(aabb, end), visit)
    }
    fn nearest(
        &self,
        boxes: &Boxes<V>,
        query: &Aabb<V>,
        within: V::Scalar,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        let distance = |aabb: &Aabb<V>, within| Some(gap(aabb, query)).filter(|&d| d <= within);
        self.approach(boxes, within, distance, visit)
    }
    fn draw(&self, _: &Boxes<V>, visit: &mut dyn FnMut(&Aabb<V>, u32)) {
        let mut open: Vec<_> = self.start().into_iter().map(|node| (node, 0)).collect();
        while let Some((node, depth)) = open.pop() {
            let node = &self.nodes[node as usize];
            visit(&node.aabb, depth);
            if !node.is_leaf() {
                open.extend(node.children.map(|child| (child, depth + 1)));
            }
        }
    }
    fn validate(&self, boxes: &Boxes<V>) -> Result<(), Broken> {
        let (mut open, mut leaves) = (self.start(), 0);
        for _ in 0..2 * boxes.len() {
            let Some(node) = open.pop() else { break };
            self.validate_node(boxes, node)?;
            leaves += usize::from(self.nodes[node as usize].is_leaf());
            open.extend(
                self.nodes[node as usize]
                    .children
                    .into_iter()
                    .filter(|&c| c != NONE),
            );
        }
        if !open.is_empty() || leaves + self.endless.len() != boxes.len() {
            return Err(Broken("the tree does not hold each box once"));
        }
        Ok(())
    }
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<V>>()
            + (self.leaves.capacity() + self.free.capacity() + self.endless.capacity()) * size_of::<u32>()
    }
}

impl<V: Vector> Tree<V> {
    fn start(&self) -> Vec<u32> {
        if self.root == NONE {
            Vec::new()
        } else {
            vec![self.root]
        }
    }
    /// The tree against itself: each node's children against each other, and from there down in the larger of two.
    fn pairs_of_leaves(&self, boxes: &Boxes<V>, pairs: &mut Vec<[u32; 2]>) {
        let mut open = self.start();
        let mut couples = Vec::new();
        while let Some(node) = open.pop() {
            if !self.nodes[node as usize].is_leaf() {
                let [a, b] = self.nodes[node as usize].children;
                open.extend([b, a]);
                couples.push((a, b));
                self.pairs_below(boxes, &mut couples, pairs);
            }
        }
    }
    fn pairs_below(&self, boxes: &Boxes<V>, couples: &mut Vec<(u32, u32)>, pairs: &mut Vec<SlotPair>) {
        while let Some((a, b)) = couples.pop() {
            let (p, q) = (&self.nodes[a as usize], &self.nodes[b as usize]);
            if !p.aabb.overlaps(&q.aabb) {
                continue;
            }
            if p.is_leaf() && q.is_leaf() {
                if boxes.slots()[p.slot as usize].overlaps(&boxes.slots()[q.slot as usize]) {
                    pairs.push(ordered(p.slot, q.slot));
                }
            } else if q.is_leaf() || !p.is_leaf() && p.aabb.half_surface() >= q.aabb.half_surface() {
                couples.extend(p.children.map(|c| (c, b)));
            } else {
                couples.extend(q.children.map(|c| (a, c)));
            }
        }
    }
    fn pairs_of_endless(&self, boxes: &Boxes<V>, pairs: &mut Vec<SlotPair>) {
        for (i, &a) in self.endless.iter().enumerate() {
            let aabb = &boxes.slots()[a as usize];
            let later = self.endless[i + 1..]
                .iter()
                .map(|&b| (b, &boxes.slots()[b as usize]));
            let in_tree = boxes.iter().filter(|(b, _)| self.leaves[*b as usize] != NONE);
            let met = later.chain(in_tree).filter(|(_, other)| aabb.overlaps(other));
            pairs.extend(met.map(|(b, _)| ordered(a, b)));
        }
    }
    /// Visits boxes for which `bound` is some, those of small bounds first; `visit` returns the new limit.
    fn approach(
        &self,
        boxes: &Boxes<V>,
        mut limit: V::Scalar,
        bound: impl Fn(&Aabb<V>, V::Scalar) -> Option<V::Scalar>,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        for &slot in &self.endless {
            if let Some(d) = bound(&boxes.slots()[slot as usize], limit) {
                limit = visit(slot, d);
            }
        }
        let mut open: Vec<(V::Scalar, u32)> = self.start().into_iter().map(|n| (Real::ZERO, n)).collect();
        while let Some((d, node)) = open.pop() {
            if d > limit {
                continue;
            }
            let node = &self.nodes[node as usize];
            if node.is_leaf() {
                if let Some(d) = bound(&boxes.slots()[node.slot as usize], limit) {
                    limit = visit(node.slot, d);
                }
                continue;
            }
            let [a, b] = node
                .children
                .map(|c| bound(&self.nodes[c as usize].aabb, limit).map(|d| (d, c)));
            match (a, b) {
                (Some(a), Some(b)) if a.0 <= b.0 => open.extend([b, a]),
                (a, b) => open.extend(a.into_iter().chain(b)),
            }
        }
        limit
    }
    fn validate_node(&self, boxes: &Boxes<V>, index: u32) -> Result<(), Broken> {
        let node = &self.nodes[index as usize];
        if node.is_leaf() {
            let holds = boxes.get(node.slot).is_some_and(|aabb| node.aabb.contains(aabb));
            return match (holds, self.leaves[node.slot as usize] == index) {
                (true, true) => Ok(()),
                (false, _) => Err(Broken("a leaf is smaller than its box")),
                (_, false) => Err(Broken("a box does not know its leaf")),
            };
        }
        let [a, b] = node.children.map(|c| &self.nodes[c as usize]);
        if a.parent != index || b.parent != index {
            return Err(Broken("a child does not know its parent"));
        }
        if node.aabb != a.aabb.union(&b.aabb) {
            return Err(Broken("a node does not fit its children"));
        }
        Ok(())
    }
}
