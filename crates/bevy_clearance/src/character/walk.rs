//! The system that moves characters.
//!
//! The place of a character is kept as the state that clearance's last step answered, not read back from the
//! transform: so no rounding adds up from step to step. It is read from the transform if the game, or a
//! parent, has moved that.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_math::Vec3;
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use clearance::character::{Capsule, Input, State, Step};
use clearance::scene::ObjectRef;

use super::components::{Character, CharacterHit, CharacterInput, CharacterMemory, CharacterOutput, Ground};
use crate::components::CollisionLayers;
use crate::dimension::Dimension;
use crate::error::{CollisionError, Reason};
use crate::scene::{CollisionScene, Owner};

/// The components of a character.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct CharacterData<V: Dimension> {
    entity: Entity,
    character: Ref<'static, Character<V>>,
    input: &'static mut CharacterInput<V>,
    output: &'static mut CharacterOutput<V>,
    memory: &'static mut CharacterMemory<V>,
    transform: &'static mut Transform,
    parent: Option<&'static ChildOf>,
    layers: Option<&'static CollisionLayers>,
}

/// Moves all characters by the time of the schedule that this runs in.
pub(crate) fn walk<V: Dimension>(
    mut scene: ResMut<CollisionScene<V>>,
    mut characters: Query<CharacterData<V>>,
    places: Query<&GlobalTransform>,
    parents: Query<&ChildOf>,
    time: Res<Time>,
    mut errors: MessageWriter<CollisionError>,
) {
    for mut data in &mut characters {
        let parent = data.parent.and_then(|parent| places.get(parent.parent()).ok());
        let own = data.entity;
        let is_own = |other| other == own || parents.iter_ancestors(other).any(|above| above == own);
        let outcome = data.step(&mut *scene, parent, time.delta_secs(), is_own);
        if let Err(reason) = outcome
            && data.memory.failed != Some(reason)
        {
            let entity = Some(data.entity);
            errors.write(CollisionError { entity, reason });
        }
        data.memory.failed = outcome.err();
    }
}

impl<V: Dimension> CharacterDataItem<'_, '_, V> {
    fn step(
        &mut self,
        scene: &mut CollisionScene<V>,
        parent: Option<&GlobalTransform>,
        time: f32,
        is_own: impl Fn(Entity) -> bool + Sync,
    ) -> Result<(), Reason> {
        if self.character.is_changed() || self.memory.capsule.is_none() {
            self.memory.capsule = None;
            let capsule = Capsule::new(&self.character.settings()).map_err(Reason::Character)?;
            self.memory.capsule = Some(capsule);
            self.memory.seen = None; // its feet are elsewhere if its height has changed
        }
        let memory = &mut *self.memory;
        let Some(capsule) = &memory.capsule else {
            return Ok(());
        };
        let middle = capsule.settings().up * (self.character.height * 0.5);
        if memory.seen != Some((self.transform.translation, parent.copied())) {
            let at = parent.map_or(self.transform.translation, |p| {
                p.transform_point(self.transform.translation)
            });
            memory.state = State {
                fall: memory.state.fall,
                ..State::at(V::of_translation(at).to_native() - middle)
            };
        }
        let jump = self.input.jump;
        if jump.is_some() {
            self.input.jump = None;
        }
        let input = Input {
            velocity: self.input.velocity.to_native(),
            jump,
        };
        let filter = self.layers.copied().unwrap_or_default().filter();
        let about = |object: &ObjectRef<'_, V::Native, Owner>| {
            filter.allows(object.filter()) && !is_own(object.data().0)
        };
        let (native, room) = scene.with_room();
        let step = capsule
            .step_in(room, native, &memory.state, &input, time, &about)
            .map_err(Reason::Step)?;
        memory.state = step.state;
        let entity = |handle| native.get(handle).map(|object| object.data().0);
        self.output.set_if_neq(output::<V>(entity, step));
        let to = V::from_native(step.state.position + middle);
        let translation = moved(self.transform.translation, to, parent);
        if translation != self.transform.translation {
            self.transform.translation = translation;
        }
        memory.seen = Some((translation, parent.copied()));
        Ok(())
    }
}

/// The translation, in the parent's frame, of what is at a point of the world.
fn moved<V: Dimension>(translation: Vec3, to: V, parent: Option<&GlobalTransform>) -> Vec3 {
    match parent {
        None => V::moved(translation, to),
        Some(parent) => {
            let world = V::moved(parent.transform_point(translation), to);
            parent.affine().inverse().transform_point3(world)
        }
    }
}

fn output<V: Dimension>(
    entity: impl Fn(clearance::scene::Handle) -> Option<Entity>,
    step: &Step<V::Native>,
) -> CharacterOutput<V> {
    let ground = step.state.standing.and_then(|standing| {
        Some(Ground {
            entity: entity(standing.handle)?,
            normal: V::from_native(standing.normal),
            point: V::from_native(standing.point),
        })
    });
    let hits = step.hits.iter().filter_map(|hit| {
        Some(CharacterHit {
            entity: entity(hit.plane.handle)?,
            normal: V::from_native(hit.plane.normal),
            point: V::from_native(hit.plane.point),
            pressed: V::from_native(hit.pressed),
        })
    });
    CharacterOutput {
        ground,
        fall: V::from_native(step.state.fall),
        hits: hits.collect(),
        crushed_by: step.crushed.and_then(|crush| entity(crush.by)),
    }
}
