//! What begins and what ends, by messages and observers, whatever the reason.

mod common;

use bevy_clearance::{
    Collider, ColliderDisabled, CollisionEnd, CollisionEventsEnabled, CollisionLayers, CollisionStart,
    Sensor, d2, d3,
};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::Transform;
use clearance::{Placed, Pose, intersects};
use clearance_testkit::Random;
use common::{TestDimension, app, at, events, sorted, take, vector};

/// Two circles of radius 1 that overlap, and the app after the step in which that was told.
fn two_circles() -> (bevy_app::App, [Entity; 2]) {
    let mut app = app::<Vec2>();
    let [a, b] = [0.0, 1.5].map(|x| {
        let circle = d2::Collider::circle(1.0).unwrap();
        app.world_mut()
            .spawn((circle, Transform::from_xyz(x, 0.0, 0.0)))
            .id()
    });
    app.update();
    assert_eq!(events(&mut app), [vec![sorted(a, b)], vec![]]);
    app.update();
    assert!(events(&mut app).iter().all(Vec::is_empty));
    (app, [a, b])
}

/// What is told after a change to the second circle.
fn after(change: impl FnOnce(&mut EntityWorldMut)) -> [usize; 2] {
    let (mut app, [_, b]) = two_circles();
    change(&mut app.world_mut().entity_mut(b));
    app.update();
    events(&mut app).map(|pairs| pairs.len())
}

#[test]
fn a_pair_ends_whatever_takes_a_collider_away() {
    assert_eq!(after(|_| ()), [0, 0]);
    let move_away = |b: &mut EntityWorldMut| b.get_mut::<Transform>().unwrap().translation.x = 2.5;
    assert_eq!(after(move_away), [0, 1]);
    let touch = |b: &mut EntityWorldMut| b.get_mut::<Transform>().unwrap().translation.x = 2.0;
    assert_eq!(after(touch), [0, 0]); // touching is meeting
    assert_eq!(after(|b| _ = b.remove::<d2::Collider>()), [0, 1]);
    assert_eq!(after(|b| _ = b.insert(ColliderDisabled)), [0, 1]);
    assert_eq!(after(|b| _ = b.insert(Disabled)), [0, 1]);
    assert_eq!(after(|b| _ = b.insert(CollisionLayers::new(1, 2))), [0, 1]);
    assert_eq!(
        after(|b| _ = b.insert(d2::Collider::circle(0.25).unwrap())),
        [0, 1]
    );
    assert_eq!(
        after(|b| _ = b.insert(d2::Collider::circle(0.5).unwrap())),
        [0, 0]
    );
    assert_eq!(after(|b| _ = b.insert(Sensor)), [1, 1]); // now another kind of pair
}

#[test]
fn a_despawned_entity_ends_its_pairs_once() {
    let (mut app, [a, b]) = two_circles();
    app.world_mut().despawn(b);
    app.update();
    let ends = take::<CollisionEnd>(&mut app);
    assert_eq!(ends.len(), 1);
    assert_eq!(sorted(ends[0].collider1, ends[0].collider2), sorted(a, b));
    app.update();
    assert!(events(&mut app).iter().all(Vec::is_empty));
    assert_eq!(app.world().resource::<d2::CollisionScene>().scene().len(), 1);
}

#[test]
fn what_was_taken_away_comes_back() {
    let (mut app, [a, b]) = two_circles();
    app.world_mut().entity_mut(b).insert(ColliderDisabled);
    app.update();
    app.world_mut().entity_mut(b).remove::<ColliderDisabled>();
    app.update();
    assert_eq!(events(&mut app), [vec![sorted(a, b)], vec![sorted(a, b)]]);
    app.world_mut().entity_mut(b).insert(Disabled);
    app.update();
    app.world_mut().entity_mut(b).remove::<Disabled>();
    app.update();
    assert_eq!(events(&mut app), [vec![sorted(a, b)], vec![sorted(a, b)]]);
    app.world_mut().entity_mut(b).insert(CollisionLayers::new(1, 2));
    app.update();
    app.world_mut().entity_mut(b).remove::<CollisionLayers>();
    app.update();
    assert_eq!(events(&mut app), [vec![sorted(a, b)], vec![sorted(a, b)]]);
}

#[test]
fn a_pair_that_is_replaced_within_a_step_ends_and_begins() {
    let (mut app, [a, b]) = two_circles();
    app.world_mut().despawn(b);
    let circle = d2::Collider::circle(1.0).unwrap();
    let c = app
        .world_mut()
        .spawn((circle, Transform::from_xyz(1.5, 0.0, 0.0)))
        .id();
    app.update();
    assert_eq!(events(&mut app), [vec![sorted(a, c)], vec![sorted(a, b)]]);
}

#[test]
fn sensors_and_layers_are_told_apart() {
    let mut app = app::<Vec3>();
    let ball = d3::Collider::sphere(1.0).unwrap();
    let ghost = app.world_mut().spawn((ball.clone(), Sensor)).id();
    let wall = app
        .world_mut()
        .spawn((ball.clone(), CollisionLayers::new(2, 1)))
        .id();
    let own_kind_only = app
        .world_mut()
        .spawn((ball.clone(), CollisionLayers::new(4, 4)))
        .id();
    let same = CollisionLayers {
        group: 7,
        ..CollisionLayers::new(8, 8)
    };
    let friend = CollisionLayers {
        group: 7,
        ..CollisionLayers::new(16, 16)
    };
    let pair = [same, friend].map(|layers| app.world_mut().spawn((ball.clone(), layers)).id());
    app.update();
    let mut starts = take::<CollisionStart>(&mut app);
    starts.sort_by_key(|start| start.is_sensor);
    let told: Vec<_> = starts
        .iter()
        .map(|s| (sorted(s.collider1, s.collider2), s.is_sensor))
        .collect();
    assert_eq!(
        told,
        [(sorted(pair[0], pair[1]), false), (sorted(ghost, wall), true)]
    );
    app.update(); // Bevy may mark once more what was spawned: nothing is left of that now
    assert!(events(&mut app).iter().all(Vec::is_empty));
    app.world_mut().entity_mut(ghost).remove::<Sensor>();
    app.update();
    let ends = take::<CollisionEnd>(&mut app);
    let starts = take::<CollisionStart>(&mut app);
    assert_eq!((ends.len(), ends[0].is_sensor), (1, true));
    assert_eq!((starts.len(), starts[0].is_sensor), (1, false));
    let scene = app.world().resource::<d3::CollisionScene>();
    assert!(scene.touching(own_kind_only).is_empty());
    assert_eq!(scene.touching(ghost), [wall]);
}

#[derive(Resource, Default)]
struct Seen(Vec<(&'static str, Entity, Entity)>);

#[test]
fn observers_of_an_entity_see_it_first() {
    let mut app = app::<Vec2>();
    app.init_resource::<Seen>();
    let circle = d2::Collider::circle(1.0).unwrap();
    let both = [(); 2].map(|()| {
        let mut watched = app.world_mut().spawn((circle.clone(), CollisionEventsEnabled));
        watched.observe(|on: On<CollisionStart>, mut seen: ResMut<Seen>| {
            seen.0.push(("start", on.collider1, on.collider2));
        });
        watched.observe(|on: On<CollisionEnd>, mut seen: ResMut<Seen>| {
            seen.0.push(("end", on.collider1, on.collider2));
        });
        watched.id()
    });
    app.world_mut().spawn(circle); // not watched
    app.update();
    let seen = core::mem::take(&mut app.world_mut().resource_mut::<Seen>().0);
    let [a, b] = both;
    assert!(
        seen.contains(&("start", a, b)) && seen.contains(&("start", b, a)),
        "{seen:?}"
    );
    assert_eq!(seen.len(), 4); // and two with the third
    app.world_mut().despawn(b);
    app.update();
    assert_eq!(app.world().resource::<Seen>().0[..], [("end", a, b)]);
}

#[test]
fn an_observer_may_despawn_what_it_observes() {
    let mut app = app::<Vec2>();
    let circle = d2::Collider::circle(1.0).unwrap();
    app.world_mut().spawn(circle.clone());
    let mut coin = app.world_mut().spawn((circle, Sensor, CollisionEventsEnabled));
    coin.observe(|on: On<CollisionStart>, mut commands: Commands| {
        commands.entity(on.collider1).despawn();
    });
    app.update();
    app.update();
    assert_eq!(events(&mut app).map(|pairs| pairs.len()), [1, 1]);
    assert_eq!(app.world().resource::<d2::CollisionScene>().scene().len(), 1);
}

/// Random worlds, step after step: what was told to begin and not to end is what really meets.
fn told_pairs_are_those_that_meet<V: TestDimension>(seed: u64, reach: f64) {
    let mut random = Random::single(seed);
    let mut app = app::<V>();
    let mut entities: Vec<(Entity, V::Rotation)> = Vec::new();
    let mut told: Vec<[Entity; 2]> = Vec::new();
    let (mut meet, mut all) = (0, 0);
    for _step in 0..40 {
        let world = app.world_mut();
        for _ in 0..random.count(0, 3) {
            let (rotation, turn) = V::turn(&mut random);
            let transform = at::<V>(vector(&mut random, reach)).with_rotation(rotation);
            entities.push((world.spawn((V::shape(&mut random), transform)).id(), turn));
        }
        if entities.len() > 12 {
            world.despawn(entities.swap_remove(random.count(0, entities.len() - 1)).0);
        }
        for (entity, turn) in &mut entities {
            if random.one_in(3) {
                let rotation;
                (rotation, *turn) = V::turn(&mut random);
                let transform = at::<V>(vector(&mut random, reach)).with_rotation(rotation);
                world.entity_mut(*entity).insert(transform);
            }
        }
        app.update();
        let [began, ended] = events(&mut app);
        for pair in ended {
            let i = told
                .iter()
                .position(|known| *known == pair)
                .expect("ended, and never began");
            told.swap_remove(i);
        }
        for pair in began {
            assert!(!told.contains(&pair), "began twice");
            told.push(pair);
        }
        told.sort();
        let expected = meeting::<V>(app.world(), &entities);
        assert_eq!(told, expected);
        meet += expected.len();
        all += entities.len() * entities.len().saturating_sub(1) / 2;
    }
    let share = meet as f64 / all as f64;
    assert!((0.3..0.7).contains(&share), "{share} of the pairs meet");
}

/// All pairs that meet, asked one by one.
fn meeting<V: TestDimension>(world: &World, entities: &[(Entity, V::Rotation)]) -> Vec<[Entity; 2]> {
    let placed = |(entity, turn): (Entity, V::Rotation)| {
        let at = V::of_translation(world.get::<Transform>(entity).unwrap().translation);
        let pose = Pose::new(at.to_native(), V::rotation_to_native(turn)).unwrap();
        (pose, world.get::<Collider<V>>(entity).unwrap())
    };
    let mut pairs = Vec::new();
    for (i, &a) in entities.iter().enumerate() {
        for &b in &entities[..i] {
            let ((pose_a, shape_a), (pose_b, shape_b)) = (placed(a), placed(b));
            let first = Placed::<V::Native>::new(shape_a.shape(), &pose_a);
            if intersects(first, Placed::<V::Native>::new(shape_b.shape(), &pose_b)) {
                pairs.push(sorted(a.0, b.0));
            }
        }
    }
    pairs.sort();
    pairs
}

#[test]
fn told_pairs_are_those_that_meet_in_the_plane() {
    (0..8).for_each(|seed| told_pairs_are_those_that_meet::<Vec2>(seed, 1.4));
}

#[test]
fn told_pairs_are_those_that_meet_in_space() {
    (0..8).for_each(|seed| told_pairs_are_those_that_meet::<Vec3>(seed, 1.1));
}
