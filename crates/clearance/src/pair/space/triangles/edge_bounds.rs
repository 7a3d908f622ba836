//! Which products of an edge of one triangle with an edge of the other can be the axis of the greatest gap.
//!
//! Of nine products most are not, and an upper bound tells without a square root: a gap of `g / s` along a
//! product of length `s` is above the best one, `w`, exactly if `g |g| > w |w| s²`. Along the product of `e`
//! and `f` the third corner of A is as high above `e` as `-f` is along A's normal, whichever edge `e` is, and
//! the third corner of B as high above `f` as `e` is along B's. So one dot product for each gap is left, and
//! the three edges of A are asked side by side (as in `space/single/triangles.rs`, in single precision).
//!
//! Error bound: a height is a product of three lengths, of which two are those of the edges and the third is
//! at most twice the scale. The three heights of a gap err by 40 u times that; the bound is 64 u above the
//! gap computed.

use glam::DVec3;

use crate::math::magnitude;
use crate::pair::space::candidate_axis::{CROSS_ERROR, VANISHING};

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
#[derive(Clone, Copy, Debug)]
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
            most: ahead.max(behind) + self.errors * magnitude(f),
            squares: across[0] * across[0] + across[1] * across[1] + across[2] * across[2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise;

    /// The gap along a vector, of all corners projected on it.
    fn projected(n: DVec3, a: &[DVec3; 3], b: &[DVec3; 3]) -> f64 {
        let span = |corners: &[DVec3; 3]| {
            let heights = corners.map(|p| n.dot(p));
            let least = heights.into_iter().fold(f64::INFINITY, f64::min);
            (least, heights.into_iter().fold(f64::NEG_INFINITY, f64::max))
        };
        let ((low_a, high_a), (low_b, high_b)) = (span(a), span(b));
        (low_b - high_a).max(low_a - high_b)
    }

    /// No bound is below the gap of all corners projected, and none is far above it; about half of the edges
    /// are passed over.
    #[test]
    fn bounds_are_just_above_the_gaps() {
        let mut state = 3;
        let mut next = || (noise::next(&mut state) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
        let (mut count, mut passed) = (0, 0);
        for _ in 0..500 {
            let mut corner = |at: f64| DVec3::new(next() + at, next(), next());
            let (a, b) = (
                [corner(0.0), corner(0.0), corner(0.0)],
                [corner(0.7), corner(0.7), corner(0.7)],
            );
            let of = |p: &[DVec3; 3]| [p[1] - p[0], p[2] - p[1], p[0] - p[2]];
            let (edges_a, edges_b) = (of(&a), of(&b));
            let scale = 4.0;
            let bounds = EdgeBounds::new(&a, &edges_a, &edges_b, scale);
            let best = projected(edges_a[0].cross(edges_a[1]).normalize(), &a, &b);
            for (j, (f, q)) in edges_b.iter().zip(b).enumerate() {
                let found = bounds.beside(*f, q);
                for (i, e) in edges_a.iter().enumerate() {
                    let n = e.cross(*f);
                    let gap = projected(n, &a, &b);
                    assert!(
                        (0.0..1e-12).contains(&(found.most[i] - gap)),
                        "{i}, {j}: {gap}, {found:?}"
                    );
                    assert!((found.squares[i] - n.length_squared()).abs() < 1e-12);
                    count += 1;
                    passed += usize::from(!found.may_exceed(i, best));
                    assert_eq!(
                        found.may_exceed(i, best),
                        gap / n.length() > best - 1e-12,
                        "{i}, {j}"
                    );
                }
            }
        }
        assert!(
            (0.3..0.7).contains(&(f64::from(passed as u32) / f64::from(count as u32))),
            "{passed} of {count}"
        );
    }

    /// An edge as long as nothing: its products are looked at, since nothing is known of them.
    #[test]
    fn products_without_length_are_not_passed_over() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let edges = [DVec3::X, DVec3::Y - DVec3::X, -DVec3::Y];
        let bounds = EdgeBounds::new(&corners, &edges, &edges, 2.0);
        let found = bounds.beside(DVec3::X, DVec3::Z);
        assert!(found.may_exceed(0, f64::MAX) && !found.may_exceed(1, 2.0));
    }
}
