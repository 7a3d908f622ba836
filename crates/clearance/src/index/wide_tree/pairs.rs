//! Searches by two trees, each with its own frame: all pairs of items near each other, or the nearest.
//!
//! A box of one tree is taken into the unit of the other and compared with eight of its boxes at once, and
//! the eight the other way round: so two boxes are told apart along the axes of both, six of the fifteen axes
//! of two oriented boxes. The other nine, products of edges, tell apart few boxes more and cost as much
//! again. What these do not tell apart, the slabs of facets may (`disc.rs`).
//!
//! The larger of two nodes is entered first.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use glam::{DVec3, Vec3, Vec4};
use smallvec::SmallVec;

use super::disc::{Disc, Discs};
use super::slab::{SHORTER, Slab};
use super::unit::up;
use super::view::View;
use super::walk::{BELOW, Mask, box_gaps, eight, of_eight, overlaps};
use super::{Child, Lanes3, Node, Unit, UnitBox, WIDTH, WideTree};
use crate::index::interface::Flow;
use crate::math::{Aabb, DoubleFrame, Vector};

/// Takes boxes from the unit of one tree to that of another.
#[derive(Clone, Copy, Debug)]
struct Transform {
    /// The images of the axes.
    axes: [[f32; 3]; 3],
    absolute: [[f32; 3]; 3],
    origin: [f32; 3],
    /// A bound on the error of a coordinate, and by how much boxes are enlarged.
    error: f32,
    /// How long the unit is in the other one; 0, which bounds nothing, where single precision does not hold
    /// it.
    scale: f32,
}

impl Transform {
    fn new<V: Vector>(from: (&Unit<V>, &DoubleFrame), to: (&Unit<V>, &DoubleFrame), margin: f64) -> Self {
        let image = |p: [f64; 3]| -> DVec3 {
            let local = DVec3::from_array(core::array::from_fn(|i| from.0.outward(p[i], i)));
            let local = to.1.inward(from.1.outward(local * from.1.scale)) / to.1.scale;
            DVec3::from_array(core::array::from_fn(|i| to.0.coordinate(local[i], i)))
        };
        let origin = image([0.0; 3]);
        let axes = DVec3::AXES.map(|axis| image(axis.to_array()) - origin);
        let size = axes
            .iter()
            .fold(origin.abs(), |sum, a| sum + a.abs())
            .max_element();
        let single = |v: DVec3| v.to_array().map(|x| x as f32);
        let scale = to.0.per_length / to.1.scale * from.1.scale / from.0.per_length;
        let margin = margin / to.1.scale * to.0.per_length;
        Self {
            axes: axes.map(single),
            absolute: axes.map(|a| single(a.abs())),
            origin: single(origin),
            error: up(margin + size * 2e-6),
            scale: if (1e-30..1e30).contains(&scale) {
                scale as f32
            } else {
                0.0
            },
        }
    }
    /// The box around the image of one.
    #[inline(always)]
    fn of_one(&self, b: &UnitBox) -> UnitBox {
        let middle: [f32; 3] = core::array::from_fn(|j| 0.5 * (b.low[j] + b.high[j]));
        let half: [f32; 3] = core::array::from_fn(|j| 0.5 * (b.high[j] - b.low[j]));
        let mut image = UnitBox {
            low: [0.0; 3],
            high: [0.0; 3],
        };
        for i in 0..3 {
            let (mut at, mut reach) = (self.origin[i], self.error);
            for j in 0..3 {
                at += self.axes[j][i] * middle[j];
                reach += self.absolute[j][i] * half[j];
            }
            (image.low[i], image.high[i]) = (at - reach, at + reach);
        }
        image
    }
    /// The image of a disc.
    #[inline(always)]
    fn of_disc(&self, disc: &Disc) -> Disc {
        if self.scale == 0.0 {
            return Disc::EVERYTHING;
        }
        let [x, y, z] = self.axes.map(Vec3::from_array);
        let turned = |v: Vec3| x * v.x + y * v.y + z * v.z;
        Disc {
            center: turned(disc.center) + Vec3::from_array(self.origin),
            normal: turned(disc.normal) / self.scale * SHORTER,
            half: disc.half * self.scale,
            radius: disc.radius * self.scale,
        }
    }
    /// The boxes around the images of eight.
    #[inline(always)]
    fn of_eight(&self, node: &View<'_>) -> (Lanes3, Lanes3) {
        let half = Vec4::splat(0.5);
        let (mut low, mut high) = ([[Vec4::ZERO; 2]; 3], [[Vec4::ZERO; 2]; 3]);
        for h in 0..2 {
            let middle: [Vec4; 3] = core::array::from_fn(|j| half * (node.low[j][h] + node.high[j][h]));
            let reach: [Vec4; 3] = core::array::from_fn(|j| half * (node.high[j][h] - node.low[j][h]));
            for i in 0..3 {
                let (mut at, mut room) = (Vec4::splat(self.origin[i]), Vec4::splat(self.error));
                for j in 0..3 {
                    at += Vec4::splat(self.axes[j][i]) * middle[j];
                    room += Vec4::splat(self.absolute[j][i]) * reach[j];
                }
                (low[i][h], high[i][h]) = (at - room, at + room);
            }
        }
        (low, high)
    }
}

/// A node or a leaf, its box and its slab.
#[derive(Clone, Copy)]
struct Entry {
    bounds: UnitBox,
    slab: Slab,
    child: Child,
}

impl Entry {
    fn of(node: &View<'_>, k: usize) -> Self {
        Self {
            bounds: node.bounds(k),
            slab: node.slab(k),
            child: node.child(k),
        }
    }
}

/// The same with a box in the frame of the shape.
type BoxedChild<V> = (Aabb<V>, Child);

/// Two trees and how they lie to each other.
pub(crate) struct TwoTrees<'t, V: Vector> {
    a: &'t WideTree<V>,
    b: &'t WideTree<V>,
    to_a: Transform,
    to_b: Transform,
    /// Units of A in one of the world.
    a_per_world: f64,
}

impl<'t, V: Vector> TwoTrees<'t, V> {
    /// Of two shapes in their frames; boxes within `margin` of each other count as meeting.
    pub fn new(a: (&'t WideTree<V>, &DoubleFrame), b: (&'t WideTree<V>, &DoubleFrame), margin: f64) -> Self {
        let (of_a, of_b) = ((&a.0.unit, a.1), (&b.0.unit, b.1));
        let a_per_world = a.0.unit.per_length / a.1.scale;
        Self {
            a: a.0,
            b: b.0,
            to_a: Transform::new(of_b, of_a, margin),
            to_b: Transform::new(of_a, of_b, margin),
            a_per_world,
        }
    }
    fn roots(&self) -> Option<(Entry, Entry)> {
        let root = |tree: &WideTree<V>| {
            let child = tree.root()?;
            Some(Entry {
                bounds: tree.node(child.first, &mut None).around(),
                slab: Slab::NONE,
                child,
            })
        };
        Some((root(self.a)?, root(self.b)?))
    }
    /// Goes down in the larger one that is a node.
    fn opened<'n>(&'n self, a: Entry, b: Entry, made: &'n mut Option<Node>) -> Opened<'n> {
        let in_a = self.to_a.scale * self.to_a.scale;
        let (size_a, size_b) = (a.bounds.half_surface(), b.bounds.half_surface());
        let is_a = a.child.count == 0 && (b.child.count > 0 || size_a >= size_b * in_a);
        if is_a {
            Opened {
                node: self.a.view(a.child.first, made),
                other: b,
                transforms: [&self.to_a, &self.to_b],
                unit: 1.0,
                is_a,
            }
        } else {
            Opened {
                node: self.b.view(b.child.first, made),
                other: a,
                transforms: [&self.to_b, &self.to_a],
                unit: self.to_a.scale,
                is_a,
            }
        }
    }
    /// Calls `visit` with pairs of items whose boxes meet, until it breaks.
    pub fn meeting(&self, visit: &mut dyn FnMut(u32, u32) -> Flow) -> Flow {
        let mut open: SmallVec<[(Entry, Entry); 64]> = self.roots().into_iter().collect();
        while let Some((a, b)) = open.pop() {
            if a.child.count > 0 && b.child.count > 0 {
                for &i in self.a.items_of(a.child).iter() {
                    for &j in self.b.items_of(b.child).iter() {
                        visit(i, j)?;
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
    /// Calls `visit` with items of A and of B that share a box, nearest boxes first; it returns up to which
    /// distance in the world others are of interest.
    pub fn nearest(&self, visit: &mut dyn FnMut(&[u32], &[u32]) -> f64) {
        let mut limit = f32::INFINITY;
        let mut open: SmallVec<[(f32, Entry, Entry); 64]> = SmallVec::new();
        open.extend(self.roots().map(|(a, b)| (0.0, a, b)));
        while let Some((bound, a, b)) = open.pop() {
            if bound > limit {
                continue;
            }
            if a.child.count > 0 && b.child.count > 0 {
                let distance = visit(&self.a.items_of(a.child), &self.b.items_of(b.child));
                limit = limit.min(up(distance * self.a_per_world * (1.0 + 1e-6)));
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
    other: Entry,
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
        let child = Entry::of(&self.node, k);
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
        mask & !of_eight(|h| gaps(h).cmpgt(Vec4::ZERO).bitmask())
    }
    /// Lower bounds, in the unit of A, of the distances between the eight children and the piece.
    #[inline(always)]
    fn gaps(&self) -> [f32; WIDTH] {
        let (node, other, [there, back]) = (&self.node, &self.other, self.transforms);
        let bounds = there.of_one(&other.bounds);
        let (low, high) = back.of_eight(node);
        let disc = there.of_disc(&Disc::of(&other.bounds, &other.slab));
        eight(|h| {
            let along_own = box_gaps(h, &node.low, &node.high, &bounds);
            let along_others = box_gaps(h, &low, &high, &other.bounds) * there.scale;
            let discs = Discs::new(node, h).gaps(&disc, there.error);
            along_own.max(along_others).max(discs) * (self.unit * BELOW)
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
