//! What is near a character: the convex parts of all objects within its reach, found once for a whole step.
//!
//! A step asks where the character may go some dozen times; each time about the same few parts. So the scene is asked
//! once, with the box around all it may come to, and the parts are kept with their poses.

use core::cell::Cell;
use core::ops::{ControlFlow, Range};

use smallvec::SmallVec;

use crate::cast::{CastSpace, Ray, RayHit, ray};
use crate::math::{Aabb, Place, Pose, Vector};
use crate::pair::{Clearance, QueryError, clearance};
use crate::scene::{Accept, Data, Handle, Scene};
use crate::shape::{AnyShape, PartShape, Placed, View};

/// A convex part of an object.
struct Part<'s, V: CastSpace> {
    shape: PartShape<'s, V::Shape>,
    /// Its poses, the innermost first.
    poses: Range<usize>,
    handle: Handle,
    aabb: Aabb<V>,
    known: Cell<Option<Known<V>>>,
}

/// What was last found out about a part: how far it is from a character that stands at a place.
#[derive(Clone, Copy)]
struct Known<V: Vector> {
    at: V,
    clearance: Clearance<V>,
}

impl<V: Vector> Known<V> {
    /// What is known of a character at another place: no less than the gap between the planes that parted the two.
    fn moved_to(&self, at: V) -> Clearance<V> {
        let distance = self.clearance.distance + self.clearance.normal.dot(at - self.at);
        Clearance {
            distance,
            ..self.clearance
        }
    }
}

/// The parts near a character, in an order that does not depend on the scene's index.
pub(super) struct Near<'s, V: CastSpace> {
    parts: SmallVec<[Part<'s, V>; 8]>,
    poses: SmallVec<[Pose<V>; 8]>,
}

impl<'s, V: CastSpace> Near<'s, V> {
    /// All parts whose boxes meet `reach`; sensors are nothing to bump into.
    pub(super) fn gather<T: Data>(
        scene: &'s Scene<V, T>,
        reach: &Aabb<V>,
        about: &impl Accept<V, T>,
    ) -> Self {
        let mut near = Self {
            parts: SmallVec::new(),
            poses: SmallVec::new(),
        };
        let _ = scene.for_each_meeting(reach, about, &mut |_, object| {
            if !object.is_sensor() {
                let pose = near.poses.len();
                near.poses.push(*object.pose());
                near.add(object.handle(), object.shape(), pose..pose + 1, reach);
            }
            ControlFlow::Continue(())
        });
        // Stable: the parts of one object stay in the order of its own tree.
        near.parts.sort_by_key(|part| part.handle);
        near
    }
    /// Adds a shape that the scene owns, or its parts.
    fn add(&mut self, handle: Handle, shape: &'s V::Shape, poses: Range<usize>, reach: &Aabb<V>) {
        let Some(parts) = shape.parts() else {
            return self.push(handle, PartShape::Stored(shape), poses, reach);
        };
        if let Some(convex) = parts.as_convex() {
            return self.push(handle, PartShape::Stored(convex), poses, reach);
        }
        let view = in_place(&self.poses[poses.clone()], None, &mut |place| View::of(place));
        let Some(view) = view else { return };
        let test = |b: &Aabb<V>| view.turned_box(*b).overlaps(reach);
        let _ = parts.part_boxes().tree().passing(&test, &mut |i| {
            let part = parts.part(i as usize);
            let mut inner = poses.clone();
            if let Some(pose) = part.pose() {
                inner = self.poses.len()..self.poses.len() + 1 + poses.len();
                self.poses.push(*pose);
                for k in poses.clone() {
                    self.poses.push(self.poses[k]);
                }
            }
            match part.stored_shape() {
                Some(shape) => self.add(handle, shape, inner, reach),
                None => self.push(handle, PartShape::Made(part.shape().clone()), inner, reach),
            }
            ControlFlow::Continue(())
        });
    }
    fn push(&mut self, handle: Handle, shape: PartShape<'s, V::Shape>, poses: Range<usize>, reach: &Aabb<V>) {
        let mut part = Part {
            shape,
            poses,
            handle,
            aabb: *reach,
            known: Cell::new(None),
        };
        if let Some(aabb) = self.with(&part, |placed| placed.aabb()) {
            part.aabb = aabb;
            if aabb.overlaps(reach) {
                self.parts.push(part);
            }
        }
    }
    /// Asks `question` about a part where it stands.
    fn with<R>(&self, part: &Part<'s, V>, mut question: impl FnMut(Placed<'_, V>) -> R) -> Option<R> {
        let shape = match &part.shape {
            PartShape::Stored(shape) => shape,
            PartShape::Made(shape) => shape,
        };
        in_place(&self.poses[part.poses.clone()], None, &mut |place| {
            question(Placed { shape, place: *place })
        })
    }
    /// How many parts there are.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }
    /// The object that a part is of.
    pub(super) fn handle(&self, part: usize) -> Handle {
        self.parts[part].handle
    }
    /// The box around a part.
    pub(super) fn aabb(&self, part: usize) -> &Aabb<V> {
        &self.parts[part].aabb
    }
    /// The clearance of a part to the character, always the same shape, its normal towards that; of what is surely further
    /// than `enough`, no more than that, along a normal that parts the two.
    pub(super) fn distance(
        &self,
        part: usize,
        shape: &V::Shape,
        at: V,
        enough: V::Scalar,
    ) -> Result<Clearance<V>, QueryError> {
        if let Some(known) = self.parts[part].known.get() {
            let least = known.moved_to(at);
            if known.at == at || least.distance > enough {
                return Ok(least);
            }
        }
        let clearance = self.clearance(part, shape, at)?;
        self.parts[part].known.set(Some(Known { at, clearance }));
        Ok(clearance)
    }
    /// The clearance of a part to a shape that stands somewhere, its normal towards that.
    pub(super) fn clearance(&self, part: usize, shape: &V::Shape, at: V) -> Result<Clearance<V>, QueryError> {
        let pose = Pose::at(at).map_err(|_| QueryError::TooLarge("position"))?;
        let other = Placed::new(shape, &pose);
        let answer = self.with(&self.parts[part], |part| clearance(part, other));
        answer.unwrap_or(Err(QueryError::NotFinite("position")))
    }
    /// Where a ray first meets any part.
    pub(super) fn ray(&self, line: &Ray<V>) -> Result<Option<RayHit<V>>, QueryError> {
        let end = line.origin + line.direction * line.max_time;
        let way = Aabb {
            min: line.origin.min(end),
            max: line.origin.max(end),
        };
        let mut first: Option<RayHit<V>> = None;
        for part in self.parts.iter().filter(|part| part.aabb.overlaps(&way)) {
            let hit = self.with(part, |part| ray(part, line)).transpose()?.flatten();
            if let Some(hit) = hit
                && first.is_none_or(|first| hit.time < first.time)
            {
                first = Some(hit);
            }
        }
        Ok(first)
    }
}

/// Asks `question` about the place that a chain of poses, the innermost first, makes.
fn in_place<V: CastSpace, R>(
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
