//! What rounding takes off a sum (Knuth, "The art of computer programming", volume 2, 4.2.2).

use super::real::Real;

/// `(x, y)` with `x + y = a + b` exactly and `x` the rounded sum, unless something overflows.
#[inline]
pub(crate) fn two_sum<S: Real>(a: S, b: S) -> (S, S) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// `a + b` minus the rounded sum: exact, unless something overflows.
#[inline]
pub(crate) fn rounding_of_sum<S: Real>(a: S, b: S) -> S {
    two_sum(a, b).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_what_they_lose_are_exact() {
        assert_eq!(rounding_of_sum(0.5_f32, 0.25), 0.0);
        assert_eq!(rounding_of_sum(1.0_f64, 2_f64.powi(-60)), 2_f64.powi(-60));
        assert_eq!(rounding_of_sum(2_f64.powi(-60), -1.0), 2_f64.powi(-60));
        assert_eq!(
            rounding_of_sum(1.0_f32, 0.75 * f32::EPSILON),
            -0.25 * f32::EPSILON
        );
    }
}
