//! The filter of straight sweeps of two cores, proved by separating planes; `None` where rounding might
//! matter.
//!
//! Let n be a unit vector, and `g = min n·b - max n·a - r` the gap of the two along it at time 0. Nothing
//! meets while `g + t n·v > 0`, where v is B's motion relative to A. So a search may guess (`gjk_ray_cast.rs`
//! by GJK, `portal.rs` by triangles that the motion goes through), as long as it ends with such planes. For a
//! hit, one plane separates the two up to the time t of the answer, and two points, one of each, coincide at
//! that time up to rounding. For a miss, planes together separate the two all the way.
//!
//! Everything is computed in double precision, relative to A's origin. Rounding errors of gaps are bounded as
//! in `exact/filter.rs`, and errors of rotations kept in single precision by their own bound. Where that
//! bound would make the time much too early, sines and cosines are computed again in double precision.
//! Answers that depend on less than the error bound are left to `advance/newton.rs`, which asks exact
//! arithmetic: whether the two touch at the start, meet at the very end, or graze each other. Two balls have
//! a closed form (`balls.rs`); polygons, boxes and triangles have few candidate axes (`outlines.rs`,
//! `solids.rs`).
//!
//! `inline(always)`: what is not inlined into `simd::widest` loses its wide registers.

mod axes;
pub(super) mod balls;
mod body;
mod gjk_ray_cast;
mod outlines;
mod portal;
mod solids;

use glam::DVec3;

use super::bounds::{GRAZE, SLANT, balls_pass, crossing_time, gap_error, not_later};
use super::hit::Hit;
use crate::cast::cyrus_beck::ClipInterval;
use crate::cast::decided::{Decided, Filtered};
use crate::exact::filter::Bound;
use crate::math::{Real, lift, lower};
use crate::pair::{PairSpace, Support, unit};
use crate::shape::{AnyShape, Core, Placed, Vertices};
use body::PlacedCore;

/// Two cores, of which B moves, in the world's axes but relative to A's origin.
struct CorePair<'c, V: PairSpace> {
    a: PlacedCore<'c, V>,
    b: PlacedCore<'c, V>,
    /// A's origin.
    seen_from: DVec3,
    /// B's motion.
    way: DVec3,
    /// The sum of the radii.
    radius: f64,
    /// The last time that counts.
    limit: f64,
    /// The error bound of a gap computed here.
    rounding: f64,
    /// The error bound of a gap in an exact decision, or in one of the space's own precision.
    error_bound: f64,
}

/// A separating plane; `normal` is a unit vector from A to B.
#[derive(Clone, Copy, Debug)]
struct SeparatingPlane {
    normal: DVec3,
    /// The gap along the normal at time 0.
    gap: f64,
    /// How fast the gap closes.
    speed: f64,
}

impl SeparatingPlane {
    #[inline]
    fn gap_at(&self, time: f64) -> f64 {
        self.gap - self.speed * time
    }
}

/// What a search found.
enum Found {
    /// Planes separate the two all the way.
    Apart,
    /// The plane separates them up to the time at which it is crossed; this is the point of A that coincides
    /// with one of B then, without the radii.
    Together(SeparatingPlane, DVec3),
}

/// The first meeting of two cores that are apart at the start, up to `limit`; B goes `way`.
#[inline]
pub(super) fn first<V: PairSpace>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    way: V,
    limit: V::Scalar,
) -> Filtered<Hit<V>> {
    if let (Some(one), Some(other)) = (a.shape.ball_radius(), b.shape.ball_radius()) {
        return balls::first([a, b], [one, other], way, limit.to_f64());
    }
    cores(a, b, way, limit)
}

fn cores<V: PairSpace>(a: &Placed<'_, V>, b: &Placed<'_, V>, way: V, limit: V::Scalar) -> Filtered<Hit<V>> {
    let (core_a, core_b) = (a.shape.core()?, b.shape.core()?);
    let seen_from = lift(a.place.origin_and_scale().0);
    let bodies = [
        PlacedCore::new(a, &core_a, seen_from),
        PlacedCore::new(b, &core_b, seen_from),
    ];
    let pair = CorePair::new(bodies, seen_from, way, limit.to_f64());
    if !pair.is_moderate() {
        return None;
    }
    let (between, within) = (pair.b.origin - pair.a.origin, pair.a.size + pair.b.size);
    if balls_pass(between, pair.way, pair.limit, within + 2.0 * pair.error_bound) {
        return Some(Decided::Miss);
    }
    let found = pair.search(&core_a, &core_b)?;
    match found {
        Found::Together(plane, _) if pair.is_too_rough_for(&plane) => {
            let refined = CorePair {
                a: pair.a.refined(a, &core_a, seen_from),
                b: pair.b.refined(b, &core_b, seen_from),
                ..pair
            };
            refined.decided(refined.search(&core_a, &core_b)?)
        }
        found => pair.decided(found),
    }
}

impl<'c, V: PairSpace> CorePair<'c, V> {
    #[inline(always)]
    fn new([a, b]: [PlacedCore<'c, V>; 2], seen_from: DVec3, way: V, limit: f64) -> Self {
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
    /// Whether squares and cubes of its lengths neither overflow nor vanish.
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
    /// By the candidate axes, where these are few.
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
    /// What the crossing times of the planes tell: a miss, or the number of the plane that separates the two
    /// until they meet.
    #[inline]
    fn last_plane(&self, clip: &ClipInterval) -> Filtered<usize> {
        if clip.outside_from < clip.outside_until.max(0.0) || clip.outside_until > self.limit {
            return Some(Decided::Miss);
        }
        let is_sure = clip.outside_until > 0.0 && clip.inside_from < clip.inside_until.min(self.limit);
        is_sure.then_some(Decided::Hit(clip.plane))
    }
    /// The points of both that are nearest to a plane between them.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn support(&self, normal: DVec3) -> Support<DVec3> {
        Support::new(self.a.support(normal), self.b.support(-normal))
    }
    /// The plane through these support points.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn plane(&self, normal: DVec3, support: &Support<DVec3>) -> SeparatingPlane {
        SeparatingPlane {
            normal,
            gap: normal.dot(support.difference) - self.radius,
            speed: -normal.dot(self.way),
        }
    }
    /// Whether a plane surely separates the two at the start.
    #[inline]
    fn parts_at_start(&self, plane: &SeparatingPlane) -> bool {
        plane.gap > self.error_bound
    }
    /// Whether a plane surely separates the two from `time`, where it is known to separate them, to the end.
    #[inline]
    fn parts_from(&self, plane: &SeparatingPlane, time: f64) -> bool {
        plane.gap_at(time) > self.error_bound && plane.gap_at(self.limit) > self.error_bound
    }
    /// Whether the error of rounded rotations changes the time by much.
    #[inline]
    fn is_too_rough_for(&self, plane: &SeparatingPlane) -> bool {
        (self.a.is_rough() || self.b.is_rough()) && plane.speed < SLANT * self.way.abs().max_element()
    }
    #[inline(always)]
    fn decided(&self, found: Found) -> Filtered<Hit<V>> {
        match found {
            Found::Apart => Some(Decided::Miss),
            Found::Together(plane, point) => self.hit(&plane, point).map(Decided::Hit),
        }
    }
    /// The meeting when a plane is crossed.
    #[inline(always)]
    fn hit(&self, plane: &SeparatingPlane, point: DVec3) -> Option<Hit<V>> {
        let fastest = self.way.abs().max_element();
        let is_sure = plane.speed > GRAZE * fastest && plane.gap_at(self.limit) < -self.error_bound;
        let turned = self.a.drift + self.b.drift;
        let is_axis = plane.normal.abs().max_element() == 1.0;
        let time = crossing_time(plane.gap, plane.speed, gap_error(turned, self.rounding, is_axis));
        let point = point + plane.normal * self.a.radius + self.seen_from;
        is_sure.then(|| Hit {
            is_resolved: true,
            time: not_later::<V>(time),
            normal: lower(plane.normal),
            point: lower(point),
        })
    }
}

#[cfg(test)]
mod tests;
