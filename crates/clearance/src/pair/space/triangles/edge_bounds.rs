//! Which products of an edge of one triangle with an edge of the other can be the axis of the greatest gap.
//!
//! Of nine products most are not, and an upper bound tells without a square root: a gap of `g / s` along a product of length `s` is
//! above the best one, `w`, exactly if `g |g| > w |w| s²`. Along the product of `e` and `f` the third corner of A is as high above `e` as
//! `-f` is along A's normal, whichever edge `e` is, and the third corner of B as high above `f` as `e` is along B's. So one dot
//! product for each gap is left, and the three edges of A are asked side by side (as in `space/single/triangles.rs`, in single
//! precision).
//!
//! Error bound: a height is a product of three lengths, of which two are those of the edges and the third is at most twice the
//! scale. The three heights of a gap err by 40 u times that; the bound is 64 u above the gap computed.

use glam::DVec3;

use crate::pair::space::candidate_axis::{CROSS_ERROR, VANISHING, sum};

/// Products of the edges of A, one in each component, with those of B.
pub(super) struct EdgeBounds {
    /// The corners of A and its edges, of which one each begins there, coordinate by coordinate.
    corners: [DVec3; 3],
    edges: [DVec3; 3],
    /// No less than the lengths of the edges, times what a gap along their products may err by.
    errors: DVec3,
    normal_a: DVec3,
    /// How far above each edge of A the third corner of B is, along the product with any edge of B.
    third_of_b: DVec3,
}

/// What is known of the three gaps along products with one edge of B.
#[derive(Clone, Copy, Default)]
pub(super) struct Bounds {
    /// Gaps along the products, times the lengths of the products: at most these.
    most: DVec3,
    /// The squares of those lengths.
    squares: DVec3,
}

impl Bounds {
    /// Whether the gap along the product with edge `i` may be above `best`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn may_exceed(&self, i: usize, best: f64) -> bool {
        let (most, square) = (self.most[i], self.squares[i]);
        most * most.abs() > best * best.abs() * square || square < 4.0 * VANISHING
    }
}

impl EdgeBounds {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn new([a, b, c]: &[DVec3; 3], [d, e, f]: &[DVec3; 3], edges_b: &[DVec3; 3], scale: f64) -> Self {
        let edges = [
            DVec3::new(d.x, e.x, f.x),
            DVec3::new(d.y, e.y, f.y),
            DVec3::new(d.z, e.z, f.z),
        ];
        let normal_b = edges_b[0].cross(edges_b[1]);
        let lengths = edges[0].abs() + edges[1].abs() + edges[2].abs();
        Self {
            corners: [
                DVec3::new(a.x, b.x, c.x),
                DVec3::new(a.y, b.y, c.y),
                DVec3::new(a.z, b.z, c.z),
            ],
            edges,
            errors: lengths * (4.0 * CROSS_ERROR * f64::EPSILON * scale),
            normal_a: d.cross(*e),
            third_of_b: edges[0] * normal_b.x + edges[1] * normal_b.y + edges[2] * normal_b.z,
        }
    }
    /// The bounds for an edge of B that begins at `q`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn beside(&self, f: DVec3, q: DVec3) -> Bounds {
        let ([x, y, z], [u, v, w]) = (self.corners, self.edges);
        let across = [v * f.z - w * f.y, w * f.x - u * f.z, u * f.y - v * f.x];
        let splat = DVec3::splat;
        let height =
            (splat(q.x) - x) * across[0] + (splat(q.y) - y) * across[1] + (splat(q.z) - z) * across[2];
        let third_of_a = splat(-self.normal_a.dot(f));
        let ahead = height + self.third_of_b.min(DVec3::ZERO) - third_of_a.max(DVec3::ZERO);
        let behind = third_of_a.min(DVec3::ZERO) - height - self.third_of_b.max(DVec3::ZERO);
        Bounds {
            most: ahead.max(behind) + self.errors * sum(f),
            squares: across[0] * across[0] + across[1] * across[1] + across[2] * across[2],
        }
    }
}
