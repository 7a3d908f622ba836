//! From an exact gap to a [`Clearance`]: each number rounded once.

use core::cmp::Ordering;

use super::convex::{ConvexSet, Gap, Pair, compare_to_length};
use super::integer::{Int, IntVector, dot, is_negative, is_positive, sign};
use super::round;
use crate::math::Vector;
use crate::pair::{Clearance, DepthKind};

/// `value / |normal| - reach`, times `2^exponent`, as a float whose sign is right; the reach is not negative.
pub(crate) fn distance<V: Vector, const D: usize>(
    value: &Int,
    reach: &Int,
    normal: &IntVector<D>,
    exponent: i64,
) -> V::Scalar {
    let square = dot(normal, normal);
    let float = if is_positive(value) {
        round::root_plus(&(value * value), &square, &-reach, exponent)
    } else {
        -round::root_plus(&(value * value), &square, reach, exponent)
    };
    let sign = match compare_to_length(value, reach, normal) {
        Ordering::Less => Int::NEG_ONE,
        Ordering::Equal => Int::ZERO,
        Ordering::Greater => Int::ONE,
    };
    round::keep_sign(float, &sign)
}

/// A clearance from its parts: the distance, the normal, and where the witness points are before the balls are added.
pub(crate) fn clearance<V: Vector, const D: usize>(
    distance: V::Scalar,
    normal: [f64; D],
    points: [[f64; D]; 2],
    radii: [f64; 2],
) -> Clearance<V> {
    let real = round::to_real::<V::Scalar>;
    let point_a = V::from_fn(|i| real(points[0][i] + normal[i] * radii[0]));
    let zero = crate::math::Real::ZERO;
    Clearance {
        distance,
        normal: V::from_fn(|i| real(normal[i])),
        point_a,
        point_b: if distance == zero {
            point_a
        } else {
            V::from_fn(|i| real(points[1][i] - normal[i] * radii[1]))
        },
        depth_kind: DepthKind::Exact,
    }
}

impl<const D: usize> Pair<D> {
    /// The clearance of the two sets, balls included.
    pub(crate) fn clearance<V: Vector>(&self) -> Clearance<V> {
        let gap = self.gap();
        clearance(
            distance::<V, D>(&gap.value, &self.reach(), &gap.normal, self.exponent),
            round::unit(&gap.normal),
            [
                self.mean(&gap, &self.a, |v| v.a),
                self.mean(&gap, &self.b, |v| v.b),
            ],
            [&self.a, &self.b].map(|set| round::quotient(&set.radius, &Int::ONE, self.exponent)),
        )
    }
    /// The weighted mean of one set's part of the witness, rounded once.
    fn mean(
        &self,
        gap: &Gap<D>,
        set: &ConvexSet<D>,
        index: impl Fn(&super::difference::Vertex<D>) -> usize,
    ) -> [f64; D] {
        let total: Int = gap.witness.iter().map(|(_, w)| w).sum();
        if sign(&total) != Ordering::Greater || gap.witness.iter().any(|(_, w)| is_negative(w)) {
            return [0.0; D];
        }
        core::array::from_fn(|i| {
            let weighted = |(v, w): &(super::difference::Vertex<D>, Int)| w * &set.points[index(v)][i];
            round::quotient(&gap.witness.iter().map(weighted).sum(), &total, self.exponent)
        })
    }
}
