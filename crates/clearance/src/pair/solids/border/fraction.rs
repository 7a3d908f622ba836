//! Positions along a segment, and a point within each interval between them.
//!
//! A fraction is exact, and has an approximate value within `2^-52` of it, which is enough to order nearly
//! all. A middle need not be *the* middle: any point of the interval serves, and one with few digits keeps
//! all numbers short that are computed from it.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::sample::Sample;
use crate::exact::Dyadic;
use crate::exact::number::round;
use crate::exact::place::ExactPoint;

/// Approximate values that differ by more than this are in the order of the exact ones.
const SURELY_APART: f64 = 16.0 * f64::EPSILON;

/// A number from 0 to 1, as numerator and positive denominator.
#[derive(Clone)]
pub(in crate::pair::solids) struct Fraction {
    pub numerator: Dyadic,
    pub denominator: Dyadic,
    approximate: f64,
}

impl Fraction {
    fn new(numerator: Dyadic, denominator: Dyadic) -> Self {
        debug_assert!(
            denominator.sign() == Ordering::Greater,
            "a denominator is positive"
        );
        let exponent = numerator.exponent - denominator.exponent;
        Self {
            approximate: round::quotient(&numerator.mantissa, &denominator.mantissa, exponent),
            numerator,
            denominator,
        }
    }
    /// 0 and 1.
    pub fn ends() -> [Self; 2] {
        [(Dyadic::zero(), 0.0), (Dyadic::one(), 1.0)].map(|(numerator, approximate)| Self {
            numerator,
            denominator: Dyadic::one(),
            approximate,
        })
    }
    /// `n / d` where that is strictly between 0 and 1.
    pub fn within(numerator: Dyadic, denominator: Dyadic) -> Option<Self> {
        let (n, d) = match denominator.sign() {
            Ordering::Equal => return None,
            Ordering::Less => (numerator.negated(), denominator.negated()),
            Ordering::Greater => (numerator, denominator),
        };
        let inside = n.sign() == Ordering::Greater && n.compare(&d) == Ordering::Less;
        inside.then(|| Self::new(n, d))
    }
    pub fn compare(&self, other: &Self) -> Ordering {
        let gap = self.approximate - other.approximate;
        if libm::fabs(gap) > SURELY_APART {
            return gap.total_cmp(&0.0);
        }
        let cross = |a: &Self, b: &Self| a.numerator.times(&b.denominator);
        cross(self, other).compare(&cross(other, self))
    }
    /// Some number between the two, with few digits unless they are nearly equal.
    fn middle(&self, next: &Self) -> Self {
        let gap = next.approximate - self.approximate;
        if gap > 4.0 * SURELY_APART {
            // Rounded down to steps of at most a quarter of the gap, so at least a quarter of it away from
            // either end.
            let step = round::times_power_of_two(1.0, i64::from(libm::ilogb(gap)) - 2);
            let middle = 0.5 * (self.approximate + next.approximate);
            let approximate = libm::floor(middle / step) * step;
            return Self {
                numerator: Dyadic::from_real(approximate),
                denominator: Dyadic::one(),
                approximate,
            };
        }
        let denominator = self.denominator.times(&next.denominator);
        let sum = self.numerator.times(&next.denominator);
        let sum = sum.plus(&next.numerator.times(&self.denominator));
        Self::new(sum, denominator.plus(&denominator))
    }
}

/// A number within each of the intervals into which the cuts divide the way from `from` to `to` (0 and 1 for
/// a whole segment).
pub(in crate::pair::solids) fn middles(mut cuts: Vec<Fraction>, [from, to]: [Fraction; 2]) -> Vec<Fraction> {
    cuts.sort_by(Fraction::compare);
    cuts.dedup_by(|a, b| a.compare(b) == Ordering::Equal);
    let ends: Vec<Fraction> = core::iter::once(from).chain(cuts).chain([to]).collect();
    ends.windows(2).map(|w| w[0].middle(&w[1])).collect()
}

/// The point at this fraction of the way from `a` to `b`.
pub(in crate::pair::solids) fn between<const D: usize>(
    a: &ExactPoint<D>,
    b: &ExactPoint<D>,
    at: &Fraction,
    exponent: i64,
) -> Sample<'static, D> {
    let point = core::array::from_fn(|i| {
        let way = b[i].minus(&a[i]).times(&at.numerator);
        a[i].times(&at.denominator).plus(&way)
    });
    Sample::new(point, at.denominator.clone(), exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(n: i64, d: i64) -> Fraction {
        Fraction::new(Dyadic::integer(n), Dyadic::integer(d))
    }

    /// Neighbours at all distances, down to those that floats cannot distinguish.
    #[test]
    fn middles_are_strictly_between() {
        for bits in 1..62 {
            let d = (1 << bits) + 1;
            for n in [0, 1, d / 3, d - 1] {
                let (low, high) = (fraction(n, d), fraction(n + 1, d));
                let middle = low.middle(&high);
                assert_eq!(low.compare(&middle), Ordering::Less, "{n}/{d}");
                assert_eq!(middle.compare(&high), Ordering::Less, "{n}/{d}");
            }
        }
    }
    #[test]
    fn equal_cuts_are_one() {
        let cuts = Vec::from([fraction(2, 3), fraction(1, 3), fraction(4, 6)]);
        assert_eq!(middles(cuts, Fraction::ends()).len(), 3);
    }
}
