//! The step of the scene, and what it tells.

use bevy_ecs::prelude::*;
use clearance::scene::{Handle, Pairs};

use crate::components::CollisionEventsEnabled;
use crate::dimension::Dimension;
use crate::error::CollisionError;
use crate::messages::{CollisionEnd, CollisionStart};
use crate::scene::{CollisionScene, Owner};

/// What the step writes.
#[derive(bevy_ecs::system::SystemParam)]
pub(crate) struct Told<'w, 's> {
    starts: MessageWriter<'w, CollisionStart>,
    ends: MessageWriter<'w, CollisionEnd>,
    errors: MessageWriter<'w, CollisionError>,
    commands: Commands<'w, 's>,
    observed: Query<'w, 's, (), With<CollisionEventsEnabled>>,
}

/// Finds the pairs of what has changed, and tells which ended and began.
pub(crate) fn step<V: Dimension>(mut scene: ResMut<CollisionScene<V>>, mut told: Told) {
    let scene = &mut *scene;
    let outcome = scene.scene.update();
    scene.counts.tested_pairs = scene.scene.candidate_count();
    scene.last_counts = core::mem::take(&mut scene.counts);
    if let Err(error) = outcome {
        let reason = error.into();
        told.errors.write(CollisionError { entity: None, reason });
        return;
    }
    let lists = [(scene.scene.contacts(), false), (scene.scene.sensors(), true)];
    for (pairs, is_sensor) in lists {
        told.ended(scene, pairs, is_sensor);
    }
    for (pairs, is_sensor) in lists {
        told.began(scene, pairs, is_sensor);
    }
    scene.gone.clear();
}

impl Told<'_, '_> {
    fn ended<V: Dimension>(
        &mut self,
        scene: &CollisionScene<V>,
        pairs: Pairs<'_, V::Native, Owner>,
        is_sensor: bool,
    ) {
        for [a, b] in pairs.ended() {
            let end = |[collider1, collider2]: [Entity; 2]| CollisionEnd {
                collider1,
                collider2,
                is_sensor,
            };
            let Some(both) = entities(scene, [a, b]) else {
                continue;
            };
            self.ends.write(end(both));
            self.each_observed(both, |commands, both| commands.trigger(end(both)));
        }
    }
    fn began<V: Dimension>(
        &mut self,
        scene: &CollisionScene<V>,
        pairs: Pairs<'_, V::Native, Owner>,
        is_sensor: bool,
    ) {
        for touch in pairs.began() {
            let start = |[collider1, collider2]: [Entity; 2]| CollisionStart {
                collider1,
                collider2,
                is_sensor,
            };
            let Some(both) = entities(scene, [touch.a, touch.b]) else {
                continue;
            };
            self.starts.write(start(both));
            self.each_observed(both, |commands, both| commands.trigger(start(both)));
        }
    }
    /// Calls `tell` for each of two entities that is observed, with that one first.
    fn each_observed(&mut self, [a, b]: [Entity; 2], tell: impl Fn(&mut Commands, [Entity; 2])) {
        for both in [[a, b], [b, a]] {
            if self.observed.contains(both[0]) {
                tell(&mut self.commands, both);
            }
        }
    }
}

fn entities<V: Dimension>(scene: &CollisionScene<V>, [a, b]: [Handle; 2]) -> Option<[Entity; 2]> {
    Some([scene.entity(a)?, scene.entity(b)?])
}
