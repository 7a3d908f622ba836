//! Rays, and the point of a shape closest to a point.

mod advance;
mod along;
mod closest;
mod flat;
mod hull;
mod line;
mod parts;
mod ray;
mod round;
mod shapes;
mod smooth;
mod turned;
mod wide;
mod winding;

pub use closest::{ClosestPoint, closest_point};
pub use ray::{Ray, RayHit, ray};
pub use shapes::CastSpace;
pub(crate) use shapes::Hits;
