//! How far the facets of a face are from its surface.

use glam::DVec3;

use super::facets::Facets;
use super::fit::Model;
use crate::math::Real;

/// What a facet turns by from its neighbour tells of its own bend where it is no wider than this times the
/// neighbour.
const SIMILAR: f64 = 3.0;

/// The greatest distance of the facets from the surface that their corners are on.
pub(super) fn of_surface(facets: &Facets, triangles: &[u32], model: &Model) -> f64 {
    let of_triangle = |t: &u32| model.farthest(samples(facets.corners(*t)));
    triangles.iter().map(of_triangle).fold(0.0, f64::max)
}

/// Whether that distance, times a factor, is at least this: as a rule the first facets tell.
pub(super) fn reaches(facets: &Facets, triangles: &[u32], model: &Model, [least, factor]: [f64; 2]) -> bool {
    let of_triangle = |t: &u32| model.farthest(samples(facets.corners(*t)));
    least <= 0.0 || triangles.iter().any(|t| least <= of_triangle(t) * factor)
}

/// Points of a triangle, one of which is about as far from a surface through its corners as any.
#[inline]
fn samples([a, b, c]: [DVec3; 3]) -> [DVec3; 7] {
    let middle = (a + b + c) / 3.0;
    let [ab, bc, ca] = [(a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5];
    [
        ab,
        bc,
        ca,
        middle,
        (ab + middle) * 0.5,
        (bc + middle) * 0.5,
        (ca + middle) * 0.5,
    ]
}

/// An estimate without a surface. Where a curve is tessellated, its chords of length w turn by θ, and the arc
/// over a chord is w tan(θ/4) / 2 away from it. A facet is a chord in two directions: the two largest of its
/// edges count. A facet that is far wider than its neighbour is flat, as where the foot of a tooth goes on
/// into an involute: only a part of its width counts.
pub(super) fn estimated(facets: &Facets, triangles: &[u32]) -> f64 {
    triangles.iter().map(|t| of_facet(facets, *t)).fold(0.0, f64::max)
}

fn of_facet(facets: &Facets, t: u32) -> f64 {
    let corners = facets.corners(t);
    let mut arcs = [0.0; 3];
    for (k, n) in facets
        .smooth_beside(t)
        .filter(|(_, n)| !facets.is_thin(t) && !facets.is_thin(*n))
    {
        let cos = facets.normals[t as usize]
            .dot(facets.normals[n as usize])
            .clamp(-1.0, 1.0);
        let length = corners[k].distance(corners[(k + 1) % 3]);
        let [own, other] = [t, n].map(|t| facets.areas[t as usize] / length);
        arcs[k] = 0.5 * own.min(SIMILAR * other) * tan_of_quarter(cos);
    }
    let least = arcs.into_iter().fold(f64::MAX, f64::min);
    arcs.into_iter().sum::<f64>() - least
}

/// tan(θ/4) from cos θ.
fn tan_of_quarter(cos: f64) -> f64 {
    let half_cos = Real::sqrt(0.5 * (1.0 + cos));
    let half_sin = Real::sqrt(0.5 * (1.0 - cos));
    half_sin / (1.0 + half_cos)
}
