//! For peers that are asked box by box what meets it: each pair is listed once.

use clearance::math::{Aabb, Vector};

/// The pairs of a step.
pub struct Search {
    is_moved: Vec<bool>,
    /// The pairs.
    pub found: Vec<[u32; 2]>,
}

impl Search {
    /// Among so many boxes.
    pub fn new(count: usize) -> Self {
        Self {
            is_moved: vec![false; count],
            found: Vec::new(),
        }
    }
    /// Before a step's first box: which of them will be asked about.
    pub fn begin(&mut self, moved: &[u32]) {
        self.found.clear();
        moved.iter().for_each(|&a| self.is_moved[a as usize] = true);
    }
    /// Box `a`, which has moved, may meet `b`: lists them if they do and if it is not `b`'s turn to say so.
    #[inline]
    pub fn offer<V: Vector>(&mut self, boxes: &[Aabb<V>], a: u32, b: u32) {
        let is_turn = b > a || b < a && !self.is_moved[b as usize];
        if is_turn && boxes[a as usize].overlaps(&boxes[b as usize]) {
            self.found.push([a, b]);
        }
    }
    /// After the last.
    pub fn end(&mut self, moved: &[u32]) {
        moved.iter().for_each(|&a| self.is_moved[a as usize] = false);
    }
    /// Bytes on the heap, without the pairs.
    pub fn bytes(&self) -> usize {
        self.is_moved.capacity()
    }
}
