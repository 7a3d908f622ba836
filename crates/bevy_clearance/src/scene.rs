//! The resource that holds clearance's scene, and which entity each of its objects is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use clearance::character::Room;
use clearance::scene::{Detail, Filter, Handle, Object, Scene, SceneError};
use clearance::shape::AnyShape;

use crate::collider::Collider;
use crate::dimension::{Dimension, ShapeOf};
use crate::error::Reason;
use crate::placement::{Placement, is_close};

/// The entity that an object of the scene belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner(pub Entity);

impl Default for Owner {
    fn default() -> Self {
        Self(Entity::PLACEHOLDER)
    }
}

/// What a step did, for tests and for displays. Numbers are those of the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepCounts {
    /// Colliders that were looked at, because Bevy says that something of theirs changed.
    pub looked_at: usize,
    /// Colliders that came into the scene.
    pub added: usize,
    /// Colliders whose pose, shape, layers or sensor really changed.
    pub changed: usize,
    /// Colliders that left the scene.
    pub removed: usize,
    /// Pairs that the broad phase proposed and that were tested exactly.
    pub tested_pairs: usize,
}

/// All colliders of one dimension as a scene of clearance.
///
/// Systems read it as `Res<d2::CollisionScene>` or `Res<d3::CollisionScene>`. Queries are plainer through
/// [`SpatialQuery`](crate::SpatialQuery); what that does not have, [`scene`](Self::scene) has.
#[derive(Resource)]
pub struct CollisionScene<V: Dimension> {
    pub(crate) scene: Scene<V::Native, Owner>,
    /// Not `Sync`, and only used by systems that have the scene for themselves: never locked.
    room: Mutex<Room<V::Native>>,
    handles: EntityHashMap<Handle>,
    stretched: EntityHashMap<Stretched<V>>,
    errors: EntityHashMap<Reason>,
    /// Entities that are looked at in the next step, whatever Bevy says.
    pub(crate) recheck: Vec<Entity>,
    /// Objects that left since the last step, for the pairs that end with it.
    pub(crate) gone: HashMap<Handle, Entity>,
    pub(crate) counts: StepCounts,
    pub(crate) last_counts: StepCounts,
}

/// A shape that was stretched, and from what.
struct Stretched<V: Dimension> {
    from: Arc<ShapeOf<V>>,
    factors: V,
    shape: Arc<ShapeOf<V>>,
}

/// What an entity's components say of its collider.
pub(crate) struct Wanted<'a, V: Dimension> {
    pub(crate) entity: Entity,
    pub(crate) placement: Result<Placement<V>, Reason>,
    pub(crate) collider: &'a Collider<V>,
    pub(crate) filter: Filter,
    pub(crate) is_sensor: bool,
    pub(crate) pushes: bool,
}

impl<V: Dimension> CollisionScene<V> {
    pub(crate) fn new(detail: Detail, max_pairs: usize) -> Self {
        Self {
            scene: Scene::default().with_detail(detail).with_max_pairs(max_pairs),
            room: Mutex::default(),
            handles: EntityHashMap::default(),
            stretched: EntityHashMap::default(),
            errors: EntityHashMap::default(),
            recheck: Vec::new(),
            gone: HashMap::new(),
            counts: StepCounts::default(),
            last_counts: StepCounts::default(),
        }
    }
    /// The scene of clearance, to ask it anything.
    pub fn scene(&self) -> &Scene<V::Native, Owner> {
        &self.scene
    }
    /// The object of an entity in [`scene`](Self::scene); none where it has no collider, or is disabled, or
    /// has an error.
    pub fn handle(&self, entity: Entity) -> Option<Handle> {
        self.handles.get(&entity).copied()
    }
    /// The entity of an object.
    pub fn entity(&self, handle: Handle) -> Option<Entity> {
        let object = self.scene.get(handle);
        let entity = object.map(|object| object.data().0);
        entity.or_else(|| self.gone.get(&handle).copied())
    }
    /// The colliders that an entity met in the last step, sensors included.
    ///
    /// Takes time in proportion to their number if few colliders had changed in that step, otherwise it looks
    /// through all pairs.
    pub fn touching(&self, entity: Entity) -> Vec<Entity> {
        let Some(handle) = self.handle(entity) else {
            return Vec::new();
        };
        let pairs = self
            .scene
            .contacts()
            .of(handle)
            .chain(self.scene.sensors().of(handle));
        let others = pairs.filter_map(|touch| touch.other(handle));
        others.filter_map(|other| self.entity(other)).collect()
    }
    /// The colliders that are out of the scene because of an error, in no particular order.
    pub fn errors(&self) -> impl Iterator<Item = (Entity, &Reason)> {
        self.errors.iter().map(|(entity, reason)| (*entity, reason))
    }
    /// What the last step did.
    pub fn last_step(&self) -> StepCounts {
        self.last_counts
    }
    /// The scene, and the memory of the characters that walk through it.
    pub(crate) fn with_room(&mut self) -> (&mut Scene<V::Native, Owner>, &mut Room<V::Native>) {
        let room = self.room.get_mut().unwrap_or_else(PoisonError::into_inner);
        (&mut self.scene, room)
    }
    /// Takes an entity's object out.
    pub(crate) fn take_out(&mut self, entity: Entity) {
        self.stretched.remove(&entity);
        self.errors.remove(&entity);
        self.take_object_out(entity);
    }
    fn take_object_out(&mut self, entity: Entity) {
        if let Some(handle) = self.handles.remove(&entity)
            && self.scene.remove(handle).is_ok()
        {
            self.gone.insert(handle, entity);
            self.counts.removed += 1;
        }
    }
    /// Makes the object of an entity what its components say. The answer is an error that is new.
    pub(crate) fn apply(&mut self, wanted: &Wanted<'_, V>) -> Option<Reason> {
        self.counts.looked_at += 1;
        match self.try_to_apply(wanted) {
            Ok(()) => {
                self.errors.remove(&wanted.entity);
                None
            }
            Err(reason) => {
                self.take_object_out(wanted.entity);
                let before = self.errors.insert(wanted.entity, reason);
                (before != Some(reason)).then_some(reason)
            }
        }
    }
    fn try_to_apply(&mut self, wanted: &Wanted<'_, V>) -> Result<(), Reason> {
        let placement = wanted.placement?;
        let shape = self.shape_of(wanted.entity, wanted.collider, placement.factors)?;
        match self.handle(wanted.entity) {
            Some(handle) => self.change(handle, &placement, shape, wanted),
            None => self.add(&placement, shape, wanted),
        }
    }
    fn add(
        &mut self,
        placement: &Placement<V>,
        shape: Arc<ShapeOf<V>>,
        wanted: &Wanted<'_, V>,
    ) -> Result<(), Reason> {
        let object = Object {
            is_sensor: wanted.is_sensor,
            ..Object::new(shape, placement.pose)
                .with_filter(wanted.filter)
                .with_data(Owner(wanted.entity))
        };
        let handle = self.scene.add(object)?;
        self.handles.insert(wanted.entity, handle);
        self.counts.added += 1;
        Ok(())
    }
    fn change(
        &mut self,
        handle: Handle,
        placement: &Placement<V>,
        shape: Arc<ShapeOf<V>>,
        wanted: &Wanted<'_, V>,
    ) -> Result<(), Reason> {
        let object = self.scene.get(handle).ok_or(SceneError::NoSuchObject)?;
        let (pose, before) = (placement.pose, *object.pose());
        // The scale of something that turns is read from a matrix that is rounded anew each time.
        let keeps_scale = is_close(pose.scale(), before.scale());
        let pose = if keeps_scale {
            pose.scaled(before.scale())?
        } else {
            pose
        };
        let is_moved = pose != before;
        let is_reshaped = !Arc::ptr_eq(object.shape(), &shape);
        let is_refiltered = *object.filter() != wanted.filter;
        let is_other_kind = object.is_sensor() != wanted.is_sensor;
        if is_reshaped {
            self.scene.set_shape(handle, shape)?;
        }
        if is_moved && wanted.pushes {
            let (scene, room) = self.with_room();
            room.movers.set_pose(scene, handle, pose)?;
        } else if is_moved {
            self.scene.set_pose(handle, pose)?;
        }
        if is_refiltered {
            self.scene.set_filter(handle, wanted.filter)?;
        }
        if is_other_kind {
            self.scene.set_sensor(handle, wanted.is_sensor)?;
        }
        let is_changed = is_moved || is_reshaped || is_refiltered || is_other_kind;
        self.counts.changed += usize::from(is_changed);
        Ok(())
    }
    /// The collider's shape, stretched where it has to be: once, until the scale or the collider changes.
    fn shape_of(
        &mut self,
        entity: Entity,
        collider: &Collider<V>,
        factors: Option<V>,
    ) -> Result<Arc<ShapeOf<V>>, Reason> {
        let Some(factors) = factors else {
            self.stretched.remove(&entity);
            return Ok(Arc::clone(collider.shape()));
        };
        if let Some(known) = self.stretched.get(&entity)
            && Arc::ptr_eq(&known.from, collider.shape())
            && are_close(known.factors, factors)
        {
            return Ok(Arc::clone(&known.shape));
        }
        let cannot = Reason::CannotStretch {
            kind: collider.shape().kind(),
            scale: factors.factors(),
        };
        let stretched = V::stretched(collider.shape(), factors).ok_or(cannot)?;
        let shape = Arc::new(stretched.map_err(Reason::Shape)?);
        let known = Stretched {
            from: Arc::clone(collider.shape()),
            factors,
            shape: Arc::clone(&shape),
        };
        self.stretched.insert(entity, known);
        Ok(shape)
    }
}

fn are_close<V: Dimension>(a: V, b: V) -> bool {
    let pairs = a.factors().to_array().into_iter().zip(b.factors().to_array());
    pairs.into_iter().all(|(a, b)| is_close(a, b))
}
