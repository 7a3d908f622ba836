//! Hulls on the move, exactly: where they are at a time, and when they first meet.

pub(crate) mod first_meeting;
mod moment;
pub(crate) mod passage;
