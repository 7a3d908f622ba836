//! The frame of a part: its chain of poses, and the same computed in double precision.

use core::ops::Range;

use glam::DVec3;

use crate::character::CharacterSpace;
use crate::math::{Aabb, DoubleFrame, Place, Pose, Real, ScalarOf, lift, lower};
use crate::scene::Handle;

/// Twice the number of roundings of a point on its way through a chain of poses: the error bound in units of
/// the epsilon.
const ROUNDINGS: f64 = 32.0;

/// The frame of a part, and the object that the part belongs to.
pub(in crate::character) struct PartFrame {
    handle: Handle,
    /// The chain of poses, the innermost first, as a range of a list.
    poses: Range<usize>,
    frame: DoubleFrame,
    is_turned: bool,
}

impl PartFrame {
    /// The frame of a chain of poses; `None` for an empty chain.
    pub(in crate::character) fn new<V: CharacterSpace>(
        handle: Handle,
        all: &[Pose<V>],
        poses: Range<usize>,
    ) -> Option<Self> {
        let frame = match &all[poses.clone()] {
            [pose] => DoubleFrame::of_pose(pose),
            chain => with_place(chain, None, &mut |place| DoubleFrame::of_place(place))?,
        };
        let is_turned = frame.is_turned();
        Some(Self {
            handle,
            poses,
            frame,
            is_turned,
        })
    }
    pub(in crate::character) fn handle(&self) -> Handle {
        self.handle
    }
    pub(in crate::character) fn poses(&self) -> Range<usize> {
        self.poses.clone()
    }
    pub(in crate::character) fn scale(&self) -> f64 {
        self.frame.scale
    }
    /// A point of the world in the part's frame and units.
    #[inline(always)]
    pub(in crate::character) fn to_local(&self, p: DVec3) -> DVec3 {
        let seen = p - self.frame.origin();
        let turned = if self.is_turned {
            self.frame.turned_back(seen)
        } else {
            seen
        };
        if self.frame.scale == 1.0 {
            turned
        } else {
            turned / self.frame.scale
        }
    }
    /// A point of the part in the world.
    #[inline]
    pub(in crate::character) fn to_world<V: CharacterSpace>(&self, p: DVec3) -> V {
        lower(self.turned(p * self.frame.scale) + self.frame.origin())
    }
    /// A point of the part in the world, in double precision.
    pub(in crate::character) fn to_world_double(&self, p: DVec3) -> DVec3 {
        self.frame.outward(p * self.frame.scale)
    }
    /// A direction of the part in the world, in double precision.
    #[inline]
    pub(in crate::character) fn turned(&self, v: DVec3) -> DVec3 {
        if self.is_turned { self.frame.turned(v) } else { v }
    }
    /// A direction of the world in the part's frame.
    pub(in crate::character) fn turned_back(&self, v: DVec3) -> DVec3 {
        self.frame.turned_back(v)
    }
    /// A direction of the part in the world.
    #[inline]
    pub(in crate::character) fn direction_to_world<V: CharacterSpace>(&self, v: DVec3) -> V {
        lower(self.turned(v))
    }
    /// A box in the part's frame and units that contains a box of the world.
    pub(in crate::character) fn box_to_local<V: CharacterSpace>(&self, aabb: &Aabb<V>) -> Aabb<V> {
        let (min, max) = (lift(aabb.min), lift(aabb.max));
        let (middle, half) = (self.to_local((min + max) * 0.5), (max - min) * 0.5);
        let half = if self.is_turned {
            self.frame.extent_back(half)
        } else {
            half
        };
        let size = min.abs().max(max.abs()).max_element() + self.frame.origin().abs().max_element();
        let error_bound = size / self.frame.scale * ROUNDINGS * ScalarOf::<V>::EPSILON.to_f64();
        let half = half / self.frame.scale + DVec3::splat(error_bound);
        Aabb {
            min: lower(middle - half),
            max: lower(middle + half),
        }
    }
    /// What takes boxes of the part to the world; `None` for a rotated part. The boxes contain the part where
    /// they meet `near`.
    pub(in crate::character) fn world_boxes<V: CharacterSpace>(
        &self,
        near: &Aabb<V>,
    ) -> Option<WorldBoxes<V>> {
        let origin = lower::<V>(self.frame.origin());
        let size = near.min.max_abs().max(near.max.max_abs()) + origin.max_abs();
        (!self.is_turned).then(|| WorldBoxes {
            origin,
            scale: ScalarOf::<V>::lit(self.frame.scale),
            error_bound: ScalarOf::<V>::lit(ROUNDINGS) * ScalarOf::<V>::EPSILON * size,
        })
    }
}

/// Takes boxes of a part that is not rotated to the world.
pub(in crate::character) struct WorldBoxes<V: CharacterSpace> {
    origin: V,
    scale: V::Scalar,
    error_bound: V::Scalar,
}

impl<V: CharacterSpace> WorldBoxes<V> {
    /// A box in the world, grown by the error bound.
    #[inline(always)]
    pub(in crate::character) fn of(&self, local: &Aabb<V>) -> Aabb<V> {
        let error_bound = V::splat(self.error_bound);
        Aabb {
            min: local.min * self.scale + self.origin - error_bound,
            max: local.max * self.scale + self.origin + error_bound,
        }
    }
}

/// Asks `question` about the place that a chain of poses makes, the innermost first.
pub(in crate::character) fn with_place<V: CharacterSpace, R>(
    poses: &[Pose<V>],
    outer: Option<&Place<'_, V>>,
    question: &mut dyn FnMut(&Place<'_, V>) -> R,
) -> Option<R> {
    let (pose, inner) = poses.split_last()?;
    let place = Place { pose, outer };
    if inner.is_empty() {
        return Some(question(&place));
    }
    with_place(inner, Some(&place), question)
}
