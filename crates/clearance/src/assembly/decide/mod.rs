//! What a pair of parts is called.
//!
//! Imports run one way: `same` → `broken` → `plain` → `interference`.

mod broken;
mod interference;
mod plain;
mod same;

pub use interference::interference;
