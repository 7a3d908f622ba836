//! A hierarchy over the facets of one shape: eight boxes side by side, in 8 bits a number.
//!
//! Good at: borders of any number of facets: rays, nearest facets, facets near a box, pairs of facets of two
//! borders, in O(log n) a question. Bad at: changes, for nothing can be added, and all boxes are computed
//! again when something has moved.
//!
//! Source: Wald, Benthin and Boulos, "Getting rid of packets" (2008), for several children that are tested
//! together; the layout, a structure of arrays with a register for four of them, is Embree's (Wald et al.,
//! "Embree: a kernel framework for efficient CPU ray tracing", 2014). Boxes in steps of their node: Ylitie,
//! Karras and Laine (2017), in `packed.rs`.
//!
//! Idea: what is read is what takes the time, so a node takes two lines of memory (`packed.rs`), whatever the
//! precision of the shape. A search unpacks its boxes to single precision, and its slabs where it needs them
//! (`view.rs`). All is rounded outwards, in a unit in which the whole has a size of about 1 around the origin
//! (`unit.rs`): so a shape of any scale, far from its origin, has boxes as tight as any other. Up to [`LEAF`]
//! items share a box. An item that is visited may therefore lie outside of what was
//! asked for; the caller knows it exactly, and decides.
//!
//! Facets have a slab beside each box (`slab.rs`): few of them are then near the nearest one, however fine
//! they are. Where they are long, thin and askew, boxes along them stand there, too (`oriented/`), and one
//! around all where the whole is askew. The corners of those of space stand side by side (`corners.rs`): few
//! of them need be fetched for a ray, and few pairs of them for two trees (`apart.rs`) and for the nearest
//! facet (`leaf_gaps.rs`).
//!
//! Heights over a grid have a tree of which most is made when a search comes there (`heights/`).
//!
//! `build/` builds it, top down; `refit.rs` keeps it when the items move; `walk.rs` and `ray.rs` have
//! searches by one tree, `pairs.rs` those by two (`transform.rs` takes boxes from one to the other).
//!
//! Limits: boxes must not be NaN. Detail smaller than 2^-24 of the whole is not told apart. Searches by one
//! tree do not look at the boxes along facets.

mod apart;
mod build;
mod corners;
mod disc;
mod facets;
mod heights;
mod lanes;
mod leaf_gaps;
mod oriented;
mod packed;
mod pairs;
mod ray;
mod refit;
mod slab;
mod transform;
mod unit;
mod view;
mod walk;

use alloc::vec::Vec;
use core::ops::Deref;

use glam::Vec4;

use crate::math::{Aabb, Vector};
use build::LaneBox;
pub use build::TreeBuild;
use corners::Corners;
pub(crate) use facets::Facets;
use heights::Patches;
pub(crate) use heights::{Cells, HeightGrid};
use oriented::{OrientedBox, OrientedBoxes};
use packed::Packed;
pub(crate) use pairs::{PlacedTree, TwoTrees};
pub(crate) use ray::RayLanes;
use slab::Slabs;
pub(crate) use unit::Unit;
use view::View;
pub(crate) use walk::{OwnBox, PointQuery};

/// How many children a node may have.
pub(super) const WIDTH: usize = 8;
/// How many items may share a box.
pub(crate) const LEAF: usize = 4;

/// A hierarchy over boxes that do not move. Items have the numbers of the boxes that it was built from.
#[derive(Clone, Debug)]
pub(crate) struct WideTree<V: Vector> {
    unit: Unit<V>,
    /// Around all boxes, exact.
    whole: Aabb<V>,
    /// Those of a tree over heights stand elsewhere.
    nodes: Vec<Packed>,
    /// The items in the order of the leaves, [`LEAF`] for each of them.
    items: Vec<u32>,
    /// The corners of the facets of each leaf; only of facets of space.
    corners: Vec<Corners>,
    /// For each node the boxes along the facets; only of long thin facets of space.
    oriented: Vec<OrientedBoxes>,
    /// Around all facets of space, where they spread along axes of their own.
    along_facets: Option<OrientedBox>,
    /// Makes what is below the nodes, of a tree over heights, which has no list of items.
    patches: Option<Patches<V>>,
}

/// Up to eight boxes, and what is in each, as they are before they are packed; of trees over heights, always.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Node {
    children: [Child; WIDTH],
    low: Lanes3,
    high: Lanes3,
    slabs: Slabs,
}

/// Three coordinates of eight points, four of them in a register.
type Lanes3 = [[Vec4; 2]; 3];

/// What is in a box: a node, or a run of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Child {
    /// The number of the node, or the place of the first item.
    first: u32,
    /// How many items; 0 for a node.
    count: u8,
}

impl Child {
    const NONE: Self = Self {
        first: u32::MAX,
        count: u8::MAX,
    };
}

/// The items of a leaf.
#[derive(Clone, Copy)]
struct Items {
    numbers: [u32; LEAF],
    count: u8,
}

impl Items {
    /// Keeps those within a limit, given how far each is away; the nearest one comes first.
    #[inline]
    fn keep_within(&mut self, limit: f32, away: &[f32]) {
        let mut count = 0;
        let mut least = f32::INFINITY;
        for (k, &away) in away.iter().enumerate().take(self.len()) {
            if away > limit {
                continue;
            }
            self.numbers[count] = self.numbers[k];
            if away < least {
                least = away;
                self.numbers.swap(0, count);
            }
            count += 1;
        }
        self.count = count as u8;
    }
}

impl Deref for Items {
    type Target = [u32];
    #[inline(always)]
    fn deref(&self) -> &[u32] {
        &self.numbers[..LEAF.min(usize::from(self.count))]
    }
}

/// A box in the unit of a tree, rounded outwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitBox {
    low: [f32; 3],
    high: [f32; 3],
}

impl UnitBox {
    const EMPTY: Self = Self {
        low: [f32::INFINITY; 3],
        high: [f32::NEG_INFINITY; 3],
    };
    #[inline]
    fn union(&self, other: &Self) -> Self {
        Self {
            low: core::array::from_fn(|i| self.low[i].min(other.low[i])),
            high: core::array::from_fn(|i| self.high[i].max(other.high[i])),
        }
    }
    /// Half its surface, or half its circumference: how likely it is that something meets it.
    #[inline]
    fn half_surface(&self) -> f32 {
        let [x, y, z] = core::array::from_fn(|i| (self.high[i] - self.low[i]).max(0.0));
        x * y + y * z + z * x + (x + y + z) * 1e-6
    }
}

impl Node {
    fn empty() -> Self {
        Self {
            low: [[Vec4::INFINITY; 2]; 3],
            high: [[Vec4::NEG_INFINITY; 2]; 3],
            slabs: Slabs::NONE,
            children: [Child::NONE; WIDTH],
        }
    }
    fn set(&mut self, k: usize, bounds: &UnitBox, child: Child) {
        for axis in 0..3 {
            self.low[axis][k / 4][k % 4] = bounds.low[axis];
            self.high[axis][k / 4][k % 4] = bounds.high[axis];
        }
        self.children[k] = child;
    }
    fn bounds(&self, k: usize) -> UnitBox {
        let of = |lanes: &Lanes3| core::array::from_fn(|axis| lanes[axis][k / 4][k % 4]);
        UnitBox {
            low: of(&self.low),
            high: of(&self.high),
        }
    }
    /// Around its boxes.
    fn around(&self) -> UnitBox {
        let boxes = (0..self.count()).map(|k| self.bounds(k));
        boxes.fold(UnitBox::EMPTY, |all, b| all.union(&b))
    }
    fn count(&self) -> usize {
        self.children.iter().filter(|c| **c != Child::NONE).count()
    }
}

impl<V: Vector> WideTree<V> {
    /// Around all boxes.
    pub fn whole(&self) -> Aabb<V> {
        self.whole
    }
    fn root(&self) -> Option<Child> {
        let is_empty = self.nodes.is_empty() && self.patches.is_none();
        (!is_empty).then_some(Child { first: 0, count: 0 })
    }
    /// Whether nodes are not packed, and some of them made when they are asked for.
    fn is_made(&self) -> bool {
        V::DIM == 3 && self.patches.is_some()
    }
    /// A node that is stored, or unpacked or made in a place for it.
    #[inline(always)]
    fn node<'n>(&'n self, number: u32, made: &'n mut Option<Node>) -> &'n Node {
        match self.nodes.get(number as usize) {
            Some(node) => made.insert(node.unpacked()),
            None => self.node_of_heights(number, made),
        }
    }
    /// The same for a search by one tree.
    #[inline(always)]
    fn view<'n>(&'n self, number: u32, made: &'n mut Option<Node>) -> View<'n> {
        match self.nodes.get(number as usize) {
            Some(node) if !node.is_endless() => View::of_packed(node),
            Some(_) => View::of_node(self.node(number, made)),
            None => View::of_node(self.node_of_heights(number, made)),
        }
    }
    #[cold]
    #[inline(never)]
    fn node_of_heights<'n>(&'n self, number: u32, made: &'n mut Option<Node>) -> &'n Node {
        match (&self.patches, V::DIM) {
            (Some(patches), 3) => patches.node(&self.unit, number as usize, made),
            _ => made.insert(Node::empty()),
        }
    }
    /// One item of a leaf.
    #[inline(always)]
    fn item(&self, leaf: Child, k: usize) -> u32 {
        let listed = self.items.get(leaf.first as usize + k);
        listed.copied().unwrap_or(leaf.first.wrapping_add(k as u32))
    }
    /// The items of a leaf; none of a node.
    #[inline]
    fn items_of(&self, child: Child) -> Items {
        let first = child.first as usize;
        let listed = self.items.get(first..).and_then(|items| items.first_chunk());
        let in_order = || core::array::from_fn(|k| child.first.wrapping_add(k as u32));
        Items {
            numbers: listed.copied().unwrap_or_else(in_order),
            count: child.count,
        }
    }
}

#[cfg(test)]
mod tests;
