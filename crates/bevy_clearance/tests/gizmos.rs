//! The systems that draw run in an app without a renderer.
//!
//!     cargo test -p bevy_clearance --features gizmos --test gizmos

mod common;

use bevy_clearance::{ClearanceGizmos, Sensor, d2, d3};
use bevy_gizmos::config::GizmoConfigStore;
use bevy_math::{Vec2, Vec3};
use common::app_with;

#[test]
fn both_dimensions_are_drawn_with_one_group_of_settings() {
    let plane = (
        d2::ClearancePlugin::default().with_contacts(),
        d2::ClearanceGizmoPlugin::default(),
    );
    let space = (
        d3::ClearancePlugin::default().with_contacts(),
        d3::ClearanceGizmoPlugin::default(),
    );
    let mut app = app_with((plane, space));
    for _ in 0..2 {
        app.world_mut().spawn(d2::Collider::rectangle(Vec2::ONE).unwrap());
        app.world_mut().spawn(d3::Collider::cuboid(Vec3::ONE).unwrap());
    }
    app.world_mut()
        .spawn((d3::Collider::sphere(1.0).unwrap(), Sensor));
    app.update();
    let scene = app.world().resource::<d3::CollisionScene>();
    assert_eq!(
        (scene.scene().contacts().len(), scene.scene().sensors().len()),
        (1, 2)
    );
    let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
    let (_, settings) = store.config_mut::<ClearanceGizmos>();
    assert_eq!(*settings, ClearanceGizmos::default());
    settings.colliders = None;
    app.update();
}
