//! What a pair of parts is called.
//!
//! Imports run one way: `bodies` → `boxes` → `same` → `broken` → `plain` → `near_origin` → `kept` →
//! `decision` → `interference`.

mod bodies;
mod boxes;
mod broken;
mod decision;
mod interference;
mod kept;
mod near_origin;
mod plain;
mod same;

pub use interference::interference;
pub(super) use interference::interference_kept;
pub(crate) use interference::is_clash;
pub(super) use kept::Kept;
