//! Convex polygons and polyhedra: all their planes, from where the ray is nearest to their middle.
//!
//! M. Cyrus & J. Beck, "Generalized two- and three-dimensional clipping", 1978: the ray is inside from the
//! last plane it comes in through to the first that it leaves through. The stored normals and offsets are
//! rounded, so each plane is off by a few units in the last place of the polytope's size near it: at the
//! ray's own start that would be multiplied by the way to it, hence the start nearby. In single precision
//! that is too much for a time; the plane passed last is then put anew through corners of its face, in double
//! precision.

use glam::DVec3;

use super::flat::verdict;
use super::{Aim, MISS, Verdict};
use crate::cast::cyrus_beck::Passes;
use crate::math::{Real, ScalarOf, lift};
use crate::shape::{ConvexPolygon, Polyhedron, Space2, Space3};

#[inline(always)]
pub(super) fn polygon<V: Space2>(aim: &Aim, p: &ConvexPolygon<V>) -> Verdict {
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
    clip::<V>(aim, ball, planes, plane)
}

#[inline(always)]
pub(super) fn polyhedron<V: Space3>(aim: &Aim, p: &Polyhedron<V>) -> Verdict {
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
    clip::<V>(aim, ball, planes, plane)
}

/// `planes` have unit normals; `plane` gives a point and a normal of any length of one of them, not rounded
/// but by the subtraction of products up to the third.
#[inline(always)]
fn clip<V: crate::math::Vector>(
    aim: &Aim,
    (center, radius): (DVec3, f64),
    planes: impl Iterator<Item = (DVec3, f64)>,
    plane: impl Fn(usize) -> (DVec3, DVec3, f64),
) -> Verdict {
    let (center, radius) = (center * aim.scale, radius * aim.scale);
    let size = center.abs().max_element() + radius;
    let error_bound = aim.error_bound(size);
    let (near, shift) = aim.moved_to(center);
    let aside = radius + error_bound;
    let away2 = (near.origin - center).length_squared();
    let d = aim.direction;
    let speed2 = d.length_squared();
    // Beyond the ball around it, or the ball behind the start.
    let is_behind = shift < 0.0 && (aim.origin - center).length_squared() > aside * aside;
    if away2 > aside * aside || is_behind {
        return MISS;
    }
    let uneven = 16.0 * ScalarOf::<V>::EPSILON.to_f64() * size;
    let error_bound = error_bound + uneven;
    let slowest = ScalarOf::<V>::EPSILON.to_f64() * 16.0 * libm::sqrt(speed2);
    let mut passes = Passes::new();
    for (i, (normal, offset)) in planes.enumerate() {
        let gap = normal.dot(near.origin) - offset * aim.scale;
        let speed = normal.dot(d);
        if speed.abs() <= slowest {
            passes.along(gap, 2.0 * error_bound);
            continue;
        }
        let inverse = 1.0 / speed;
        let (time, error) = (shift - gap * inverse, error_bound * inverse.abs());
        if speed < 0.0 {
            passes.enter(time, error, i);
        } else {
            passes.exit(time, error);
        }
    }
    verdict(&passes, aim, |last| {
        let (point, normal, products) = plane(last.place);
        let length = normal.length();
        let normal = normal * (1.0 / length);
        let speed = normal.dot(d).abs();
        let time = shift + normal.dot(near.origin - point * aim.scale) / speed;
        let rounding = 8.0 * f64::EPSILON * (1.0 + products / length) * size;
        (time, (error_bound - uneven + rounding) / speed, normal)
    })
}
