//! A node in two lines of memory: boxes in 8 bits a number, slabs in 7 bytes each.
//!
//! Source: Ylitie, Karras and Laine, "Efficient incoherent ray traversal on GPUs through compressed wide
//! BVHs" (2017): a node has a corner of its own and a step along each axis, a power of two, and its boxes are
//! whole numbers of steps, rounded outwards; children of a node lie side by side, so one number says where
//! all of them are. Slabs in the same manner: in few bits, as leaves are in Benthin, Wald, Woop and Áfra,
//! "Compressed-leaf bounding volume hierarchies" (2018).
//!
//! Idea: what is read is what takes the time. A node in single precision takes 416 bytes; this one takes
//! 128. The first 64 have the boxes, which are all that a ray reads.
//!
//! Why it is right: who packs a number computes what will be unpacked, by the same operations, which round
//! the same way everywhere, and takes the next step outwards until that contains the number. So
//!
//! - a box that is unpacked contains the one that was packed;
//! - the normal of a slab is what is unpacked, not what it was meant to be, and its middle, too; its half
//!   width is that of the points that it is around, from there.
//!
//! Where we differ: the normal of a slab is a direction in whole numbers, and is divided by its length when
//! it is unpacked: distances along a normal that is too short are too short, by more than slabs are thick.
//!
//! An axis along which some box has no end is marked: its first and its last step are without end.
//!
//! Limits: boxes grow by half a step on each side, on average, of 255 for all eight. Trees over heights do
//! not pack their nodes (`heights/`), for their children are not side by side.

mod grid;
mod normal;

use glam::{Vec3, Vec4};

use super::slab::{ROUNDING, Slab, Slabs};
use super::view::SlabLanes;
use super::walk::Mask;
use super::{Child, LEAF, Lanes3, Node, WIDTH};
use grid::{ENDLESS, Grid, STEPS, at, step};
pub(super) use normal::Normal;
use normal::{Lanes, NORMAL_BITS, normals, rounded};

/// Where middles of slabs are in the middle of their numbers.
const MIDDLE: i32 = 1 << 15;
/// Middles of slabs are counted in this part of the largest step: so 16 bits reach beyond the node.
const PER_STEP: f32 = 64.0;
/// Bits of the number of a node.
const NODE_BITS: u32 = 28;
/// Bits of a half width behind the point.
const MANTISSA: u32 = 4;

/// Up to eight boxes and slabs, and where what is in them is.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Packed {
    low: [[u8; WIDTH]; 3],
    high: [[u8; WIDTH]; 3],
    origin: [f32; 3],
    /// Of the steps along each axis.
    exponents: [u8; 3],
    /// Which children are nodes.
    are_nodes: u8,
    /// Three numbers, and in the highest bits how many items there are, less one.
    normals: [u32; WIDTH],
    middles: [u16; WIDTH],
    halves: [u8; WIDTH],
    /// The number of the first node, and in the highest bits how many children there are.
    first_node: u32,
    /// Counted in leaves.
    first_leaf: u32,
}

impl Packed {
    /// Of nodes that are not made yet.
    pub const EMPTY: Self = Self {
        low: [[STEPS; WIDTH]; 3],
        high: [[0; WIDTH]; 3],
        origin: [0.0; 3],
        exponents: [0; 3],
        are_nodes: 0,
        normals: [0; WIDTH],
        middles: [MIDDLE as u16; WIDTH],
        halves: [0; WIDTH],
        first_node: 0,
        first_leaf: 0,
    };
    /// The boxes of a node, without slabs. Children that are nodes must follow each other, and so must
    /// leaves.
    pub fn of(node: &Node) -> Self {
        let mut packed = Self::EMPTY;
        let count = node.count();
        for axis in 0..3 {
            let ends = [node.low[axis], node.high[axis]].map(|lanes| first_in_place_of_none(lanes, count));
            let grid = Grid::around(ends);
            (packed.origin[axis], packed.exponents[axis]) = (grid.origin, grid.exponent);
            let halves = [0, 1].map(|h| grid.steps([ends[0][h], ends[1][h]]));
            for k in 0..count {
                let [low, high] = halves[k / 4].map(|steps| steps[k % 4] as u8);
                (packed.low[axis][k], packed.high[axis][k]) = (low, high);
            }
        }
        for k in (0..count).rev() {
            let child = node.children[k];
            if child.count == 0 {
                packed.are_nodes |= 1 << k;
                packed.first_node = child.first;
            } else {
                packed.normals[k] = u32::from(child.count - 1) << (3 * NORMAL_BITS);
                packed.first_leaf = child.first / LEAF as u32;
            }
        }
        debug_assert!(
            packed.first_node >> NODE_BITS == 0,
            "so many nodes take more than memory"
        );
        packed.first_node |= (count as u32) << NODE_BITS;
        packed
    }
    /// How many children there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        (self.first_node >> NODE_BITS) as usize
    }
    /// Which children there are.
    #[inline(always)]
    pub fn filled(&self) -> Mask {
        (1 << self.count()) - 1
    }
    /// Child `k`, which there must be.
    #[inline(always)]
    pub fn child(&self, k: usize) -> Child {
        let nodes = u32::from(self.are_nodes);
        let nodes_before = match nodes {
            0 => 0,
            _ => (nodes & ((1 << k) - 1)).count_ones(),
        };
        if nodes >> k & 1 == 1 {
            return Child {
                first: (self.first_node & ((1 << NODE_BITS) - 1)) + nodes_before,
                count: 0,
            };
        }
        Child {
            first: (self.first_leaf + k as u32 - nodes_before) * LEAF as u32,
            count: (self.normals[k] >> (3 * NORMAL_BITS)) as u8 + 1,
        }
    }
    /// Whether some boxes have no end: then neither `sides` nor `lanes` tells them, but `unpacked` does.
    #[inline(always)]
    pub fn is_endless(&self) -> bool {
        let [x, y, z] = self.exponents;
        (x | y | z) & ENDLESS != 0
    }
    /// The sides of the eight boxes along an axis: the low ones and the high ones, or in the opposite order.
    /// Those of children that there are not mean nothing.
    #[inline(always)]
    pub fn sides(&self, axis: usize, is_reversed: bool) -> [[f32; WIDTH]; 2] {
        let steps = match is_reversed {
            false => [&self.low[axis], &self.high[axis]],
            true => [&self.high[axis], &self.low[axis]],
        };
        let (origin, step) = (self.origin[axis], step(self.exponents[axis]));
        let mut sides = [[0.0; WIDTH]; 2];
        for k in 0..WIDTH {
            sides[0][k] = at(origin, step, steps[0][k]);
            sides[1][k] = at(origin, step, steps[1][k]);
        }
        sides
    }
    /// The boxes, four of them in a register.
    #[inline(always)]
    pub fn lanes(&self) -> (Lanes3, Lanes3) {
        let (mut low, mut high) = ([[Vec4::ZERO; 2]; 3], [[Vec4::ZERO; 2]; 3]);
        for axis in 0..3 {
            let (origin, step) = (Vec4::splat(self.origin[axis]), step(self.exponents[axis]));
            for h in 0..2 {
                low[axis][h] = four(&self.low[axis], h) * step + origin;
                high[axis][h] = four(&self.high[axis], h) * step + origin;
            }
        }
        (low, high)
    }
    #[cold]
    fn open_ends(&self, node: &mut Node) {
        for (axis, k) in (0..3).flat_map(|axis| (0..WIDTH).map(move |k| (axis, k))) {
            let is_endless = self.exponents[axis] & ENDLESS != 0;
            if is_endless && self.low[axis][k] == 0 {
                node.low[axis][k / 4][k % 4] = f32::NEG_INFINITY;
            }
            if is_endless && self.high[axis][k] == STEPS {
                node.high[axis][k / 4][k % 4] = f32::INFINITY;
            }
        }
    }
    /// Four slabs.
    #[inline(always)]
    pub fn slabs(&self, h: usize) -> SlabLanes {
        let (words, steps, halves) = (
            four_of(&self.normals, h),
            four_of(&self.middles, h),
            four_of(&self.halves, h),
        );
        let normal = normals(words);
        SlabLanes {
            middle: self.middles_of(&normal, steps),
            half: self.halves_of(halves),
            normal,
        }
    }
    /// The node in single precision.
    #[inline(always)]
    pub fn unpacked(&self) -> Node {
        let ((low, high), slabs) = (self.lanes(), [self.slabs(0), self.slabs(1)]);
        let mut children = [Child::NONE; WIDTH];
        for (k, child) in children.iter_mut().enumerate().take(self.count()) {
            *child = self.child(k);
        }
        let mut node = Node {
            children,
            low,
            high,
            slabs: Slabs::of(&slabs),
        };
        if self.is_endless() {
            self.open_ends(&mut node);
        }
        node
    }
    /// The largest step.
    #[inline(always)]
    fn largest_step(&self) -> f32 {
        let [x, y, z] = self.exponents.map(|e| e & !ENDLESS);
        step(x.max(y).max(z))
    }
    #[inline(always)]
    fn middles_of(&self, normal: &Lanes, steps: [u16; 4]) -> Vec4 {
        let [x, y, z] = self.origin;
        let base = normal[0] * x + normal[1] * y + normal[2] * z;
        let from = |k: usize| (i32::from(steps[k]) - MIDDLE) as f32;
        base + Vec4::new(from(0), from(1), from(2), from(3)) * (self.largest_step() / PER_STEP)
    }
    /// A half width is a number with few bits, whose exponent is counted from that of a 256th of the largest
    /// step.
    #[inline(always)]
    fn halves_of(&self, halves: [u8; 4]) -> Vec4 {
        let least = self.least_half();
        let half = |k: usize| f32::from_bits((u32::from(halves[k]) << (23 - MANTISSA)) + least);
        Vec4::new(half(0), half(1), half(2), half(3))
    }
    #[inline(always)]
    fn least_half(&self) -> u32 {
        (self.largest_step() / 256.0).to_bits()
    }
    /// The slab of child `k`.
    #[inline(always)]
    pub fn slab(&self, k: usize) -> Slab {
        let slabs = self.slabs(k / 4);
        Slab {
            normal: Vec3::from_array(slabs.normal.map(|n| n[k % 4])),
            middle: slabs.middle[k % 4],
            half: slabs.half[k % 4],
        }
    }
    /// Sets the slabs of four children, from child `4 h` on, around points that reach so far along a normal,
    /// as single precision tells. What is too far from the node, or too thick for a number, has none.
    pub fn set_slabs(
        &mut self,
        h: usize,
        along: [Option<Normal>; 4],
        reach: impl Fn(usize, Vec3) -> [f32; 2],
    ) {
        let lanes = normals(along.map(|normal| normal.map_or(0, |n| n.0)));
        let (mut low, mut high) = (Vec4::ZERO, Vec4::ZERO);
        for k in (0..4).filter(|k| along[*k].is_some()) {
            let normal = Vec3::new(lanes[0][k], lanes[1][k], lanes[2][k]);
            [low[k], high[k]] = reach(4 * h + k, normal);
        }
        let base = self.middles_of(&lanes, [MIDDLE as u16; 4]);
        let steps = (0.5 * (low + high) - base) * (PER_STEP / self.largest_step());
        // What is too large for a number becomes the largest.
        let nearest = |steps: f32| rounded(steps).saturating_add(MIDDLE).clamp(0, 2 * MIDDLE - 1) as u16;
        let steps = steps.to_array().map(nearest);
        let middles = self.middles_of(&lanes, steps);
        let halves = (high - middles).max(middles - low) + Vec4::splat(ROUNDING);
        for (k, normal) in along.into_iter().enumerate() {
            let half = halves[k].next_up();
            let unit = 1 << (23 - MANTISSA);
            let number = half.to_bits().saturating_sub(self.least_half()).div_ceil(unit);
            if let (Some(normal), Ok(number), true) = (normal, u8::try_from(number), half.is_finite()) {
                let k = 4 * h + k;
                self.normals[k] |= normal.0;
                (self.middles[k], self.halves[k]) = (steps[k % 4], number);
            }
        }
    }
}

/// The first lanes, which are filled, and the first of them again in all others.
fn first_in_place_of_none(mut lanes: [Vec4; 2], count: usize) -> [Vec4; 2] {
    let first = lanes[0][0];
    for k in count..WIDTH {
        lanes[k / 4][k % 4] = first;
    }
    lanes
}

/// Four of eight.
#[inline(always)]
fn four_of<T: Copy>(eight: &[T; WIDTH], h: usize) -> [T; 4] {
    [eight[4 * h], eight[4 * h + 1], eight[4 * h + 2], eight[4 * h + 3]]
}

#[inline(always)]
fn four(steps: &[u8; WIDTH], h: usize) -> Vec4 {
    let [a, b, c, d] = four_of(steps, h);
    Vec4::new(f32::from(a), f32::from(b), f32::from(c), f32::from(d))
}

#[cfg(test)]
mod tests;
