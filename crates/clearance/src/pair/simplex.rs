//! The point of a simplex nearest to the origin, and the weights of its corners in it.
//!
//! Source: the signed-volumes method of M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK algorithm for
//! faster and more reliable distance queries between convex objects", ACM Transactions on Graphics 36(3), 2017,
//! doi 10.1145/3083724. The origin is projected on the plane (or line) of the simplex first; the signed areas of the
//! projection, taken in the coordinate plane where the simplex is largest, then say which corners are of no use. That
//! keeps its meaning for thin simplices, where Johnson's determinants (products of many differences) lose theirs.
//!
//! Where we differ: a tetrahedron too flat for the sign of its volume to be trusted has all four faces tried, and
//! the nearest wins; and beside the nearest point itself a search direction is given that stays accurate when that
//! point vanishes: the normal of the triangle (of the edge in 2D), computed from the corners alone.

use glam::{DVec2, DVec3};

use crate::math::{Space, Vector, Vector2, Vector3};

/// A point of D = { b - a }, with the points of A and B it comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Support<V> {
    pub a: V,
    pub b: V,
    /// `b - a`.
    pub difference: V,
}

impl<V: Vector> Support<V> {
    #[inline(always)]
    pub fn new(a: V, b: V) -> Self {
        Self {
            a,
            b,
            difference: b - a,
        }
    }
    const NONE: Self = Self {
        a: V::ZERO,
        b: V::ZERO,
        difference: V::ZERO,
    };
}

/// What the sub-algorithm finds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest<V> {
    /// Weight of each corner, at least 0, summing to 1; those of no use have 0.
    pub weights: [f64; 4],
    /// The nearest point itself.
    pub point: V,
    /// From the origin towards the simplex, not normalised: along `point`, but accurate where that is tiny.
    pub direction: V,
    /// Whether the origin is inside a simplex of full dimension.
    pub inside: bool,
}

impl<V: Space<Scalar = f64>> Nearest<V> {
    #[inline(always)]
    fn corner(points: &[V; 4], i: usize) -> Self {
        let mut weights = [0.0; 4];
        weights[i] = 1.0;
        Self {
            weights,
            point: points[i],
            direction: points[i],
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
    fn nearest_of_triangle(points: &[Self; 4], corners: [usize; 3]) -> Nearest<Self>;
    /// Of all four corners (3D only).
    fn nearest_of_tetrahedron(points: &[Self; 4]) -> Nearest<Self>;
}

/// Of the segment between two corners: the origin projected on its line, and held to it.
#[inline(always)]
fn nearest_of_segment<V: SimplexSpace>(points: &[V; 4], i: usize, j: usize) -> Nearest<V> {
    let (p, q) = (points[i], points[j]);
    let along = q - p;
    let (from_p, from_q) = (-p.dot(along), q.dot(along));
    if from_p <= 0.0 {
        return Nearest::corner(points, i);
    }
    if from_q <= 0.0 {
        return Nearest::corner(points, j);
    }
    let inverse = 1.0 / (from_p + from_q);
    let mut weights = [0.0; 4];
    weights[i] = from_q * inverse;
    weights[j] = from_p * inverse;
    // From the nearer end, so that the far one's rounding is scaled down.
    let point = if from_p < from_q {
        p + along * weights[j]
    } else {
        q - along * weights[i]
    };
    Nearest {
        weights,
        point,
        direction: V::off_segment(p, along, point),
        inside: false,
    }
}

/// The nearest of those edges of a triangle that lie opposite a corner of no use.
#[inline(always)]
fn nearest_edge<V: SimplexSpace>(points: &[V; 4], c: [usize; 3], useless: [bool; 3]) -> Nearest<V> {
    let mut best = None;
    for k in 0..3 {
        if useless[k] {
            best = nearest_of_segment(points, c[(k + 1) % 3], c[(k + 2) % 3]).nearer(best);
        }
    }
    best.unwrap_or(Nearest::corner(points, c[0]))
}

impl SimplexSpace for DVec2 {
    #[inline(always)]
    fn off_segment(p: Self, along: Self, _: Self) -> Self {
        let n = along.left();
        if n.dot(p) < 0.0 { -n } else { n }
    }
    #[inline]
    fn nearest_of_triangle(points: &[Self; 4], c: [usize; 3]) -> Nearest<Self> {
        let [p, q, r] = c.map(|k| points[k]);
        let area = (q - p).perp_dot(r - p);
        let parts = [q.perp_dot(r), r.perp_dot(p), p.perp_dot(q)];
        let magnitude = (q - p).max_abs() * (r - p).max_abs();
        let flat = area.abs() <= 1e-15 * magnitude;
        let useless = parts.map(|part| flat || part * area <= 0.0);
        if useless.contains(&true) {
            return nearest_edge(points, c, useless);
        }
        let mut weights = [0.0; 4];
        for k in 0..3 {
            weights[c[k]] = parts[k] / area;
        }
        Nearest::inside(weights)
    }
    fn nearest_of_tetrahedron(points: &[Self; 4]) -> Nearest<Self> {
        Self::nearest_of_triangle(points, [1, 2, 3])
    }
}

impl SimplexSpace for DVec3 {
    #[inline(always)]
    fn off_segment(_: Self, _: Self, point: Self) -> Self {
        point
    }
    #[inline]
    fn nearest_of_triangle(points: &[Self; 4], c: [usize; 3]) -> Nearest<Self> {
        let [p, q, r] = c.map(|k| points[k]);
        let n = triangle_normal(p, q, r);
        let nn = n.dot(n);
        if nn <= 0.0 {
            return nearest_edge(points, c, [true; 3]);
        }
        let foot = n * (p.dot(n) / nn);
        let (area, parts) = projected_areas(n, [p - foot, q - foot, r - foot]);
        let useless = parts.map(|part| part * area <= 0.0);
        if useless.contains(&true) {
            return nearest_edge(points, c, useless);
        }
        let inverse = 1.0 / (parts[0] + parts[1] + parts[2]);
        let mut weights = [0.0; 4];
        for k in 0..3 {
            weights[c[k]] = parts[k] * inverse;
        }
        Nearest {
            weights,
            point: foot,
            direction: if p.dot(n) < 0.0 { -n } else { n },
            inside: false,
        }
    }
    #[inline]
    fn nearest_of_tetrahedron(points: &[Self; 4]) -> Nearest<Self> {
        let [p, q, r, s] = *points;
        let (rs, pq) = (r.cross(s), p.cross(q));
        // The volume with each corner in turn moved to the origin; they sum to the whole.
        let parts = [q.dot(rs), -p.dot(rs), s.dot(pq), -r.dot(pq)];
        let volume = parts[0] + parts[1] + parts[2] + parts[3];
        let magnitude = parts[0].abs() + parts[1].abs() + parts[2].abs() + parts[3].abs();
        let flat = volume.abs() <= 1e-14 * magnitude;
        let useless = parts.map(|part| flat || part * volume <= 0.0);
        let mut best = None;
        for (k, face) in [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
            .into_iter()
            .enumerate()
        {
            if useless[k] {
                best = Self::nearest_of_triangle(points, face).nearer(best);
            }
        }
        best.unwrap_or_else(|| Nearest::inside(parts.map(|part| part / volume)))
    }
}

/// Twice the area times the normal, from the two edges that enclose the widest angle's neighbours: the shortest two,
/// whose product has the least rounding.
#[inline(always)]
pub(crate) fn triangle_normal(p: DVec3, q: DVec3, r: DVec3) -> DVec3 {
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

/// In the coordinate plane where the triangle is largest: its signed area, and those of the three triangles that
/// the origin makes with its edges, the one opposite corner `k` at place `k` (all twice).
#[inline(always)]
fn projected_areas(n: DVec3, [p, q, r]: [DVec3; 3]) -> (f64, [f64; 3]) {
    let a = n.abs();
    let flatten = |v: DVec3| {
        if a.x >= a.y && a.x >= a.z {
            DVec2::new(v.y, v.z)
        } else if a.y >= a.z {
            DVec2::new(v.z, v.x)
        } else {
            DVec2::new(v.x, v.y)
        }
    };
    let area = if a.x >= a.y && a.x >= a.z {
        n.x
    } else if a.y >= a.z {
        n.y
    } else {
        n.z
    };
    let (p, q, r) = (flatten(p), flatten(q), flatten(r));
    (area, [q.perp_dot(r), r.perp_dot(p), p.perp_dot(q)])
}

/// Up to `DIM + 1` points of D, those that carry the nearest point found so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex<V> {
    points: [Support<V>; 4],
    weights: [f64; 4],
    count: usize,
}

impl<V: SimplexSpace> Simplex<V> {
    pub const EMPTY: Self = Self {
        points: [Support::NONE; 4],
        weights: [0.0; 4],
        count: 0,
    };

    /// The corners.
    #[inline(always)]
    pub fn points(&self) -> &[Support<V>] {
        &self.points[..self.count]
    }
    /// Whether a corner has this difference.
    #[inline(always)]
    pub fn contains(&self, difference: V) -> bool {
        self.points().iter().any(|p| p.difference == difference)
    }
    /// One more corner; the simplex must have been reduced before it is full.
    #[inline(always)]
    pub fn push(&mut self, point: Support<V>) {
        if self.count < 4 {
            self.points[self.count] = point;
            self.count += 1;
        }
    }
    /// The nearest point to the origin; drops the corners of no use.
    #[inline]
    pub fn reduce(&mut self) -> Nearest<V> {
        let p = self.points.map(|s| s.difference);
        let nearest = match self.count {
            0 | 1 => Nearest::corner(&p, 0),
            2 => nearest_of_segment(&p, 0, 1),
            3 => V::nearest_of_triangle(&p, [0, 1, 2]),
            _ => V::nearest_of_tetrahedron(&p),
        };
        let mut kept = 0;
        for i in 0..self.count {
            if nearest.weights[i] > 0.0 {
                self.points[kept] = self.points[i];
                self.weights[kept] = nearest.weights[i];
                kept += 1;
            }
        }
        self.count = kept;
        nearest
    }
    /// How deep the origin surely is inside a tetrahedron: its distance from the nearest of the four planes, less what
    /// rounding may have added. 0 where the simplex is none, or the origin not inside.
    pub fn depth(&self) -> f64
    where
        V: Vector3,
    {
        if self.count < 4 || self.weights.iter().any(|w| *w <= 0.0) {
            return 0.0;
        }
        let [p, q, r, s] = self.points.map(|point| point.difference);
        let largest = p.max_abs().max(q.max_abs()).max(r.max_abs()).max(s.max_abs());
        let rounding = 64.0 * f64::EPSILON * largest * largest * largest;
        let (pq, pr, ps, qr, qs) = (q - p, r - p, s - p, r - q, s - q);
        let volume = pq.cross(pr).dot(ps).abs();
        let faces = [qr.cross(qs), pr.cross(ps), pq.cross(ps), pq.cross(pr)];
        // A corner's weight is the share of its height over the opposite face that the origin has.
        let heights = self.weights.iter().zip(faces);
        let heights = heights.map(|(w, n)| (w * volume - rounding) / n.length());
        heights.fold(f64::INFINITY, f64::min).max(0.0)
    }
    /// The points of A and of B that the nearest point comes from.
    #[inline]
    pub fn witnesses(&self) -> (V, V) {
        let (mut a, mut b) = (V::ZERO, V::ZERO);
        for i in 0..self.count {
            a += self.points[i].a * self.weights[i];
            b += self.points[i].b * self.weights[i];
        }
        (a, b)
    }
}
