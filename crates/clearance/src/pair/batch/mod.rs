//! Many pairs in one call: what answers for most of them before either shape is fetched from memory.

pub(super) mod column;
