//! From components to the scene: only what Bevy says has changed.
//!
//! `Changed` compares one number for each collider with the time of the last run; all else is done for those
//! that have changed. What leaves is told by observers, at once: a list of removed components would be lost
//! in frames in which no fixed step runs.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::event::EventPattern;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_transform::components::GlobalTransform;

use crate::collider::Collider;
use crate::components::{ColliderDisabled, CollisionLayers, PushesCharacters, Sensor};
use crate::dimension::Dimension;
use crate::error::CollisionError;
use crate::scene::{CollisionScene, Wanted};

/// The components of a collider.
#[derive(QueryData)]
pub(crate) struct ColliderData<V: Dimension> {
    entity: Entity,
    global: &'static GlobalTransform,
    collider: &'static Collider<V>,
    layers: Option<&'static CollisionLayers>,
    is_sensor: Has<Sensor>,
    pushes: Has<PushesCharacters>,
}

type HasChanged<V> = Or<(
    Changed<GlobalTransform>,
    Changed<Collider<V>>,
    Changed<CollisionLayers>,
)>;

/// Begins a step: what moves from here on pushes characters.
pub(crate) fn begin<V: Dimension>(mut scene: ResMut<CollisionScene<V>>) {
    scene.with_room().1.movers.clear();
}

/// Adds, changes and moves objects.
pub(crate) fn sync<V: Dimension>(
    mut scene: ResMut<CollisionScene<V>>,
    changed: Query<ColliderData<V>, (HasChanged<V>, Without<ColliderDisabled>)>,
    all: Query<ColliderData<V>, Without<ColliderDisabled>>,
    mut errors: MessageWriter<CollisionError>,
) {
    let mut apply = |scene: &mut CollisionScene<V>, data: ColliderDataItem<'_, '_, V>| {
        let wanted = Wanted {
            entity: data.entity,
            placement: V::placement(data.global),
            collider: data.collider,
            filter: data.layers.copied().unwrap_or_default().filter(),
            is_sensor: data.is_sensor,
            pushes: data.pushes,
        };
        if let Some(reason) = scene.apply(&wanted) {
            errors.write(CollisionError {
                entity: Some(data.entity),
                reason,
            });
        }
    };
    for data in &changed {
        apply(&mut scene, data);
    }
    for entity in core::mem::take(&mut scene.recheck) {
        // What has changed was looked at above; so was what has just been spawned.
        if let Ok(data) = all.get(entity)
            && changed.get(entity).is_err()
        {
            apply(&mut scene, data);
        }
    }
}

/// Registers the observers that tell what leaves, and what changes without `Changed`.
pub(crate) fn observe<V: Dimension>(world: &mut World) {
    take_out_on::<V, Remove<Collider<V>>>(world);
    take_out_on::<V, Add<ColliderDisabled>>(world);
    take_out_on::<V, Add<Disabled>>(world);
    look_again_on::<V, Remove<ColliderDisabled>>(world);
    look_again_on::<V, Remove<Disabled>>(world);
    look_again_on::<V, Add<Sensor>>(world);
    look_again_on::<V, Remove<Sensor>>(world);
    look_again_on::<V, Remove<CollisionLayers>>(world);
}

fn take_out_on<V: Dimension, E: EventPattern<Event: EntityEvent>>(world: &mut World) {
    world.add_observer(|on: On<E>, mut scene: ResMut<CollisionScene<V>>| {
        scene.take_out(on.event().event_target());
    });
}

/// A component is still there while its removal is observed: so the entity is looked at in the next step.
fn look_again_on<V: Dimension, E: EventPattern<Event: EntityEvent>>(world: &mut World) {
    world.add_observer(|on: On<E>, mut scene: ResMut<CollisionScene<V>>| {
        scene.recheck.push(on.event().event_target());
    });
}
