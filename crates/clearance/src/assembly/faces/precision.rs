//! How exactly the coordinates of a mesh are known.
//!
//! A file may hold doubles, singles or decimal numbers of six or seven digits, and the vertices of a cylinder are as far
//! from it as these are rounded. Nothing in a mesh says which it is, and the numbers may have been moved or scaled since.
//! So it is measured. The two triangles of a plane strip, and those of every plane, have four corners in one plane, but for the
//! rounding. Where two facets turn by less than a thousandth, the height of the fourth corner over the plane of the others is
//! taken for such rounding, and three times their median is the noise of the mesh. Facets of a very fine mesh may turn
//! as little and mean it; a height counts only up to a bound that six digits keep. If all coordinates are singles, the
//! noise is at least theirs.

use alloc::vec::Vec;

use glam::DVec3;

use super::facets::{Facets, longest_edge};

/// The rounding of six decimal digits, relative to the largest coordinate.
const COARSEST: f64 = 5e-6;
/// Neighbours that turn by less than this are taken to be in one plane.
const FLAT: f64 = 1e-3;

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

/// Three times the median of the heights that are not 0, as those over planes along the axes are; 0 without any.
fn measured(facets: &Facets) -> f64 {
    let mut heights: Vec<f64> = Vec::new();
    for t in 0..facets.count() as u32 {
        for (_, n) in facets.beside(t).filter(|(_, n)| *n > t) {
            heights.extend(height(facets, t, n).filter(|h| *h > 0.0));
        }
    }
    // Few of all edges, about three for two triangles, are so by accident.
    if heights.len() < facets.count() / 8 + 1 {
        return 0.0;
    }
    let rank = (heights.len() - 1) / 2;
    3.0 * *heights.select_nth_unstable_by(rank, f64::total_cmp).1
}

/// How far the neighbour's own corner is from the plane of a triangle, if the two may be in one plane.
fn height(facets: &Facets, t: u32, n: u32) -> Option<f64> {
    if facets.is_thin(t) || facets.is_thin(n) {
        return None;
    }
    let (normal, apex) = (
        facets.normals[t as usize],
        facets.opposite(n, facets.edge_towards(n, t)),
    );
    // The triangle with the larger height carries the rounding to the other's corner without making it larger.
    let own = facets.areas[t as usize] / longest_edge(facets.corners(t));
    let other = facets.areas[n as usize] / longest_edge(facets.corners(n));
    let distance = (apex - facets.corners(t)[0]).dot(normal).abs();
    let turns = normal.cross(facets.normals[n as usize]).length();
    (turns < FLAT && own >= 0.25 * other && distance <= COARSEST * facets.largest).then_some(distance)
}
