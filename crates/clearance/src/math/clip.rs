//! One step of polygon clipping.

use glam::DVec3;

/// Gives `keep` the corners of the part of a polygon where a linear function, `inside`, is not negative, in
/// order.
///
/// Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974.
///
/// Where an edge ends on the line, that end comes twice: as the corner, and as the point where the edge
/// crosses the line.
#[inline]
pub(crate) fn clip_polygon(polygon: &[DVec3], inside: impl Fn(DVec3) -> f64, mut keep: impl FnMut(DVec3)) {
    for (k, &p) in polygon.iter().enumerate() {
        let q = polygon[(k + 1) % polygon.len()];
        let (here, next) = (inside(p), inside(q));
        if here >= 0.0 {
            keep(p);
        }
        if (here >= 0.0) != (next >= 0.0) {
            keep(p + (q - p) * (here / (here - next)));
        }
    }
}
