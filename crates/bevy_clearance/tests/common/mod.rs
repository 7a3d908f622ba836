//! An app without a window whose every update is one fixed step, and worlds of random colliders.
#![allow(dead_code)] // each test file uses a part of it

use bevy_app::{App, Plugins, TaskPoolPlugin};
use bevy_clearance::{
    ClearancePlugin, Collider, CollisionEnd, CollisionError, CollisionStart, Dimension, d2, d3,
};
use bevy_ecs::message::{Message, Messages};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use clearance_testkit::Random;

/// An app with these plugins.
pub fn app_with<M>(plugins: impl Plugins<M>) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, plugins))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    app.update(); // the first one takes no time in Bevy, and so has no fixed step
    app
}

pub fn app<V: Dimension>() -> App {
    app_with(ClearancePlugin::<V>::default())
}

/// The messages that were written since this was last called.
pub fn take<M: Message>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

pub fn sorted(a: Entity, b: Entity) -> [Entity; 2] {
    [a.min(b), a.max(b)]
}

/// The pairs that began and ended since this was last called, each sorted.
pub fn events(app: &mut App) -> [Vec<[Entity; 2]>; 2] {
    let started = take::<CollisionStart>(app);
    let ended = take::<CollisionEnd>(app);
    let mut pairs = [
        started
            .iter()
            .map(|s| sorted(s.collider1, s.collider2))
            .collect::<Vec<_>>(),
        ended.iter().map(|e| sorted(e.collider1, e.collider2)).collect(),
    ];
    pairs.iter_mut().for_each(|pairs| pairs.sort());
    pairs
}

pub fn errors(app: &mut App) -> Vec<CollisionError> {
    take(app)
}

/// A dimension with random shapes and turns.
pub trait TestDimension: Dimension {
    fn shape(random: &mut Random) -> Collider<Self>;
    fn turn(random: &mut Random) -> (Quat, Self::Rotation);
}

impl TestDimension for Vec2 {
    fn shape(random: &mut Random) -> Collider<Self> {
        let size = Vec2::from_native(random.vector(1.0)).abs() + Vec2::splat(0.25);
        let shape = match random.count(0, 5) {
            0 => d2::Collider::circle(size.x),
            1 => d2::Collider::rectangle(size),
            2 => d2::Collider::capsule(size.x, size.y),
            3 => d2::Collider::ellipse(size),
            4 => d2::Collider::convex((0..6).map(|_| Vec2::from_native(random.vector(1.25)))),
            _ => d2::Collider::polygon([Vec2::ZERO, Vec2::X, size * 1.5, Vec2::Y], []),
        };
        shape.unwrap()
    }
    fn turn(random: &mut Random) -> (Quat, Self::Rotation) {
        let angle = random.between(-3.0, 3.0) as f32;
        (Quat::from_rotation_z(angle), bevy_math::Rot2::radians(angle))
    }
}

impl TestDimension for Vec3 {
    fn shape(random: &mut Random) -> Collider<Self> {
        let size = Vec3::from_native(random.vector(1.0)).abs() + Vec3::splat(0.25);
        let shape = match random.count(0, 6) {
            0 => d3::Collider::sphere(size.x),
            1 => d3::Collider::cuboid(size),
            2 => d3::Collider::capsule(size.x, size.y),
            3 => d3::Collider::ellipsoid(size),
            4 => d3::Collider::cylinder(size.x, size.y),
            5 => d3::Collider::cone(size.x, size.y),
            _ => d3::Collider::convex((0..9).map(|_| Vec3::from_native(random.vector(1.25)))),
        };
        shape.unwrap()
    }
    fn turn(random: &mut Random) -> (Quat, Self::Rotation) {
        let axis = Vec3::from_native(random.direction());
        let turn = Quat::from_axis_angle(axis, random.between(-3.0, 3.0) as f32);
        (turn, turn)
    }
}

pub fn at<V: Dimension>(position: V) -> Transform {
    Transform::from_translation(V::moved(Vec3::ZERO, position))
}

/// A vector with each coordinate between -reach and reach.
pub fn vector<V: Dimension>(random: &mut Random, reach: f64) -> V {
    V::from_native(random.vector(reach))
}
