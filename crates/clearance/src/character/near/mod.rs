//! What is near a character: the convex parts of all objects within its reach, found once for a whole step.
//!
//! A step asks where the character may go some dozen times; each time about the same few parts. So the scene
//! is asked once, with the box around all it may come to, and the parts are kept with their poses. How far
//! one is, `gap/` says in plain floats nearly always; the exact clearance is asked about what comes into the
//! character's middle, and about shapes without a closed form. The lists are kept from step to step, in a
//! `Room`.

pub(super) mod stance;

use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::{ControlFlow, Range};

use super::gap::Axis;
use crate::cast::{Ray, ray};
use crate::character::CharacterSpace;
use crate::math::{Aabb, Pose, Real, ScalarOf, Vector, lift};
use crate::pair::{QueryError, clearance};
use crate::scene::{Accept, Data, Handle, Scene};
use crate::shape::{AnyShape, PartShape, Placed};
use stance::{Stance, in_place};

/// A convex part of an object.
struct Part<'s, V: CharacterSpace> {
    shape: PartShape<'s, V::Shape>,
    /// Where it stands, as a number in the list of these.
    stance: usize,
    known: Cell<Option<Known<V>>>,
}

impl<V: CharacterSpace> Part<'_, V> {
    #[inline(always)]
    fn shape(&self) -> &V::Shape {
        self.shape.get()
    }
}

/// What was found out about a part: how far it is from a character that stands at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<V: Vector> {
    at: V,
    pub(super) gap: V::Scalar,
    /// Towards the character.
    pub(super) normal: V,
    /// Of the part.
    pub(super) point: V,
    /// Whether no gap along another normal is wider.
    is_least: bool,
}

impl<V: Vector> Known<V> {
    /// What is known of a character at another place: no less than the gap between the planes that parted the
    /// two.
    fn moved_to(&self, at: V) -> Self {
        Self {
            gap: self.gap + self.normal.dot(at - self.at),
            ..*self
        }
    }
}

/// When a line comes into a part, and its normal there; none where the line begins in the part.
pub(super) type Entrance<V> = (ScalarOf<V>, Option<V>);

/// Whether two boxes with ends meet: as `Aabb::overlaps`, in fewer instructions.
#[inline(always)]
pub(super) fn are_near<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> bool {
    (a.min - b.max).max(b.min - a.max).max_element() <= Real::ZERO
}

/// A character's body, or a part of it: a segment with a ball around it.
pub(super) struct Body<'b, V: CharacterSpace> {
    /// As seen from where the body stands.
    pub(super) ends: [V; 2],
    pub(super) radius: V::Scalar,
    /// The same as a shape.
    pub(super) shape: &'b V::Shape,
}

/// The parts near a character, in an order that does not depend on the scene's index.
pub(super) struct Near<'s, V: CharacterSpace> {
    objects: Vec<Handle>,
    parts: Vec<Part<'s, V>>,
    /// The box around each part.
    boxes: Vec<Aabb<V>>,
    stances: Vec<Stance>,
    poses: Vec<Pose<V>>,
}

impl<V: CharacterSpace> Default for Near<'_, V> {
    fn default() -> Self {
        Self {
            objects: Vec::new(),
            parts: Vec::new(),
            boxes: Vec::new(),
            stances: Vec::new(),
            poses: Vec::new(),
        }
    }
}

impl<'s, V: CharacterSpace> Near<'s, V> {
    /// Nothing, in the same memory.
    pub(super) fn emptied<'t>(mut self) -> Near<'t, V> {
        self.objects.clear();
        self.parts.clear();
        self.boxes.clear();
        self.stances.clear();
        self.poses.clear();
        // Of no part: this only tells the compiler that what was borrowed is no more. It collects in place.
        let parts = self.parts.into_iter().map_while(|_| None).collect();
        Near {
            objects: self.objects,
            parts,
            boxes: self.boxes,
            stances: self.stances,
            poses: self.poses,
        }
    }
    /// All parts whose boxes meet `reach`; sensors are nothing to bump into.
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
            let handle = self.objects[i];
            if let Some(object) = scene.get(handle) {
                let pose = self.poses.len();
                self.poses.push(*object.pose());
                self.add(
                    handle,
                    object.shape(),
                    pose..pose + 1,
                    (Some(object.aabb()), reach),
                );
            }
        }
    }
    /// All parts of one object in a pose, as far as they are within reach.
    pub(super) fn gather_one(&mut self, handle: Handle, shape: &'s V::Shape, pose: Pose<V>, reach: &Aabb<V>) {
        let first = self.poses.len();
        self.poses.push(pose);
        self.add(handle, shape, first..first + 1, (None, reach));
    }
    /// Adds a shape that the scene owns, or its parts; the box around it may be known.
    fn add(
        &mut self,
        handle: Handle,
        shape: &'s V::Shape,
        poses: Range<usize>,
        (around, reach): (Option<&Aabb<V>>, &Aabb<V>),
    ) {
        let Some(stance) = Stance::new(handle, &self.poses, poses.clone()) else {
            return;
        };
        let number = self.stances.len();
        let Some(parts) = shape.parts() else {
            self.stances.push(stance);
            return self.push(PartShape::Stored(shape), number, around.copied(), reach);
        };
        if let Some(convex) = parts.as_convex() {
            self.stances.push(stance);
            return self.push(PartShape::Stored(convex), number, around.copied(), reach);
        }
        let boxes = parts.part_boxes();
        let local = stance.inward_box(reach);
        let outward = stance.outward_boxes(reach);
        self.stances.push(stance);
        let is_near = |b: &Aabb<V>| are_near(b, &local);
        let _ = boxes.tree().passing(&is_near, &mut |i| {
            let part = parts.part(i as usize);
            match (part.stored_shape(), part.pose()) {
                (None, None) => {
                    let shape = part.into_shape();
                    match &outward {
                        Some(outward) => self.put(shape, number, outward.of(&boxes.boxes()[i as usize])),
                        None => self.push(shape, number, None, reach),
                    }
                }
                (stored, pose) => {
                    let inner = self.inner(pose, &poses);
                    match stored {
                        Some(shape) => self.add(handle, shape, inner, (None, reach)),
                        None => self.add_made(handle, part.shape(), inner, reach),
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }
    /// A part that was made, in a pose of its own.
    fn add_made(&mut self, handle: Handle, shape: &V::Shape, poses: Range<usize>, reach: &Aabb<V>) {
        if let Some(stance) = Stance::new(handle, &self.poses, poses) {
            self.stances.push(stance);
            self.push(
                PartShape::Made(shape.clone()),
                self.stances.len() - 1,
                None,
                reach,
            );
        }
    }
    /// The poses of what stands in a pose of its own within others.
    fn inner(&mut self, pose: Option<&Pose<V>>, poses: &Range<usize>) -> Range<usize> {
        let Some(pose) = pose else { return poses.clone() };
        let first = self.poses.len();
        self.poses.push(*pose);
        self.poses.extend_from_within(poses.clone());
        first..self.poses.len()
    }
    /// Adds a part, if the box around it, which may be known, is within reach.
    fn push(
        &mut self,
        shape: PartShape<'s, V::Shape>,
        stance: usize,
        around: Option<Aabb<V>>,
        reach: &Aabb<V>,
    ) {
        let poses = self.stances[stance].poses();
        let own = || {
            in_place(&self.poses[poses], None, &mut |place| {
                let shape = shape.get();
                Placed::<V> { shape, place: *place }.aabb()
            })
        };
        if let Some(aabb) = around.or_else(own)
            && aabb.overlaps(reach)
        {
            self.put(shape, stance, aabb);
        }
    }
    #[inline(always)]
    fn put(&mut self, shape: PartShape<'s, V::Shape>, stance: usize, aabb: Aabb<V>) {
        self.parts.push(Part {
            shape,
            stance,
            known: Cell::new(None),
        });
        self.boxes.push(aabb);
    }
    /// Asks `question` about a part where it stands.
    fn with<R>(&self, part: &Part<'s, V>, mut question: impl FnMut(Placed<'_, V>) -> R) -> Option<R> {
        let poses = self.stances[part.stance].poses();
        in_place(&self.poses[poses], None, &mut |place| {
            question(Placed {
                shape: part.shape(),
                place: *place,
            })
        })
    }
    /// The object that a part is of.
    pub(super) fn handle(&self, part: usize) -> Handle {
        self.stances[self.parts[part].stance].handle()
    }
    /// A part's shape, and where that stands.
    pub(super) fn part(&self, part: usize) -> (&V::Shape, &Stance) {
        let part = &self.parts[part];
        (part.shape(), &self.stances[part.stance])
    }
    /// How high a flat part reaches at most, a segment of the plane or a triangle; none of what has an
    /// inside.
    pub(super) fn top_of_flat(&self, part: usize, up: V) -> Option<V::Scalar> {
        let aabb = &self.boxes[part];
        let highest = |k: usize| (up.get(k) * aabb.min.get(k)).max(up.get(k) * aabb.max.get(k));
        let is_flat = self.parts[part]
            .shape()
            .core()
            .is_some_and(|core| core.vertices.len() == V::DIM);
        is_flat.then(|| (0..V::DIM).fold(Real::ZERO, |sum: V::Scalar, k| sum + highest(k)))
    }
    /// The boxes around all parts.
    pub(super) fn boxes(&self) -> &[Aabb<V>] {
        &self.boxes
    }
    /// How far a part is from the character, always the same body; of what is surely further than `enough`,
    /// no more than that, along a normal that parts the two.
    #[inline]
    pub(super) fn distance(
        &self,
        part: usize,
        body: &Body<'_, V>,
        at: V,
        enough: V::Scalar,
    ) -> Result<Known<V>, QueryError> {
        if let Some(known) = self.parts[part].known.get() {
            if known.is_least && known.at == at {
                return Ok(known);
            }
            let least = known.moved_to(at);
            if least.gap > enough {
                return Ok(least);
            }
        }
        let known = self.measure(part, body, at, enough)?;
        self.parts[part].known.set(Some(known));
        Ok(known)
    }
    /// The same of any body, found out anew.
    pub(super) fn measure(
        &self,
        part: usize,
        body: &Body<'_, V>,
        at: V,
        enough: V::Scalar,
    ) -> Result<Known<V>, QueryError> {
        match self.beside(part, body, at, enough) {
            Some(known) => Ok(known),
            None => self.exactly(part, body, at),
        }
    }
    fn beside(&self, part: usize, body: &Body<'_, V>, at: V, enough: V::Scalar) -> Option<Known<V>> {
        let part = &self.parts[part];
        let stance = &self.stances[part.stance];
        let (from, scale, radius) = (lift(at), stance.scale(), body.radius.to_f64());
        let axis = Axis::new(body.ends.map(|end| stance.inward(from + lift(end))));
        let parted = V::beside(part.shape(), &axis, (enough.to_f64() + radius) / scale)?;
        Some(Known {
            at,
            gap: ScalarOf::<V>::lit(parted.distance * scale - radius),
            normal: stance.outward_direction(parted.normal),
            point: stance.outward(parted.point),
            is_least: parted.is_least,
        })
    }
    #[cold]
    fn exactly(&self, part: usize, body: &Body<'_, V>, at: V) -> Result<Known<V>, QueryError> {
        let pose = Pose::at(at).map_err(|_| QueryError::TooLarge("position"))?;
        let other = Placed::new(body.shape, &pose);
        let answer = self.with(&self.parts[part], |part| clearance(part, other));
        let c = answer.unwrap_or(Err(QueryError::NotFinite("position")))?;
        Ok(Known {
            at,
            gap: c.distance,
            normal: c.normal,
            point: c.point_a,
            is_least: true,
        })
    }
    /// The normal where a line from a point first comes to any part; none where it does not, or begins in
    /// one.
    pub(super) fn below(&self, from: V, way: V) -> Result<Option<V>, QueryError> {
        let first = self.first_below(from, way)?;
        Ok(first.and_then(|(_, (_, normal))| normal))
    }
    /// The part that a line from a point first comes to, when, and the normal there.
    pub(super) fn first_below(&self, from: V, way: V) -> Result<Option<(usize, Entrance<V>)>, QueryError> {
        let end = from + way;
        let around = Aabb {
            min: from.min(end),
            max: from.max(end),
        };
        let mut first: Option<(usize, Entrance<V>)> = None;
        for (i, (part, aabb)) in self.parts.iter().zip(&self.boxes).enumerate() {
            if aabb.overlaps(&around)
                && let Some((time, normal)) = self.enters(part, from, way)?
                && first.is_none_or(|(_, (before, _))| time < before)
            {
                first = Some((i, (time, normal)));
            }
        }
        Ok(first)
    }
    /// When and through what a line comes into a part.
    fn enters(&self, part: &Part<'s, V>, from: V, way: V) -> Result<Option<Entrance<V>>, QueryError> {
        let stance = &self.stances[part.stance];
        let (from64, to64) = (lift(from), lift(from) + lift(way));
        let line = Axis::new([stance.inward(from64), stance.inward(to64)]);
        if let Some(entry) = V::enters(part.shape(), &line) {
            return Ok(entry.map(|entry| {
                let normal = entry.normal.map(|n| stance.outward_direction(n));
                (ScalarOf::<V>::lit(entry.time), normal)
            }));
        }
        let line = Ray {
            origin: from,
            direction: way,
            max_time: Real::ONE,
        };
        let hit = self.with(part, |part| ray(part, &line)).transpose()?.flatten();
        Ok(hit.map(|hit| (hit.time, hit.normal)))
    }
}
