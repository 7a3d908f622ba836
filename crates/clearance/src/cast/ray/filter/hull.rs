//! Convex polygons and polyhedra: the ray is clipped by all their planes (`cyrus_beck.rs`).
//!
//! The stored normals and offsets are rounded, so each plane has an error of a few roundings of the
//! polytope's size near the polytope. At the ray's own start that error would grow with the distance, so the
//! ray is clipped from its point nearest to the polytope's center. In single precision the error is too large
//! for a time: the plane entered last is computed again from corners of its face, in double precision.

use glam::DVec3;

use super::flat::first_hit;
use super::{FilterRay, FilteredRay, MISS};
use crate::cast::cyrus_beck::ClipInterval;
use crate::math::{Real, ScalarOf, Vector, lift};
use crate::shape::{ConvexPolygon, Polyhedron, Space2, Space3};

#[inline]
pub(super) fn polygon<V: Space2>(local: &FilterRay, p: &ConvexPolygon<V>) -> FilteredRay {
    if p.rank() < 2 {
        return None;
    }
    let vertices = p.vertices();
    let planes = p.normals().iter().zip(vertices).map(|(&n, &v)| {
        let n = lift(n);
        (n, n.dot(lift(v)))
    });
    let plane = |i: usize| {
        let (a, b) = (lift(vertices[i]), lift(vertices[(i + 1) % vertices.len()]));
        let along = b - a;
        (a, DVec3::new(along.y, -along.x, 0.0), 0.0)
    };
    let ball = (lift(p.center()), p.radius().to_f64());
    clipped::<V>(local, ball, planes, plane)
}

#[inline]
pub(super) fn polyhedron<V: Space3>(local: &FilterRay, p: &Polyhedron<V>) -> FilteredRay {
    if p.rank() < 3 {
        return None;
    }
    let planes = p.face_normals().iter().enumerate();
    let planes = planes.map(|(i, &n)| (lift(n), p.face_offset(i).to_f64()));
    let plane = |i: usize| {
        let face = p.face_vertices(i);
        let corner = |k: usize| lift(p.vertices()[face[k] as usize]);
        let third = face.len() / 3;
        let (a, b, c) = (corner(0), corner(third), corner(2 * third));
        let (e, f) = (b - a, c - a);
        (a, e.cross(f), e.length_squared() + f.length_squared())
    };
    let ball = (lift(p.center()), p.radius().to_f64());
    clipped::<V>(local, ball, planes, plane)
}

/// Clips the ray by `planes`, which have unit normals and offsets. `plane` gives, of one of them, a point, a
/// normal of any length, and a bound of the products whose difference that normal is: its only rounding.
#[inline]
fn clipped<V: Vector>(
    local: &FilterRay,
    (center, radius): (DVec3, f64),
    planes: impl Iterator<Item = (DVec3, f64)>,
    plane: impl Fn(usize) -> (DVec3, DVec3, f64),
) -> FilteredRay {
    let (center, radius) = (center * local.scale, radius * local.scale);
    let size = center.abs().max_element() + radius;
    let error_bound = local.error_bound(size);
    let (near, shift) = local.moved_to(center);
    let outer = radius + error_bound;
    let away2 = (near.origin - center).length_squared();
    let d = local.direction;
    let speed2 = d.length_squared();
    // The ray misses the ball around the shape, or the ball is behind its start.
    let is_behind = shift < 0.0 && (local.origin - center).length_squared() > outer * outer;
    if away2 > outer * outer || is_behind {
        return MISS;
    }
    let plane_error = 16.0 * ScalarOf::<V>::EPSILON.to_f64() * size;
    let error_bound = error_bound + plane_error;
    let slowest = ScalarOf::<V>::EPSILON.to_f64() * 16.0 * libm::sqrt(speed2);
    let mut clip = ClipInterval::new();
    for (i, (normal, offset)) in planes.enumerate() {
        let gap = normal.dot(near.origin) - offset * local.scale;
        let speed = normal.dot(d);
        if speed.abs() <= slowest {
            clip.along(gap, 2.0 * error_bound);
            continue;
        }
        let inverse = 1.0 / speed;
        let (time, error) = (shift - gap * inverse, error_bound * inverse.abs());
        if speed < 0.0 {
            clip.enter(time, error, i);
        } else {
            clip.exit(time, error);
        }
    }
    first_hit(&clip, local, |last| {
        let (point, normal, products) = plane(last.plane);
        let length = normal.length();
        let normal = normal * (1.0 / length);
        let speed = normal.dot(d).abs();
        let time = shift + normal.dot(near.origin - point * local.scale) / speed;
        let rounding = 8.0 * f64::EPSILON * (1.0 + products / length) * size;
        (time, (error_bound - plane_error + rounding) / speed, normal)
    })
}
