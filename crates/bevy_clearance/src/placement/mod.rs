//! From a `GlobalTransform` to a pose of clearance and, where the scale is not the same along all axes,
//! factors by which the shape is stretched.
//!
//! A `GlobalTransform` is a matrix: a product of rotations and scales, each rounded. What it was made from is
//! read back from its columns. Their lengths are the scale, and their directions the rotation. Rounding has
//! to be told from intent, so differences up to [`SLACK`], as a fraction, do not count: lengths that differ
//! by less are one scale, a scale that differs from 1 by less is 1, and angles that differ from a right one
//! by less are right. A matrix that is exactly a translation gives exactly that pose.

pub(crate) mod plane;
pub(crate) mod space;

use clearance::Pose;

use crate::dimension::Dimension;

/// Tolerance: what may be the rounding of a chain of some ten transforms in single precision (2^-24 each),
/// and is less than anyone sees.
pub(crate) const SLACK: f32 = 1.0 / (1 << 18) as f32;

/// Where a collider is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement<V: Dimension> {
    pub(crate) pose: Pose<V::Native>,
    /// The shape is multiplied by this before anything else, coordinate by coordinate.
    pub(crate) factors: Option<V>,
}

/// Whether two numbers are the same but for rounding.
pub(crate) fn is_close(a: f32, b: f32) -> bool {
    (a - b).abs() <= SLACK * a.abs().max(b.abs())
}

/// A scale, or 1 where it is 1 but for rounding.
fn rounded(scale: f32) -> f32 {
    if is_close(scale, 1.0) { 1.0 } else { scale }
}

/// Divides a scale into that of the pose and the factors of the shape. Only the first may be negative.
fn divided<const D: usize>(scale: [f32; D]) -> (f32, Option<[f32; D]>) {
    let size = scale[D - 1];
    if !scale.iter().all(|s| is_close(s.abs(), size)) {
        return (1.0, Some(scale.map(|s| s.signum() * rounded(s.abs()))));
    }
    let is_mirrored = scale[0] < 0.0;
    (rounded(size), is_mirrored.then(|| scale.map(f32::signum)))
}
