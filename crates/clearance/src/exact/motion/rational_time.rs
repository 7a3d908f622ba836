//! Times as exact fractions, and when a point in straight motion comes within a distance.

use core::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::{BitTest, SquareRoot, UnsignedAbs};

use crate::exact::number::Dyadic;
use crate::exact::number::integer::{Int, IntVector, dot, is_positive};
use crate::exact::number::round;
use crate::math::Real;

/// Bits of a root after the binary point, before it is rounded down.
const BITS: i64 = 160;

/// A time as a fraction; the denominator is positive.
#[derive(Clone, Debug)]
pub(crate) struct RationalTime {
    pub(crate) numerator: Int,
    pub(crate) denominator: Int,
}

impl RationalTime {
    fn new(numerator: Int, denominator: Int) -> Self {
        Self {
            numerator,
            denominator,
        }
    }
    /// A finite float, exact.
    pub(crate) fn from_real<S: Real>(time: S) -> Self {
        let Dyadic { mantissa, exponent } = Dyadic::from_real(time);
        if exponent >= 0 {
            return RationalTime::new(mantissa << exponent as usize, Int::ONE);
        }
        RationalTime::new(mantissa, Int::ONE << (-exponent) as usize)
    }
    /// The latest float that is not after this time.
    pub(crate) fn floor<S: Real>(&self) -> S {
        let mut time: S = round::to_real(round::quotient(&self.numerator, &self.denominator, 0));
        while Self::from_real(time).compare(self) == Ordering::Greater {
            // This much or more is rounded to one unit in the last place.
            time -= (time.abs() * (S::EPSILON * S::HALF)).max(S::MIN_POSITIVE * S::EPSILON);
        }
        time
    }
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

/// When a point that starts at `from` and moves by `way` in a time of 1 comes within the root of `square` of
/// the origin. Where it never does, the time when it is nearest; `None` where its distance does not change.
///
/// This is the smaller root of the quadratic equation `|from + way t|^2 = square`: exact where it is a
/// fraction, as a double root always is, else rounded down to a double.
pub(crate) fn entry_time<const D: usize>(
    from: &IntVector<D>,
    way: &IntVector<D>,
    square: &Int,
) -> Option<RationalTime> {
    let (a, b) = (dot(way, way), dot(from, way));
    if !is_positive(&a) {
        return None;
    }
    let discriminant = &b * &b - &a * (dot(from, from) - square);
    if !is_positive(&discriminant) {
        return Some(RationalTime::new(-b, a));
    }
    let shift = (BITS - a.bit_len() as i64).max(0) as usize;
    let discriminant = discriminant << (2 * shift);
    let root = IBig::from((&discriminant).unsigned_abs().sqrt());
    let is_square = &root * &root == discriminant;
    let above = if is_square { root } else { root + Int::ONE };
    let time = RationalTime::new(-(b << shift) - above, a << shift);
    if is_square {
        return Some(time);
    }
    Some(RationalTime::from_real(time.floor::<f64>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(from: [i64; 2], way: [i64; 2], square: i64) -> Option<RationalTime> {
        entry_time(&from.map(IBig::from), &way.map(IBig::from), &IBig::from(square))
    }

    #[test]
    fn entrances_are_those_of_whole_numbers() {
        let floor = |from, way, square| at(from, way, square).map(|time| time.floor::<f64>());
        assert_eq!(floor([-10, 3], [16, 0], 25), Some(6.0 / 16.0)); // 3-4-5
        assert_eq!(floor([-10, 5], [16, 0], 25), Some(10.0 / 16.0)); // grazes
        assert_eq!(floor([-10, 7], [16, 0], 25), Some(10.0 / 16.0)); // passes by
        assert_eq!(floor([-10, 7], [0, 0], 25), None);
        let [third, fifth] = [at([-1, 0], [3, 0], 0), at([-2, 0], [5, 0], 0)].map(Option::unwrap);
        assert_eq!(third.floor::<f64>(), 1.0 / 3.0); // the nearest float is below
        assert_eq!(fifth.floor::<f64>(), (2.0_f64 / 5.0).next_down()); // the nearest float is above
        assert_eq!(fifth.floor::<f32>(), (2.0_f32 / 5.0).next_down());
        let root = floor([-2, 0], [1, 1], 3).unwrap(); // (2 - sqrt 2) / 2 of |(t - 2, t)|^2 = 3
        let truth = 1.0 - 0.5_f64.sqrt();
        assert!((root - truth).abs() < 1e-16, "{root}");
    }
    #[test]
    fn floats_are_their_own_floor() {
        assert_eq!(RationalTime::from_real(0.0).floor::<f64>(), 0.0);
        for x in [1.0, 0.1, 5e-324, 1e-310, f64::MIN_POSITIVE, 3e-308, 0.75] {
            assert_eq!(RationalTime::from_real(x).floor::<f64>(), x);
            let just_before = RationalTime::new(
                (RationalTime::from_real(x).numerator << 200) - 1,
                RationalTime::from_real(x).denominator << 200,
            );
            assert_eq!(just_before.floor::<f64>(), x.next_down());
        }
    }
}
