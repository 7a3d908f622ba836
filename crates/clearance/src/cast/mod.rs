//! Rays, the point of a shape closest to a point, points in shapes, and sweeps: when two moving shapes first
//! meet; and how far one of two must be moved until they no longer overlap.
//!
//! Imports run one way: `decided` → `cyrus_beck` → `features` → `ray` → `batch` → `sweep` → `by_index` →
//! `spaces` → `parting`.

mod batch;
mod by_index;
mod cyrus_beck;
mod decided;
mod features;
mod parting;
mod ray;
mod spaces;
mod sweep;
#[cfg(test)]
mod tests;

pub use batch::{any_hits, cast_rays, closest_points, contains_points};
pub use features::{Path, edge_edge, vertex_face};
#[cfg(feature = "std")]
pub(crate) use parting::parted_along;
pub use parting::{DepthBounds, depth_bounds};
pub use ray::all::{all_hits, any_hit, count_hits};
pub(crate) use ray::check;
pub use ray::closest::{ClosestPoint, closest_point};
pub use ray::contains::contains;
pub use ray::feature::Feature;
pub use ray::space::RaySpace;
pub use ray::{Ray, RayHit, ray};
pub use spaces::CastSpace;
pub use sweep::space::SweepSpace;
pub(crate) use sweep::sweep_tolerance;
pub use sweep::{
    ClosestApproach, Motion, Start, SweepHit, SweepInterval, closest_approach, sweep, sweep_interval,
    swept_aabb,
};
