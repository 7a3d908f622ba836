//! A box that nothing holds: along a parabola until it comes to something, and from there along that.
//!
//! It has a fall of its own, which gravity turns, and goes as it wishes besides. Against what is too steep to
//! stand on a wish counts as against a wall, so that none leads up it; the fall slides, gets faster as
//! gravity pulls along it, and leaves it where it ends. In a crease both go along that. Where nothing is left
//! of either it stays put.

use glam::DVec3;

use super::super::planes::slid;
use super::ground::Contact;
use super::path::Path;
use super::walk::{LEAN, Walker, level_part};

/// What is left of a wish and a fall, and the contacts that these go along.
#[derive(Clone, Copy, Debug)]
struct Slide {
    wish: DVec3,
    fall: DVec3,
    along: [Option<usize>; 2],
}

impl Walker<'_> {
    /// Falls until something happens; the time that took.
    pub(super) fn drop(&mut self, left: f64) -> f64 {
        if self.lands() {
            self.stands = true;
            return 0.0;
        }
        self.settle(self.wish + self.fall);
        let slide = self.slide();
        let velocity = slide.wish + slide.fall;
        let (pull, along) = self.pull(velocity);
        if velocity == DVec3::ZERO && pull == DVec3::ZERO {
            (self.fall, self.stands) = (DVec3::ZERO, true);
            return left;
        }
        let mut path = Path {
            at: self.at,
            velocity,
            pull: pull * 0.5,
            time: left,
        };
        path.time = self.end_of(&path, slide.along).min(self.end_of(&path, along));
        let lean = LEAN * (velocity.length() + pull.length() * left);
        let is_along = |i: usize| {
            let stays = |n: DVec3| velocity.dot(n).abs() <= lean && pull.dot(n).abs() <= lean;
            self.contacts.iter().any(|c| c.obstacle == i && stays(c.normal()))
        };
        let hit = self.obstacles.first(&path, self.slack, |i, _| !is_along(i));
        let time = hit.map_or(path.time, |hit| hit.0);
        self.at = path.point(time) + hit.map_or(DVec3::ZERO, |hit| hit.1.normal * self.slack);
        self.fall = slide.fall + pull * time;
        time
    }
    /// Whether it comes down on ground that it can stand on.
    fn lands(&mut self) -> bool {
        let velocity = self.wish + self.fall;
        let lean = LEAN * velocity.length();
        let meets = |c: &Contact| c.facet.is_ground && velocity.dot(c.normal()) <= lean;
        let is_on_ground = self.contacts.iter().any(meets);
        if is_on_ground {
            return self.put_down();
        }
        self.wedged().is_some_and(|(along, _)| {
            along
                .iter()
                .all(|&i| velocity.dot(self.contacts[i].normal()) <= lean)
        })
    }
    /// Whether nothing that it could do leads anywhere.
    pub(super) fn is_stuck(&self) -> bool {
        let slide = self.slide();
        let velocity = slide.wish + slide.fall;
        velocity == DVec3::ZERO && self.pull(velocity).0 == DVec3::ZERO
    }
    fn slide(&self) -> Slide {
        let (wish, fall) = (self.wish, self.fall);
        let free = Slide {
            wish,
            fall,
            along: [None; 2],
        };
        if self.is_free(wish + fall) {
            return free;
        }
        let pressed = |(_, n): &(usize, DVec3)| (wish + fall).dot(*n) < 0.0;
        let normals = || self.contacts.iter().map(|c| c.normal()).enumerate();
        let one = normals().filter(pressed).map(|(i, n)| Slide {
            along: [Some(i), None],
            ..self.along_one(n)
        });
        let two = normals().flat_map(|(i, a)| normals().skip(i + 1).map(move |(j, b)| ([i, j], a.cross(b))));
        let two = two.filter_map(|(along, crease)| {
            let crease = crease.try_normalize()?;
            Some(Slide {
                along: along.map(Some),
                ..self.along_two(crease)
            })
        });
        let nothing = Slide {
            wish: DVec3::ZERO,
            fall: DVec3::ZERO,
            along: [None; 2],
        };
        let mut all = one.chain(two);
        all.find(|s| self.is_free(s.wish + s.fall)).unwrap_or(nothing)
    }
    /// Along one plane that it presses into.
    fn along_one(&self, n: DVec3) -> Slide {
        let into = self.wish.dot(n);
        let wall = level_part(n);
        let (wish, fall) = if into < 0.0 {
            let wish = self.wish - wall * (into / wall.length_squared());
            (wish, self.fall - n * self.fall.dot(n))
        } else {
            (self.wish, self.fall - n * (into + self.fall.dot(n)))
        };
        Slide {
            wish,
            fall,
            along: [None; 2],
        }
    }
    /// Along a crease; a wish does not lead up one that is too steep, nor up or down an upright one.
    fn along_two(&self, crease: DVec3) -> Slide {
        let over = level_part(crease);
        let length = over.length();
        let mut wish = DVec3::ZERO;
        if length > 1e-3 {
            wish = crease * (self.wish.dot(over) / (length * length));
        }
        if wish.y > 0.0 && length < self.level {
            wish = DVec3::ZERO;
        }
        Slide {
            wish,
            fall: crease * crease.dot(self.fall),
            along: [None; 2],
        }
    }
    /// What gravity comes to along what a velocity goes along, and that.
    fn pull(&self, velocity: DVec3) -> (DVec3, [Option<usize>; 2]) {
        let pull = DVec3::NEG_Y * self.gravity;
        let lean = LEAN * velocity.length();
        let touched = || {
            let all = self.contacts.iter().map(|c| c.normal()).enumerate();
            all.filter(|(_, n)| velocity.dot(*n) <= lean)
        };
        let is_free = |v: DVec3| touched().all(|(_, n)| n.dot(v) >= -LEAN * v.length());
        if is_free(pull) {
            return (pull, [None; 2]);
        }
        for (i, n) in touched() {
            let along = slid(pull, n);
            if is_free(along) {
                return (along, [Some(i), None]);
            }
        }
        for (i, a) in touched() {
            for (j, b) in touched().skip_while(|(j, _)| *j <= i) {
                if let Some(crease) = a.cross(b).try_normalize()
                    && is_free(crease * crease.dot(pull))
                {
                    return (crease * crease.dot(pull), [Some(i), Some(j)]);
                }
            }
        }
        (DVec3::ZERO, [None; 2])
    }
}
