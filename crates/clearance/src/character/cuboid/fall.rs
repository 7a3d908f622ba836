//! A box that nothing holds: it goes along a parabola until it meets something, and then slides along that.
//!
//! Its velocity is that of its fall, which gravity changes, plus its wish. A slope that is too steep
//! to stand on stops the wish as an upright wall does, so no wish leads up it. The fall slides: gravity along
//! the slope accelerates it, and it leaves the slope where that ends. In a crease both go along the crease.
//! Where nothing is left of either, the box stays.

use glam::DVec3;

use super::ground::BoxContact;
use super::trajectory::Trajectory;
use super::walk::{BoxWalker, LEAN, horizontal};
use crate::character::planes::{Along, FallSlide, clipped};

impl BoxWalker<'_> {
    /// Falls until something happens; the time that took.
    pub(super) fn fall_on(&mut self, left: f64) -> f64 {
        if self.has_landed() {
            self.stands = true;
            return 0.0;
        }
        self.press_against(self.wish + self.fall);
        let slide = self.slide();
        let velocity = slide.velocity();
        let (pull, along) = self.pull(velocity);
        if velocity == DVec3::ZERO && pull == DVec3::ZERO {
            (self.fall, self.stands) = (DVec3::ZERO, true);
            return left;
        }
        let mut trajectory = Trajectory {
            at: self.at,
            velocity,
            pull: pull * 0.5,
            time: left,
        };
        trajectory.time = self
            .end_of(&trajectory, slide.along)
            .min(self.end_of(&trajectory, along));
        let lean = LEAN * (velocity.length() + pull.length() * left);
        let is_along = |i: usize| {
            let stays = |n: DVec3| velocity.dot(n).abs() <= lean && pull.dot(n).abs() <= lean;
            self.contacts.iter().any(|c| c.obstacle == i && stays(c.normal()))
        };
        let hit = self.obstacles.first(&trajectory, |i, _| !is_along(i));
        let time = hit.map_or(trajectory.time, |hit| hit.0);
        self.at = trajectory.point(time) + hit.map_or(DVec3::ZERO, |hit| hit.1.normal * self.tolerance);
        self.fall = slide.fall + pull * time;
        time
    }
    /// Whether it comes down on ground that it can stand on.
    fn has_landed(&mut self) -> bool {
        let velocity = self.wish + self.fall;
        let lean = LEAN * velocity.length();
        let meets = |c: &BoxContact| c.plane.is_ground && velocity.dot(c.normal()) <= lean;
        if self.contacts.iter().any(meets) {
            return self.snap_to_ground();
        }
        let presses = |&i: &usize| velocity.dot(self.contacts[i].normal()) <= lean;
        self.wedged().is_some_and(|(along, _)| along.iter().all(presses))
    }
    /// Whether neither its wish nor its fall nor gravity moves it.
    pub(super) fn is_stuck(&self) -> bool {
        let velocity = self.slide().velocity();
        velocity == DVec3::ZERO && self.pull(velocity).0 == DVec3::ZERO
    }
    /// What the contacts leave of the wish and the fall.
    fn slide(&self) -> FallSlide<DVec3> {
        let velocity = self.wish + self.fall;
        let free = core::iter::once(FallSlide::new(self.wish, self.fall, [None; 2]));
        let normals = || self.contacts.iter().map(|c| c.normal()).enumerate();
        let pressed = normals().filter(|(_, n)| velocity.dot(*n) < 0.0);
        let one = pressed.map(|(i, n)| self.along_plane(i, n));
        let two = normals().flat_map(|(i, a)| normals().skip(i + 1).map(move |(j, b)| ([i, j], a.cross(b))));
        let two = two
            .filter_map(|(along, crease)| Some(self.along_crease(along.map(Some), crease.try_normalize()?)));
        let slide = free.chain(one).chain(two).find(|s| self.is_free(s.velocity()));
        slide.unwrap_or(FallSlide::new(DVec3::ZERO, DVec3::ZERO, [None; 2]))
    }
    /// Along one plane that it presses into.
    fn along_plane(&self, i: usize, n: DVec3) -> FallSlide<DVec3> {
        let into = self.wish.dot(n);
        let along = [Some(i), None];
        if into < 0.0 {
            let wall = horizontal(n);
            let wish = self.wish - wall * (into / wall.length_squared());
            FallSlide::new(wish, self.fall - n * self.fall.dot(n), along)
        } else {
            FallSlide::new(self.wish, self.fall - n * (into + self.fall.dot(n)), along)
        }
    }
    /// Along a crease. A wish does not lead up one that is too steep, nor up or down an upright one.
    fn along_crease(&self, along: Along, crease: DVec3) -> FallSlide<DVec3> {
        let over = horizontal(crease);
        let length = over.length();
        let mut wish = DVec3::ZERO;
        if length > 1e-3 {
            wish = crease * (self.wish.dot(over) / (length * length));
        }
        if wish.y > 0.0 && length < self.slope_cosine {
            wish = DVec3::ZERO;
        }
        FallSlide::new(wish, crease * crease.dot(self.fall), along)
    }
    /// What is left of gravity along what a velocity goes along, and these contacts.
    fn pull(&self, velocity: DVec3) -> (DVec3, Along) {
        let pull = DVec3::NEG_Y * self.gravity;
        let lean = LEAN * velocity.length();
        let touched = || {
            let all = self.contacts.iter().map(|c| c.normal()).enumerate();
            all.filter(|(_, n)| velocity.dot(*n) <= lean)
        };
        let is_free = |v: DVec3| touched().all(|(_, n)| n.dot(v) >= -LEAN * v.length());
        let free = core::iter::once((pull, [None; 2]));
        let one = touched().map(|(i, n)| (clipped(pull, n), [Some(i), None]));
        let two = touched().flat_map(|(i, a)| {
            touched()
                .skip_while(move |(j, _)| *j <= i)
                .filter_map(move |(j, b)| {
                    let crease = a.cross(b).try_normalize()?;
                    Some((crease * crease.dot(pull), [Some(i), Some(j)]))
                })
        });
        let found = free.chain(one).chain(two).find(|(pull, _)| is_free(*pull));
        found.unwrap_or((DVec3::ZERO, [None; 2]))
    }
}
