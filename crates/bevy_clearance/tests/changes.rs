//! Only what has changed is looked at, and the scene is told only what is really other than before.

mod common;

use bevy_app::{App, PostUpdate};
use bevy_clearance::{CollisionError, CollisionLayers, Reason, StepCounts, d2, d3};
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::Transform;
use clearance::scene::SceneError;
use common::{app, app_with, events, sorted};

fn counts(app: &App) -> StepCounts {
    app.world().resource::<d3::CollisionScene>().last_step()
}

/// A hundred balls side by side that touch, of which the step has been told.
fn row() -> (App, Vec<Entity>) {
    let mut app = app::<Vec3>();
    let ball = d3::Collider::sphere(1.0).unwrap();
    let balls = (0..100).map(|i| {
        let at = Transform::from_xyz(i as f32 * 2.0, 0.0, 0.0);
        app.world_mut().spawn((ball.clone(), at)).id()
    });
    let balls = balls.collect();
    app.update();
    assert_eq!(counts(&app).added, 100);
    assert_eq!(events(&mut app)[0].len(), 99);
    // Once more: Bevy's own propagation has run since, and may have marked what it wrote.
    app.update();
    (app, balls)
}

#[test]
fn what_does_not_move_costs_nothing() {
    let (mut app, _) = row();
    for _ in 0..3 {
        app.update();
        assert_eq!(counts(&app), StepCounts::default());
    }
}

#[test]
fn what_moves_is_all_that_is_looked_at() {
    let (mut app, balls) = row();
    for i in [3, 50] {
        app.world_mut()
            .get_mut::<Transform>(balls[i])
            .unwrap()
            .translation
            .y = 0.5;
    }
    app.update();
    let step = counts(&app);
    assert_eq!(
        (step.looked_at, step.changed, step.added, step.removed),
        (2, 2, 0, 0)
    );
    assert!(step.tested_pairs <= 4, "{step:?}");
    assert_eq!(events(&mut app).map(|pairs| pairs.len()), [0, 4]);
    app.update();
    let step = counts(&app); // Bevy may mark again what it has propagated; the scene is told nothing
    assert_eq!((step.changed, step.tested_pairs), (0, 0));
}

#[test]
fn what_is_written_and_stays_the_same_is_no_change() {
    let (mut app, balls) = row();
    let world = app.world_mut();
    for ball in &balls {
        world.get_mut::<Transform>(*ball).unwrap().set_changed();
        world.entity_mut(*ball).insert(CollisionLayers::default());
    }
    app.update();
    assert_eq!((counts(&app).looked_at, counts(&app).changed), (100, 0));
    assert_eq!(counts(&app).tested_pairs, 0);
}

#[test]
fn a_removed_collider_is_one_change() {
    let (mut app, balls) = row();
    app.world_mut().despawn(balls[7]);
    app.update();
    let expected = StepCounts {
        removed: 1,
        ..StepCounts::default()
    };
    assert_eq!(counts(&app), expected);
}

#[test]
fn removals_are_not_lost_in_frames_without_a_step() {
    let (mut app, balls) = row();
    app.insert_resource(bevy_time::TimeUpdateStrategy::FixedTimesteps(0));
    app.world_mut().despawn(balls[0]);
    (0..5).for_each(|_| app.update());
    assert_eq!(events(&mut app)[1].len(), 0);
    app.insert_resource(bevy_time::TimeUpdateStrategy::FixedTimesteps(1));
    app.update();
    assert_eq!(events(&mut app)[1], [sorted(balls[0], balls[1])]);
}

#[test]
fn both_dimensions_live_in_one_app_and_in_any_schedule() {
    let space = d3::ClearancePlugin::in_schedule(PostUpdate);
    let mut app = app_with((space, d2::ClearancePlugin::in_schedule(PostUpdate)));
    let (ball, circle) = (
        d3::Collider::sphere(1.0).unwrap(),
        d2::Collider::circle(1.0).unwrap(),
    );
    let balls = [0.0, 1.5].map(|z| {
        app.world_mut()
            .spawn((ball.clone(), Transform::from_xyz(0.0, 0.0, z)))
            .id()
    });
    let circles = [0.0, 1.5].map(|x| {
        app.world_mut()
            .spawn((circle.clone(), Transform::from_xyz(x, 0.0, 7.0)))
            .id()
    });
    app.update();
    let mut expected = vec![sorted(balls[0], balls[1]), sorted(circles[0], circles[1])];
    expected.sort();
    assert_eq!(events(&mut app), [expected, vec![]]);
    // In `PostUpdate` what `Update` has moved is seen in the same frame.
    app.world_mut()
        .get_mut::<Transform>(balls[1])
        .unwrap()
        .translation
        .z = 3.0;
    app.world_mut()
        .get_mut::<Transform>(circles[1])
        .unwrap()
        .translation
        .z = 9.0; // of no account in the plane
    app.update();
    assert_eq!(events(&mut app), [vec![], vec![sorted(balls[0], balls[1])]]);
}

#[test]
fn contacts_have_points_if_they_are_asked_for() {
    let mut app = app_with(d2::ClearancePlugin::default().with_contacts());
    let circle = d2::Collider::circle(1.0).unwrap();
    for x in [0.0, 1.5] {
        app.world_mut()
            .spawn((circle.clone(), Transform::from_xyz(x, 0.0, 0.0)));
    }
    app.update();
    let scene = app.world().resource::<d2::CollisionScene>();
    let touch = scene.scene().contacts().iter().next().unwrap();
    let manifold = touch.manifold.unwrap();
    assert_eq!(manifold.normal.to_array(), Vec2::X.to_array());
    assert_eq!(manifold.contacts()[0].clearance, -0.5);
    assert!(scene.entity(touch.a).is_some() && scene.entity(touch.b).is_some());
}

#[test]
fn a_pile_is_told_and_works_again() {
    let mut app = app_with(d2::ClearancePlugin::default().with_max_pairs(1000));
    let circle = d2::Collider::circle(1.0).unwrap();
    let pile: Vec<_> = (0..100)
        .map(|_| app.world_mut().spawn(circle.clone()).id())
        .collect();
    app.update();
    let errors = common::errors(&mut app);
    let reason = Reason::Scene(SceneError::TooManyPairs { limit: 1000 });
    assert_eq!(errors, [CollisionError { entity: None, reason }]);
    assert_eq!(errors[0].to_string(), "scene: pairs: more than 1000 boxes meet");
    assert!(events(&mut app).iter().all(Vec::is_empty));
    for (i, entity) in pile.iter().enumerate() {
        app.world_mut()
            .get_mut::<Transform>(*entity)
            .unwrap()
            .translation
            .x = i as f32 * 2.0;
    }
    app.update();
    assert!(common::errors(&mut app).is_empty());
    assert_eq!(events(&mut app).map(|pairs| pairs.len()), [99, 0]);
}

#[test]
fn two_half_spaces_are_a_pair_unless_contact_points_are_wanted() {
    let pairs = |plugin: d2::ClearancePlugin| {
        let mut app = app_with(plugin);
        for normal in [Vec2::Y, Vec2::X] {
            app.world_mut()
                .spawn(d2::Collider::half_space(normal, 0.0).unwrap());
        }
        app.update();
        events(&mut app)[0].len()
    };
    assert_eq!(pairs(d2::ClearancePlugin::default()), 1);
    assert_eq!(pairs(d2::ClearancePlugin::default().with_contacts()), 0);
}
