//! Numbers of twice the precision, for the few sums on which a hit or a miss depends.
//!
//! A `DoubleDouble` is an unevaluated sum of two floats (Dekker 1971, "A floating-point technique for extending the
//! available precision"; Knuth's two-sum). A sum or product of two of them is within about 2^-102 of the true
//! one, relative to the numbers that entered it, and exact where the result fits: so differences of
//! coordinates are exact, and discriminants of a ray that just grazes vanish when they should. No fused
//! multiply-add, hence the same bits everywhere. Limit: magnitudes between 1e-140 and 1e140, which callers
//! see to by choosing their unit.

use core::ops::{Add, Mul, Neg, Sub};

use glam::DVec3;

use super::expansion::two_sum;

/// `high + low`, the latter no larger than half a unit in the last place of the former.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    pub(crate) const ZERO: Self = Self { high: 0.0, low: 0.0 };

    /// The exact sum of two floats.
    pub(crate) fn sum(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, b);
        Self { high, low }
    }
    /// The exact difference of two floats.
    pub(crate) fn difference(a: f64, b: f64) -> Self {
        Self::sum(a, -b)
    }
    /// The exact product of two floats.
    pub(crate) fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        let ((a1, a2), (b1, b2)) = (split(a), split(b));
        let low = ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2;
        Self { high, low }
    }
    /// The nearest float.
    pub(crate) fn value(self) -> f64 {
        self.high + self.low
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
}

/// Two halves of 26 bits each (Veltkamp).
fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a; // 2^27 + 1
    let high = c - (c - a);
    (high, a - high)
}

/// The sum of two floats of which the first is not the smaller.
fn renormalized(high: f64, low: f64) -> DoubleDouble {
    let sum = high + low;
    DoubleDouble {
        high: sum,
        low: low - (sum - high),
    }
}

impl From<f64> for DoubleDouble {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}
impl Neg for DoubleDouble {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
        }
    }
}
impl Add for DoubleDouble {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        let (s, t) = (Self::sum(self.high, o.high), Self::sum(self.low, o.low));
        let s = renormalized(s.high, s.low + t.high);
        renormalized(s.high, s.low + t.low)
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
        renormalized(p.high, p.low + (self.high * o.low + self.low * o.high))
    }
}

/// A vector of such numbers.
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
}
