//! What the dynamic tree is asked: pairs, boxes, rays, neighbours.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::entries::{Entry, NONE, ordered};
use super::tree::{Node, Tree};
use super::{Broken, Handle, Index, IndexError, Ray, gap};
use crate::math::{Aabb, Real, Vector};

impl<V: Vector> Index<V> for Tree<V> {
    fn insert(&mut self, aabb: Aabb<V>, id: u32) -> Result<Handle, IndexError> {
        let handle = self.entries.insert(aabb, id)?;
        if let Some(slot) = self.entries.slot(handle) {
            self.hang(slot);
        }
        Ok(handle)
    }
    fn remove(&mut self, handle: Handle) -> Option<u32> {
        let slot = self.entries.slot(handle)?;
        self.unhang(slot);
        Some(self.entries.remove(slot).id)
    }
    fn update(&mut self, handle: Handle, aabb: Aabb<V>) -> Result<(), IndexError> {
        let slot = self.entries.update(handle, aabb)?;
        self.moved(slot);
        Ok(())
    }
    fn get(&self, handle: Handle) -> Option<(Aabb<V>, u32)> {
        let entry = self.entries.at(self.entries.slot(handle)?);
        Some((entry.aabb, entry.id))
    }
    fn len(&self) -> usize {
        self.entries.len()
    }
    fn pairs(&self) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        self.pairs_of_leaves(&mut pairs);
        self.pairs_of_endless(&mut pairs);
        pairs.sort_unstable();
        pairs
    }
    fn overlapping(&self, query: &Aabb<V>, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        for entry in self.endless() {
            if entry.aabb.overlaps(query) {
                visit(entry.id)?;
            }
        }
        let mut open = self.start();
        while let Some(node) = open.pop() {
            let node = &self.nodes[node as usize];
            if !node.aabb.overlaps(query) {
                continue;
            }
            match self.entry_of(node) {
                Some(entry) if entry.aabb.overlaps(query) => visit(entry.id)?,
                Some(_) => {}
                None => open.extend(node.children),
            }
        }
        ControlFlow::Continue(())
    }
    fn cast_ray(&self, ray: &Ray<V>, visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar) -> V::Scalar {
        self.approach(ray.max_time, |aabb, end| ray.enters(aabb, end), visit)
    }
    fn nearest(
        &self,
        query: &Aabb<V>,
        within: V::Scalar,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        let distance = |aabb: &Aabb<V>, within| Some(gap(aabb, query)).filter(|&d| d <= within);
        self.approach(within, distance, visit)
    }
    fn validate(&self) -> Result<(), Broken> {
        let (mut open, mut leaves) = (self.start(), 0);
        for _ in 0..2 * self.entries.len() {
            let Some(node) = open.pop() else { break };
            self.validate_node(node)?;
            leaves += usize::from(self.nodes[node as usize].is_leaf());
            open.extend(
                self.nodes[node as usize]
                    .children
                    .into_iter()
                    .filter(|&c| c != NONE),
            );
        }
        if !open.is_empty() || leaves + self.endless.len() != self.entries.len() {
            return Err(Broken("the tree does not hold each box once"));
        }
        Ok(())
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
    fn endless(&self) -> impl Iterator<Item = &Entry<V>> {
        self.endless.iter().map(|&slot| self.entries.at(slot))
    }
    /// The box a leaf stands for; `None` for an inner node.
    #[inline(always)]
    fn entry_of(&self, node: &Node<V>) -> Option<&Entry<V>> {
        node.is_leaf().then(|| self.entries.at(node.entry))
    }
    /// The tree against itself: each node's children against each other, and from there down in the larger of two.
    fn pairs_of_leaves(&self, pairs: &mut Vec<[u32; 2]>) {
        let mut open = self.start();
        let mut couples = Vec::new();
        while let Some(node) = open.pop() {
            if !self.nodes[node as usize].is_leaf() {
                let [a, b] = self.nodes[node as usize].children;
                open.extend([b, a]);
                couples.push((a, b));
                self.pairs_below(&mut couples, pairs);
            }
        }
    }
    fn pairs_below(&self, couples: &mut Vec<(u32, u32)>, pairs: &mut Vec<[u32; 2]>) {
        while let Some((a, b)) = couples.pop() {
            let (p, q) = (&self.nodes[a as usize], &self.nodes[b as usize]);
            if !p.aabb.overlaps(&q.aabb) {
                continue;
            }
            if let (Some(p), Some(q)) = (self.entry_of(p), self.entry_of(q)) {
                if p.aabb.overlaps(&q.aabb) {
                    pairs.push(ordered(p.id, q.id));
                }
            } else if q.is_leaf() || !p.is_leaf() && p.aabb.half_surface() >= q.aabb.half_surface() {
                couples.extend(p.children.map(|c| (c, b)));
            } else {
                couples.extend(q.children.map(|c| (a, c)));
            }
        }
    }
    fn pairs_of_endless(&self, pairs: &mut Vec<[u32; 2]>) {
        for (i, a) in self.endless().enumerate() {
            let later = self.endless().skip(i + 1);
            let in_tree = self.entries.iter().map(|(_, e)| e).filter(|e| e.node != NONE);
            let met = later.chain(in_tree).filter(|b| a.aabb.overlaps(&b.aabb));
            pairs.extend(met.map(|b| ordered(a.id, b.id)));
        }
    }
    /// Visits boxes for which `bound` is some, those of small bounds first; `visit` returns the new limit.
    fn approach(
        &self,
        mut limit: V::Scalar,
        bound: impl Fn(&Aabb<V>, V::Scalar) -> Option<V::Scalar>,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        for entry in self.endless() {
            if let Some(d) = bound(&entry.aabb, limit) {
                limit = visit(entry.id, d);
            }
        }
        let mut open: Vec<(V::Scalar, u32)> = self.start().into_iter().map(|n| (Real::ZERO, n)).collect();
        while let Some((d, node)) = open.pop() {
            if d > limit {
                continue;
            }
            let node = &self.nodes[node as usize];
            if let Some(entry) = self.entry_of(node) {
                if let Some(d) = bound(&entry.aabb, limit) {
                    limit = visit(entry.id, d);
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
    fn validate_node(&self, index: u32) -> Result<(), Broken> {
        let node = &self.nodes[index as usize];
        if let Some(entry) = self.entry_of(node) {
            return match (node.aabb.contains(&entry.aabb), entry.node == index) {
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
