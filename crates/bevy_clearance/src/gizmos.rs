//! Colliders and contacts drawn with Bevy's gizmos, as the scene has them: with scales, stretched shapes, and
//! nothing that is out of the scene because of an error.

use core::marker::PhantomData;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use clearance::scene::Touch;

use crate::dimension::Dimension;
use crate::scene::CollisionScene;

/// What is drawn and in which colours; line width and such are in the `GizmoConfig` of this group.
#[derive(Clone, Copy, Debug, PartialEq, Reflect, GizmoConfigGroup)]
pub struct ClearanceGizmos {
    /// Colliders; none: not drawn.
    pub colliders: Option<Color>,
    /// Sensors.
    pub sensors: Option<Color>,
    /// Contact points and normals, if the plugin finds them
    /// ([`with_contacts`](crate::ClearancePlugin::with_contacts)).
    pub contacts: Option<Color>,
    /// The length of a drawn normal.
    pub normal_length: f32,
}

impl Default for ClearanceGizmos {
    fn default() -> Self {
        Self {
            colliders: Some(Color::srgb(0.4, 0.8, 1.0)),
            sensors: Some(Color::srgb(1.0, 0.8, 0.2)),
            contacts: Some(Color::srgb(1.0, 0.3, 0.3)),
            normal_length: 0.5,
        }
    }
}

/// Draws the colliders of one dimension in each frame, at their places in the last step.
///
/// It goes through all colliders and draws each edge of each mesh: for looking at, not for shipping.
pub struct ClearanceGizmoPlugin<V: Dimension>(PhantomData<V>);

impl<V: Dimension> Default for ClearanceGizmoPlugin<V> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<V: Dimension> Plugin for ClearanceGizmoPlugin<V> {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<ClearanceGizmos>()
            .add_systems(PostUpdate, (draw_colliders::<V>, draw_contacts::<V>));
    }
}

fn draw_colliders<V: Dimension>(scene: Res<CollisionScene<V>>, mut gizmos: Gizmos<ClearanceGizmos>) {
    let [colliders, sensors] = [gizmos.config_ext.colliders, gizmos.config_ext.sensors];
    for object in scene.scene().iter() {
        let color = if object.is_sensor() { sensors } else { colliders };
        let Some(color) = color else { continue };
        for chain in V::outline(object.shape()) {
            let points = chain
                .into_iter()
                .map(|p| in_space::<V>(object.pose().frame().point(p)));
            gizmos.linestrip(points, color);
        }
    }
}

fn draw_contacts<V: Dimension>(scene: Res<CollisionScene<V>>, mut gizmos: Gizmos<ClearanceGizmos>) {
    let Some(color) = gizmos.config_ext.contacts else {
        return;
    };
    let length = gizmos.config_ext.normal_length;
    let manifolds = |touch: Touch<'_, V::Native>| touch.manifold.copied();
    for manifold in scene.scene().contacts().iter().filter_map(manifolds) {
        let normal = in_space::<V>(manifold.normal) * length;
        for contact in manifold.contacts() {
            gizmos.ray(in_space::<V>(contact.point_a), normal, color);
        }
    }
}

/// A point of the plane at z = 0.
fn in_space<V: Dimension>(v: V::Native) -> Vec3 {
    V::moved(Vec3::ZERO, V::from_native(v))
}

#[cfg(test)]
mod tests {
    use bevy_ecs::system::RunSystemOnce;
    use bevy_gizmos::config::{GizmoConfig, GizmoConfigStore};
    use bevy_gizmos::gizmos::GizmoStorage;

    use super::*;
    use crate::{Sensor, d3};

    /// The systems run by themselves: the rest of Bevy's `GizmoPlugin` needs assets.
    #[test]
    fn drawing_needs_no_more_than_the_group_of_settings() {
        let mut app = App::new();
        app.add_plugins(d3::ClearancePlugin::in_schedule(PostUpdate).with_contacts())
            .init_resource::<GizmoStorage<ClearanceGizmos, ()>>();
        let mut store = GizmoConfigStore::default();
        store.insert(GizmoConfig::default(), ClearanceGizmos::default());
        app.insert_resource(store);
        for _ in 0..2 {
            app.world_mut().spawn(d3::Collider::cuboid(Vec3::ONE).unwrap());
        }
        app.world_mut()
            .spawn((d3::Collider::sphere(1.0).unwrap(), Sensor));
        app.update();
        let scene = app.world().resource::<d3::CollisionScene>().scene();
        assert_eq!((scene.contacts().len(), scene.sensors().len()), (1, 2));
        let world = app.world_mut();
        world.run_system_once(draw_colliders::<Vec3>).unwrap();
        world.run_system_once(draw_contacts::<Vec3>).unwrap();
    }
}
