//! The contacts of all parts, and those of them that span them all.

use alloc::vec::Vec;

use super::is_alike;
use crate::math::{Real, ScalarOf, Vector};
use crate::pair;
use crate::pair::answer::{Clearance, Contact, FeatureId, Manifold};
use crate::pair::ask::in_floats;
use crate::pair::ask::question::DistanceQuestion;
use crate::pair::ask::table::PairSpace;
use crate::pair::contact::spread::{manifold_of, spanning};
use crate::pair::near_parts::{at_world_point, of_two_parts};
use crate::pair::other_scale::has_ordinary_size;
use crate::shape::{AnyShape, Placed};

/// The contacts of all parts.
pub(super) struct FoundContacts<'a, V: PairSpace> {
    shapes: [Placed<'a, V>; 2],
    whole: &'a Clearance<V>,
    contacts: Vec<Contact<V>>,
    /// For each contact its two parts, until it is known that its points are points of these.
    unconfirmed: Vec<Option<[usize; 2]>>,
}

impl<'a, V: PairSpace> FoundContacts<'a, V> {
    /// With the contact of the wholes.
    pub fn new(shapes: [Placed<'a, V>; 2], whole: &'a Clearance<V>) -> Self {
        let of_whole = Contact {
            point_a: whole.point_a,
            point_b: whole.point_b,
            clearance: whole.distance,
            feature: FeatureId::default(),
        };
        Self {
            shapes,
            whole,
            contacts: Vec::from([of_whole]),
            unconfirmed: Vec::from([None]),
        }
    }
    /// Adds the contacts of two parts along the normal of the whole.
    pub fn add(&mut self, of_parts: &Manifold<V>, at: [usize; 2]) {
        let Clearance { distance, normal, .. } = *self.whole;
        if !is_alike(of_parts.normal, normal) {
            return;
        }
        // Two facets of a solid that merely face each other are no deeper than the whole.
        let deepest = distance - distance.abs() * ScalarOf::<V>::lit(0.0625);
        for c in of_parts.contacts() {
            if is_along(c, normal) && c.clearance >= deepest {
                self.contacts.push(numbered(c, at));
                // Clipping moves what is deeper up to the deepest place.
                self.unconfirmed.push((c.clearance <= distance).then_some(at));
            }
        }
    }
    /// Adds a contact along the normal of the whole whose points are points of two parts for sure.
    pub fn add_sure(&mut self, contact: &Contact<V>, at: [usize; 2]) {
        self.contacts.push(numbered(contact, at));
        self.unconfirmed.push(None);
    }
    /// Those that span them all. Only of these it is looked at whether their points are points of the parts.
    pub fn chosen(mut self) -> Manifold<V> {
        loop {
            let spanning = spanning(self.whole.normal, &self.contacts);
            let Some(k) = spanning.iter().copied().find(|&k| !self.is_confirmed(k)) else {
                return manifold_of(self.whole.normal, &self.contacts, &spanning);
            };
            self.contacts.remove(k);
            self.unconfirmed.remove(k);
        }
    }
    fn is_confirmed(&mut self, k: usize) -> bool {
        let Some(at) = self.unconfirmed[k] else {
            return true;
        };
        let is_confirmed = of_two_parts(self.shapes, at, |p, q| is_on_both(&self.contacts[k], p, q));
        if is_confirmed {
            self.unconfirmed[k] = None;
        }
        is_confirmed
    }
}

/// With features that differ from part to part.
fn numbered<V: Vector>(c: &Contact<V>, [i, j]: [usize; 2]) -> Contact<V> {
    let mix = |feature: u32, part: usize| feature ^ (part as u32).wrapping_mul(0x9e37_79b1);
    let (a, b) = (mix(c.feature.a, i), mix(c.feature.b, j));
    let feature = FeatureId { a, b };
    Contact { feature, ..*c }
}

/// Whether the points of a contact lie along the manifold's normal, as its clearance says. A witness of parts
/// with another normal of their own does not.
fn is_along<V: Vector>(c: &Contact<V>, normal: V) -> bool {
    let aside = (c.point_b - c.point_a) - normal * c.clearance;
    aside.max_abs() <= tolerance(c)
}

/// Whether the points of a contact are points of the two parts. A contact as deep as the whole need not be
/// one: clipping moves what is deeper up to the deepest place, and a slanted facet may be deeper.
pub(super) fn is_on_both<V: PairSpace>(c: &Contact<V>, p: Placed<'_, V>, q: Placed<'_, V>) -> bool {
    let is_on = |point: V, part: Placed<'_, V>| {
        at_world_point(point, |s| match in_floats(DistanceQuestion, s, part) {
            Some(distance) => distance <= tolerance(c),
            // Floats do not tell where the point is on the border, but for a rounding.
            None if part.shape.core().is_some() && has_ordinary_size(s, part) => true,
            None => pair::distance(s, part) <= tolerance(c),
        })
    };
    is_on(c.point_a, p) && is_on(c.point_b, q)
}

/// How far the points of a contact may be off, relative to their coordinates.
fn tolerance<V: Vector>(c: &Contact<V>) -> V::Scalar {
    let largest = c.point_a.max_abs().max(c.point_b.max_abs());
    largest * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0)
}
