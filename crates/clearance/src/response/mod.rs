//! Simple responses to contacts, without a physics engine: separate what overlaps, bounce, keep inside walls.
//!
//! `part.rs` separates overlapping shapes, two of them or whole piles; `bounce.rs` changes the velocities of
//! two bodies that touch; `walls.rs` keeps an object inside a room. Each can be used without the others.

mod body;
mod bounce;
mod part;
mod walls;

pub use body::{Body, InvalidMass, Mass};
pub use bounce::{Surface, bounce};
pub use part::{Parted, part, part_all};
pub use walls::{Kept, Walls};
