//! What is between two polyhedra: facets near each other, gaps of their faces, and whether a tolerance
//! explains what they have in common.
//!
//! Imports run one way: `nearest` → `two` → `facing` → `near_faces` → `over` → `fit` → `explained` →
//! `edges` →
//! `edge_gaps` → `crossings` → `contact` → `gaps`.

pub(in crate::assembly) mod contact;
mod crossings;
mod edge_gaps;
mod edges;
pub(in crate::assembly) mod explained;
mod facing;
mod fit;
pub(in crate::assembly) mod gaps;
mod near_faces;
mod nearest;
mod over;
pub(in crate::assembly) mod two;
