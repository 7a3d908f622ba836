//! Shapes multiplied by a factor along each axis, where that is a shape of clearance again.
//!
//! Boxes, points, hulls, polygons, polylines, meshes, terrains and half-spaces become others of their kind;
//! balls and ellipsoids become ellipsoids; cylinders and cones become others if x and z have the same factor.
//! A capsule or a rounded shape can only be mirrored: its ends would no longer be balls. Parts of a compound
//! are stretched one by one; a part that is turned would be sheared.
//!
//! `None`: the shape cannot take these factors.

pub(crate) mod plane;
pub(crate) mod space;

use clearance::Pose;
use clearance::shape::{Compound, InvalidShape};

use crate::dimension::{Dimension, ShapeOf, is_identity};

/// A compound whose parts are not turned.
fn compound<V: Dimension>(
    whole: &Compound<V::Native>,
    factors: V,
    times: impl Fn(V::Native) -> V::Native,
) -> Option<Result<Compound<V::Native>, InvalidShape>> {
    let mut parts: Vec<(ShapeOf<V>, Pose<V::Native>)> = Vec::new();
    for part in whole.parts() {
        if !is_identity::<V>(part.pose.rotation()) {
            return None;
        }
        let pose = part.pose.moved_to(times(part.pose.position()));
        match (V::stretched(&part.shape, factors)?, pose) {
            (Ok(shape), Ok(pose)) => parts.push((shape, pose)),
            (Err(error), _) => return Some(Err(error)),
            (_, Err(_)) => return None,
        }
    }
    Some(Compound::new(parts))
}
