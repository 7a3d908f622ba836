//! Where a part stands: its chain of poses, and the same in double precision as one frame.

use core::ops::Range;

use glam::DVec3;

use crate::character::CharacterSpace;
use crate::math::{Aabb, DoubleFrame, Place, Pose, Real, ScalarOf, lift, lower};
use crate::scene::Handle;

/// Roundings of a point on its way through a chain of poses, doubled, in units of the epsilon.
const ROUNDINGS: f64 = 32.0;

/// Where a part stands, and of which object it is.
pub(in crate::character) struct Stance {
    handle: Handle,
    /// Its poses, the innermost first, in a list of all.
    poses: Range<usize>,
    stand: DoubleFrame,
    is_turned: bool,
}

impl Stance {
    /// By some of these poses; `None` where there is none.
    pub(in crate::character) fn new<V: CharacterSpace>(
        handle: Handle,
        all: &[Pose<V>],
        poses: Range<usize>,
    ) -> Option<Self> {
        let stand = match &all[poses.clone()] {
            [pose] => DoubleFrame::of_pose(pose),
            chain => in_place(chain, None, &mut |place| DoubleFrame::of_place(place))?,
        };
        Some(Self {
            handle,
            poses,
            is_turned: stand.is_turned(),
            stand,
        })
    }
    pub(in crate::character) fn handle(&self) -> Handle {
        self.handle
    }
    pub(in crate::character) fn poses(&self) -> Range<usize> {
        self.poses.clone()
    }
    pub(in crate::character) fn scale(&self) -> f64 {
        self.stand.scale
    }
    /// A point of the world in the part's frame and units.
    #[inline(always)]
    pub(in crate::character) fn inward(&self, p: DVec3) -> DVec3 {
        let seen = p - self.stand.origin();
        let turned = if self.is_turned {
            self.stand.turned_back(seen)
        } else {
            seen
        };
        if self.stand.scale == 1.0 {
            turned
        } else {
            turned / self.stand.scale
        }
    }
    /// A point of the part in the world.
    #[inline(always)]
    pub(in crate::character) fn outward<V: CharacterSpace>(&self, p: DVec3) -> V {
        let p = p * self.stand.scale;
        let turned = if self.is_turned { self.stand.turned(p) } else { p };
        lower(turned + self.stand.origin())
    }
    /// A point of the part in the world, in double precision.
    pub(in crate::character) fn out(&self, p: DVec3) -> DVec3 {
        self.stand.outward(p * self.stand.scale)
    }
    /// A direction of the part in the world, in double precision.
    pub(in crate::character) fn turned(&self, v: DVec3) -> DVec3 {
        if self.is_turned { self.stand.turned(v) } else { v }
    }
    /// A direction of the world in the part's frame.
    pub(in crate::character) fn turned_back(&self, v: DVec3) -> DVec3 {
        self.stand.turned_back(v)
    }
    /// A direction of the part in the world.
    #[inline(always)]
    pub(in crate::character) fn outward_direction<V: CharacterSpace>(&self, v: DVec3) -> V {
        lower(if self.is_turned { self.stand.turned(v) } else { v })
    }
    /// The box around a box of the world, in the part's frame and units; never too small.
    pub(in crate::character) fn inward_box<V: CharacterSpace>(&self, aabb: &Aabb<V>) -> Aabb<V> {
        let (min, max) = (lift(aabb.min), lift(aabb.max));
        let (middle, half) = (self.inward((min + max) * 0.5), (max - min) * 0.5);
        let half = if self.is_turned {
            self.stand.extent_back(half)
        } else {
            half
        };
        let size = min.abs().max(max.abs()).max_element() + self.stand.origin().abs().max_element();
        around(middle, half / self.stand.scale, size / self.stand.scale)
    }
    /// What brings boxes of the part that meet one of the world out there, where nothing turns them.
    pub(in crate::character) fn outward_boxes<V: CharacterSpace>(
        &self,
        near: &Aabb<V>,
    ) -> Option<OutwardBoxes<V>> {
        let origin = lower::<V>(self.stand.origin());
        let size = near.min.max_abs().max(near.max.max_abs()) + origin.max_abs();
        (!self.is_turned).then(|| OutwardBoxes {
            origin,
            scale: ScalarOf::<V>::lit(self.stand.scale),
            slack: ScalarOf::<V>::lit(ROUNDINGS) * ScalarOf::<V>::EPSILON * size,
        })
    }
}

/// Boxes of a part that nothing turns, on their way to the world.
pub(in crate::character) struct OutwardBoxes<V: CharacterSpace> {
    origin: V,
    scale: V::Scalar,
    /// What the roundings of a number near come to.
    slack: V::Scalar,
}

impl<V: CharacterSpace> OutwardBoxes<V> {
    /// The box in the world; so large where it is near.
    #[inline(always)]
    pub(in crate::character) fn of(&self, local: &Aabb<V>) -> Aabb<V> {
        let slack = V::splat(self.slack);
        Aabb {
            min: local.min * self.scale + self.origin - slack,
            max: local.max * self.scale + self.origin + slack,
        }
    }
}

/// A box with room for the roundings of numbers of this size.
fn around<V: CharacterSpace>(middle: DVec3, half: DVec3, size: f64) -> Aabb<V> {
    let half = half + DVec3::splat(size * ROUNDINGS * ScalarOf::<V>::EPSILON.to_f64());
    Aabb {
        min: lower(middle - half),
        max: lower(middle + half),
    }
}

/// Asks `question` about the place that a chain of poses, the innermost first, makes.
pub(in crate::character) fn in_place<V: CharacterSpace, R>(
    poses: &[Pose<V>],
    outer: Option<&Place<'_, V>>,
    question: &mut dyn FnMut(&Place<'_, V>) -> R,
) -> Option<R> {
    let (pose, inner) = poses.split_last()?;
    let place = Place { pose, outer };
    if inner.is_empty() {
        return Some(question(&place));
    }
    in_place(inner, Some(&place), question)
}
