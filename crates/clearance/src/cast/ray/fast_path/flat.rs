//! Boxes, convex polygons, triangles.

use glam::{DVec2, DVec3};

use super::{Outcome, Shot};
use crate::cast::ray::filter::crossed;
use crate::math::{Lanes as _, Real, ScalarOf, Space, magnitude};
use crate::shape::{ConvexPolygon, EDGES, Space2};

/// A ray slower than this part of the whole across a plane may as well go as fast: on its way past the shape
/// that moves it by less than the doubt.
const ALONG: f64 = f64::EPSILON;

/// Corners of polygons that are asked about here, at most: one bit for each.
const MOST: usize = 32;

/// A box from `-half_extents` to `half_extents`: the slab method (Kay & Kajiya 1986), with what rounding may
/// do to each time.
#[inline(always)]
pub(super) fn cuboid<D: Space<Scalar = f64>>(shot: &Shot<D>, half_extents: D) -> Outcome<D> {
    let error_bound = shot.error_bound(half_extents.max_element());
    if passes_by(shot, half_extents, error_bound) {
        return Outcome::miss(shot.is_sound(error_bound));
    }
    let slowest = ALONG * shot.direction.max_abs();
    let (mut time, mut surely_in, mut surely_out) = (f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
    let (mut stays, mut left, mut place) = (f64::INFINITY, f64::INFINITY, 0);
    for i in 0..D::DIM {
        let (o, d, h) = (shot.origin.get(i), shot.direction.get(i), half_extents.get(i));
        let inverse = 1.0 / Real::max(d.abs(), slowest);
        let middle = if d > 0.0 { -o } else { o };
        let error = error_bound * inverse;
        let (enter, exit) = ((middle - h) * inverse, (middle + h) * inverse);
        place = if enter > time { i } else { place };
        time = Real::max(enter, time);
        surely_in = Real::max(enter + error, surely_in);
        surely_out = Real::max(enter - error, surely_out);
        stays = Real::min(exit - error, stays);
        left = Real::min(exit + error, left);
    }
    let is_miss = left < Real::max(surely_out, 0.0);
    let error = Real::max(surely_in - time, time - surely_out);
    let is_in = (surely_out > 0.0) & (surely_in < stays) & (error < shot.precision * time);
    Outcome {
        is_sure: shot.is_sound(error_bound) & (is_miss | is_in),
        is_hit: !is_miss,
        time,
        normal: D::from_fn(|i| {
            let outward = 1.0.copysign(-shot.direction.get(i));
            if i == place { outward } else { 0.0 }
        }),
    }
}

/// Whether the ray's line passes beside a box, as an axis across it and an axis of the box tells.
#[inline(always)]
fn passes_by<D: Space<Scalar = f64>>(shot: &Shot<D>, half_extents: D, error_bound: f64) -> bool {
    let (o, d, h) = (shot.origin, shot.direction, half_extents);
    let mut is_beside = false;
    for i in 0..D::DIM {
        for j in i + 1..D::DIM {
            let (x, y) = (d.get(i).abs(), d.get(j).abs());
            let reach = x * h.get(j) + y * h.get(i) + 2.0 * error_bound * (x + y);
            let apart = o.get(i) * d.get(j) - o.get(j) * d.get(i);
            is_beside |= apart.abs() > reach;
        }
    }
    is_beside
}

/// The corners lie on either side of the ray's line, or all on one: the two edges that it crosses begin where
/// the side changes.
#[inline(always)]
pub(super) fn polygon<V: Space2>(
    shot: &Shot<DVec2>,
    polygon: &ConvexPolygon<V>,
    scale: V::Scalar,
) -> Outcome<DVec2> {
    let vertices = polygon.vertices();
    let count = vertices.len();
    if !(3..=MOST).contains(&count) {
        return Outcome::unsure();
    }
    let size = (magnitude(polygon.center().to_double()) + polygon.radius().to_f64()) * scale.to_f64();
    let error_bound = shot.error_bound(size);
    let all = u32::MAX >> (MOST - count);
    let [left, right] = sides(shot, polygon, scale, size).map(|bits| bits & all);
    let is_known = shot.is_sound(error_bound) & ((left | right) == all);
    if (left == 0) | (right == 0) {
        return Outcome::miss(is_known);
    }
    let beyond = left >> 1 | (left & 1) << (count - 1);
    let edge = |starts: u32| {
        let i = (starts.trailing_zeros() as usize).min(count - 1);
        let next = if i + 1 == count { 0 } else { i + 1 };
        let [a, b] = [i, next].map(|k| vertices[k].to_double() * scale.to_f64());
        let normal = -(b - a).perp();
        (normal, normal.dot(shot.origin - a))
    };
    let (normal, gap) = edge(left & !beyond);
    let (behind, passed) = edge(beyond & !left);
    let is_miss = passed > 2.0 * error_bound * magnitude(behind);
    let is_in = 2.0 * error_bound * magnitude(normal) < shot.precision * gap;
    Outcome {
        is_sure: is_known & (is_miss | is_in),
        is_hit: !is_miss,
        time: -gap / normal.dot(shot.direction),
        normal: normal * (1.0 / normal.length_squared().sqrt()),
    }
}

/// A bit for each corner that is surely left of the ray's line, and surely right of it.
#[inline(always)]
fn sides<V: Space2>(shot: &Shot<DVec2>, polygon: &ConvexPolygon<V>, scale: V::Scalar, size: f64) -> [u32; 2] {
    type Four<V> = <ScalarOf<V> as Real>::Lanes;
    let four = |x: f64| Four::<V>::splat(V::Scalar::lit(x));
    let d = shot.direction;
    // The products, their difference, the start's and that: a few roundings of this each.
    let rounding = 12.0 * ScalarOf::<V>::EPSILON.to_f64();
    let bound = (rounding + 2.0 * shot.turn) * magnitude(d) * (shot.away + size);
    // What is lost where products with the corners, which are scaled later, vanish.
    let lost = ScalarOf::<V>::MIN_POSITIVE * V::Scalar::lit(16.0);
    let bound = V::Scalar::lit(bound) + (lost + lost * scale);
    let (most, least) = (Four::<V>::splat(bound), Four::<V>::splat(-bound));
    let (x, y, base) = (four(d.x), four(d.y), four(d.perp_dot(shot.origin)));
    let scale = Four::<V>::splat(scale);
    let (mut left, mut right) = (0, 0);
    for (g, edges) in polygon.columns().iter().enumerate() {
        let [cx, cy] = [Four::<V>::new(&edges.corner[0]), Four::<V>::new(&edges.corner[1])];
        let side = (x * cy - y * cx) * scale - base;
        left |= side.reach(most) << (g * EDGES);
        right |= least.reach(side) << (g * EDGES);
    }
    [left, right]
}

/// A triangle, which has no inside; its normal faces the ray.
#[inline(always)]
pub(super) fn triangle(shot: &Shot<DVec3>, corners: [DVec3; 3]) -> Outcome<DVec3> {
    let [a, b, c] = corners.map(magnitude);
    let error_bound = shot.error_bound(Real::max(Real::max(a, b), c));
    let Some(crossed) = crossed(shot.origin, shot.direction, corners, error_bound) else {
        return Outcome::unsure();
    };
    let Some((time, normal, speed)) = crossed else {
        return Outcome::miss(shot.is_sound(error_bound));
    };
    let error = 4.0 * error_bound / speed;
    if time < -error {
        return Outcome::miss(shot.is_sound(error_bound));
    }
    let facing = -1.0.copysign(normal.dot(shot.direction));
    Outcome {
        is_sure: shot.is_sound(error_bound) & (error < shot.precision * time),
        is_hit: true,
        time,
        normal: normal * facing,
    }
}
