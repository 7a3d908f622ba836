//! The worlds of the plane.

use super::{on_wheels, rapier, scattered};
use rapier::prelude::*;

pub(super) fn cuboid(half: Vector) -> ColliderBuilder {
    ColliderBuilder::cuboid(half.x, half.y)
}

pub fn floor(world: &mut PhysicsWorld) {
    world.insert_collider(
        ColliderBuilder::cuboid(50.0, 0.5).translation(Vector::Y * -0.5),
        None,
    );
}

/// A level floor of many segments.
pub fn mesh_floor(world: &mut PhysicsWorld) {
    let corners = (0..=40).map(|i| Vector::X * (i as Real - 20.0)).collect();
    world.insert_collider(ColliderBuilder::polyline(corners, None), None);
}

/// Bodies of six kinds that fall on a heap, between two walls.
pub fn pile(world: &mut PhysicsWorld, count: usize) -> Vec<RigidBodyHandle> {
    for x in [-16.0, 16.0] {
        let wall = ColliderBuilder::cuboid(0.5, 20.0).translation(Vector::new(x, 20.0));
        world.insert_collider(wall, None);
    }
    let points: Vec<_> = (0..9)
        .map(|i| Vector::new(scattered(i, 0) - 0.5, scattered(i, 1) - 0.5))
        .collect();
    let shape = |i: usize| match i % 6 {
        0 | 1 => ColliderBuilder::cuboid(0.3, 0.25),
        2 => ColliderBuilder::ball(0.3),
        3 => ColliderBuilder::capsule_y(0.25, 0.2),
        4 => ColliderBuilder::round_cuboid(0.25, 0.2, 0.1),
        _ => ColliderBuilder::convex_hull(&points).expect("9 points have a hull"),
    };
    let body = |i: usize| {
        let (layer, x) = (i / 25, (i % 25) as Real - 12.0);
        RigidBodyBuilder::dynamic()
            .translation(Vector::new(x + 0.2 * scattered(i, 0), 0.6 + layer as Real))
            .rotation(3.0 * scattered(i, 1))
    };
    (0..count).map(|i| world.insert(body(i), shape(i)).0).collect()
}

/// What two parts of a body hang together by, at a point of each.
pub(super) fn hinge(on_a: Vector, on_b: Vector) -> impl Into<GenericJoint> {
    RevoluteJointBuilder::new()
        .local_anchor1(on_a)
        .local_anchor2(on_b)
        .contacts_enabled(false)
}

/// A box on two driven wheels; the box is first.
pub fn car(world: &mut PhysicsWorld, center: Vector) -> Vec<RigidBodyHandle> {
    let places = [-0.7, 0.7].map(|x| Vector::new(x, -0.2));
    let wheels = places.map(|at| (at, ColliderBuilder::ball(0.3), RevoluteJointBuilder::new()));
    on_wheels(world, center, ColliderBuilder::cuboid(1.0, 0.2), wheels)
}
