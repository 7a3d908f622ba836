//! Rays, the point of a shape closest to a point, and sweeps: when two moving shapes first meet.

mod closest;
mod cyrus_beck;
mod features;
mod ray;
mod space;
mod sweep;

pub use closest::{ClosestPoint, closest_point};
pub use features::{Path, edge_edge, vertex_face};
pub(crate) use ray::check;
pub use ray::{Ray, RayHit, ray};
pub use space::CastSpace;
pub(crate) use space::Hits;
pub(crate) use sweep::slack;
pub use sweep::{Motion, Start, SweepHit, SweepInterval, sweep, sweep_interval, swept_aabb};
