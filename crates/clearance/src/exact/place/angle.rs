//! Cosine and sine of any finite angle, and unit vectors, to about 200 bits.
//!
//! The angle is a float, so it is exact. Multiples of π/2 are subtracted with as many digits of π as its
//! exponent needs (Payne and Hanek, "Radian Reduction for Trigonometric Functions", 1983: no double is
//! relatively nearer than about 2^-62 to a multiple). The rest is less than π/4: its sine comes from the
//! Taylor series in fixed point, its cosine from `sqrt(1 - sin^2)`. Beyond 512 bits π is computed by Machin's
//! formula, `π/4 = 4 arctan(1/5) - arctan(1/239)`.

use dashu_int::ops::{BitTest, DivEuclid, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};

use crate::exact::number::Dyadic;
use crate::exact::number::integer::Int;
use crate::exact::number::integer::shifted;

/// Significant bits of the results.
const BITS: i64 = 200;
/// Bits after the point while subtracting: those of the results, and those that cancel at the angle nearest
/// to a multiple of π/2.
const REDUCTION: i64 = BITS + 80;

/// `floor(π * 2^512)`, the lowest 64 bits first.
const PI_512: [u64; 9] = [
    0x3f84_d5b5_b547_0917,
    0xc0ac_29b7_c97c_50dd,
    0xbe54_66cf_34e9_0c6c,
    0x4528_21e6_38d0_1377,
    0x082e_fa98_ec4e_6c89,
    0xa409_3822_299f_31d0,
    0x1319_8a2e_0370_7344,
    0x243f_6a88_85a3_08d3,
    0x3,
];

/// Cosine and sine of a finite angle in radians, of any size.
pub(crate) fn cos_sin(angle: f64) -> [Dyadic; 2] {
    let (quarter_turns, rest) = reduced(&Dyadic::from_real(angle));
    let sin = sine(&rest);
    let cos = cosine(&sin);
    match quarter_turns {
        0 => [cos, sin],
        1 => [sin.negated(), cos],
        2 => [cos.negated(), sin.negated()],
        _ => [sin, cos.negated()],
    }
}

/// `(x, y)` scaled to length 1; not both are zero.
pub(crate) fn unit(x: &Dyadic, y: &Dyadic) -> [Dyadic; 2] {
    let square = x.times(x).plus(&y.times(y));
    // An even exponent, and a root of BITS bits or more.
    let spare = (2 * BITS - square.mantissa.bit_len() as i64).max(0) / 2 * 2 + (square.exponent & 1);
    let root = (&square.mantissa << spare as usize).unsigned_abs().sqrt();
    let length = Dyadic::new(IBig::from(root), (square.exponent - spare) / 2);
    [x, y].map(|c| Dyadic::quotient(c, &length, BITS as usize))
}

/// The number of quarter turns modulo 4, and what is left of the angle: at most about π/4.
fn reduced(angle: &Dyadic) -> (u8, Dyadic) {
    let size = angle.mantissa.bit_len() as i64 + angle.exponent;
    if size < 0 {
        return (0, angle.clone());
    }
    let point = REDUCTION + size;
    let half_pi = pi(point) >> 1;
    let fixed = shifted(&angle.mantissa, angle.exponent + point);
    let turns = (&fixed + (&half_pi >> 1)).div_euclid(&half_pi);
    let rest = fixed - &turns * half_pi;
    let quarter = turns & IBig::from(3);
    (u8::try_from(quarter).unwrap_or(0), Dyadic::new(rest, -point))
}

/// `x (1 - x²/3! + x⁴/5! - ...)`, its relative precision kept however small x is.
fn sine(x: &Dyadic) -> Dyadic {
    let square = x.times(x);
    let square = shifted(&square.mantissa, square.exponent + BITS);
    let mut term = IBig::ONE << BITS as usize;
    let mut sum = term.clone();
    let mut k = 2u32;
    while !term.is_zero() {
        term = -((term * &square) >> BITS as usize) / (k * (k + 1));
        sum += &term;
        k += 2;
    }
    x.times(&Dyadic::new(sum, -BITS))
}

/// `sqrt(1 - sin²)`, for sines up to about 0.8.
fn cosine(sin: &Dyadic) -> Dyadic {
    let square = Dyadic::one().minus(&sin.times(sin));
    let square = shifted(&square.mantissa, square.exponent + 2 * BITS);
    Dyadic::new(IBig::from(square.unsigned_abs().sqrt()), -BITS)
}

/// `π * 2^bits`, off by less than 2^5.
fn pi(bits: i64) -> Int {
    if bits > 512 {
        return machin(bits);
    }
    let bytes: [u8; 72] = core::array::from_fn(|i| PI_512[i / 8].to_le_bytes()[i % 8]);
    IBig::from(UBig::from_le_bytes(&bytes)) >> (512 - bits) as usize
}

fn machin(bits: i64) -> Int {
    let guard = 32;
    let (fifth, other) = (
        arctan_of_inverse(5, bits + guard),
        arctan_of_inverse(239, bits + guard),
    );
    ((fifth * 4 - other) * 4) >> guard as usize
}

/// `arctan(1/n) * 2^bits`, off by less than the number of its terms.
fn arctan_of_inverse(n: u32, bits: i64) -> Int {
    let mut power = (IBig::ONE << bits as usize) / n;
    let mut sum = power.clone();
    let mut k = 3u32;
    while !power.is_zero() {
        power = -power / (n * n);
        sum += &power / k;
        k += 2;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_digits_are_those_of_pi() {
        let difference: IBig = machin(512) - pi(512);
        assert!(difference.bit_len() <= 5, "{difference}");
        assert_eq!(
            Dyadic::new(machin(700), -700).rounded::<f64>(),
            core::f64::consts::PI
        );
    }
    #[test]
    fn agrees_with_libm_everywhere() {
        let angles = [
            0.0,
            0.1,
            -0.5,
            1.0,
            2.0,
            3.0,
            -4.0,
            5.5,
            100.0,
            1e5,
            1e22,
            -1e300,
            f64::MAX,
            1e-30,
            5e-324,
        ];
        for angle in angles {
            let (sin, cos) = libm::sincos(angle);
            let [c, s] = cos_sin(angle);
            assert!((c.rounded::<f64>() - cos).abs() <= 2e-16, "cos {angle}");
            assert!(
                (s.rounded::<f64>() - sin).abs() <= 2e-16 * sin.abs(),
                "sin {angle}"
            );
        }
    }
    #[test]
    fn squares_add_up_to_one_and_small_sines_keep_their_digits() {
        for angle in [0.3, 1.4, 2.5, 3.6, 4.7, 5.8, 1e22, core::f64::consts::FRAC_PI_4] {
            let [c, s] = cos_sin(angle);
            let off = c.times(&c).plus(&s.times(&s)).minus(&Dyadic::one());
            assert!(off.mantissa.bit_len() as i64 + off.exponent < 8 - BITS, "{angle}");
        }
        // sin π at the double next to π, to 20 digits: 1.2246467991473531772e-16 (known).
        let [_, s] = cos_sin(core::f64::consts::PI);
        assert_eq!(s.rounded::<f64>(), 1.224_646_799_147_353_2e-16);
        // The double nearest to a multiple of π/2 (Kahan): cos = -4.687165924254627611e-19.
        let [c, _] = cos_sin(6_381_956_970_095_103.0 * 2.0_f64.powi(797));
        assert_eq!(c.rounded::<f64>(), -4.687_165_924_254_628e-19);
    }
    #[test]
    fn directions_become_unit_vectors() {
        for (x, y) in [(3.0, 4.0), (1e-300, 1e300), (-1.0, 1e-5), (5e-324, 5e-324)] {
            let [c, s] = unit(&Dyadic::from_real(x), &Dyadic::from_real(y));
            let off = c.times(&c).plus(&s.times(&s)).minus(&Dyadic::one());
            assert!(off.mantissa.bit_len() as i64 + off.exponent < 8 - BITS);
        }
        let [c, s] = unit(&Dyadic::from_real(3.0), &Dyadic::from_real(4.0));
        assert_eq!((c.rounded::<f64>(), s.rounded::<f64>()), (0.6, 0.8));
    }
}
