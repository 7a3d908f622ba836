//! Rays against convex shapes for which the filter is undecided, in twice the precision or in integers.

mod advance;
pub(crate) mod along;
pub(crate) mod flat;
pub(crate) mod hull;
pub(crate) mod line;
pub(crate) mod round;
pub(crate) mod smooth;
mod turned;
