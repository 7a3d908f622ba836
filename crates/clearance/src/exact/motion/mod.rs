//! Cores in straight motion, exactly: their relation at a time, and when they first meet.

pub(crate) mod first_contact;
mod rational_time;
pub(crate) mod straight_sweep;
