//! Worlds of rapier that ask clearance: what should stand stands, and what should move moves.

#[path = "../examples/scenes/mod.rs"]
mod scenes;

use scenes::Asked;
use scenes::rapier::prelude::*;

fn run(world: &mut PhysicsWorld, seconds: usize) {
    (0..60 * seconds).for_each(|_| world.step());
}

/// Where the boxes of a stack are after ten seconds, awake all the while, relative to where they were put.
fn moved(asked: Asked, floor: fn(&mut PhysicsWorld)) -> Vec<Vector> {
    let mut world = scenes::world(asked);
    floor(&mut world);
    let boxes = scenes::stack(&mut world, 10);
    for _ in 0..600 {
        world.wake_up_all(true);
        world.step();
    }
    assert!(scenes::fastest(&world, &boxes) < 0.01);
    let place =
        |(i, &b): (usize, &RigidBodyHandle)| world.bodies[b].translation() - Vector::Y * (0.5 + i as Real);
    boxes.iter().enumerate().map(place).collect()
}

/// No box has gone aside by a hundredth of its side. rapier's contacts give way a little under load: each box
/// sinks as deep as with parry, within a thousandth.
fn stands(asked: Asked, floor: fn(&mut PhysicsWorld)) {
    let (ours, theirs) = (moved(asked, floor), moved(Asked::Parry, floor));
    for (i, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        println!("box {i}: {ours}, with parry {theirs}");
        assert!(
            (*ours - Vector::Y * ours.y).length() < 0.01,
            "box {i} went {ours}"
        );
        assert!(
            (ours.y - theirs.y).abs() < 0.001 * (i + 1) as Real,
            "box {i} went {ours}, with parry {theirs}"
        );
    }
}

#[test]
fn a_stack_of_ten_stands() {
    stands(Asked::Clearance, scenes::floor);
}

#[test]
fn it_stands_on_a_mesh() {
    stands(Asked::Clearance, scenes::mesh_floor);
}

#[test]
fn a_chain_of_dispatchers_is_taken_too() {
    stands(Asked::ClearanceThenParry, scenes::floor);
}

/// The test can fail: a stack that leans falls.
#[test]
fn a_leaning_stack_falls() {
    let mut world = scenes::world(Asked::Clearance);
    scenes::floor(&mut world);
    let boxes = scenes::stack(&mut world, 10);
    for (i, &b) in boxes.iter().enumerate() {
        let at = Vector::X * (0.3 * i as Real) + Vector::Y * (0.5 + i as Real);
        world.bodies[b].set_translation(at, true);
    }
    run(&mut world, 5);
    assert!(world.bodies[boxes[9]].translation().y < 5.0);
}

/// A heap of six kinds: nothing falls through the floor, and it comes to rest as it does with parry.
#[test]
fn a_pile_comes_to_rest() {
    let mut world = scenes::world(Asked::Clearance);
    scenes::floor(&mut world);
    let bodies = scenes::pile(&mut world, 60);
    run(&mut world, 8);
    let lowest = bodies
        .iter()
        .map(|&b| world.bodies[b].translation().y)
        .fold(Real::MAX, Real::min);
    assert!(lowest > 0.1, "a body is at height {lowest}");
    assert!(scenes::deepest(&world) < 0.05);
}

#[test]
fn a_ragdoll_lies_down() {
    let mut world = scenes::world(Asked::Clearance);
    scenes::floor(&mut world);
    let parts = scenes::ragdoll(&mut world, Vector::Y * 3.0);
    run(&mut world, 10);
    for &part in &parts {
        let y = world.bodies[part].translation().y;
        assert!((0.0..1.0).contains(&y), "a part is at height {y}");
    }
    assert!(scenes::fastest(&world, &parts) < 0.2);
}

#[test]
fn a_car_drives() {
    let mut world = scenes::world(Asked::Clearance);
    scenes::floor(&mut world);
    let car = scenes::car(&mut world, Vector::Y);
    run(&mut world, 5);
    let at = world.bodies[car[0]].translation();
    let aside = (at - Vector::X * at.x - Vector::Y * at.y).length(); // 0 in the plane
    assert!(at.x.abs() > 1.5 && aside < 0.5, "the car is at {at}");
    assert!((0.3..0.7).contains(&at.y), "the car is at {at}");
}

/// What rolls gains no speed. A point that is held while a capsule rolls on pushes it from behind: of 0.05
/// m/s it made 0.3.
#[test]
fn what_rolls_gains_no_speed() {
    #[cfg(feature = "dim2")]
    let rollers = [ColliderBuilder::ball(0.3)];
    #[cfg(feature = "dim3")]
    let rollers = {
        let lying = Vector::X * std::f32::consts::FRAC_PI_2; // both stand along Y
        [
            ColliderBuilder::ball(0.3),
            ColliderBuilder::capsule_y(0.4, 0.3).rotation(lying),
            ColliderBuilder::cylinder(0.4, 0.3).rotation(lying),
        ]
    };
    for roller in rollers {
        for floor in [scenes::floor, scenes::mesh_floor] {
            let (mut world, push) = (scenes::world(Asked::Clearance), Vector::X * 0.05);
            floor(&mut world);
            let body = RigidBodyBuilder::dynamic()
                .translation(Vector::Y * 0.3)
                .linvel(push)
                .can_sleep(false);
            let (body, _) = world.insert(body, roller.clone());
            run(&mut world, 20);
            let speed = world.bodies[body].linvel().length();
            assert!(speed < 0.05, "{:?} rolls at {speed}", roller.shape.shape_type());
        }
    }
}

#[cfg(feature = "dim3")]
mod on_two_triangles {
    use super::*;

    /// A level floor. Which side of it is inside is not said: no normal is corrected.
    fn two_triangles() -> ColliderBuilder {
        let corners = [[-20.0, -20.0], [20.0, -20.0], [20.0, 20.0], [-20.0, 20.0]];
        let corners = corners.map(|[x, z]| Vector::new(x, 0.0, z)).to_vec();
        ColliderBuilder::trimesh(corners, vec![[0, 2, 1], [0, 3, 2]]).expect("two triangles are a mesh")
    }

    /// A slab of 6 cm that falls on a mesh of two triangles. One pose does not show from which side it came
    /// when it is halfway through; it sank in where each step was asked by itself, and where a tilted face
    /// had one edge for its contact.
    #[test]
    fn a_thin_slab_stays_on_a_mesh() {
        let tilts = [[0.1, 0.0], [0.0, 0.12], [0.15, 0.1], [-0.12, 0.08], [0.02, -0.3]];
        for [x, z] in tilts {
            let mut world = scenes::world(Asked::Clearance);
            world.insert_collider(two_triangles(), None);
            let slab = RigidBodyBuilder::dynamic()
                .translation(Vector::Y * 5.0)
                .rotation(Vector::new(x, 0.0, z));
            let (slab, _) = world.insert(slab, ColliderBuilder::cuboid(1.0, 0.03, 1.0));
            run(&mut world, 10);
            let (at, speed) = (
                world.bodies[slab].translation(),
                world.bodies[slab].linvel().length(),
            );
            assert!((at.y - 0.03).abs() < 0.01, "tilted by {x}, {z}, it lies at {at}");
            assert!(speed < 0.05, "tilted by {x}, {z}, it moves at {speed}");
        }
    }
}
