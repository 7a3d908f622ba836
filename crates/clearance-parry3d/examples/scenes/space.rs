//! The worlds of space.

use super::{on_wheels, rapier, scattered};
use rapier::prelude::*;

pub(super) fn cuboid(half: Vector) -> ColliderBuilder {
    ColliderBuilder::cuboid(half.x, half.y, half.z)
}

pub fn floor(world: &mut PhysicsWorld) {
    let below = ColliderBuilder::cuboid(50.0, 0.5, 50.0).translation(Vector::new(0.0, -0.5, 0.0));
    world.insert_collider(below, None);
}

fn mesh(half: Real, cells: u32, height: impl Fn(Real, Real) -> Real) -> ColliderBuilder {
    let step = 2.0 * half / cells as Real;
    let at = |i: u32| -half + step * i as Real;
    let corners = (0..=cells).flat_map(|i| (0..=cells).map(move |j| (i, j)));
    let corners = corners
        .map(|(i, j)| Vector::new(at(i), height(at(i), at(j)), at(j)))
        .collect();
    let cell = |i: u32, j: u32| {
        let (a, b) = (i * (cells + 1) + j, (i + 1) * (cells + 1) + j);
        [[a, a + 1, b + 1], [a, b + 1, b]]
    };
    let triangles = (0..cells)
        .flat_map(|i| (0..cells).flat_map(move |j| cell(i, j)))
        .collect();
    let flags = TriMeshFlags::FIX_INTERNAL_EDGES;
    ColliderBuilder::trimesh_with_flags(corners, triangles, flags).expect("a grid is a mesh")
}

/// A level floor of many triangles.
pub fn mesh_floor(world: &mut PhysicsWorld) {
    world.insert_collider(mesh(20.0, 40, |_, _| 0.0), None);
}

/// Bodies of six kinds that fall on a heap.
pub fn pile(world: &mut PhysicsWorld, count: usize) -> Vec<RigidBodyHandle> {
    let points: Vec<_> = (0..16)
        .map(|i| {
            Vector::new(
                scattered(i, 0) - 0.5,
                scattered(i, 1) - 0.5,
                scattered(i, 2) - 0.5,
            )
        })
        .collect();
    let shape = |i: usize| match i % 6 {
        0 | 1 => ColliderBuilder::cuboid(0.3, 0.25, 0.35),
        2 => ColliderBuilder::ball(0.3),
        3 => ColliderBuilder::capsule_y(0.25, 0.2),
        4 => ColliderBuilder::cylinder(0.25, 0.3),
        _ => ColliderBuilder::convex_hull(&points).expect("16 points have a hull"),
    };
    let at = |i: usize| {
        let (layer, rest) = (i / 36, i % 36);
        let (x, z) = ((rest / 6) as Real - 2.5, (rest % 6) as Real - 2.5);
        Vector::new(
            x + 0.2 * scattered(i, 0),
            0.6 + layer as Real,
            z + 0.2 * scattered(i, 1),
        )
    };
    let turn = |i: usize| Vector::new(scattered(i, 1), scattered(i, 2), scattered(i, 3)) * 3.0;
    let body = |i: usize| RigidBodyBuilder::dynamic().translation(at(i)).rotation(turn(i));
    (0..count).map(|i| world.insert(body(i), shape(i)).0).collect()
}

/// What two parts of a body hang together by, at a point of each.
pub(super) fn hinge(on_a: Vector, on_b: Vector) -> impl Into<GenericJoint> {
    SphericalJointBuilder::new()
        .local_anchor1(on_a)
        .local_anchor2(on_b)
        .contacts_enabled(false)
}

/// A box on four driven wheels; the box is first.
pub fn car(world: &mut PhysicsWorld, center: Vector) -> Vec<RigidBodyHandle> {
    let places =
        [(-0.7, -0.65), (-0.7, 0.65), (0.7, -0.65), (0.7, 0.65)].map(|(x, z)| Vector::new(x, -0.2, z));
    let lying = Vector::X * std::f32::consts::FRAC_PI_2; // a cylinder stands along Y
    let tyre = || ColliderBuilder::cylinder(0.1, 0.3).rotation(lying);
    let wheels = places.map(|at| (at, tyre(), RevoluteJointBuilder::new(Vector::Z)));
    on_wheels(world, center, ColliderBuilder::cuboid(1.0, 0.2, 0.5), wheels)
}
