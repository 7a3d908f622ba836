//! Scenes, queries and meshes in, answers out: what every door of clearance reads and writes.
//!
//! Text comes in through [`json`], becomes shapes in [`shape`] and meshes in [`mesh`], whole scenes in
//! [`scene`] and single questions in [`query`]; with the feature `image`, masks in `picture`. Whatever is
//! wrong with an input is a [`Problem`] with a code and a place; which files an input may name,
//! [`files::Access`] says.
#![deny(missing_docs)]

pub mod answer;
pub mod check;
pub mod files;
pub mod json;
pub mod mesh;
#[cfg(feature = "image")]
pub mod picture;
pub mod problem;
pub mod query;
pub mod report;
pub mod scene;
pub mod shape;
pub mod table;
mod verify;

pub use problem::{Code, Problem};
