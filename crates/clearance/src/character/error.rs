//! Settings that make no character.

use core::fmt;

/// Why settings make no character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidCharacter {
    /// A length that is not a positive finite number, or beyond the range of shapes; its name.
    NotPositive(&'static str),
    /// A number that is negative, infinite or not a number; its name.
    Negative(&'static str),
    /// `up`: no direction, since zero, infinite or not a number.
    Up,
    /// `max_slope`: not between 0 and 90 degrees.
    Slope,
    /// `height`: less than twice the radius, which the round ends alone have.
    TooLow,
    /// `step_height`: more than the character's height.
    StepTooHigh,
    /// `skin`: more than half the radius.
    SkinTooThick,
}

impl fmt::Display for InvalidCharacter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPositive(name) => write!(f, "{name}: must be positive and finite"),
            Self::Negative(name) => write!(f, "{name}: must be finite and not negative"),
            Self::Up => f.write_str("up: must be a finite vector of some length"),
            Self::Slope => f.write_str("max_slope: must be at least 0 and less than 90 degrees"),
            Self::TooLow => f.write_str("height: must be at least twice the radius"),
            Self::StepTooHigh => f.write_str("step_height: must not be more than the height"),
            Self::SkinTooThick => f.write_str("skin: must not be more than half the radius"),
        }
    }
}
impl core::error::Error for InvalidCharacter {}
