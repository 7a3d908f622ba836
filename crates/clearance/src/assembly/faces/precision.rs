//! How exactly the coordinates of a mesh are known.
//!
//! A file may hold doubles, singles or decimal numbers of six or seven digits, and the vertices of a cylinder
//! are as far from it as these are rounded. Nothing in a mesh says which it is, and the numbers may have been
//! moved or scaled since. So it is measured. The two triangles of a plane strip, and those of every plane,
//! have four corners in one plane, but for the rounding: the height of the fourth corner over the plane of
//! the others is rounding. Heights over true edges are much larger. So the heights of a mesh come in two
//! groups with a wide gap between them, and the noise is three times the median of the lower group. Rounding
//! has no memory, so that the heights of the lower group must not have the signs of their neighbours. A fine
//! mesh of something curved has no such gap, since its facets turn by all small angles: there, nothing is
//! measured, and coordinates are taken to be doubles. If all coordinates are singles or short decimals
//! (`decimals.rs`), the noise is at least theirs.

use alloc::vec;
use alloc::vec::Vec;

use glam::DVec3;

use super::decimals::rounding_of_decimals;
use super::facets::Facets;
use crate::math::PowerOfTwo;

/// The rounding of six decimal digits, relative to the largest coordinate.
const COARSEST: f64 = 5e-6;
/// The same is not more than that part of so many sizes of the mesh.
const COARSEST_OF_SIZE: f64 = 100.0;
/// Decimals are no coarser than this, relative to the size of the mesh. Coarser ones are steps that somebody
/// chose, unless all are of six digits.
const COARSEST_DECIMALS: f64 = 5e-5;

/// What counts as on a surface is six times the noise: so much of half the spacing of decimals, since no
/// corner is moved by more than 1.7 times that.
const OF_DECIMALS: f64 = 0.4;
/// The same of half the spacing of singles, which may have been rounded more than once.
const OF_SINGLES: f64 = 0.6;
/// So few pairs of neighbours do not tell whether their heights are random.
const FEW: usize = 20;

/// The noise of the vertices, in the unit of `facets`; `decimals` is how far they were rounded to these.
pub(super) fn noise_of(facets: &Facets, vertices: &[DVec3], decimals: f64) -> f64 {
    let least = 4.0 * f64::EPSILON * facets.largest;
    let of_singles = if are_singles(vertices) && facets.largest > 0.0 {
        OF_SINGLES * PowerOfTwo(libm::ilogb(facets.largest) - 24).times(1.0)
    } else {
        0.0
    };
    least
        .max(of_singles)
        .max(OF_DECIMALS * decimals)
        .max(measured(facets))
}

/// How far the vertices of a mesh were rounded when they were written: half the spacing of decimal numbers at
/// the largest coordinate, in the unit of the vertices; 0 if they are none. It is told from the digits of the
/// numbers as doubles.
///
/// Steps that are coarse beside the mesh are those that somebody chose, unless all numbers have six digits or
/// more alike. Singles say nothing of what was meant: a box of whole numbers consists of them.
///
/// ```
/// use clearance::{assembly::written_within, glam::DVec3};
/// let circle = |write: fn(f64) -> f64| -> Vec<_> {
///     (0..40).map(|i| 0.37 * f64::from(i)).map(|t| DVec3::new(12.0 * t.cos(), 12.0 * t.sin(), 0.0).map(write)).collect()
/// };
/// assert_eq!(written_within(&circle(|x| x)), 0.0);
/// let written = written_within(&circle(|x| format!("{x:.4}").parse().expect("a number")));
/// assert!((written - 0.5e-4).abs() < 1e-12);
/// ```
pub fn written_within(vertices: &[DVec3]) -> f64 {
    let decimals = rounding_of_decimals(vertices, are_singles(vertices));
    let [low, high] = vertices
        .iter()
        .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], v| {
            [low.min(*v), high.max(*v)]
        });
    let coarsest = COARSEST_DECIMALS * (high - low).max_element();
    if decimals.is_sure || decimals.rounding <= coarsest {
        decimals.rounding
    } else {
        0.0
    }
}

fn are_singles(vertices: &[DVec3]) -> bool {
    vertices.iter().all(|v| v.to_array().into_iter().all(is_single))
}

/// Whether a number has 24 significant bits at most, whatever its magnitude.
fn is_single(x: f64) -> bool {
    x.to_bits() & ((1 << 29) - 1) == 0
}

/// A fourth corner over the plane of three.
struct Height {
    triangles: [u32; 2],
    /// Positive where the edge is concave.
    signed: f64,
}

/// From the heights of the lower group, without those that are 0, as over planes along the axes; 0 without
/// such a group.
fn measured(facets: &Facets) -> f64 {
    let mut heights: Vec<Height> = Vec::new();
    let most = 32.0 * coarsest(facets);
    for t in 0..facets.count() as u32 {
        for (k, n) in facets.beside(t).filter(|(_, n)| *n > t) {
            heights.extend(height(facets, [t, n], k, most));
        }
    }
    // Few of all edges, about three for two triangles, are so by accident.
    let enough = facets.count() / 8 + 1;
    heights.sort_unstable_by(|a, b| a.signed.abs().total_cmp(&b.signed.abs()));
    let mut low = count_below(&heights, coarsest(facets));
    while low >= enough {
        let median = heights[(low - 1) / 2].signed.abs();
        let [eighth, half, within, above] =
            [0.125, 0.5, 4.0, 32.0].map(|by| count_below(&heights, by * median));
        // Of errors with a normal distribution, a fifth is between an eighth and half of their median, and
        // none above four; the heights of a regular mesh are all alike; and if there are heights of all sizes
        // alike, seven times as many are between four and 32 medians as below.
        if (above - within) * 2 <= within
            && (half - eighth) * 20 >= within
            && are_random(facets, &heights[..within])
        {
            return 3.0 * median;
        }
        low = (low - 1) / 2;
    }
    0.0
}

/// Whether heights have other signs than those beside them. Rounding has no memory, while the four corners of
/// a cell of a twisted surface are out of plane by about as much as those of the next cell, to the same side.
fn are_random(facets: &Facets, low: &[Height]) -> bool {
    let mut signs = vec![0.0; facets.count()];
    for height in low {
        height
            .triangles
            .iter()
            .for_each(|t| signs[*t as usize] = height.signed);
    }
    let is_low = |t: u32, n: u32| signs[t as usize] == signs[n as usize];
    let (mut same, mut all) = (0_usize, 0_usize);
    for t in 0..facets.count() as u32 {
        for (_, n) in facets.beside(t).filter(|(_, n)| *n > t) {
            let product = signs[t as usize] * signs[n as usize];
            if product != 0.0 && !is_low(t, n) {
                all += 1;
                same += usize::from(product > 0.0);
            }
        }
    }
    all < FEW || same * 4 < all * 3
}

/// No rounding is coarser. At site coordinates a part of the largest coordinate would be metres.
fn coarsest(facets: &Facets) -> f64 {
    COARSEST * facets.largest.min(COARSEST_OF_SIZE)
}

/// How many of the sorted heights are below another.
fn count_below(heights: &[Height], below: f64) -> usize {
    heights.partition_point(|h| h.signed.abs() < below)
}

/// How far the neighbour's own corner is from the plane of a triangle, if that is above 0 and not far more
/// than rounding.
fn height(facets: &Facets, [t, n]: [u32; 2], k: usize, most: f64) -> Option<Height> {
    if facets.is_thin(t) || facets.is_thin(n) {
        return None;
    }
    // The triangle with the larger height over the edge carries the rounding to the other's corner without
    // making it larger.
    if facets.areas[t as usize] < 0.5 * facets.areas[n as usize] {
        return None;
    }
    let apex = facets.opposite(n, facets.edge_towards(n, t));
    let signed = (apex - facets.corners(t)[k]).dot(facets.normals[t as usize]);
    let is_small = signed != 0.0 && signed.abs() < most;
    is_small.then_some(Height {
        triangles: [t, n],
        signed,
    })
}
