//! Errors: settings that make no character, and sizes for which there is no room.

use core::fmt;

use crate::math::{Real, Vector};
use crate::pair::QueryError;
use crate::scene::Handle;

/// Why settings are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidCharacter {
    /// A length that is not a positive finite number, or is beyond the range of shapes; its name.
    NotPositive(&'static str),
    /// A number that is negative, infinite or not a number, or is beyond the range of shapes; its name.
    Negative(&'static str),
    /// `up` is zero, infinite or not a number.
    Up,
    /// `max_slope` is not between 0 and 90 degrees.
    Slope,
    /// `height` is less than twice the radius, the height of the round ends alone.
    TooLow,
    /// `step_height` is more than the character's height.
    StepTooHigh,
    /// `skin` is more than half the radius.
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

/// Why a character cannot take over the state of another size.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoRoom<V: Vector> {
    /// It would overlap something.
    Blocked {
        /// The object that it would overlap deepest.
        by: Handle,
        /// How deep.
        depth: V::Scalar,
    },
    /// A distance query has no answer.
    Query(QueryError),
}

impl<V: Vector> From<QueryError> for NoRoom<V> {
    fn from(error: QueryError) -> Self {
        Self::Query(error)
    }
}

impl<V: Vector> fmt::Display for NoRoom<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocked { by, depth } => {
                write!(f, "no room: it would be {} deep in object {by:?}", depth.to_f64())
            }
            Self::Query(error) => error.fmt(f),
        }
    }
}
impl<V: Vector> core::error::Error for NoRoom<V> {}
