//! Shapes from JSON: one reader for both dimensions and both precisions.

mod catalog;
mod kinds;
mod placed;
mod pose;
mod remarks;
mod shelf;
mod space;

pub use catalog::Entry;
pub use kinds::{Wrong, build_mesh};
pub use placed::{Stand, read_stand};
pub use pose::read_pose;
pub use shelf::{Built, Shelf};
pub use space::ReadSpace;
