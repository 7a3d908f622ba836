//! Reads scenes, queries and meshes, and writes answers and reports: the part that the command line and the
//! language bindings share.
//!
//! [`json`] reads text. [`shape`] makes shapes of it, [`mesh`] reads meshes, [`scene`] whole scenes and
//! [`query`] single questions; with the feature `image`, `picture` reads masks. Every error of an input is a
//! [`Problem`] with a code and a place. [`files::Access`] says which files an input may name.
#![cfg_attr(docsrs, feature(doc_cfg))] // docs.rs says beside each item which feature it needs
#![deny(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod about;
pub mod answer;
pub mod check;
pub mod files;
pub mod inputs;
pub mod json;
pub mod junit;
pub mod known;
pub mod mesh;
mod mesh_parts;
#[cfg(feature = "on-disk")]
pub mod on_disk;
#[cfg(feature = "image")]
pub mod picture;
pub mod place;
pub mod problem;
pub mod query;
pub mod report;
#[cfg(feature = "rules")]
pub mod rules;
pub mod scene;
pub mod shape;
pub mod table;
pub mod ways;

pub use problem::{Code, Problem};
