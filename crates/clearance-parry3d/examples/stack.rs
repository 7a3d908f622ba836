//! A stack of ten boxes, a pile of five hundred bodies, a ragdoll and a car, side by side: a world that asks clearance and one that
//! asks parry. Prints the time of a step, how deep bodies sink into each other, and what still moves.
//!
//!     cargo run --release -p clearance-parry3d --example stack

mod scenes;

use std::time::Instant;

use rapier3d::parry::query::{DefaultQueryDispatcher, QueryDispatcher};
use rapier3d::prelude::*;
use scenes::Asked;

type Scene = fn(&mut PhysicsWorld) -> Vec<RigidBodyHandle>;

const SCENES: [(&str, Scene, usize); 6] = [
    (
        "stack of 10 boxes",
        |w| on_floor(w, |w| scenes::stack(w, 10)),
        600,
    ),
    (
        "the same on a mesh",
        |w| on_mesh(w, |w| scenes::stack(w, 10)),
        600,
    ),
    (
        "pile of 500 bodies",
        |w| on_floor(w, |w| scenes::pile(w, 500)),
        600,
    ),
    (
        "the same on a mesh",
        |w| on_mesh(w, |w| scenes::pile(w, 500)),
        600,
    ),
    (
        "ragdoll",
        |w| on_floor(w, |w| scenes::ragdoll(w, Vector::Y * 3.0)),
        600,
    ),
    ("car", |w| on_floor(w, |w| scenes::car(w, Vector::Y)), 300),
];

fn on_floor(world: &mut PhysicsWorld, scene: Scene) -> Vec<RigidBodyHandle> {
    scenes::floor(world);
    scene(world)
}

fn on_mesh(world: &mut PhysicsWorld, scene: Scene) -> Vec<RigidBodyHandle> {
    scenes::mesh_floor(world);
    scene(world)
}

fn main() {
    println!(
        "{:22}{:>12}{:>12}{:>12}{:>12}",
        "", "µs a step", "deepest m", "fastest m/s", "asleep"
    );
    for (name, scene, steps) in SCENES {
        println!("{name}, {steps} steps");
        for asked in [Asked::Clearance, Asked::Parry] {
            run(asked, scene, steps);
        }
    }
    compare();
}

/// Steps a world to its end. No body sleeps before half of the time is over, so that contacts are made all the while.
fn run(asked: Asked, scene: Scene, steps: usize) {
    let mut world = scenes::world(asked);
    let bodies = scene(&mut world);
    let start = Instant::now();
    let mut deepest: Real = 0.0;
    for step in 0..steps {
        if step < steps / 2 {
            world.wake_up_all(true);
        }
        world.step();
        deepest = deepest.max(scenes::deepest(&world));
    }
    let micros = start.elapsed().as_secs_f64() * 1e6 / steps as f64;
    let asleep = bodies.iter().filter(|&&b| world.bodies[b].is_sleeping()).count();
    let fastest = scenes::fastest(&world, &bodies);
    println!(
        "  {:20}{micros:12.0}{deepest:12.4}{fastest:12.4}{asleep:12}",
        format!("{asked:?}")
    );
}

/// The same pairs, asked of both: those that are near each other at the end of the pile.
fn compare() {
    let mut world = scenes::world(Asked::Parry);
    on_floor(&mut world, |w| scenes::pile(w, 500));
    (0..300).for_each(|_| world.step());
    let (mut pairs, mut worst, mut others) = (0, 0.0, 0);
    for pair in world.contact_pairs() {
        let [a, b] = [pair.collider1, pair.collider2].map(|handle| &world.colliders[handle]);
        let pos12 = a.position().inv_mul(b.position());
        let ours = clearance_parry3d::ClearanceDispatcher.contact(&pos12, a.shape(), b.shape(), 0.01);
        let theirs = DefaultQueryDispatcher.contact(&pos12, a.shape(), b.shape(), 0.01);
        pairs += 1;
        match (
            ours.expect("all kinds are known"),
            theirs.expect("all kinds are known"),
        ) {
            (Some(ours), Some(theirs)) => worst = Real::max(worst, (ours.dist - theirs.dist).abs()),
            (None, None) => {}
            _ => others += 1,
        }
    }
    println!(
        "{pairs} pairs of the pile asked of both: signed distances differ by at most {worst:.1e} m, {others} answers in kind"
    );
}
