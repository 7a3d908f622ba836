//! Space: the whole matrix.

use bevy_math::{Mat3, Quat, Vec3};
use bevy_transform::components::GlobalTransform;
use clearance::Pose;
use clearance::glam;
use clearance::math::InvalidPose;

use super::{Placement, SLACK, divided};
use crate::dimension::Dimension;
use crate::error::Reason;

pub(crate) fn placement(global: &GlobalTransform) -> Result<Placement<Vec3>, Reason> {
    let matrix = Mat3::from(global.affine().matrix3);
    let at = Pose::<glam::Vec3>::at(global.translation().to_native())?;
    if !matrix.is_finite() {
        return Err(Reason::MatrixNotFinite);
    }
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let lengths = columns.map(Vec3::length);
    let least = lengths.iter().copied().fold(f32::INFINITY, f32::min);
    if !(least > 0.0 && lengths.iter().all(|l| l.is_finite())) {
        return Err(InvalidPose::Scale.into());
    }
    let [x, y, z] = core::array::from_fn(|i| columns[i] / lengths[i]);
    if [x.dot(y), y.dot(z), z.dot(x)]
        .iter()
        .any(|cosine| cosine.abs() > SLACK)
    {
        return Err(Reason::Sheared);
    }
    // A mirrored shape is mirrored along x, and then turned so that its other axes are where they have to be.
    let (x, sign) = if x.cross(y).dot(z) < 0.0 {
        (-x, -1.0)
    } else {
        (x, 1.0)
    };
    let (scale, factors) = divided([sign * lengths[0], lengths[1], lengths[2]]);
    let rotation = Quat::from_mat3(&Mat3::from_cols(x, y, z));
    Ok(Placement {
        pose: at.turned(Vec3::rotation_to_native(rotation))?.scaled(scale)?,
        factors: factors.map(Vec3::from_array),
    })
}
