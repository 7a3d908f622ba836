//! The pairs of a scene from step to step. `update.rs` is the step: read it first. The broad phase lists
//! pairs whose boxes meet (`candidates.rs`), the narrow phase finds out about each (`narrow.rs`), and the
//! pairs of before and now are compared (`persistent_pairs/`, `events.rs`).

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
