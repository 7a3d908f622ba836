//! How what moves takes a character along, pushes it, or crushes it.
//!
//! All that moves goes its way at once, from time 0 to 1, and the character gives way: it goes along with
//! what it stands on, no further than in front of every plane that it touches, each as fast as what it is of
//! (`yielding.rs`). That holds as long as planes stay what they are, so time goes on in pieces: no longer
//! than until what is apart may be reached (Mirtich, "Impulse-based dynamic simulation of rigid body
//! systems", 1996, calls it conservative advancement), until something has turned a little, or has slid along
//! the character by a part of its size. Where no motion is left, nothing gives way but what came: it is let
//! through, and the character stays where it is, crushed.

pub(super) mod crush;
pub(super) mod movers;
pub(super) mod yielding;

use alloc::vec::Vec;

use glam::DVec3;

use crate::character::CharacterSpace;
use crate::math::{Real, ScalarOf, lift};
use crate::pair::QueryError;
use crate::scene::Handle;
use crush::Crush;
use movers::Mover;
use yielding::{Bound, yielding};

/// Pieces of time after which the rest is left to who moves out of what is too near.
const PIECES: usize = 1024;
/// Radians that something turns in a piece: the plane that it shows bends away from its tangent by 1/500 of
/// its size.
const TURN: f64 = 1.0 / 16.0;
/// The part of the character's size that something may slide along it in a piece, or come into it if it comes
/// from nowhere.
const PART: f64 = 0.25;
/// Cosine of the angle between planes of which one stands against the other.
const AGAINST: f64 = -0.1;
/// Cosine of the angle between planes that are the same.
const ALIKE: f64 = 1.0 - 1e-6;

/// What something near a character shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facing {
    /// Towards the character.
    pub(super) normal: DVec3,
    pub(super) point: DVec3,
    /// The gap beyond the one that is kept.
    pub(super) gap: f64,
    pub(super) handle: Handle,
    /// Of the movers, which it is; none for what stands still.
    pub(super) mover: Option<usize>,
}

/// A character that can be shoved.
pub(super) trait Shoved<V: CharacterSpace> {
    /// The gap it keeps, how far that may be off, its smallest half size and its largest size.
    fn sizes(&self) -> [f64; 4];
    /// Lists what it touches of what stands still, and what of the movers is near, at a time; how far the
    /// others are at least.
    fn feel(
        &mut self,
        at: DVec3,
        movers: (&[Mover<'_, V>], f64),
        facing: &mut Vec<Facing>,
    ) -> Result<f64, QueryError>;
    /// The part of a motion that leads to nothing that stands still, and what stops it then; nothing at all
    /// where it leads further than is known.
    fn free(&mut self, at: DVec3, way: DVec3) -> Result<(f64, Option<Facing>), QueryError>;
}

/// Lists that a shove writes to, kept from one to the next.
#[derive(Default)]
pub(super) struct ShoveRoom {
    facing: Vec<Facing>,
    stops: Vec<Facing>,
    bounds: Vec<Bound>,
}

/// A character among what moves.
pub(super) struct Shove<'a, 's, V: CharacterSpace, B> {
    pub(super) body: &'a mut B,
    pub(super) movers: &'a mut [Mover<'s, V>],
    /// Which of the movers it stands on, and the point, seen from where it is, that goes along with that.
    pub(super) rides: Option<(usize, DVec3)>,
    pub(super) at: DVec3,
    pub(super) room: &'a mut ShoveRoom,
    pub(super) crush: Option<Crush<V>>,
}

impl<V: CharacterSpace, B: Shoved<V>> Shove<'_, '_, V, B> {
    /// From time 0 to 1.
    pub(super) fn go(&mut self) -> Result<(), QueryError> {
        let mut time = 0.0;
        self.room.stops.clear();
        for _ in 0..PIECES {
            if time >= 1.0 {
                break;
            }
            let far = self
                .body
                .feel(self.at, (self.movers, time), &mut self.room.facing)?;
            self.room.facing.extend(self.room.stops.iter().copied());
            let (piece, way) = self.piece(time, far);
            match way {
                Some(way) => time += piece * self.advance(way)?,
                None => self.let_through(time),
            }
            if time > 1.0 - 1e-12 {
                time = 1.0;
            }
        }
        Ok(())
    }
    /// How long planes stay what they are, and the motion in that time; none where none is left.
    fn piece(&mut self, time: f64, far: f64) -> (f64, Option<DVec3>) {
        let [_, slack, size, tall] = self.body.sizes();
        let turning = self.movers.iter().filter(|m| !m.is_let_through);
        let rest = turning.fold(1.0 - time, |piece, m| piece.min(TURN / m.turn));
        let Some(way) = self.way(time, rest) else {
            return (rest, None);
        };
        let (speed, part) = (way.length() / rest, PART * size);
        // Of what turns, points further from its position than all of the character come nowhere near.
        let around = 2.0 * (tall + size);
        let rate = |m: &Mover<'_, V>| m.rate((lift(m.at(time).position()) - self.at).length() + around);
        let fastest = self.movers.iter().map(rate).fold(0.0, f64::max);
        let mut soonest = far / (fastest + speed);
        let mut slides = f64::INFINITY;
        for f in &self.room.facing {
            let Some(mover) = f.mover else { continue };
            let velocity = self.movers[mover].velocity(f.point, time);
            if f.gap > slack {
                soonest = soonest.min(f.gap / (rate(&self.movers[mover]) + speed));
            } else {
                let along = velocity - way / rest;
                slides = slides.min(part / (along - f.normal * f.normal.dot(along)).length());
            }
        }
        let piece = soonest.max(part / (fastest + speed)).min(slides).min(rest);
        if piece < rest {
            (piece, self.way(time, piece))
        } else {
            (rest, Some(way))
        }
    }
    /// The motion in a piece of time.
    fn way(&mut self, time: f64, piece: f64) -> Option<DVec3> {
        let wish = match self.rides {
            Some((mover, foot)) => self.movers[mover].drift(self.at + foot, [time, time + piece]),
            None => DVec3::ZERO,
        };
        for moves_out in [true, false] {
            let mut bounds = core::mem::take(&mut self.room.bounds);
            bounds.clear();
            bounds.extend(
                self.room
                    .facing
                    .iter()
                    .map(|f| self.bound(f, time, piece, moves_out)),
            );
            let way = yielding(wish, &bounds);
            self.room.bounds = bounds;
            if way.is_some() {
                return way;
            }
        }
        None
    }
    /// How far something makes the character go along its normal; what stands still, if at all, only to keep
    /// the gap.
    fn bound(&self, f: &Facing, time: f64, piece: f64, moves_out: bool) -> Bound {
        let slack = self.body.sizes()[1];
        // What is stopped at the gap, by rounding beyond, may not come nearer.
        let lack = if f.gap > 0.0 {
            (0.5 * slack - f.gap).min(0.0)
        } else {
            -f.gap
        };
        let least = match f.mover {
            Some(mover) => self.movers[mover].velocity(f.point, time).dot(f.normal) * piece + lack,
            None if moves_out => lack,
            None => lack.min(0.0),
        };
        Bound {
            normal: f.normal,
            least,
        }
    }
    /// Goes along a motion as far as that is free; the part that is.
    fn advance(&mut self, way: DVec3) -> Result<f64, QueryError> {
        if way == DVec3::ZERO {
            return Ok(1.0);
        }
        let (part, stop) = self.body.free(self.at, way)?;
        self.at += way * part;
        if part > 0.0 {
            self.room.stops.clear();
        }
        let Some(stop) = stop else {
            if part <= 0.0 {
                self.let_all_through();
            }
            return Ok(part);
        };
        let is_known = |f: &Facing| f.mover.is_none() && f.normal.dot(stop.normal) > ALIKE;
        if part <= 0.0 && self.room.facing.iter().any(is_known) {
            // It is in the way, whatever its plane allows.
            self.let_all_through();
            return Ok(0.0);
        }
        self.room.stops.push(Facing { gap: 0.0, ..stop });
        Ok(part)
    }
    /// Lets through what would go furthest into the character.
    fn let_through(&mut self, time: f64) {
        let into = |f: &Facing| self.bound(f, time, 1.0 - time, false).least;
        let moving = self.room.facing.iter().filter(|f| f.mover.is_some());
        let worst = moving.reduce(|a, b| if into(b) > into(a) { b } else { a });
        let Some((worst, mover)) = worst.and_then(|f| Some((*f, f.mover?))) else {
            return self.let_all_through();
        };
        let depth = into(&worst) - self.body.sizes()[0];
        self.crushed(worst, depth);
        self.movers[mover].is_let_through = true;
        self.rides = self.rides.filter(|(ridden, _)| *ridden != mover);
    }
    /// Lets everything through that moves: where nothing tells what is in the way.
    fn let_all_through(&mut self) {
        for mover in self.movers.iter_mut() {
            mover.is_let_through = true;
        }
        self.rides = None;
    }
    fn crushed(&mut self, by: Facing, depth: f64) {
        let depth = ScalarOf::<V>::lit(depth.max(0.0));
        if self.crush.is_none_or(|known| depth > known.depth) {
            self.crush = Some(Crush {
                by: by.handle,
                against: against(by.normal, self.room.facing.iter().map(|f| (f.handle, f.normal))),
                depth,
            });
        }
    }
}

/// Of some planes, whose stands most against a normal, if any does.
pub(super) fn against(normal: DVec3, planes: impl Iterator<Item = (Handle, DVec3)>) -> Option<Handle> {
    let opposite = planes.map(|(handle, n)| (handle, n.dot(normal)));
    let most = opposite.reduce(|a, b| if b.1 < a.1 { b } else { a });
    most.filter(|(_, cosine)| *cosine < AGAINST)
        .map(|(handle, _)| handle)
}
