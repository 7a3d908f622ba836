//! Ways of the parts of an assembly: what they meet as they move, and how near they come to the others.
//!
//! A [`Move`] takes some parts along a [`Screw`]: straight, about an axis, or both. [`follow`] follows moves
//! one after the other. Between the times that it looks at nothing is passed over: it goes on by no more than
//! what the bodies are surely apart, and where facets slide along each other it proves for each pair of them
//! that they do not pass through (`facet_pair.rs`, `two_solids.rs`), but for faces whose gap the motion keeps
//! (`steady.rs`). Shapes without facets are swept (`swept.rs`).
//!
//! Imports run one way: `screw` → `report` → `body` → `steady` → `facet_pair` → `two_solids` → `swept` →
//! `path` → `curve`.

mod body;
mod curve;
mod facet_pair;
mod path;
mod report;
mod screw;
mod steady;
mod swept;
mod two_solids;

pub use curve::{CurvePoint, clearance_curve};
pub use path::follow;
pub use report::{LeastClearance, Move, MoveReport, PathContact, PathError, PathReport};
pub use screw::Screw;
