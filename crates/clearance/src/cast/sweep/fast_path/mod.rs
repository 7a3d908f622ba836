//! Straight sweeps of two boxes or polygons of the plane, or of two capsules, tried before the filter.
//!
//! In the projection along B's motion, two intervals decide whether the shapes pass each other, or meet if
//! the motion is long enough. The edge that is met is the last candidate axis to overlap (D. Eberly,
//! "Intersection of convex objects: the method of separating axes", 2001); it is searched four edges at a
//! time in the space's own precision, and is only a guess. The edge found is computed again from its corners
//! in double precision. It separates the two up to the time at which it is reached, and if the two then have
//! a point of it in common, that is when they meet. Everything else is left to [`straight`](super::straight).

mod capsules;
mod pass_by;

pub(super) use capsules::MinkowskiSum;
use capsules::PlacedCapsule;
use glam::DVec2;
pub(in crate::cast) use pass_by::space;

use super::bounds::{GRAZE, GapErrors, crossing_time, gap_error, least_slant, rotation_error};
use super::hit::{Hit, PlaneHit};
use crate::cast::decided::{Decided, Filtered};
use crate::math::{Lanes as _, Pose, Real, ScalarOf, magnitude};
use crate::pair::{CuboidHull, OutlineHull};
#[cfg(not(target_family = "wasm"))]
use crate::shape::{ConvexPolygon, Cuboid};
use crate::shape::{EDGES, Placed, Shape2, Space2};

/// Polygons with more corners are left to searches that do not compare all pairs of edges.
const MOST: usize = 16;
/// The square of the least length of an edge, as a part of its shape's extent.
const SHORT: f64 = 1.0 / 4096.0;
/// The most groups of four edges that two shapes have.
const GROUPS: usize = 2 * MOST / EDGES;

type Quad<V> = <ScalarOf<V> as Real>::Lanes;

/// The first meeting of two that are apart at the start; B goes `way` in a time of 1.
#[inline]
pub(in crate::cast) fn plane<V: Space2>(a: &Placed<'_, V>, b: &Placed<'_, V>, way: V) -> Filtered<Hit<V>> {
    use Shape2::{Capsule, Circle};
    if a.place.outer.is_some() || b.place.outer.is_some() {
        return None;
    }
    let (p, q) = (a.place.pose, b.place.pose);
    match (a.shape, b.shape) {
        // Two circles have a closed form (`straight/balls.rs`).
        (Circle(_), Circle(_)) => None,
        (Capsule(_) | Circle(_), Capsule(_) | Circle(_)) => {
            let (a, b) = (PlacedCapsule::new(a.shape, p)?, PlacedCapsule::new(b.shape, q)?);
            capsules::first(&a, &b, way)
        }
        _ => hulls([a.shape, b.shape], [p, q], way),
    }
}

/// One version is compiled for each two kinds of hulls.
#[cfg(not(target_family = "wasm"))]
#[inline]
fn hulls<V: Space2>([a, b]: [&Shape2<V>; 2], [p, q]: [&Pose<V>; 2], way: V) -> Filtered<Hit<V>> {
    use Shape2::{Box, Convex};
    let cuboid = |c: &Cuboid<V>| CuboidHull(c.half_extents());
    let is_small = |c: &ConvexPolygon<V>| is_small(c.vertices().len());
    match (a, b) {
        (Box(c), Box(d)) => first(
            &PlacedHull::new(cuboid(c), p),
            &PlacedHull::new(cuboid(d), q),
            way,
        ),
        (Convex(c), Convex(d)) if is_small(c) && is_small(d) => {
            first(&PlacedHull::new(c, p), &PlacedHull::new(d, q), way)
        }
        (Box(c), Convex(d)) if is_small(d) => {
            first(&PlacedHull::new(cuboid(c), p), &PlacedHull::new(d, q), way)
        }
        (Convex(c), Box(d)) if is_small(c) => {
            first(&PlacedHull::new(c, p), &PlacedHull::new(cuboid(d), q), way)
        }
        _ => None,
    }
}

/// The same where code must be small: one version is compiled for all hulls.
#[cfg(target_family = "wasm")]
fn hulls<V: Space2>([a, b]: [&Shape2<V>; 2], [p, q]: [&Pose<V>; 2], way: V) -> Filtered<Hit<V>> {
    first(
        &PlacedHull::new(any_hull(a)?, p),
        &PlacedHull::new(any_hull(b)?, q),
        way,
    )
}

/// Whether a polygon has an area and few corners.
fn is_small(count: usize) -> bool {
    (3..=MOST).contains(&count)
}

#[cfg(target_family = "wasm")]
fn any_hull<V: Space2>(shape: &Shape2<V>) -> Option<crate::pair::AnyHull<'_, V>> {
    use crate::pair::AnyHull;
    match shape {
        Shape2::Box(c) => Some(AnyHull::Cuboid(CuboidHull(c.half_extents()))),
        Shape2::Convex(c) if is_small(c.vertices().len()) => Some(AnyHull::Polygon(c)),
        _ => None,
    }
}

/// A hull and its pose.
struct PlacedHull<V, H> {
    hull: H,
    position: V,
    /// The image of the x axis.
    axis: V,
    scale: f64,
    /// No point is further from the hull's origin.
    extent: f64,
}

impl<V: Space2, H: OutlineHull<V>> PlacedHull<V, H> {
    #[inline(always)]
    fn new(hull: H, pose: &Pose<V>) -> Self {
        let (rotation, scale) = (pose.rotation(), pose.scale().to_f64());
        Self {
            extent: (magnitude(hull.center()) + hull.outer_radius()).to_f64() * scale,
            hull,
            position: pose.position(),
            axis: V::new(rotation.cos(), rotation.sin()),
            scale,
        }
    }
    /// A vector of the world in the hull's frame.
    #[inline]
    fn seen(&self, v: DVec2) -> DVec2 {
        let axis = self.axis.to_double();
        DVec2::new(axis.dot(v), axis.perp_dot(v))
    }
    /// A corner in the world's axes, relative to the hull's origin.
    #[inline]
    fn corner(&self, i: usize) -> DVec2 {
        self.axis.to_double().rotate(self.hull.corner(i).to_double()) * self.scale
    }
    /// The error of the border due to the rounded rotation.
    #[inline]
    fn drift(&self) -> f64 {
        rotation_error::<V>(self.axis.to_double(), self.extent)
    }
    /// The smallest heights along a vector of the world and against it, relative to the hull's origin.
    #[inline(always)]
    fn ends(&self, v: DVec2) -> [f64; 2] {
        let v = V::from_double(self.seen(v));
        let low = self
            .hull
            .lowest_heights(&[v.x(), -v.x(), v.x(), -v.x()], &[v.y(), -v.y(), v.y(), -v.y()]);
        [low[0].to_f64() * self.scale, low[1].to_f64() * self.scale]
    }
}

/// Two hulls, of which B moves, and the error bounds of gaps between them.
struct HullPair {
    /// From A's origin to B's.
    between: DVec2,
    way: DVec2,
    fastest: f64,
    errors: GapErrors,
}

#[inline]
fn first<V: Space2, A: OutlineHull<V>, B: OutlineHull<V>>(
    a: &PlacedHull<V, A>,
    b: &PlacedHull<V, B>,
    way: V,
) -> Filtered<Hit<V>> {
    let (from, to, way) = (a.position.to_double(), b.position.to_double(), way.to_double());
    let fastest = Real::max(way.max_element(), -way.min_element());
    let reach = a.extent + b.extent + magnitude(from) + magnitude(to) + fastest;
    let pair = HullPair {
        between: to - from,
        way,
        fastest,
        errors: GapErrors::new(ScalarOf::<V>::EPSILON.to_f64(), reach),
    };
    // Edges are compared in the space's own precision.
    let [least, most] = V::Scalar::ORDINARY_SIZES.map(Real::to_f64);
    let is_moderate = (reach < most) & (reach > least) & (fastest > pair.errors.error_bound);
    let lateral_gap = pair.lateral_gap(a, b);
    let is_known = is_moderate & (lateral_gap.abs() > pair.errors.error_bound * 2.0 * fastest);
    if !is_known {
        return None;
    }
    if lateral_gap > 0.0 {
        return Some(Decided::Miss);
    }
    let edge = pair.last_edge(a, b);
    let own = a.hull.count().div_ceil(EDGES) * EDGES;
    if edge < own {
        let hit = pair.arrive(a, b, edge.min(a.hull.count() - 1))?;
        return Some(hit.map(|hit| {
            let point = from + hit.point;
            PlaneHit { point, ..hit }.in_space()
        }));
    }
    let hit = pair
        .reversed()
        .arrive(b, a, (edge - own).min(b.hull.count() - 1))?;
    Some(hit.map(|hit| {
        let (normal, point) = (-hit.normal, to + way * hit.time + hit.point);
        PlaneHit { normal, point, ..hit }.in_space()
    }))
}

impl HullPair {
    /// The same with A and B exchanged.
    #[inline]
    fn reversed(&self) -> Self {
        Self {
            between: -self.between,
            way: -self.way,
            ..*self
        }
    }
    /// The gap across the motion, times the motion's length; negative where they overlap.
    #[inline]
    fn lateral_gap<V: Space2, A: OutlineHull<V>, B: OutlineHull<V>>(
        &self,
        a: &PlacedHull<V, A>,
        b: &PlacedHull<V, B>,
    ) -> f64 {
        let across = self.way.perp();
        let (apart, a, b) = (across.dot(self.between), a.ends(across), b.ends(across));
        Real::max(b[0] + a[1] + apart, b[1] + a[0] - apart)
    }
    /// The edge that is probably met last; A's edges come first, then B's.
    #[inline]
    fn last_edge<V: Space2, A: OutlineHull<V>, B: OutlineHull<V>>(
        &self,
        a: &PlacedHull<V, A>,
        b: &PlacedHull<V, B>,
    ) -> usize {
        let mut times = [Quad::<V>::splat(-ScalarOf::<V>::INFINITY); GROUPS];
        let own = a.hull.count().div_ceil(EDGES);
        let all = (own + b.hull.count().div_ceil(EDGES)).min(GROUPS);
        let [own_times, others] = {
            let (one, other) = times.split_at_mut(own);
            [one, other]
        };
        self.edge_times(a, b, own_times);
        self.reversed().edge_times(b, a, &mut others[..all - own]);
        let mut last = times[0];
        for time in &times[1..all] {
            last = last.max(*time);
        }
        let last = Quad::<V>::splat(last.greatest());
        let mut edges = 0;
        for (g, time) in times[..all].iter().enumerate() {
            edges |= time.reach(last) << (g * EDGES);
        }
        edges.trailing_zeros() as usize
    }
    /// About when the lines of all edges are met, four at a time.
    #[inline]
    fn edge_times<V: Space2, A: OutlineHull<V>, B: OutlineHull<V>>(
        &self,
        a: &PlacedHull<V, A>,
        b: &PlacedHull<V, B>,
        times: &mut [Quad<V>],
    ) {
        let four = |x: f64| Quad::<V>::splat(V::Scalar::lit(x));
        let both = |v: DVec2| [four(v.x), four(v.y)];
        let [cos, sin] = both(a.seen(b.axis.to_double()));
        let ([x, y], [way_x, way_y]) = (both(a.seen(self.between)), both(a.seen(self.way)));
        let (mine, its) = (four(a.scale), four(b.scale));
        // An edge that nothing approaches counts as approached slowly.
        let slowest = four(self.fastest * GRAZE);
        for (g, time) in times.iter_mut().enumerate() {
            let edges = a.hull.edges(g);
            let (nx, ny) = (Quad::<V>::new(&edges.x), Quad::<V>::new(&edges.y));
            let (seen_x, seen_y) = (nx * cos + ny * sin, ny * cos - nx * sin);
            let low = Quad::<V>::new(&b.hull.lowest_heights(&seen_x.numbers(), &seen_y.numbers()));
            let gap = low * its + (nx * x + ny * y) - Quad::<V>::new(&edges.offset) * mine;
            *time = gap / (-(nx * way_x + ny * way_y)).max(slowest);
        }
    }
    /// When an edge of `a` is met, if that is when the two meet; a miss where it separates them all the way.
    #[inline]
    fn arrive<V: Space2, A: OutlineHull<V>, B: OutlineHull<V>>(
        &self,
        a: &PlacedHull<V, A>,
        b: &PlacedHull<V, B>,
        edge: usize,
    ) -> Filtered<PlaneHit> {
        let next = if edge + 1 == a.hull.count() { 0 } else { edge + 1 };
        let (start, end) = (a.corner(edge), a.corner(next));
        let across = end - start;
        let length2 = across.length_squared();
        // Rounding may turn a short edge so that other corners are in front of it.
        let is_long = length2 > a.extent * a.extent * SHORT;
        if !is_long {
            return None;
        }
        let across = across * (1.0 / length2.sqrt());
        let normal = -across.perp();
        let (front, seen) = (normal.dot(start), b.seen(normal * b.scale));
        let back = lowest(&b.hull, seen);
        let gap = back + normal.dot(self.between) - front;
        let speed = -normal.dot(self.way);
        let at_end = gap - speed;
        let is_apart = gap > self.errors.error_bound;
        if !is_apart {
            return None;
        }
        if at_end > self.errors.error_bound {
            return Some(Decided::Miss);
        }
        let drift = a.drift() + b.drift();
        let is_met = (speed > least_slant::<V>(drift) * self.fastest) & (at_end < -self.errors.error_bound);
        if !is_met {
            return None;
        }
        let level = 8.0 * self.errors.rounding;
        let shift = across.dot(self.between + self.way * (gap / speed));
        let its = span(&b.hull, b.seen(across * b.scale), seen, back + level);
        let low = Real::max(across.dot(start), its.0 + shift);
        let high = Real::min(across.dot(end), its.1 + shift);
        // The edges pass each other: rounding chose the wrong one.
        let is_common = low <= high + level;
        if !is_common {
            return None;
        }
        let is_axis = (normal.x == 0.0) | (normal.y == 0.0);
        let gap_error = gap_error(drift, self.errors.rounding, is_axis);
        Some(Decided::Hit(PlaneHit {
            time: crossing_time(gap, speed, gap_error),
            normal,
            point: normal * front + across * (0.5 * (low + high)),
        }))
    }
}

/// The least height of a hull's corners.
#[inline]
fn lowest<V: Space2, H: OutlineHull<V>>(hull: &H, normal: DVec2) -> f64 {
    let mut least = f64::INFINITY;
    for i in 0..hull.count() {
        least = Real::min(normal.dot(hull.corner(i).to_double()), least);
    }
    least
}

/// The extent along `across` of the corners that are no higher than a level.
#[inline]
fn span<V: Space2, H: OutlineHull<V>>(hull: &H, across: DVec2, normal: DVec2, level: f64) -> (f64, f64) {
    let mut span = (f64::INFINITY, f64::NEG_INFINITY);
    for i in 0..hull.count() {
        let corner = hull.corner(i).to_double();
        if normal.dot(corner) <= level {
            let place = across.dot(corner);
            span = (Real::min(place, span.0), Real::max(place, span.1));
        }
    }
    span
}
