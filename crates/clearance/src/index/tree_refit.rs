//! The dynamic hierarchy, made to fit boxes that have all moved.

use super::leaves::NONE;
use super::tree::Tree;
use super::twins::{Link, Twins};
use super::{Boxes, Volume};
use crate::math::{Real, Vector};

impl<V: Vector, B: Volume<V>> Tree<V, B> {
    /// Reads all boxes anew and makes all volumes fit; the sum of their sizes. `None` where others are to be in the tree, or on the
    /// other side: it then still is what it was, but for boxes that are new in some leaves.
    pub(super) fn refit_all(&mut self, boxes: &Boxes<V>) -> Option<f64> {
        let mut endless = self.endless.iter().map(|&slot| boxes.get(slot));
        if !endless.all(|aabb| aabb.is_some_and(Self::is_endless)) {
            return None;
        }
        let (mut size, mut held) = (0.0, self.endless.len());
        for leaf in 0..self.leaves.len() {
            let (read, count) = self.leaves.read(leaf, boxes);
            // Nor is it one where there is no box.
            if read[..count].iter().any(Self::is_endless) {
                return None;
            }
            self.leaves.rows.set_all(leaf, &read);
            held += count;
            if count > 0 {
                let volume = B::around(&read[..count]);
                *self.volume_mut(self.leaves.head(leaf).node) = volume;
                size += volume.size().to_f64();
            }
        }
        (held == boxes.len()).then(|| size + self.refit_inner())
    }
    /// Makes the volumes above the leaves fit; the sum of their sizes.
    fn refit_inner(&mut self) -> f64 {
        if !self.is_in_order && self.order.is_empty() {
            self.find_order();
        }
        let count = if self.is_in_order {
            self.twins.len()
        } else {
            self.order.len()
        };
        let mut size = 0.0;
        for i in (1..count).rev() {
            let twins = if self.is_in_order {
                i
            } else {
                self.order[i] as usize
            };
            let Twins {
                volumes: [a, b],
                parent,
                ..
            } = self.twins[twins];
            let volume = a.union(&b);
            *self.volume_mut(parent) = volume;
            size += volume.size().to_f64();
        }
        size
    }
    /// Notes all twins, parents before children.
    fn find_order(&mut self) {
        if !self.twins.is_empty() {
            self.order.push(0);
        }
        let mut next = 0;
        while let Some(&twins) = self.order.get(next) {
            next += 1;
            for link in self.twins[twins as usize].links {
                if link != Link::NOTHING && link.as_leaf().is_none() {
                    self.order.push(link.0 >> 1);
                }
            }
        }
    }
    /// After twins came or went.
    pub(super) fn forget_order(&mut self) {
        self.is_in_order = false;
        self.order.clear();
    }
    /// The sum of the sizes of all volumes.
    pub(super) fn size(&self) -> f64 {
        let mut size = 0.0;
        for leaf in (0..self.leaves.len()).filter(|&leaf| self.leaves.head(leaf).count > 0) {
            size += self.volume(self.leaves.head(leaf).node).size().to_f64();
        }
        let inner = self.twins.iter().skip(1).filter(|twins| twins.parent != NONE);
        inner.fold(size, |size, twins| {
            size + self.volume(twins.parent).size().to_f64()
        })
    }
}
