//! What a pair of parts is called.
//!
//! Imports run one way: `boxes` → `same` → `broken` → `plain` → `interference`.

mod boxes;
mod broken;
mod interference;
mod plain;
mod same;

pub use interference::interference;
