//! Rays, the point of a shape closest to a point, and sweeps: when two moving shapes first meet.
//!
//! Imports run one way: `decided` → `cyrus_beck` → `features` → `ray` → `sweep` → `spaces`.

mod cyrus_beck;
mod decided;
mod features;
mod ray;
mod spaces;
mod sweep;
#[cfg(test)]
mod tests;

pub use features::{Path, edge_edge, vertex_face};
pub(crate) use ray::check;
pub use ray::closest::{ClosestPoint, closest_point};
pub use ray::space::RaySpace;
pub use ray::{Ray, RayHit, ray};
pub use spaces::CastSpace;
pub use sweep::space::SweepSpace;
pub(crate) use sweep::sweep_tolerance;
pub use sweep::{Motion, Start, SweepHit, SweepInterval, sweep, sweep_interval, swept_aabb};
