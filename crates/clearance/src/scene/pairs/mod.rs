//! The pairs of a scene from step to step: from boxes that meet (`candidates.rs`) to what is known of each
//! pair (`narrow.rs`), and what began, goes on and ended (`pair_set.rs`, `events.rs`). `update.rs` is the
//! step, read first.

pub(super) mod adjacency;
pub(super) mod candidates;
pub(super) mod events;
pub(super) mod inner_edges;
pub(super) mod narrow;
pub(super) mod order;
pub(super) mod pair_list;
pub(super) mod persistent_pairs;
pub(super) mod pile;
pub(super) mod update;
