//! The clearance of two convex bodies by their support mappings alone, to nearly full precision.
//!
//! The clearance is the largest value of g(n) = min n·b - max n·a over unit vectors n, for separated and
//! overlapping bodies alike. So any n proves a lower bound, and the answer is the value of g at one n, which
//! is accurate to a few rounding errors. The task is to find n.
//!
//! - Well apart, GJK finds it (`gjk_epa/gjk.rs`): g has one maximum there, and the distance of two points is
//!   an upper bound.
//! - Near contact and overlapping, the search moves B away along the best n so far until GJK works well
//!   again, and takes the direction of the closest points that it finds there. At the answer this changes
//!   nothing. Elsewhere it brings n nearer by the factor s / (s + rest), where s is the distance moved and
//!   `rest` is the radius of curvature minus the depth: at once for flat parts, in a few steps for round
//!   ones.
//! - Overlapping bodies have several such n. The expanding polytope (`gjk_epa/epa.rs`) finds the
//!   neighbourhood of the best. The normals of flat faces and the cross products of edges are tried besides,
//!   and preferred among equals (`candidate_normals.rs`): a cylinder that stands on a box has exactly the
//!   normal of the box.
//!
//! Most pairs meet flat: a wheel on its line, a drum on its end. So faces are tried first. If the two support
//! sets face each other along a normal and the bodies are apart, that is the answer, since g has one maximum
//! then. If they overlap, it is where the polytope proves that no way out is shorter. A wheel on a floor
//! takes about an eighth of the whole search so.
//!
//! From a rough n Newton's method ends the search at once (`refine.rs`). It gives n and the witness points to
//! the last bit, and its answer is accepted if these face each other along n. Where it finds nothing, GJK
//! brings a better n, level by level. What is left after the last level (some cases in a thousand) is found
//! on g itself (`polish.rs`).
//!
//! Limits: where two ways out differ by less than the polytope's last gap (about 1e-7 of the size, or what
//! `MOST_POINTS` support points give), the longer one may be taken.

use alloc::vec::Vec;
use core::cmp::Ordering;

use glam::{DVec2, DVec3};

use super::body::{BodyForm, ConvexBody};
use super::polish::polish;
use super::shortest_way::ShortestWay;
use crate::math::{Vector, lift, lower};
use crate::pair::gjk_epa::epa::Depth;
use crate::pair::gjk_epa::gjk;
use crate::pair::gjk_epa::gjk::{Limits, Outcome};
use crate::pair::gjk_epa::simplex::{Simplex, SimplexSpace, Support};
use crate::pair::gjk_epa::{epa2, epa3};

/// From this distance on, as a part of the size, GJK's directions have nearly full precision.
const FAR: f64 = 0.05;
const MOST_POINTS: usize = 120;
/// At each level: the gap, as a part of the size, at which GJK stops and Newton's method takes over, and how
/// far off the direction may then be. The next level follows where Newton's method finds nothing.
const LEVELS: [(f64, f64); 4] = [
    (1e-4, 5e-2),
    (1e-7, 5e-3),
    (1e-10, 3e-4),
    (2.0 * f64::EPSILON, FINEST),
];
const FINEST: f64 = 1e-6;
/// A part of the size: two depths that differ by less are equal.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// With how many support points the polytope proves that a flat way out is the shortest.
const MOST_FLAT_POINTS: usize = 40;
/// The best way out is looked for from this many directions.
const MOST_SEEDS: usize = 4;

/// The plane or space in which the search runs.
pub(super) trait SearchSpace: SimplexSpace {
    /// Where the expanding polytope ends: a direction near the best way out, and a lower bound of the depth.
    fn expand(
        simplex: &Simplex<Self>,
        limits: Limits,
        support: &dyn Fn(Self) -> Support<Self>,
    ) -> Option<(Self, f64)>;
    /// A lower bound of the origin's depth in a simplex, 0 where none is known.
    fn depth(simplex: &Simplex<Self>) -> f64;
}

macro_rules! impl_search_space {
    ($($space:ty: $polytope:ident, $depth:ident);+) => { $(
        impl SearchSpace for $space {
            fn expand(
                simplex: &Simplex<Self>,
                limits: Limits,
                support: &dyn Fn(Self) -> Support<Self>,
            ) -> Option<(Self, f64)> {
                match $polytope::expand(simplex, limits, support) {
                    Depth::Found(facet) => Some((facet.axis, facet.at_least)),
                    Depth::Unconverged { axis, at_least, .. } => Some((axis, at_least)),
                    Depth::Flat => None,
                }
            }
            fn depth(simplex: &Simplex<Self>) -> f64 {
                simplex.$depth()
            }
        }
    )+ };
}
impl_search_space!(DVec2: epa2, depth_in_triangle; DVec3: epa3, depth);

/// Two bodies, and how large they are together.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub a: &'a ConvexBody,
    pub b: &'a ConvexBody,
    pub size: f64,
    /// The size of the numbers of which their points are made.
    pub scale: f64,
}

/// What GJK says about the bodies, B moved.
enum Separation<W> {
    Apart { axis: DVec3, ends: [DVec3; 2] },
    Meeting(Simplex<W>),
}

impl<'a> Search<'a> {
    pub(super) fn new(a: &'a ConvexBody, b: &'a ConvexBody) -> Self {
        let size = a.reach + b.reach;
        let scale = size + (b.center - a.center).length();
        Self { a, b, size, scale }
    }
    /// The best n found, and its value.
    pub(super) fn run<W: SearchSpace>(&self) -> ShortestWay {
        let start = (self.b.center - self.a.center).normalized().unwrap_or(DVec3::X);
        let is_apart = |f: &ShortestWay| f.distance > 0.0;
        let parting = self.parting_face().and_then(|n| self.across::<W>(n));
        if let Some(found) = parting.filter(is_apart) {
            return found;
        }
        if self.is_smooth()
            && let Some(found) = self.refined::<W>(start, 0.0).filter(is_apart)
        {
            return found;
        }
        let mut first = self.closest::<W>(start, DVec3::ZERO, LEVELS[0].0);
        for (next, (_, width)) in LEVELS.into_iter().enumerate().map(|(i, l)| (i + 1, l)) {
            let Separation::Apart { axis, .. } = first else {
                break;
            };
            if let Some(found) = self.refined::<W>(axis, width).filter(is_apart) {
                return found;
            }
            if let Some((gap, _)) = LEVELS.get(next) {
                first = self.closest::<W>(axis, DVec3::ZERO, *gap);
            }
        }
        let mut seeds: Vec<DVec3> = Vec::new();
        // The simplex contains the origin only to within the first level's gap: a much smaller body may still
        // be well apart.
        let passes = matches!(&first, Separation::Meeting(simplex) if simplex.count() <= W::DIM);
        if let Separation::Apart { axis, ends } = first
            && self.value(axis) > FAR * self.size
        {
            let n = self.polished::<W>(axis);
            return self
                .refined::<W>(n, FINEST)
                .unwrap_or_else(|| self.between(n, ends));
        }
        let flat = self.best_flat(None);
        match first {
            Separation::Apart { axis, .. } => seeds.push(axis),
            Separation::Meeting(simplex) => {
                let way = flat.and_then(|n| self.across::<W>(n));
                if let Some(found) = way.filter(|way| self.is_shortest(way, &simplex)) {
                    return found;
                }
                seeds.extend(self.way_out(&simplex));
            }
        }
        seeds.extend(flat);
        seeds.extend(self.best_short());
        seeds.push(start);
        let best = self.best_of::<W>(&seeds, flat);
        if passes {
            self.or_apart::<W>(start, best)
        } else {
            best
        }
    }
    /// Whether Newton's method may find the answer from anywhere: no border has a face or a crease.
    fn is_smooth(&self) -> bool {
        let has_kinks = |body: &ConvexBody| !body.kinks.normals.is_empty() || !body.kinks.circles.is_empty();
        !has_kinks(self.a) && !has_kinks(self.b)
    }
    /// What GJK finds at the finest level, where that is more than the best so far.
    fn or_apart<W: SearchSpace>(&self, start: DVec3, best: ShortestWay) -> ShortestWay {
        let (finest, width) = LEVELS[LEVELS.len() - 1];
        let Separation::Apart { axis, ends } = self.closest::<W>(start, DVec3::ZERO, finest) else {
            return best;
        };
        let value = self.value(axis);
        if value <= best.distance.max(0.0) {
            return best;
        }
        let refined = self
            .refined::<W>(axis, width)
            .filter(|found| found.distance >= value);
        refined.unwrap_or_else(|| self.between(axis, ends))
    }
    /// The sign of the clearance, if it is surely more than `tolerance` away from 0; the balls' radii add up
    /// to `balls`. `None` where only the full search tells.
    pub(super) fn sign<W: SearchSpace>(&self, balls: f64, tolerance: f64) -> Option<Ordering> {
        let start = (self.b.center - self.a.center).normalized().unwrap_or(DVec3::X);
        let limits = Limits {
            enough: balls + tolerance,
            ..self.limits()
        };
        let support = |n| self.support::<W>(n, DVec3::ZERO);
        match gjk::search_by(lower::<W>(start), limits, &support) {
            Outcome::Separated(s, _) if s.at_least > balls + tolerance => Some(Ordering::Greater),
            Outcome::Separated(s, _) if s.at_most < balls - tolerance => Some(Ordering::Less),
            Outcome::Overlapping(_) if balls > tolerance + self.limits().gap => Some(Ordering::Less),
            Outcome::Overlapping(simplex) => {
                let depth = self.expanded(&simplex, self.depth_limits(tolerance))?.1;
                (depth > tolerance).then_some(Ordering::Less)
            }
            _ => None,
        }
    }
    /// `g(n)` for a unit vector.
    pub(super) fn value(&self, n: DVec3) -> f64 {
        (self.b.support(-n) - self.a.support(n)).dot(n)
    }
    fn support<W: SearchSpace>(&self, n: W, moved: DVec3) -> Support<W> {
        let n = lift(n);
        let (a, b) = (self.a.support(n), self.b.support(-n) + moved);
        Support::new(lower(a), lower(b))
    }
    fn closest<W: SearchSpace>(&self, start: DVec3, moved: DVec3, gap: f64) -> Separation<W> {
        let limits = Limits {
            gap: gap * self.size,
            ..self.limits()
        };
        let (axis, ends) = match gjk::search_by(lower::<W>(start), limits, &|n| self.support(n, moved)) {
            Outcome::Separated(s, _) => (lift(s.axis), [s.point_a, s.point_b].map(lift)),
            Outcome::Overlapping(simplex) => return Separation::Meeting(simplex),
            Outcome::Unconverged(s, simplex) => {
                let ends = [s.point_a, s.point_b].map(lift);
                match (ends[1] - ends[0]).normalized() {
                    Some(axis) if s.at_least > 0.0 => (axis, ends),
                    _ => return Separation::Meeting(simplex),
                }
            }
        };
        Separation::Apart { axis, ends }
    }
    /// A direction with two points that are closest except for rounding.
    fn between(&self, n: DVec3, [a, b]: [DVec3; 2]) -> ShortestWay {
        let distance = self.value(n);
        let off = (b - a) - n * distance;
        // A corner stays where it is; a curved border deviates only by the square of this.
        let share = match (&self.a.form, &self.b.form) {
            (BodyForm::Curved(..), BodyForm::Points(_)) => 1.0,
            (BodyForm::Points(_), BodyForm::Curved(..)) => 0.0,
            _ => 0.5,
        };
        ShortestWay {
            distance,
            normal: n,
            point_a: a + off * share,
        }
    }
    fn limits(&self) -> Limits {
        Limits {
            gap: 2.0 * f64::EPSILON * self.size,
            enough: f64::INFINITY,
            steps: 100,
        }
    }
    fn depth_limits(&self, enough: f64) -> Limits {
        Limits {
            gap: 1e-7 * self.size,
            enough,
            steps: MOST_POINTS,
        }
    }
    fn polished<W: SearchSpace>(&self, n: DVec3) -> DVec3 {
        let n = polish::<W>(|n| self.value(n), n, self.creases());
        self.flat_if_as_good(n, self.best_flat(Some(n)))
    }
    fn way_out<W: SearchSpace>(&self, simplex: &Simplex<W>) -> Option<DVec3> {
        let limits = self.depth_limits(f64::INFINITY);
        self.expanded(simplex, limits).map(|(n, _)| lift(n))
    }
    /// Where the expanding polytope of the two bodies ends.
    fn expanded<W: SearchSpace>(&self, simplex: &Simplex<W>, limits: Limits) -> Option<(W, f64)> {
        W::expand(simplex, limits, &|n| self.support(n, DVec3::ZERO))
    }
    /// Whether the polytope proves that no way out is shorter than this one, but for rounding. The normal of
    /// its nearest facet is then exact, so a few points are enough; curved parts of the border that are
    /// nearly as near take more.
    fn is_shortest<W: SearchSpace>(&self, found: &ShortestWay, simplex: &Simplex<W>) -> bool {
        let enough = -found.distance - ROUNDING * self.size;
        let limits = Limits {
            gap: 0.25 * ROUNDING * self.size,
            enough,
            steps: MOST_FLAT_POINTS,
        };
        let proven = self.expanded(simplex, limits);
        proven.is_some_and(|(_, at_least)| at_least > enough)
    }
    fn best_of<W: SearchSpace>(&self, seeds: &[DVec3], flat: Option<DVec3>) -> ShortestWay {
        let mut best: Option<ShortestWay> = None;
        for &seed in seeds.iter().take(MOST_SEEDS) {
            let found = self.climbed::<W>(seed);
            if best.is_none_or(|b| found.distance > b.distance) {
                best = Some(found);
            }
        }
        let best = best.unwrap_or_else(|| self.witnessed::<W>(DVec3::X));
        let n = self.flat_if_as_good(best.normal, flat);
        if n == best.normal {
            best
        } else {
            self.witnessed::<W>(n)
        }
    }
    /// The local maximum near a direction.
    fn climbed<W: SearchSpace>(&self, seed: DVec3) -> ShortestWay {
        let mut n = seed;
        for (gap, width) in LEVELS {
            if let Some(found) = self.refined::<W>(n, width) {
                return found;
            }
            for _ in 0..10 {
                let next = self.stepped::<W>(n, gap);
                let gained = self.value(next) - self.value(n);
                if gained > 0.0 {
                    n = next;
                }
                if gained <= gap * self.size {
                    break;
                }
            }
        }
        let n = self.polished::<W>(n);
        self.refined::<W>(n, FINEST)
            .unwrap_or_else(|| self.witnessed::<W>(n))
    }
    /// The direction of the closest points after B is moved away along the best direction so far.
    fn stepped<W: SearchSpace>(&self, n: DVec3, gap: f64) -> DVec3 {
        match self.closest::<W>(n, self.away(n), gap) {
            Separation::Apart { axis, .. } => axis,
            Separation::Meeting(_) => n,
        }
    }
    /// How far to move B along `n` to be well apart from A.
    fn away(&self, n: DVec3) -> DVec3 {
        n * (FAR * self.size - self.value(n))
    }
    /// A given direction with witness points: where the two support sets face each other. Else those of the
    /// closest points after B is moved away along it; along a curved border they may be off by some 1e-8 of
    /// the size.
    fn witnessed<W: SearchSpace>(&self, n: DVec3) -> ShortestWay {
        if let Some(found) = self.across::<W>(n) {
            return found;
        }
        let moved = self.away(n);
        match self.closest::<W>(n, moved, 2.0 * f64::EPSILON) {
            Separation::Apart { ends: [a, b], .. } => self.between(n, [a, b - moved]),
            Separation::Meeting(_) => ShortestWay {
                distance: self.value(n),
                normal: n,
                point_a: self.a.support(n),
            },
        }
    }
}
