//! Robots: links that joints move. Which of them collide, how near they come, and whether a way between two
//! configurations is free.
//!
//! A [`Robot`] is a tree of links; with the feature `load`, which is on by default, `Robot::load` reads URDF
//! and SRDF. [`Obstacles`] stand around it. In one configuration it is a [`Posture`], which answers questions
//! about pairs of links; [`Robot::path`] proves that a whole way is free. All questions about a pair of
//! shapes are those of the crate [`clearance`].
//!
//! A module may use those to its left: `error` → `pair` → `parts` → `stand` → `ball` → `oriented` → `bracket`
//! → `tree` → `asked` → `model` → `obstacles` → `posture` → `nearest` → `path` → `many` → `load`.
#![cfg_attr(docsrs, feature(doc_cfg))] // docs.rs says beside each item which feature it needs
#![deny(missing_docs)]
#![forbid(unsafe_code)]

#[cfg(all(doctest, feature = "load"))]
#[doc = include_str!("../README.md")]
mod readme {}

mod asked;
mod ball;
mod bracket;
mod error;
#[cfg(feature = "load")]
mod load;
mod many;
mod model;
mod nearest;
mod obstacles;
mod oriented;
mod pair;
mod parts;
mod path;
mod posture;
mod stand;
mod tree;

pub use error::{InvalidRobot, JointFault, RobotError};
#[cfg(feature = "load")]
pub use load::{LoadOptions, LoadedRobot};
pub use model::Robot;
pub use nearest::Nearest;
pub use obstacles::Obstacles;
pub use pair::{LinkPair, Other};
pub use parts::{Joint, JointKind, Link, LinkShape, Mimic};
pub use path::{PathContact, PathOutcome, PathReport, PathSettings};
pub use posture::Posture;
