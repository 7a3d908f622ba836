//! Points, balls and capsules in closed form: against each other, and a ball against a box.
//!
//! The idea is one for all: the closest points of the centers or inner segments, moved outward by the radii
//! (Ericson, "Real-Time Collision Detection", 2005, 5.1). `balls.rs` has two balls, `ball_cuboid.rs` a ball
//! and a box, `closed_form.rs` everything that is a capsule of some length and radius.
//!
//! Two capsules have two filters. `capsule_pair.rs` takes one candidate for the closest points, without a
//! branch; it leaves nearly parallel capsules undecided, and `closed_form.rs`, with five candidates, answers
//! for those. Of 3000 random pairs of the plane none was left but 326 whose inner segments cross. A manifold
//! of space is that of the five candidates, bit by bit; `segment_pair.rs` finds them side by side.
//!
//! Error bound: distances are in the scene's own precision, and their sign is answered only beyond the bound
//! of `exact/filter.rs`. Limits: the depth of capsules whose inner segments cross in the plane is in
//! `plane/capsules.rs`.
//!
//! Imports run one way: `four_points` → `world_capsule` → `placed_pair` → `balls` → `ball_cuboid` →
//! `closed_form` → `segment_pair` → `capsule_pair`.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

pub(super) mod ball_cuboid;
pub(super) mod balls;
pub(super) mod capsule_pair;
pub(super) mod closed_form;
mod four_points;
pub(super) mod placed_pair;
pub(super) mod segment_pair;
pub(super) mod world_capsule;
