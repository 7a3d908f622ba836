//! A convex body inside a shape.
//!
//! It is a copy with a pose in the world, the chain of its places made one and rounded. So it may be off by a
//! few units in the last place of the size, which the error of a depth covers.

use crate::cast::spaces::CastSpace;
use crate::math::{Aabb, Place, Pose, Rotation};
use crate::shape::Placed;

/// A convex body inside a shape, in the world.
pub(super) struct Body<V: CastSpace> {
    pub shape: V::Shape,
    pub pose: Pose<V>,
    pub aabb: Aabb<V>,
}

impl<V: CastSpace> Body<V> {
    pub fn new(shape: V::Shape, pose: Pose<V>) -> Self {
        let aabb = Placed::new(&shape, &pose).aabb();
        Self { shape, pose, aabb }
    }
    pub fn placed(&self) -> Placed<'_, V> {
        Placed::new(&self.shape, &self.pose)
    }
}

/// A chain of poses as one, rounded.
pub(super) fn world_pose<V: CastSpace>(place: &Place<'_, V>) -> Option<Pose<V>> {
    let mut chain = place.chain();
    let mut pose = *chain.next()?;
    for outer in chain {
        pose = Pose::at(outer.frame().point(pose.position()))
            .ok()?
            .turned(outer.rotation().after(pose.rotation()))
            .ok()?
            .scaled(outer.scale() * pose.scale())
            .ok()?;
    }
    Some(pose)
}
