//! How deep is the origin inside D? The expanding polytope algorithm (EPA) in integers.
//!
//! Source: van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects" (GDC
//! 2001). A polytope of vertices of D that contains the origin expands: the facet nearest to the origin is
//! replaced by facets to the vertex of D farthest beyond it. When no vertex lies beyond, the facet's plane
//! supports D, and no other supporting plane is nearer, since the polytope is within D and all its other
//! facets are farther. In floats it is hard to decide which facets a new vertex sees. Here visibility is
//! strict and exact, so no facet degenerates and the polytope stays convex. It may have several facets in one
//! plane: a new vertex in the plane of a facet does not see it, and the facets around it close the plane.

use alloc::vec::Vec;

use super::difference::{DifferenceVertex, MinkowskiDifference};
use super::gjk::{Combination, SimplexGrowth, grow};
use super::simplex::{facet_normal, weights};
use crate::exact::number::integer::{Int, IntVector, dot, is_negative, is_positive};
use crate::exact::number::round;

/// A facet of the polytope: D vertices; `normal · x <= offset` for all of the polytope.
struct EpaFacet<const D: usize> {
    vertices: [usize; D],
    normal: IntVector<D>,
    offset: Int,
    /// Distance from the origin, rounded, at the polytope's scale.
    distance: f64,
}

/// The expanding polytope: its vertices are vertices of D, and it contains the origin.
pub(crate) struct ExactEpa<'a, const D: usize> {
    difference: &'a MinkowskiDifference<'a, D>,
    vertices: Vec<DifferenceVertex<D>>,
    facets: Vec<EpaFacet<D>>,
}

/// A facet of D: a plane that supports it, nearest to the origin.
pub(crate) struct SupportingFacet<const D: usize> {
    /// Points out of D; not of unit length.
    pub(crate) normal: IntVector<D>,
    /// `normal · x` on the plane; not negative.
    pub(crate) offset: Int,
    /// The origin's projection onto the plane, as a combination of vertices of D in it; weights not negative.
    pub(crate) projection: Combination<D>,
}

/// The facet of D nearest to the origin, which is in D as this combination; and the expanded polytope, unless
/// the origin is found to be on the border before.
pub(crate) fn penetration<'a, const D: usize>(
    difference: &'a MinkowskiDifference<'a, D>,
    common: Combination<D>,
) -> (SupportingFacet<D>, Option<ExactEpa<'a, D>>) {
    let touching = |normal| SupportingFacet {
        normal,
        offset: Int::ZERO,
        projection: common.clone(),
    };
    match grow(difference, common.clone()) {
        SimplexGrowth::Touching { normal } => (touching(normal), None),
        SimplexGrowth::Full(simplex) => {
            let mut polytope = ExactEpa::new(difference, simplex);
            let support = polytope.nearest_support();
            match support.offset.is_zero() {
                true => (touching(support.normal), Some(polytope)),
                false => (support, Some(polytope)),
            }
        }
    }
}

impl<'a, const D: usize> ExactEpa<'a, D> {
    /// Starts from D + 1 affinely independent vertices whose hull contains the origin.
    pub(crate) fn new(difference: &'a MinkowskiDifference<'a, D>, simplex: Vec<DifferenceVertex<D>>) -> Self {
        let mut polytope = Self {
            difference,
            vertices: simplex,
            facets: Vec::with_capacity(16),
        };
        for opposite in 0..=D {
            let mut vertices = core::array::from_fn(|i| if i < opposite { i } else { i + 1 });
            let mut facet = polytope.facet(vertices);
            let inside = dot(&facet.normal, &polytope.vertices[opposite].position);
            if inside > facet.offset {
                vertices.swap(0, 1);
                facet = polytope.facet(vertices);
            }
            polytope.facets.push(facet);
        }
        polytope
    }

    fn facet(&self, vertices: [usize; D]) -> EpaFacet<D> {
        let points = vertices.map(|i| &self.vertices[i].position);
        let normal = facet_normal(&points);
        let offset = dot(&normal, points[0]);
        EpaFacet {
            distance: self.distance(&normal, &offset),
            vertices,
            normal,
            offset,
        }
    }
    /// `offset / |normal|`, right to a few units in the last place, at the scale of the two cores.
    fn distance(&self, normal: &IntVector<D>, offset: &Int) -> f64 {
        let (o, o_exponent) = round::mantissa_exponent(offset);
        let (n, n_exponent) = round::mantissa_exponent(&dot(normal, normal));
        let odd = n_exponent & 1;
        let root = libm::sqrt(round::times_power_of_two(n, odd));
        round::times_power_of_two(
            o / root,
            o_exponent - (n_exponent - odd) / 2 - self.difference.a.bits,
        )
    }

    /// The normal, out of D, of a plane that supports D at the origin; `None` where the origin is inside D.
    ///
    /// Only facets through the origin are expanded: others do not matter.
    pub(crate) fn touching(&mut self) -> Option<IntVector<D>> {
        while let Some(i) = self.facets.iter().position(|f| f.offset.is_zero()) {
            let next = self.difference.support(&self.facets[i].normal);
            if !is_positive(&dot(&self.facets[i].normal, &next.position)) {
                return Some(self.facets[i].normal.clone());
            }
            self.add(next);
        }
        None
    }

    /// The polytope's vertices, and its facets as indices into them.
    pub(crate) fn into_parts(self) -> (Vec<DifferenceVertex<D>>, Vec<Vec<u32>>) {
        let indices = |f: EpaFacet<D>| f.vertices.iter().map(|&i| i as u32).collect();
        (self.vertices, self.facets.into_iter().map(indices).collect())
    }

    /// The facet of D nearest to the origin.
    pub(crate) fn nearest_support(&mut self) -> SupportingFacet<D> {
        loop {
            let i = self.nearest_facet();
            let next = self.difference.support(&self.facets[i].normal);
            if dot(&self.facets[i].normal, &next.position) <= self.facets[i].offset {
                return self.supporting_facet(i);
            }
            self.add(next);
        }
    }

    /// Index of a facet nearest to the origin: by rounded distances; those nearly equal are compared exactly.
    fn nearest_facet(&self) -> usize {
        let least = self.facets.iter().map(|f| f.distance).fold(f64::MAX, f64::min);
        let limit = least * (1.0 + 1e-12) + 1e-300;
        let near = |(i, f): (usize, &EpaFacet<D>)| (f.distance <= limit).then_some(i);
        self.facets
            .iter()
            .enumerate()
            .filter_map(near)
            .min_by(|&i, &j| self.facets[i].compare(&self.facets[j]))
            .unwrap_or(0)
    }

    /// Replaces the facets that the vertex sees by facets from their rim (the horizon) to the vertex.
    fn add(&mut self, vertex: DifferenceVertex<D>) {
        let new = self.vertices.len();
        self.vertices.push(vertex);
        let position = &self.vertices[new].position;
        let sees = |f: &EpaFacet<D>| dot(&f.normal, position) > f.offset;
        let (seen, kept): (Vec<_>, Vec<_>) = core::mem::take(&mut self.facets).into_iter().partition(sees);
        self.facets = kept;
        for facet in &seen {
            for i in 0..D {
                let rim = ridge(&facet.vertices, i);
                let sharing = |f: &&EpaFacet<D>| (0..D).any(|j| ridge(&f.vertices, j) == rim);
                if seen.iter().filter(sharing).count() == 1 {
                    let mut vertices = facet.vertices;
                    vertices[i] = new;
                    let facet = self.facet(vertices);
                    self.facets.push(facet);
                }
            }
        }
    }

    /// The supporting facet in the plane of facet `i`: that one of the plane which has the origin's
    /// projection.
    fn supporting_facet(&self, i: usize) -> SupportingFacet<D> {
        let plane = &self.facets[i];
        let in_plane = |f: &EpaFacet<D>| {
            f.vertices
                .iter()
                .all(|&v| dot(&plane.normal, &self.vertices[v].position) == plane.offset)
        };
        let projection = self.facets.iter().filter(|f| in_plane(f)).find_map(|f| {
            let points = f.vertices.map(|v| &self.vertices[v].position);
            let weights = weights(&points);
            let within = !weights.iter().any(is_negative);
            within.then_some((f.vertices, weights))
        });
        let (vertices, weights) = projection.unwrap_or_else(|| (plane.vertices, Vec::new()));
        SupportingFacet {
            normal: plane.normal.clone(),
            offset: plane.offset.clone(),
            projection: vertices
                .into_iter()
                .map(|v| self.vertices[v].clone())
                .zip(weights)
                .collect(),
        }
    }
}

impl<const D: usize> EpaFacet<D> {
    /// Compares the distances of two facets from the origin, exactly.
    fn compare(&self, o: &Self) -> core::cmp::Ordering {
        let square = |n: &IntVector<D>| dot(n, n);
        (&self.offset * &self.offset * square(&o.normal)).cmp(&(&o.offset * &o.offset * square(&self.normal)))
    }
}

/// The ridge opposite vertex `i`: the facet's other vertices, in an order that neighbours share.
fn ridge<const D: usize>(vertices: &[usize; D], i: usize) -> [usize; D] {
    let mut rest = *vertices;
    rest[i] = usize::MAX;
    rest.sort_unstable();
    rest
}
