//! Position, rotation and scale from JSON.

use clearance::Pose;
use clearance::math::{InvalidPose, Real};

use super::space::ReadSpace;
use crate::json::Node;
use crate::problem::{Code, Problem};

/// Coordinates beyond 2^480 (2^56 in single precision) are refused, as the shapes do: their squares must stay finite.
fn largest<S: Real>() -> f64 {
    let exponent = if S::EPSILON.to_f64() == f64::EPSILON {
        480
    } else {
        56
    };
    2.0_f64.powi(exponent)
}

/// Reads `position`, `angle` or `rotation`, and `scale` of an object; absent ones move nothing.
pub fn read_pose<V: ReadSpace>(node: &Node<'_>) -> Result<Pose<V>, Problem> {
    let node = node.coded(Code::InvalidPose);
    let [rotation, other] = V::ROTATION;
    let mut pose = Pose::IDENTITY;
    if let Some(field) = node.get("position") {
        let position = field.vector::<V>()?;
        in_range::<V>(&field, position.max_abs())?;
        pose = Pose::at(position).map_err(|error| wrong(&field, error))?;
    }
    if let Some(field) = node.get(rotation) {
        pose = pose
            .turned(V::read_rotation(&field)?)
            .map_err(|error| wrong(&field, error))?;
    }
    if let Some(field) = node.get(other) {
        return Err(field.problem(format!("in {}D a rotation is given as \"{rotation}\"", V::DIM)));
    }
    if let Some(field) = node.get("scale") {
        let scale = field.scalar()?;
        in_range::<V>(&field, scale)?;
        pose = pose.scaled(scale).map_err(|error| wrong(&field, error))?;
    }
    Ok(pose)
}

fn in_range<V: ReadSpace>(field: &Node<'_>, magnitude: V::Scalar) -> Result<(), Problem> {
    let limit = largest::<V::Scalar>();
    if magnitude.to_f64() > limit {
        return Err(Problem::new(Code::LimitExceeded, format!("larger than {limit:e}")).at(field.path));
    }
    Ok(())
}

fn wrong(field: &Node<'_>, error: InvalidPose) -> Problem {
    field.problem(match error {
        InvalidPose::PositionNotFinite => "every coordinate must be finite",
        InvalidPose::Rotation => "a quaternion [x, y, z, w] must not be zero",
        InvalidPose::Scale => "must be greater than zero",
    })
}
