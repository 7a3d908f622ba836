//! Small worlds of rapier, each built alike for any dispatcher: a stack, a pile, a ragdoll, a car; in space
//! (`space.rs`) or in the plane (`plane.rs`).
#![allow(dead_code)] // the examples and tests share this file, and none uses all of it

#[cfg(feature = "dim2")]
mod plane;
#[cfg(feature = "dim3")]
mod space;

#[cfg(feature = "dim2")]
pub use {clearance_parry2d as dispatcher, plane::*, rapier2d as rapier};
#[cfg(feature = "dim3")]
pub use {clearance_parry3d as dispatcher, rapier3d as rapier, space::*};

use dispatcher::ClearanceDispatcher;
use rapier::parry::query::{DefaultQueryDispatcher, QueryDispatcher};
use rapier::prelude::*;

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

/// Boxes of a unit, one on the other; from the lowest up.
pub fn stack(world: &mut PhysicsWorld, count: usize) -> Vec<RigidBodyHandle> {
    let body = |i: usize| RigidBodyBuilder::dynamic().translation(Vector::Y * (0.5 + i as Real));
    (0..count)
        .map(|i| world.insert(body(i), cuboid(Vector::splat(0.5))).0)
        .collect()
}

/// Numbers between 0 and 1 that look random and are the same each time (Weyl's sequence).
fn scattered(i: usize, k: usize) -> Real {
    let steps = [0.754_877_7, 0.569_840_3, 0.819_172_5, 0.671_043_6_f64];
    (i as f64 * steps[k % 4] + 0.5).fract() as Real
}

/// A chassis on driven wheels, each at a place of it, with its tyre and its axle; the chassis is first.
fn on_wheels(
    world: &mut PhysicsWorld,
    center: Vector,
    chassis: ColliderBuilder,
    wheels: impl IntoIterator<Item = (Vector, ColliderBuilder, RevoluteJointBuilder)>,
) -> Vec<RigidBodyHandle> {
    let body = |at: Vector| RigidBodyBuilder::dynamic().translation(at);
    let chassis = world.insert(body(center), chassis.density(2.0)).0;
    let mut all = vec![chassis];
    for (at, tyre, axle) in wheels {
        let wheel = world.insert(body(center + at), tyre.friction(1.5)).0;
        let axle = axle.local_anchor1(at).motor_velocity(-6.0, 2.0);
        world.insert_impulse_joint(chassis, wheel, axle.contacts_enabled(false));
        all.push(wheel);
    }
    all
}

/// A body of capsules that hang together by hinges: trunk, head, two arms and two legs of two parts each.
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
        world.insert_impulse_joint(a, b, hinge(on_a, on_b));
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
