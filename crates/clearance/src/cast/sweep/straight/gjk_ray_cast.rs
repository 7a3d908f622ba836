//! Ray casting by GJK: the separating plane and the time advance together.
//!
//! Source: G. van den Bergen, "Ray casting against general convex objects with application to continuous
//! collision detection", 2004. The Minkowski difference D = { b - a } is cast along B's motion. GJK looks for
//! the point of D nearest to the origin, and whenever the plane across its search direction still separates
//! the two, time advances to where that plane is crossed. The support points found so far move along, and the
//! search goes on from there.
//!
//! Where we differ: the ball around D is not sampled but subtracted from each gap, so that round shapes
//! double their digits with each step. Simplices are reduced by signed volumes
//! (`pair/gjk_epa/signed_volumes.rs`). There is no tolerance except the error bound: a search that cannot
//! come nearer than that gives up.

use glam::{DVec2, DVec3};

use super::{CorePair, Found, SeparatingPlane};
use crate::math::Vector;
use crate::pair::{PairSpace, Support, nearest_of_first, unit};
use crate::simd::widest;

/// The most support points; few pairs need more than a dozen.
const STEPS: usize = 64;

/// Two points count as together within so many error bounds.
const TOGETHER: f64 = 4.0;

/// Two that pass each other at more than this part of both sizes mostly miss.
const LIKELY: f64 = 0.5;

/// Points of D at time 0, some of which span the point nearest to the origin.
struct GjkSearch {
    points: [Support<DVec3>; 4],
    count: usize,
    time: f64,
    /// The plane that is crossed at that time.
    plane: Option<SeparatingPlane>,
    is_apart_at_start: bool,
}

/// When two cores first meet. The widest registers are used, since scanning vertices takes most of the time.
pub(super) fn search<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Found> {
    widest(
        #[inline(always)]
        || cast(pair),
    )
}

#[inline(always)]
fn cast<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Found> {
    let mut search = GjkSearch {
        points: [Support::NONE; 4],
        count: 0,
        time: 0.0,
        plane: None,
        is_apart_at_start: false,
    };
    let mut normal = first_normal(pair)?;
    for _ in 0..STEPS {
        let support = pair.support(normal);
        let plane = pair.plane(normal, &support);
        search.is_apart_at_start |= pair.parts_at_start(&plane);
        if search.is_apart_at_start && search.is_apart_from_now(pair, &plane) {
            return Some(Found::Apart);
        }
        let goes_on = search.advance(&plane, pair.rounding);
        if search.count < 4 && !search.knows(&support) {
            search.points[search.count] = support;
            search.count += 1;
        } else if !goes_on {
            return None;
        }
        let nearest = search.nearest::<V>(pair.way);
        if nearest.distance <= pair.radius + TOGETHER * pair.rounding {
            return search.together(pair, &nearest);
        }
        normal = unit(nearest.direction)?;
    }
    None
}

/// Towards B; but where B passes A at a distance of most of both sizes, across its motion: that direction
/// probably separates them all the way.
#[inline(always)]
fn first_normal<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<DVec3> {
    let (between, way) = (pair.b.middle() - pair.a.middle(), pair.way);
    let across = between - way * (between.dot(way) / way.length_squared());
    let size = LIKELY * (pair.a.size + pair.b.size);
    let is_likely = across.length_squared() > size * size;
    unit(if is_likely { across } else { between })
}

/// The point of the simplex nearest to the origin.
struct SimplexPoint {
    /// Towards that point.
    direction: DVec3,
    /// Its distance, computed from two actual points.
    distance: f64,
    /// A's point of it.
    point_a: DVec3,
}

impl GjkSearch {
    /// Whether a plane surely separates the two to the end, and from the time at which the plane before it no
    /// longer surely does. Up to rounding that time is now; when two graze each other it is much earlier.
    #[inline]
    fn is_apart_from_now<V: PairSpace>(&self, pair: &CorePair<'_, V>, plane: &SeparatingPlane) -> bool {
        let surely_until =
            |crossed: SeparatingPlane| ((crossed.gap - pair.error_bound) / crossed.speed).max(0.0);
        pair.parts_from(plane, self.time)
            && (plane.speed >= 0.0 || pair.parts_from(plane, self.plane.map_or(0.0, surely_until)))
    }
    /// Advances to where a plane is crossed, unless only rounding says that it is not crossed yet.
    #[inline(always)]
    fn advance(&mut self, plane: &SeparatingPlane, rounding: f64) -> bool {
        let goes_on = plane.speed > 0.0 && plane.gap_at(self.time) > rounding;
        if goes_on {
            self.time = plane.gap / plane.speed;
            self.plane = Some(*plane);
        }
        goes_on
    }
    /// The answer, once the two are together. For round shapes the normal of the last plane may have half as
    /// many digits as the distance; the direction between the two points has all.
    #[inline(always)]
    fn together<V: PairSpace>(&self, pair: &CorePair<'_, V>, nearest: &SimplexPoint) -> Option<Found> {
        let mut plane = self.plane.filter(|_| self.is_apart_at_start)?;
        if pair.radius > 0.0 {
            let normal = unit(nearest.direction)?;
            plane = pair.plane(normal, &pair.support(normal));
        }
        Some(Found::Together(plane, nearest.point_a))
    }
    #[inline]
    fn knows(&self, support: &Support<DVec3>) -> bool {
        let known = &self.points[..self.count];
        known.iter().any(|p| p.difference == support.difference)
    }
    /// The point of the simplex nearest to the origin now; drops the vertices that it does not need.
    #[inline(always)]
    fn nearest<V: PairSpace>(&mut self, way: DVec3) -> SimplexPoint {
        let shift = way * self.time;
        let mut there = self.points;
        for p in &mut there {
            p.difference += shift;
        }
        let (weights, direction) = if V::DIM == 2 {
            let flat = there.map(|p| Support::new(DVec2::ZERO, p.difference.truncate()));
            let nearest = nearest_of_first(&flat, self.count);
            (nearest.weights, nearest.direction.extend(0.0))
        } else {
            let nearest = nearest_of_first(&there, self.count);
            (nearest.weights, nearest.direction)
        };
        let (mut kept, mut point, mut point_a) = (0, DVec3::ZERO, DVec3::ZERO);
        for i in 0..self.count {
            let weight = weights[i];
            if weight > 0.0 {
                point += there[i].difference * weight;
                point_a += self.points[i].a * weight;
                self.points[kept] = self.points[i];
                kept += 1;
            }
        }
        self.count = kept;
        SimplexPoint {
            direction,
            // Through the trait: glam's own length may compile to an older instruction (see `widest`).
            distance: Vector::length(point),
            point_a,
        }
    }
}
