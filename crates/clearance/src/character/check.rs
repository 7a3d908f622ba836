//! What every character checks of its settings, and constants that all characters share.

use super::error::InvalidCharacter;
use crate::math::{Real, ScalarOf, Vector};

/// How often a step may gather parts again, each time from further away.
pub(super) const GATHERINGS: usize = 4;
/// Cosine of the steepest slope that a step takes into account when it estimates how far it may come.
pub(super) const STEEPEST_COSINE: f64 = 0.1;

/// Up, unless the settings say otherwise.
pub(super) fn upright<V: Vector>() -> V {
    V::from_fn(|i| if i == 1 { Real::ONE } else { Real::ZERO })
}

/// Checks that lengths are positive and within the range of shapes; an error gives the name.
pub(super) fn positive<S: Real>(lengths: &[(&'static str, S)]) -> Result<(), InvalidCharacter> {
    match lengths.iter().find(|(_, x)| !(*x > S::ZERO && fits(*x))) {
        Some((name, _)) => Err(InvalidCharacter::NotPositive(name)),
        None => Ok(()),
    }
}

/// Checks that numbers are not negative and within the range of shapes; an error gives the name.
pub(super) fn not_negative<S: Real>(numbers: &[(&'static str, S)]) -> Result<(), InvalidCharacter> {
    match numbers.iter().find(|(_, x)| !(*x >= S::ZERO && fits(*x))) {
        Some((name, _)) => Err(InvalidCharacter::Negative(name)),
        None => Ok(()),
    }
}

fn fits<S: Real>(x: S) -> bool {
    x.is_finite() && x <= S::LARGEST_COORDINATE
}

/// The cosine of the slope limit, made a little smaller: a slope of exactly the limit, rounded, can be walked
/// on.
pub(super) fn slope_cosine<S: Real>(max_slope: S) -> Result<S, InvalidCharacter> {
    if !(max_slope >= S::ZERO && max_slope.to_f64() < core::f64::consts::FRAC_PI_2) {
        return Err(InvalidCharacter::Slope);
    }
    Ok(S::lit(libm::cos(max_slope.to_f64())) - S::EPSILON * S::lit(64.0))
}

/// The speed of what comes this far in a time; zero if the time is zero.
pub(super) fn speed<V: Vector>(way: V, time: ScalarOf<V>) -> V {
    let speed = way / time;
    if time > Real::ZERO && speed.is_finite() {
        speed
    } else {
        V::ZERO
    }
}
