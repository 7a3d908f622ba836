//! Which way is left: the planes that a character touches, and the velocities along them.
//!
//! A character that wants to go somewhere tries, in turn, each plane it can walk on, each crease between such
//! a plane and a steep one, and each crease between two steep ones, which may itself be walkable, as the
//! bottom of a gutter is; the first velocity that presses into nothing is taken. Speed is measured on the
//! level: on every ground a character comes equally far, seen from above, whatever the steps of time. Against
//! a steep slope a wish counts as against a wall, so that no wish leads up it; down it only falling leads.

use alloc::vec::Vec;

use crate::math::{Real, ScalarOf, Vector};
use crate::scene::Handle;

/// Sine of the angle by which a velocity may lean into a plane and still count as along it: rounding.
pub(super) const LEAN: f64 = 1e-3;

/// What a plane is to a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slope {
    /// Level enough to walk on.
    Walkable,
    /// The edge of something level enough, no higher above the feet than a step.
    Ledge,
    /// Too steep to walk on: a slope, a wall, a ceiling.
    Steep,
}

/// A plane that a character touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<V: Vector> {
    /// Unit vector towards the character.
    pub normal: V,
    /// Where it is touched, on the object.
    pub point: V,
    /// The object.
    pub handle: Handle,
    /// Whether it can be walked on.
    pub slope: Slope,
}

/// The planes a character touches at one place.
pub(super) struct Planes<V: Vector> {
    pub(super) up: V,
    /// Cosine of the steepest slope.
    pub(super) level: V::Scalar,
    pub(super) all: Vec<Plane<V>>,
}

/// What holds a character, or does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Footing<V> {
    /// It stands: on what, and the normal of that.
    Stands(usize, V),
    /// Nothing holds it.
    Falls,
}

/// A way to go, and the planes it was chosen along: at most two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<V> {
    pub(super) velocity: V,
    /// The normals it goes along; zero where there is none.
    pub(super) along: [Option<usize>; 2],
}

impl<V: Vector> Planes<V> {
    /// Whether a velocity presses into none of the planes.
    fn is_free(&self, v: V) -> bool {
        let lean = v.length() * ScalarOf::<V>::lit(-LEAN);
        self.all.iter().all(|p| p.normal.dot(v) >= lean)
    }
    fn level_part(&self, v: V) -> V {
        level_part(v, self.up)
    }
    fn with(&self, slope: Slope) -> impl Iterator<Item = (usize, &Plane<V>)> + Clone {
        self.all.iter().enumerate().filter(move |(_, p)| p.slope == slope)
    }
    /// The planes that no one walks on: edges of steps, too, lead nowhere.
    fn steep(&self) -> impl Iterator<Item = (usize, &Plane<V>)> + Clone {
        self.all
            .iter()
            .enumerate()
            .filter(|(_, p)| p.slope != Slope::Walkable)
    }
    /// What holds the character; `stood` says whether it stood before, since an edge holds a foot that came
    /// from it longer than one that falls past.
    pub(super) fn footing(&self, stood: bool) -> Footing<V> {
        let highest = |slope: Slope| {
            self.with(slope).reduce(|a, b| {
                if b.1.normal.dot(self.up) > a.1.normal.dot(self.up) {
                    b
                } else {
                    a
                }
            })
        };
        if let Some((i, plane)) = highest(Slope::Walkable) {
            return Footing::Stands(i, plane.normal);
        }
        let least = ScalarOf::<V>::lit(if stood { LEAN } else { 0.25 });
        if let Some((i, plane)) = highest(Slope::Ledge)
            && plane.normal.dot(self.up) >= least
        {
            return Footing::Stands(i, plane.normal);
        }
        self.wedged()
    }
    /// Between steep planes: held where falling leads nowhere, or along a crease that is level enough.
    fn wedged(&self) -> Footing<V> {
        let down = -self.up;
        if self.is_free(down) || self.steep().any(|(_, p)| self.is_free(slid(down, p.normal))) {
            return Footing::Falls;
        }
        let mut held = None;
        for (i, p) in self.steep() {
            held = held.or(Some((i, p.normal)));
            for (j, q) in self.steep().filter(|(j, _)| *j > i) {
                let Some(c) = crease(p.normal, q.normal) else {
                    continue;
                };
                let c = if c.dot(down) < Real::ZERO { -c } else { c };
                if self.is_free(c * c.dot(down)) {
                    let normal = (self.up - c * c.dot(self.up)).normalized().unwrap_or(self.up);
                    if normal.dot(self.up) < self.level {
                        return Footing::Falls;
                    }
                    return Footing::Stands(i.min(j), normal);
                }
            }
        }
        held.map_or(Footing::Falls, |(i, normal)| Footing::Stands(i, normal))
    }
    /// The velocity of a character that stands and wishes to go along `wish`, which is level; none where all
    /// ways press into something.
    pub(super) fn walk(&self, wish: V) -> Way<V> {
        let is_in_a_crease = self.all.iter().all(|p| p.slope == Slope::Steep);
        // There the level leads out of it and away from the ground.
        let first = if is_in_a_crease {
            self.between_steep(wish)
        } else {
            None
        };
        first
            .or_else(|| self.on_a_plane(wish))
            .or_else(|| self.along_a_crease(wish))
            .or_else(|| self.between_steep(wish))
            .unwrap_or(Way {
                velocity: V::ZERO,
                along: [None; 2],
            })
    }
    /// On each plane to walk on, then on the level, for those who stand on an edge or in a crease.
    fn on_a_plane(&self, wish: V) -> Option<Way<V>> {
        let on = |n: V| wish - self.up * (wish.dot(n) / n.dot(self.up));
        let mut walkable = self.with(Slope::Walkable);
        let found = walkable.clone().find(|(_, p)| self.is_free(on(p.normal)));
        if let Some((i, p)) = found {
            return Some(Way {
                velocity: on(p.normal),
                along: [Some(i), None],
            });
        }
        let level = walkable.next().is_none() && self.is_free(wish);
        level.then_some(Way {
            velocity: wish,
            along: [None; 2],
        })
    }
    /// Along each crease between a plane to walk on (without one: the level) and a steep one.
    fn along_a_crease(&self, wish: V) -> Option<Way<V>> {
        let mut ground = self.with(Slope::Walkable).map(|(i, p)| (Some(i), p.normal));
        let level = self
            .with(Slope::Walkable)
            .next()
            .is_none()
            .then_some((None, self.up));
        for (i, n) in ground.by_ref().chain(level) {
            for (j, p) in self.steep() {
                if let Some(way) = self.along(wish, n, p.normal) {
                    return Some(Way {
                        velocity: way,
                        along: [i, Some(j)],
                    });
                }
            }
        }
        None
    }
    /// Along each crease between two steep planes.
    fn between_steep(&self, wish: V) -> Option<Way<V>> {
        for (i, p) in self.steep() {
            for (j, q) in self.steep().filter(|(j, _)| *j > i) {
                if let Some(way) = self.along(wish, p.normal, q.normal) {
                    return Some(Way {
                        velocity: way,
                        along: [Some(i), Some(j)],
                    });
                }
            }
        }
        None
    }
    /// Along one crease, as far as the wish leads that way, where that is level enough and free.
    fn along(&self, wish: V, a: V, b: V) -> Option<V> {
        let c = crease(a, b)?;
        let over = self.level_part(c);
        // A crease as steep as the steepest slope has a level part as long as the slope's normal is high.
        let length = over.length();
        if length < self.level {
            return None;
        }
        let v = c * (wish.dot(over) / (length * length));
        self.is_free(v).then_some(v)
    }
    /// What becomes of a fall by `fall` and a wish, neither of which may press into anything: against what is
    /// steep, the wish loses what leads into it, seen from above; the fall slides down the steepest way.
    pub(super) fn slide(&self, wish: V, fall: V) -> Slide<V> {
        let free = Slide {
            wish,
            fall,
            along: [None; 2],
        };
        if self.is_free(wish + fall) {
            return free;
        }
        let one = self.all.iter().enumerate().map(|(i, p)| Slide {
            wish: self.walled(wish, p),
            fall: slid(fall, p.normal),
            along: [Some(i), None],
        });
        let mut one = one.filter(|s| self.is_free(s.wish + s.fall));
        if let Some(slide) = one.next() {
            return slide;
        }
        for (i, p) in self.all.iter().enumerate() {
            for (j, q) in self.all.iter().enumerate().skip(i + 1) {
                let Some(c) = crease(p.normal, q.normal) else {
                    continue;
                };
                let fall = c * c.dot(fall);
                let level = self.level_part(c);
                let length = level.length();
                // Upright creases take no wish; along the others it must not lead up.
                let mut wish = V::ZERO;
                if length > ScalarOf::<V>::lit(LEAN) {
                    wish = c * (free.wish.dot(level) / (length * length));
                    if wish.dot(self.up) > Real::ZERO && length < self.level {
                        wish = V::ZERO;
                    }
                }
                for wish in [wish, V::ZERO] {
                    if self.is_free(wish + fall) {
                        return Slide {
                            wish,
                            fall,
                            along: [Some(i), Some(j)],
                        };
                    }
                }
            }
        }
        Slide {
            wish: V::ZERO,
            fall: V::ZERO,
            along: [None; 2],
        }
    }
    /// A wish that does not lead into a plane, which counts as a wall where it is steep.
    fn walled(&self, wish: V, plane: &Plane<V>) -> V {
        let into = wish.dot(plane.normal);
        if into >= Real::ZERO {
            return wish;
        }
        if plane.slope == Slope::Walkable {
            return wish - self.up * (into / plane.normal.dot(self.up));
        }
        match self.level_part(plane.normal).normalized() {
            Some(n) => wish - n * wish.dot(n),
            None => wish,
        }
    }
    /// A velocity along the planes of a way.
    pub(super) fn along_these(&self, along: [Option<usize>; 2], v: V) -> V {
        let normal = |i: Option<usize>| i.and_then(|i| self.all.get(i)).map(|p| p.normal);
        match along.map(normal) {
            [Some(a), Some(b)] => crease(a, b).map_or(V::ZERO, |c| c * c.dot(v)),
            [Some(a), None] | [None, Some(a)] => slid(v, a),
            [None, None] => v,
        }
    }
}

/// What is left of a fall and a wish.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide<V> {
    pub(super) wish: V,
    pub(super) fall: V,
    pub(super) along: [Option<usize>; 2],
}

/// A vector without its part along up, of length 1.
pub(super) fn level_part<V: Vector>(v: V, up: V) -> V {
    v - up * v.dot(up)
}

/// A vector without what leads into a plane.
pub(super) fn slid<V: Vector>(v: V, normal: V) -> V {
    let into = v.dot(normal);
    if into < Real::ZERO { v - normal * into } else { v }
}

/// The direction in which two planes meet; none in the plane, or where they are alike.
fn crease<V: Vector>(a: V, b: V) -> Option<V> {
    let c = a.across(b)?;
    let length = c.length();
    (length > ScalarOf::<V>::lit(LEAN)).then(|| c / length)
}
