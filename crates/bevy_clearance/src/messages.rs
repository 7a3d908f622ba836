//! What happened between two colliders.

use bevy_ecs::prelude::*;

/// Two colliders meet that did not meet at the step before: they have a point in common. Touching counts.
///
/// A buffered message, written once for each pair, and an event for observers of entities that have
/// [`CollisionEventsEnabled`](crate::CollisionEventsEnabled): for these, `collider1` is the observed entity.
///
/// ```
/// use bevy_clearance::{CollisionEventsEnabled, CollisionStart, Sensor};
/// use bevy_ecs::prelude::*;
/// fn spawn_coin(mut commands: Commands) {
///     let mut coin = commands.spawn((Sensor, CollisionEventsEnabled)); // and a collider
///     coin.observe(|start: On<CollisionStart>, mut commands: Commands| {
///         commands.entity(start.collider1).despawn(); // collected
///     });
/// }
/// fn count(mut starts: MessageReader<CollisionStart>) -> usize {
///     starts.read().filter(|start| !start.is_sensor).count()
/// }
/// # let _ = (spawn_coin, count);
/// ```
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionStart {
    /// One entity; as an event, the one that is observed.
    #[event_target]
    pub collider1: Entity,
    /// The other one.
    pub collider2: Entity,
    /// Whether at least one of them is a sensor.
    pub is_sensor: bool,
}

/// Two colliders no longer meet that did at the step before. They were moved apart, or one of them was
/// despawned, disabled, lost its collider or got a transform that cannot be used; so the entities may be
/// gone.
///
/// A collider that becomes a sensor, or no longer is one, ends its pairs and begins them anew.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionEnd {
    /// One entity; as an event, the one that is observed.
    #[event_target]
    pub collider1: Entity,
    /// The other one.
    pub collider2: Entity,
    /// Whether at least one of them was a sensor.
    pub is_sensor: bool,
}
