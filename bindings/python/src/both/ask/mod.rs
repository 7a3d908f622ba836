//! Questions about one shape or two, each asked once or over arrays, and checks of the answers.

pub mod measure;
pub mod points;
pub mod query;
pub mod rays;
pub mod verify;
