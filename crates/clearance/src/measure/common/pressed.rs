//! Facets of two borders in one plane that face each other: how much of them is in common.
//!
//! Where such facets meet, the solids only touch. The infinitely small step (`facets/signs.rs`) may press each
//! through the other: then a layer without volume is between them, and its two sides are counted in
//! the border of the common part. They are no border of it, so that their area is taken off again. Facets
//! that face the same way need nothing: with any step exactly one of them is inside the other solid.

use arrayvec::ArrayVec;
use glam::DVec3;

/// A triangle cut by three planes has up to six corners; a few more leave room for rounding.
type Polygon = ArrayVec<DVec3, 12>;

/// The area in common of two triangles of one plane.
pub(in crate::measure) fn common_area(t: [DVec3; 3], u: [DVec3; 3]) -> f64 {
    let normal = (u[1] - u[0]).cross(u[2] - u[0]).normalize_or_zero();
    let mut polygon: Polygon = t.into_iter().collect();
    for k in 0..3 {
        // Inwards from edge k of the second triangle.
        let inwards = normal.cross(u[(k + 1) % 3] - u[k]);
        polygon = clipped(&polygon, u[k], inwards);
    }
    let twice_area = |p: &Polygon| -> DVec3 {
        let first = p.first().copied().unwrap_or_default();
        p.windows(2)
            .map(|side| (side[0] - first).cross(side[1] - first))
            .sum()
    };
    twice_area(&polygon).length() / 2.0
}

/// The part of a polygon on one side of a plane (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
fn clipped(polygon: &Polygon, on: DVec3, inwards: DVec3) -> Polygon {
    let mut kept = Polygon::new();
    let height = |p: DVec3| (p - on).dot(inwards);
    for (k, &p) in polygon.iter().enumerate() {
        let q = polygon[(k + 1) % polygon.len()];
        let (h, next) = (height(p), height(q));
        if h >= 0.0 {
            let _ = kept.try_push(p);
        }
        if (h < 0.0) != (next < 0.0) {
            let _ = kept.try_push(p + (q - p) * (h / (h - next)));
        }
    }
    kept
}

/// The length in common of two segments of one line.
pub(in crate::measure) fn common_length([a, b]: [DVec3; 2], others: [DVec3; 2]) -> f64 {
    let length = (b - a).length();
    let along = (b - a).normalize_or_zero();
    let [p, q] = others.map(|x| (x - a).dot(along));
    (p.max(q).min(length) - p.min(q).max(0.0)).max(0.0)
}
