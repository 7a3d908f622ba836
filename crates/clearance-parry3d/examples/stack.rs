//! A stack of ten boxes, a pile of five hundred bodies, a ragdoll and a car, side by side: a world that asks
//! clearance and one that asks parry. Prints the time of a step, how deep bodies sink into each other, and
//! what still moves.
//!
//!     cargo run --release -p clearance-parry3d --example stack [part of a name]
//!     cargo run --release -p clearance-parry2d --example stack-2d

mod scenes;

use std::time::SystemTime;

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

/// How often each world is run. All runs give the same bits; the shortest time counts, since other programs
/// run beside.
const RUNS: usize = 5;

fn main() {
    println!(
        "{:22}{:>12}{:>12}{:>12}{:>12}",
        "", "µs a step", "deepest m", "fastest m/s", "asleep"
    );
    let wanted = std::env::args().nth(1).unwrap_or_default();
    for (name, scene, steps) in SCENES.iter().filter(|scene| scene.0.contains(&wanted)) {
        println!("{name}, {steps} steps");
        let both = || [Asked::Clearance, Asked::Parry].map(|asked| run(asked, *scene, *steps));
        let runs: Vec<_> = (0..RUNS).map(|_| both()).collect();
        for (i, asked) in ["clearance", "parry"].into_iter().enumerate() {
            let micros = runs.iter().map(|run| run[i].micros).fold(f64::MAX, f64::min);
            let Run {
                deepest,
                fastest,
                asleep,
                ..
            } = runs[0][i];
            println!("  {asked:20}{micros:12.1}{deepest:12.4}{fastest:12.4}{asleep:12}");
        }
    }
    if wanted.is_empty() {
        compare();
    }
}

/// What is measured of a world.
struct Run {
    micros: f64,
    deepest: Real,
    fastest: Real,
    asleep: usize,
}

/// Steps a world to its end. No body sleeps before half of the time is over, so that contacts are made all
/// the while.
fn run(asked: Asked, scene: Scene, steps: usize) -> Run {
    let mut world = scenes::world(asked);
    let bodies = scene(&mut world);
    let (start, mut deepest) = (now(), 0.0);
    for step in 0..steps {
        if step < steps / 2 {
            world.wake_up_all(true);
        }
        world.step();
        deepest = Real::max(deepest, scenes::deepest(&world));
    }
    Run {
        micros: (now() - start) / steps as f64,
        deepest,
        fastest: scenes::fastest(&world, &bodies),
        asleep: bodies.iter().filter(|&&b| world.bodies[b].is_sleeping()).count(),
    }
}

/// How many microseconds this thread has run, where the system tells it (Linux), or the time of the clock.
fn now() -> f64 {
    std::thread::yield_now(); // the system counts up to the last time that it looked
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = ran.and_then(|ran| ran.split(' ').next()?.parse::<f64>().ok());
    let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    nanos.map_or_else(
        || clock().unwrap_or_default().as_secs_f64() * 1e6,
        |nanos| nanos / 1e3,
    )
}

/// The same pairs, asked of both: those that are near each other at the end of the pile. The signed distance
/// of convex shapes is the greatest gap between their support points along any normal: so of two answers, the
/// one whose normal has the greater gap is nearer to it.
fn compare() {
    let mut world = scenes::world(Asked::Parry);
    on_floor(&mut world, |w| scenes::pile(w, 500));
    (0..300).for_each(|_| world.step());
    let (mut pairs, mut others, mut worst, mut better) = (0, 0, 0.0, [0; 2]);
    for pair in world.contact_pairs() {
        let [a, b] = [pair.collider1, pair.collider2].map(|handle| &world.colliders[handle]);
        let pos12 = a.position().inv_mul(b.position());
        let (a, b) = (a.shape(), b.shape());
        let ours = ClearanceDispatcher.contact(&pos12, a, b, 0.01);
        let theirs = DefaultQueryDispatcher.contact(&pos12, a, b, 0.01);
        pairs += 1;
        let both = [ours, theirs].map(|answer| answer.expect("all kinds are known"));
        let [Some(ours), Some(theirs)] = both else {
            others += usize::from(both.iter().any(Option::is_some));
            continue;
        };
        worst = Real::max(worst, (ours.dist - theirs.dist).abs());
        let [gap, gap_of_theirs] = [ours, theirs].map(|c| gap(&pos12, a, b, c.normal1));
        better[0] += usize::from(gap > gap_of_theirs + 1e-4);
        better[1] += usize::from(gap_of_theirs > gap + 1e-4);
    }
    println!(
        "{pairs} pairs of the pile asked of both: {others} answers in kind differ, signed distances by at most {worst:.1e} m; by more than \
         0.1 mm nearer to the true one: clearance {}, parry {}",
        better[0], better[1]
    );
}

fn gap(pos12: &Pose, a: &dyn Shape, b: &dyn Shape, n: Vector) -> Real {
    let [a, b] = [a, b].map(|shape| shape.as_support_map().expect("convex"));
    let on_b = pos12 * b.local_support_point(pos12.rotation.inverse() * -n);
    (on_b - a.local_support_point(n)).dot(n)
}
