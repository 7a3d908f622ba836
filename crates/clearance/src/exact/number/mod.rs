//! Exact numbers: an integer times a power of two.
//!
//! Every finite float is such a number, and so are sums, differences and products of them.

pub(crate) mod double_double;
pub(crate) mod expansion;
pub(crate) mod homogeneous;
pub(crate) mod integer;
pub(crate) mod round;

use core::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use integer::{Int, shifted, sign};

use crate::math::Real;

/// A dyadic number, `mantissa * 2^exponent`, exact. Several pairs stand for one number, and
/// [`Dyadic::compare`] treats them as equal.
#[derive(Clone, Debug)]
pub(crate) struct Dyadic {
    pub(crate) mantissa: Int,
    pub(crate) exponent: i64,
}

impl Dyadic {
    pub(crate) fn zero() -> Self {
        Self::integer(0)
    }
    pub(crate) fn one() -> Self {
        Self::integer(1)
    }
    pub(crate) fn integer(i: i64) -> Self {
        Self::new(IBig::from(i), 0)
    }
    pub(crate) fn new(mantissa: Int, exponent: i64) -> Self {
        Self { mantissa, exponent }
    }
    /// A finite float, exact; its mantissa is odd or 0.
    pub(crate) fn from_real<S: Real>(x: S) -> Self {
        let bits = x.to_f64().to_bits();
        let biased = (bits >> 52 & 0x7ff) as i64;
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, exponent) = if biased == 0 {
            (fraction, -1074)
        } else {
            (fraction | 1 << 52, biased - 1075)
        };
        if mantissa == 0 {
            return Self::zero();
        }
        let zeros = mantissa.trailing_zeros();
        let odd = (mantissa >> zeros) as i64;
        let signed = if bits >> 63 == 1 { -odd } else { odd };
        Self::new(IBig::from(signed), exponent + i64::from(zeros))
    }
    pub(crate) fn is_zero(&self) -> bool {
        self.mantissa.is_zero()
    }
    /// Whether this is written as 1, as a scale usually is.
    pub(crate) fn is_one(&self) -> bool {
        self.exponent == 0 && self.mantissa.is_one()
    }
    /// `self` compared with 0.
    pub(crate) fn sign(&self) -> Ordering {
        sign(&self.mantissa)
    }
    /// The mantissa at an exponent that is no larger.
    pub(crate) fn at_exponent(&self, exponent: i64) -> Int {
        if self.is_zero() || self.exponent == exponent {
            return self.mantissa.clone();
        }
        &self.mantissa << (self.exponent - exponent) as usize
    }
    pub(crate) fn plus(&self, o: &Self) -> Self {
        if self.is_zero() {
            return o.clone();
        }
        if o.is_zero() {
            return self.clone();
        }
        let (a, b) = (&self.mantissa, &o.mantissa);
        match self.exponent.cmp(&o.exponent) {
            Ordering::Equal => Self::new(a + b, self.exponent),
            Ordering::Less => Self::new(a + o.at_exponent(self.exponent), self.exponent),
            Ordering::Greater => Self::new(self.at_exponent(o.exponent) + b, o.exponent),
        }
    }
    pub(crate) fn minus(&self, o: &Self) -> Self {
        self.plus(&o.negated())
    }
    pub(crate) fn times(&self, o: &Self) -> Self {
        Self::new(&self.mantissa * &o.mantissa, self.exponent + o.exponent)
    }
    pub(crate) fn negated(&self) -> Self {
        Self::new(-&self.mantissa, self.exponent)
    }
    pub(crate) fn compare(&self, o: &Self) -> Ordering {
        match (self.sign(), o.sign()) {
            (a, b) if a != b => a.cmp(&b),
            _ if self.exponent == o.exponent => self.mantissa.cmp(&o.mantissa),
            _ => self.minus(o).sign(),
        }
    }
    /// `numerator / denominator` to so many significant bits, rounded down; the denominator is positive.
    pub(crate) fn quotient(numerator: &Self, denominator: &Self, bits: usize) -> Self {
        let have = numerator.mantissa.bit_len() as i64 - denominator.mantissa.bit_len() as i64;
        let shift = bits as i64 + 1 - have;
        let n = shifted(&numerator.mantissa, shift);
        Self::new(
            n / &denominator.mantissa,
            numerator.exponent - denominator.exponent - shift,
        )
    }
    /// The least exponent of these numbers, 0 left out: at it the mantissa of each is an integer.
    pub(crate) fn common_exponent<'a>(numbers: impl IntoIterator<Item = &'a Self>) -> i64 {
        let numbers = numbers.into_iter().filter(|n| !n.is_zero());
        numbers.map(|n| n.exponent).min().unwrap_or(0)
    }
    /// The nearest float of this precision; the largest finite one where that would be infinite.
    pub(crate) fn rounded<S: Real>(&self) -> S {
        round::to_real(round::quotient(&self.mantissa, &IBig::ONE, self.exponent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_exact() {
        for x in [
            0.0,
            1.0,
            -0.1,
            1e300,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            -3.5e-310,
        ] {
            assert_eq!(Dyadic::from_real(x).rounded::<f64>(), x);
        }
        assert_eq!(Dyadic::from_real(0.1_f32).rounded::<f32>(), 0.1_f32);
        assert_eq!(Dyadic::from_real(0.1_f32).rounded::<f64>(), f64::from(0.1_f32));
    }
    #[test]
    fn sums_that_floats_lose() {
        let (big, small) = (Dyadic::from_real(1e300), Dyadic::from_real(-1e-300));
        let sum = big.plus(&small);
        assert_eq!(sum.compare(&big), Ordering::Less);
        assert_eq!(sum.minus(&big).rounded::<f64>(), -1e-300);
        assert_eq!(big.times(&big).rounded::<f64>(), f64::MAX);
    }
    #[test]
    fn quotients_have_the_bits_asked_for() {
        let third = Dyadic::quotient(&Dyadic::one(), &Dyadic::integer(3), 200);
        let error = third.times(&Dyadic::integer(3)).minus(&Dyadic::one());
        assert!(error.mantissa.bit_len() as i64 + error.exponent < -195);
    }
}
