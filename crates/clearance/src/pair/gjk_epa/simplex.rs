//! The simplex of GJK: up to four points of the Minkowski difference, with the points of both shapes that
//! they come from.

use glam::DVec2;

use super::signed_volumes;
use super::signed_volumes::NearestPoint;
pub(crate) use super::signed_volumes::SimplexSpace;
use crate::math::{Vector, Vector3};

/// A support point of D = { b - a }, with the points of A and B that it comes from.
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
    pub const NONE: Self = Self {
        a: V::ZERO,
        b: V::ZERO,
        difference: V::ZERO,
    };
}

/// Up to `DIM + 1` points of D whose hull has the nearest point found so far. A point stays in its slot until
/// it is dropped; only the list of slots is reordered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex<V> {
    slots: [Support<V>; 4],
    weights: [f64; 4],
    /// The slots in use, the oldest first, then the free ones: two bits each, so that they fit in a register.
    order: usize,
    count: usize,
}

impl<V: SimplexSpace> Simplex<V> {
    pub const EMPTY: Self = Self {
        slots: [Support::NONE; 4],
        weights: [0.0; 4],
        order: 0b11_10_01_00,
        count: 0,
    };

    /// How many corners there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }
    #[inline]
    fn slot(&self, k: usize) -> usize {
        self.order >> (2 * k) & 3
    }
    /// Corner `k`, if there are so many.
    #[inline]
    pub fn corner(&self, k: usize) -> Option<Support<V>> {
        (k < self.count).then(|| self.slots[self.slot(k)])
    }
    /// Whether a corner has this difference.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn contains(&self, difference: V) -> bool {
        (0..self.count).any(|k| self.slots[self.slot(k)].difference == difference)
    }
    /// One more corner; the simplex must have been reduced before it is full.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn push(&mut self, point: Support<V>) {
        if self.count < 4 {
            self.slots[self.slot(self.count)] = point;
            self.count += 1;
        }
    }
    /// The point nearest to the origin; drops the corners that it does not need.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn reduce(&mut self) -> NearestPoint<V> {
        let corners = core::array::from_fn(|k| self.slot(k));
        let nearest = signed_volumes::nearest_of(&self.slots, corners, self.count);
        self.weights = nearest.weights;
        self.keep_those_with_weight();
        nearest
    }
    #[inline(always)]
    fn keep_those_with_weight(&mut self) {
        let (mut kept, mut others) = ((0, 0), (0, 0));
        for k in 0..4 {
            let slot = self.slot(k);
            let is_kept = k < self.count && self.weights[slot] > 0.0;
            let (list, count) = if is_kept { &mut kept } else { &mut others };
            *list |= slot << (2 * *count);
            *count += 1;
        }
        self.count = kept.1;
        self.order = kept.0 | others.0 << (2 * kept.1);
    }
    /// A lower bound of the origin's depth inside a tetrahedron: its distance from the nearest of the four
    /// planes, less the error bound. 0 where the simplex is no tetrahedron, or the origin is not inside.
    pub fn depth(&self) -> f64
    where
        V: Vector3,
    {
        if self.count < 4 || self.weights.iter().any(|w| *w <= 0.0) {
            return 0.0;
        }
        let [p, q, r, s] = self.slots.map(|point| point.difference);
        let largest = p.max_abs().max(q.max_abs()).max(r.max_abs()).max(s.max_abs());
        let error = 64.0 * f64::EPSILON * largest * largest * largest;
        let (pq, pr, ps, qr, qs) = (q - p, r - p, s - p, r - q, s - q);
        let volume = pq.cross(pr).dot(ps).abs();
        let faces = [qr.cross(qs), pr.cross(ps), pq.cross(ps), pq.cross(pr)];
        // A corner's weight is the height of the origin over the opposite face as a share of the corner's.
        let heights = self.weights.iter().zip(faces);
        let heights = heights.map(|(w, n)| (w * volume - error) / n.length());
        heights.fold(f64::INFINITY, f64::min).max(0.0)
    }
    /// The points of A and of B that the nearest point comes from.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn witnesses(&self) -> (V, V) {
        let (mut a, mut b) = (V::ZERO, V::ZERO);
        for k in 0..self.count {
            let i = self.slot(k);
            a += self.slots[i].a * self.weights[i];
            b += self.slots[i].b * self.weights[i];
        }
        (a, b)
    }
}

impl Simplex<DVec2> {
    /// As [`depth`](Self::depth), inside a triangle of the plane: the distance from the nearest of its sides.
    pub fn depth_in_triangle(&self) -> f64 {
        let slots = [0, 1, 2].map(|k| self.slot(k));
        if self.count < 3 || slots.iter().any(|k| self.weights[*k] <= 0.0) {
            return 0.0;
        }
        let [p, q, r] = slots.map(|k| self.slots[k].difference);
        let largest = p.max_abs().max(q.max_abs()).max(r.max_abs());
        let error = 64.0 * f64::EPSILON * largest * largest;
        let area = (q - p).perp_dot(r - p).abs();
        let sides = slots.iter().zip([r - q, p - r, q - p]);
        let heights = sides.map(|(k, side)| (self.weights[*k] * area - error) / side.length());
        heights.fold(f64::INFINITY, f64::min).max(0.0)
    }
}
