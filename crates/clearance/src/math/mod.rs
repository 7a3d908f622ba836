//! Numbers, vectors and poses: glam's types, and what the library adds to them.

mod aabb;
mod angular;
mod clip;
mod curve;
#[cfg(feature = "serde")]
mod data;
mod double_frame;
mod eigenvectors;
mod length;
mod numbers;
mod pose;
mod power_of_two;
mod radix_sort;
mod ray;
mod rotation;
mod vector;

pub use aabb::Aabb;
pub use angular::Angular;
pub(crate) use clip::clip_polygon;
pub(crate) use curve::{CURVE_CELLS, along_curve, spread2, spread3};
pub(crate) use double_frame::{DoubleFrame, lift, lower, turned_axes};
pub(crate) use eigenvectors::eigenvectors;
pub(crate) use length::{length, length_above, magnitude};
pub use numbers::{Additive, Lanes, Real};
pub(crate) use numbers::{Ranked, rank_of, rank_of_single, rounding_of_sum, two_sum};
pub use pose::{Frame, InvalidPose, Place, Pose};
pub(crate) use power_of_two::PowerOfTwo;
pub(crate) use radix_sort::sort_by_high_half;
pub use ray::Ray;
pub use rotation::{GivenRotation, Rotation, Rotation2};
pub(crate) use vector::cross_squared;
pub use vector::{ScalarOf, Space, Vector, Vector2, Vector3};
