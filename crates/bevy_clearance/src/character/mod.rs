//! A character controller: a capsule that walks through the scene, without a physics engine.
//!
//! `components.rs` is what a game sets and reads, `walk.rs` the system. How a character walks is clearance's
//! `character`: slopes, steps, walls, moving platforms.

pub(crate) mod components;
pub(crate) mod walk;
