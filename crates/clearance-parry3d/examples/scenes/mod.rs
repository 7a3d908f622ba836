//! Small worlds of rapier, each built alike for any dispatcher: a stack, a pile, a ragdoll, a car.
#![allow(dead_code)] // the examples and tests share this file, and none uses all of it

use clearance_parry3d::ClearanceDispatcher;
use rapier3d::parry::query::{DefaultQueryDispatcher, QueryDispatcher};
use rapier3d::prelude::*;

/// Whom a world asks about its pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked {
    Clearance,
    ClearanceThenParry,
    Parry,
}

pub fn world(asked: Asked) -> PhysicsWorld {
    let narrow_phase = match asked {
        Asked::Clearance => NarrowPhase::with_query_dispatcher(ClearanceDispatcher),
        Asked::ClearanceThenParry => {
            NarrowPhase::with_query_dispatcher(ClearanceDispatcher.chain(DefaultQueryDispatcher))
        }
        Asked::Parry => NarrowPhase::new(),
    };
    PhysicsWorld {
        narrow_phase,
        ..PhysicsWorld::new()
    }
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

/// Boxes of a unit, one on the other; from the lowest up.
pub fn stack(world: &mut PhysicsWorld, count: usize) -> Vec<RigidBodyHandle> {
    let body = |i: usize| RigidBodyBuilder::dynamic().translation(Vector::Y * (0.5 + i as Real));
    (0..count)
        .map(|i| world.insert(body(i), ColliderBuilder::cuboid(0.5, 0.5, 0.5)).0)
        .collect()
}

/// Numbers between 0 and 1 that look random and are the same each time (Weyl's sequence).
fn scattered(i: usize, k: usize) -> Real {
    let steps = [0.754_877_7, 0.569_840_3, 0.819_172_5, 0.671_043_6_f64];
    (i as f64 * steps[k % 4] + 0.5).fract() as Real
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

/// A body of capsules that hang together by ball joints: trunk, head, two arms and two legs of two parts each.
pub fn ragdoll(world: &mut PhysicsWorld, center: Vector) -> Vec<RigidBodyHandle> {
    let (x, y) = (Vector::X, Vector::Y);
    let part = |world: &mut PhysicsWorld, at: Vector, half: Vector, radius: Real| {
        let body = RigidBodyBuilder::dynamic().translation(center + at);
        world
            .insert(body, ColliderBuilder::capsule_from_endpoints(-half, half, radius))
            .0
    };
    let trunk = part(world, Vector::ZERO, y * 0.25, 0.2);
    let head = part(world, y * 0.65, y * 0.02, 0.13);
    let mut all = vec![trunk, head];
    let mut joints = vec![(trunk, y * 0.48, head, y * -0.17)];
    for side in [-1.0, 1.0] {
        for (root, along, radius) in [
            (x * 0.22 * side + y * 0.25, x * side, 0.07),
            (x * 0.12 * side - y * 0.45, -y, 0.09),
        ] {
            let half = along * 0.12;
            let reach = half + along * (radius + 0.01);
            let upper = part(world, root + reach, half, radius);
            let lower = part(world, root + reach * 3.0, half, radius * 0.9);
            joints.extend([(trunk, root, upper, -reach), (upper, reach, lower, -reach)]);
            all.extend([upper, lower]);
        }
    }
    for (a, on_a, b, on_b) in joints {
        let joint = SphericalJointBuilder::new()
            .local_anchor1(on_a)
            .local_anchor2(on_b)
            .contacts_enabled(false);
        world.insert_impulse_joint(a, b, joint);
    }
    all
}

/// A box on four driven wheels; the box is first.
pub fn car(world: &mut PhysicsWorld, center: Vector) -> Vec<RigidBodyHandle> {
    let chassis = RigidBodyBuilder::dynamic().translation(center);
    let chassis = world
        .insert(chassis, ColliderBuilder::cuboid(1.0, 0.2, 0.5).density(2.0))
        .0;
    let mut all = vec![chassis];
    for (x, z) in [(-0.7, -0.65), (-0.7, 0.65), (0.7, -0.65), (0.7, 0.65)] {
        let at = Vector::new(x, -0.2, z);
        let lying = Vector::X * std::f32::consts::FRAC_PI_2; // a cylinder stands along Y
        let tyre = ColliderBuilder::cylinder(0.1, 0.3).rotation(lying).friction(1.5);
        let wheel = world
            .insert(RigidBodyBuilder::dynamic().translation(center + at), tyre)
            .0;
        let axle = RevoluteJointBuilder::new(Vector::Z)
            .local_anchor1(at)
            .motor_velocity(-6.0, 2.0);
        world.insert_impulse_joint(chassis, wheel, axle.contacts_enabled(false));
        all.push(wheel);
    }
    all
}

/// The highest speed among bodies.
pub fn fastest(world: &PhysicsWorld, bodies: &[RigidBodyHandle]) -> Real {
    bodies
        .iter()
        .map(|&b| world.bodies[b].linvel().length())
        .fold(0.0, Real::max)
}

/// How deep the deepest contact is.
pub fn deepest(world: &PhysicsWorld) -> Real {
    let points = world
        .contact_pairs()
        .flat_map(|p| p.manifolds().iter())
        .flat_map(|m| m.points.iter());
    points.map(|c| -c.dist).fold(0.0, Real::max)
}
