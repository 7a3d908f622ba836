//! Rays, the point of a shape closest to a point, and sweeps: when two moving shapes first meet.

mod advance;
mod along;
mod at_once;
mod closest;
mod features;
mod flat;
mod hull;
mod line;
mod parts;
mod passes;
mod quick;
mod ray;
mod round;
mod shapes;
mod smooth;
mod start;
mod sweep;
mod turned;
mod wide;
mod winding;

pub use closest::{ClosestPoint, closest_point};
pub use features::{Path, edge_edge, vertex_face};
pub(crate) use ray::check;
pub use ray::{Ray, RayHit, ray};
pub use shapes::CastSpace;
pub(crate) use shapes::Hits;
pub(crate) use sweep::slack;
pub use sweep::{Motion, Start, SweepHit, SweepInterval, sweep, sweep_interval, swept_aabb};
