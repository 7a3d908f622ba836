//! Searches by two trees, each with its own frame: all pairs of items near each other, or the nearest.
//!
//! A box of one tree is taken into the unit of the other and compared with eight of its boxes at once, and
//! the eight the other way round: so two boxes are told apart along the axes of both, six of the fifteen axes
//! of two oriented boxes. The other nine, products of edges, tell apart few boxes more and cost as much
//! again. What these do not tell apart, the slabs of facets may (`disc.rs`), and of long thin facets the
//! boxes along them (`oriented/`). Facets of two leaves are told apart four at a time (`apart.rs`).
//!
//! The larger of two nodes is entered first.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use glam::Vec4;
use smallvec::SmallVec;

use super::apart::TwoLeaves;
use super::disc::{Disc, Discs};
use super::oriented::whole::are_apart;
use super::oriented::{FourBoxes, OrientedBox, OrientedBoxes};
use super::slab::Slab;
use super::transform::Transform;
use super::unit::up;
use super::view::View;
use super::walk::{BELOW, Mask, box_gaps, eight, of_eight, overlaps};
use super::{Child, Items, LEAF, Node, UnitBox, WIDTH, WideTree};
use crate::index::interface::Flow;
use crate::math::{Aabb, DoubleFrame, Place, Pose, Real, Space, Vector, lift};

/// A node or a leaf, its box and its slab.
#[derive(Clone, Copy)]
struct Entry {
    bounds: UnitBox,
    slab: Slab,
    child: Child,
    /// In which node it is, and which of its children.
    place: (u32, u8),
}

impl Entry {
    fn of(node: &View<'_>, number: u32, k: usize) -> Self {
        Self {
            bounds: node.bounds(k),
            slab: node.slab(k),
            child: node.child(k),
            place: (number, k as u8),
        }
    }
    /// Its box along the facets, or along the axes where there is none.
    fn oriented(&self, all: &[OrientedBoxes]) -> OrientedBox {
        match all.get(self.place.0 as usize) {
            Some(boxes) => boxes.get(self.place.1.into()),
            None => OrientedBox::along_axes(&self.bounds),
        }
    }
}

/// The same with a box in the frame of the shape.
type BoxedChild<V> = (Aabb<V>, Child);

/// A tree whose shape is at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedTree<'t, V: Vector> {
    pub tree: &'t WideTree<V>,
    pub frame: DoubleFrame,
    /// How far points of the shape may be off in the world in that frame. Far from the origin that may be
    /// more than the shape is long.
    pub rounding: f64,
}

impl<'t, V: Space> PlacedTree<'t, V> {
    pub fn new(tree: &'t WideTree<V>, place: &Place<'_, V>) -> Self {
        let length = |v: V| lift(v).length();
        let own = length(tree.whole.min.abs().max(tree.whole.max.abs()));
        let own = if own.is_finite() { own } else { 0.0 };
        let outward = |reach: f64, pose: &Pose<V>| reach * pose.scale().to_f64() + length(pose.position());
        Self {
            tree,
            frame: DoubleFrame::of_place(place),
            rounding: place.chain().fold(own, outward) * (16.0 * f64::EPSILON),
        }
    }
}

/// Two trees and how they lie to each other.
pub(crate) struct TwoTrees<'t, V: Vector> {
    pub(super) a: &'t WideTree<V>,
    pub(super) b: &'t WideTree<V>,
    pub(super) to_a: Transform,
    to_b: Transform,
    /// Units of A in one of the world.
    a_per_world: f64,
    /// Whether one of the trees has boxes along its facets.
    are_oriented: bool,
}

impl<'t, V: Vector> TwoTrees<'t, V> {
    /// Of two placed trees; boxes within `margin` of each other count as meeting.
    pub fn new(a: &PlacedTree<'t, V>, b: &PlacedTree<'t, V>, margin: f64) -> Self {
        let (of_a, of_b) = ((&a.tree.unit, &a.frame), (&b.tree.unit, &b.frame));
        let a_per_world = a.tree.unit.per_length / a.frame.scale;
        let margin = margin + a.rounding + b.rounding;
        Self {
            a: a.tree,
            b: b.tree,
            to_a: Transform::new(of_b, of_a, margin),
            to_b: Transform::new(of_a, of_b, margin),
            a_per_world,
            are_oriented: !(a.tree.oriented.is_empty() && b.tree.oriented.is_empty()),
        }
    }
    fn roots(&self) -> Option<(Entry, Entry)> {
        let root = |tree: &WideTree<V>| {
            let child = tree.root()?;
            Some(Entry {
                bounds: tree.node(child.first, &mut None).around(),
                slab: Slab::NONE,
                child,
                place: (u32::MAX, 0),
            })
        };
        Some((root(self.a)?, root(self.b)?))
    }
    /// Goes down in the larger one that is a node.
    fn opened<'n>(&'n self, a: Entry, b: Entry, made: &'n mut Option<Node>) -> Opened<'n> {
        let in_a = self.to_a.scale * self.to_a.scale;
        let (size_a, size_b) = (a.bounds.half_surface(), b.bounds.half_surface());
        let is_a = a.child.count == 0 && (b.child.count > 0 || size_a >= size_b * in_a);
        let (number, other) = if is_a {
            (a.child.first, b)
        } else {
            (b.child.first, a)
        };
        let (tree, others) = if is_a { (self.a, self.b) } else { (self.b, self.a) };
        let transforms = [&self.to_a, &self.to_b];
        Opened {
            node: tree.view(number, made),
            number,
            other,
            oriented: self.are_oriented.then_some([&tree.oriented, &others.oriented]),
            transforms: if is_a {
                transforms
            } else {
                [transforms[1], transforms[0]]
            },
            unit: if is_a { 1.0 } else { self.to_a.scale },
            is_a,
        }
    }
    /// The corners of the facets of a leaf of A and of one of B, of trees over facets of space.
    #[inline]
    fn two_leaves(&self, a: Child, b: Child) -> Option<TwoLeaves> {
        let of = |tree: &'t WideTree<V>, leaf: Child| tree.corners.get(leaf.first as usize / LEAF);
        Some(TwoLeaves::new(of(self.a, a)?, of(self.b, b)?, &self.to_a))
    }
    /// Which items of a leaf of A may meet each of a leaf of B: all but facets that are surely apart.
    #[inline]
    fn pairs_near(&self, a: Child, b: Child) -> [Mask; LEAF] {
        let all = (1 << a.count) - 1;
        let Some(leaves) = self.two_leaves(a, b) else {
            return [all; LEAF];
        };
        let mut near = [0; LEAF];
        for (k, near) in near.iter_mut().enumerate().take(b.count.into()) {
            *near = leaves.may_meet(k, all);
        }
        near
    }
    /// Calls `visit` with pairs of items whose boxes meet, until it breaks; not with facets of space that are
    /// surely apart.
    pub fn meeting(&self, visit: &mut dyn FnMut(u32, u32) -> Flow) -> Flow {
        if are_apart(self.a, self.b, &self.to_a) {
            return ControlFlow::Continue(());
        }
        let mut open: SmallVec<[(Entry, Entry); 64]> = self.roots().into_iter().collect();
        while let Some((a, b)) = open.pop() {
            if a.child.count > 0 && b.child.count > 0 {
                let near = self.pairs_near(a.child, b.child);
                for (i, &own) in self.a.items_of(a.child).iter().enumerate() {
                    for (j, &other) in self.b.items_of(b.child).iter().enumerate() {
                        if near[j] >> i & 1 == 1 {
                            visit(own, other)?;
                        }
                    }
                }
                continue;
            }
            let mut made = None;
            let opened = self.opened(a, b, &mut made);
            let mask = opened.meeting();
            let start = open.len();
            for k in (0..opened.node.count()).filter(|k| mask >> k & 1 == 1) {
                open.push(opened.pair(k));
            }
            open[start..].reverse();
        }
        ControlFlow::Continue(())
    }
    /// The items of a leaf of A and of one of B of which some may be within `limit` of each other, the two
    /// nearest first. `None` if none are. Of other things than facets of space nothing is known.
    #[inline]
    fn leaves_within(&self, a: Child, b: Child, limit: f32) -> Option<[Items; 2]> {
        let [mut own, mut others] = [self.a.items_of(a), self.b.items_of(b)];
        let Some(leaves) = self.two_leaves(a, b) else {
            return Some([own, others]);
        };
        let mut nearest = [f32::INFINITY; 2 * LEAF];
        for k in 0..others.len() {
            let gaps = leaves.gaps(k, limit).to_array();
            for (i, gap) in gaps.into_iter().enumerate().take(own.len()) {
                // What is no number bounds nothing.
                let gap = if gap > 0.0 { gap } else { 0.0 };
                nearest[i] = nearest[i].min(gap);
                nearest[LEAF + k] = nearest[LEAF + k].min(gap);
            }
        }
        own.keep_within(limit, &nearest[..LEAF]);
        others.keep_within(limit, &nearest[LEAF..]);
        (!own.is_empty() && !others.is_empty()).then_some([own, others])
    }
    /// Calls `visit` with items of A and of B that share a box, nearest boxes first, but with no facets of
    /// space that are too far from each other; it returns up to which distance in the world others are of
    /// interest.
    pub fn nearest(&self, visit: &mut dyn FnMut(&[u32], &[u32]) -> f64) {
        let mut limit = f32::INFINITY;
        let mut open: SmallVec<[(f32, Entry, Entry); 64]> = SmallVec::new();
        open.extend(self.roots().map(|(a, b)| (0.0, a, b)));
        while let Some((bound, a, b)) = open.pop() {
            if bound > limit {
                continue;
            }
            if a.child.count > 0 && b.child.count > 0 {
                if let Some([own, others]) = self.leaves_within(a.child, b.child, limit) {
                    let distance = visit(&own, &others);
                    limit = limit.min(up(distance * self.a_per_world * (1.0 + 1e-6)));
                }
                continue;
            }
            let mut made = None;
            let opened = self.opened(a, b, &mut made);
            let bounds = opened.gaps();
            let start = open.len();
            for (k, &bound) in bounds.iter().enumerate().take(opened.node.count()) {
                // A bound that is not a number bounds nothing.
                if bound.partial_cmp(&limit) != Some(Ordering::Greater) {
                    let place = open[start..].iter().position(|(other, ..)| *other <= bound);
                    let (a, b) = opened.pair(k);
                    open.insert(place.map_or(open.len(), |place| start + place), (bound, a, b));
                }
            }
        }
    }
}

/// A node of one tree, and a piece of the other.
struct Opened<'t> {
    node: View<'t>,
    number: u32,
    other: Entry,
    /// The boxes along the facets, if there are any, of the tree of the node and of the other.
    oriented: Option<[&'t [OrientedBoxes]; 2]>,
    /// They take the piece to the unit of the node, and back.
    transforms: [&'t Transform; 2],
    /// That unit in the one of A.
    unit: f32,
    /// Whether the node is one of A.
    is_a: bool,
}

impl Opened<'_> {
    /// Child `k` and the piece, that of A first.
    fn pair(&self, k: usize) -> (Entry, Entry) {
        let child = Entry::of(&self.node, self.number, k);
        match self.is_a {
            true => (child, self.other),
            false => (self.other, child),
        }
    }
    /// Which of the eight children may meet the piece.
    #[inline(always)]
    fn meeting(&self) -> Mask {
        let (node, other, [there, back]) = (&self.node, &self.other, self.transforms);
        let mask = overlaps(&node.low, &node.high, &there.of_one(&other.bounds));
        if mask == 0 {
            return 0;
        }
        let (low, high) = back.of_eight(node);
        let mask = mask & overlaps(&low, &high, &other.bounds);
        if mask == 0 {
            return 0;
        }
        let disc = there.of_disc(&Disc::of(&other.bounds, &other.slab));
        let gaps = |h: usize| Discs::new(node, h).gaps(&disc, there.error);
        let mask = mask & !of_eight(|h| gaps(h).cmpgt(Vec4::ZERO).bitmask());
        match self.oriented_gaps() {
            Some(gaps) if mask > 0 => mask & !of_eight(|h| gaps(h).cmpgt(Vec4::ZERO).bitmask()),
            _ => mask,
        }
    }
    /// Lower bounds, in the unit of the node, of the distances between four boxes along facets and that of
    /// the piece.
    #[inline(always)]
    fn oriented_gaps(&self) -> Option<impl Fn(usize) -> Vec4> {
        let [all, others] = self.oriented?;
        let there = self.transforms[0];
        let other = there.of_oriented(&self.other.oriented(others))?;
        let own = all.get(self.number as usize);
        Some(move |h: usize| {
            let four = match own {
                Some(boxes) => boxes.four(h),
                None => FourBoxes::along_axes(&self.node, h),
            };
            four.gaps(&other, there.error)
        })
    }
    /// Lower bounds, in the unit of A, of the distances between the eight children and the piece.
    #[inline(always)]
    fn gaps(&self) -> [f32; WIDTH] {
        let (node, other, [there, back]) = (&self.node, &self.other, self.transforms);
        let bounds = there.of_one(&other.bounds);
        let (low, high) = back.of_eight(node);
        let disc = there.of_disc(&Disc::of(&other.bounds, &other.slab));
        let oriented = self.oriented_gaps();
        eight(|h| {
            let along_own = box_gaps(h, &node.low, &node.high, &bounds);
            let along_others = box_gaps(h, &low, &high, &other.bounds) * there.scale;
            let discs = Discs::new(node, h).gaps(&disc, there.error);
            let bounds = along_own.max(along_others).max(discs);
            let bounds = oriented.as_ref().map_or(bounds, |gaps| bounds.max(gaps(h)));
            bounds * (self.unit * BELOW)
        })
    }
}

impl<V: Vector> WideTree<V> {
    /// Calls `visit` with pairs of an item here and one of `other` whose boxes, and all boxes around them,
    /// pass `overlap`, until it breaks.
    pub fn pairs(
        &self,
        other: &Self,
        overlap: &impl Fn(&Aabb<V>, &Aabb<V>) -> bool,
        visit: &mut dyn FnMut(u32, u32) -> Flow,
    ) -> Flow {
        let roots = self.root().zip(other.root());
        let mut open: SmallVec<[(BoxedChild<V>, BoxedChild<V>); 16]> = SmallVec::new();
        open.extend(roots.map(|(a, b)| ((self.whole, a), (other.whole, b))));
        while let Some((a, b)) = open.pop() {
            if !overlap(&a.0, &b.0) {
                continue;
            }
            if a.1.count > 0 && b.1.count > 0 {
                for &i in self.items_of(a.1).iter() {
                    for &j in other.items_of(b.1).iter() {
                        visit(i, j)?;
                    }
                }
                continue;
            }
            let is_larger = a.0.half_surface() >= b.0.half_surface();
            let goes_down_a = a.1.count == 0 && (b.1.count > 0 || is_larger);
            let (tree, child) = if goes_down_a { (self, a.1) } else { (other, b.1) };
            let mut made = None;
            let node = tree.view(child.first, &mut made);
            for k in (0..node.count()).rev() {
                let child = (tree.unit.to_box(&node.bounds(k)), node.child(k));
                open.push(if goes_down_a { (child, b) } else { (a, child) });
            }
        }
        ControlFlow::Continue(())
    }
}
