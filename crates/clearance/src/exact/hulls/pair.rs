//! Two cores in integers: their relation and their signed distance, exactly.

use alloc::vec::Vec;
use core::cmp::Ordering;

use dashu_int::ops::BitTest;

use super::difference::{ExactCore, MinkowskiDifference};
use super::epa::{ExactEpa, penetration};
use super::gjk::{Combination, GjkResult, SimplexGrowth, gjk, grow};
use crate::exact::number::Dyadic;
use crate::exact::number::integer::{Int, IntVector, dot, is_positive, negated};
use crate::exact::place::ExactPoint;

/// Two cores at one scale: lengths are in units of `2^exponent`.
#[derive(Clone, Debug)]
pub(crate) struct ExactPair<const D: usize> {
    pub(crate) a: ExactCore<D>,
    pub(crate) b: ExactCore<D>,
    pub(crate) exponent: i64,
}

/// The signed distance of two hulls (without their balls), and the witness that proves it.
#[derive(Debug)]
pub(crate) struct ExactGap<const D: usize> {
    /// From A towards B, of any length. No other direction separates the two by more, or lets them overlap by
    /// less.
    pub(crate) normal: IntVector<D>,
    /// `min over B of normal · b - max over A of normal · a`: the signed distance times the length of the
    /// normal.
    pub(crate) value: Int,
    /// Pairs of vertices with weights, not negative: the weighted means are the two witness points.
    pub(crate) witness: Combination<D>,
}

impl<const D: usize> ExactPair<D> {
    /// Brings two cores in the world to one scale.
    pub(crate) fn new(a: (Vec<ExactPoint<D>>, Dyadic), b: (Vec<ExactPoint<D>>, Dyadic)) -> Self {
        let numbers = || {
            let coordinates = a.0.iter().chain(&b.0).flatten();
            coordinates.chain([&a.1, &b.1]).filter(|n| !n.is_zero())
        };
        let exponent = Dyadic::common_exponent(numbers());
        let size = |n: &Dyadic| n.mantissa.bit_len() as i64 + n.exponent - exponent;
        let bits = numbers().map(size).max().unwrap_or(0);
        let set = |(points, radius): (Vec<ExactPoint<D>>, Dyadic)| {
            let point = |p: ExactPoint<D>| p.map(|c| c.at_exponent(exponent));
            let points = points.into_iter().map(point).collect();
            ExactCore::new(points, radius.at_exponent(exponent), bits)
        };
        Self {
            a: set(a),
            b: set(b),
            exponent,
        }
    }

    pub(crate) fn difference(&self) -> MinkowskiDifference<'_, D> {
        MinkowskiDifference::new(&self.a, &self.b)
    }
    /// Whether the gap along this axis, of about unit length, is at least `distance`; every vertex is looked
    /// at.
    pub(crate) fn is_separated_by(&self, axis: &ExactPoint<D>, distance: f64) -> bool {
        let height = |p: &IntVector<D>| {
            (0..D).fold(Dyadic::zero(), |sum, i| {
                sum.plus(&axis[i].times(&Dyadic::new(p[i].clone(), self.exponent)))
            })
        };
        let extreme = |points: &[IntVector<D>], wanted: Ordering| {
            points
                .iter()
                .map(height)
                .reduce(|best, h| if h.compare(&best) == wanted { h } else { best })
        };
        let (Some(least), Some(most)) = (
            extreme(&self.b.points, Ordering::Less),
            extreme(&self.a.points, Ordering::Greater),
        ) else {
            return false;
        };
        let reach = Dyadic::new(self.reach(), self.exponent);
        let wanted = reach.plus(&Dyadic::from_real(distance));
        // Whether gap >= wanted * |axis|: from the signs, else from the squares.
        let gap = least.minus(&most);
        let square = axis.iter().fold(Dyadic::zero(), |sum, c| sum.plus(&c.times(c)));
        let squares = gap.times(&gap).compare(&wanted.times(&wanted).times(&square));
        match (gap.sign(), wanted.sign()) {
            (Ordering::Less, Ordering::Less) => squares != Ordering::Greater,
            (Ordering::Less, _) => false,
            (_, Ordering::Greater) => squares != Ordering::Less,
            _ => true,
        }
    }
    /// The sum of the two radii.
    pub(crate) fn reach(&self) -> Int {
        &self.a.radius + &self.b.radius
    }

    /// The sign of the clearance.
    pub(crate) fn clearance_sign(&self) -> Ordering {
        let difference = self.difference();
        let reach = self.reach();
        match gjk(&difference) {
            GjkResult::Apart { plane, .. } => compare_to_length(&plane.offset, &reach, &plane.normal),
            GjkResult::Meet(_) if is_positive(&reach) => Ordering::Less,
            GjkResult::Meet(combination) => match grow(&difference, combination) {
                SimplexGrowth::Touching { .. } => Ordering::Equal,
                SimplexGrowth::Full(simplex) => match ExactEpa::new(&difference, simplex).touching() {
                    Some(_) => Ordering::Equal,
                    None => Ordering::Less,
                },
            },
        }
    }
    /// Whether A is contained in B, and B in A, as closed sets.
    pub(crate) fn containment(&self) -> [bool; 2] {
        [is_contained(&self.a, &self.b), is_contained(&self.b, &self.a)]
    }

    /// The signed distance of the two hulls, without their balls, with its witness.
    pub(crate) fn gap(&self) -> ExactGap<D> {
        let difference = self.difference();
        match gjk(&difference) {
            GjkResult::Apart { plane, nearest } => ExactGap {
                normal: plane.normal,
                value: plane.offset,
                witness: nearest,
            },
            GjkResult::Meet(common) => {
                let (support, _) = penetration(&difference, common);
                ExactGap {
                    normal: negated(&support.normal),
                    value: -support.offset,
                    witness: support.projection,
                }
            }
        }
    }
}

/// `value` compared with `length * |normal|`, exactly; the length is not negative.
pub(crate) fn compare_to_length<const D: usize>(
    value: &Int,
    length: &Int,
    normal: &IntVector<D>,
) -> Ordering {
    if !is_positive(value) || length.is_zero() {
        return value.cmp(&Int::ZERO).then(Int::ZERO.cmp(length));
    }
    (value * value).cmp(&(length * length * dot(normal, normal)))
}

/// Whether `inner` is contained in `outer`, as closed sets: whether the ball about each of its points is.
fn is_contained<const D: usize>(inner: &ExactCore<D>, outer: &ExactCore<D>) -> bool {
    (0..inner.points.len()).all(|i| ball_is_contained(&inner.point(i), outer))
}

/// Whether a ball lies in a hull grown by a ball. If its radius is the smaller one, its center must be no
/// farther from the hull than the difference of the radii; else at least so deep in the hull.
fn ball_is_contained<const D: usize>(ball: &ExactCore<D>, outer: &ExactCore<D>) -> bool {
    let spare = &outer.radius - &ball.radius;
    let missing = is_positive(&-&spare);
    if !missing && outer.points.contains(&ball.points[0]) {
        return true;
    }
    let difference = MinkowskiDifference::new(ball, outer);
    match gjk(&difference) {
        GjkResult::Apart { plane, .. } => {
            !missing && compare_to_length(&plane.offset, &spare, &plane.normal) != Ordering::Greater
        }
        GjkResult::Meet(_) if !missing => true,
        GjkResult::Meet(common) => {
            let (support, _) = penetration(&difference, common);
            compare_to_length(&support.offset, &-spare, &support.normal) != Ordering::Less
        }
    }
}
