//! Rays against convex polygons and polyhedra, and against these grown by a ball.
//!
//! The line of a ray meets a convex set in one span. Where pieces of the set cover its border, the span is
//! the hull of their spans. For a polyhedron the pieces are its triangles. Grown by a ball, its border is
//! covered by the faces, moved outwards, and by the capsules around the edges: the pieces of the Minkowski
//! sum.

use alloc::vec::Vec;

use glam::DVec3;

use super::along::{ProjectedVertex, Projection};
use super::line::Span;
use super::round::{ball, capsule};

/// A face of a convex set: its corners, in order around it, and its outward unit normal.
#[derive(Clone, Debug)]
pub(crate) struct PolytopeFace {
    pub corners: Vec<DVec3>,
    pub normal: DVec3,
}

/// The hull of points, by its faces and edges. In the plane it has no faces, and its edges have outward
/// normals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Polytope {
    pub faces: Vec<PolytopeFace>,
    pub edges: Vec<([DVec3; 2], Option<DVec3>)>,
}

impl Polytope {
    /// A polygon in the plane, its vertices counter-clockwise; or a segment, or a point.
    pub(crate) fn polygon(vertices: &[DVec3]) -> Self {
        let edge = |i: usize| {
            let (a, b) = (vertices[i], vertices[(i + 1) % vertices.len()]);
            let along = b - a;
            let normal = DVec3::new(along.y, -along.x, 0.0).try_normalize();
            ([a, b], normal.filter(|_| vertices.len() > 2))
        };
        let edges = match vertices.len() {
            0..=2 => 1.min(vertices.len()),
            n => n,
        };
        Self {
            faces: Vec::new(),
            edges: (0..edges).map(edge).collect(),
        }
    }
    /// A triangle in space: two faces, back to back.
    pub(crate) fn triangle(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).try_normalize();
        let side = |normal| PolytopeFace {
            corners: corners.to_vec(),
            normal,
        };
        Self {
            faces: normal.map_or(Vec::new(), |n| [side(n), side(-n)].into()),
            edges: [[a, b], [b, c], [c, a]].map(|e| (e, None)).into(),
        }
    }
    /// A box around the origin.
    pub(crate) fn cuboid(half_extents: DVec3) -> Self {
        let corner = |signs: [f64; 3]| DVec3::from_array(signs) * half_extents;
        let (mut faces, mut edges) = (Vec::with_capacity(6), Vec::with_capacity(12));
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let at = |a: f64, b: f64, c: f64| {
                let mut signs = [0.0; 3];
                (signs[i], signs[j], signs[k]) = (a, b, c);
                corner(signs)
            };
            for side in [-1.0, 1.0] {
                let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
                faces.push(PolytopeFace {
                    corners: corners.map(|(b, c)| at(side, b, c)).into(),
                    normal: DVec3::AXES[i] * side,
                });
            }
            for (b, c) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                edges.push(([at(-1.0, b, c), at(1.0, b, c)], None));
            }
        }
        Self { faces, edges }
    }

    /// The hull itself.
    pub(crate) fn span(&self, projection: &Projection) -> Option<Span> {
        let faces = self.faces.iter().filter_map(|f| {
            let seen: Vec<_> = f.corners.iter().map(|&p| projection.project(p)).collect();
            fan(projection, &seen, f.normal)
        });
        // The edges of a solid belong to its faces; a hull without faces is its edges.
        let bare = if self.faces.is_empty() {
            &self.edges[..]
        } else {
            &[]
        };
        let edges = bare.iter().filter_map(|(ends, normal)| {
            let [a, b] = ends.map(|p| projection.project(p));
            projection.segment(&a, &b, *normal)
        });
        faces
            .chain(edges)
            .reduce(|a, b| a.joined(b, projection.ray.direction))
    }
    /// The hull grown by a ball.
    pub(crate) fn rounded_span(&self, projection: &Projection, radius: f64) -> Option<Span> {
        let faces = self.faces.iter().filter_map(|f| {
            let moved = f
                .corners
                .iter()
                .map(|&p| projection.project(p + f.normal * radius));
            fan(projection, &moved.collect::<Vec<_>>(), f.normal)
        });
        let edges = self.edges.iter().filter_map(|(ends, _)| {
            if ends[0] == ends[1] {
                ball(&projection.ray, ends[0], radius)
            } else {
                capsule(&projection.ray, *ends, radius)
            }
        });
        let grown = faces.chain(edges).chain(self.span(projection));
        grown.reduce(|a, b| a.joined(b, projection.ray.direction))
    }
}

/// A convex polygon in space as triangles around its first corner.
pub(crate) fn fan(projection: &Projection, corners: &[ProjectedVertex], normal: DVec3) -> Option<Span> {
    let (first, rest) = corners.split_first()?;
    let triangles = rest
        .windows(2)
        .filter_map(|pair| projection.triangle([first, &pair[0], &pair[1]], Some(normal)));
    triangles.reduce(|a, b| a.joined(b, projection.ray.direction))
}
