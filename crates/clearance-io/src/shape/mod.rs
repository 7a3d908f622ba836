//! Shapes from JSON: one reader for both dimensions and both precisions.

mod cache;
mod catalog;
mod kinds;
mod placed;
mod pose;
mod remarks;
mod space;

pub use cache::{Built, Memory, ShapeCache, Surfaces};
pub use catalog::Entry;
pub use kinds::{Wrong, build_mesh};
pub use placed::{Stand, read_stand, read_stand_or_name};
pub use pose::read_pose;
pub use space::ReadSpace;
