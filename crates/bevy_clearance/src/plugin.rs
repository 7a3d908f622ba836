//! The plugin: which systems run, where, and in which order.

use core::marker::PhantomData;

use bevy_app::{App, FixedPostUpdate, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_time::Time;
use bevy_transform::TransformSystems;
use bevy_transform::systems::{
    StaticTransformOptimizations, mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms,
};
use clearance::scene::Detail;

use crate::character::components::Character;
use crate::character::walk::walk;
use crate::dimension::Dimension;
use crate::error::CollisionError;
use crate::messages::{CollisionEnd, CollisionStart};
use crate::scene::CollisionScene;
use crate::{step, sync};

/// Collision detection of one dimension: [`d2::ClearancePlugin`](crate::d2::ClearancePlugin) and
/// [`d3::ClearancePlugin`](crate::d3::ClearancePlugin). An app may have both.
///
/// It runs in `FixedPostUpdate`, as physics plugins do: what `FixedUpdate` has moved is seen in the same
/// step, and messages are there for the next `FixedUpdate` and `Update`. A game without fixed steps takes
/// `PostUpdate`:
///
/// ```
/// use bevy_app::{App, PostUpdate};
/// use bevy_clearance::d3::ClearancePlugin;
/// App::new().add_plugins(ClearancePlugin::in_schedule(PostUpdate).with_contacts());
/// ```
pub struct ClearancePlugin<V: Dimension> {
    schedule: InternedScheduleLabel,
    detail: Detail,
    max_pairs: usize,
    of: PhantomData<V>,
}

impl<V: Dimension> Default for ClearancePlugin<V> {
    fn default() -> Self {
        Self::in_schedule(FixedPostUpdate)
    }
}

impl<V: Dimension> ClearancePlugin<V> {
    /// The plugin with its systems in this schedule.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
            detail: Detail::Relation,
            max_pairs: 1 << 27,
            of: PhantomData,
        }
    }
    /// The same with contact points and normals for each pair:
    /// `scene.scene().contacts()` of the [`CollisionScene`] has a `manifold` then.
    pub fn with_contacts(self) -> Self {
        Self {
            detail: Detail::Manifold,
            ..self
        }
    }
    /// The same with another limit on the pairs of a step; the default is 2^27. With more a step answers
    /// [`CollisionError`], and works again once enough colliders have moved apart.
    pub fn with_max_pairs(self, max_pairs: usize) -> Self {
        Self { max_pairs, ..self }
    }
}

/// The sets that the plugin's systems are in, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClearanceSystems {
    /// Global transforms are brought up to date.
    Propagate,
    /// The scene is told what has changed.
    Sync,
    /// Characters walk.
    Characters,
    /// The scene finds out which pairs meet, and messages are written.
    Step,
}

impl<V: Dimension> Plugin for ClearancePlugin<V> {
    fn build(&self, app: &mut App) {
        let scene = CollisionScene::<V>::new(self.detail, self.max_pairs);
        app.insert_resource(scene)
            .init_resource::<StaticTransformOptimizations>()
            .init_resource::<Time>()
            .add_message::<CollisionStart>()
            .add_message::<CollisionEnd>()
            .add_message::<CollisionError>();
        sync::observe::<V>(app.world_mut());
        self.add_systems(app);
    }
}

impl<V: Dimension> ClearancePlugin<V> {
    fn add_systems(&self, app: &mut App) {
        let has_characters = any_with_component::<Character<V>>;
        let propagate = || {
            (
                mark_dirty_trees,
                propagate_parent_transforms,
                sync_simple_transforms,
            )
                .chain()
        };
        let sets = (
            ClearanceSystems::Propagate,
            ClearanceSystems::Sync,
            ClearanceSystems::Characters,
            ClearanceSystems::Step,
        );
        app.configure_sets(self.schedule, sets.chain().after(TransformSystems::Propagate))
            .add_systems(
                self.schedule,
                (
                    propagate().in_set(ClearanceSystems::Propagate),
                    (sync::begin::<V>, sync::sync::<V>)
                        .chain()
                        .in_set(ClearanceSystems::Sync),
                    // What a character has moved, itself and its children, is seen in the same step.
                    (walk::<V>, propagate(), sync::sync::<V>)
                        .chain()
                        .run_if(has_characters)
                        .in_set(ClearanceSystems::Characters),
                    step::step::<V>.in_set(ClearanceSystems::Step),
                ),
            );
    }
}
