//! The faces and edges of a convex shape, one after the other, without allocating.
//!
//! They serve to make other convex sets, as the Minkowski sum with a box: the planes of such a sum are those
//! of the shape's faces, of the box's faces, and of one edge of each (Gottschalk, Lin and Manocha, "OBBTree",
//! 1996). Limits: round surfaces have no pieces.

use glam::DVec3;

use crate::math::{Real, lift};
use crate::shape::{ConvexPolygon, Polyhedron, Shape2, Shape3, Space2, Space3, Triangle};

/// A face or edge of a convex shape, in its own frame.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub enum BorderPiece {
    /// For all points `p` of the shape, `normal · p` is at most `normal · point`.
    Face {
        /// Unit vector out of the shape.
        normal: DVec3,
        /// A point of the face.
        point: DVec3,
    },
    /// A straight edge, in space only.
    Edge {
        /// From its first end to its second, of any length.
        way: DVec3,
        /// One of its ends.
        point: DVec3,
        /// From the edge into each of its two faces. All of the shape is below a plane through the edge that
        /// does not rise along either. Zero where there is no face.
        into: [DVec3; 2],
    },
}

/// The pieces of a shape of the plane; circles and ellipses have none.
pub(super) fn outline2<V: Space2>(shape: &Shape2<V>, take: &mut dyn FnMut(BorderPiece)) {
    match shape {
        Shape2::Box(b) => sides(lift(b.half_extents()), 2, take),
        Shape2::Segment(s) => across(s.ends().map(lift), take),
        Shape2::Capsule(c) => across(c.ends().map(lift), take),
        Shape2::Convex(p) => polygon(p, take),
        Shape2::Rounded(r) => outline2(r.shape(), take),
        _ => {}
    }
}

/// The pieces of a shape of space; a cylinder and a cone have their flat ends.
pub(super) fn outline3<V: Space3>(shape: &Shape3<V>, take: &mut dyn FnMut(BorderPiece)) {
    match shape {
        Shape3::Triangle(t) => triangle(t, take),
        Shape3::Box(b) => cuboid(lift(b.half_extents()), take),
        Shape3::Convex(p) => polyhedron(p, take),
        Shape3::Segment(s) => line(s.ends().map(lift), take),
        Shape3::Capsule(c) => line(c.ends().map(lift), take),
        Shape3::Cylinder(c) => ends(c.half_height().to_f64(), &[1.0, -1.0], take),
        Shape3::Cone(c) => ends(c.half_height().to_f64(), &[-1.0], take),
        Shape3::Rounded(r) => outline3(r.shape(), take),
        _ => {}
    }
}

fn sides(half: DVec3, dimension: usize, take: &mut dyn FnMut(BorderPiece)) {
    for axis in DVec3::AXES.into_iter().take(dimension) {
        for normal in [axis, -axis] {
            let point = normal * half;
            take(BorderPiece::Face { normal, point });
        }
    }
}

fn ends(half_height: f64, signs: &[f64], take: &mut dyn FnMut(BorderPiece)) {
    for &sign in signs {
        let normal = DVec3::Y * sign;
        let point = normal * half_height;
        take(BorderPiece::Face { normal, point });
    }
}

fn across([a, b]: [DVec3; 2], take: &mut dyn FnMut(BorderPiece)) {
    let normal = DVec3::new(a.y - b.y, b.x - a.x, 0.0).normalize_or_zero();
    if normal != DVec3::ZERO {
        for normal in [normal, -normal] {
            take(BorderPiece::Face { normal, point: a });
        }
    }
}

fn line([point, end]: [DVec3; 2], take: &mut dyn FnMut(BorderPiece)) {
    let (way, into) = (end - point, [DVec3::ZERO; 2]);
    take(BorderPiece::Edge { way, point, into });
}

fn polygon<V: Space2>(polygon: &ConvexPolygon<V>, take: &mut dyn FnMut(BorderPiece)) {
    for (normal, point) in polygon.normals().iter().zip(polygon.vertices()) {
        let (normal, point) = (lift(*normal), lift(*point));
        take(BorderPiece::Face { normal, point });
    }
}

fn triangle<V: Space3>(triangle: &Triangle<V>, take: &mut dyn FnMut(BorderPiece)) {
    let corners = triangle.vertices().map(lift);
    let across = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    if let Some(normal) = across.try_normalize() {
        for normal in [normal, -normal] {
            let point = corners[0];
            take(BorderPiece::Face { normal, point });
        }
    }
    for i in 0..3 {
        let (point, end, third) = (corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]);
        let way = end - point;
        let into = [third - point; 2];
        take(BorderPiece::Edge { way, point, into });
    }
}

fn cuboid(half: DVec3, take: &mut dyn FnMut(BorderPiece)) {
    sides(half, 3, take);
    for k in 0..3 {
        let (a, b) = (DVec3::AXES[(k + 1) % 3], DVec3::AXES[(k + 2) % 3]);
        for (a, b) in [(a, b), (a, -b), (-a, b), (-a, -b)] {
            take(BorderPiece::Edge {
                way: DVec3::AXES[k],
                point: (a + b) * half,
                into: [-a, -b],
            });
        }
    }
}

fn polyhedron<V: Space3>(solid: &Polyhedron<V>, take: &mut dyn FnMut(BorderPiece)) {
    let corner = |i: u32| lift(solid.vertices()[i as usize]);
    for i in 0..solid.face_count() {
        let normal = lift(solid.face_normal(i));
        let point = corner(solid.face_vertices(i)[0]);
        take(BorderPiece::Face { normal, point });
    }
    for edge in solid.edges() {
        let [point, end] = edge.vertices.map(corner);
        let way = end - point;
        let inner = |face: u32| {
            let from_edge = |i: &u32| corner(*i) - point;
            let far = |a: DVec3, b: DVec3| {
                if b.cross(way).length_squared() > a.cross(way).length_squared() {
                    b
                } else {
                    a
                }
            };
            let corners = solid.face_vertices(face as usize).iter().map(from_edge);
            corners.fold(DVec3::ZERO, far)
        };
        let into = edge.faces.map(|face| {
            if (face as usize) < solid.face_count() {
                inner(face)
            } else {
                DVec3::ZERO
            }
        });
        take(BorderPiece::Edge { way, point, into });
    }
}
