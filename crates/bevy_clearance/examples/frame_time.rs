//! How long a step takes: boxes in space, of which one in a hundred moves in each step.
//!
//!     cargo run --release -p bevy_clearance --example frame_time

use std::time::{Duration, Instant};

use bevy_app::{App, FixedPostUpdate, FixedUpdate, TaskPoolPlugin};
use bevy_clearance::{ClearanceSystems, d3};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::{TransformPlugin, components::Transform};
use clearance_testkit::Random;

const STEPS: usize = 300;

/// When each part of the step began, and how long each took.
#[derive(Resource, Default)]
struct Clock {
    marks: Vec<Instant>,
    parts: Vec<[Duration; 3]>,
}

fn mark(mut clock: ResMut<Clock>) {
    clock.marks.push(Instant::now());
    if let [a, b, c, d] = clock.marks[..] {
        clock.marks.clear();
        clock.parts.push([b - a, c - b, d - c]);
    }
}

#[derive(Resource)]
struct Movers {
    boxes: Vec<Entity>,
    per_step: usize,
    random: Random,
}

/// Moves some boxes by a little, and turns them.
fn shake(mut movers: ResMut<Movers>, mut transforms: Query<&mut Transform>) {
    let Movers {
        boxes,
        per_step,
        random,
    } = &mut *movers;
    for _ in 0..*per_step {
        if let Ok(mut transform) = transforms.get_mut(*random.pick(boxes)) {
            let mut number = || random.between(-0.25, 0.25) as f32;
            transform.translation += Vec3::new(number(), number(), number());
            transform.rotate(Quat::from_rotation_y(number()));
        }
    }
}

/// Boxes of half a metre, with a tenth of the space filled.
fn app(count: usize, per_step: usize) -> Result<App> {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        TransformPlugin,
        d3::ClearancePlugin::default(),
    ))
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
    .init_resource::<Clock>()
    .add_systems(FixedUpdate, shake)
    .add_systems(
        FixedPostUpdate,
        (
            mark.before(ClearanceSystems::Propagate),
            mark.after(ClearanceSystems::Propagate)
                .before(ClearanceSystems::Sync),
            mark.after(ClearanceSystems::Characters)
                .before(ClearanceSystems::Step),
            mark.after(ClearanceSystems::Step),
        ),
    );
    let (mut random, collider) = (Random::single(1), d3::Collider::cuboid(Vec3::splat(0.25))?);
    let reach = (count as f64 * 0.125 * 10.0).cbrt() / 2.0;
    let mut place = || Vec3::from_array([(); 3].map(|()| random.between(-reach, reach) as f32));
    let boxes: Vec<_> = (0..count)
        .map(|_| (collider.clone(), Transform::from_translation(place())))
        .collect();
    let boxes = boxes
        .into_iter()
        .map(|each| app.world_mut().spawn(each).id())
        .collect();
    app.insert_resource(Movers {
        boxes,
        per_step,
        random: Random::single(2),
    });
    Ok(app)
}

fn main() -> Result {
    println!("microseconds a step, the median of {STEPS} steps");
    println!(
        "{:>8} {:>10} {:>10} {:>10} {:>9} {:>9} {:>9}",
        "boxes", "transforms", "sync", "step", "looked at", "changed", "pairs"
    );
    for count in [1_000, 10_000, 100_000] {
        for per_step in [0, count / 100] {
            row(count, per_step)?;
        }
    }
    Ok(())
}

fn row(count: usize, per_step: usize) -> Result {
    let mut app = app(count, per_step)?;
    (0..STEPS + 20).for_each(|_| app.update());
    let parts = &app.world().resource::<Clock>().parts[20..];
    let median = |i: usize| {
        let mut part: Vec<_> = parts.iter().map(|part| part[i]).collect();
        part.sort();
        part[part.len() / 2].as_nanos() as f64 / 1e3
    };
    let scene = app.world().resource::<d3::CollisionScene>();
    let (step, pairs) = (scene.last_step(), scene.scene().contacts().len());
    let times = [0, 1, 2].map(median);
    println!(
        "{count:8} {:10.1} {:10.1} {:10.1} {:9} {:9} {pairs:9}",
        times[0], times[1], times[2], step.looked_at, step.changed
    );
    Ok(())
}
