//! What to do about a contact, for those without a physics engine: part what overlaps, bounce, keep inside
//! walls.
//!
//! `part.rs` moves overlapping shapes apart, two of them or whole piles; `bounce.rs` changes the velocities
//! of two bodies that touch; `walls.rs` keeps one inside a room. Each stands alone: take the one you need.

mod body;
mod bounce;
mod part;
mod walls;

pub use body::{Body, InvalidMass, Mass};
pub use bounce::{Surface, bounce};
pub use part::{Parted, part, part_all};
pub use walls::{Kept, Walls};
