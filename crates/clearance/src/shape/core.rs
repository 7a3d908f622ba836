//! `Core`: the hull of some points, grown by a ball.
//!
//! Points, segments, triangles, boxes, convex polygons and polyhedra, circles, spheres, capsules, and rounded
//! versions of all of these are cores. Their relations are exact.

use core::ops::Deref;

use super::columns::Columns;
use crate::math::{Real, Vector};

/// The vertices of a core: borrowed from the shape, or up to eight by value.
#[derive(Clone, Copy, Debug)]
pub enum Vertices<'a, V> {
    /// The first `.1` of the array.
    Few([V; 8], usize),
    /// Owned by the shape.
    Many(&'a [V]),
}

impl<V: Vector> Vertices<'_, V> {
    /// Up to eight vertices by value.
    #[inline]
    pub fn few<const N: usize>(list: [V; N]) -> Self {
        let mut all = [V::ZERO; 8];
        all[..N].copy_from_slice(&list);
        Self::Few(all, N)
    }
}

impl<V> Deref for Vertices<'_, V> {
    type Target = [V];
    #[inline]
    fn deref(&self) -> &[V] {
        match self {
            Self::Few(list, n) => &list[..*n],
            Self::Many(list) => list,
        }
    }
}

/// The hull of `vertices` (at least one), grown by a ball; in the local frame, before the pose's scale.
#[derive(Clone, Copy, Debug)]
pub struct Core<'a, V: Vector> {
    /// The points; few or none of them are inside the hull of the others.
    pub vertices: Vertices<'a, V>,
    /// Radius of the ball added, rounded to the nearest float.
    pub radius: V::Scalar,
    /// The radius as given: the exact radius is `own_radius` plus the sum of `added`.
    pub own_radius: V::Scalar,
    /// The radii that `Rounded` added, in the order given.
    pub added: &'a [V::Scalar],
    /// What a polyhedron stores about its vertices.
    pub(crate) known: Option<VertexCache<'a, V>>,
}

/// What a shape of many vertices computes once from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexCache<'a, V: Vector> {
    /// The vertices, laid out for scans.
    pub columns: &'a Columns<V>,
    /// The largest absolute coordinates.
    pub extent: V,
    /// The mean of the vertices.
    pub mean: V,
}

impl<'a, V: Vector> Core<'a, V> {
    /// Without a ball.
    #[inline]
    pub fn sharp(vertices: Vertices<'a, V>) -> Self {
        Self::with_radius(vertices, Real::ZERO)
    }
    /// With a ball of this radius.
    #[inline]
    pub fn with_radius(vertices: Vertices<'a, V>, radius: V::Scalar) -> Self {
        Self {
            vertices,
            radius,
            own_radius: radius,
            added: &[],
            known: None,
        }
    }
    /// Whether it has no ball: a polytope.
    pub fn is_sharp(&self) -> bool {
        self.radius == Real::ZERO
    }
}

/// The first of the points that are furthest in a direction; 0 for none.
#[inline]
pub(crate) fn furthest<V: Vector>(points: &[V], direction: V) -> usize {
    let mut best = 0;
    let Some(first) = points.first() else { return 0 };
    let mut most = first.dot(direction);
    for (i, p) in points.iter().enumerate().skip(1) {
        let height = p.dot(direction);
        if height > most {
            (best, most) = (i, height);
        }
    }
    best
}
