//! Hierarchies and indexes: which boxes meet which. They know boxes, not shapes.

mod build;
mod static_tree;

pub use static_tree::StaticTree;
