//! Boxes, convex polygons, triangles.

use glam::{DVec2, DVec3};

use super::{FastRay, FlaggedHit};
use crate::cast::decided::Decided;
use crate::cast::ray::filter::crossed;
use crate::math::{Lanes as _, Real, ScalarOf, Space, Vector, magnitude};
use crate::shape::{ConvexPolygon, EDGES, Space2};

/// A ray that crosses a plane more slowly than this part of its speed is taken to cross it that fast: on its
/// way past the shape that moves it by less than the error bound.
const ALONG: f64 = f64::EPSILON;

/// The most corners that a polygon may have here: one bit for each.
const MOST_CORNERS: usize = 32;

/// A box from `-half_extents` to `half_extents`: the slab method (Kay & Kajiya 1986), with an error bound of
/// each time.
#[inline(always)]
pub(super) fn cuboid<D: Space<Scalar = f64>>(local: &FastRay<D>, half_extents: D) -> FlaggedHit<D> {
    let error_bound = local.error_bound(half_extents.max_element());
    if passes_by(local, half_extents, error_bound) {
        return FlaggedHit::miss(local.is_sound(error_bound));
    }
    let slowest = ALONG * local.direction.max_abs();
    let (mut time, mut inside_from, mut outside_until) =
        (f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
    let (mut inside_until, mut outside_from, mut axis) = (f64::INFINITY, f64::INFINITY, 0);
    for i in 0..D::DIM {
        let (o, d, h) = (local.origin.get(i), local.direction.get(i), half_extents.get(i));
        let inverse = 1.0 / Real::max(d.abs(), slowest);
        let middle = if d > 0.0 { -o } else { o };
        let error = error_bound * inverse;
        let (enter, exit) = ((middle - h) * inverse, (middle + h) * inverse);
        axis = if enter > time { i } else { axis };
        time = Real::max(enter, time);
        inside_from = Real::max(enter + error, inside_from);
        outside_until = Real::max(enter - error, outside_until);
        inside_until = Real::min(exit - error, inside_until);
        outside_from = Real::min(exit + error, outside_from);
    }
    let is_miss = outside_from < Real::max(outside_until, 0.0);
    let error = Real::max(inside_from - time, time - outside_until);
    let is_in = (outside_until > 0.0) & (inside_from < inside_until) & (error < local.tolerance * time);
    FlaggedHit {
        is_decided: local.is_sound(error_bound) & (is_miss | is_in),
        is_hit: !is_miss,
        time,
        normal: D::from_fn(|i| {
            let outward = 1.0.copysign(-local.direction.get(i));
            if i == axis { outward } else { 0.0 }
        }),
    }
}

/// Whether the ray's line misses a box, by a separating axis across the line and one of the box's axes.
#[inline(always)]
fn passes_by<D: Space<Scalar = f64>>(local: &FastRay<D>, half_extents: D, error_bound: f64) -> bool {
    let (o, d, h) = (local.origin, local.direction, half_extents);
    let mut is_separated = false;
    for i in 0..D::DIM {
        for j in i + 1..D::DIM {
            let (x, y) = (d.get(i).abs(), d.get(j).abs());
            let reach = x * h.get(j) + y * h.get(i) + 2.0 * error_bound * (x + y);
            let apart = o.get(i) * d.get(j) - o.get(j) * d.get(i);
            is_separated |= apart.abs() > reach;
        }
    }
    is_separated
}

/// A convex polygon: the ray's line crosses the two edges at which its corners change sides, or misses.
#[inline(always)]
pub(super) fn polygon<V: Space2>(
    local: &FastRay<DVec2>,
    polygon: &ConvexPolygon<V>,
    scale: V::Scalar,
) -> FlaggedHit<DVec2> {
    let vertices = polygon.vertices();
    let count = vertices.len();
    if !(3..=MOST_CORNERS).contains(&count) {
        return FlaggedHit::undecided();
    }
    let size = (magnitude(polygon.center().to_double()) + polygon.radius().to_f64()) * scale.to_f64();
    let error_bound = local.error_bound(size);
    let all = u32::MAX >> (MOST_CORNERS - count);
    let [left, right] = sides(local, polygon, scale, size).map(|bits| bits & all);
    let is_known = local.is_sound(error_bound) & ((left | right) == all);
    if (left == 0) | (right == 0) {
        return FlaggedHit::miss(is_known);
    }
    let beyond = left >> 1 | (left & 1) << (count - 1);
    let edge = |starts: u32| {
        let i = (starts.trailing_zeros() as usize).min(count - 1);
        let next = if i + 1 == count { 0 } else { i + 1 };
        let [a, b] = [i, next].map(|k| vertices[k].to_double() * scale.to_f64());
        let normal = -(b - a).perp();
        (normal, normal.dot(local.origin - a))
    };
    let (normal, gap) = edge(left & !beyond);
    let (behind, passed) = edge(beyond & !left);
    let is_miss = passed > 2.0 * error_bound * magnitude(behind);
    let is_in = 2.0 * error_bound * magnitude(normal) < local.tolerance * gap;
    FlaggedHit {
        is_decided: is_known & (is_miss | is_in),
        is_hit: !is_miss,
        time: -gap / normal.dot(local.direction),
        normal: normal * (1.0 / normal.length_squared().sqrt()),
    }
}

/// One bit for each corner: those surely left of the ray's line, and those surely right of it.
#[inline(always)]
fn sides<V: Space2>(
    local: &FastRay<DVec2>,
    polygon: &ConvexPolygon<V>,
    scale: V::Scalar,
    size: f64,
) -> [u32; 2] {
    type Four<V> = <ScalarOf<V> as Real>::Lanes;
    let four = |x: f64| Four::<V>::splat(V::Scalar::lit(x));
    let d = local.direction;
    // Of the products with the corner, their difference, the product with the start, and the sum.
    let rounding = 12.0 * ScalarOf::<V>::EPSILON.to_f64();
    let bound = (rounding + 2.0 * local.turn) * magnitude(d) * (local.away + size);
    // Products with the corners, which are scaled later, may be subnormal.
    let lost = ScalarOf::<V>::MIN_POSITIVE * V::Scalar::lit(16.0);
    let bound = V::Scalar::lit(bound) + (lost + lost * scale);
    let (most, least) = (Four::<V>::splat(bound), Four::<V>::splat(-bound));
    let (x, y, base) = (four(d.x), four(d.y), four(d.perp_dot(local.origin)));
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

/// A triangle. It has no inside, and its normal faces the ray.
#[inline(always)]
pub(super) fn triangle(local: &FastRay<DVec3>, corners: [DVec3; 3]) -> FlaggedHit<DVec3> {
    let [a, b, c] = corners;
    let error_bound = local.error_bound(magnitude(Vector::max(Vector::max(a.abs(), b.abs()), c.abs())));
    let plane = match crossed(local.origin, local.direction, corners, error_bound) {
        None => return FlaggedHit::undecided(),
        Some(Decided::Miss) => return FlaggedHit::miss(local.is_sound(error_bound)),
        Some(Decided::Hit(plane)) => plane,
    };
    FlaggedHit {
        is_decided: local.is_sound(error_bound) & (plane.error < local.tolerance * plane.ahead),
        is_hit: true,
        time: plane.time(),
        normal: plane.normal * (-1.0 / plane.area).copysign(-plane.speed),
    }
}
