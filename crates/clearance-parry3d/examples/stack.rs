//! A stack of ten boxes, a pile of five hundred bodies, a ragdoll and a car, side by side: a world that asks clearance and one that
//! asks parry. Prints the time of a step, how deep bodies sink into each other, and what still moves.
//!
//!     cargo run --release -p clearance-parry3d --example stack [part of a name]
//!     cargo run --release -p clearance-parry2d --example stack-2d

mod scenes;

use std::time::{Duration, Instant};

use scenes::Asked;
use scenes::dispatcher::ClearanceDispatcher;
use scenes::rapier::parry::query::{DefaultQueryDispatcher, QueryDispatcher};
use scenes::rapier::prelude::*;

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

/// How often each world is run. All runs give the same bits; of each step the shortest time counts, since the machine may do other things.
const RUNS: usize = 5;

fn main() {
    println!(
        "{:22}{:>12}{:>12}{:>12}{:>12}",
        "", "µs a step", "deepest m", "fastest m/s", "asleep"
    );
    let wanted = std::env::args().nth(1).unwrap_or_default();
    for (name, scene, steps) in SCENES.iter().filter(|scene| scene.0.contains(&wanted)) {
        println!("{name}, {steps} steps");
        let asked = [Asked::Clearance, Asked::Parry];
        let mut runs = asked.map(|asked| run(asked, *scene, *steps));
        for _ in 1..RUNS {
            for (run_of, asked) in runs.iter_mut().zip(asked) {
                run_of.faster_steps_of(&run(asked, *scene, *steps));
            }
        }
        for (run_of, asked) in runs.iter().zip(asked) {
            run_of.print(&format!("{asked:?}"));
        }
    }
    if wanted.is_empty() {
        compare();
    }
}

/// What is measured of a world.
struct Run {
    steps: Vec<Duration>,
    deepest: Real,
    fastest: Real,
    asleep: usize,
}

impl Run {
    fn faster_steps_of(&mut self, other: &Self) {
        for (time, again) in self.steps.iter_mut().zip(&other.steps) {
            *time = (*time).min(*again);
        }
    }
    fn print(&self, name: &str) {
        let Self {
            steps,
            deepest,
            fastest,
            asleep,
        } = self;
        let micros = steps.iter().sum::<Duration>().as_secs_f64() * 1e6 / steps.len() as f64;
        println!("  {name:20}{micros:12.1}{deepest:12.4}{fastest:12.4}{asleep:12}");
    }
}

/// Steps a world to its end. No body sleeps before half of the time is over, so that contacts are made all the while.
fn run(asked: Asked, scene: Scene, steps: usize) -> Run {
    let mut world = scenes::world(asked);
    let bodies = scene(&mut world);
    let (mut times, mut deepest) = (Vec::new(), 0.0);
    for step in 0..steps {
        if step < steps / 2 {
            world.wake_up_all(true);
        }
        let start = Instant::now();
        world.step();
        times.push(start.elapsed());
        deepest = Real::max(deepest, scenes::deepest(&world));
    }
    Run {
        steps: times,
        deepest,
        fastest: scenes::fastest(&world, &bodies),
        asleep: bodies.iter().filter(|&&b| world.bodies[b].is_sleeping()).count(),
    }
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
        let ours = ClearanceDispatcher.contact(&pos12, a.shape(), b.shape(), 0.01);
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
