//! The expanding polytope: how deep two convex sets overlap, from their support points alone.
//!
//! Source: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", Game
//! Developers Conference 2001, and "Collision Detection in Interactive 3D Environments", 2003, chapter 4.3.8.
//!
//! ```text
//! P = a simplex of points of D = { b - a }       epa2.rs a ring of edges, epa3.rs a polytope of triangles
//! repeat:
//!     f = the facet of P nearest to the origin       P is a part of D: the depth is not less than f's offset
//!     w = the point of D furthest along f's normal  D ends there: the depth is not more than that
//!     stop when both agree; else add w to P
//! ```
//!
//! Where we differ: offsets are signed, so that an origin slightly outside of P needs no special case (an
//! expansion towards the nearest facet brings it in, or proves that it is outside of D), and both bounds are
//! returned. Limits: `MOST_VERTICES` points; a pair that needs more is `Unconverged` (as two spheres with
//! almost one center, to more than two digits: there all of D's border is equally near).

use super::gjk::{Limits, ProvenBounds};
use super::simplex::{SimplexSpace, Support};

/// Vertices at most; two polyhedra need about ten, two smooth shapes some dozens.
pub(crate) const MOST_VERTICES: usize = 128;

/// How the expansion ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Depth<V> {
    /// The bounds met.
    Found(ProvenBounds<V>),
    /// D is thinner than the gap asked for.
    Flat,
    /// Rounding or the number of facets stopped the expansion with this lower bound; the least upper bound
    /// found is along `axis`.
    Unconverged { at_least: f64, axis: V },
}

/// Why a vertex could not be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CannotAdd {
    /// There are too many vertices or facets.
    Full,
    /// Rounding would leave a facet without a normal, or a horizon that is not one loop.
    Degenerate,
}

/// The plane of a facet: the facet's index, the distance of the plane from the origin, and its outward unit
/// normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FacetPlane<V> {
    pub index: usize,
    pub offset: f64,
    pub normal: V,
}

/// The part of D that is known so far: a polygon or polytope of support points.
pub(crate) trait InnerPolytope<V> {
    /// How many vertices it has.
    fn vertex_count(&self) -> usize;
    /// The facet whose plane is nearest to the origin.
    fn nearest(&self) -> FacetPlane<V>;
    /// Adds a vertex that is surely above the facet `index`.
    fn add(&mut self, point: Support<V>, index: usize) -> Result<(), CannotAdd>;
    /// The depth and its witness, once `nearest` is known to be in the border of D, which is nowhere beyond
    /// `reach`.
    fn facet(&self, nearest: &FacetPlane<V>, reach: f64, gap: f64) -> Option<ProvenBounds<V>>;
}

/// Expands the known part until the depth is known, with the `support` that its vertices come from.
#[inline]
pub(crate) fn expand<V: SimplexSpace>(
    known: &mut impl InnerPolytope<V>,
    limits: Limits,
    support: &dyn Fn(V) -> Support<V>,
) -> Depth<V> {
    let mut at_most = f64::INFINITY;
    let mut axis = V::IDENTITY_AXES.as_ref()[0];
    loop {
        let nearest = known.nearest();
        let at_least = nearest.offset;
        let stopped = |axis| Depth::Unconverged { at_least, axis };
        if at_least > limits.enough {
            return stopped(axis);
        }
        let point = support(-nearest.normal);
        let reach = nearest.normal.dot(point.difference);
        if reach < at_most {
            (at_most, axis) = (reach, -nearest.normal);
        }
        if reach < -limits.gap {
            return stopped(axis);
        }
        if reach - at_least <= limits.gap {
            let facet = known.facet(&nearest, reach, limits.gap);
            return facet.map_or(stopped(-nearest.normal), Depth::Found);
        }
        let full = known.vertex_count() >= limits.steps.min(MOST_VERTICES);
        if full || known.add(point, nearest.index).is_err() {
            return stopped(axis);
        }
    }
}

/// Of the support points along these directions and against them, the one that measures most, if that is
/// more than `thin`.
pub(crate) fn furthest<V: SimplexSpace>(
    directions: &[V],
    support: &dyn Fn(V) -> Support<V>,
    thin: f64,
    measure: &dyn Fn(V) -> f64,
) -> Option<Support<V>> {
    let mut best = None;
    let mut most = thin;
    for direction in directions.iter().flat_map(|d| [*d, -*d]) {
        let point = support(direction);
        let measured = measure(point.difference);
        if measured > most {
            (best, most) = (Some(point), measured);
        }
    }
    best
}
