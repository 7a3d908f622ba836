//! The facets of two borders as the measures see them: corners placed exactly (`site.rs`), on which side of a
//! facet they are (`signs.rs`, `determinants.rs`), where edges cross facets (`fine.rs`, `share.rs`), and the
//! facets of one border near the other (`body.rs`).

pub(super) mod body;
pub(super) mod determinants;
pub(super) mod fine;
mod share;
pub(super) mod signs;
pub(super) mod site;
mod sparse_list;
