//! The point of a simplex nearest to the origin, and its barycentric coordinates.
//!
//! Source: the signed-volumes method of M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK algorithm
//! for faster and more reliable distance queries between convex objects", ACM Transactions on Graphics 36(3),
//! 2017, doi 10.1145/3083724. The origin is projected on the plane (or line) of the simplex first. The signed
//! areas around the projection then tell which corners are not needed. They stay accurate for thin simplices,
//! where Johnson's determinants (products of many differences) do not.
//!
//! Where we differ: the areas are taken in the simplex's own plane, not in the coordinate plane where it is
//! largest, which is unpredictable. Of a tetrahedron too flat for the sign of its volume to be trusted, all
//! four faces are tried, and the nearest wins. And besides the nearest point itself a search direction is
//! returned that stays accurate when that point vanishes: the normal of the triangle (of the edge in 2D),
//! computed from the corners alone.

use glam::{DVec2, DVec3};

use super::simplex::Support;
use crate::math::{Space, Vector, Vector2};

/// The nearest point of a simplex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearestPoint<V> {
    /// Barycentric coordinates: the weight of each corner, at least 0, summing to 1. Those that are not
    /// needed have 0.
    pub weights: [f64; 4],
    /// The nearest point itself.
    pub point: V,
    /// From the origin towards the simplex, not normalised: along `point`, but accurate where that is tiny.
    pub direction: V,
    /// Whether the origin is inside a simplex of full dimension.
    pub inside: bool,
}

impl<V: Space<Scalar = f64>> NearestPoint<V> {
    #[inline(always)]
    pub fn corner(points: &[Support<V>; 4], i: usize) -> Self {
        let mut weights = [0.0; 4];
        weights[i] = 1.0;
        Self {
            weights,
            point: points[i].difference,
            direction: points[i].difference,
            inside: false,
        }
    }
    #[inline(always)]
    fn inside(weights: [f64; 4]) -> Self {
        Self {
            weights,
            point: V::ZERO,
            direction: V::ZERO,
            inside: true,
        }
    }
    /// The nearer one; the first of equals.
    #[inline(always)]
    fn nearer(self, other: Option<Self>) -> Option<Self> {
        match other {
            Some(o) if o.point.length_squared() <= self.point.length_squared() => Some(o),
            _ => Some(self),
        }
    }
}

/// A space in which the nearest point of a simplex can be found: `DVec2` and `DVec3`.
pub(crate) trait SimplexSpace: Space<Scalar = f64> {
    /// The search direction of a segment from `p` along `along` whose nearest point is `point`.
    fn off_segment(p: Self, along: Self, point: Self) -> Self;
    /// Of the triangle of these three corners.
    fn nearest_of_triangle(points: &[Support<Self>; 4], corners: [usize; 3]) -> NearestPoint<Self>;
    /// Of all four corners (3D only).
    fn nearest_of_tetrahedron(points: &[Support<Self>; 4]) -> NearestPoint<Self>;
}

/// Of the simplex of the first `count` points, 1 to 4.
#[inline]
pub(crate) fn nearest_of_first<V: SimplexSpace>(points: &[Support<V>; 4], count: usize) -> NearestPoint<V> {
    nearest_of(points, [0, 1, 2, 3], count)
}

/// Of the simplex of the first `count` of these corners, 1 to 4.
#[inline(always)]
pub(super) fn nearest_of<V: SimplexSpace>(
    points: &[Support<V>; 4],
    corners: [usize; 4],
    count: usize,
) -> NearestPoint<V> {
    let [i, j, k, _] = corners;
    match count {
        0 | 1 => NearestPoint::corner(points, i),
        2 => nearest_of_segment(points, i, j),
        3 => V::nearest_of_triangle(points, [i, j, k]),
        _ => V::nearest_of_tetrahedron(points),
    }
}

/// Of the segment between two corners: the projection of the origin on its line, clamped to the segment.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn nearest_of_segment<V: SimplexSpace>(points: &[Support<V>; 4], i: usize, j: usize) -> NearestPoint<V> {
    let (p, q) = (points[i].difference, points[j].difference);
    let along = q - p;
    let (from_p, from_q) = (-p.dot(along), q.dot(along));
    if from_p <= 0.0 {
        return NearestPoint::corner(points, i);
    }
    if from_q <= 0.0 {
        return NearestPoint::corner(points, j);
    }
    let inverse = 1.0 / (from_p + from_q);
    let mut weights = [0.0; 4];
    weights[i] = from_q * inverse;
    weights[j] = from_p * inverse;
    // From the nearer end, so that the rounding of the far one is scaled down.
    let point = if from_p < from_q {
        p + along * weights[j]
    } else {
        q - along * weights[i]
    };
    NearestPoint {
        weights,
        point,
        direction: V::off_segment(p, along, point),
        inside: false,
    }
}

/// The nearest of those edges of a triangle that are opposite of a corner that is not needed.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn nearest_edge<V: SimplexSpace>(
    points: &[Support<V>; 4],
    c: [usize; 3],
    unneeded: [bool; 3],
) -> NearestPoint<V> {
    let mut best = None;
    for k in 0..3 {
        if unneeded[k] {
            best = nearest_of_segment(points, c[(k + 1) % 3], c[(k + 2) % 3]).nearer(best);
        }
    }
    best.unwrap_or(NearestPoint::corner(points, c[0]))
}

impl SimplexSpace for DVec2 {
    #[inline]
    fn off_segment(p: Self, along: Self, _: Self) -> Self {
        let n = along.left();
        if n.dot(p) < 0.0 { -n } else { n }
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn nearest_of_triangle(points: &[Support<Self>; 4], c: [usize; 3]) -> NearestPoint<Self> {
        let [p, q, r] = c.map(|k| points[k].difference);
        let area = (q - p).perp_dot(r - p);
        let parts = [q.perp_dot(r), r.perp_dot(p), p.perp_dot(q)];
        let magnitude = (q - p).max_abs() * (r - p).max_abs();
        let flat = area.abs() <= 1e-15 * magnitude;
        let unneeded = parts.map(|part| flat || part * area <= 0.0);
        if unneeded.contains(&true) {
            return nearest_edge(points, c, unneeded);
        }
        let mut weights = [0.0; 4];
        for k in 0..3 {
            weights[c[k]] = parts[k] / area;
        }
        NearestPoint::inside(weights)
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn nearest_of_tetrahedron(points: &[Support<Self>; 4]) -> NearestPoint<Self> {
        Self::nearest_of_triangle(points, [1, 2, 3])
    }
}

impl SimplexSpace for DVec3 {
    #[inline]
    fn off_segment(_: Self, _: Self, point: Self) -> Self {
        point
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn nearest_of_triangle(points: &[Support<Self>; 4], c: [usize; 3]) -> NearestPoint<Self> {
        let [p, q, r] = c.map(|k| points[k].difference);
        let n = triangle_normal(p, q, r);
        let nn = n.dot(n);
        if nn <= 0.0 {
            return nearest_edge(points, c, [true; 3]);
        }
        let foot = n * (p.dot(n) / nn);
        let (u, v, w) = (p - foot, q - foot, r - foot);
        let parts = [n.dot(v.cross(w)), n.dot(w.cross(u)), n.dot(u.cross(v))];
        let unneeded = parts.map(|part| part <= 0.0);
        if unneeded.contains(&true) {
            return nearest_edge(points, c, unneeded);
        }
        let inverse = 1.0 / (parts[0] + parts[1] + parts[2]);
        let mut weights = [0.0; 4];
        for k in 0..3 {
            weights[c[k]] = parts[k] * inverse;
        }
        NearestPoint {
            weights,
            point: foot,
            direction: if p.dot(n) < 0.0 { -n } else { n },
            inside: false,
        }
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn nearest_of_tetrahedron(points: &[Support<Self>; 4]) -> NearestPoint<Self> {
        let [p, q, r, s] = points.map(|s| s.difference);
        let (rs, pq) = (r.cross(s), p.cross(q));
        // The volume with each corner in turn moved to the origin; they sum to the whole.
        let parts = [q.dot(rs), -p.dot(rs), s.dot(pq), -r.dot(pq)];
        let volume = parts[0] + parts[1] + parts[2] + parts[3];
        let magnitude = parts[0].abs() + parts[1].abs() + parts[2].abs() + parts[3].abs();
        let flat = volume.abs() <= 1e-14 * magnitude;
        let unneeded = parts.map(|part| flat || part * volume <= 0.0);
        let mut best = None;
        for (k, face) in [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
            .into_iter()
            .enumerate()
        {
            if unneeded[k] {
                best = Self::nearest_of_triangle(points, face).nearer(best);
            }
        }
        best.unwrap_or_else(|| NearestPoint::inside(parts.map(|part| part / volume)))
    }
}

/// Twice the area times the normal. Of a thin triangle it is computed from the two shortest edges, whose
/// product has the least rounding.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn triangle_normal(p: DVec3, q: DVec3, r: DVec3) -> DVec3 {
    let (u, v) = (q - p, r - p);
    let n = u.cross(v);
    // With an angle of more than 6 degrees at `p` the choice gains less than a digit.
    if n.length_squared() > 0.01 * (u.length_squared() * v.length_squared()) {
        n
    } else {
        normal_of_thin(p, q, r)
    }
}

#[cold]
#[inline(never)]
fn normal_of_thin(p: DVec3, q: DVec3, r: DVec3) -> DVec3 {
    let (pq, qr, rp) = (q - p, r - q, p - r);
    let (a, b, c) = (pq.dot(pq), qr.dot(qr), rp.dot(rp));
    if a >= b && a >= c {
        qr.cross(rp)
    } else if b >= c {
        rp.cross(pq)
    } else {
        pq.cross(qr)
    }
}
