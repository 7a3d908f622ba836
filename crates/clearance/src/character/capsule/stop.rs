//! Where a motion is first stopped.
//!
//! What a motion may come to is approached plane by plane, by Newton steps, as sweeps do
//! (`cast/sweep/advance/newton.rs`). The motion stops where the gap has shrunk to the skin. Something that it
//! would only graze, less deep than the tolerance, does not stop it, as with the release of a sweep: edges
//! between two faces of one floor stop no character.

use super::surroundings::{CapsuleContact, Scan, Surroundings};
use crate::character::CharacterSpace;
use crate::character::planes::LEAN;
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::QueryError;

/// Newton steps after which the rest of a gap counts as used up.
const STEPS: usize = 32;
/// Sine of the angle from which on a motion against a plane is not grazing. The round end of a capsule meets
/// what it grazes less deep than the tolerance, a 256th of its radius, at less than 0.09.
const STEEP: f64 = 0.25;

/// What a motion passes by if it would only graze it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grazing {
    Anything,
    /// Walls only, not walkable ground. A character that is put down a little too deep on one floor, beside
    /// another that rises, would be moved out of the second, back to where it came from, and by as much in a
    /// short time step as in a long one.
    Walls,
}

/// Where a motion is stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop<V: Vector> {
    /// The part of the motion that is free.
    pub(super) time: V::Scalar,
    pub(super) contact: CapsuleContact<V>,
}

impl<V: CharacterSpace> Surroundings<'_, '_, V> {
    /// Where a motion that was scanned for, or a part of it, is first stopped; none where it is free.
    pub(super) fn stop(&self, scan: &Scan<V>, motion: V) -> Result<Option<Stop<V>>, QueryError> {
        self.first_stop(scan, motion, Grazing::Anything)
    }
    /// The same for a motion down to the ground.
    pub(super) fn landing(&self, scan: &Scan<V>, motion: V) -> Result<Option<Stop<V>>, QueryError> {
        self.first_stop(scan, motion, Grazing::Walls)
    }
    /// The part of a motion that is free, from 0 to 1.
    pub(super) fn free_part(&self, scan: &Scan<V>, motion: V) -> Result<V::Scalar, QueryError> {
        Ok(self.stop(scan, motion)?.map_or(Real::ONE, |stop| stop.time))
    }
    fn first_stop(&self, scan: &Scan<V>, motion: V, grazing: Grazing) -> Result<Option<Stop<V>>, QueryError> {
        let one = ScalarOf::<V>::ONE;
        // The part that seems to be first comes first. Then nearly all others are known to be later.
        let contacts = self.contacts(scan);
        let soonest = self.soonest(contacts, motion);
        let stop = match soonest {
            Some(i) => self.stop_at(scan.at, &contacts[i], (motion, one), grazing)?,
            None => None,
        };
        let limit = stop.map_or(one, |stop| stop.time);
        let mut first: Option<Stop<V>> = None;
        for (i, contact) in contacts.iter().enumerate() {
            let before = first.map_or(limit, |first| first.time.min(limit));
            let found = if soonest == Some(i) {
                stop.filter(|_| first.is_none_or(|first| limit < first.time))
            } else if self.is_later(contact, motion, before) {
                None
            } else {
                self.stop_at(scan.at, contact, (motion, before), grazing)?
            };
            first = found.or(first);
        }
        Ok(first)
    }
    /// Whether a motion comes to a contact's plane only after a time, or never.
    #[inline]
    fn is_later(&self, contact: &CapsuleContact<V>, motion: V, time: V::Scalar) -> bool {
        let gap = contact.gap - self.capsule.settings().skin;
        gap > self.capsule.tolerance() && gap >= -contact.normal.dot(motion) * time
    }
    /// The contact that a motion would come to first if all parts were their planes.
    fn soonest(&self, contacts: &[CapsuleContact<V>], motion: V) -> Option<usize> {
        let (mut soonest, mut least) = (None, ScalarOf::<V>::ONE);
        for (i, contact) in contacts.iter().enumerate() {
            let gap = contact.gap - self.capsule.settings().skin;
            let speed = -contact.normal.dot(motion);
            if speed > Real::ZERO && gap < least * speed {
                (soonest, least) = (Some(i), gap / speed);
            }
        }
        soonest
    }
    /// Where a motion comes to one part's skin before `limit`, if it then goes deeper than the tolerance.
    fn stop_at(
        &self,
        at: V,
        contact: &CapsuleContact<V>,
        (motion, limit): (V, V::Scalar),
        grazing: Grazing,
    ) -> Result<Option<Stop<V>>, QueryError> {
        let (skin, tolerance) = (self.capsule.settings().skin, self.capsule.tolerance());
        let close = tolerance * ScalarOf::<V>::lit(0.25);
        let (mut now, mut time) = (*contact, ScalarOf::<V>::ZERO);
        let (mut met, mut level): (Option<Stop<V>>, _) = (None, skin);
        for _ in 0..STEPS {
            let speed = -now.normal.dot(motion);
            // Rounding, or a plane of nearly the same normal, may let a way lead into this plane that much.
            if speed <= motion.length() * ScalarOf::<V>::lit(LEAN)
                && speed <= now.gap * ScalarOf::<V>::lit(0.25)
            {
                return Ok(None);
            }
            if met.is_none() && now.gap <= skin + close {
                met = Some(Stop { time, contact: now });
                level = skin - tolerance;
                if grazing == Grazing::Walls && self.capsule.is_walkable(now.normal) {
                    break;
                }
            }
            if now.gap <= level + close {
                break;
            }
            let next = time + (now.gap - level) / speed;
            if next >= limit {
                return Ok(None);
            }
            if met.is_some() && speed >= motion.length() * ScalarOf::<V>::lit(STEEP) {
                break;
            }
            time = next;
            now = self.contact(now.part, at + motion * time, skin + tolerance)?;
        }
        Ok(met)
    }
}
