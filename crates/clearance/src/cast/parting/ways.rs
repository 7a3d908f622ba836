//! Motions that part two shapes: along a few directions, each as short as a sweep back finds it.
//!
//! The first motion along a direction parts the boxes around the shapes. From there B is swept back, and what
//! it meets first ends the way; a sweep is never late, so B is free up to there. The normal at that place is
//! the shortest way off what was met, and so the next direction, as long as ways get shorter. A direction
//! along which B is not free at the length of the shortest way so far is passed over.

use alloc::vec::Vec;

use super::bodies::some_points;
use super::moved::Two;
use crate::cast::spaces::CastSpace;
use crate::cast::sweep::{Motion, Start, sweep};
use crate::math::{Real, ScalarOf, Vector, length};
use crate::pair::{self, Clearance};
use crate::shape::{AnyShape, Placed};

/// How often a way is turned along the normal of what ends it.
const MOST_TURNS: usize = 12;
/// By how much a way must be shorter to count, relative.
const SHORTER: f64 = 1e-7;

/// A motion that parts two shapes.
#[derive(Clone, Copy)]
pub(super) struct Way<V: Vector> {
    pub direction: V,
    pub length: V::Scalar,
}

/// The shortest way so far.
pub(super) struct Ways<'q, V: CastSpace> {
    pub two: Two<'q, V>,
    shortest: Option<Way<V>>,
}

impl<'q, V: CastSpace> Ways<'q, V> {
    pub fn new(two: Two<'q, V>) -> Self {
        Self { two, shortest: None }
    }
    pub fn shortest(&self) -> Option<Way<V>> {
        self.shortest
    }
    /// Tries directions that suggest themselves: out of the deepest place, out of the hulls, along axes, and
    /// evenly spread ones.
    pub fn look_around(&mut self, local: Option<&Clearance<V>>) {
        let Two { a, b, .. } = self.two;
        if let Some(c) = local {
            self.along(c.normal);
        }
        let hulls = [a, b].map(|placed| V::hull_of(&some_points(placed)));
        if let [Some(p), Some(q)] = hulls {
            let here = crate::math::Pose::IDENTITY;
            if let Ok(c) = pair::clearance(Placed::new(&p, &here), Placed::new(&q, &here)) {
                self.along(c.normal);
            }
        }
        let axes = [a, b].map(|placed| placed.place.frame().axes);
        let normals = [a, b].map(|placed| half_space_normals(placed));
        let suggested = axes.iter().flat_map(|axes| axes.as_ref().iter().copied());
        for direction in suggested.chain(normals.into_iter().flatten()).chain(spread()) {
            self.along(direction);
            self.along(-direction);
        }
    }
    /// Looks for a shorter way along a direction, and along the normals of what ends it.
    pub fn along(&mut self, direction: V) {
        let mut direction = direction;
        for _ in 0..MOST_TURNS {
            let Some(start) = self.start(direction) else {
                return;
            };
            match self.back_from(start) {
                Some(normal) if normal.dot(direction) < ScalarOf::<V>::lit(1.0 - 1e-12) => direction = normal,
                _ => return,
            }
        }
    }
    /// Sweeps B back from where it is free. The normal of what it meets, if the way is the shortest so far.
    pub fn back_from(&mut self, start: V) -> Option<V> {
        let none = Motion::none();
        let back = Motion::linear(-start);
        let hit = self.two.b.moved(start, &mut |b| {
            sweep(self.two.a, &none, b, &back, Start::Touching)
        });
        let hit = hit.ok().and_then(Result::ok).flatten();
        let part = hit.map_or(Real::ONE, |hit| V::Scalar::ONE - hit.time);
        let way = start * part;
        let (direction, length) = (way.normalized()?, length(way));
        let enough = self
            .shortest
            .map(|best| best.length * ScalarOf::<V>::lit(1.0 - SHORTER));
        if enough.is_some_and(|enough| length >= enough) {
            return None;
        }
        self.shortest = Some(Way { direction, length });
        hit.map(|hit| hit.normal)
    }
    /// Where B is free along a direction, no further than the shortest way so far.
    fn start(&self, direction: V) -> Option<V> {
        if let Some(best) = self.shortest {
            let way = direction * (best.length * ScalarOf::<V>::lit(1.0 - SHORTER));
            return self.two.is_free(way).then_some(way);
        }
        let free = |length: V::Scalar| Some(direction * length).filter(|way| self.two.is_free(*way));
        match self.length_beside(direction) {
            Some(length) => free(length),
            None => (0..8).find_map(|k| free(self.two.size * ScalarOf::<V>::lit(libm::scalbn(1.0, k)))),
        }
    }
    /// How far B must go until the boxes around both are apart; `None` where they have no end.
    fn length_beside(&self, direction: V) -> Option<V::Scalar> {
        let (a, b) = (self.two.a.aabb(), self.two.b.aabb());
        let along = (0..V::DIM).filter_map(|i| {
            let speed = direction.get(i);
            let way = if speed > Real::ZERO {
                a.max.get(i) - b.min.get(i)
            } else {
                b.max.get(i) - a.min.get(i)
            };
            let length = way / speed.abs() * ScalarOf::<V>::lit(1.0 + 1e-3);
            length.is_finite().then_some(length)
        });
        along.reduce(Real::min)
    }
}

/// All directions whose coordinates are -1, 0 or 1, but for their opposites; in the plane two more between
/// each two.
fn spread<V: Vector>() -> impl Iterator<Item = V> {
    let steps: &[f64] = if V::DIM == 2 {
        &[0.0, 1.0, -1.0, 0.4, -0.4, 2.4, -2.4]
    } else {
        &[0.0, 1.0, -1.0]
    };
    let n = steps.len();
    (1..n.pow(V::DIM as u32)).filter_map(move |k| {
        let way = V::from_fn(|i| ScalarOf::<V>::lit(steps[k / n.pow(i as u32) % n]));
        let first = (0..V::DIM).map(|i| way.get(i)).find(|x| *x != Real::ZERO)?;
        let is_one = (0..V::DIM).any(|i| way.get(i).abs() == Real::ONE);
        (first > Real::ZERO && is_one).then(|| way.normalized())?
    })
}

/// The normals of the half-spaces in a shape.
fn half_space_normals<V: CastSpace>(placed: Placed<'_, V>) -> Vec<V> {
    let mut normals = Vec::new();
    gather_normals(placed, &mut normals);
    normals
}

fn gather_normals<V: CastSpace>(placed: Placed<'_, V>, normals: &mut Vec<V>) {
    if let Some(parts) = placed.shape.parts().filter(|parts| parts.holds_any_shape()) {
        for i in 0..parts.part_count() {
            parts
                .part(i)
                .placed_in(&placed.place, |part| gather_normals(part, normals));
        }
    }
    let rounded = placed.shape.as_rounded().map(|rounded| rounded.shape());
    if let Some(half_space) = rounded.unwrap_or(placed.shape).as_half_space() {
        normals.extend(placed.place.frame().direction(half_space.normal()).normalized());
    }
}
