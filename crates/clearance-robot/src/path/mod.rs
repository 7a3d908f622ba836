//! Ways between two configurations: a straight line in the space of joint values, proved free as a whole, or
//! the first contact on it.
//!
//! # Source
//!
//! Schwarzer, Saha and Latombe, "Adaptive dynamic collision checking for single and multiple articulated
//! robots in complex environments" (2005); conservative advancement goes back to Mirtich (1996). A bound says
//! how far any point of a link can move in a part of the way, `motion.rs`. Two links that are further apart
//! in the middle of that part than both can move until its ends do not meet in it. Where that cannot be said
//! the part is halved.
//!
//! # Where we differ
//!
//! The earlier half comes first, with the pairs alone that are left, so that the first contact is found and
//! not just any one. Bounds are those of the configurations at hand, not of all that a joint allows.
//! Distances also bound the least clearance on the way: a pair is let go where it cannot lower it by more
//! than the accuracy that was asked for.
//!
//! # Limits
//!
//! Contact and a gap of less than the tolerance cannot be told apart by distances alone; such a place is a
//! contact, whose `distance` says which it is. A pair that stays near for long takes many steps; there is a
//! limit to them.
//!
//! Imports run one way: `settings` → `motion` → `way` → `advance`.

mod advance;
mod motion;
mod settings;
mod way;

pub use settings::{PathContact, PathOutcome, PathReport, PathSettings};
