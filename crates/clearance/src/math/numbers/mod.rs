//! Numbers of either precision: one, four side by side, the rounding of a sum, and their order.

mod lanes;
mod ranked;
mod real;
mod two_sum;

pub use lanes::Lanes;
pub(crate) use ranked::{Ranked, rank_of, rank_of_single};
pub use real::{Additive, Real};
pub(crate) use two_sum::{rounding_of_sum, two_sum};
