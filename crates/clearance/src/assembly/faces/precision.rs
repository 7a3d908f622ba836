//! How exactly the coordinates of a mesh are known.
//!
//! A file may hold doubles, singles or decimal numbers of six or seven digits, and the vertices of a cylinder are as far
//! from it as these are rounded. Nothing in a mesh says which it is, and the numbers may have been moved or scaled since.
//! So it is measured. The two triangles of a plane strip, and those of every plane, have four corners in one plane, but for the
//! rounding: the height of the fourth corner over the plane of the others is rounding. Heights over true edges are much
//! larger. So the heights of a mesh come in two groups with a wide gap between them, and the noise is three times the
//! median of the lower group. A fine mesh of something curved has no such gap, since its facets turn by all
//! small angles: there, nothing is measured, and coordinates are taken to be doubles. If all coordinates are singles,
//! the noise is at least theirs.

use alloc::vec::Vec;

use glam::DVec3;

use super::facets::Facets;

/// The rounding of six decimal digits, relative to the largest coordinate.
const COARSEST: f64 = 5e-6;
/// The noise of the vertices, in the unit of `facets`.
pub(super) fn noise_of(facets: &Facets, vertices: &[DVec3]) -> f64 {
    let least = 4.0 * f64::EPSILON * facets.largest;
    let are_singles = vertices.iter().all(|v| v.to_array().into_iter().all(is_single));
    let of_singles = if are_singles {
        facets.largest * libm::exp2(-24.0)
    } else {
        0.0
    };
    least.max(of_singles).max(measured(facets))
}

/// Whether a number has 24 significant bits at most, whatever its magnitude.
fn is_single(x: f64) -> bool {
    x.to_bits() & ((1 << 29) - 1) == 0
}

/// From the heights of the lower group, without those that are 0, as over planes along the axes; 0 without such a group.
fn measured(facets: &Facets) -> f64 {
    let mut heights: Vec<f64> = Vec::new();
    for t in 0..facets.count() as u32 {
        for (k, n) in facets.beside(t).filter(|(_, n)| *n > t) {
            heights.extend(height(facets, t, k, n));
        }
    }
    // Few of all edges, about three for two triangles, are so by accident.
    let enough = facets.count() / 8 + 1;
    heights.sort_unstable_by(f64::total_cmp);
    let mut low = count_below(&heights, COARSEST * facets.largest);
    while low >= enough {
        let median = heights[(low - 1) / 2];
        let [eighth, half, within, above] =
            [0.125, 0.5, 4.0, 32.0].map(|by| count_below(&heights, by * median));
        // Of errors with a normal distribution, a fifth is between an eighth and half of their median, and none above four;
        // the heights of a regular mesh are all alike; and if there are heights of all sizes alike, seven times as many are
        // between four and 32 medians as below.
        if (above - within) * 2 <= within && (half - eighth) * 20 >= within {
            return 3.0 * median;
        }
        low = (low - 1) / 2;
    }
    0.0
}

/// How many of the sorted heights are below another.
fn count_below(heights: &[f64], below: f64) -> usize {
    heights.partition_point(|h| *h < below)
}

/// How far the neighbour's own corner is from the plane of a triangle, if that is above 0 and not far more than rounding.
fn height(facets: &Facets, t: u32, k: usize, n: u32) -> Option<f64> {
    if facets.is_thin(t) || facets.is_thin(n) {
        return None;
    }
    // The triangle with the larger height over the edge carries the rounding to the other's corner without making it larger.
    if facets.areas[t as usize] < 0.5 * facets.areas[n as usize] {
        return None;
    }
    let apex = facets.opposite(n, facets.edge_towards(n, t));
    let distance = (apex - facets.corners(t)[k])
        .dot(facets.normals[t as usize])
        .abs();
    (distance > 0.0 && distance < 32.0 * COARSEST * facets.largest).then_some(distance)
}
