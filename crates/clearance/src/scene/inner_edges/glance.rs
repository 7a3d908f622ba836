//! Whether an object can have contacts at inner edges, from the list of pairs alone: a contact is at one only where each of its
//! points is in another object that is touched, so within the box of that and below the plane in which it is touched. In a heap
//! most are not, and nothing more is asked about them.

use alloc::vec::Vec;

use super::MOST;
use crate::cast::CastSpace;
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair::{Slack, is_alike};
use crate::scene::Scene;
use crate::scene::object::Data;

/// A contact of an object with another, as far as a glance goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near<V: Vector> {
    pub(super) entry: u32,
    pub(super) other: u32,
    /// Whether the slider is the first of the pair.
    pub(super) is_first: bool,
    /// From the other one to the slider.
    normal: V,
    /// The deepest point of the other one.
    point: V,
    aabb: Aabb<V>,
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Gathers the contacts of an object and tells whether any may be at an inner edge.
    pub(super) fn may_have_inner_edges(&self, slider: u32, near: &mut Vec<Near<V>>) -> bool {
        near.clear();
        let mut is_altered = false;
        self.contacts.for_each_of(slider, |entry| {
            is_altered |= self.contacts.now.facts.is_altered(entry as usize);
            near.extend(self.near(slider, entry));
        });
        let alike = |pair: &[Near<V>]| is_alike(pair[0].normal, pair[1].normal);
        match near.len() {
            0..=1 => false,
            // What was altered is judged anew.
            2..=MOST if is_altered => true,
            2..=MOST => !near.windows(2).all(alike) && near.iter().any(|n| self.may_be_hidden(slider, n, near)),
            _ => false,
        }
    }
    /// A pair of an object; `None` for one without points, of which nothing is hidden unless it has been already.
    fn near(&self, slider: u32, entry: u32) -> Option<Near<V>> {
        let (list, names) = (&self.contacts.now, &self.store.names);
        let [a, b] = list.pairs[entry as usize];
        let other = if a == slider { b } else { a };
        let manifold = list.facts.manifold(entry as usize)?;
        let is_first = names[slider as usize] < names[other as usize];
        if manifold.contacts().is_empty() && !list.facts.is_altered(entry as usize) {
            return None;
        }
        let mut deepest = (ScalarOf::<V>::INFINITY, V::ZERO);
        for c in manifold.contacts() {
            if c.clearance < deepest.0 {
                deepest = (c.clearance, if is_first { c.point_b } else { c.point_a });
            }
        }
        Some(Near {
            entry,
            other,
            is_first,
            normal: if is_first { -manifold.normal } else { manifold.normal },
            point: deepest.1,
            aabb: self.store.boxes.slots()[other as usize],
        })
    }
    /// Whether each point of a contact may be in another object.
    fn may_be_hidden(&self, slider: u32, contact: &Near<V>, near: &[Near<V>]) -> bool {
        let Some(manifold) = self.contacts.now.facts.manifold(contact.entry as usize) else {
            return false;
        };
        let gap = Slack::of([self.store.boxes.slots()[slider as usize], contact.aabb]).gap;
        manifold.contacts().iter().all(|c| {
            let point = if contact.is_first { c.point_b } else { c.point_a };
            let around = around(point, gap);
            near.iter().any(|other| {
                other.other != contact.other
                    && other.aabb.overlaps(&around)
                    && (!is_above(other.normal, other.point, point, gap) || !self.is_convex(other.other))
            })
        })
    }
    pub(super) fn is_convex(&self, slot: u32) -> bool {
        use crate::shape::AnyShape;
        self.store.shape(slot).is_some_and(|shape| shape.is_convex())
    }
}

/// All points no further than `gap` from one, and a few more.
pub(super) fn around<V: Vector>(point: V, gap: V::Scalar) -> Aabb<V> {
    let point = Aabb {
        min: point,
        max: point,
    };
    point.inflated(gap)
}

/// Whether a point is above the plane in which a convex object is touched, by more than a gap that counts as none: then it is
/// not in the object.
pub(super) fn is_above<V: Vector>(normal: V, touched: V, point: V, gap: V::Scalar) -> bool {
    (point - touched).dot(normal) > gap * ScalarOf::<V>::TWO
}
