//! From an exact gap to a clearance in floats: each number is rounded once.

use core::cmp::Ordering;

use super::difference::DifferenceVertex;
use super::difference::ExactCore;
use super::gjk::Combination;
use super::pair::{ExactPair, compare_to_length};
use crate::exact::number::integer::{Int, IntVector, dot, is_negative, is_positive};
use crate::exact::number::round;

/// A signed distance with its normal and witness points, in double precision.
pub(crate) struct ExactClearance<const D: usize> {
    /// The sign of the distance, exact.
    pub(crate) sign: Ordering,
    /// Correctly rounded; 0 where it underflows.
    pub(crate) distance: f64,
    /// From A to B, each component correctly rounded.
    pub(crate) normal: [f64; D],
    /// The witness points; equal where the sign is 0.
    pub(crate) points: [[f64; D]; 2],
}

impl<const D: usize> ExactClearance<D> {
    /// The distance is `value / |normal|` minus the radii, the points are those of the hulls without their
    /// balls; integer lengths are in units of `2^exponent`.
    pub(crate) fn new(
        value: &Int,
        normal: &IntVector<D>,
        points: [[f64; D]; 2],
        radii: [&Int; 2],
        exponent: i64,
    ) -> Self {
        let reach = radii[0] + radii[1];
        let unit = round::unit(normal);
        let [ra, rb] = radii.map(|r| round::quotient(r, &Int::ONE, exponent));
        let sign = compare_to_length(value, &reach, normal);
        let point_a = core::array::from_fn(|i| points[0][i] + unit[i] * ra);
        let point_b = core::array::from_fn(|i| points[1][i] - unit[i] * rb);
        Self {
            sign,
            distance: distance(value, &reach, normal, exponent),
            normal: unit,
            points: [point_a, if sign == Ordering::Equal { point_a } else { point_b }],
        }
    }
}

/// `(value / |normal| - reach) * 2^exponent`; the reach is not negative.
fn distance<const D: usize>(value: &Int, reach: &Int, normal: &IntVector<D>, exponent: i64) -> f64 {
    let square = dot(normal, normal);
    if is_positive(value) {
        round::root_plus(&(value * value), &square, &-reach, exponent)
    } else {
        -round::root_plus(&(value * value), &square, reach, exponent)
    }
}

impl<const D: usize> ExactPair<D> {
    /// The clearance of the two cores, balls included.
    pub(crate) fn clearance(&self) -> ExactClearance<D> {
        let gap = self.gap();
        let points = [
            self.mean(&gap.witness, &self.a, |v| v.a),
            self.mean(&gap.witness, &self.b, |v| v.b),
        ];
        let radii = [&self.a.radius, &self.b.radius];
        ExactClearance::new(&gap.value, &gap.normal, points, radii, self.exponent)
    }
    /// The witness point of one hull: the weighted mean of its vertices, rounded once.
    pub(crate) fn mean(
        &self,
        witness: &Combination<D>,
        set: &ExactCore<D>,
        index: impl Fn(&DifferenceVertex<D>) -> usize,
    ) -> [f64; D] {
        let total: Int = witness.iter().map(|(_, w)| w).sum();
        if !is_positive(&total) || witness.iter().any(|(_, w)| is_negative(w)) {
            return [0.0; D];
        }
        core::array::from_fn(|i| {
            let weighted = |(v, w): &(DifferenceVertex<D>, Int)| w * &set.points[index(v)][i];
            let sum = witness.iter().map(weighted).sum();
            round::quotient(&sum, &total, self.exponent)
        })
    }
}
