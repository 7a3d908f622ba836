//! Facets of two borders in one plane that face each other: how much of them is in common.
//!
//! Where such facets meet, the solids only touch. The infinitely small step (`facets/signs.rs`) may press
//! each through the other: then a layer without volume is between them, and its two sides are counted in the
//! border of the common part. They are no border of it, so that their area is taken off again. Facets that
//! face the same way need nothing: with any step exactly one of them is inside the other solid.

use arrayvec::ArrayVec;
use glam::DVec3;

use crate::math::clip_polygon;

/// A triangle cut by three planes has up to six corners; a few more leave room for rounding.
type Polygon = ArrayVec<DVec3, 12>;

/// The area in common of two triangles of one plane.
pub(in crate::measure) fn common_area(t: [DVec3; 3], u: [DVec3; 3]) -> f64 {
    let normal = (u[1] - u[0]).cross(u[2] - u[0]).normalize_or_zero();
    let mut polygon: Polygon = t.into_iter().collect();
    for k in 0..3 {
        // Inwards from edge k of the second triangle.
        let inwards = normal.cross(u[(k + 1) % 3] - u[k]);
        let mut kept = Polygon::new();
        clip_polygon(
            &polygon,
            |p| (p - u[k]).dot(inwards),
            |p| {
                let _ = kept.try_push(p);
            },
        );
        polygon = kept;
    }
    let twice_area = |p: &Polygon| -> DVec3 {
        let first = p.first().copied().unwrap_or_default();
        p.windows(2)
            .map(|side| (side[0] - first).cross(side[1] - first))
            .sum()
    };
    twice_area(&polygon).length() / 2.0
}

/// The length in common of two segments of one line.
pub(in crate::measure) fn common_length([a, b]: [DVec3; 2], others: [DVec3; 2]) -> f64 {
    let length = (b - a).length();
    let along = (b - a).normalize_or_zero();
    let [p, q] = others.map(|x| (x - a).dot(along));
    (p.max(q).min(length) - p.min(q).max(0.0)).max(0.0)
}
