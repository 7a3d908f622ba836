//! The planes that a capsule touches, and what each is to it: ground, the edge of a step, or a wall.

use super::attempt::TREAD;
use super::surroundings::{CapsuleContact, Scan, Surroundings};
use crate::character::CharacterSpace;
use crate::character::nearby::CapsuleBody;
use crate::character::planes::{ContactPlanes, LEAN, Plane, Slope};
use crate::math::{Aabb, Real, ScalarOf};
use crate::pair::QueryError;
use crate::shape::AnyShape;

impl<V: CharacterSpace> Surroundings<'_, '_, V> {
    /// The planes that the character touches where it was scanned.
    pub(super) fn planes(&mut self, scan: &Scan<V>) -> Result<ContactPlanes<V>, QueryError> {
        let mut all = self.lists.spare.pop().unwrap_or_default();
        all.clear();
        for contact in self.contacts(scan) {
            if contact.gap > self.capsule.touch_distance() || self.is_ghost(scan, contact)? {
                continue;
            }
            let plane = self.plane(scan.at, contact)?;
            let alike = ScalarOf::<V>::lit(1.0 - 1e-9).min(ScalarOf::<V>::ONE - ScalarOf::<V>::EPSILON);
            match all.iter_mut().find(|p| p.normal.dot(plane.normal) > alike) {
                Some(known) if known.slope == Slope::Steep => *known = plane,
                Some(_) => {}
                None => all.push(plane),
            }
        }
        let (up, slope_cosine) = (self.capsule.settings().up, self.capsule.slope_cosine);
        Ok(ContactPlanes {
            up,
            slope_cosine,
            all,
        })
    }
    /// The plane of one contact.
    pub(super) fn plane(&self, at: V, contact: &CapsuleContact<V>) -> Result<Plane<V>, QueryError> {
        let slope = if self.capsule.is_walkable(contact.normal) {
            Slope::Walkable
        } else if self.is_ledge(at, contact)? {
            Slope::Ledge
        } else {
            Slope::Steep
        };
        Ok(Plane {
            normal: contact.normal,
            point: contact.point,
            handle: self.near.handle(contact.part),
            slope,
        })
    }
    /// Whether a steep contact is at the edge of a step: a ray a little behind it meets walkable ground.
    fn is_ledge(&self, at: V, contact: &CapsuleContact<V>) -> Result<bool, QueryError> {
        let settings = self.capsule.settings();
        let height = self.capsule.rise(contact.point - at);
        let leans = self.capsule.rise(contact.normal) > Real::ZERO;
        if !leans || height > settings.step_height || self.is_high_slope(at, contact) {
            return Ok(false);
        }
        let Some(inwards) = self.capsule.horizontal(-contact.normal).normalized() else {
            return Ok(false);
        };
        let depth = settings.radius * ScalarOf::<V>::lit(TREAD);
        let top = settings.step_height + depth;
        let above = contact.point + inwards * depth + settings.up * (top - height);
        let hit = self
            .near
            .first_hit(above, -settings.up * (top - height + depth))?;
        Ok(hit
            .and_then(|hit| hit.normal)
            .is_some_and(|n| self.capsule.is_walkable(n)))
    }
    /// Whether everything that opposes a wish is a slope too high to be climbed as a step: flat parts that
    /// lean back and reach higher than a step. What stands on top of them is out of reach, too.
    pub(super) fn only_high_slopes_oppose(&self, scan: &Scan<V>, wish: V) -> bool {
        let opposing = |t: &&CapsuleContact<V>| {
            t.gap <= self.capsule.touch_distance()
                && t.normal.dot(wish) < Real::ZERO
                && !self.capsule.is_walkable(t.normal)
        };
        let mut opposing = self.contacts(scan).iter().filter(opposing).peekable();
        opposing.peek().is_some() && opposing.all(|t| self.is_high_slope(scan.at, t))
    }
    /// Whether a contact is with a flat part that leans back and reaches higher than a step.
    fn is_high_slope(&self, at: V, contact: &CapsuleContact<V>) -> bool {
        let (capsule, settings) = (self.capsule, self.capsule.settings());
        let highest = capsule.rise(at) + settings.step_height + settings.radius * ScalarOf::<V>::lit(TREAD);
        capsule.rise(contact.normal) > ScalarOf::<V>::lit(LEAN)
            && (self.near.top_of_flat(contact.part, settings.up)).is_some_and(|top| top > highest)
    }
    /// Whether a contact is at an inner edge only (a "ghost collision"): a nearer part also has the contact's
    /// point, so for the whole surface it is not the nearest point. A character that walks over a floor of
    /// many tiles comes to the edge of each tile.
    pub(super) fn is_ghost(&self, scan: &Scan<V>, contact: &CapsuleContact<V>) -> Result<bool, QueryError> {
        let close = self.capsule.tolerance() * ScalarOf::<V>::lit(0.25);
        // A little above the surface, where floats can tell the distance. A point on the surface would need
        // exact arithmetic.
        let above = contact.point + contact.normal * close;
        let close = close * ScalarOf::<V>::TWO;
        let point = CapsuleBody {
            ends: [V::ZERO; 2],
            radius: Real::ZERO,
            shape: &V::Shape::point(),
        };
        let around = Aabb {
            min: above,
            max: above,
        };
        for other in self.contacts(scan) {
            let is_nearer =
                other.gap < contact.gap && (other.point - contact.point).dot(contact.normal) > Real::ZERO;
            if other.part != contact.part
                && is_nearer
                && around.distance(&self.near.boxes()[other.part]) <= close
                && self.near.measure(other.part, &point, above, close)?.gap <= close
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
