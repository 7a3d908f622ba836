//! Straight sweeps of two cores in floating point, proved plane by plane; `None` where rounding might matter.
//!
//! A unit vector n and the gap of the two along it, `g = min n·b - max n·a - r` at time 0, prove that nothing
//! meets while `g + t n·v > 0`, v being the way of B as seen from A. So a search may guess as it likes
//! (`gjk_ray_cast.rs`, by GJK; `portal.rs`, by triangles that the way goes through) as long as it ends with
//! such planes: one that parts the two up to the time t of the answer, and two points, one of each, that are
//! together at that time but for rounding. Or, of a miss, planes that between them part the two all the way.
//!
//! All is computed in double precision and from A's origin. What rounding does to a gap is bounded as in
//! `exact/filter.rs`; rotations that single precision has rounded before, by their bound, but where that
//! would tell the time much too early: there sines and cosines are asked for once more. Answers that depend
//! on less than that are left to `advance/approach.rs`, which asks exact arithmetic: whether the two touch at
//! the start, meet at the very end, or graze each other. Two balls have a closed form (`balls.rs`); polygons,
//! boxes and triangles have few axes that may separate them (`outlines.rs`, `solids.rs`).

mod axes;
pub(super) mod balls;
mod body;
mod gjk_ray_cast;
mod outlines;
mod portal;
mod solids;

use glam::DVec3;

use super::advance::approach::Hit;
use crate::cast::cyrus_beck::Passes;
use crate::exact::filter::Bound;
use crate::math::{Real, Vector, lift, lower};
use crate::pair::{PairSpace, Support, unit};
use crate::shape::{AnyShape, Core, Placed, Vertices};
use body::Body;

/// A motion along a normal slower than this part of the whole is a graze.
pub(super) const GRAZE: f64 = 1.0 / 1024.0;

/// A motion along a normal slower than this part of the whole asks for rotations in double precision.
const SLANT: f64 = 1.0 / 64.0;

/// Part of the whole motion that one along a normal must be, so that what rotations have moved a border is
/// soon made up for.
#[inline(always)]
pub(super) fn least_slant<V: Vector>(drift: f64) -> f64 {
    let is_rough = is_single::<V>() && drift > 0.0;
    if is_rough { SLANT } else { GRAZE }
}

/// Whether the space is one of single precision.
#[inline(always)]
fn is_single<V: Vector>() -> bool {
    V::Scalar::EPSILON.to_f64() > f64::EPSILON
}

/// Two cores on their way, in the frame of the world but from A's origin.
struct Problem<'c, V: PairSpace> {
    a: Body<'c, V>,
    b: Body<'c, V>,
    /// A's origin.
    seen_from: DVec3,
    /// How far B goes.
    way: DVec3,
    /// The sum of the radii.
    radius: f64,
    /// The last time that counts.
    limit: f64,
    /// What rounding does to a gap here.
    rounding: f64,
    /// What rounding does to a gap in an exact decision, or in one of the scalar's precision.
    error_bound: f64,
}

/// A plane across `normal`, a unit vector from A to B.
#[derive(Clone, Copy, Debug)]
struct Plane {
    normal: DVec3,
    /// The gap along the normal at time 0.
    gap: f64,
    /// How fast the gap closes.
    speed: f64,
}

impl Plane {
    #[inline(always)]
    fn gap_at(&self, time: f64) -> f64 {
        self.gap - self.speed * time
    }
}

/// What a search found.
enum Found {
    /// Planes part the two all the way.
    Apart,
    /// The plane parts them up to the time at which it is crossed, and these points, the radii left out, are
    /// together then.
    Together(Plane, DVec3),
}

/// The first meeting of two cores, B going `way`, up to `limit`, apart at the start; `None` where that is not
/// sure.
#[inline]
pub(super) fn first<V: PairSpace>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    way: V,
    limit: V::Scalar,
) -> Option<Option<Hit<V>>> {
    if let (Some(one), Some(other)) = (a.shape.ball_radius(), b.shape.ball_radius()) {
        return balls::first([a, b], [one, other], way, limit.to_f64());
    }
    cores(a, b, way, limit)
}

fn cores<V: PairSpace>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    way: V,
    limit: V::Scalar,
) -> Option<Option<Hit<V>>> {
    let (core_a, core_b) = (a.shape.core()?, b.shape.core()?);
    let seen_from = lift(a.place.origin_and_scale().0);
    let bodies = [Body::new(a, &core_a, seen_from), Body::new(b, &core_b, seen_from)];
    let problem = Problem::new(bodies, seen_from, way, limit.to_f64());
    if !problem.is_moderate() {
        return None;
    }
    let (between, within) = (
        problem.b.origin - problem.a.origin,
        problem.a.size + problem.b.size,
    );
    if balls_pass(
        between,
        problem.way,
        problem.limit,
        within + 2.0 * problem.error_bound,
    ) {
        return Some(None);
    }
    let found = problem.search(&core_a, &core_b)?;
    match found {
        Found::Together(plane, _) if problem.is_too_rough_for(&plane) => {
            let refined = Problem {
                a: problem.a.refined(a, &core_a, seen_from),
                b: problem.b.refined(b, &core_b, seen_from),
                ..problem
            };
            refined.told(refined.search(&core_a, &core_b)?)
        }
        found => problem.told(found),
    }
}

impl<'c, V: PairSpace> Problem<'c, V> {
    #[inline(always)]
    fn new([a, b]: [Body<'c, V>; 2], seen_from: DVec3, way: V, limit: f64) -> Self {
        let way = lift(way);
        let bound = Bound::new::<V>(a.reach, b.reach).error.to_f64();
        let reach = (a.reach.length + b.reach.length).to_f64() + way.abs().max_element();
        let poses = a.reach.poses.max(b.reach.poses).to_f64();
        let rounding = 48.0 * f64::EPSILON * poses * reach;
        Self {
            radius: a.radius + b.radius,
            error_bound: bound + rounding + 8.0 * V::Scalar::EPSILON.to_f64() * reach,
            seen_from,
            rounding,
            a,
            b,
            way,
            limit,
        }
    }
    /// Whether squares and cubes of its lengths are numbers.
    fn is_moderate(&self) -> bool {
        let (large, fastest) = (self.rounding < 1e45, self.way.abs().max_element());
        large && self.rounding > 1e-75 && fastest > self.rounding && self.limit > 0.0
    }
    #[inline(always)]
    fn search(&self, a: &Core<'_, V>, b: &Core<'_, V>) -> Option<Found> {
        let found = self.by_axes(a, b);
        #[cfg(test)]
        if self.radius == 0.0 {
            tests::count(found.is_some());
        }
        found.or_else(|| gjk_ray_cast::search(self))
    }
    /// By the axes that may separate the two, where these are few.
    #[inline(always)]
    fn by_axes(&self, a: &Core<'_, V>, b: &Core<'_, V>) -> Option<Found> {
        if self.radius > 0.0 {
            return None;
        }
        if V::DIM == 2 {
            return match (&a.vertices, &b.vertices) {
                (Vertices::Few(_, 4), Vertices::Few(_, 4)) => outlines::boxes(self),
                _ => outlines::search(self),
            };
        }
        match (&a.vertices, &b.vertices) {
            (Vertices::Few(_, 3 | 8), Vertices::Few(_, 3 | 8)) => solids::search(self),
            _ => portal::search(self),
        }
    }
    /// What the times say at which the planes are crossed: surely apart (`Some(None)`), or the place of the
    /// plane that parts them until they meet.
    #[inline(always)]
    fn met(&self, passes: &Passes) -> Option<Option<usize>> {
        if passes.left < passes.surely_out.max(0.0) || passes.surely_out > self.limit {
            return Some(None);
        }
        let is_sure = passes.surely_out > 0.0 && passes.surely_in < passes.stays.min(self.limit);
        is_sure.then_some(Some(passes.place))
    }
    /// The points of both that are nearest to a plane between them.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn support(&self, normal: DVec3) -> Support<DVec3> {
        Support::new(self.a.support(normal), self.b.support(-normal))
    }
    /// The plane through these support points.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn plane(&self, normal: DVec3, support: &Support<DVec3>) -> Plane {
        Plane {
            normal,
            gap: normal.dot(support.difference) - self.radius,
            speed: -normal.dot(self.way),
        }
    }
    /// Whether a plane surely parts the two at the start.
    #[inline(always)]
    fn parts_at_start(&self, plane: &Plane) -> bool {
        plane.gap > self.error_bound
    }
    /// Whether a plane surely parts the two from `time`, where it is known to part them, to the end.
    #[inline(always)]
    fn parts_from(&self, plane: &Plane, time: f64) -> bool {
        plane.gap_at(time) > self.error_bound && plane.gap_at(self.limit) > self.error_bound
    }
    /// Whether what rough rotations take off the gap takes long to be closed.
    #[inline(always)]
    fn is_too_rough_for(&self, plane: &Plane) -> bool {
        (self.a.is_rough() || self.b.is_rough()) && plane.speed < SLANT * self.way.abs().max_element()
    }
    #[inline(always)]
    fn told(&self, found: Found) -> Option<Option<Hit<V>>> {
        match found {
            Found::Apart => Some(None),
            Found::Together(plane, point) => self.hit(&plane, point).map(Some),
        }
    }
    /// The meeting when a plane is crossed.
    #[inline(always)]
    fn hit(&self, plane: &Plane, point: DVec3) -> Option<Hit<V>> {
        let fastest = self.way.abs().max_element();
        let is_sure = plane.speed > GRAZE * fastest && plane.gap_at(self.limit) < -self.error_bound;
        let mut time = (plane.gap - self.slack(plane.normal)) / plane.speed;
        if plane.gap_at(time) < 0.0 {
            time *= 1.0 - f64::EPSILON;
        }
        let point = point + plane.normal * self.a.radius + self.seen_from;
        is_sure.then(|| Hit {
            is_resolved: true,
            time: not_later::<V>(time.max(0.0)),
            normal: lower(plane.normal),
            point: lower(point),
        })
    }
    /// By how much less the gap along a normal may truly be. Coordinates that nothing has turned are not off
    /// in a direction of an axis.
    fn slack(&self, normal: DVec3) -> f64 {
        let turned = self.a.drift + self.b.drift;
        let is_axis = normal.abs().max_element() == 1.0;
        if turned == 0.0 && is_axis {
            0.0
        } else {
            turned + self.rounding * 0.25
        }
    }
}

/// Whether two balls, no wider than `within` together, pass each other by until a time: those around two
/// shapes, most often.
#[inline(always)]
pub(super) fn balls_pass(between: DVec3, way: DVec3, limit: f64, within: f64) -> bool {
    let speed2 = Real::max(way.length_squared(), f64::MIN_POSITIVE);
    let time = (-between.dot(way) / speed2).clamp(0.0, limit);
    (between + way * time).length_squared() > within * within
}

/// The largest scalar that is no later than this time, which is not negative, but for the rounding of double
/// precision: the digits that the scalar has no room for are cut off.
#[inline(always)]
pub(super) fn not_later<V: Vector>(time: f64) -> V::Scalar {
    let exponent = V::Scalar::EPSILON.to_f64().to_bits() >> (f64::MANTISSA_DIGITS - 1);
    let without = f64::EPSILON.to_bits() >> (f64::MANTISSA_DIGITS - 1);
    let digits = exponent - without;
    if digits == 0 {
        return V::Scalar::lit(time);
    }
    let time = time * (1.0 + 8.0 * f64::EPSILON);
    V::Scalar::lit(f64::from_bits(time.to_bits() >> digits << digits))
}

#[cfg(test)]
mod tests;
