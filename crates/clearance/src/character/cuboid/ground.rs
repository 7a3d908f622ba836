//! What a place touches, and the ground under it.

use glam::DVec3;

use super::obstacle::Facet;
use super::path::DEEP;
use super::walk::{ALIKE, LEAN, Walker};

/// How near, and how deep, in slacks, something counts as touched; what is deeper than the last is moved out
/// of.
pub(super) const NEAR: f64 = 0.25;
pub(super) const TOO_DEEP: f64 = 4.0;
/// Heights that differ by less, in slacks, are the same.
const LEVEL: f64 = 4.0;
/// The least that a ground must rise in its length to count as one, so that how high it is can be told.
const UPRIGHT: f64 = 1e-9;

/// A facet that holds the box where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub(super) obstacle: usize,
    pub(super) facet: Facet,
}

impl Contact {
    pub(super) fn normal(&self) -> DVec3 {
        self.facet.normal
    }
}

/// The highest of the grounds under a place: of those level enough, and of the others.
struct Grounds {
    level: f64,
    steep: f64,
}

impl Walker<'_> {
    /// Lists what is touched.
    pub(super) fn feel(&mut self) {
        self.contacts.clear();
        for (i, obstacle) in self.obstacles.all.iter().enumerate() {
            if let Some((facet, _)) = self.obstacles.touched(obstacle, self.at, self.slack) {
                self.contacts.push(Contact { obstacle: i, facet });
            }
        }
    }
    /// The grounds under the box, no higher than `most`.
    fn grounds(&self, most: f64) -> Grounds {
        let mut found = Grounds {
            level: f64::NEG_INFINITY,
            steep: f64::NEG_INFINITY,
        };
        for obstacle in &self.obstacles.all {
            let (min, max) = (obstacle.min, obstacle.max);
            let is_beside = min.x > self.at.x || max.x < self.at.x || min.z > self.at.z || max.z < self.at.z;
            if is_beside || min.y > most || max.y < found.level.min(found.steep) {
                continue;
            }
            let mut top = (f64::INFINITY, None);
            for facet in self.obstacles.facets(obstacle) {
                if facet.normal.y > UPRIGHT {
                    let height = self.at.y - facet.height(self.at) / facet.normal.y;
                    if height < top.0 {
                        top = (height, Some(facet));
                    }
                }
            }
            let (height, Some(facet)) = top else { continue };
            let highest = if facet.is_ground {
                &mut found.level
            } else {
                &mut found.steep
            };
            let there = DVec3::new(self.at.x, height, self.at.z);
            if height <= most && height > *highest && self.obstacles.holds(obstacle, facet, there, self.slack)
            {
                *highest = height;
            }
        }
        found
    }
    /// How high the ground is that the box stands on, if it may be no higher than `most`.
    fn ground(&self, most: f64) -> Option<f64> {
        let found = self.grounds(most);
        let is_ground = found.level >= found.steep - LEVEL * self.slack;
        (is_ground && found.level > f64::NEG_INFINITY).then_some(found.level)
    }
    /// Puts the box down on the ground within reach; whether there is any.
    pub(super) fn put_down(&mut self) -> bool {
        let found = self.ground(self.at.y + LEVEL * self.slack);
        let Some(height) = found.filter(|height| self.at.y - height <= self.reach + self.slack) else {
            return false;
        };
        let there = DVec3::new(self.at.x, height, self.at.z);
        if !self.is_free_at(there) {
            return false;
        }
        self.at = there;
        true
    }
    /// Whether a place is in nothing that the box is not as deep in where it is: a steep side that it touches
    /// is, at its slack, higher above it than ground may be, and yet goes on below it.
    fn is_free_at(&self, there: DVec3) -> bool {
        self.obstacles.all.iter().all(|obstacle| {
            let depth = |at: DVec3| -self.obstacles.nearest(obstacle, at).1;
            obstacle.is_apart(there, there)
                || depth(there) <= TOO_DEEP * self.slack
                || depth(there) <= depth(self.at) + self.slack
        })
    }
    /// Comes as near to a slope or wall that it presses against as a motion that was stopped there, wherever
    /// a step of time may have ended: one slack deep. Between several it stays, but for what each stop at one
    /// has pushed it too deep into.
    pub(super) fn settle(&mut self, velocity: DVec3) {
        for c in self.contacts.iter().filter(|c| !c.facet.is_ground) {
            let height = c.facet.height(self.at);
            // What is deeper, there was no way out of.
            if height < -(DEEP + NEAR) * self.slack && height >= -TOO_DEEP * self.slack {
                self.at += c.normal() * (-self.slack - height);
            }
        }
        let mut steep = self.contacts.iter().filter(|c| !c.facet.is_ground);
        let Some(first) = steep.next() else { return };
        let normal = first.normal();
        if first.facet.height(self.at) >= -TOO_DEEP * self.slack
            && normal.dot(velocity) < -LEAN * velocity.length()
            && steep.all(|c| c.normal().dot(normal) > ALIKE)
        {
            self.at -= normal * (first.facet.height(self.at) + self.slack);
        }
    }
    /// Steps onto something that it presses against; whether it did.
    pub(super) fn climb(&mut self) -> bool {
        let from = self.at;
        for k in 0..self.contacts.len() {
            let facet = self.contacts[k].facet;
            let is_deep = facet.height(from) < -TOO_DEEP * self.slack;
            if is_deep || facet.is_ground || facet.normal.dot(self.wish) >= 0.0 {
                continue;
            }
            // As deep as motions are stopped.
            self.at -= facet.normal * (facet.height(from) + DEEP * self.slack);
            if self.step_up() {
                return true;
            }
            self.at = from;
        }
        false
    }
    /// Lifts the box onto what it has come to, where that is no higher than a step.
    pub(super) fn step_up(&mut self) -> bool {
        let most = (self.at.y + self.reach + self.slack).min(self.highest);
        let found = self.ground(most);
        let Some(height) = found.filter(|height| *height > self.at.y + LEVEL * self.slack) else {
            return false;
        };
        let there = DVec3::new(self.at.x, height, self.at.z);
        let is_in = |depth: f64| depth < (0.1 - DEEP) * self.slack;
        let is_free = self.obstacles.all.iter().all(|obstacle| {
            obstacle.is_apart(there, there) || !is_in(self.obstacles.nearest(obstacle, there).1)
        });
        if is_free {
            self.at = there;
        }
        is_free
    }
}
