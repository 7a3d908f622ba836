//! Moving shapes: one through a scene that stands still (`sweep.rs`), or everything at once (`sweep_step/`).

pub(super) mod sweep;
pub(super) mod sweep_step;
