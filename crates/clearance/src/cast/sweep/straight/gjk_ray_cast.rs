//! Ray casting by GJK: the plane between two cores and the time search_state together.
//!
//! Source: G. van den Bergen, "Ray casting against general convex objects with application to continuous
//! collision detection", 2004. D = { b - a } is cast along B's way: GJK looks for the point of D nearest to
//! the origin, and whenever the plane across its search direction still parts the two, time goes on to where
//! it is crossed. The points found so far move along, and the search goes on from there.
//!
//! Where we differ: the ball around D is not sampled but subtracted from each gap, so that round shapes
//! double their digits with each step; simplices are reduced by signed volumes
//! (`pair/gjk_epa/signed_volumes.rs`); and there is no tolerance but the bound of the rounding errors: a
//! search that cannot come nearer than that gives up.

use glam::{DVec2, DVec3};

use super::{CorePair, Found, SeparatingPlane};
use crate::math::Vector;
use crate::pair::{PairSpace, Support, nearest_of_first, unit};
use crate::simd::widest;

/// Support points to take at most; few pairs need more than a dozen.
const STEPS: usize = 64;

/// How many bounds of rounding errors two points may be apart that count as together.
const TOGETHER: f64 = 4.0;

/// Part of the sizes of both at which those that pass each other mostly miss.
const LIKELY: f64 = 0.5;

/// Points of D at time 0 of which some carry the point nearest to the origin.
struct GjkSearch {
    points: [Support<DVec3>; 4],
    count: usize,
    time: f64,
    /// The plane that is crossed at that time.
    plane: Option<SeparatingPlane>,
    is_apart_at_start: bool,
}

/// When two cores first meet: with the widest registers, since the scans of vertices take most of the time.
pub(super) fn search<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Found> {
    widest(
        #[inline(always)]
        || cast(pair),
    )
}

#[inline(always)]
fn cast<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Found> {
    let mut search_state = GjkSearch {
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
        search_state.is_apart_at_start |= pair.parts_at_start(&plane);
        if search_state.is_apart_at_start && search_state.is_apart_from_now(pair, &plane) {
            return Some(Found::Apart);
        }
        let goes_on = search_state.advance(&plane, pair.rounding);
        if search_state.count < 4 && !search_state.knows(&support) {
            search_state.points[search_state.count] = support;
            search_state.count += 1;
        } else if !goes_on {
            return None;
        }
        let nearest = search_state.nearest::<V>(pair.way);
        if nearest.distance <= pair.radius + TOGETHER * pair.rounding {
            return search_state.together(pair, &nearest);
        }
        normal = unit(nearest.direction)?;
    }
    None
}

/// Towards B; but where B goes past A by most of what both measure, across its way: that is likely to part
/// them for good.
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
    /// Towards it.
    direction: DVec3,
    /// How far it is: that of two actual points, as they come out.
    distance: f64,
    /// A's point of it.
    point_a: DVec3,
}

impl GjkSearch {
    /// Whether a plane surely parts the two to the end, and from when on the one before is not surely wide
    /// enough: but for rounding that was crossed now, which of two that graze each other is long before.
    #[inline(always)]
    fn is_apart_from_now<V: PairSpace>(&self, pair: &CorePair<'_, V>, plane: &SeparatingPlane) -> bool {
        let surely_until =
            |crossed: SeparatingPlane| ((crossed.gap - pair.error_bound) / crossed.speed).max(0.0);
        pair.parts_from(plane, self.time)
            && (plane.speed >= 0.0 || pair.parts_from(plane, self.plane.map_or(0.0, surely_until)))
    }
    /// Goes on to where a plane is crossed, unless only rounding says that it is not crossed yet.
    #[inline(always)]
    fn advance(&mut self, plane: &SeparatingPlane, rounding: f64) -> bool {
        let goes_on = plane.speed > 0.0 && plane.gap_at(self.time) > rounding;
        if goes_on {
            self.time = plane.gap / plane.speed;
            self.plane = Some(*plane);
        }
        goes_on
    }
    /// The answer, once the two are together. Of round shapes the normal of the last plane may still be half
    /// as many digits off as their distance was: that between the two points is not.
    #[inline(always)]
    fn together<V: PairSpace>(&self, pair: &CorePair<'_, V>, nearest: &SimplexPoint) -> Option<Found> {
        let mut plane = self.plane.filter(|_| self.is_apart_at_start)?;
        if pair.radius > 0.0 {
            let normal = unit(nearest.direction)?;
            plane = pair.plane(normal, &pair.support(normal));
        }
        Some(Found::Together(plane, nearest.point_a))
    }
    #[inline(always)]
    fn knows(&self, support: &Support<DVec3>) -> bool {
        let known = &self.points[..self.count];
        known.iter().any(|p| p.difference == support.difference)
    }
    /// Where the simplex is nearest to the origin now; drops the points of no use.
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
            // By the trait: glam's own length may be an instruction of the old kind (see `widest`).
            distance: Vector::length(point),
            point_a,
        }
    }
}
