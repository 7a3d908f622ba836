//! Two shapes on the move: when do they first meet?
//!
//! A question travels through these modules:
//!
//! 1. `ask.rs`; two shapes far from the origin are moved near it first (`near_origin.rs`).
//! 2. Filters in floats, which answer most questions: `fast_path/` (a few simple pairs that do not turn),
//!    `straight/` (any two cores that do not), `turning/` (polygons and capsules of the plane that do).
//! 3. What is left of two convex shapes that do not turn: `advance/newton.rs`, which ends exactly where it
//!    can (`advance/graze.rs`), and `arcs/straight.rs` where one of them is curved.
//! 4. Shapes of parts that do not turn: `parts.rs`, which asks about two parts at a time.
//! 5. Shapes that turn: `advance/spin.rs` (from when to when fast turning shapes may meet), then `arcs/`,
//!    whose `parts.rs` asks about two parts.
//!
//! `moving.rs` says where a shape is at a time. Imports run one way: `motion` → `budget` → `bounds` →
//! `moving` → `hit` → `approach` → `straight` → `fast_path` → `turning` → `arcs` → `advance` → `parts` →
//! `space` → `near_origin` → `closest_approach` → `ask` → `interval` → `tolerance`.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

mod advance;
mod approach;
mod arcs;
mod ask;
mod bounds;
mod budget;
mod closest_approach;
mod fast_path;
mod hit;
mod interval;
mod motion;
mod moving;
mod near_origin;
mod parts;
pub(super) mod space;
mod straight;
mod tolerance;
mod turning;

pub use ask::sweep;
pub use closest_approach::{ClosestApproach, closest_approach};
pub(super) use fast_path::{plane, space};
pub use hit::{Hit, SweepHit};
pub use interval::{SweepInterval, sweep_interval};
pub use motion::{Motion, Start};
pub use moving::swept_aabb;
pub(crate) use tolerance::sweep_tolerance;
pub(super) use turning::plane as plane_turning;
