//! A node as a search reads it: its boxes in registers, its slabs and children when they are asked for.

use glam::Vec4;

use super::packed::Packed;
use super::slab::Slab;
use super::{Child, Lanes3, Node, UnitBox, WIDTH};

/// Up to eight boxes, and what is in each.
pub(super) struct View<'n> {
    pub low: Lanes3,
    pub high: Lanes3,
    of: Stored<'n>,
}

/// How a node is stored.
enum Stored<'n> {
    Packed(&'n Packed),
    Plain(&'n Node),
}

/// Four slabs of a node.
pub(super) struct SlabLanes {
    pub normal: [Vec4; 3],
    pub middle: Vec4,
    pub half: Vec4,
}

impl<'n> View<'n> {
    #[inline(always)]
    pub fn of_packed(packed: &'n Packed) -> Self {
        let (low, high) = packed.lanes();
        let of = Stored::Packed(packed);
        Self { low, high, of }
    }
    #[inline(always)]
    pub fn of_node(node: &'n Node) -> Self {
        Self {
            low: node.low,
            high: node.high,
            of: Stored::Plain(node),
        }
    }
    /// Four slabs.
    #[inline(always)]
    pub fn slabs(&self, h: usize) -> SlabLanes {
        match self.of {
            Stored::Packed(packed) => packed.slabs(h),
            Stored::Plain(node) => node.slabs.lanes(h),
        }
    }
    /// The slab of child `k`.
    #[inline(always)]
    pub fn slab(&self, k: usize) -> Slab {
        match self.of {
            Stored::Packed(packed) => packed.slab(k),
            Stored::Plain(node) => node.slabs.get(k),
        }
    }
    /// How many children there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        match self.of {
            Stored::Packed(packed) => packed.count(),
            Stored::Plain(node) => node.count(),
        }
    }
    /// Child `k`, which there must be.
    #[inline(always)]
    pub fn child(&self, k: usize) -> Child {
        match self.of {
            Stored::Packed(packed) => packed.child(k),
            Stored::Plain(node) => node.children[k % WIDTH],
        }
    }
    /// The box of child `k`.
    #[inline(always)]
    pub fn bounds(&self, k: usize) -> UnitBox {
        let of = |lanes: &Lanes3| core::array::from_fn(|axis| lanes[axis][k / 4][k % 4]);
        UnitBox {
            low: of(&self.low),
            high: of(&self.high),
        }
    }
}
