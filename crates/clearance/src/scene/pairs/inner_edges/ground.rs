//! Which objects make one ground for a body that touches both of them.
//!
//! Parts of one shape are one ground wherever they overlap. Objects are not: in a heap of bodies that overlap
//! deeply, a contact with one may lie within another, and still keeps the two apart. Two convex objects make
//! one ground
//!
//! - where they lie side by side: they touch, up to a gap or an overlap that is ignored; or
//! - where the first has a face in the plane in which the body touches the second, as overlapping tiles do:
//!   then a contact with the first is a contact with that plane.
//!
//! For objects made of parts, this must hold for the parts at the point of contact.

use core::ops::ControlFlow;

use super::prefilter::{SliderContact, around};
use crate::cast::CastSpace;
use crate::index::SlotPair;
use crate::math::{Aabb, Pose, Real, ScalarOf, lift};
use crate::pair::{
    GAP, GroundSets, Manifold, VisitSet, clearance, for_each_convex_near, has_face_along, height_beyond,
    is_within_reach, manifold,
};
use crate::scene::Scene;
use crate::scene::store::object::Data;
use crate::shape::{AnyShape, Placed};

/// The objects that a slider touches.
pub(super) struct TouchedObjects<'a, V: CastSpace, T> {
    pub(super) scene: &'a Scene<V, T>,
    pub(super) contacts: &'a [SliderContact<V>],
}

impl<V: CastSpace, T: Data> GroundSets<V> for TouchedObjects<'_, V, T> {
    fn with<R>(&self, i: usize, ask: impl FnOnce(Placed<'_, V>) -> R) -> R {
        let (store, slot) = (&self.scene.store, self.contacts[i].other);
        let pose: Pose<V> = store.pose(slot);
        match store.shape(slot) {
            Some(shape) => ask(Placed::<V>::new(shape, &pose)),
            // A removed object is in no pair: this is not reached.
            None => ask(Placed::<V>::new(&V::Shape::point(), &pose)),
        }
    }
    fn aabb(&self, i: usize) -> Aabb<V> {
        self.contacts[i].aabb
    }
    fn may_be_hidden(&self, i: usize) -> bool {
        self.contacts[i].may_be_hidden
    }
    fn each_near(&self, i: usize, point: V, gap: V::Scalar, visit: VisitSet<'_, V>) -> ControlFlow<()> {
        let around = around(point, gap);
        if !self.scene.is_convex(self.contacts[i].other) {
            // The other parts of the object itself.
            self.with(i, |one| for_each_convex_near(one, None, &around, visit))?;
        }
        for j in (0..self.contacts.len()).filter(|&j| j != i) {
            if !(self.contacts[j].aabb.overlaps(&around) && self.may_hide([i, j], point, gap)) {
                continue;
            }
            self.with(j, |other| {
                if self.are_convex([i, j]) {
                    return visit(other);
                }
                for_each_convex_near(other, None, &around, &mut |set| {
                    let has = visit(set).is_break() && self.are_joined_at([i, j], set, point, gap);
                    if has {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
            })?;
        }
        ControlFlow::Continue(())
    }
}

impl<V: CastSpace, T: Data> TouchedObjects<'_, V, T> {
    fn are_convex(&self, which: [usize; 2]) -> bool {
        which
            .iter()
            .all(|&i| self.scene.is_convex(self.contacts[i].other))
    }
    /// Whether object `j` may contain a point of object `i` that is in its box, and make one ground with it.
    /// For two convex objects the answer is definite.
    pub(super) fn may_hide(&self, [i, j]: [usize; 2], point: V, gap: V::Scalar) -> bool {
        let [one, other] = [i, j].map(|i| &self.contacts[i]);
        if other.is_above(point, gap) && self.scene.is_convex(other.other) {
            return false;
        }
        if !self.are_convex([i, j]) {
            return true;
        }
        // Moving out of the plane also moves the slider out of everything below it. So the contact with the
        // first object must not be deeper than that with the plane.
        let may_be_flush = || {
            one.distance >= other.distance - gap && other.may_end_at(&one.aabb, gap, self.scene.store.margin)
        };
        self.are_side_by_side([i, j], gap) || may_be_flush() && self.with(i, |one| self.is_flush(one, j, gap))
    }
    /// Whether two convex objects that share a point, up to `gap`, touch there and do not overlap by more
    /// than `gap`. The list of pairs has the answer, unless the two are not tested against each other.
    fn are_side_by_side(&self, [i, j]: [usize; 2], gap: V::Scalar) -> bool {
        let shallow = |m: &Manifold<V>| m.contacts().iter().all(|c| c.clearance >= -gap);
        let (scene, [a, b]) = (self.scene, [i, j].map(|i| self.contacts[i].other));
        let pair: SlotPair = if a < b { [a, b] } else { [b, a] };
        match scene.contacts.entry_of(pair) {
            Some(entry) => scene
                .contacts
                .now
                .details
                .original(entry as usize)
                .is_none_or(shallow),
            None if scene.store.allows(pair) => true,
            None => self
                .with(i, |one| self.with(j, |other| manifold(one, other, Real::ZERO)))
                .is_ok_and(|m| shallow(&m)),
        }
    }
    /// Whether a convex set has a face in the plane in which the slider touches object `j`.
    fn is_flush(&self, one: Placed<'_, V>, j: usize, gap: V::Scalar) -> bool {
        let SliderContact { normal, point, .. } = self.contacts[j];
        may_have_face(one, normal)
            && height_beyond(one, lift(normal), lift(point)).abs() <= gap.to_f64()
            && has_face_along(one, normal, ScalarOf::<V>::lit(GAP))
    }
    /// Whether a part of object `i` at a point makes one ground with a part of object `j` there.
    fn are_joined_at(&self, [i, j]: [usize; 2], set: Placed<'_, V>, point: V, gap: V::Scalar) -> bool {
        let beside = |leaf: Placed<'_, V>| clearance(leaf, set).is_ok_and(|c| c.distance.abs() <= gap);
        let mut visit = |leaf: Placed<'_, V>| {
            let is_there = leaf.shape.is_convex() && is_within_reach(leaf, point, gap);
            match is_there && (self.is_flush(leaf, j, gap) || beside(leaf)) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        self.with(i, |one| {
            for_each_convex_near(one, None, &around(point, gap), &mut visit)
        })
        .is_break()
    }
}

/// Whether a convex set may have a face with this normal. For balls and boxes this is cheap to tell.
fn may_have_face<V: CastSpace>(set: Placed<'_, V>, n: V) -> bool {
    if set.shape.is_cuboid() {
        let local = set.place.frame().local_direction(n);
        return local.max_abs().to_f64() >= 1.0 - 16.0 * GAP * GAP;
    }
    set.shape.ball_radius().is_none()
}
