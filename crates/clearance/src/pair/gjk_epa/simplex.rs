//! The simplex of GJK: up to four points of the Minkowski difference, and where they come from.

use super::signed_volumes;
use super::signed_volumes::Nearest;
pub(crate) use super::signed_volumes::SimplexSpace;
use crate::math::{Vector, Vector3};

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
    pub const NONE: Self = Self {
        a: V::ZERO,
        b: V::ZERO,
        difference: V::ZERO,
    };
}

/// Up to `DIM + 1` points of D, those that carry the nearest point found so far. A point stays in its slot
/// until it is of no use; only the list of slots moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex<V> {
    slots: [Support<V>; 4],
    weights: [f64; 4],
    /// Slots in use, first the oldest; then those that are free. Two bits each: they stay in a register.
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
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }
    #[inline(always)]
    fn slot(&self, k: usize) -> usize {
        self.order >> (2 * k) & 3
    }
    /// Corner `k`, if there are so many.
    #[inline(always)]
    pub fn corner(&self, k: usize) -> Option<Support<V>> {
        (k < self.count).then(|| self.slots[self.slot(k)])
    }
    /// Whether a corner has this difference.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
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
    /// The nearest point to the origin; drops the corners of no use.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn reduce(&mut self) -> Nearest<V> {
        let slot = |k| self.slot(k);
        let nearest = match self.count {
            0 | 1 => Nearest::corner(&self.slots, slot(0)),
            2 => signed_volumes::nearest_of_segment(&self.slots, slot(0), slot(1)),
            3 => V::nearest_of_triangle(&self.slots, [slot(0), slot(1), slot(2)]),
            _ => V::nearest_of_tetrahedron(&self.slots),
        };
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
    /// How deep the origin surely is inside a tetrahedron: its distance from the nearest of the four planes,
    /// less what rounding may have added. 0 where the simplex is none, or the origin not inside.
    pub fn depth(&self) -> f64
    where
        V: Vector3,
    {
        if self.count < 4 || self.weights.iter().any(|w| *w <= 0.0) {
            return 0.0;
        }
        let [p, q, r, s] = self.slots.map(|point| point.difference);
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
