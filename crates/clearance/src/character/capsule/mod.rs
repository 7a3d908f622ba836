//! A capsule that walks. `walk.rs` is the step: read it first. `attempt.rs` gathers what is near and
//! begins the step, `outcome.rs` reports what happened in it; `surroundings.rs` says how far everything is,
//! `stop.rs` how far a motion may go, `contact_planes.rs` what is touched, `ground.rs` what the character
//! stands on; `climb.rs` leads it over steps, `push.rs` has moving objects push it.

pub(super) mod attempt;
mod climb;
mod contact_planes;
mod ground;
mod outcome;
mod push;
pub(super) mod settings;
mod stop;
mod surroundings;
mod take_over;
mod walk;
