//! Support mappings: the point, and the vertex, edge or face, of a convex shape furthest in a direction.
//!
//! GJK and EPA need the support point (van den Bergen, "Collision Detection in Interactive 3D Environments",
//! 2003, chapter 4); contact clipping needs the feature (Gregorius, "The Separating Axis Test between Convex
//! Polyhedra", GDC 2013). Both are in the shape's own frame, before the pose's scale.

mod plane;
mod space;

use super::core::{Core, furthest};
use crate::math::{Real, ScalarOf, Vector};

/// The support point and feature of convex shapes.
pub trait Support<V: Vector> {
    /// A point of the shape that is furthest in `direction`, which may have any length; of several always the
    /// same one. `None` for shapes that are not convex and bounded.
    ///
    /// Corners are compared by rounded products: the height of the chosen one is within a few units in the
    /// last place of the largest.
    fn support(&self, direction: V) -> Option<V>;
    /// The vertex, edge or face whose outward normal is nearest to `direction`; of a rounded shape or
    /// capsule, that of the shape without its ball. `None` for shapes that are not convex and bounded.
    ///
    /// It is an edge in the plane or a face in space if the shape has one, even if its normal is far from the
    /// direction: clipping decides which of its points count. A flat shape in space gives an edge for a
    /// direction in its plane.
    fn feature(&self, direction: V) -> Option<Feature<'_, V>>;
}

/// A feature of a shape's border, for contact clipping; its ids do not change when the shape moves.
#[derive(Clone, Copy, Debug)]
pub enum Feature<'a, V> {
    /// A corner, or a point of a curved surface.
    Vertex {
        /// Its id; 0 on curved surfaces.
        id: u32,
        /// Where it is.
        point: V,
    },
    /// A straight edge; in the plane it runs counter-clockwise around the shape.
    Edge {
        /// Its id.
        id: u32,
        /// The ids of its ends.
        vertices: [u32; 2],
        /// Its ends.
        points: [V; 2],
    },
    /// A flat face.
    Face {
        /// Its id.
        id: u32,
        /// Unit normal out of the shape.
        normal: V,
        /// Its corners, counter-clockwise from outside.
        corners: Corners<'a, V>,
    },
}

impl<V: Vector> Feature<'_, V> {
    /// The only vertex of a shape, or a point of a curved surface.
    fn point(point: V) -> Self {
        Self::Vertex { id: 0, point }
    }
    /// The only edge of a shape, or a line of a curved surface.
    fn line(vertices: [u32; 2], points: [V; 2]) -> Self {
        Self::Edge {
            id: 0,
            vertices,
            points,
        }
    }
    /// The feature's id with its kind, for contact ids: vertices, edges and faces never have the same one.
    pub fn id(&self) -> u32 {
        match *self {
            Self::Vertex { id, .. } => id,
            Self::Edge { id, .. } => id | 1 << 30,
            Self::Face { id, .. } => id | 2 << 30,
        }
    }
}

/// The corners of a face.
#[derive(Clone, Copy, Debug)]
pub enum Corners<'a, V> {
    /// The first `count` of up to eight, with their ids.
    Few {
        /// Where they are.
        points: [V; 8],
        /// Their ids.
        ids: [u32; 8],
        /// How many there are.
        count: usize,
    },
    /// Chosen from the vertices of a polyhedron.
    Indexed {
        /// All vertices.
        vertices: &'a [V],
        /// Which of them.
        indices: &'a [u32],
    },
}

impl<V: Vector> Corners<'_, V> {
    /// Up to eight corners by value.
    pub(super) fn few<const N: usize>(list: [(u32, V); N]) -> Self {
        let (mut points, mut ids) = ([V::ZERO; 8], [0; 8]);
        for (i, (id, point)) in list.into_iter().enumerate() {
            (points[i], ids[i]) = (point, id);
        }
        Self::Few {
            points,
            ids,
            count: N,
        }
    }
    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        match self {
            Self::Few { count, .. } => *count,
            Self::Indexed { indices, .. } => indices.len(),
        }
    }
    /// Where corner `i` of the face is.
    #[inline]
    pub fn point(&self, i: usize) -> V {
        match self {
            Self::Few { points, .. } => points[i],
            Self::Indexed { vertices, indices } => vertices[indices[i] as usize],
        }
    }
    /// The id of corner `i` of the face among the corners of the shape.
    #[inline]
    pub fn id(&self, i: usize) -> u32 {
        match self {
            Self::Few { ids, .. } => ids[i],
            Self::Indexed { indices, .. } => indices[i],
        }
    }
}

/// The same direction at a length for which products with coordinates neither overflow nor underflow.
#[inline]
pub(super) fn moderate<V: Vector>(direction: V) -> V {
    let largest = direction.max_abs();
    let limit = ScalarOf::<V>::lit(65536.0);
    if largest > limit || largest * limit < Real::ONE {
        direction.normalized().unwrap_or(V::ZERO)
    } else {
        direction
    }
}

/// The support point of a core.
fn of_core<V: Vector>(core: &Core<'_, V>, direction: V) -> V {
    core.vertices[furthest(&core.vertices, moderate(direction))] + of_ball(core.radius, direction)
}

/// The support point of a ball around the origin; the origin for the zero vector.
pub(super) fn of_ball<V: Vector>(radius: V::Scalar, direction: V) -> V {
    direction.normalized().map_or(V::ZERO, |unit| unit * radius)
}

/// The support point of an ellipse or ellipsoid: where the gradient of (x / r)² is along the direction.
pub(super) fn of_ellipsoid<V: Vector>(radii: V, direction: V) -> V {
    // Radii and direction are scaled separately, so that products neither overflow nor underflow.
    let shape = radii / radii.max_element();
    let weighed = moderate(direction) * shape;
    weighed.normalized().map_or(V::ZERO, |unit| radii * unit)
}

/// The vertex or edge of a segment.
pub(super) fn of_segment<'a, V: Vector>(ends: &[V; 2]) -> Feature<'a, V> {
    if ends[0] == ends[1] {
        return Feature::point(ends[0]);
    }
    Feature::line([0, 1], *ends)
}
