//! Rays, and the point of a shape closest to a point.

mod closest;
mod ray;

pub use closest::{ClosestPoint, closest_point};
pub use ray::{Ray, RayHit, ray};
