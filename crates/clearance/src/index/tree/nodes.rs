//! The nodes of a hierarchy, two siblings side by side, and where each box is.

use super::leaves::NONE;
use super::rows::LANES;

/// Two siblings: in one cache line where the volumes are boxes of `f32`.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Siblings<B> {
    pub(crate) volumes: [B; 2],
    pub(crate) links: [Link; 2],
    /// The node whose children they are.
    pub(crate) parent: u32,
}

/// What is below a node: a pair of siblings, or a leaf. The lowest bit tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link(pub(in crate::index) u32);

impl Link {
    pub(super) const NOTHING: Self = Self(NONE);
    #[inline]
    pub(crate) fn leaf(leaf: u32) -> Self {
        Self(leaf << 1 | 1)
    }
    #[inline]
    pub(super) fn siblings(siblings: u32) -> Self {
        Self(siblings << 1)
    }
    #[inline]
    pub(super) fn as_leaf(self) -> Option<u32> {
        (self.0 & 1 == 1).then_some(self.0 >> 1)
    }
    /// The number of the first node below; the second follows it.
    #[inline]
    pub(super) fn first_child(self) -> u32 {
        self.0
    }
}

/// Where the box of a slot is: in a lane of a leaf, or outside of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BoxLocation(pub(crate) u32);

impl BoxLocation {
    const UNBOUNDED: u32 = 1 << 31;
    pub(crate) const NOWHERE: Self = Self(NONE);
    #[inline]
    pub(super) fn in_leaf(leaf: u32, lane: usize) -> Self {
        Self(leaf * LANES as u32 + lane as u32)
    }
    pub(crate) fn unbounded(index: usize) -> Self {
        Self(Self::UNBOUNDED | index as u32)
    }
    /// The index in the list of unbounded boxes, for a box outside of the tree.
    #[inline]
    pub(super) fn as_unbounded(self) -> Option<usize> {
        (self.0 >= Self::UNBOUNDED && self != Self::NOWHERE).then_some((self.0 & !Self::UNBOUNDED) as usize)
    }
    #[inline]
    pub(super) fn leaf_and_lane(self) -> (u32, usize) {
        (self.0 / LANES as u32, self.0 as usize % LANES)
    }
}
