//! The gap to a triangle in 3D, or to a polygon in 2D.

use glam::DVec3;

use super::{LocalSegment, SegmentGap};
use crate::math::lift;
use crate::pair::space::triangles::{edges, highest};
use crate::shape::{ConvexPolygon, Space2};

impl LocalSegment {
    /// The gap to a triangle.
    #[inline]
    pub(super) fn triangle(&self, corners: &[DVec3; 3], enough: f64) -> Option<SegmentGap> {
        let sides = edges(corners);
        let across = sides[0].cross(sides[1]);
        let normal = across * (1.0 / across.length());
        let height = normal.dot(corners[0]);
        let [a, b] = self.along(normal).map(|end| end - height);
        // Both ends are on one side: the nearer one may be above the triangle, or nearest to an edge of it.
        if a * b > 0.0 {
            let (end, least) = if b.abs() < a.abs() { (1, b) } else { (0, a) };
            if least.abs() > enough {
                let normal = if least < 0.0 { -normal } else { normal };
                return Some(SegmentGap::by_plane(least.abs(), normal, self));
            }
            let found = self.by_end(end, nearest_of_triangle(corners, &sides, self.ends[end]));
            if found.is_some() {
                return found;
            }
        }
        let (nearest, point) = self.nearest_of((0..3).map(|i| (corners[i], sides[i])))?;
        self.between(nearest, point, |n| highest(corners.map(|c| n.dot(c - nearest))))
    }
    /// The gap to a convex polygon in 2D.
    pub(super) fn polygon<V: Space2>(&self, polygon: &ConvexPolygon<V>, enough: f64) -> Option<SegmentGap> {
        let (vertices, count) = (polygon.vertices(), polygon.vertices().len());
        if polygon.rank() == 2 {
            let heights = |i: usize| {
                let normal = lift(polygon.normals()[i]);
                (self.lowest(normal) - normal.dot(lift(vertices[i])), normal)
            };
            let widest = (0..count)
                .map(heights)
                .reduce(|a, b| if b.0 > a.0 { b } else { a })?;
            if widest.0 > enough {
                return Some(SegmentGap::by_plane(widest.0, widest.1, self));
            }
        }
        let side = |i: usize| {
            let start = lift(vertices[i]);
            (
                start,
                lift(vertices[if i + 1 == count { 0 } else { i + 1 }]) - start,
            )
        };
        let (nearest, point) = self.nearest_of((0..count).map(side))?;
        let beyond = |n: DVec3| {
            let heights = vertices.iter().map(|v| n.dot(lift(*v) - nearest));
            heights.fold(-f64::INFINITY, f64::max)
        };
        self.between(nearest, point, beyond)
    }
}

/// The point of a triangle nearest to a point. Source: Ericson, "Real-Time Collision Detection", 2005, 5.1.5.
#[cfg_attr(not(target_family = "wasm"), inline)]
fn nearest_of_triangle([a, b, c]: &[DVec3; 3], sides: &[DVec3; 3], p: DVec3) -> DVec3 {
    let (ab, ac) = (sides[0], -sides[2]);
    let from_a = p - *a;
    let (d1, d2) = (ab.dot(from_a), ac.dot(from_a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return *a;
    }
    let from_b = p - *b;
    let (d3, d4) = (ab.dot(from_b), ac.dot(from_b));
    if d3 >= 0.0 && d4 <= d3 {
        return *b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return *a + ab * (d1 / (d1 - d3));
    }
    let from_c = p - *c;
    let (d5, d6) = (ab.dot(from_c), ac.dot(from_c));
    if d6 >= 0.0 && d5 <= d6 {
        return *c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return *a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return *b + sides[1] * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let share = 1.0 / (va + vb + vc);
    *a + ab * (vb * share) + ac * (vc * share)
}
