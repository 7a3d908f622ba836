//! Slide planes: the planes that a character touches, and the velocities that are possible along them.
//!
//! Walking tries candidates in this order and takes the first that moves into no plane: along each plane that
//! can be walked on; along each crease of such a plane and a steep one; along each crease of two steep planes
//! if the crease itself can be walked on, as the bottom of a gutter can. Clipping a velocity against several
//! planes, and against the creases of two, is what Quake's character movement does.
//!
//! Speed is measured horizontally. So on every ground a character comes equally far, seen from above,
//! whatever the time step. A steep slope stops a wish as an upright wall does, so no wish leads up the slope;
//! only falling leads down.

use alloc::vec::Vec;

use crate::math::{Real, ScalarOf, Vector};
use crate::scene::Handle;

/// Tolerance: the sine of the angle by which a velocity may lead into a plane and still counts as along it.
pub(super) const LEAN: f64 = 1e-3;

/// What a plane is to a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slope {
    /// Within the slope limit: the character can walk on it.
    Walkable,
    /// The edge of something within the slope limit, no higher above the feet than a step.
    Ledge,
    /// Too steep to walk on: a slope, a wall, a ceiling.
    Steep,
}

/// A plane that a character touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<V: Vector> {
    /// Unit vector towards the character.
    pub normal: V,
    /// The point of contact, on the object.
    pub point: V,
    /// The object.
    pub handle: Handle,
    /// Whether the character can walk on it.
    pub slope: Slope,
}

/// The planes a character touches at one position.
pub(super) struct ContactPlanes<V: Vector> {
    pub(super) up: V,
    /// Cosine of the slope limit.
    pub(super) slope_cosine: V::Scalar,
    pub(super) all: Vec<Plane<V>>,
}

/// Whether the ground holds a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum GroundState<V> {
    /// The character stands: on which plane, and the normal of the ground.
    Grounded(usize, V),
    /// Nothing holds it.
    Falling,
}

/// Which planes a velocity was chosen along: none, one, or a crease of two.
pub(super) type Along = [Option<usize>; 2];

/// A velocity, and the planes it was chosen along.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChosenVelocity<V> {
    pub(super) velocity: V,
    pub(super) along: Along,
}

impl<V> ChosenVelocity<V> {
    pub(super) fn new(velocity: V, along: Along) -> Self {
        Self { velocity, along }
    }
}

/// What planes leave of the two motions of a falling character, and the planes that both go along.
#[derive(Clone, Copy, Debug)]
pub(super) struct FallSlide<V> {
    pub(super) wish: V,
    pub(super) fall: V,
    pub(super) along: Along,
}

impl<V: Copy + core::ops::Add<Output = V>> FallSlide<V> {
    pub(super) fn new(wish: V, fall: V, along: Along) -> Self {
        Self { wish, fall, along }
    }
    pub(super) fn velocity(&self) -> V {
        self.wish + self.fall
    }
}

impl<V: Vector> ContactPlanes<V> {
    /// Whether a velocity leads into none of the planes.
    fn is_free(&self, v: V) -> bool {
        let lean = v.length() * ScalarOf::<V>::lit(-LEAN);
        self.all.iter().all(|p| p.normal.dot(v) >= lean)
    }
    fn horizontal(&self, v: V) -> V {
        horizontal(v, self.up)
    }
    fn with(&self, slope: Slope) -> impl Iterator<Item = (usize, &Plane<V>)> + Clone {
        self.all.iter().enumerate().filter(move |(_, p)| p.slope == slope)
    }
    /// The planes that cannot be walked on. Ledges are among them: walking does not lead along an edge.
    fn steep(&self) -> impl Iterator<Item = (usize, &Plane<V>)> + Clone {
        let all = self.all.iter().enumerate();
        all.filter(|(_, p)| p.slope != Slope::Walkable)
    }
    /// The creases of two of these planes, with their directions.
    fn creases<'p>(
        planes: impl Iterator<Item = (usize, &'p Plane<V>)> + Clone,
    ) -> impl Iterator<Item = (Along, V)> {
        planes.clone().flat_map(move |(i, p)| {
            let others = planes.clone().filter(move |(j, _)| *j > i);
            others.filter_map(move |(j, q)| Some(([Some(i), Some(j)], crease(p.normal, q.normal)?)))
        })
    }
    /// Whether the ground holds the character. `stood` says whether it stood before: an edge holds a foot
    /// that came from it longer than a foot that falls past.
    pub(super) fn ground_state(&self, stood: bool) -> GroundState<V> {
        let rise = |p: &Plane<V>| p.normal.dot(self.up);
        let highest = |slope| {
            self.with(slope)
                .reduce(|a, b| if rise(b.1) > rise(a.1) { b } else { a })
        };
        if let Some((i, plane)) = highest(Slope::Walkable) {
            return GroundState::Grounded(i, plane.normal);
        }
        let least = ScalarOf::<V>::lit(if stood { LEAN } else { 0.25 });
        match highest(Slope::Ledge) {
            Some((i, plane)) if rise(plane) >= least => GroundState::Grounded(i, plane.normal),
            _ => self.ground_state_between_steep(),
        }
    }
    /// Steep planes hold a character that can fall nowhere, or only along a crease that can be walked on.
    fn ground_state_between_steep(&self) -> GroundState<V> {
        let down = -self.up;
        if self.is_free(down) || self.steep().any(|(_, p)| self.is_free(clipped(down, p.normal))) {
            return GroundState::Falling;
        }
        for (along, c) in Self::creases(self.steep()) {
            let c = if c.dot(down) < Real::ZERO { -c } else { c };
            if self.is_free(c * c.dot(down)) {
                let normal = (self.up - c * c.dot(self.up)).normalized().unwrap_or(self.up);
                return match along[0] {
                    Some(i) if normal.dot(self.up) >= self.slope_cosine => GroundState::Grounded(i, normal),
                    _ => GroundState::Falling,
                };
            }
        }
        let first = self.steep().next();
        first.map_or(GroundState::Falling, |(i, p)| GroundState::Grounded(i, p.normal))
    }
    /// The velocity of a standing character that wishes to go along the horizontal `wish`; zero where all
    /// directions lead into something.
    pub(super) fn walk(&self, wish: V) -> ChosenVelocity<V> {
        let is_in_a_crease = self.all.iter().all(|p| p.slope == Slope::Steep);
        // From a crease, a horizontal velocity would leave the ground: the crease comes first.
        let first = is_in_a_crease.then(|| self.between_steep(wish)).flatten();
        first
            .or_else(|| self.on_a_plane(wish))
            .or_else(|| self.along_a_wall(wish))
            .or_else(|| self.between_steep(wish))
            .unwrap_or(ChosenVelocity::new(V::ZERO, [None; 2]))
    }
    /// Along each plane that can be walked on. Without one, on an edge or in a crease, horizontally.
    fn on_a_plane(&self, wish: V) -> Option<ChosenVelocity<V>> {
        let on = |n: V| wish - self.up * (wish.dot(n) / n.dot(self.up));
        let mut walkable = self.with(Slope::Walkable);
        let found = walkable.clone().find(|(_, p)| self.is_free(on(p.normal)));
        if let Some((i, p)) = found {
            return Some(ChosenVelocity::new(on(p.normal), [Some(i), None]));
        }
        let is_free = walkable.next().is_none() && self.is_free(wish);
        is_free.then_some(ChosenVelocity::new(wish, [None; 2]))
    }
    /// Along each crease of a steep plane and one that can be walked on (without one, the horizontal plane).
    fn along_a_wall(&self, wish: V) -> Option<ChosenVelocity<V>> {
        let walkable = self.with(Slope::Walkable);
        let level = walkable.clone().next().is_none().then_some((None, self.up));
        let mut grounds = walkable.map(|(i, p)| (Some(i), p.normal)).chain(level);
        grounds.find_map(|(i, n)| {
            self.steep().find_map(|(j, p)| {
                let velocity = self.along(wish, crease(n, p.normal)?)?;
                Some(ChosenVelocity::new(velocity, [i, Some(j)]))
            })
        })
    }
    /// Along each crease of two steep planes.
    fn between_steep(&self, wish: V) -> Option<ChosenVelocity<V>> {
        let mut creases = Self::creases(self.steep());
        creases.find_map(|(along, c)| Some(ChosenVelocity::new(self.along(wish, c)?, along)))
    }
    /// Along one crease, as far as the wish leads that way, if the crease can be walked on and is free.
    fn along(&self, wish: V, c: V) -> Option<V> {
        let over = self.horizontal(c);
        // The horizontal part of a crease at the slope limit is as long as the slope's normal is high.
        let length = over.length();
        if length < self.slope_cosine {
            return None;
        }
        let v = c * (wish.dot(over) / (length * length));
        self.is_free(v).then_some(v)
    }
    /// What the planes leave of a wish and a fall. A steep plane takes from the wish what leads into it, seen
    /// from above; the fall slides down the steepest way.
    pub(super) fn slide(&self, wish: V, fall: V) -> FallSlide<V> {
        let all = self.all.iter().enumerate();
        let free = core::iter::once(FallSlide::new(wish, fall, [None; 2]));
        let one = all.clone().map(|(i, p)| {
            FallSlide::new(
                self.against_a_wall(wish, p),
                clipped(fall, p.normal),
                [Some(i), None],
            )
        });
        let two = Self::creases(all).flat_map(|(along, c)| {
            let fall = c * c.dot(fall);
            [self.wish_along_crease(wish, c), V::ZERO].map(|wish| FallSlide::new(wish, fall, along))
        });
        let mut slides = free.chain(one).chain(two);
        let slide = slides.find(|slide| self.is_free(slide.velocity()));
        slide.unwrap_or(FallSlide::new(V::ZERO, V::ZERO, [None; 2]))
    }
    /// The part of a falling character's wish along a crease: none along an upright one, none up a steep one.
    fn wish_along_crease(&self, wish: V, c: V) -> V {
        let over = self.horizontal(c);
        let length = over.length();
        if length <= ScalarOf::<V>::lit(LEAN) {
            return V::ZERO;
        }
        let along = c * (wish.dot(over) / (length * length));
        if along.dot(self.up) > Real::ZERO && length < self.slope_cosine {
            V::ZERO
        } else {
            along
        }
    }
    /// A wish that does not lead into a plane, which counts as an upright wall if it is steep.
    fn against_a_wall(&self, wish: V, plane: &Plane<V>) -> V {
        let into = wish.dot(plane.normal);
        if into >= Real::ZERO {
            return wish;
        }
        if plane.slope == Slope::Walkable {
            return wish - self.up * (into / plane.normal.dot(self.up));
        }
        match self.horizontal(plane.normal).normalized() {
            Some(n) => wish - n * wish.dot(n),
            None => wish,
        }
    }
    /// The part of a velocity along the planes that another one was chosen along.
    pub(super) fn along_these(&self, along: Along, v: V) -> V {
        let normal = |i: Option<usize>| i.and_then(|i| self.all.get(i)).map(|p| p.normal);
        match along.map(normal) {
            [Some(a), Some(b)] => crease(a, b).map_or(V::ZERO, |c| c * c.dot(v)),
            [Some(a), None] | [None, Some(a)] => clipped(v, a),
            [None, None] => v,
        }
    }
}

/// A vector without its part along the unit vector up.
pub(super) fn horizontal<V: Vector>(v: V, up: V) -> V {
    v - up * v.dot(up)
}

/// A vector without the part that leads into a plane.
pub(super) fn clipped<V: Vector>(v: V, normal: V) -> V {
    let into = v.dot(normal);
    if into < Real::ZERO { v - normal * into } else { v }
}

/// The direction of the line in which two planes meet; none in 2D, or where the planes are nearly parallel.
fn crease<V: Vector>(a: V, b: V) -> Option<V> {
    let c = a.across(b)?;
    let length = c.length();
    (length > ScalarOf::<V>::lit(LEAN)).then(|| c / length)
}
