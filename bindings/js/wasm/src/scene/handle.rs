//! Handles as JavaScript numbers, and the error where a number is none.

use clearance::scene::Handle;
pub use clearance_js_many::{known, to_number};

use crate::error::{Answer, Problem};

/// The handle of a number.
pub fn from_number(number: f64) -> Answer<Handle> {
    clearance_js_many::from_number(number).ok_or_else(unknown)
}

/// The error that no object has the handle.
pub fn unknown() -> Problem {
    clearance::scene::SceneError::NoSuchObject.into()
}
