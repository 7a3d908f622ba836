//! Position, rotation and scale from JSON.

use clearance::Pose;
use clearance::math::{InvalidPose, Real};

use super::space::ReadSpace;
use crate::json::Node;
use crate::problem::{Code, Problem};

/// Reads `position`, `angle` or `rotation`, and `scale` of an object; absent fields change nothing.
pub fn read_pose<V: ReadSpace>(node: &Node<'_>) -> Result<Pose<V>, Problem> {
    let node = node.coded(Code::InvalidPose);
    let [rotation, other] = V::ROTATION;
    let mut pose = Pose::IDENTITY;
    if let Some(field) = node.get("position") {
        pose = Pose::at(field.vector()?).map_err(|error| wrong::<V>(&field, error))?;
    }
    if let Some(field) = node.get(rotation) {
        pose = pose
            .turned(V::read_rotation(&field)?)
            .map_err(|error| wrong::<V>(&field, error))?;
    }
    if let Some(field) = node.get(other) {
        return Err(field.problem(format!("in {}D a rotation is given as \"{rotation}\"", V::DIM)));
    }
    if let Some(field) = node.get("scale") {
        pose = pose
            .scaled(field.scalar()?)
            .map_err(|error| wrong::<V>(&field, error))?;
    }
    Ok(pose)
}

fn wrong<V: ReadSpace>(field: &Node<'_>, error: InvalidPose) -> Problem {
    let limit = V::Scalar::LARGEST_COORDINATE.to_f64();
    match error {
        InvalidPose::PositionNotFinite => field.problem("every coordinate must be finite"),
        InvalidPose::Rotation => field.problem("a quaternion [x, y, z, w] must not be zero"),
        InvalidPose::Scale => field.problem("must be greater than zero"),
        _ => Problem::new(Code::LimitExceeded, format!("larger than {limit:e}")).at(field.path),
    }
}
