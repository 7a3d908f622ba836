//! Where colliders are: hierarchies, scales of any kind, and transforms that cannot be used.

mod common;

use bevy_clearance::{Collider, CollisionError, Dimension, Reason, SpatialQuery, SpatialQueryFilter, d2, d3};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::{Affine3A, Quat, Vec2, Vec3};
use bevy_transform::components::Transform;
use clearance::math::{InvalidPose, Pose};
use clearance::{Placed, cast::closest_point};
use clearance_testkit::Random;
use common::{TestDimension, app, at, errors, events, vector};

/// What contains a point.
fn at_point<V: Dimension>(world: &mut World, point: V) -> Vec<Entity> {
    let ask = move |query: SpatialQuery<V>| query.at_point(point, &SpatialQueryFilter::default()).unwrap();
    world.run_system_once(ask).unwrap()
}

/// A child is where its parents put it: a point of its shape, taken to the world by the product of their
/// matrices, is in the collider exactly if it is in the shape.
fn children_are_where_their_parents_put_them<V: TestDimension>(seed: u64) {
    let mut random = Random::single(seed);
    let mut app = app::<V>();
    let (mut asked, mut inside) = (0, 0);
    for _ in 0..60 {
        let shape = V::shape(&mut random);
        let chain: Vec<Transform> = (0..3)
            .map(|_| {
                let scale = random.between(0.5, 2.0) as f32;
                let turned = at::<V>(vector(&mut random, 3.0)).with_rotation(V::turn(&mut random).0);
                turned.with_scale(Vec3::splat(scale))
            })
            .collect();
        let world = app.world_mut();
        let root = world.spawn(chain[0]).id();
        let middle = world.spawn((chain[1], ChildOf(root))).id();
        let child = world.spawn((chain[2], ChildOf(middle), shape.clone())).id();
        app.update();
        let matrix = chain
            .iter()
            .fold(Affine3A::IDENTITY, |m, t| m * t.compute_affine());
        let found = ask_points(app.world_mut(), &mut random, &shape, matrix, child);
        asked += found[0];
        inside += found[1];
        app.world_mut().despawn(root);
    }
    let share = inside as f64 / asked as f64;
    assert!(
        asked > 600 && (0.3..0.7).contains(&share),
        "{inside} of {asked} points are inside"
    );
}

/// Asks about points of the shape's frame; how many, and how many of them are inside.
fn ask_points<V: TestDimension>(
    world: &mut World,
    random: &mut Random,
    shape: &Collider<V>,
    matrix: Affine3A,
    child: Entity,
) -> [usize; 2] {
    let (mut asked, mut inside) = (0, 0);
    let origin = Pose::IDENTITY;
    let own = Placed::<V::Native>::new(shape.shape(), &origin);
    for _ in 0..12 {
        let local: V = vector(random, 0.8);
        let closest = closest_point(own, local.to_native()).unwrap();
        if closest.distance.abs() < 1e-4 {
            continue; // rounding may decide
        }
        let there = matrix.transform_point3(V::moved(Vec3::ZERO, local));
        let found = at_point::<V>(world, V::of_translation(there));
        assert_eq!(
            found.contains(&child),
            closest.distance < 0.0,
            "{shape:?} {local:?}"
        );
        asked += 1;
        inside += usize::from(closest.distance < 0.0);
    }
    [asked, inside]
}

#[test]
fn children_in_the_plane() {
    children_are_where_their_parents_put_them::<Vec2>(1);
}

#[test]
fn children_in_space() {
    children_are_where_their_parents_put_them::<Vec3>(2);
}

/// Shapes that are stretched or mirrored contain the stretched points of what they were; those that cannot be
/// are told.
fn stretched_shapes_contain_stretched_points<V: TestDimension>(seed: u64, refused: &[&str]) {
    let mut random = Random::single(seed);
    let mut app = app::<V>();
    let (mut asked, mut inside, mut told) = (0, 0, 0);
    for _ in 0..150 {
        let shape = V::shape(&mut random);
        let mut scale = Vec3::from_array(core::array::from_fn(|_| random.between(0.5, 2.0) as f32));
        if random.one_in(2) {
            scale.y = -scale.y;
        }
        let transform = at::<V>(vector(&mut random, 3.0)).with_rotation(V::turn(&mut random).0);
        let transform = transform.with_scale(scale);
        let entity = app.world_mut().spawn((shape.clone(), transform)).id();
        app.update();
        let errors = errors(&mut app);
        if refused.contains(&shape.kind()) {
            let is_told = matches!(errors[..], [CollisionError { entity: Some(e), reason: Reason::CannotStretch { .. } }] if e == entity);
            assert!(is_told, "{shape:?} {errors:?}");
            told += 1;
        } else {
            assert_eq!(errors, []);
            let matrix = transform.compute_affine();
            let found = ask_points(app.world_mut(), &mut random, &shape, matrix, entity);
            asked += found[0];
            inside += found[1];
        }
        app.world_mut().despawn(entity);
    }
    let share = inside as f64 / asked as f64;
    assert!(asked > 500 && told > 5, "{asked} {told}");
    assert!(
        (0.3..0.7).contains(&share),
        "{inside} of {asked} points are inside"
    );
}

#[test]
fn stretched_shapes_in_the_plane() {
    stretched_shapes_contain_stretched_points::<Vec2>(3, &["capsule"]);
}

#[test]
fn stretched_shapes_in_space() {
    stretched_shapes_contain_stretched_points::<Vec3>(4, &["capsule", "cylinder", "cone"]);
}

#[test]
fn the_kinds_that_random_worlds_leave_out_are_stretched_as_well() {
    let mut app = app::<Vec3>();
    let long = Transform::from_scale(Vec3::new(2.0, 3.0, 2.0));
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let colliders = [
        d3::Collider::cylinder(1.0, 1.0).unwrap(), // inside: |y| < 3, radius 2
        d3::Collider::cone(1.0, 1.0).unwrap(),
        d3::Collider::mesh(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap(),
        d3::Collider::compound([(Vec3::X * 10.0, Quat::IDENTITY, d3::Collider::sphere(1.0).unwrap())])
            .unwrap(),
        d3::Collider::half_space(Vec3::new(1.0, 1.0, 0.0), -50.0).unwrap(),
        d3::Collider::terrain(&[vec![-9.0, -9.0], vec![-9.0, -9.0]], [1.0, 1.0]).unwrap(),
    ];
    let entities = colliders.map(|collider| app.world_mut().spawn((collider, long)).id());
    app.update();
    assert_eq!(errors(&mut app), []);
    fn sorted<const N: usize>(mut entities: [Entity; N]) -> [Entity; N] {
        entities.sort();
        entities
    }
    let mut found = |x, y, z| {
        let mut found = at_point(app.world_mut(), Vec3::new(x, y, z));
        found.sort();
        found
    };
    let [cylinder, cone, mesh, compound, half_space, terrain] = entities;
    assert_eq!(found(0.0, 2.9, -0.01), sorted([cylinder, cone]));
    assert_eq!(found(1.9, 2.9, 0.0), [cylinder]);
    assert_eq!(found(0.9, -2.9, 1.0), sorted([cylinder, cone]));
    assert_eq!(found(0.1, 2.5, 0.1), sorted([cylinder, cone, mesh]));
    assert_eq!(found(20.0, 2.9, 0.0), [compound]);
    assert_eq!(found(22.1, 0.0, 0.0), []);
    // x/2 + y/3 <= -50
    assert_eq!(found(-50.0, -75.0, 0.0), [half_space]);
    assert_eq!(found(-50.0, -74.0, 0.0), []);
    assert_eq!(found(1.5, -27.0, 1.0), [terrain]);
}

#[test]
fn a_turned_part_of_a_stretched_compound_is_told() {
    let mut app = app::<Vec2>();
    let part = d2::Collider::rectangle(Vec2::ONE).unwrap();
    let turned = d2::Collider::compound([(Vec2::ZERO, bevy_math::Rot2::degrees(30.0), part)]).unwrap();
    let stretched = Transform::from_scale(Vec3::new(2.0, 1.0, 1.0));
    app.world_mut().spawn((turned, stretched));
    app.update();
    let [
        CollisionError {
            reason: Reason::CannotStretch { kind, scale },
            ..
        },
    ] = errors(&mut app)[..]
    else {
        panic!("not told");
    };
    assert_eq!((kind, scale), ("compound", Vec3::new(2.0, 1.0, 1.0)));
}

/// What is told of a transform, and that the collider is out until the transform is good again.
fn reason<V: Dimension>(collider: Collider<V>, transform: Transform) -> Reason {
    let mut app = app::<V>();
    let other = app.world_mut().spawn(collider.clone()).id();
    let entity = app.world_mut().spawn(collider).id();
    app.update();
    events(&mut app);
    app.world_mut().entity_mut(entity).insert(transform);
    let (mut told, mut ended) = (Vec::new(), 0);
    for _ in 0..3 {
        app.update(); // Bevy may mark the transform once more
        told.extend(errors(&mut app));
        ended += events(&mut app)[1].len();
    }
    assert_eq!(told.len(), 1, "told once: {told:?}");
    assert_eq!(told[0].entity, Some(entity));
    assert_eq!(ended, 1, "its pair ends");
    let scene = app.world().resource::<bevy_clearance::CollisionScene<V>>();
    assert_eq!(
        scene.errors().map(|(entity, _)| entity).collect::<Vec<_>>(),
        [entity]
    );
    assert_eq!((scene.handle(entity), scene.scene().len()), (None, 1));
    app.world_mut().entity_mut(entity).insert(Transform::IDENTITY);
    app.update();
    assert_eq!(events(&mut app)[0].len(), 1, "and begins again");
    let scene = app.world().resource::<bevy_clearance::CollisionScene<V>>();
    assert_eq!((scene.errors().count(), scene.touching(entity)), (0, vec![other]));
    told[0].reason
}

#[test]
fn a_transform_that_cannot_be_used_is_told_with_the_reason() {
    let ball = || d3::Collider::sphere(1.0).unwrap();
    let disc = || d2::Collider::circle(1.0).unwrap();
    let pose = Reason::Pose;
    assert_eq!(
        reason(ball(), Transform::from_xyz(f32::NAN, 0.0, 0.0)),
        pose(InvalidPose::PositionNotFinite)
    );
    assert_eq!(
        reason(disc(), Transform::from_xyz(0.0, f32::INFINITY, 0.0)),
        pose(InvalidPose::PositionNotFinite)
    );
    assert_eq!(
        reason(ball(), Transform::from_xyz(1e30, 0.0, 0.0)),
        pose(InvalidPose::PositionTooLarge)
    );
    let flat = Transform::from_scale(Vec3::new(1.0, 0.0, 1.0));
    assert_eq!(reason(ball(), flat), pose(InvalidPose::Scale));
    assert_eq!(reason(disc(), flat), pose(InvalidPose::Scale));
    let nowhere = Transform::from_scale(Vec3::splat(f32::NAN));
    assert_eq!(reason(ball(), nowhere), Reason::MatrixNotFinite);
    assert_eq!(reason(disc(), nowhere), Reason::MatrixNotFinite);
    let no_turn = Transform::from_rotation(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0));
    assert_eq!(reason(ball(), no_turn), Reason::MatrixNotFinite);
    assert_eq!(
        reason(disc(), Transform::from_rotation(Quat::from_rotation_x(0.1))),
        Reason::Tilted
    );
    let capsule = d3::Collider::capsule(1.0, 1.0).unwrap();
    let scale = Vec3::new(1.0, 2.0, 1.0);
    let kind = "capsule";
    assert_eq!(
        reason(capsule, Transform::from_scale(scale)),
        Reason::CannotStretch { kind, scale }
    );
}

#[test]
fn a_child_that_is_sheared_is_told() {
    let mut app = app::<Vec3>();
    let parent = app
        .world_mut()
        .spawn(Transform::from_scale(Vec3::new(1.0, 2.0, 1.0)))
        .id();
    let turned = Transform::from_rotation(Quat::from_rotation_z(0.5));
    let ball = d3::Collider::sphere(1.0).unwrap();
    let child = app.world_mut().spawn((ball, turned, ChildOf(parent))).id();
    app.update();
    let told = errors(&mut app);
    assert_eq!(
        told,
        [CollisionError {
            entity: Some(child),
            reason: Reason::Sheared
        }]
    );
    assert!(
        told[0]
            .to_string()
            .ends_with("transform: sheared, its axes are not at right angles")
    );
}

#[test]
fn no_transform_panics() {
    let mut random = Random::single(5);
    let odd = [
        0.0,
        -0.0,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN_POSITIVE,
        1e-42,
        1.0,
        -3.0,
    ];
    let (mut space, mut plane) = (app::<Vec3>(), app::<Vec2>());
    let boxes = (
        d3::Collider::cuboid(Vec3::ONE).unwrap(),
        d2::Collider::rectangle(Vec2::ONE).unwrap(),
    );
    let entities = (
        space.world_mut().spawn(boxes.0).id(),
        plane.world_mut().spawn(boxes.1).id(),
    );
    for _ in 0..2000 {
        let mut number = || *random.pick(&odd);
        let transform = Transform {
            translation: Vec3::new(number(), number(), number()),
            rotation: Quat::from_xyzw(number(), number(), number(), number()),
            scale: Vec3::new(number(), number(), number()),
        };
        space.world_mut().entity_mut(entities.0).insert(transform);
        plane.world_mut().entity_mut(entities.1).insert(transform);
        space.update();
        plane.update();
    }
}

#[test]
fn a_scale_that_turns_keeps_its_size() {
    let mut app = app::<Vec3>();
    let entity = app
        .world_mut()
        .spawn((
            d3::Collider::sphere(1.0).unwrap(),
            Transform::from_scale(Vec3::splat(3.0)),
        ))
        .id();
    let other = app
        .world_mut()
        .spawn((
            d3::Collider::cuboid(Vec3::ONE).unwrap(),
            Transform::from_scale(Vec3::new(1.0, 2.0, 3.0)),
        ))
        .id();
    app.update();
    let shape = |app: &bevy_app::App, entity| {
        let scene = app.world().resource::<d3::CollisionScene>();
        let object = scene.scene().get(scene.handle(entity).unwrap()).unwrap();
        (object.pose().scale(), std::sync::Arc::as_ptr(object.shape()))
    };
    let before = [entity, other].map(|entity| shape(&app, entity));
    for i in 1..200 {
        for entity in [entity, other] {
            let turn = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), i as f32 * 0.37);
            app.world_mut().get_mut::<Transform>(entity).unwrap().rotation = turn;
        }
        app.update();
        assert_eq!([entity, other].map(|entity| shape(&app, entity)), before);
    }
}
