//! A cheap test whether an object can have contacts at inner edges.
//!
//! A contact is at an inner edge only if each of its points, and their centre, is in another object that the
//! slider touches: so within that object's box, and below the plane in which it is touched. And the two
//! objects must make one ground (`ground.rs`). In a heap most contacts fail this test, and nothing more is
//! computed for them.

use alloc::vec::Vec;

use super::MOST;
use super::ground::TouchedObjects;
use crate::cast::CastSpace;
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair::{Contact, SeamTolerance, is_same_direction, supporting_points};
use crate::scene::Scene;
use crate::scene::store::object::Data;
use crate::shape::AnyShape;

/// A contact of a slider with another object, as far as the cheap test needs it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SliderContact<V: Vector> {
    pub(super) entry: u32,
    pub(super) other: u32,
    /// Whether the slider is the first of the pair.
    pub(super) is_first: bool,
    /// From the other object to the slider.
    pub(super) normal: V,
    /// The deepest point of the other object, and the clearance there.
    pub(super) point: V,
    pub(super) distance: V::Scalar,
    /// The box around the other object.
    pub(super) aabb: Aabb<V>,
    /// Whether the contact may be at an inner edge.
    pub(super) may_be_hidden: bool,
}

impl<V: Vector> SliderContact<V> {
    /// Whether a point is above the plane in which the other object is touched, by more than a gap that is
    /// ignored. Then the other object, if it is convex, does not contain the point.
    pub(super) fn is_above(&self, point: V, gap: V::Scalar) -> bool {
        (point - self.point).dot(self.normal) > gap * ScalarOf::<V>::TWO
    }
    /// Whether a convex core may end in the plane in which the other object is touched, up to `gap`. Only its
    /// box is used, which is larger by a margin; the core reaches each side of the box without the margin.
    pub(super) fn may_end_at(&self, aabb: &Aabb<V>, gap: V::Scalar, margin: V::Scalar) -> bool {
        let (zero, n) = (ScalarOf::<V>::ZERO, self.normal);
        let (mut highest, mut lowest, mut most) = (zero, zero, zero);
        for k in 0..V::DIM {
            let ends = [aabb.min.get(k), aabb.max.get(k)].map(|end| (end - self.point.get(k)) * n.get(k));
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            (highest, lowest, most) = (highest + high, lowest + low, most.max(high - low));
        }
        highest >= -gap && lowest + most <= gap + margin * ScalarOf::<V>::TWO
    }
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Lists the contacts of an object; whether any may be at an inner edge.
    pub(super) fn may_have_inner_edges(&self, slider: u32, contacts: &mut Vec<SliderContact<V>>) -> bool {
        contacts.clear();
        self.contacts
            .for_each_of(slider, |entry| contacts.extend(self.contact(slider, entry)));
        let alike = |pair: &[SliderContact<V>]| is_same_direction(pair[0].normal, pair[1].normal);
        if contacts.len() < 2 || contacts.len() > MOST || contacts.windows(2).all(alike) {
            return false;
        }
        let mut any = false;
        for i in 0..contacts.len() {
            contacts[i].may_be_hidden = self.may_be_hidden(slider, i, contacts);
            any |= contacts[i].may_be_hidden;
        }
        any
    }
    /// The original contact of a pair; `None` for a pair without points.
    fn contact(&self, slider: u32, entry: u32) -> Option<SliderContact<V>> {
        let (list, names) = (&self.contacts.now, &self.store.slot_handles);
        let [a, b] = list.pairs[entry as usize];
        let other = if a == slider { b } else { a };
        let manifold = list.details.original(entry as usize)?;
        let is_first = names[slider as usize] < names[other as usize];
        if manifold.contacts().is_empty() {
            return None;
        }
        let mut deepest = (ScalarOf::<V>::INFINITY, V::ZERO);
        for c in manifold.contacts() {
            if c.clearance < deepest.0 {
                deepest = (c.clearance, if is_first { c.point_b } else { c.point_a });
            }
        }
        Some(SliderContact {
            entry,
            other,
            is_first,
            normal: if is_first {
                -manifold.normal
            } else {
                manifold.normal
            },
            point: deepest.1,
            distance: deepest.0,
            aabb: self.store.boxes.slots()[other as usize],
            may_be_hidden: false,
        })
    }
    /// Whether each bearing point of contact `i`, and their centre, may be in another object that makes one
    /// ground with that of the contact.
    fn may_be_hidden(&self, slider: u32, i: usize, contacts: &[SliderContact<V>]) -> bool {
        let Some(manifold) = self.contacts.now.details.original(contacts[i].entry as usize) else {
            return false;
        };
        let ground = TouchedObjects {
            scene: self,
            contacts,
        };
        let SeamTolerance { gap, step, .. } =
            SeamTolerance::of([self.store.boxes.slots()[slider as usize], contacts[i].aabb]);
        let point = |c: &Contact<V>| {
            if contacts[i].is_first {
                c.point_b
            } else {
                c.point_a
            }
        };
        supporting_points(manifold.contacts().iter().map(point), contacts[i].normal, step).all(|point| {
            let around = around(point, gap);
            (0..contacts.len())
                .any(|j| j != i && contacts[j].aabb.overlaps(&around) && ground.may_hide([i, j], point, gap))
        })
    }
    pub(super) fn is_convex(&self, slot: u32) -> bool {
        self.store.shape(slot).is_some_and(|shape| shape.is_convex())
    }
}

/// A box that contains all points within `gap` of a point.
pub(super) fn around<V: Vector>(point: V, gap: V::Scalar) -> Aabb<V> {
    let point = Aabb {
        min: point,
        max: point,
    };
    point.inflated(gap)
}
