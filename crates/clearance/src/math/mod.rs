//! Numbers, vectors and poses: glam's types, and what the library adds to them.

mod aabb;
mod angular;
#[cfg(feature = "serde")]
mod data;
mod double_frame;
mod hilbert;
mod lanes;
mod length;
mod morton;
mod pose;
mod power_of_two;
mod quaternion_axes;
mod ranked;
mod ray;
mod real;
mod rotation;
mod two_sum;
mod vector;

pub use aabb::Aabb;
pub use angular::Angular;
pub(crate) use double_frame::{DoubleFrame, lift, lower, turned_axes};
pub(crate) use hilbert::{CURVE_CELLS, along_curve};
pub use lanes::Lanes;
pub(crate) use length::{length, length_above, magnitude};
pub(crate) use morton::{spread2, spread3};
pub use pose::{Frame, InvalidPose, Place, Pose};
pub(crate) use power_of_two::PowerOfTwo;
pub(crate) use ranked::{Ranked, rank_of};
pub use ray::Ray;
pub use real::{Additive, Real};
pub use rotation::{GivenRotation, Rotation, Rotation2};
pub(crate) use two_sum::{rounding_of_sum, two_sum};
pub(crate) use vector::cross_squared;
pub use vector::{ScalarOf, Space, Vector, Vector2, Vector3};
