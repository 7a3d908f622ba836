//! A step of a box, from one event to the next.
//!
//! Between two events the box goes along a line or a parabola, which is solved, not stepped. An event is that
//! the box comes to something, or that the plane it goes along ends. The beginning and end of a time step are
//! no events, so they make no difference.
//!
//! A box that stands goes as fast as it wishes, seen from above, on the highest ground under it: up and down
//! as this does, over steps no higher than its reach, and along walls. Otherwise it falls (`fall.rs`).

use alloc::vec::Vec;

use glam::DVec3;

use super::ground::BoxContact;
use super::obstacle::Obstacles;
use super::trajectory::Trajectory;
use crate::character::planes::{self, Along, ChosenVelocity, clipped};

/// Events after which the rest of a step's time is lost.
const ROUNDS: usize = 64;
/// Tolerance: the sine of the angle by which a velocity may lead into a plane and still counts as along it.
pub(super) const LEAN: f64 = 1e-9;
/// Planes count as one if the cosine of the angle between them is more than this.
pub(super) const ALIKE: f64 = 1.0 - 1e-9;

/// A box on its way.
pub(super) struct BoxWalker<'a> {
    pub(super) obstacles: &'a Obstacles,
    pub(super) contacts: &'a mut Vec<BoxContact>,
    pub(super) at: DVec3,
    pub(super) fall: DVec3,
    pub(super) wish: DVec3,
    pub(super) stands: bool,
    pub(super) gravity: f64,
    /// Cosine of the slope limit.
    pub(super) slope_cosine: f64,
    pub(super) reach: f64,
    /// The tolerance of positions and gaps: a fraction of the skin.
    pub(super) tolerance: f64,
    /// Whether the contacts are those of its position, and it still stands on them.
    pub(super) is_known: bool,
    /// It must not be lifted higher than this: what is there is not known.
    pub(super) highest: f64,
}

/// A vector without its part along up.
pub(super) fn horizontal(v: DVec3) -> DVec3 {
    planes::horizontal(v, DVec3::Y)
}

impl BoxWalker<'_> {
    /// The whole step.
    pub(super) fn go(&mut self, time: f64) {
        let mut left = time;
        for _ in 0..ROUNDS {
            if left <= time * 1e-14 {
                break;
            }
            self.is_known = false;
            left -= self.round(left);
        }
        if self.is_known {
            return;
        }
        self.find_contacts();
        if self.stands {
            self.stands = self.snap_to_ground()
                || self.wedged().is_some()
                || self.fall == DVec3::ZERO && self.is_stuck();
        }
    }
    /// Goes on until something happens; the time that took.
    fn round(&mut self, left: f64) -> f64 {
        self.find_contacts();
        if self.stands {
            let before = self.at.y;
            let is_down = self.snap_to_ground();
            if self.at.y != before {
                self.find_contacts();
            }
            self.stands = is_down || self.wedged().is_some();
        }
        if self.stands {
            self.fall = DVec3::ZERO;
            if self.climb() {
                return 0.0;
            }
            self.press_against(self.wish);
            self.walk(left)
        } else {
            self.fall_on(left)
        }
    }
    fn walk(&mut self, left: f64) -> f64 {
        let Some(way) = self.way().filter(|_| self.wish != DVec3::ZERO) else {
            self.is_known = true;
            return left;
        };
        let mut trajectory = Trajectory {
            at: self.at,
            velocity: way.velocity,
            pull: DVec3::ZERO,
            time: left,
        };
        trajectory.time = self.end_of(&trajectory, way.along);
        let is_touched = |i: usize| self.contacts.iter().any(|c| c.obstacle == i);
        let hit = self.obstacles.first(&trajectory, |i, _| !is_touched(i));
        let time = hit.map_or(trajectory.time, |hit| hit.0);
        self.is_known = hit.is_none() && time == left;
        self.at = trajectory.point(time);
        if let Some((_, plane)) = hit
            && (plane.is_ground || !self.step_up())
        {
            self.at += plane.normal * self.tolerance;
        }
        time
    }
    /// When a trajectory comes to the end of the planes that it goes along. Where another obstacle continues
    /// the same plane, that is no end.
    pub(super) fn end_of(&self, trajectory: &Trajectory, along: Along) -> f64 {
        let mut end = trajectory.time;
        for normal in along.into_iter().flatten().map(|i| self.contacts[i].normal()) {
            let alike = self.contacts.iter().filter(|c| c.normal().dot(normal) > ALIKE);
            let ends = alike.map(|c| {
                let obstacle = &self.obstacles.all[c.obstacle];
                self.obstacles.leaves(obstacle, &c.plane, trajectory)
            });
            end = end.min(ends.fold(0.0, f64::max));
        }
        end
    }
    /// Whether a velocity leads into nothing.
    pub(super) fn is_free(&self, v: DVec3) -> bool {
        let lean = -LEAN * v.length();
        self.contacts.iter().all(|c| c.normal().dot(v) >= lean)
    }
    /// The first of these velocities that leads into nothing: along each ground as wished, along each crease
    /// of a ground and something steep, along the crease that holds the box.
    fn way(&self) -> Option<ChosenVelocity<DVec3>> {
        let contacts = || self.contacts.iter().enumerate();
        let grounds = || contacts().filter(|(_, c)| c.plane.is_ground);
        let one =
            grounds().map(|(i, ground)| ChosenVelocity::new(on(self.wish, ground.normal()), [Some(i), None]));
        let two = grounds().flat_map(|(i, ground)| {
            contacts().filter_map(move |(j, other)| {
                let velocity = beside(self.wish, ground.normal(), other.normal())?;
                Some(ChosenVelocity::new(velocity, [Some(i), Some(j)]))
            })
        });
        let held = || {
            let (along, crease) = self.wedged()?;
            let over = horizontal(crease);
            let velocity = crease * (self.wish.dot(over) / over.length_squared());
            Some(ChosenVelocity::new(velocity, along.map(Some)))
        };
        let mut ways = one.chain(two);
        let way = ways.find(|way| self.is_free(way.velocity));
        way.or_else(|| held().filter(|way| self.is_free(way.velocity)))
    }
    /// The two steep planes that hold the box between them, and their crease, if the crease can be walked on.
    pub(super) fn wedged(&self) -> Option<([usize; 2], DVec3)> {
        for (i, a) in self.contacts.iter().enumerate() {
            for (j, b) in self.contacts.iter().enumerate().skip(i + 1) {
                let (a, b) = (a.normal(), b.normal());
                let holds = |a: DVec3, b: DVec3| clipped(DVec3::NEG_Y, a).dot(b) < -LEAN;
                let crease = a.cross(b);
                if !(holds(a, b) && holds(b, a)) || crease == DVec3::ZERO {
                    continue;
                }
                let crease = crease.normalize();
                if horizontal(crease).length() >= self.slope_cosine {
                    return Some(([i, j], crease));
                }
            }
        }
        None
    }
}

/// A horizontal velocity on a ground.
fn on(v: DVec3, ground: DVec3) -> DVec3 {
    v - DVec3::Y * (v.dot(ground) / ground.y)
}

/// The part of a horizontal velocity, on a ground, that goes along another plane; none where the velocity
/// does not lead into that plane.
fn beside(v: DVec3, ground: DVec3, other: DVec3) -> Option<DVec3> {
    // The other plane opposes the velocity as an upright wall above the crease would.
    let wall = horizontal(other) - horizontal(ground) * (other.y / ground.y);
    let (into, square) = (wall.dot(v), wall.length_squared());
    (into < 0.0 && square > LEAN * LEAN).then(|| on(v - wall * (into / square), ground))
}
