//! The plane: x and y of the translation, and the rotation about z.

use bevy_math::Vec2;
use bevy_transform::components::GlobalTransform;
use clearance::Pose;
use clearance::glam;
use clearance::math::{InvalidPose, Rotation2};

use super::{Placement, SLACK, divided};
use crate::dimension::Dimension;
use crate::error::Reason;

pub(crate) fn placement(global: &GlobalTransform) -> Result<Placement<Vec2>, Reason> {
    let affine = global.affine();
    let columns = [affine.matrix3.x_axis, affine.matrix3.y_axis];
    let at = Pose::<glam::Vec2>::at(global.translation().truncate().to_native())?;
    if !columns.iter().all(|c| c.is_finite()) {
        return Err(Reason::MatrixNotFinite);
    }
    let [x, y] = columns.map(|c| Vec2::new(c.x, c.y));
    if columns.iter().any(|c| c.z.abs() > SLACK * c.length()) {
        return Err(Reason::Tilted);
    }
    let lengths = [x.length(), y.length()];
    let least = lengths[0].min(lengths[1]);
    if !(least > 0.0 && least.is_finite()) {
        return Err(InvalidPose::Scale.into());
    }
    if x.dot(y).abs() > SLACK * lengths[0] * lengths[1] {
        return Err(Reason::Sheared);
    }
    // A mirrored shape is mirrored along x, and then turned so that its y axis is where it has to be.
    let (x, sign) = if x.perp_dot(y) < 0.0 { (-x, -1.0) } else { (x, 1.0) };
    let (scale, factors) = divided([sign * lengths[0], lengths[1]]);
    let rotation = Rotation2::from_direction(x.x, x.y).ok_or(Reason::MatrixNotFinite)?;
    Ok(Placement {
        pose: at.turned(rotation)?.scaled(scale)?,
        factors: factors.map(Vec2::from_array),
    })
}
