//! What the box touches, the ground under it, and steps.

use glam::DVec3;

use super::obstacle::ObstaclePlane;
use super::trajectory::DEEP;
use super::walk::{ALIKE, BoxWalker, LEAN};

/// What is no further than this, in tolerances, counts as touched.
pub(super) const NEAR: f64 = 0.25;
/// What is deeper than this, in tolerances, calls for depenetration.
pub(super) const TOO_DEEP: f64 = 4.0;
/// Heights that differ by less than this, in tolerances, are the same.
const SAME_HEIGHT: f64 = 4.0;
/// The smallest height of a ground's normal for which the height of the ground is well defined.
const UPRIGHT: f64 = 1e-9;

/// An obstacle that the box touches, and the plane of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxContact {
    pub(super) obstacle: usize,
    pub(super) plane: ObstaclePlane,
}

impl BoxContact {
    pub(super) fn normal(&self) -> DVec3 {
        self.plane.normal
    }
}

impl BoxWalker<'_> {
    /// Lists what is touched.
    pub(super) fn find_contacts(&mut self) {
        self.contacts.clear();
        for (obstacle, o) in self.obstacles.all.iter().enumerate() {
            if let Some((plane, _)) = self.obstacles.touched(o, self.at) {
                self.contacts.push(BoxContact { obstacle, plane });
            }
        }
    }
    /// How high the ground is that the box stands on, if it may be no higher than `most`. None where steep
    /// ground is higher.
    fn ground(&self, most: f64) -> Option<f64> {
        let [mut walkable, mut steep] = [f64::NEG_INFINITY; 2];
        for obstacle in &self.obstacles.all {
            let (min, max) = (obstacle.min, obstacle.max);
            let is_beside = min.x > self.at.x || max.x < self.at.x || min.z > self.at.z || max.z < self.at.z;
            if is_beside || min.y > most || max.y < walkable.min(steep) {
                continue;
            }
            let mut top = (f64::INFINITY, None);
            for plane in self.obstacles.planes(obstacle) {
                if plane.normal.y > UPRIGHT {
                    let height = self.at.y - plane.height(self.at) / plane.normal.y;
                    if height < top.0 {
                        top = (height, Some(plane));
                    }
                }
            }
            let (height, Some(plane)) = top else { continue };
            let highest = if plane.is_ground {
                &mut walkable
            } else {
                &mut steep
            };
            let there = self.at.with_y(height);
            if height <= most && height > *highest && self.obstacles.holds(obstacle, plane, there) {
                *highest = height;
            }
        }
        let is_ground = walkable >= steep - SAME_HEIGHT * self.tolerance;
        (is_ground && walkable > f64::NEG_INFINITY).then_some(walkable)
    }
    /// Snaps the box to the ground within reach; whether there is any.
    pub(super) fn snap_to_ground(&mut self) -> bool {
        let found = self.ground(self.at.y + SAME_HEIGHT * self.tolerance);
        let found = found.filter(|height| self.at.y - height <= self.reach + self.tolerance);
        let there = found.map(|height| self.at.with_y(height));
        match there.filter(|there| self.is_free_at(*there)) {
            Some(there) => self.at = there,
            None => return false,
        }
        true
    }
    /// Whether the box, at another position, is in no obstacle, or not deeper than it is now. The second case
    /// allows it to go down along a steep side that it touches.
    fn is_free_at(&self, there: DVec3) -> bool {
        self.obstacles.all.iter().all(|obstacle| {
            let depth = |at: DVec3| -self.obstacles.nearest(obstacle, at).1;
            obstacle.is_apart(there, there)
                || depth(there) <= TOO_DEEP * self.tolerance
                || depth(there) <= depth(self.at) + self.tolerance
        })
    }
    /// Moves the box as near to a slope or wall that it presses against as a motion that is stopped there
    /// ends: one tolerance deep. So the time at which a step ends makes no difference. Between several it
    /// stays, except that it is moved out of those which stops at the others have pushed it too deep into.
    pub(super) fn press_against(&mut self, velocity: DVec3) {
        for c in self.contacts.iter().filter(|c| !c.plane.is_ground) {
            let height = c.plane.height(self.at);
            // There was no way out of what is deeper than this.
            if height < -(DEEP + NEAR) * self.tolerance && height >= -TOO_DEEP * self.tolerance {
                self.at += c.normal() * (-self.tolerance - height);
            }
        }
        let mut steep = self.contacts.iter().filter(|c| !c.plane.is_ground);
        let Some(first) = steep.next() else { return };
        let normal = first.normal();
        if first.plane.height(self.at) >= -TOO_DEEP * self.tolerance
            && normal.dot(velocity) < -LEAN * velocity.length()
            && steep.all(|c| c.normal().dot(normal) > ALIKE)
        {
            self.at -= normal * (first.plane.height(self.at) + self.tolerance);
        }
    }
    /// Steps onto something that it presses against; whether it did.
    pub(super) fn climb(&mut self) -> bool {
        let from = self.at;
        for k in 0..self.contacts.len() {
            let plane = self.contacts[k].plane;
            let is_deep = plane.height(from) < -TOO_DEEP * self.tolerance;
            if is_deep || plane.is_ground || plane.normal.dot(self.wish) >= 0.0 {
                continue;
            }
            // As deep as a motion that is stopped comes.
            self.at -= plane.normal * (plane.height(from) + DEEP * self.tolerance);
            if self.step_up() {
                return true;
            }
            self.at = from;
        }
        false
    }
    /// Lifts the box onto what it has come to, if that is no higher than a step; whether it did.
    pub(super) fn step_up(&mut self) -> bool {
        let most = (self.at.y + self.reach + self.tolerance).min(self.highest);
        let found = self.ground(most);
        let Some(height) = found.filter(|height| *height > self.at.y + SAME_HEIGHT * self.tolerance) else {
            return false;
        };
        let there = self.at.with_y(height);
        let is_in = |depth: f64| depth < (0.1 - DEEP) * self.tolerance;
        let is_free = self.obstacles.all.iter().all(|obstacle| {
            obstacle.is_apart(there, there) || !is_in(self.obstacles.nearest(obstacle, there).1)
        });
        if is_free {
            self.at = there;
        }
        is_free
    }
}
