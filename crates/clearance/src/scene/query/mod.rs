//! Queries: what a shape or a ray meets, and what is near.
//!
//! Queries see every change at once. But changes since the last update are not in the index yet, and each
//! query tests the boxes of changed objects one by one: after many changes, update first. Answers are exact,
//! since the index only proposes objects. The answers and their order do not depend on the index.

pub(super) mod batch;
pub(super) mod group;
mod overlapping;
pub(super) mod pick;

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::store::object::Data;
use super::{Accept, Handle, ObjectRef, Scene};
use crate::cast::{self, CastSpace, Ray, RayHit};
use crate::index::gap;
use crate::math::{Aabb, Pose, Real, ScalarOf, Vector};
use crate::pair::{QueryError, distance, intersects};
use crate::shape::{AnyShape, Placed};

/// Where a ray meets an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneHit<V: Vector> {
    /// The object.
    pub handle: Handle,
    /// When and where it meets the object.
    pub hit: RayHit<V>,
}

/// An object and how far it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbor<S> {
    /// The object.
    pub handle: Handle,
    /// Its distance; 0 where it meets the shape of the query.
    pub distance: S,
}

/// Whether a search goes on.
pub(crate) type Search = ControlFlow<()>;

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// The objects whose boxes meet a box, in storage order. For boxes that are not rotated this tells
    /// whether they meet.
    pub fn overlapping_box(&self, aabb: &Aabb<V>, about: &impl Accept<V, T>) -> Vec<Handle> {
        let mut found = Vec::new();
        let _ = self.for_each_meeting(aabb, about, &mut |slot, _| {
            found.push(slot);
            ControlFlow::Continue(())
        });
        self.in_order(found)
    }
    /// The objects that contain a point, borders included, in storage order. In 2D: what is under the mouse.
    pub fn at_point(&self, point: V, about: &impl Accept<V, T>) -> Result<Vec<Handle>, QueryError> {
        let pose = Pose::at(point).map_err(|_| QueryError::NotFinite("point"))?;
        Ok(self.overlapping(Placed::new(&V::Shape::point(), &pose), about))
    }
    /// Whether a placed shape meets any object.
    pub fn overlaps_any(&self, shape: Placed<'_, V>, about: &impl Accept<V, T>) -> bool {
        let found = self.for_each_meeting(&shape.aabb(), about, &mut |_, object| {
            if intersects(object.placed(), shape) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found.is_break()
    }
    /// The first object that a ray meets. If it meets several at the same time, the one with the smallest
    /// handle.
    ///
    /// The ray is as in [`ray`](crate::cast::ray), and so is the answer for the object.
    pub fn cast_ray(
        &self,
        ray: &Ray<V>,
        about: &impl Accept<V, T>,
    ) -> Result<Option<SceneHit<V>>, QueryError> {
        let mut first: Option<SceneHit<V>> = None;
        self.for_each_on_ray(ray, about, &mut |found| {
            if first.is_none_or(|first| sooner(&found, &first) == Ordering::Less) {
                first = Some(found);
            }
            first.map_or(ray.max_time, |first| first.hit.time)
        })?;
        Ok(first)
    }
    /// Where a ray meets each of the objects on it, in the order of time.
    pub fn cast_ray_all(
        &self,
        ray: &Ray<V>,
        about: &impl Accept<V, T>,
    ) -> Result<Vec<SceneHit<V>>, QueryError> {
        let mut found = Vec::new();
        self.for_each_on_ray(ray, about, &mut |hit| {
            found.push(hit);
            ray.max_time
        })?;
        found.sort_unstable_by(sooner);
        Ok(found)
    }
    /// Whether a ray meets any object: a shadow ray.
    pub fn ray_meets_any(&self, ray: &Ray<V>, about: &impl Accept<V, T>) -> Result<bool, QueryError> {
        let mut meets = false;
        self.for_each_on_ray(ray, about, &mut |_| {
            meets = true;
            -ScalarOf::<V>::ONE
        })?;
        Ok(meets)
    }
    /// The `count` objects nearest to a placed shape and no further than `within` (which may be infinite),
    /// the nearest first. Objects at the same distance are in the order of their handles.
    pub fn nearest(
        &self,
        shape: Placed<'_, V>,
        count: usize,
        within: V::Scalar,
        about: &impl Accept<V, T>,
    ) -> Vec<Neighbor<V::Scalar>> {
        let (boxes, query) = (&self.store.boxes, shape.aabb());
        let mut nearest = NearestSearch::new(&query, count, within);
        let asked = count > 0 && within >= Real::ZERO;
        if !asked {
            return nearest.found;
        }
        let mut visit = |slot: u32| {
            if let Some(object) = self.store.object(slot).filter(|object| about.accepts(object)) {
                nearest.offer(object.handle(), distance(object.placed(), shape));
            }
            nearest.reach()
        };
        let mut reach = within;
        for &slot in boxes.changed() {
            if boxes.get(slot).is_some_and(|aabb| gap(aabb, &query) <= reach) {
                reach = visit(slot);
            }
        }
        self.index.nearest(boxes, &query, reach, &mut |slot, _| {
            if !boxes.is_changed(slot) {
                reach = visit(slot);
            }
            reach
        });
        nearest.found
    }
    /// The distance from a placed shape to the nearest object: 0 where it meets one, `None` in an empty
    /// scene.
    pub fn distance(&self, shape: Placed<'_, V>, about: &impl Accept<V, T>) -> Option<V::Scalar> {
        let nearest = self.nearest(shape, 1, Real::INFINITY, about);
        nearest.first().map(|neighbor| neighbor.distance)
    }
    /// The handles of slots, in storage order.
    fn in_order(&self, mut slots: Vec<u32>) -> Vec<Handle> {
        slots.sort_unstable();
        slots
            .iter()
            .map(|&slot| self.store.slot_handles[slot as usize])
            .collect()
    }
    /// Calls `visit` with every object that the query is about and whose box meets another box.
    pub(crate) fn for_each_meeting<'s>(
        &'s self,
        aabb: &Aabb<V>,
        about: &impl Accept<V, T>,
        visit: &mut dyn FnMut(u32, &ObjectRef<'s, V, T>) -> Search,
    ) -> Search {
        let boxes = &self.store.boxes;
        let mut accepted = |slot: u32| match self.store.object(slot) {
            Some(object) if about.accepts(&object) => visit(slot, &object),
            _ => ControlFlow::Continue(()),
        };
        for &slot in boxes.changed() {
            if boxes.slots()[slot as usize].overlaps(aabb) {
                accepted(slot)?;
            }
        }
        self.index.overlapping(boxes, aabb, &mut |slot| {
            if boxes.is_changed(slot) {
                return ControlFlow::Continue(());
            }
            accepted(slot)
        })
    }
    /// Calls `visit` with where a ray meets each object. `visit` returns the time after which no hit matters.
    fn for_each_on_ray(
        &self,
        ray: &Ray<V>,
        about: &impl Accept<V, T>,
        visit: &mut dyn FnMut(SceneHit<V>) -> V::Scalar,
    ) -> Result<(), QueryError> {
        cast::check(ray)?;
        let boxes = &self.store.boxes;
        let mut failed = Ok(());
        let mut accepted = |slot: u32, end: V::Scalar| {
            let Some(object) = self.store.object(slot).filter(|object| about.accepts(object)) else {
                return end;
            };
            match cast::ray(object.placed(), ray) {
                Ok(Some(hit)) => visit(SceneHit {
                    handle: object.handle(),
                    hit,
                }),
                Ok(None) => end,
                Err(error) => {
                    failed = Err(error);
                    end
                }
            }
        };
        let mut line = *ray;
        for &slot in boxes.changed() {
            if boxes
                .get(slot)
                .and_then(|aabb| line.enters(aabb, line.max_time))
                .is_some()
            {
                line.max_time = accepted(slot, line.max_time);
            }
        }
        let mut end = line.max_time;
        self.index.cast_ray(boxes, &line, &mut |slot, _| {
            if !boxes.is_changed(slot) {
                end = accepted(slot, end);
            }
            end
        });
        failed
    }
}

/// The order of hits: by time, then by handle.
fn sooner<V: Vector>(a: &SceneHit<V>, b: &SceneHit<V>) -> Ordering {
    let by_time = a.hit.time.partial_cmp(&b.hit.time).unwrap_or(Ordering::Equal);
    by_time.then(a.handle.cmp(&b.handle))
}

/// The nearest objects found so far, in order.
struct NearestSearch<S> {
    found: Vec<Neighbor<S>>,
    count: usize,
    within: S,
    /// Error bound: how much less a distance may be than that of the boxes, by rounding.
    error_bound: S,
}

impl<S: Real> NearestSearch<S> {
    fn new<V: Vector<Scalar = S>>(query: &Aabb<V>, count: usize, within: S) -> Self {
        let size = query.min.max_abs().max(query.max.max_abs());
        Self {
            found: Vec::new(),
            count,
            within,
            error_bound: size * (S::EPSILON * S::lit(256.0)),
        }
    }
    fn offer(&mut self, handle: Handle, distance: S) {
        if distance > self.within {
            return;
        }
        let before = |other: &Neighbor<S>| {
            other.distance < distance || other.distance == distance && other.handle < handle
        };
        let at = self.found.partition_point(before);
        if at < self.count {
            self.found.truncate(self.count - 1);
            self.found.insert(at, Neighbor { handle, distance });
        }
    }
    /// What is further than this does not matter.
    fn reach(&self) -> S {
        match self.found.last() {
            Some(last) if self.found.len() == self.count => {
                let reach = last.distance * (S::ONE + S::EPSILON * S::lit(256.0)) + self.error_bound;
                reach.min(self.within)
            }
            _ => self.within,
        }
    }
}
