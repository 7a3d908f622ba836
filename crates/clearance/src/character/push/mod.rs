//! Moving platforms, doors and crushers: how objects that move carry a character, push it, or crush it.
//!
//! All moving objects go their ways at once, from time 0 to 1. The character goes along with the object it
//! stands on, and stays in front of every plane that it touches, each moving as fast as the object it belongs
//! to (`nearest_motion.rs`).
//!
//! That is right as long as the planes stay what they are, so the time is divided into pieces. A piece ends
//! at the latest when an object that is still apart may reach the character (Mirtich, "Impulse-based dynamic
//! simulation of rigid body systems", 1996, calls this conservative advancement), when an object has turned a
//! little, or when it has slid along the character by a part of its size.
//!
//! Where no motion is possible, the object that would go furthest into the character is let through: from
//! then on it is ignored, and the step reports the character as crushed.

pub(super) mod movers;
pub(super) mod nearest_motion;

use alloc::vec::Vec;

use glam::DVec3;

use super::state::Crush;
use crate::character::CharacterSpace;
use crate::math::{Real, ScalarOf, lift};
use crate::pair::QueryError;
use crate::scene::Handle;
use movers::Mover;
use nearest_motion::{MotionBound, nearest_motion};

/// Pieces of time after which the rest is left to depenetration.
const PIECES: usize = 1024;
/// Radians that an object may turn in a piece: within this its surface bends away from a tangent plane by
/// 1/500 of its size.
const TURN: f64 = 1.0 / 16.0;
/// The part of the character's size that an object may slide along it in a piece, or come into it if it
/// appears out of nowhere.
const PART: f64 = 0.25;
/// Two planes are opposite if the cosine of the angle between their normals is less than this.
const OPPOSITE: f64 = -0.1;
/// Two planes are the same if the cosine of the angle between their normals is more than this.
const ALIKE: f64 = 1.0 - 1e-6;

/// A plane in front of which a character has to stay.
#[derive(Clone, Copy, Debug)]
pub(super) struct PushPlane {
    /// Towards the character.
    pub(super) normal: DVec3,
    pub(super) point: DVec3,
    /// The distance beyond the gap that the character keeps.
    pub(super) gap: f64,
    pub(super) handle: Handle,
    /// The mover that the plane belongs to; none for what stands still.
    pub(super) mover: Option<usize>,
}

/// Sizes of a character.
pub(super) struct BodySizes {
    /// The gap it keeps to everything.
    pub(super) skin: f64,
    /// How much a gap may differ from the skin.
    pub(super) tolerance: f64,
    /// Its smallest half size.
    pub(super) least: f64,
    /// Its largest size.
    pub(super) largest: f64,
}

/// A character that moving objects can push.
pub(super) trait Pushable<V: CharacterSpace> {
    fn sizes(&self) -> BodySizes;
    /// Lists the planes of what stands still and is touched, and of movers that are near at a time. Returns a
    /// lower bound on the distance of all other movers.
    fn find_planes(
        &mut self,
        at: DVec3,
        movers: (&[Mover<'_, V>], f64),
        planes: &mut Vec<PushPlane>,
    ) -> Result<f64, QueryError>;
    /// The part of a motion that leads into nothing that stands still, and the plane that stops it there. The
    /// part is 0, without a plane, if the motion leads out of the region in which everything is known.
    fn free_part(&mut self, at: DVec3, way: DVec3) -> Result<(f64, Option<PushPlane>), QueryError>;
}

/// Lists that are kept from step to step.
#[derive(Default)]
pub(super) struct PushScratch {
    planes: Vec<PushPlane>,
    /// Planes that stopped the character where it is.
    stops: Vec<PushPlane>,
    bounds: Vec<MotionBound>,
}

/// A character among moving objects.
pub(super) struct Push<'a, 's, V: CharacterSpace, B> {
    pub(super) body: &'a mut B,
    pub(super) movers: &'a mut [Mover<'s, V>],
    /// The mover that the character stands on, and the point, relative to the character's position, that goes
    /// along with this mover.
    pub(super) rides: Option<(usize, DVec3)>,
    pub(super) at: DVec3,
    pub(super) scratch: &'a mut PushScratch,
    pub(super) crush: Option<Crush<V>>,
}

impl<V: CharacterSpace, B: Pushable<V>> Push<'_, '_, V, B> {
    /// Moves the character from time 0 to 1; where it is then, and whether it was crushed.
    pub(super) fn go(mut self) -> Result<(DVec3, Option<Crush<V>>), QueryError> {
        let mut time = 0.0;
        self.scratch.stops.clear();
        for _ in 0..PIECES {
            if time >= 1.0 {
                break;
            }
            self.scratch.planes.clear();
            let far = self
                .body
                .find_planes(self.at, (self.movers, time), &mut self.scratch.planes)?;
            self.scratch.planes.extend_from_slice(&self.scratch.stops);
            let (piece, way) = self.piece(time, far);
            match way {
                Some(way) => time += piece * self.advance(way)?,
                None => self.let_through(time),
            }
            if time > 1.0 - 1e-12 {
                time = 1.0;
            }
        }
        Ok((self.at, self.crush))
    }
    /// How long the planes stay what they are, and the motion in that time; none where no motion is possible.
    fn piece(&mut self, time: f64, far: f64) -> (f64, Option<DVec3>) {
        let BodySizes {
            tolerance,
            least,
            largest,
            ..
        } = self.body.sizes();
        let turning = self.movers.iter().filter(|m| !m.is_let_through);
        let rest = turning.fold(1.0 - time, |piece, m| piece.min(TURN / m.turn));
        let Some(way) = self.motion(time, rest) else {
            return (rest, None);
        };
        let (speed, part) = (way.length() / rest, PART * least);
        // Points of a turning object that are further from its position than all of the character do not
        // come near.
        let around = 2.0 * (largest + least);
        let rate = |m: &Mover<'_, V>| m.rate((lift(m.at(time).position()) - self.at).length() + around);
        let fastest = self.movers.iter().map(rate).fold(0.0, f64::max);
        let mut soonest = far / (fastest + speed);
        let mut slides = f64::INFINITY;
        for plane in &self.scratch.planes {
            let Some(mover) = plane.mover else { continue };
            let velocity = self.movers[mover].velocity(plane.point, time);
            if plane.gap > tolerance {
                soonest = soonest.min(plane.gap / (rate(&self.movers[mover]) + speed));
            } else {
                let along = velocity - way / rest;
                slides = slides.min(part / (along - plane.normal * plane.normal.dot(along)).length());
            }
        }
        let piece = soonest.max(part / (fastest + speed)).min(slides).min(rest);
        if piece < rest {
            (piece, self.motion(time, piece))
        } else {
            (rest, Some(way))
        }
    }
    /// The motion in a piece of time: first one that also restores the gap to what stands still, else one
    /// that only does not reduce it.
    fn motion(&mut self, time: f64, piece: f64) -> Option<DVec3> {
        let wish = match self.rides {
            Some((mover, foot)) => self.movers[mover].drift(self.at + foot, [time, time + piece]),
            None => DVec3::ZERO,
        };
        let mut bounds = core::mem::take(&mut self.scratch.bounds);
        let way = [true, false].into_iter().find_map(|restores_gap| {
            let planes = self.scratch.planes.iter();
            bounds.clear();
            bounds.extend(planes.map(|plane| self.bound(plane, time, piece, restores_gap)));
            nearest_motion(wish, &bounds)
        });
        self.scratch.bounds = bounds;
        way
    }
    /// How far a plane makes the character go along its normal.
    fn bound(&self, plane: &PushPlane, time: f64, piece: f64, restores_gap: bool) -> MotionBound {
        let tolerance = self.body.sizes().tolerance;
        // What was stopped at the gap may be a little further away, by rounding. It may not come nearer.
        let lack = if plane.gap > 0.0 {
            (0.5 * tolerance - plane.gap).min(0.0)
        } else {
            -plane.gap
        };
        let least = match plane.mover {
            Some(mover) => self.movers[mover].velocity(plane.point, time).dot(plane.normal) * piece + lack,
            None if restores_gap => lack,
            None => lack.min(0.0),
        };
        MotionBound {
            normal: plane.normal,
            least,
        }
    }
    /// Goes along a motion as far as it is free; the part that is.
    fn advance(&mut self, way: DVec3) -> Result<f64, QueryError> {
        if way == DVec3::ZERO {
            return Ok(1.0);
        }
        let (part, stop) = self.body.free_part(self.at, way)?;
        self.at += way * part;
        if part > 0.0 {
            self.scratch.stops.clear();
        }
        let Some(stop) = stop else {
            if part <= 0.0 {
                self.let_all_through();
            }
            return Ok(part);
        };
        let is_known = |plane: &PushPlane| plane.mover.is_none() && plane.normal.dot(stop.normal) > ALIKE;
        if part <= 0.0 && self.scratch.planes.iter().any(is_known) {
            // The plane allowed the motion, and yet it stops it: nothing more can be learned.
            self.let_all_through();
            return Ok(0.0);
        }
        self.scratch.stops.push(PushPlane { gap: 0.0, ..stop });
        Ok(part)
    }
    /// Lets through the object that would go furthest into the character.
    fn let_through(&mut self, time: f64) {
        let into = |plane: &PushPlane| self.bound(plane, time, 1.0 - time, false).least;
        let moving = self.scratch.planes.iter().filter(|plane| plane.mover.is_some());
        let worst = moving.reduce(|a, b| if into(b) > into(a) { b } else { a });
        let Some((worst, mover)) = worst.and_then(|plane| Some((*plane, plane.mover?))) else {
            return self.let_all_through();
        };
        let depth = into(&worst) - self.body.sizes().skin;
        self.note_crush(worst, depth);
        self.movers[mover].is_let_through = true;
        self.rides = self.rides.filter(|(ridden, _)| *ridden != mover);
    }
    /// Lets every moving object through, where nothing tells which one is in the way.
    fn let_all_through(&mut self) {
        for mover in self.movers.iter_mut() {
            mover.is_let_through = true;
        }
        self.rides = None;
    }
    fn note_crush(&mut self, by: PushPlane, depth: f64) {
        let depth = ScalarOf::<V>::lit(depth.max(0.0));
        if self.crush.is_none_or(|known| depth > known.depth) {
            let planes = self
                .scratch
                .planes
                .iter()
                .map(|plane| (plane.handle, plane.normal));
            let against = most_opposite(by.normal, planes);
            self.crush = Some(Crush {
                by: by.handle,
                against,
                depth,
            });
        }
    }
}

/// The crush at the end of a step: that of the object which the character is deepest in, or else what
/// `during` the step was the worst. `planes` are all that the character touches.
pub(super) fn final_crush<V: CharacterSpace>(
    during: Option<Crush<V>>,
    deepest: Option<(Handle, DVec3, V::Scalar)>,
    planes: impl Iterator<Item = (Handle, DVec3)>,
) -> Option<Crush<V>> {
    let Some((by, normal, depth)) = deepest else {
        return during;
    };
    match during {
        Some(other) if other.by != by && other.depth >= depth => Some(other),
        _ => {
            let known = during
                .filter(|known| known.by == by)
                .and_then(|known| known.against);
            let against = known.or_else(|| most_opposite(normal, planes));
            Some(Crush { by, against, depth })
        }
    }
}

/// The object whose plane is most opposite to a normal, if any is.
fn most_opposite(normal: DVec3, planes: impl Iterator<Item = (Handle, DVec3)>) -> Option<Handle> {
    let opposite = planes.map(|(handle, n)| (handle, n.dot(normal)));
    let most = opposite.reduce(|a, b| if b.1 < a.1 { b } else { a });
    most.filter(|(_, cosine)| *cosine < OPPOSITE)
        .map(|(handle, _)| handle)
}
