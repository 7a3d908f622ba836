//! Two convex shapes that approach each other, by their exact clearance: Newton's method on the gap, and its
//! exact end where they graze each other.

mod graze;
mod newton;
pub(super) mod spin;
