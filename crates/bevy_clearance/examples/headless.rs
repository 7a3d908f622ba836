//! A game without a window: a hero walks to the right, collects a coin, climbs a step, and stops at a wall,
//! where a ball falls on the ground behind.
//!
//!     cargo run -p bevy_clearance --example headless

use bevy_app::{App, FixedUpdate, TaskPoolPlugin};
use bevy_clearance::{
    CollisionEnd, CollisionEventsEnabled, CollisionStart, Sensor, SpatialQueryFilter,
    d3::{Character, CharacterInput, CharacterOutput, ClearancePlugin, Collider, SpatialQuery},
};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::{TransformPlugin, components::Transform};

/// What happened, line by line.
#[derive(Resource, Default)]
struct Story {
    step: usize,
    text: String,
}

impl Story {
    fn tell(&mut self, what: impl std::fmt::Display) {
        self.text += &format!("step {:3}: {what}\n", self.step);
    }
}

#[derive(Component)]
struct Falls;

fn spawn(world: &mut World) -> Result {
    world.spawn((Name::new("ground"), Collider::half_space(Vec3::Y, 0.0)?));
    let wall = Collider::cuboid(Vec3::new(0.5, 2.0, 5.0))?;
    world.spawn((Name::new("wall"), wall, Transform::from_xyz(6.0, 2.0, 0.0)));
    let step = Collider::cuboid(Vec3::new(1.0, 0.125, 5.0))?;
    world.spawn((Name::new("step"), step, Transform::from_xyz(4.0, 0.125, 0.0)));
    let ball = (Collider::sphere(0.5)?, Transform::from_xyz(9.0, 4.0, 0.0));
    world.spawn((Name::new("ball"), ball, Falls));
    let coin = (
        Collider::sphere(0.25)?,
        Sensor,
        Transform::from_xyz(2.0, 0.9, 0.0),
    );
    world
        .spawn((Name::new("coin"), coin, CollisionEventsEnabled))
        .observe(collect);
    let input = CharacterInput {
        velocity: Vec3::X * 2.5,
        jump: None,
    };
    let body = (Collider::capsule(0.3, 0.6)?, Character::new(0.3, 1.8), input);
    world.spawn((Name::new("hero"), body, Transform::from_xyz(0.0, 1.0, 0.0)));
    Ok(())
}

/// An observer: who touches the coin has it.
fn collect(
    on: On<CollisionStart>,
    names: Query<&Name>,
    mut commands: Commands,
    mut story: ResMut<Story>,
) -> Result {
    story.tell(format_args!(
        "the {} takes the {}",
        names.get(on.collider2)?,
        names.get(on.collider1)?
    ));
    commands.entity(on.collider1).despawn();
    Ok(())
}

/// The ball falls until it meets something.
fn fall(
    mut balls: Query<(Entity, &mut Transform), With<Falls>>,
    query: SpatialQuery,
    time: Res<Time>,
) -> Result {
    for (ball, mut transform) in &mut balls {
        let way = Vec3::NEG_Y * 3.0 * time.delta_secs();
        let others = SpatialQueryFilter::default().excluding([ball]).without_sensors();
        let shape = Collider::sphere(0.5)?;
        let hit = query.cast_shape(&shape, transform.translation, transform.rotation, way, &others)?;
        transform.translation += way * hit.map_or(1.0, |hit| hit.time);
    }
    Ok(())
}

/// Messages: what began and what ended.
fn listen(
    mut starts: MessageReader<CollisionStart>,
    mut ends: MessageReader<CollisionEnd>,
    names: Query<&Name>,
    mut story: ResMut<Story>,
) {
    let name = |entity| names.get(entity).map_or("something that is gone", Name::as_str);
    for start in starts.read() {
        let kind = if start.is_sensor { " (sensor)" } else { "" };
        story.tell(format_args!(
            "{} and {} meet{kind}",
            name(start.collider1),
            name(start.collider2)
        ));
    }
    for end in ends.read() {
        story.tell(format_args!(
            "{} and {} part",
            name(end.collider1),
            name(end.collider2)
        ));
    }
}

/// What the hero stands on, and what is in its way.
fn watch(
    heroes: Query<(&Transform, &CharacterOutput)>,
    names: Query<&Name>,
    mut last: Local<(String, String)>,
    mut story: ResMut<Story>,
) {
    let name = |entity| names.get(entity).map_or("nothing", Name::as_str).to_string();
    for (transform, output) in &heroes {
        let now = (
            output
                .ground
                .map_or("nothing".into(), |ground| name(ground.entity)),
            output
                .hits
                .first()
                .map_or("nothing".into(), |hit| name(hit.entity)),
        );
        if now != *last {
            let [x, y] = [transform.translation.x, transform.translation.y];
            story.tell(format_args!(
                "hero at ({x:.2}, {y:.2}) stands on {}, stopped by {}",
                now.0, now.1
            ));
            *last = now;
        }
    }
    story.step += 1;
}

/// At the start: what is in front of the hero?
fn look(query: SpatialQuery, names: Query<&Name>, mut story: ResMut<Story>) -> Result {
    let (eye, solid) = (
        Vec3::new(0.0, 1.5, 0.0),
        SpatialQueryFilter::default().without_sensors(),
    );
    if story.step == 1
        && let Some(hit) = query.cast_ray(eye + Vec3::X, Vec3::X, f32::INFINITY, &solid)?
    {
        story.tell(format_args!(
            "the {} is seen at {}",
            names.get(hit.entity)?,
            hit.point
        ));
    }
    Ok(())
}

/// Three seconds of the game.
pub fn story() -> Result<String> {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        TransformPlugin,
        ClearancePlugin::default(),
    ))
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(1)) // each update is one fixed step, of 1/64 s
    .init_resource::<Story>()
    .add_systems(FixedUpdate, (fall, listen, look, watch).chain());
    spawn(app.world_mut())?;
    (0..192).for_each(|_| app.update());
    Ok(app.world().resource::<Story>().text.clone())
}

#[allow(dead_code)] // the test of the README asks for the story itself
fn main() -> Result {
    print!("{}", story()?);
    Ok(())
}
