//! Which objects make one ground for a body that touches both.
//!
//! Parts of one shape are one ground wherever they overlap. Objects are not: in a heap of bodies that overlap deeply, a contact
//! with one may lie within another, and is yet what holds the two apart. Two convex ones make one ground
//!
//! - where they lie side by side: they touch, up to a gap or an overlap that counts as none; or
//! - where the first reaches just to the plane in which the body touches the second, as tiles do that overlap: a contact with the
//!   first is then that with the plane.
//!
//! Of objects made of parts it is the parts at the point of the contact that must be so.

use core::ops::ControlFlow;

use super::glance::{around, is_above};
use crate::cast::CastSpace;
use crate::index::SlotPair;
use crate::math::{Aabb, Pose, Real, ScalarOf, lift};
use crate::pair::{Ground, SideTouch, VisitSet, beyond, clearance, each_leaf_near, is_near};
use crate::scene::Scene;
use crate::scene::object::Data;
use crate::shape::{AnyShape, Placed};

/// The other objects that one touches, and where.
pub(super) struct Others<'a, V: CastSpace, T> {
    pub(super) scene: &'a Scene<V, T>,
    pub(super) slots: &'a [u32],
    pub(super) touches: &'a [SideTouch<V>],
}

impl<V: CastSpace, T: Data> Ground<V> for Others<'_, V, T> {
    fn with<R>(&self, i: usize, ask: impl FnOnce(Placed<'_, V>) -> R) -> R {
        let (store, slot) = (&self.scene.store, self.slots[i]);
        let pose: Pose<V> = store.pose(slot);
        match store.shape(slot) {
            Some(shape) => ask(Placed::<V>::new(shape, &pose)),
            // What was removed is in no pair.
            None => ask(Placed::<V>::new(&<V as CastSpace>::point(), &pose)),
        }
    }
    fn aabb(&self, i: usize) -> Aabb<V> {
        self.scene.store.boxes.slots()[self.slots[i] as usize]
    }
    fn each_near(&self, i: usize, point: V, gap: V::Scalar, visit: VisitSet<'_, V>) -> ControlFlow<()> {
        let around = around(point, gap);
        for j in (0..self.slots.len()).filter(|&j| j != i) {
            if !self.aabb(j).overlaps(&around) {
                continue;
            }
            self.with(i, |one| {
                self.with(j, |other| match one.shape.is_convex() && other.shape.is_convex() {
                    true if self.are_joined([i, j], [one, other], point, gap) => visit(other),
                    true => ControlFlow::Continue(()),
                    false => each_leaf_near(other, None, &around, &mut |set| {
                        let has = visit(set).is_break() && self.are_joined_at([one, set], j, point, gap);
                        if has { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    }),
                })
            })?;
        }
        ControlFlow::Continue(())
    }
}

impl<V: CastSpace, T: Data> Others<'_, V, T> {
    /// Whether two convex objects make one ground at a point of the first.
    fn are_joined(&self, [i, j]: [usize; 2], [one, other]: [Placed<'_, V>; 2], point: V, gap: V::Scalar) -> bool {
        let touch = &self.touches[j];
        !is_above(touch.normal, touch.point, point, gap)
            && (self.is_flush(one, j, gap) || !self.overlap_in_list([i, j], gap) && are_side_by_side(one, other, gap))
    }
    /// Whether a convex set reaches just to the plane in which the slider touches object `j`.
    fn is_flush(&self, one: Placed<'_, V>, j: usize, gap: V::Scalar) -> bool {
        let SideTouch { normal, point, .. } = self.touches[j];
        beyond(one, lift(normal), lift(point)).abs() <= gap.to_f64()
    }
    /// Whether the list of pairs tells that two objects overlap: sooner than asking them. By twice a gap, so that those it does
    /// not tell of would not be side by side either.
    fn overlap_in_list(&self, which: [usize; 2], gap: V::Scalar) -> bool {
        let [a, b] = which.map(|i| self.slots[i]);
        let pair: SlotPair = if a < b { [a, b] } else { [b, a] };
        let contacts = &self.scene.contacts;
        let entry = contacts.entry_of(pair).map(|entry| entry as usize);
        let known = entry.filter(|&entry| !contacts.now.facts.is_altered(entry));
        let manifold = known.and_then(|entry| contacts.now.facts.manifold(entry));
        let deep = gap * -ScalarOf::<V>::TWO;
        manifold.is_some_and(|m| m.contacts().iter().any(|c| c.clearance < deep))
    }
    /// Whether a part of one object at a point makes one ground with a part of object `j` there.
    fn are_joined_at(&self, [one, set]: [Placed<'_, V>; 2], j: usize, point: V, gap: V::Scalar) -> bool {
        let joined = |leaf: Placed<'_, V>| {
            leaf.shape.is_convex()
                && is_near(leaf, point, gap)
                && (self.is_flush(leaf, j, gap) || are_side_by_side(leaf, set, gap))
        };
        let mut visit = |leaf: Placed<'_, V>| match joined(leaf) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        each_leaf_near(one, None, &around(point, gap), &mut visit).is_break()
    }
}

/// Whether two sets touch, up to a gap or an overlap that counts as none.
fn are_side_by_side<V: CastSpace>(one: Placed<'_, V>, other: Placed<'_, V>, gap: V::Scalar) -> bool {
    clearance(one, other).is_ok_and(|c| c.distance.abs() <= gap)
}
