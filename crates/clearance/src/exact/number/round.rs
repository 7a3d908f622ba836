//! From exact numbers back to floats: quotients, roots and unit vectors of big integers, each rounded once.

use core::cmp::Ordering;

use dashu_int::ops::{BitTest, DivRem, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::integer::{Int, IntVector, dot, is_negative, shifted};
use crate::math::Real;

/// How many bits an intermediate result keeps at least; a double has 53. Rounding could go the wrong way only
/// for a result that agrees with the middle between two doubles in all these bits. That does not occur in
/// practice, and would cost one unit in the last place.
const KEPT: i64 = 76;

/// The nearest float of this precision; where that overflows, the largest finite one.
pub(crate) fn to_real<S: Real>(x: f64) -> S {
    let rounded = S::lit(x);
    if rounded.is_finite() {
        rounded
    } else {
        S::MAX.copysign(rounded)
    }
}

/// `numerator / denominator * 2^exponent`, correctly rounded; the denominator is positive.
pub(crate) fn quotient(numerator: &Int, denominator: &Int, exponent: i64) -> f64 {
    let magnitude = numerator.unsigned_abs();
    let have = magnitude.bit_len() as i64 - denominator.bit_len() as i64;
    let shift = (KEPT - have).max(0);
    let (q, remainder) = (magnitude << shift as usize).div_rem(denominator.unsigned_abs());
    with_sign(nearest(&q, !remainder.is_zero(), exponent - shift), numerator)
}

/// `sqrt(numerator / denominator) * 2^exponent`; both positive, or the numerator zero.
pub(crate) fn root_of_quotient(numerator: &Int, denominator: &Int, exponent: i64) -> f64 {
    let (root, scale) = root(numerator, denominator, 0);
    nearest(&root, true, exponent - scale)
}

/// `(sqrt(numerator / denominator) + length) * 2^exponent`; the length may be negative, and the result is as
/// precise where the two nearly cancel.
pub(crate) fn root_plus(numerator: &Int, denominator: &Int, length: &Int, exponent: i64) -> f64 {
    let root_bits = (numerator.bit_len() as i64 - denominator.bit_len() as i64) / 2 + 1;
    let mut lost = 0;
    if is_negative(length) {
        let difference: IBig = numerator - length * length * denominator;
        if difference.is_zero() {
            return 0.0;
        }
        // root + length = (root^2 - length^2) / (root - length): that many bits cancel.
        let sum_bits = root_bits.max(length.bit_len() as i64) + 1;
        let result_bits = difference.bit_len() as i64 - denominator.bit_len() as i64 - sum_bits;
        lost = (root_bits - result_bits).max(0) + 4;
    }
    let (root, scale) = root(numerator, denominator, lost);
    let result = IBig::from(root) + shifted(length, scale);
    with_sign(
        nearest(&result.clone().unsigned_abs(), true, exponent - scale),
        &result,
    )
}

/// The integer part of `sqrt(numerator / denominator) * 2^scale`, with at least `KEPT + extra` bits, and the
/// scale.
fn root(numerator: &Int, denominator: &Int, extra: i64) -> (UBig, i64) {
    let have = numerator.bit_len() as i64 - denominator.bit_len() as i64;
    let scale = (KEPT + extra - have / 2 + 2).max(0);
    let square = (numerator.unsigned_abs() << (2 * scale) as usize) / denominator.unsigned_abs();
    (square.sqrt(), scale)
}

/// The unit vector along `v`, which is not zero; each component correctly rounded.
pub(crate) fn unit<const D: usize>(v: &IntVector<D>) -> [f64; D] {
    let square = dot(v, v);
    core::array::from_fn(|i| with_sign(root_of_quotient(&(&v[i] * &v[i]), &square, 0), &v[i]))
}

fn with_sign(magnitude: f64, sign: &Int) -> f64 {
    if is_negative(sign) { -magnitude } else { magnitude }
}

/// `(m, e)` with `x` about `m * 2^e`: `m` is right to 2 units in the last place and less than 2^53.
pub(crate) fn mantissa_exponent(x: &Int) -> (f64, i64) {
    let drop = x.bit_len() as i64 - 53;
    if drop <= 0 {
        return (x.to_f64().value(), 0);
    }
    (shifted(x, -drop).to_f64().value(), drop)
}

/// `x * 2^exponent` as a float, right to 2 units in the last place or to the smallest positive float; may be
/// infinite.
pub(crate) fn approximate(x: &Int, exponent: i64) -> f64 {
    let (m, e) = mantissa_exponent(x);
    times_power_of_two(m, e + exponent)
}

/// `x * 2^exponent`, rounded only where it is subnormal.
pub(crate) fn times_power_of_two(x: f64, exponent: i64) -> f64 {
    libm::ldexp(x, exponent.clamp(-5000, 5000) as i32)
}

/// `q * 2^exponent`, or a little more if `more`: correctly rounded, ties to even; at most the largest float.
fn nearest(q: &UBig, more: bool, exponent: i64) -> f64 {
    let length = q.bit_len() as i64;
    if length == 0 {
        return 0.0;
    }
    // Normal numbers keep 53 bits, subnormal ones the bits from 2^-1074 up.
    let top = length + exponent;
    let keep = 53.min(top + 1074);
    let drop = length - keep;
    if top > 1024 {
        return f64::MAX;
    }
    if keep < 0 {
        return 0.0;
    }
    if drop <= 0 {
        return times_power_of_two(q.to_f64().value(), exponent);
    }
    let (dropped, mut kept) = q.clone().split_bits(drop as usize);
    let half = UBig::ONE << (drop - 1) as usize;
    let up = match dropped.cmp(&half) {
        Ordering::Less => false,
        Ordering::Greater => true,
        Ordering::Equal => more || kept.bit(0),
    };
    if up {
        kept += 1u8;
    }
    times_power_of_two(kept.to_f64().value(), exponent + drop).min(f64::MAX)
}

/// A distance as a float of the sign given. Where rounding would give 0 and the sign is not 0, the result is
/// the smallest positive number or its negative.
pub(crate) fn keep_sign<S: Real>(x: f64, sign: Ordering) -> S {
    let rounded: S = to_real(x);
    let least = || S::MIN_POSITIVE * S::EPSILON; // the smallest positive number, which is subnormal
    match sign {
        Ordering::Equal => S::ZERO,
        _ if rounded != S::ZERO => rounded,
        Ordering::Less => -least(),
        Ordering::Greater => least(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise;

    fn big(s: &str) -> IBig {
        s.parse().unwrap()
    }

    #[test]
    fn quotients_round_to_nearest() {
        for (a, b) in [
            (1, 3),
            (2, 3),
            (-7, 11),
            (1, 1),
            (0, 5),
            (i64::MAX, 3),
            (355, 113),
        ] {
            // Both are below 2^53, so the machine's own division is the oracle.
            if a < 1 << 53 {
                assert_eq!(
                    quotient(&IBig::from(a), &IBig::from(b), 0),
                    a as f64 / f64::from(b)
                );
            }
        }
        assert_eq!(quotient(&IBig::ONE, &IBig::ONE, -1074), 5e-324);
        assert_eq!(quotient(&IBig::ONE, &IBig::from(2), -1074), 0.0);
        assert_eq!(quotient(&IBig::from(3), &IBig::from(4), -1074), 5e-324);
        assert_eq!(quotient(&IBig::ONE, &IBig::ONE, 1024), f64::MAX);
        assert_eq!(quotient(&IBig::ONE, &IBig::ONE, 1023), 2.0_f64.powi(1023));
        // Exactly half way between two doubles: rounded to even, unless there is a little more.
        let half = (IBig::ONE << 53) + 1;
        assert_eq!(quotient(&half, &IBig::ONE, 0), 2.0_f64.powi(53));
        let more = (half << 100) + 1;
        assert_eq!(quotient(&more, &IBig::ONE, -100), 2.0_f64.powi(53) + 2.0);
    }
    #[test]
    fn roots_agree_with_the_machine() {
        let mut seed = 1u64;
        for _ in 0..2000 {
            let n = (noise::next(&mut seed) >> 12) as i64;
            assert_eq!(
                root_of_quotient(&IBig::from(n), &IBig::ONE, 0),
                (n as f64).sqrt(),
                "{n}"
            );
        }
        assert_eq!(
            root_of_quotient(&(IBig::ONE << 4000), &(IBig::ONE << 2000), -1000),
            1.0
        );
    }
    #[test]
    fn differences_keep_their_digits() {
        // sqrt(10^40 + 1) - 10^20 = 5e-21 - 1.25e-61 ...
        let n = big("10000000000000000000000000000000000000001");
        assert_eq!(
            root_plus(&n, &IBig::ONE, &big("-100000000000000000000"), 0),
            5e-21
        );
        assert_eq!(root_plus(&IBig::from(9), &IBig::ONE, &IBig::from(-3), 0), 0.0);
        assert_eq!(root_plus(&IBig::from(9), &IBig::ONE, &IBig::from(-4), 0), -1.0);
        assert_eq!(root_plus(&IBig::ZERO, &IBig::ONE, &IBig::from(4), 10), 4096.0);
    }
    #[test]
    fn units_are_unit() {
        let v = [big("3") << 900, big("-4") << 900, IBig::ZERO];
        assert_eq!(unit(&v), [0.6, -0.8, 0.0]);
    }
}
