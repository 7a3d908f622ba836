//! A box that walks: coarser than the capsule, and cheaper where the ground is made of boxes.
//!
//! Its lowest face is always level, and it stands on the highest thing under that face. Where this is within
//! the slope limit, the box walks, over steps no higher than its reach. On steeper ground it slides down, in
//! a crease along both planes; where that leads nowhere it stays.
//!
//! A box that never turns is a point among the Minkowski sums of all parts with the box (`obstacle.rs`),
//! which are made once per step. Lines and parabolas of that point are intersected with the planes of the
//! sums (`trajectory.rs`), from one event to the next (`walk.rs`, `fall.rs`, `ground.rs`), so where it comes
//! to does not depend on the time step. `push.rs` has moving objects push it. In the end, rays down from its
//! lower corners tell what it stands on (`standing.rs`).

pub(super) mod attempt;
mod fall;
mod ground;
mod obstacle;
mod push;
mod settings;
mod standing;
mod take_over;
mod trajectory;
mod walk;

pub use settings::{Box, BoxSettings, BoxState};
