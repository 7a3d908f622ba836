//! Searches by two trees, each with its own frame: all pairs of items near each other, or the nearest.
//!
//! A box of one tree is taken into the unit of the other and compared with eight of its boxes at once, and the
//! eight the other way round: so two boxes are told apart along the axes of both, six of the fifteen axes of two
//! oriented boxes. The other nine, products of edges, tell apart few boxes more and cost as much again.
//!
//! The larger of two nodes is entered first.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use glam::{DVec3, Vec4};
use smallvec::SmallVec;

use super::unit::up;
use super::walk::{BELOW, Mask, overlaps};
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
        let margin = margin / to.1.scale * to.0.per_length;
        Self {
            axes: axes.map(single),
            absolute: axes.map(|a| single(a.abs())),
            origin: single(origin),
            error: up(margin + size * 2e-6),
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
    /// The boxes around the images of eight.
    #[inline(always)]
    fn of_eight(&self, node: &Node) -> (Lanes3, Lanes3) {
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

/// A node or a leaf, and its box.
type Entry = (UnitBox, Child);
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
    /// The unit of B in that of A; 0, which bounds nothing, where single precision does not hold it.
    b_in_a: f32,
}

impl<'t, V: Vector> TwoTrees<'t, V> {
    /// Of two shapes in their frames; boxes within `margin` of each other count as meeting.
    pub fn new(a: (&'t WideTree<V>, &DoubleFrame), b: (&'t WideTree<V>, &DoubleFrame), margin: f64) -> Self {
        let (of_a, of_b) = ((&a.0.unit, a.1), (&b.0.unit, b.1));
        let a_per_world = a.0.unit.per_length / a.1.scale;
        let b_in_a = (a_per_world * b.1.scale / b.0.unit.per_length) as f32;
        Self {
            a: a.0,
            b: b.0,
            to_a: Transform::new(of_b, of_a, margin),
            to_b: Transform::new(of_a, of_b, margin),
            a_per_world,
            b_in_a: if b_in_a.is_finite() { b_in_a } else { 0.0 },
        }
    }
    fn roots(&self) -> Option<(Entry, Entry)> {
        let root = |tree: &WideTree<V>| {
            let node = tree.nodes.first()?;
            let all = (0..node.count()).map(|k| node.bounds(k));
            Some((all.reduce(|p, q| p.union(&q))?, Child { first: 0, count: 0 }))
        };
        Some((root(self.a)?, root(self.b)?))
    }
    /// Which of the eight boxes of a node of A meet one of B.
    #[inline(always)]
    fn meeting_a(&self, node: &Node, b: &UnitBox) -> Mask {
        let mask = overlaps(&node.low, &node.high, &self.to_a.of_one(b));
        if mask == 0 {
            return 0;
        }
        let (low, high) = self.to_b.of_eight(node);
        mask & overlaps(&low, &high, b)
    }
    #[inline(always)]
    fn meeting_b(&self, node: &Node, a: &UnitBox) -> Mask {
        let mask = overlaps(&node.low, &node.high, &self.to_b.of_one(a));
        if mask == 0 {
            return 0;
        }
        let (low, high) = self.to_a.of_eight(node);
        mask & overlaps(&low, &high, a)
    }
    /// Whether A is the one to go down in: the larger one that is a node.
    fn goes_down_a(&self, a: &Entry, b: &Entry) -> bool {
        let in_a = self.b_in_a * self.b_in_a;
        a.1.count == 0 && (b.1.count > 0 || a.0.half_surface() >= b.0.half_surface() * in_a)
    }
    /// Calls `visit` with pairs of items whose boxes meet, until it breaks.
    pub fn meeting(&self, visit: &mut dyn FnMut(u32, u32) -> Flow) -> Flow {
        let mut open: SmallVec<[(Entry, Entry); 64]> = self.roots().into_iter().collect();
        while let Some((a, b)) = open.pop() {
            if a.1.count > 0 && b.1.count > 0 {
                for &i in self.a.items_of(a.1) {
                    for &j in self.b.items_of(b.1) {
                        visit(i, j)?;
                    }
                }
                continue;
            }
            let goes_down_a = self.goes_down_a(&a, &b);
            let (tree, entry) = if goes_down_a { (self.a, &a) } else { (self.b, &b) };
            let node = &tree.nodes[entry.1.first as usize];
            let mask = if goes_down_a {
                self.meeting_a(node, &b.0)
            } else {
                self.meeting_b(node, &a.0)
            };
            let start = open.len();
            for k in (0..node.count()).filter(|k| mask >> k & 1 == 1) {
                let child = (node.bounds(k), node.children[k]);
                open.push(if goes_down_a { (child, b) } else { (a, child) });
            }
            open[start..].reverse();
        }
        ControlFlow::Continue(())
    }
    /// Calls `visit` with pairs of items, nearest boxes first; it returns up to which distance in the world
    /// others are of interest.
    pub fn nearest(&self, visit: &mut dyn FnMut(u32, u32) -> f64) {
        let mut limit = f32::INFINITY;
        let mut open: SmallVec<[(f32, Entry, Entry); 64]> = SmallVec::new();
        open.extend(self.roots().map(|(a, b)| (0.0, a, b)));
        while let Some((bound, a, b)) = open.pop() {
            if bound > limit {
                continue;
            }
            if a.1.count > 0 && b.1.count > 0 {
                for &i in self.a.items_of(a.1) {
                    for &j in self.b.items_of(b.1) {
                        limit = limit.min(up(visit(i, j) * self.a_per_world * (1.0 + 1e-6)));
                    }
                }
                continue;
            }
            let goes_down_a = self.goes_down_a(&a, &b);
            let (tree, entry) = if goes_down_a { (self.a, &a) } else { (self.b, &b) };
            let node = &tree.nodes[entry.1.first as usize];
            let bounds = if goes_down_a {
                self.gaps_a(node, &b.0)
            } else {
                self.gaps_b(node, &a.0)
            };
            let start = open.len();
            for (k, &bound) in bounds.iter().enumerate().take(node.count()) {
                // A bound that is not a number bounds nothing.
                if bound.partial_cmp(&limit) != Some(Ordering::Greater) {
                    let child = (node.bounds(k), node.children[k]);
                    let place = open[start..].iter().position(|(other, ..)| *other <= bound);
                    let (a, b) = if goes_down_a { (child, b) } else { (a, child) };
                    open.insert(place.map_or(open.len(), |place| start + place), (bound, a, b));
                }
            }
        }
    }
    /// Lower bounds, in the unit of A, of the distances between the eight boxes of a node of A and one of B.
    #[inline(always)]
    fn gaps_a(&self, node: &Node, b: &UnitBox) -> [f32; WIDTH] {
        let in_a = gaps(&node.low, &node.high, &self.to_a.of_one(b));
        let (low, high) = self.to_b.of_eight(node);
        let in_b = gaps(&low, &high, b);
        core::array::from_fn(|k| in_a[k].max(in_b[k] * self.b_in_a) * BELOW)
    }
    #[inline(always)]
    fn gaps_b(&self, node: &Node, a: &UnitBox) -> [f32; WIDTH] {
        let in_b = gaps(&node.low, &node.high, &self.to_b.of_one(a));
        let (low, high) = self.to_a.of_eight(node);
        let in_a = gaps(&low, &high, a);
        core::array::from_fn(|k| in_a[k].max(in_b[k] * self.b_in_a) * BELOW)
    }
}

/// The distances of eight boxes from one.
#[inline(always)]
fn gaps(low: &Lanes3, high: &Lanes3, other: &UnitBox) -> [f32; WIDTH] {
    let half = |h: usize| {
        let mut sum = Vec4::ZERO;
        for i in 0..3 {
            let below = low[i][h] - Vec4::splat(other.high[i]);
            let above = Vec4::splat(other.low[i]) - high[i][h];
            let gap = below.max(above).max(Vec4::ZERO);
            sum += gap * gap;
        }
        sum.to_array().map(libm::sqrtf)
    };
    let (first, second) = (half(0), half(1));
    core::array::from_fn(|k| if k < 4 { first[k] } else { second[k - 4] })
}

impl<V: Vector> WideTree<V> {
    /// Calls `visit` with pairs of an item here and one of `other` whose boxes, and all boxes around them, pass
    /// `overlap`, until it breaks.
    pub fn pairs(
        &self,
        other: &Self,
        overlap: &impl Fn(&Aabb<V>, &Aabb<V>) -> bool,
        visit: &mut dyn FnMut(u32, u32) -> Flow,
    ) -> Flow {
        let root = Child { first: 0, count: 0 };
        let is_empty = self.nodes.is_empty() || other.nodes.is_empty();
        let mut open: SmallVec<[(BoxedChild<V>, BoxedChild<V>); 16]> = SmallVec::new();
        open.extend((!is_empty).then_some(((self.whole, root), (other.whole, root))));
        while let Some((a, b)) = open.pop() {
            if !overlap(&a.0, &b.0) {
                continue;
            }
            if a.1.count > 0 && b.1.count > 0 {
                for &i in self.items_of(a.1) {
                    for &j in other.items_of(b.1) {
                        visit(i, j)?;
                    }
                }
                continue;
            }
            let is_larger = a.0.half_surface() >= b.0.half_surface();
            let goes_down_a = a.1.count == 0 && (b.1.count > 0 || is_larger);
            let (tree, child) = if goes_down_a { (self, a.1) } else { (other, b.1) };
            let node = &tree.nodes[child.first as usize];
            for k in (0..node.count()).rev() {
                let child = (tree.unit.to_box(&node.bounds(k)), node.children[k]);
                open.push(if goes_down_a { (child, b) } else { (a, child) });
            }
        }
        ControlFlow::Continue(())
    }
}
