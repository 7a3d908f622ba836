//! Two convex shapes that come nearer, by their exact clearance: Newton's method on the gap, and its end
//! where they graze each other.

pub(super) mod approach;
mod graze;
pub(super) mod spin;
