//! A capsule that walks: `walk.rs` is the step, read first; `footing.rs` says where it stands, `survey.rs`
//! how far it may go, `climb.rs` leads it over steps, `carry.rs` has it give way to what moves.

pub(super) mod carry;
pub(super) mod climb;
pub(super) mod footing;
pub(super) mod settings;
pub(super) mod state;
pub(super) mod survey;
pub(super) mod take_over;
pub(super) mod walk;
