//! Refitting the whole hierarchy to boxes that have moved.
//!
//! After a build, all that is below a node lies together: siblings beside siblings, leaves beside leaves.
//! Such a subtree is refitted by itself, so several threads can share the work. Once single boxes have
//! changed the shape of the tree, a list gives the order.

use super::Tree;
use super::leaves::{LeafInfo, NONE};
use super::nodes::{Link, Siblings};
use super::rows::SomeRows;
use crate::index::{Boxes, Threads, Volume};
use crate::math::{Real, Vector};

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Reads all boxes again and refits all volumes; returns the sum of their sizes. `None` if boxes must
    /// be inserted or removed first: then the tree is unchanged except that some leaves may have new boxes.
    pub(super) fn refit_all(&mut self, boxes: &Boxes<V>, threads: Threads) -> Option<f64> {
        let mut unbounded = self.unbounded.iter().map(|&slot| boxes.get(slot));
        if !unbounded.all(|aabb| aabb.is_some_and(Self::is_unbounded)) {
            return None;
        }
        let sum = if self.is_in_order && self.siblings.len() > 1 {
            let mut sum = self.subtree(1).refit(boxes, threads)?;
            sum.size += self.subtree(0).fit(1);
            sum
        } else {
            self.refit_by_list(boxes)?
        };
        (sum.held + self.unbounded.len() == boxes.len()).then_some(sum.size)
    }
    fn refit_by_list(&mut self, boxes: &Boxes<V>) -> Option<Sum> {
        if self.order.is_empty() {
            self.find_order();
        }
        let order = core::mem::take(&mut self.order);
        let mut all = self.subtree(0);
        let sum = all.read(boxes).map(|mut sum| {
            for &siblings in order.iter().skip(1).rev() {
                sum.size += all.fit(siblings);
            }
            sum
        });
        self.order = order;
        sum
    }
    /// All siblings from `first` on, and all leaves.
    fn subtree(&mut self, first: usize) -> Subtree<'_, V, B> {
        let (rows, infos) = self.leaves.rows_and_infos();
        Subtree {
            siblings: self.siblings.get_mut(first..).unwrap_or_default(),
            first: first as u32,
            first_leaf: 0,
            infos,
            rows,
        }
    }
    /// Lists all siblings, parents before children.
    fn find_order(&mut self) {
        if !self.siblings.is_empty() {
            self.order.push(0);
        }
        let mut next = 0;
        while let Some(&siblings) = self.order.get(next) {
            next += 1;
            for link in self.siblings[siblings as usize].links {
                if link != Link::NOTHING && link.as_leaf().is_none() {
                    self.order.push(link.0 >> 1);
                }
            }
        }
    }
    /// Must be called after siblings were added or removed.
    pub(super) fn forget_order(&mut self) {
        self.is_in_order = false;
        self.order.clear();
    }
    /// The sum of the sizes of all volumes.
    pub(crate) fn size(&self) -> f64 {
        let mut size = 0.0;
        for leaf in (0..self.leaves.len()).filter(|&leaf| self.leaves.info(leaf).count > 0) {
            size += self.volume(self.leaves.info(leaf).node).size().to_f64();
        }
        let inner = self
            .siblings
            .iter()
            .skip(1)
            .filter(|siblings| siblings.parent != NONE);
        inner.fold(size, |size, siblings| {
            size + self.volume(siblings.parent).size().to_f64()
        })
    }
}

/// The sum of the sizes of volumes, and how many boxes are in them.
struct Sum {
    size: f64,
    held: usize,
}

/// A pair of siblings and all below them.
struct Subtree<'a, V: Vector, B> {
    siblings: &'a mut [Siblings<B>],
    /// The number of the first siblings.
    first: u32,
    /// The number of the first leaf.
    first_leaf: u32,
    infos: &'a [LeafInfo<V::Scalar>],
    rows: SomeRows<'a, V>,
}

/// From this many leaves on, another thread is worth its cost.
const MANY: usize = 1 << 10;

impl<V: Vector, B: Volume<V>> Subtree<'_, V, B> {
    /// Refits all volumes except those of the first siblings' parent.
    fn refit(&mut self, boxes: &Boxes<V>, threads: Threads) -> Option<Sum> {
        if self.infos.len() <= MANY {
            let mut sum = self.read(boxes)?;
            for siblings in (1..self.siblings.len() as u32).rev() {
                sum.size += self.fit(self.first + siblings);
            }
            return Some(sum);
        }
        let [mut left, mut right] = self.below();
        let numbers = [left.first, right.first];
        let (a, b) = threads.join(|| left.refit(boxes, threads), || right.refit(boxes, threads));
        let (a, b) = (a?, b?);
        Some(Sum {
            size: a.size + b.size + self.fit(numbers[0]) + self.fit(numbers[1]),
            held: a.held + b.held,
        })
    }
    /// What is below each of the first siblings. There are so many leaves that neither sibling is a leaf.
    fn below(&mut self) -> [Subtree<'_, V, B>; 2] {
        let right = self.siblings[0].links[1].first_child() / 2;
        let (siblings, of_right) = self.siblings[1..].split_at_mut((right - self.first) as usize - 1);
        let mut link = Link::siblings(right);
        while link.as_leaf().is_none() {
            link = of_right[(link.first_child() / 2 - right) as usize].links[0];
        }
        let leaf = link.0 / 2;
        let (infos, infos_of_right) = self.infos.split_at((leaf - self.first_leaf) as usize);
        let (rows, rows_of_right) = self.rows.split_at(infos.len());
        let left = (siblings, self.first + 1, self.first_leaf, infos, rows);
        let right = (of_right, right, leaf, infos_of_right, rows_of_right);
        [left, right].map(|(siblings, first, first_leaf, infos, rows)| Subtree {
            siblings,
            first,
            first_leaf,
            infos,
            rows,
        })
    }
    /// Reads the boxes of all leaves again.
    fn read(&mut self, boxes: &Boxes<V>) -> Option<Sum> {
        let mut sum = Sum { size: 0.0, held: 0 };
        for (leaf, info) in self.infos.iter().enumerate() {
            let (read, count) = info.read(boxes);
            // An empty slot has a box of NaN, for which this holds, too.
            if read[..count].iter().any(Tree::<V, B>::is_unbounded) {
                return None;
            }
            self.rows.set_all(leaf, &read);
            sum.held += count;
            if count > 0 {
                let volume = B::around(&read[..count]);
                *self.volume_mut(info.node) = volume;
                sum.size += volume.size().to_f64();
            }
        }
        Some(sum)
    }
    /// Refits the parent of some siblings and returns its size.
    #[inline(always)]
    fn fit(&mut self, siblings: u32) -> f64 {
        let Siblings {
            volumes: [a, b],
            parent,
            ..
        } = self.siblings[(siblings - self.first) as usize];
        let volume = a.union(&b);
        *self.volume_mut(parent) = volume;
        volume.size().to_f64()
    }
    #[inline]
    fn volume_mut(&mut self, node: u32) -> &mut B {
        &mut self.siblings[(node / 2 - self.first) as usize].volumes[node as usize % 2]
    }
}
