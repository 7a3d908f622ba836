//! Error-free transformations, and exact signs of short sums of floats without integers.
//!
//! The rounding error of a float sum or product is a float (Knuth, "The Art of Computer Programming" 2,
//! 4.2.2; Dekker, "A floating-point technique for extending the available precision", 1971). So a sum of
//! floats can be kept as an expansion: floats that do not overlap, smallest first. The last one that is not 0
//! has the sign of the whole (Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997, theorem 10). No
//! fused multiply-add is used: Dekker's product splits its factors instead.

use core::cmp::Ordering;

pub(crate) use crate::math::two_sum;

/// How many terms a sum may have.
pub(crate) const TERMS: usize = 8;

/// `(x, y)` with `x + y = a b` exactly and `x` the rounded product; for products far from overflow and
/// underflow.
#[inline]
pub(crate) fn two_product(a: f64, b: f64) -> (f64, f64) {
    let x = a * b;
    let ((ah, al), (bh, bl)) = (halves(a), halves(b));
    (x, ((ah * bh - x) + ah * bl + al * bh) + al * bl)
}

/// A float as a sum of two of at most 26 bits each, so that products of these are exact (Veltkamp's split).
#[inline]
fn halves(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a; // 2^27 + 1
    let high = c - (c - a);
    (high, a - high)
}

/// The sign of the exact sum of up to [`TERMS`] finite terms; `None` for more terms, or where a sum
/// overflows.
pub(crate) fn sign_of_sum(terms: &[f64]) -> Option<Ordering> {
    if terms.len() > TERMS {
        return None;
    }
    let mut expansion = [0.0; TERMS];
    for (count, &term) in terms.iter().enumerate() {
        let mut carry = term;
        for part in &mut expansion[..count] {
            let (x, y) = two_sum(carry, *part);
            *part = y;
            carry = x;
        }
        expansion[count] = carry;
    }
    if !expansion.iter().all(|x| x.is_finite()) {
        return None;
    }
    let leading = expansion.iter().rev().find(|x| **x != 0.0);
    leading.copied().unwrap_or(0.0).partial_cmp(&0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Dyadic;
    use crate::noise;

    #[test]
    fn signs_agree_with_exact_numbers() {
        let mut seed = 7u64;
        let mut random = || noise::next(&mut seed) >> 33;
        let mut counts = [0; 3];
        for _ in 0..20_000 {
            let scales = [1.0, 0.1, 1e-20, 1e15, 3.0];
            let [a, b, c, d] = [0; 4].map(|_: u8| (random() % 7) as f64 * scales[random() as usize % 5]);
            // Two thirds are exactly zero or off by one unit in the last place of something.
            let terms = match random() % 3 {
                0 => [a, b, -c, -a, -b, c],
                1 => [a, b, -c, -a * (1.0 + f64::EPSILON), -b, c],
                _ => [a, -b, c, 0.0, d, -d],
            };
            let exact = terms
                .iter()
                .fold(Dyadic::zero(), |s, &t| s.plus(&Dyadic::from_real(t)));
            assert_eq!(sign_of_sum(&terms), Some(exact.sign()), "{terms:?}");
            counts[(exact.sign() as i8 + 1) as usize] += 1;
        }
        assert!(counts.iter().all(|&c| c > 2000), "{counts:?}");
    }
    #[test]
    fn products_are_exact() {
        for (a, b) in [(0.1, 0.1), (1.0 / 3.0, 3.0), (1e100, 7e-80), (-0.7, 1e10)] {
            let (x, y) = two_product(a, b);
            let exact = Dyadic::from_real(a).times(&Dyadic::from_real(b));
            let sum = Dyadic::from_real(x).plus(&Dyadic::from_real(y));
            assert_eq!(exact.compare(&sum), Ordering::Equal);
        }
    }
}
