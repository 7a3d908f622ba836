//! What is around a capsule: a scan says how far every part is that a motion may come to.
//!
//! For a convex part, the distance query gives a plane that separates it from the character, and the gap
//! along the plane's normal. No motion that uses up less than this gap reaches the part. So one scan nearly
//! always shows that the way is free; only what a motion may come to is approached (`stop.rs`).

use super::attempt::StepLists;
use super::settings::Capsule;
use crate::character::CharacterSpace;
use crate::character::nearby::{NearbyParts, are_near};
use crate::character::planes::ContactPlanes;
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair::QueryError;

/// A part, and how far it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct CapsuleContact<V: Vector> {
    pub(super) part: usize,
    pub(super) gap: V::Scalar,
    /// Towards the character.
    pub(super) normal: V,
    pub(super) point: V,
}

/// A capsule and the parts near it.
pub(super) struct Surroundings<'a, 's, V: CharacterSpace> {
    pub(super) capsule: &'a Capsule<V>,
    pub(super) near: NearbyParts<'s, V>,
    /// Scratch: the parts of a mover at a time.
    pub(super) moving: NearbyParts<'s, V>,
    /// The box in which all parts were gathered.
    reach: Aabb<V>,
    /// How much further the box would have had to reach.
    lacks: V::Scalar,
    pub(super) lists: &'a mut StepLists<V>,
}

/// How far everything is that may stop certain motions from a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan<V: Vector> {
    pub(super) at: V,
    /// The length of the longest of these motions, and the box around all of them.
    length: V::Scalar,
    region: Aabb<V>,
    /// Where its contacts begin and end in the list of all.
    contacts: [usize; 2],
}

impl<'a, 's, V: CharacterSpace> Surroundings<'a, 's, V> {
    pub(super) fn new(
        capsule: &'a Capsule<V>,
        near: NearbyParts<'s, V>,
        moving: NearbyParts<'s, V>,
        reach: Aabb<V>,
        lists: &'a mut StepLists<V>,
    ) -> Self {
        lists.contacts.clear();
        lists.blocked.clear();
        lists.ignored.clear();
        let lacks = Real::ZERO;
        Self {
            capsule,
            near,
            moving,
            reach,
            lacks,
            lists,
        }
    }
    /// How much further the parts should have been gathered, and the memory of their lists.
    pub(super) fn end(self) -> (V::Scalar, NearbyParts<'s, V>, NearbyParts<'s, V>) {
        (self.lacks, self.near, self.moving)
    }
    /// Scans for a motion: all parts that it may come to, or that are within a distance of it.
    pub(super) fn scan(&mut self, at: V, motion: V, within: V::Scalar) -> Result<Scan<V>, QueryError> {
        let region = self.region(at, motion, within);
        self.scan_region(at, region, motion.length(), within)
    }
    /// Scans for all motions that differ from one by up to `rise`, up or down.
    pub(super) fn scan_rising(
        &mut self,
        at: V,
        (motion, rise): (V, V::Scalar),
        within: V::Scalar,
    ) -> Result<Scan<V>, QueryError> {
        let mut region = self.region(at, motion, within);
        let rise = self.capsule.settings().up.abs() * rise;
        (region.min, region.max) = (region.min - rise, region.max + rise);
        self.scan_region(at, region, motion.length() + rise.length(), within)
    }
    /// Whether a scan is also one for this motion from its position.
    pub(super) fn covers(&self, scan: &Scan<V>, motion: V, within: V::Scalar) -> bool {
        scan.length >= motion.length() && scan.region.contains(&self.region(scan.at, motion, within))
    }
    /// Whether everything is gathered that a motion may come to.
    pub(super) fn is_gathered(&mut self, at: V, motion: V) -> bool {
        let region = self.region(at, motion, self.capsule.settings().skin);
        let is_gathered = self.reach.contains(&region);
        if !is_gathered {
            self.lacks = self.lacks.max(motion.length() * ScalarOf::<V>::TWO);
        }
        is_gathered
    }
    /// The box around a motion, and a distance more.
    fn region(&self, at: V, motion: V, within: V::Scalar) -> Aabb<V> {
        let there = self.capsule.aabb(at + motion);
        self.capsule.aabb(at).union(&there).inflated(within)
    }
    fn scan_region(
        &mut self,
        at: V,
        region: Aabb<V>,
        length: V::Scalar,
        within: V::Scalar,
    ) -> Result<Scan<V>, QueryError> {
        let tolerance = self.capsule.tolerance();
        // For parts further than this, a lower bound on the distance suffices. It may be known from before.
        let enough = within + tolerance;
        // What is further than the motion is long does not stop it.
        let far = enough.max(length + self.capsule.settings().skin + tolerance);
        let first = self.lists.contacts.len();
        for (part, aabb) in self.near.boxes().iter().enumerate() {
            let is_ignored = || self.lists.ignored.contains(&self.near.handle(part));
            if !are_near(aabb, &region) || !self.lists.ignored.is_empty() && is_ignored() {
                continue;
            }
            let contact = self.contact(part, at, enough)?;
            if contact.gap <= far {
                self.lists.contacts.push(contact);
            }
        }
        let contacts = [first, self.lists.contacts.len()];
        Ok(Scan {
            at,
            length,
            region,
            contacts,
        })
    }
    /// The contacts that a scan has found.
    pub(super) fn contacts(&self, scan: &Scan<V>) -> &[CapsuleContact<V>] {
        let [first, end] = scan.contacts;
        &self.lists.contacts[first..end]
    }
    /// The contact with the smallest gap that a scan has found.
    pub(super) fn nearest(&self, scan: &Scan<V>) -> Option<CapsuleContact<V>> {
        let contacts = self.contacts(scan).iter().copied();
        contacts.reduce(|a, b| if b.gap < a.gap { b } else { a })
    }
    /// Forgets the last scan.
    pub(super) fn drop_last(&mut self, scan: &Scan<V>) {
        self.lists.contacts.truncate(scan.contacts[0]);
    }
    /// How far a part is from the character at a position.
    pub(super) fn contact(
        &self,
        part: usize,
        at: V,
        enough: V::Scalar,
    ) -> Result<CapsuleContact<V>, QueryError> {
        let known = self.near.distance(part, &self.capsule.body(), at, enough)?;
        let (gap, normal, point) = (known.gap, known.normal, known.point);
        Ok(CapsuleContact {
            part,
            gap,
            normal,
            point,
        })
    }
    /// Keeps a list of planes that is not needed any more for later use.
    pub(super) fn recycle(&mut self, planes: ContactPlanes<V>) {
        self.lists.spare.push(planes.all);
    }
}
