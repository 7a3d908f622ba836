//! Searches by one tree: all items near something, or the nearest.
//!
//! Every search is told what a node's eight boxes mean to it, all at once: which of them to enter, or a lower
//! bound of what is sought in each. Bounds are in single precision and never too large; the caller keeps the
//! best value in its own precision and answers with a limit that is never too small.

use core::ops::ControlFlow;

use glam::{DVec3, Vec3, Vec4};
use smallvec::SmallVec;

use super::corners::Corners;
use super::disc::{Discs, TurnedBox};
use super::lanes::square_roots;
use super::unit::{down, up};
use super::view::View;
use super::{Child, LEAF, Lanes3, Unit, UnitBox, WIDTH, WideTree, leaf_gaps};
use crate::index::interface::Flow;
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// Nodes to visit; a tree of a million items has rarely more waiting.
pub(super) type Stack<T> = SmallVec<[T; 64]>;

/// Which of eight: a bit for each.
pub(super) type Mask = u32;

/// Bounds are made smaller by this factor for the roundings that led to them.
pub(super) const BELOW: f32 = 1.0 - 1e-6;

/// A box of any direction, grown by a radius: its axes, and how far it reaches along each of them from the
/// middle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnBox {
    pub middle: DVec3,
    pub axes: [DVec3; 3],
    pub half: DVec3,
    pub radius: f64,
}

/// A point, or a box, in the unit of a tree, and the distance of boxes from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointQuery {
    /// Around it, along the axes of the tree.
    bounds: UnitBox,
    /// The same box, or a turned one that `bounds` is around.
    own: TurnedBox,
}

impl PointQuery {
    /// A point of the shape's frame that is known to within `error` along each axis.
    pub fn new<V: Vector>(unit: &Unit<V>, point: [f64; 3], error: f64) -> Self {
        Self::around(unit, point, point, error)
    }
    /// A box of the shape's frame, likewise.
    pub fn around<V: Vector>(unit: &Unit<V>, low: [f64; 3], high: [f64; 3], error: f64) -> Self {
        let mut bounds = UnitBox {
            low: [0.0; 3],
            high: [0.0; 3],
        };
        for i in 0..V::DIM {
            bounds.low[i] = down(unit.coordinate(low[i] - error, i));
            bounds.high[i] = up(unit.coordinate(high[i] + error, i));
        }
        Self::of_bounds(bounds)
    }
    fn of_bounds(bounds: UnitBox) -> Self {
        let (low, high) = (Vec3::from_array(bounds.low), Vec3::from_array(bounds.high));
        Self {
            bounds,
            own: TurnedBox::along_axes(0.5 * low + 0.5 * high, 0.5 * high - 0.5 * low),
        }
    }
    /// A query that every box meets.
    pub fn everywhere() -> Self {
        Self::of_bounds(UnitBox {
            low: [f32::NEG_INFINITY; 3],
            high: [f32::INFINITY; 3],
        })
    }
    /// A query that no box meets.
    pub fn nowhere() -> Self {
        Self::of_bounds(UnitBox::EMPTY)
    }
    /// The same, closer: of a box of any direction that the query is around. In the frame of the shape, where
    /// it is known to within `error`.
    pub fn for_box<V: Vector>(mut self, unit: &Unit<V>, own: &OwnBox, error: f64) -> Self {
        let middle: [f64; 3] = core::array::from_fn(|i| unit.coordinate(own.middle[i], i));
        self.own = TurnedBox::new(
            DVec3::from_array(middle).as_vec3(),
            own.axes.map(DVec3::as_vec3),
            (own.half * unit.per_length).as_vec3(),
            up(error * unit.per_length),
        );
        self.own.radius = up(own.radius * unit.per_length);
        self
    }
    /// Lower bounds of the distances of eight boxes.
    #[inline(always)]
    fn distances(&self, node: &View<'_>) -> [f32; WIDTH] {
        eight(|h| {
            let along_axes = box_gaps(h, &node.low, &node.high, &self.bounds) * BELOW;
            Discs::new(node, h).distances(&self.own).max(along_axes)
        })
    }
    /// Which of four facets may be within a distance of it.
    #[inline(always)]
    fn near(&self, facets: &Corners, limit: f32) -> Mask {
        let (middle, reach) = self.own.ball();
        leaf_gaps::within(facets, middle, limit + reach)
    }
    /// Which of eight boxes meet it.
    #[inline(always)]
    fn meets(&self, node: &View<'_>) -> Mask {
        let mask = overlaps(&node.low, &node.high, &self.bounds);
        if mask == 0 || !self.own.is_turned {
            return mask;
        }
        let gaps = |h: usize| Discs::new(node, h).distances(&self.own);
        mask & !of_eight(|h| gaps(h).cmpgt(Vec4::ZERO).bitmask())
    }
}

/// Which of eight boxes meet one; a box that is not a number does.
#[inline(always)]
pub(super) fn overlaps(low: &Lanes3, high: &Lanes3, other: &UnitBox) -> Mask {
    let apart = |h: usize| {
        let along = |i: usize| {
            let is_above = low[i][h].cmpgt(Vec4::splat(other.high[i]));
            is_above | high[i][h].cmplt(Vec4::splat(other.low[i]))
        };
        (along(0) | along(1) | along(2)).bitmask()
    };
    !of_eight(apart) & 0xff
}

/// The distances of four boxes from one.
#[inline(always)]
pub(super) fn box_gaps(h: usize, low: &Lanes3, high: &Lanes3, other: &UnitBox) -> Vec4 {
    let mut sum = Vec4::ZERO;
    for i in 0..3 {
        let below = low[i][h] - Vec4::splat(other.high[i]);
        let above = Vec4::splat(other.low[i]) - high[i][h];
        let gap = below.max(above).max(Vec4::ZERO);
        sum += gap * gap;
    }
    square_roots(sum)
}

/// Eight numbers, computed four at a time.
#[inline(always)]
pub(super) fn eight(four: impl Fn(usize) -> Vec4) -> [f32; WIDTH] {
    let (first, second) = (four(0).to_array(), four(1).to_array());
    core::array::from_fn(|k| if k < 4 { first[k] } else { second[k - 4] })
}

/// The places of the bits that are set.
#[inline(always)]
pub(super) fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            place
        })
    })
}

/// Which of eight, told four at a time.
#[inline(always)]
pub(super) fn of_eight(four: impl Fn(usize) -> Mask) -> Mask {
    four(0) | four(1) << 4
}

impl<V: Vector> WideTree<V> {
    /// The unit of the tree, for queries.
    pub fn unit(&self) -> &Unit<V> {
        &self.unit
    }
    /// Visits the items in boxes that meet a query.
    pub fn meeting(&self, query: &PointQuery, visit: &mut dyn FnMut(u32) -> Flow) -> Flow {
        self.pass(&|node| query.meets(node), visit)
    }
    /// Visits the items in boxes that pass a test, and whose boxes above do.
    pub fn passing(&self, test: &impl Fn(&Aabb<V>) -> bool, visit: &mut dyn FnMut(u32) -> Flow) -> Flow {
        let mask = |node: &View<'_>| {
            let passes = |k: &usize| test(&self.unit.to_box(&node.bounds(*k)));
            (0..node.count()).filter(passes).fold(0, |mask, k| mask | 1 << k)
        };
        self.pass(&mask, visit)
    }
    pub(super) fn pass(&self, mask: &impl Fn(&View<'_>) -> Mask, visit: &mut dyn FnMut(u32) -> Flow) -> Flow {
        let mut open = Stack::<u32>::new();
        open.extend(self.root().map(|root| root.first));
        while let Some(node) = open.pop() {
            let mut made = None;
            let node = self.view(node, &mut made);
            let start = open.len();
            for k in bits(mask(&node)).take_while(|k| *k < node.count()) {
                let child = node.child(k);
                if child.count == 0 {
                    open.push(child.first);
                    continue;
                }
                for &item in self.items_of(child).iter() {
                    visit(item)?;
                }
            }
            open[start..].reverse();
        }
        ControlFlow::Continue(())
    }
    /// Visits items nearest first; `visit` returns up to which distance, in the frame of the shape, others
    /// are of interest.
    pub fn nearest_to(&self, query: &PointQuery, visit: &mut dyn FnMut(u32) -> f64) {
        let limit = |distance: f64| up(distance * self.unit.per_length * (1.0 + 1e-6));
        let searched = (
            |node: &View<'_>| query.distances(node),
            |facets: &Corners, limit| query.near(facets, limit),
        );
        self.approach(&searched.0, &searched.1, f32::INFINITY, &mut |item| {
            limit(visit(item))
        });
    }
    /// Visits items of small bounds first. `bounds` gives lower bounds for the eight boxes of a node, `near`
    /// says which of four facets may be within a bound, and `limit` is the greatest bound of interest, and
    /// `visit` returns it from then on. Of equal bounds, the first box goes first.
    pub(super) fn approach(
        &self,
        bounds: &impl Fn(&View<'_>) -> [f32; WIDTH],
        near: &impl Fn(&Corners, f32) -> Mask,
        mut limit: f32,
        visit: &mut dyn FnMut(u32) -> f32,
    ) {
        let mut open = Stack::<(f32, Child)>::new();
        open.extend(self.root().map(|root| (0.0, root)));
        while let Some((bound, child)) = open.pop() {
            if bound > limit {
                continue;
            }
            if child.count > 0 {
                let all = (1 << child.count) - 1;
                let facets = self.corners.get(child.first as usize / LEAF);
                for k in bits(facets.map_or(all, |facets| all & near(facets, limit))) {
                    limit = limit.min(visit(self.item(child, k)));
                }
                continue;
            }
            let mut made = None;
            let node = self.view(child.first, &mut made);
            let bounds = bounds(&node);
            let start = open.len();
            for (k, &bound) in bounds.iter().enumerate().take(node.count()) {
                if bound <= limit && bound < f32::INFINITY {
                    let place = open[start..].iter().position(|(other, _)| *other <= bound);
                    let place = place.map_or(open.len(), |place| start + place);
                    open.insert(place, (bound, node.child(k)));
                }
            }
        }
    }
    /// Visits items of small values first, where a lower bound for all that is in a box is computed one by
    /// one. `visit` gets an item and the best value so far (at first infinity), and returns the better of
    /// that and the item's own. Returns the best value.
    pub fn nearest(
        &self,
        lower_bound: impl Fn(&Aabb<V>) -> V::Scalar,
        mut visit: impl FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        let mut best = ScalarOf::<V>::INFINITY;
        let mut open = Stack::<(V::Scalar, Child)>::new();
        open.extend(self.root().map(|root| (-ScalarOf::<V>::INFINITY, root)));
        while let Some((bound, child)) = open.pop() {
            if bound > best {
                continue;
            }
            for &item in self.items_of(child).iter() {
                best = visit(item, best);
            }
            if child.count > 0 {
                continue;
            }
            let mut made = None;
            let node = self.view(child.first, &mut made);
            let start = open.len();
            for k in 0..node.count() {
                let bound = lower_bound(&self.unit.to_box(&node.bounds(k)));
                if bound <= best && bound < ScalarOf::<V>::INFINITY {
                    let place = open[start..].iter().position(|(other, _)| *other <= bound);
                    open.insert(
                        place.map_or(open.len(), |place| start + place),
                        (bound, node.child(k)),
                    );
                }
            }
        }
        best
    }
}
