//! Which of the four facets of a leaf are surely too far from a point, or from a box.
//!
//! Source: the closest point of a segment is from Ericson, "Real-Time Collision Detection" (2005), 5.1.2.
//!
//! Idea: of the facets in boxes that may be nearest, most are not, and what it takes to tell is to fetch them
//! and to compute a distance in double precision. Here four are read in one piece (`corners.rs`). The gap
//! between a point and a facet along any direction is a lower bound of their distance. Two directions are
//! tried: towards the nearest point of the three edges, and along the normal. One of the two is the best that
//! there is, and both prove as much where they are rounded.
//!
//! Limit: a facet that is nearer than a step of its leaf is never told.

use glam::{Vec3, Vec4};

use super::corners::{Corners, HALF_ULP};
use super::lanes::{Points, cross, dot, lengths, minus};
use super::walk::Mask;

/// Beyond this many units products may not be numbers.
const FARTHEST: f32 = 1e15;
/// The square of the length of an edge or a normal is not taken to be shorter.
const SHORTEST: f32 = 1e-30;

/// Which of the four facets may be within `limit` of a point. Both are in the unit of the tree.
///
/// With `u` for [`HALF_ULP`] and `r` for the largest coordinate of the point, at least 1: a coordinate of a
/// corner from the point is off by half a step and `(10 + 3 r) u` (`corners.rs`), so a corner by `0.9` steps
/// and `(18 + 6 r) u`. A projection on a direction is a sum of three products, and divided by a length:
/// `(36 + 18 r) u` at most. Twice of this is taken.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn within(facets: &Corners, point: Vec3, limit: f32) -> Mask {
    let reach = point.abs().max_element().max(1.0);
    if !point.is_finite() || reach > FARTHEST {
        return 0xf;
    }
    let origin = point.to_array();
    let corners = [
        facets.from(0, &origin),
        facets.from(1, &origin),
        facets.from(2, &origin),
    ];
    let error = facets.step() + (120.0 + 50.0 * reach) * HALF_ULP;
    let [a, b, c] = &corners;
    let normal = cross(&minus(b, a), &minus(c, a));
    let gap = gap_along(&nearest_of_edges(&corners), &corners).max(gap_along(&normal, &corners));
    // What is no number is near.
    !gap.cmpgt(Vec4::splat(limit + error)).bitmask() & 0xf
}

/// How far four triangles are from the origin along a direction of each, or its opposite.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn gap_along(direction: &Points, [a, b, c]: &[Points; 3]) -> Vec4 {
    let along = [dot(direction, a), dot(direction, b), dot(direction, c)];
    let least = along[0].min(along[1]).min(along[2]);
    let most = along[0].max(along[1]).max(along[2]);
    least.max(-most) / lengths(direction).max(Vec4::splat(SHORTEST))
}

/// The points of the edges of four triangles that are nearest to the origin, but for what is rounded.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn nearest_of_edges([a, b, c]: &[Points; 3]) -> Points {
    let (mut nearest, mut least) = on_edge(a, b);
    for (from, to) in [(b, c), (c, a)] {
        let (point, square) = on_edge(from, to);
        let is_nearer = square.cmplt(least);
        least = least.min(square);
        nearest = [
            Vec4::select(is_nearer, point[0], nearest[0]),
            Vec4::select(is_nearer, point[1], nearest[1]),
            Vec4::select(is_nearer, point[2], nearest[2]),
        ];
    }
    nearest
}

/// The point of a segment nearest to the origin, and the square of its distance.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn on_edge(from: &Points, to: &Points) -> (Points, Vec4) {
    let edge = minus(to, from);
    let at = -dot(from, &edge) / dot(&edge, &edge).max(Vec4::splat(SHORTEST));
    let at = at.max(Vec4::ZERO).min(Vec4::ONE);
    let point = [
        from[0] + edge[0] * at,
        from[1] + edge[1] * at,
        from[2] + edge[2] * at,
    ];
    (point, dot(&point, &point))
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::super::tests::slabs::{number, vector};
    use super::*;
    use crate::index::wide_tree::slab::Facet;

    /// The distance of a point from a triangle: from its edges, or from its plane where the point is over it.
    fn distance([a, b, c]: [DVec3; 3], p: DVec3) -> f64 {
        let from_edge = |s: DVec3, t: DVec3| {
            let at = ((p - s).dot(t - s) / (t - s).length_squared()).clamp(0.0, 1.0);
            (s + (t - s) * if at.is_nan() { 0.0 } else { at } - p).length()
        };
        let edges = from_edge(a, b).min(from_edge(b, c)).min(from_edge(c, a));
        let normal = (b - a).cross(c - a);
        let is_over = [(a, b), (b, c), (c, a)]
            .iter()
            .all(|&(s, t)| normal.dot((t - s).cross(p - s)) > 0.0);
        match is_over {
            true => edges.min((p - a).dot(normal.normalize()).abs()),
            false => edges,
        }
    }

    /// Four triangles of any shape, some of them needles, points or in one plane with the point.
    fn leaf(seed: &mut u64, round: usize) -> [[DVec3; 3]; 4] {
        core::array::from_fn(|k| {
            let (at, size) = (vector(seed), libm::exp2(-8.0 * number(seed).abs()));
            let [u, v] = [vector(seed) * size, vector(seed) * size];
            let third = match (round + k) % 4 {
                0 => u * 0.999 + v * 1e-6,
                1 if round.is_multiple_of(3) => DVec3::ZERO,
                _ => v,
            };
            [at, at + u, at + third].map(|p| p.as_vec3().as_dvec3())
        })
    }

    fn corners(facets: &[[DVec3; 3]; 4]) -> Corners {
        Corners::of(&facets.each_ref().map(|[a, b, c]| {
            let lanes = |i: usize| Vec4::new(a[i] as f32, b[i] as f32, c[i] as f32, a[i] as f32);
            Facet {
                x: lanes(0),
                y: lanes(1),
                z: lanes(2),
            }
        }))
    }

    /// Beside distances in double precision: no facet within the limit is left out, few others are kept.
    #[test]
    fn no_facet_within_the_limit_is_left_out() {
        let (mut seed, mut far, mut kept) = (17, 0, 0);
        for round in 0..20_000 {
            let facets = leaf(&mut seed, round);
            let point = match round % 4 {
                0 => facets[0][0].lerp(facets[0][1], 0.3),
                1 => facets[1][0] + (facets[1][1] - facets[1][0]) * 0.5 + (facets[1][2] - facets[1][0]) * 0.3,
                2 => vector(&mut seed) * 1e4,
                _ => vector(&mut seed) * 2.0,
            };
            let point = point.as_vec3();
            let away = facets.map(|facet| distance(facet, point.as_dvec3()));
            for limit in away {
                let mask = within(&corners(&facets), point, (limit as f32).next_up());
                for (k, away) in away.into_iter().enumerate() {
                    let is_kept = mask >> k & 1 == 1;
                    assert!(is_kept || away > limit, "round {round}: {away} within {limit}");
                    let is_far = away > limit + 0.01 + 1e-5 * f64::from(point.abs().max_element());
                    far += u32::from(is_far);
                    kept += u32::from(is_far && is_kept);
                }
            }
        }
        assert!(far > 60_000 && kept < far / 50, "{kept} of {far} far ones kept");
    }
}
