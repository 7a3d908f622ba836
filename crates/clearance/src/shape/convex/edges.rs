//! The edges of a convex polygon in groups of four, so that a loop over them fills vector registers.

use smallvec::SmallVec;

use crate::math::{Real, ScalarOf, Vector2};

/// How many edges are in a group.
pub const EDGES: usize = 4;

/// Four consecutive edges of a convex polygon. The last group of a polygon repeats the last edge.
#[derive(Clone, Copy, Debug)]
pub struct EdgeColumns<S> {
    /// The corners at which the edges begin: x, then y.
    pub corner: [[S; EDGES]; 2],
    /// The unit normals: x, then y.
    pub normal: [[S; EDGES]; 2],
    /// `normal · corner` of each edge.
    pub offset: [S; EDGES],
}

/// The groups of a polygon whose edge `i` begins at vertex `i`.
pub(crate) fn columns<V: Vector2>(vertices: &[V], normals: &[V]) -> SmallVec<[EdgeColumns<V::Scalar>; 2]> {
    let last = normals.len().saturating_sub(1);
    let groups = normals.len().div_ceil(EDGES);
    let group = |g: usize| {
        let edge = |lane: usize| (g * EDGES + lane).min(last);
        let column = |f: &dyn Fn(usize) -> V::Scalar| core::array::from_fn(|lane| f(edge(lane)));
        EdgeColumns {
            corner: [column(&|i| vertices[i].x()), column(&|i| vertices[i].y())],
            normal: [column(&|i| normals[i].x()), column(&|i| normals[i].y())],
            offset: column(&|i| normals[i].dot(vertices[i])),
        }
    };
    (0..groups).map(group).collect()
}

/// The radius of a ball around `center` inside the polygon; if the center is not inside, minus `radius`, that
/// of a ball around the polygon.
pub(super) fn inner_radius<V: Vector2>(
    vertices: &[V],
    normals: &[V],
    center: V,
    radius: V::Scalar,
) -> V::Scalar {
    let depth = |(&corner, &n): (&V, &V)| n.dot(corner - center);
    let least = vertices
        .iter()
        .zip(normals)
        .map(depth)
        .fold(ScalarOf::<V>::INFINITY, Real::min);
    if least >= Real::ZERO && least.is_finite() {
        least
    } else {
        -radius
    }
}

/// The edges of a small convex polygon, and a bound on its distance from its own origin.
#[derive(Clone, Copy, Debug)]
pub struct FewEdges<'a, S> {
    pub(crate) columns: &'a [EdgeColumns<S>],
    pub(crate) reach: S,
}
