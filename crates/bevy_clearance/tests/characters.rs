//! A character on floors, at walls, on platforms and in hierarchies.

mod common;

use bevy_app::{App, FixedUpdate};
use bevy_clearance::{
    Character, CharacterInput, CharacterOutput, Collider, CollisionLayers, Dimension, PushesCharacters,
    Reason, Sensor, d2, d3,
};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use clearance::character::InvalidCharacter;
use clearance::pair::QueryError;
use common::{app, errors, events};

/// The steps of a second, about: Bevy's fixed step is a 64th.
const SECOND: usize = 64;
const HALF_HEIGHT: f32 = 0.9;

/// A floor at y = 0, and a character a little above it that walks along x.
fn walker<V: Dimension>(floor: Collider<V>) -> (App, Entity) {
    let mut app = app::<V>();
    app.world_mut().spawn(floor);
    let input = CharacterInput::<V> {
        velocity: V::from_native(clearance::math::Vector::from_fn(
            |i| if i == 0 { 2.0 } else { 0.0 },
        )),
        jump: None,
    };
    let character = (Character::<V>::new(0.3, 2.0 * HALF_HEIGHT), input);
    let character = app
        .world_mut()
        .spawn((character, Transform::from_xyz(0.0, 1.0, 5.0)))
        .id();
    (app, character)
}

fn run(app: &mut App, steps: usize) {
    (0..steps).for_each(|_| app.update());
}

fn place(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<GlobalTransform>(entity).unwrap().translation()
}

fn output<V: Dimension>(app: &App, entity: Entity) -> &CharacterOutput<V> {
    app.world().get::<CharacterOutput<V>>(entity).unwrap()
}

fn floor3() -> d3::Collider {
    d3::Collider::half_space(Vec3::Y, 0.0).unwrap()
}
fn floor2() -> d2::Collider {
    d2::Collider::half_space(Vec2::Y, 0.0).unwrap()
}

#[test]
fn it_falls_to_the_floor_and_walks_on_it() {
    fn on<V: Dimension>(floor: Collider<V>, z: f32) {
        let (mut app, character) = walker(floor);
        run(&mut app, 2 * SECOND);
        let there = place(&app, character);
        let skin = app.world().get::<Character<V>>(character).unwrap().skin;
        assert!((there.x - 4.0).abs() < 0.01, "{there}");
        assert!((there.y - HALF_HEIGHT - skin).abs() < 0.25 * skin, "{there}");
        assert_eq!(there.z, z);
        let output = output::<V>(&app, character);
        assert!(output.is_grounded() && output.hits.is_empty() && output.fall == V::default());
        assert_eq!(output.ground.unwrap().normal, V::UP);
    }
    on::<Vec2>(floor2(), 5.0);
    on::<Vec3>(floor3(), 5.0);
}

#[test]
fn it_stops_at_a_wall_and_slides_along_one_that_is_askew() {
    let (mut app, character) = walker(floor3());
    let wall = d3::Collider::cuboid(Vec3::new(0.5, 3.0, 50.0)).unwrap();
    let wall = app
        .world_mut()
        .spawn((wall, Transform::from_xyz(2.0, 0.0, 0.0)))
        .id();
    run(&mut app, 2 * SECOND);
    let there = place(&app, character);
    let skin = app.world().get::<d3::Character>(character).unwrap().skin;
    assert!((there.x - (1.5 - 0.3 - skin)).abs() < 0.25 * skin, "{there}"); // before the wall, by the skin
    let hit = output::<Vec3>(&app, character).hits[0];
    assert_eq!((hit.entity, hit.normal), (wall, Vec3::NEG_X));
    assert!(hit.pressed.x > 0.02); // it would have gone on

    let askew = Quat::from_rotation_y(0.6);
    app.world_mut().get_mut::<Transform>(wall).unwrap().rotation = askew;
    app.world_mut()
        .get_mut::<Transform>(character)
        .unwrap()
        .translation
        .x = -5.0;
    run(&mut app, 8 * SECOND);
    assert!((place(&app, character).z - there.z).abs() > 1.0);
}

#[test]
fn it_jumps_once() {
    let (mut app, character) = walker(floor2());
    run(&mut app, SECOND);
    let ground = place(&app, character).y;
    app.world_mut()
        .get_mut::<d2::CharacterInput>(character)
        .unwrap()
        .jump = Some(5.0);
    let mut highest = 0.0_f32;
    for _ in 0..SECOND * 2 {
        app.update();
        highest = highest.max(place(&app, character).y - ground);
    }
    let expected = 5.0 * 5.0 / (2.0 * 9.81);
    assert!((highest - expected).abs() < 0.02, "{highest} {expected}");
    assert!(output::<Vec2>(&app, character).is_grounded());
    assert!((place(&app, character).y - ground).abs() < 1e-3);
}

#[test]
fn sensors_other_layers_and_its_own_collider_are_not_in_its_way() {
    let (mut app, character) = walker(floor3());
    let own = d3::Collider::capsule(0.3, 0.6).unwrap();
    let hat = (
        d3::Collider::cuboid(Vec3::splat(0.5)).unwrap(),
        Transform::from_xyz(0.1, 0.5, 0.0),
    );
    let layers = CollisionLayers::new(1, 1);
    app.world_mut()
        .entity_mut(character)
        .insert((own, layers))
        .with_child(hat);
    let wall = d3::Collider::cuboid(Vec3::new(0.1, 3.0, 50.0)).unwrap();
    let door = app
        .world_mut()
        .spawn((wall.clone(), Sensor, Transform::from_xyz(1.0, 0.0, 0.0)))
        .id();
    app.world_mut().spawn((
        wall,
        CollisionLayers::new(2, u32::MAX),
        Transform::from_xyz(2.0, 0.0, 0.0),
    ));
    let mut doors = 0;
    for _ in 0..2 * SECOND {
        app.update();
        let [began, _] = events(&mut app);
        doors += began
            .iter()
            .filter(|pair| pair.contains(&door) && pair.contains(&character))
            .count();
    }
    assert!((place(&app, character).x - 4.0).abs() < 0.01);
    assert_eq!(doors, 1); // its collider went through the sensor, and was seen there
}

#[derive(Resource)]
struct Lift(Entity);

fn rise(lift: Res<Lift>, mut transforms: Query<&mut Transform>, time: Res<Time>) {
    let mut transform = transforms.get_mut(lift.0).unwrap();
    transform.translation += Vec3::new(0.0, 1.0, 0.5) * time.delta_secs();
}

#[test]
fn a_platform_carries_it() {
    let (mut app, character) = walker(floor3());
    app.world_mut()
        .get_mut::<d3::CharacterInput>(character)
        .unwrap()
        .velocity = Vec3::ZERO;
    let lift = d3::Collider::cuboid(Vec3::new(2.0, 0.1, 2.0)).unwrap();
    let lift = app
        .world_mut()
        .spawn((lift, Transform::from_xyz(0.0, -0.05, 5.0)))
        .id();
    run(&mut app, SECOND); // it stands on the lift, which stands out of the floor
    assert_eq!(output::<Vec3>(&app, character).ground.unwrap().entity, lift);
    let from = place(&app, character);
    app.insert_resource(Lift(lift)).add_systems(FixedUpdate, rise);
    run(&mut app, SECOND);
    let way = place(&app, character) - from;
    assert!((way - Vec3::new(0.0, 1.0, 0.5)).length() < 0.01, "{way}");
}

/// A thin wall goes ten metres in one step, over a character: with `PushesCharacters` it takes the character
/// along.
#[test]
fn a_fast_wall_pushes_on_all_of_its_way_only_if_it_says_so() {
    let pushed = |pushes: bool| {
        let (mut app, character) = walker(floor3());
        app.world_mut()
            .get_mut::<d3::CharacterInput>(character)
            .unwrap()
            .velocity = Vec3::ZERO;
        let wall = d3::Collider::cuboid(Vec3::new(0.1, 2.0, 50.0)).unwrap();
        let wall = app
            .world_mut()
            .spawn((wall, Transform::from_xyz(-5.0, 2.2, 0.0)))
            .id();
        if pushes {
            app.world_mut().entity_mut(wall).insert(PushesCharacters);
        }
        run(&mut app, SECOND);
        app.world_mut().get_mut::<Transform>(wall).unwrap().translation.x = 5.0;
        run(&mut app, 1);
        let pushed = place(&app, character).x;
        // A wall that has come to rest has no way any more.
        app.world_mut()
            .get_mut::<Transform>(character)
            .unwrap()
            .translation
            .x = 0.0;
        run(&mut app, 5);
        assert!(place(&app, character).x.abs() < 1e-3);
        pushed
    };
    assert!((pushed(true) - 5.4).abs() < 0.02, "{}", pushed(true));
    assert!(pushed(false).abs() < 1e-3);
}

#[test]
fn a_child_walks_in_the_world_and_goes_with_its_parent() {
    let (mut app, character) = walker(floor3());
    let ship = Transform::from_xyz(3.0, 0.5, -2.0).with_rotation(Quat::from_rotation_y(1.0));
    let ship = app.world_mut().spawn(ship).id();
    app.world_mut().entity_mut(character).insert(ChildOf(ship));
    let start = app
        .world()
        .get::<Transform>(ship)
        .unwrap()
        .transform_point(Vec3::new(0.0, 1.0, 5.0));
    run(&mut app, SECOND);
    let there = place(&app, character);
    assert!(
        (there - start - Vec3::X * 2.0).with_y(0.0).length() < 0.02,
        "{there} {start}"
    );
    assert!(output::<Vec3>(&app, character).is_grounded());
    app.world_mut().get_mut::<Transform>(ship).unwrap().translation.z -= 100.0;
    app.update();
    let step = place(&app, character) - there;
    assert!(
        (step - Vec3::new(2.0 / 64.0, 0.0, -100.0)).length() < 0.02,
        "{step}"
    );
}

#[test]
fn a_child_of_a_character_goes_with_it_in_the_same_step() {
    let (mut app, character) = walker(floor3());
    let probe = (
        d3::Collider::sphere(0.25).unwrap(),
        Sensor,
        Transform::from_xyz(1.0, 0.0, 0.0),
    );
    let probe = app.world_mut().spawn((probe, ChildOf(character))).id();
    for _ in 0..SECOND {
        app.update();
        let scene = app.world().resource::<d3::CollisionScene>();
        let object = scene.scene().get(scene.handle(probe).unwrap()).unwrap();
        let at = Vec3::from_array(object.pose().position().to_array());
        assert_eq!(at, place(&app, probe));
        assert_eq!(
            at - place(&app, character),
            at - app.world().get::<Transform>(character).unwrap().translation
        );
    }
}

#[test]
fn what_a_character_cannot_use_is_told_once() {
    let (mut app, character) = walker(floor3());
    run(&mut app, 3);
    let mut told = |change: &dyn Fn(EntityWorldMut)| {
        change(app.world_mut().entity_mut(character));
        let mut told = Vec::new();
        for _ in 0..4 {
            app.update();
            told.extend(errors(&mut app));
        }
        assert!(told.iter().all(|error| error.entity == Some(character)));
        told.iter().map(|error| error.reason).collect::<Vec<_>>()
    };
    let radius = |radius: f32| {
        move |mut entity: EntityWorldMut| entity.get_mut::<d3::Character>().unwrap().radius = radius
    };
    let velocity = |velocity: Vec3| {
        move |mut entity: EntityWorldMut| entity.get_mut::<d3::CharacterInput>().unwrap().velocity = velocity
    };
    let height =
        |y: f32| move |mut entity: EntityWorldMut| entity.get_mut::<Transform>().unwrap().translation.y = y;
    assert_eq!(
        told(&radius(-1.0)),
        [Reason::Character(InvalidCharacter::NotPositive("radius"))]
    );
    assert_eq!(told(&velocity(Vec3::NAN)), []); // it is no character at all
    assert_eq!(
        told(&radius(0.3)),
        [Reason::Step(QueryError::NotFinite("velocity"))]
    );
    assert_eq!(told(&velocity(Vec3::ZERO)), []);
    assert_eq!(
        told(&height(f32::NAN)),
        [Reason::Step(QueryError::NotFinite("state"))]
    );
    assert_eq!(told(&height(1.0)), []);
    run(&mut app, SECOND);
    assert!(output::<Vec3>(&app, character).is_grounded());
}
