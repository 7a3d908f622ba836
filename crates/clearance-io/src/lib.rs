//! Scenes, queries and meshes in, answers out: what every door of clearance reads and writes.
//!
//! Text comes in through [`json`], becomes shapes in [`shape`] and meshes in [`mesh`], whole scenes in
//! [`scene`] and single questions in [`query`]; with the feature `image`, masks in `picture`. Whatever is
//! wrong with an input is a [`Problem`] with a code and a place; which files an input may name,
//! [`files::Access`] says.
#![cfg_attr(docsrs, feature(doc_cfg))] // docs.rs says beside each item which feature it needs
#![deny(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

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
