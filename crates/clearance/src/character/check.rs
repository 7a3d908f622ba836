//! What every character asks of its settings.

use super::error::InvalidCharacter;
use crate::math::{Real, Vector};

/// Where up is, if nobody says otherwise.
pub(super) fn upright<V: Vector>() -> V {
    V::from_fn(|i| if i == 1 { Real::ONE } else { Real::ZERO })
}

/// Lengths that are positive and within the range of shapes, by name.
pub(super) fn positive<S: Real>(lengths: &[(&'static str, S)]) -> Result<(), InvalidCharacter> {
    match lengths.iter().find(|(_, x)| !(*x > S::ZERO && fits(*x))) {
        Some((name, _)) => Err(InvalidCharacter::NotPositive(name)),
        None => Ok(()),
    }
}

/// Numbers that are not negative and within the range of shapes, by name.
pub(super) fn not_negative<S: Real>(numbers: &[(&'static str, S)]) -> Result<(), InvalidCharacter> {
    match numbers.iter().find(|(_, x)| !(*x >= S::ZERO && fits(*x))) {
        Some((name, _)) => Err(InvalidCharacter::Negative(name)),
        None => Ok(()),
    }
}

fn fits<S: Real>(x: S) -> bool {
    x.is_finite() && x <= S::LARGEST_COORDINATE
}

/// The cosine of the steepest slope that is walked on; a slope of just this much, rounded, still is.
pub(super) fn level<S: Real>(max_slope: S) -> Result<S, InvalidCharacter> {
    if !(max_slope >= S::ZERO && max_slope.to_f64() < core::f64::consts::FRAC_PI_2) {
        return Err(InvalidCharacter::Slope);
    }
    Ok(S::lit(libm::cos(max_slope.to_f64())) - S::EPSILON * S::lit(64.0))
}
