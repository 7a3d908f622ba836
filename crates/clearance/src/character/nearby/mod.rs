//! The convex parts near a character, gathered once for a whole step.
//!
//! A step asks some dozen times where the character may go, each time about the same few parts. So the scene
//! is asked once, with the box around all that the step may come to, and the parts are kept with their poses.
//! The lists are kept from step to step, in a `Room`.
//!
//! How far a part is, `gap/` nearly always says in plain floats (`distance.rs`). The exact clearance is
//! computed for parts that meet the segment in the character's middle, and for shapes without a closed form.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

mod distance;
pub(super) mod part_frame;

use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::{ControlFlow, Range};

use crate::character::CharacterSpace;
use crate::math::{Aabb, Pose, Real, Vector};
use crate::scene::{Accept, Data, Handle, Scene};
use crate::shape::{AnyShape, PartShape, Placed};
pub(super) use distance::{CapsuleBody, PartDistance};
use part_frame::{PartFrame, with_place};

/// A convex part of an object.
struct NearbyPart<'s, V: CharacterSpace> {
    shape: PartShape<'s, V::Shape>,
    /// The place of its frame in the list of frames.
    frame: usize,
    /// The last distance that was computed for it.
    known: Cell<Option<PartDistance<V>>>,
}

/// Whether two boxes with finite corners meet: as `Aabb::overlaps`, in fewer instructions.
#[inline]
pub(super) fn are_near<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> bool {
    (a.min - b.max).max(b.min - a.max).max_element() <= Real::ZERO
}

/// The parts near a character, in an order that does not depend on the scene's index.
#[derive(Default)]
pub(super) struct NearbyParts<'s, V: CharacterSpace> {
    objects: Vec<Handle>,
    parts: Vec<NearbyPart<'s, V>>,
    /// The box around each part.
    boxes: Vec<Aabb<V>>,
    frames: Vec<PartFrame>,
    poses: Vec<Pose<V>>,
}

impl<'s, V: CharacterSpace> NearbyParts<'s, V> {
    /// No parts, in the same memory.
    pub(super) fn emptied<'t>(mut self) -> NearbyParts<'t, V> {
        self.objects.clear();
        self.parts.clear();
        self.boxes.clear();
        self.frames.clear();
        self.poses.clear();
        let Self {
            objects,
            parts,
            boxes,
            frames,
            poses,
        } = self;
        // This collects nothing, in place: it only tells the compiler that the list borrows nothing any more.
        let parts = parts.into_iter().map_while(|_| None).collect();
        NearbyParts {
            objects,
            parts,
            boxes,
            frames,
            poses,
        }
    }
    /// Gathers all parts whose boxes meet `reach`, except those of sensors.
    pub(super) fn gather<T: Data>(
        &mut self,
        scene: &'s Scene<V, T>,
        reach: &Aabb<V>,
        about: &impl Accept<V, T>,
    ) {
        let objects = &mut self.objects;
        let _ = scene.for_each_meeting(reach, about, &mut |_, object| {
            if !object.is_sensor() {
                objects.push(object.handle());
            }
            ControlFlow::Continue(())
        });
        objects.sort_unstable();
        for i in 0..self.objects.len() {
            if let Some(object) = scene.get(self.objects[i]) {
                let around = (Some(object.aabb()), reach);
                self.add_object(object.handle(), object.shape(), *object.pose(), around);
            }
        }
    }
    /// Gathers the parts of one object in a pose, as far as they are within reach.
    pub(super) fn gather_one(&mut self, handle: Handle, shape: &'s V::Shape, pose: Pose<V>, reach: &Aabb<V>) {
        self.add_object(handle, shape, pose, (None, reach));
    }
    fn add_object(
        &mut self,
        handle: Handle,
        shape: &'s V::Shape,
        pose: Pose<V>,
        around: (Option<&Aabb<V>>, &Aabb<V>),
    ) {
        let first = self.poses.len();
        self.poses.push(pose);
        self.add(handle, shape, first..first + 1, around);
    }
    /// Adds a shape that the scene owns, or its parts. The box around it may be known.
    fn add(
        &mut self,
        handle: Handle,
        shape: &'s V::Shape,
        poses: Range<usize>,
        (around, reach): (Option<&Aabb<V>>, &Aabb<V>),
    ) {
        let Some(frame) = PartFrame::new(handle, &self.poses, poses.clone()) else {
            return;
        };
        let number = self.frames.len();
        self.frames.push(frame);
        let Some(parts) = shape.parts() else {
            return self.push(PartShape::Stored(shape), number, around.copied(), reach);
        };
        if let Some(convex) = parts.as_convex() {
            return self.push(PartShape::Stored(convex), number, around.copied(), reach);
        }
        let frame = &self.frames[number];
        let (local, to_world) = (frame.box_to_local(reach), frame.world_boxes(reach));
        let boxes = parts.part_boxes();
        let is_near = |b: &Aabb<V>| are_near(b, &local);
        let _ = boxes.passing(&is_near, &mut |i| {
            let part = parts.part(i);
            match (part.stored_shape(), part.pose()) {
                (None, None) => {
                    let shape = part.into_shape();
                    match &to_world {
                        Some(to_world) => self.put(shape, number, to_world.of(&boxes.aabb(i))),
                        None => self.push(shape, number, None, reach),
                    }
                }
                (stored, pose) => {
                    let inner = self.inner_poses(pose, &poses);
                    match stored {
                        Some(shape) => self.add(handle, shape, inner, (None, reach)),
                        None => self.add_made(handle, part.shape(), inner, reach),
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }
    /// Adds a part that was made on the way, in a pose of its own.
    fn add_made(&mut self, handle: Handle, shape: &V::Shape, poses: Range<usize>, reach: &Aabb<V>) {
        if let Some(frame) = PartFrame::new(handle, &self.poses, poses) {
            self.frames.push(frame);
            let shape = PartShape::Made(shape.clone());
            self.push(shape, self.frames.len() - 1, None, reach);
        }
    }
    /// The chain of poses of a part whose own pose is within others.
    fn inner_poses(&mut self, pose: Option<&Pose<V>>, poses: &Range<usize>) -> Range<usize> {
        let Some(pose) = pose else { return poses.clone() };
        let first = self.poses.len();
        self.poses.push(*pose);
        self.poses.extend_from_within(poses.clone());
        first..self.poses.len()
    }
    /// Adds a part if the box around it, which may be known, is within reach.
    fn push(
        &mut self,
        shape: PartShape<'s, V::Shape>,
        frame: usize,
        around: Option<Aabb<V>>,
        reach: &Aabb<V>,
    ) {
        let own = || self.in_frame(frame, shape.get(), |placed| placed.aabb());
        if let Some(aabb) = around.or_else(own)
            && aabb.overlaps(reach)
        {
            self.put(shape, frame, aabb);
        }
    }
    #[inline]
    fn put(&mut self, shape: PartShape<'s, V::Shape>, frame: usize, aabb: Aabb<V>) {
        let known = Cell::new(None);
        self.parts.push(NearbyPart { shape, frame, known });
        self.boxes.push(aabb);
    }
    /// Asks `question` about a shape in a frame.
    fn in_frame<R>(
        &self,
        frame: usize,
        shape: &V::Shape,
        mut question: impl FnMut(Placed<'_, V>) -> R,
    ) -> Option<R> {
        let poses = self.frames[frame].poses();
        with_place(&self.poses[poses], None, &mut |place| {
            question(Placed { shape, place: *place })
        })
    }
    /// The object that a part belongs to.
    pub(super) fn handle(&self, part: usize) -> Handle {
        self.frames[self.parts[part].frame].handle()
    }
    /// A part's shape and frame.
    pub(super) fn part(&self, part: usize) -> (&V::Shape, &PartFrame) {
        let part = &self.parts[part];
        (part.shape.get(), &self.frames[part.frame])
    }
    /// An upper bound on the height of a flat part, a segment in 2D or a triangle in 3D; none for parts with
    /// an interior.
    pub(super) fn top_of_flat(&self, part: usize, up: V) -> Option<V::Scalar> {
        let aabb = &self.boxes[part];
        let highest = |k: usize| (up.get(k) * aabb.min.get(k)).max(up.get(k) * aabb.max.get(k));
        let core = self.part(part).0.core();
        let is_flat = core.is_some_and(|core| core.vertices.len() == V::DIM);
        is_flat.then(|| (0..V::DIM).fold(Real::ZERO, |sum: V::Scalar, k| sum + highest(k)))
    }
    /// The boxes around all parts.
    pub(super) fn boxes(&self) -> &[Aabb<V>] {
        &self.boxes
    }
}
