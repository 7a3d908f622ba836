//! Double-doubles: numbers of about twice the precision of a double, without integers.
//!
//! A double-double is an unevaluated sum of two floats (Dekker, "A floating-point technique for extending the
//! available precision", 1971; Hida, Li and Bailey, "Algorithms for quad-double precision floating point
//! arithmetic", 2001). With `u = 2^-53`, a sum errs relatively by less than 3 u² + 13 u³, a product by less
//! than 7 u² (Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic building blocks of
//! double-word arithmetic", 2017, algorithms 6 and 10): both less than 2^-102. Both are exact where the
//! result fits. So differences of coordinates are exact, and the discriminant of a ray that just grazes
//! vanishes as it should. No fused multiply-add is used, so the bits are the same on every machine.
//!
//! Limit: magnitudes between 1e-140 and 1e140; callers choose their unit of length so that this holds.

use core::ops::{Add, Mul, Neg, Sub};

use glam::DVec3;

use super::expansion::{two_product, two_sum};

/// `high + low`, where `low` is at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DoubleDouble {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl DoubleDouble {
    pub(crate) const ZERO: Self = Self { high: 0.0, low: 0.0 };

    /// The exact sum of two floats.
    pub(crate) fn sum(a: f64, b: f64) -> Self {
        two_sum(a, b).into()
    }
    /// The exact difference of two floats.
    pub(crate) fn difference(a: f64, b: f64) -> Self {
        Self::sum(a, -b)
    }
    /// The exact product of two floats.
    pub(crate) fn product(a: f64, b: f64) -> Self {
        two_product(a, b).into()
    }
    /// The nearest float.
    pub(crate) fn value(self) -> f64 {
        self.high + self.low
    }
    /// The quotient as a double-double: three steps of long division, right to about 100 bits.
    pub(crate) fn over(self, divisor: Self) -> Self {
        let first = self.high / divisor.high;
        let rest = self - divisor * Self::from(first);
        let second = rest.high / divisor.high;
        let rest = rest - divisor * Self::from(second);
        Self::from(first) + Self::from((second, rest.high / divisor.high))
    }
    /// The quotient, rounded to a float.
    pub(crate) fn ratio(self, divisor: Self) -> f64 {
        let first = self.high / divisor.high;
        let rest = self - divisor * Self::from(first);
        first + rest.value() / divisor.high
    }
    /// The square root of a number that is not negative, rounded to a float.
    pub(crate) fn sqrt(self) -> f64 {
        let first = libm::sqrt(self.value().max(0.0));
        if first == 0.0 {
            return 0.0;
        }
        first + (self - Self::product(first, first)).value() / (2.0 * first)
    }
    /// The sum of two floats (Dekker's fast two-sum): exact where `low` is not the larger one.
    fn fast_sum(high: f64, low: f64) -> Self {
        let sum = high + low;
        (sum, low - (sum - high)).into()
    }
}

impl From<f64> for DoubleDouble {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}
impl From<(f64, f64)> for DoubleDouble {
    fn from((high, low): (f64, f64)) -> Self {
        Self { high, low }
    }
}
impl Neg for DoubleDouble {
    type Output = Self;
    fn neg(self) -> Self {
        (-self.high, -self.low).into()
    }
}
impl Add for DoubleDouble {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        let (s, t) = (Self::sum(self.high, o.high), Self::sum(self.low, o.low));
        let s = Self::fast_sum(s.high, s.low + t.high);
        Self::fast_sum(s.high, s.low + t.low)
    }
}
impl Sub for DoubleDouble {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}
impl Mul for DoubleDouble {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        let p = Self::product(self.high, o.high);
        Self::fast_sum(p.high, p.low + (self.high * o.low + self.low * o.high))
    }
}

/// A vector of double-doubles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoubleDoubleVector(pub [DoubleDouble; 3]);

impl DoubleDoubleVector {
    /// The exact difference of two points.
    pub(crate) fn between(from: DVec3, to: DVec3) -> Self {
        Self([0, 1, 2].map(|i| DoubleDouble::difference(to[i], from[i])))
    }
    pub(crate) fn dot(self, o: Self) -> DoubleDouble {
        let [x, y, z] = [0, 1, 2].map(|i| self.0[i] * o.0[i]);
        x + y + z
    }
    pub(crate) fn cross(self, o: Self) -> Self {
        let minor = |i: usize, j: usize| self.0[i] * o.0[j] - self.0[j] * o.0[i];
        Self([minor(1, 2), minor(2, 0), minor(0, 1)])
    }
    pub(crate) fn value(self) -> DVec3 {
        DVec3::from_array(self.0.map(DoubleDouble::value))
    }
}

impl From<DVec3> for DoubleDoubleVector {
    fn from(v: DVec3) -> Self {
        Self(v.to_array().map(DoubleDouble::from))
    }
}
impl Sub for DoubleDoubleVector {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self([0, 1, 2].map(|i| self.0[i] - o.0[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Dyadic;

    #[test]
    fn a_difference_of_products_that_floats_lose_survives() {
        let a = 1.0 + f64::EPSILON;
        let lost = a * a - (1.0 + 2.0 * f64::EPSILON);
        assert_eq!(lost, 0.0);
        let kept = DoubleDouble::product(a, a) - DoubleDouble::from(1.0 + 2.0 * f64::EPSILON);
        assert_eq!(kept.value(), f64::EPSILON * f64::EPSILON);
    }

    #[test]
    fn roots_and_ratios_are_rounded_once() {
        let two = DoubleDouble::from(2.0);
        assert_eq!(two.sqrt(), core::f64::consts::SQRT_2);
        assert_eq!(DoubleDouble::from(1.0).ratio(DoubleDouble::from(3.0)), 1.0 / 3.0);
        let third = DoubleDouble::sum(1.0 / 3.0, 1.0 / 3.0 * 2f64.powi(-54));
        assert_eq!(
            (third * DoubleDouble::from(3.0) - DoubleDouble::from(1.0)).value(),
            0.0
        );
    }

    #[test]
    fn quotients_are_right_to_a_hundred_bits() {
        for (a, b) in [(2.0, 3.0), (1.0, 0.1), (7.0, 1e10), (0.3, 0.7)] {
            let DoubleDouble { high, low } = DoubleDouble::from(a).over(DoubleDouble::from(b));
            let sum = Dyadic::from_real(high).plus(&Dyadic::from_real(low));
            let error = sum.times(&Dyadic::from_real(b)).minus(&Dyadic::from_real(a));
            assert!(error.rounded::<f64>().abs() < a * 2.0_f64.powi(-100), "{a} {b}");
        }
    }
}
