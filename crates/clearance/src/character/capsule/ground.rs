//! Where a capsule is: what is around it, what holds it, depenetration, and snapping to the ground.

use super::surroundings::{CapsuleContact, Scan};
use super::walk::CapsuleWalker;
use crate::character::CharacterSpace;
use crate::character::check::STEEPEST_COSINE;
use crate::character::planes::{Along, ContactPlanes, GroundState, Plane, Slope};
use crate::character::push::nearest_motion::way_out;
use crate::math::{Real, ScalarOf, Vector, lift, lower};
use crate::pair::QueryError;

/// How often the character is moved out of what is too near.
const RECOVERIES: usize = 6;
/// Cosine of the angle by which a wall may turn along one piece of the way: 1/16 of a radian.
const STRAIGHT: f64 = 0.998;

/// The planes that the character touches at a position.
pub(super) struct KnownGround<V: Vector> {
    pub(super) at: V,
    pub(super) planes: ContactPlanes<V>,
    /// The nearest part.
    pub(super) nearest: Option<CapsuleContact<V>>,
}

impl<V: CharacterSpace> CapsuleWalker<'_, '_, V> {
    /// Scans for a motion.
    pub(super) fn look(&mut self, motion: V) -> Result<Scan<V>, QueryError> {
        let within = self.around.capsule.touch_distance();
        self.around.scan(self.at, motion, within)
    }
    /// Scans as far as the character may go in a time, and keeps the scan for motions from here.
    pub(super) fn look_around(&mut self, left: V::Scalar) -> Result<Scan<V>, QueryError> {
        let (capsule, half) = (self.around.capsule, ScalarOf::<V>::HALF);
        let cosine = capsule.slope_cosine.max(ScalarOf::<V>::lit(STEEPEST_COSINE));
        let wish = self.wish * left;
        let drop = capsule.settings().gravity * left * left * half;
        // Up and down the steepest ground, or falling.
        let (motion, rise) = if self.stands {
            (wish, wish.length() / cosine)
        } else {
            (wish + self.fall * left, drop)
        };
        // A little more, so that rounding does not make another scan necessary.
        let rise = rise * ScalarOf::<V>::lit(1.0 + 1e-6);
        let scan = self
            .around
            .scan_rising(self.at, (motion, rise), capsule.touch_distance())?;
        self.scan = Some(scan);
        Ok(scan)
    }
    /// The kept scan if it is one for this motion from here, else a new one.
    pub(super) fn look_on(&mut self, motion: V) -> Result<Scan<V>, QueryError> {
        let within = self.around.capsule.touch_distance();
        match self.scan {
            Some(scan) if scan.at == self.at && self.around.covers(&scan, motion, within) => Ok(scan),
            _ => self.look(motion),
        }
    }
    /// The planes it touches.
    pub(super) fn touched(&mut self) -> Result<ContactPlanes<V>, QueryError> {
        let scan = self.look(V::ZERO)?;
        self.around.planes(&scan)
    }
    /// What it touches where it was scanned.
    pub(super) fn ground_in(&mut self, scan: &Scan<V>) -> Result<KnownGround<V>, QueryError> {
        let nearest = self.around.nearest(scan);
        let planes = self.around.planes(scan)?;
        Ok(KnownGround {
            at: scan.at,
            planes,
            nearest,
        })
    }
    /// Keeps what it touches here.
    pub(super) fn remember(&mut self, ground: KnownGround<V>) {
        if let Some(old) = self.known.replace(ground) {
            self.around.recycle(old.planes);
        }
    }
    /// Whether nothing is so near that the character has to be moved out of it. What stops a motion at once
    /// is not.
    pub(super) fn is_clear(&self, nearest: Option<CapsuleContact<V>>) -> bool {
        let capsule = self.around.capsule;
        let least = capsule.settings().skin - capsule.tolerance() * ScalarOf::<V>::HALF;
        nearest.is_none_or(|contact| contact.gap >= least)
    }
    /// Depenetration: moves out of what is nearer than the skin, into nothing. Returns a scan from there.
    pub(super) fn depenetrate(&mut self, left: V::Scalar) -> Result<Scan<V>, QueryError> {
        let mut scan = self.look_around(left)?;
        for _ in 0..RECOVERIES {
            if self.is_clear(self.around.nearest(&scan)) {
                break;
            }
            let Some(out) = self.way_out(self.around.contacts(&scan)) else {
                break;
            };
            if !self.around.is_gathered(self.at, out) {
                break;
            }
            let way = self.look_on(out)?;
            let free = self.around.free_part(&way, out)?;
            if free <= Real::ZERO {
                break;
            }
            self.at += out * free;
            scan = self.look_around(left)?;
        }
        Ok(scan)
    }
    fn way_out(&self, contacts: &[CapsuleContact<V>]) -> Option<V> {
        let capsule = self.around.capsule;
        let (skin, tolerance) = (capsule.settings().skin.to_f64(), capsule.tolerance().to_f64());
        let normal_and_gap = |t: &CapsuleContact<V>| (lift(t.normal).normalize_or_zero(), t.gap.to_f64());
        let near = contacts.iter().map(normal_and_gap);
        way_out(
            near.filter(|(_, gap)| *gap <= skin + tolerance),
            [skin, tolerance],
        )
        .map(lower)
    }
    /// Whether a plane that a way went along has turned on the way, and is still touched.
    pub(super) fn has_turned(&mut self, planes: &ContactPlanes<V>, along: Along) -> Result<bool, QueryError> {
        let skin = self.around.capsule.settings().skin;
        let near = skin * ScalarOf::<V>::lit(8.0);
        let here = self.around.scan(self.at, V::ZERO, near)?;
        let contacts = self.around.contacts(&here);
        let turned = |old: &Plane<V>| {
            contacts.iter().any(|t| {
                let is_same = (t.point - old.point).length() < skin;
                t.gap < near && is_same && t.normal.dot(old.normal) < ScalarOf::<V>::lit(STRAIGHT)
            })
        };
        let mut along = along.into_iter().flatten().map(|i| &planes.all[i]);
        Ok(along.any(|old| old.slope != Slope::Walkable && turned(old)))
    }
    /// Snaps the character to the ground below if that is near; whether it stands there.
    pub(super) fn snap_to_ground(&mut self) -> Result<bool, QueryError> {
        let capsule = self.around.capsule;
        let down = -capsule.settings().up * (capsule.settings().snap + capsule.tolerance());
        let from = self.at;
        let scan = self.look(down)?;
        if let Some(stop) = self.around.landing(&scan, down)? {
            self.at += down * stop.time;
            if self.at == from {
                return self.stands_in(&scan);
            }
            let there = self.look(V::ZERO)?;
            if self.stands_in(&there)? {
                return Ok(true);
            }
            self.at = from;
        }
        self.stands_in(&scan)
    }
    /// Whether it stands where it was scanned.
    fn stands_in(&mut self, scan: &Scan<V>) -> Result<bool, QueryError> {
        let ground = self.ground_in(scan)?;
        self.stands = matches!(ground.planes.ground_state(true), GroundState::Grounded(..));
        self.remember(ground);
        Ok(self.stands)
    }
}
