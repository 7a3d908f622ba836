//! Spatial queries beside brute force: every collider asked by itself, over random worlds.

mod common;

use bevy_clearance::{
    Collider, CollisionLayers, Dimension, Sensor, SpatialQuery, SpatialQueryFilter, d2, d3,
};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::{Quat, Rot2, Vec2, Vec3};
use bevy_transform::components::Transform;
use clearance::cast::{Motion, Ray, Start, contains, ray, sweep};
use clearance::math::Pose;
use clearance::pair::QueryError;
use clearance::{Placed, distance, intersects};
use clearance_testkit::Random;
use common::{TestDimension, app, at, vector};

/// A collider as the test knows it.
struct Known<V: Dimension> {
    entity: Entity,
    collider: Collider<V>,
    pose: Pose<V::Native>,
    layer: u32,
    is_sensor: bool,
}

impl<V: Dimension> Known<V> {
    fn placed(&self) -> Placed<'_, V::Native> {
        Placed::<V::Native>::new(self.collider.shape(), &self.pose)
    }
    fn is_meant(&self, filter: &SpatialQueryFilter) -> bool {
        self.layer & filter.layers != 0
            && (filter.has_sensors || !self.is_sensor)
            && !filter.excluded.contains(&self.entity)
    }
}

fn world<V: TestDimension>(random: &mut Random, count: usize, reach: f64) -> (bevy_app::App, Vec<Known<V>>) {
    let mut app = app::<V>();
    let mut known = Vec::new();
    for _ in 0..count {
        let (position, collider): (V, _) = (vector(random, reach), V::shape(random));
        let (rotation, turn) = V::turn(random);
        let (layer, is_sensor) = (1 << random.count(0, 3), random.one_in(4));
        let layers = CollisionLayers::new(layer, 0); // their own filters are of no account
        let transform = at(position).with_rotation(rotation);
        let mut entity = app.world_mut().spawn((collider.clone(), transform, layers));
        if is_sensor {
            entity.insert(Sensor);
        }
        known.push(Known {
            entity: entity.id(),
            collider,
            pose: Pose::new(position.to_native(), V::rotation_to_native(turn)).unwrap(),
            layer,
            is_sensor,
        });
    }
    app.update();
    (app, known)
}

fn random_filter<V: Dimension>(random: &mut Random, known: &[Known<V>]) -> SpatialQueryFilter {
    let filter = match random.count(0, 2) {
        0 => SpatialQueryFilter::default(),
        1 => SpatialQueryFilter::on_layers(0b101),
        _ => SpatialQueryFilter::default().without_sensors(),
    };
    filter.excluding([random.pick(known).entity])
}

fn ask<V: Dimension, R: 'static>(
    world: &mut World,
    question: impl Fn(&SpatialQuery<V>) -> R + Send + Sync + 'static,
) -> R {
    world
        .run_system_once(move |query: SpatialQuery<V>| question(&query))
        .unwrap()
}

/// How often something was found, and how often it was asked.
#[derive(Default)]
struct Rate([usize; 2]);

impl Rate {
    fn note(&mut self, is_hit: bool) {
        self.0[0] += usize::from(is_hit);
        self.0[1] += 1;
    }
    fn check(&self, about: &str) {
        let share = self.0[0] as f64 / self.0[1] as f64;
        assert!(
            (0.3..0.7).contains(&share),
            "{about}: {share} of the questions are answered by something"
        );
    }
}

fn sorted(mut entities: Vec<Entity>) -> Vec<Entity> {
    entities.sort();
    entities
}

fn rays_as_by_brute_force<V: TestDimension>(seed: u64, reach: f64) {
    let mut random = Random::single(seed);
    let mut rate = Rate::default();
    for _ in 0..10 {
        let (mut app, known) = world::<V>(&mut random, 12, reach);
        for _ in 0..20 {
            let (origin, direction): (V, V) = (vector(&mut random, reach), vector(&mut random, 1.0));
            let max_time = random.between(0.5, 8.0) as f32;
            let filter = random_filter(&mut random, &known);
            let line = Ray {
                origin: origin.to_native(),
                direction: direction.to_native(),
                max_time,
            };
            let mut expected: Vec<_> = known
                .iter()
                .filter(|object| object.is_meant(&filter))
                .filter_map(|object| Some((ray(object.placed(), &line).unwrap()?.time, object.entity)))
                .collect();
            expected.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (all, first, any) = ask(app.world_mut(), move |query: &SpatialQuery<V>| {
                let all = query.cast_ray_all(origin, direction, max_time, &filter).unwrap();
                let first = query.cast_ray(origin, direction, max_time, &filter).unwrap();
                (
                    all,
                    first,
                    query.ray_meets_any(origin, direction, max_time, &filter).unwrap(),
                )
            });
            // The pose of the test is not read from a matrix: times differ by rounding.
            assert_eq!(all.len(), expected.len());
            for (hit, (time, _)) in all.iter().zip(&expected) {
                assert!((hit.time - time).abs() < 1e-4, "{} {time}", hit.time);
            }
            let entities = |hits: &[Entity]| sorted(hits.to_vec());
            let found: Vec<_> = all.iter().map(|hit| hit.entity).collect();
            let meant: Vec<_> = expected.iter().map(|hit| hit.1).collect();
            assert_eq!(entities(&found), entities(&meant));
            assert_eq!(first, all.first().copied());
            assert_eq!(any, !all.is_empty());
            rate.note(any);
        }
    }
    rate.check("rays");
}

#[test]
fn rays() {
    rays_as_by_brute_force::<Vec2>(1, 4.0);
    rays_as_by_brute_force::<Vec3>(2, 2.2);
}

fn shapes_as_by_brute_force<V: TestDimension>(seed: u64, reach: f64) {
    let mut random = Random::single(seed);
    let (mut overlaps, mut points, mut casts) = (Rate::default(), Rate::default(), Rate::default());
    for _ in 0..10 {
        let (mut app, known) = world::<V>(&mut random, 10, reach);
        for _ in 0..20 {
            let position: V = vector(&mut random, reach);
            let target = V::from_native(random.pick(&known).pose.position());
            let motion = (target - position) * random.between(0.0, 0.9) as f32;
            let (shape, turn) = (V::shape(&mut random), V::turn(&mut random).1);
            let probe = V::from_native(random.pick(&known).pose.position()) + vector(&mut random, 0.4);
            let filter = random_filter(&mut random, &known);
            let pose = Pose::new(position.to_native(), V::rotation_to_native(turn)).unwrap();
            let own = Placed::<V::Native>::new(shape.shape(), &pose);
            let meant = || known.iter().filter(|object| object.is_meant(&filter));
            let overlapping: Vec<_> = meant()
                .filter(|o| intersects(o.placed(), own))
                .map(|o| o.entity)
                .collect();
            let at: Vec<_> = meant()
                .filter(|o| contains(o.placed(), probe.to_native()).unwrap())
                .map(|o| o.entity)
                .collect();
            let mut near: Vec<_> = meant().map(|o| distance(o.placed(), own)).collect();
            near.sort_by(f32::total_cmp);
            let linear = Motion::linear(motion.to_native());
            let swept =
                |o: &Known<V>| sweep(own, &linear, o.placed(), &Motion::none(), Start::Touching).unwrap();
            let cast = meant()
                .filter_map(swept)
                .map(|hit| hit.time)
                .min_by(f32::total_cmp);

            let (asked, filter) = (shape.clone(), filter.clone());
            let answers = ask(app.world_mut(), move |query: &SpatialQuery<V>| {
                let overlapping = query.overlapping(&asked, position, turn, &filter).unwrap();
                let at = query.at_point(probe, &filter).unwrap();
                let near = query
                    .nearest(&asked, (position, turn), 4, f32::INFINITY, &filter)
                    .unwrap();
                let cast = query.cast_shape(&asked, position, turn, motion, &filter).unwrap();
                (overlapping, at, near, cast)
            });
            assert_eq!(sorted(answers.0), sorted(overlapping.clone()));
            assert_eq!(sorted(answers.1), sorted(at.clone()));
            assert_eq!(answers.2.len(), near.len().min(4));
            for (found, distance) in answers.2.iter().zip(&near) {
                assert!((found.distance - distance).abs() < 1e-4);
            }
            let time = answers.3.map(|hit| hit.time);
            assert_eq!(time.is_some(), cast.is_some());
            assert!(
                (time.unwrap_or(0.0) - cast.unwrap_or(0.0)).abs() < 1e-3,
                "{time:?} {cast:?}"
            );
            overlaps.note(!overlapping.is_empty());
            points.note(!at.is_empty());
            if overlapping.is_empty() {
                casts.note(cast.is_some());
            }
        }
    }
    overlaps.check("overlaps");
    casts.check("casts that do not begin inside");
    points.check("points");
}

#[test]
fn shapes_points_and_neighbours() {
    shapes_as_by_brute_force::<Vec2>(3, 5.0);
    shapes_as_by_brute_force::<Vec3>(4, 3.0);
}

#[test]
fn a_point_is_projected_to_the_nearest_border() {
    let mut app = app::<Vec2>();
    let square = d2::Collider::rectangle(Vec2::ONE).unwrap();
    let near = app
        .world_mut()
        .spawn((square.clone(), Transform::from_xyz(0.0, 0.0, 0.0)))
        .id();
    app.world_mut()
        .spawn((square, Transform::from_xyz(10.0, 0.0, 0.0)));
    app.update();
    let mut ask = |x: f32, within: f32| {
        ask(app.world_mut(), move |query: &d2::SpatialQuery| {
            query
                .project_point(Vec2::new(x, 0.0), within, &SpatialQueryFilter::default())
                .unwrap()
        })
    };
    let found = ask(3.0, f32::INFINITY).unwrap();
    assert_eq!(
        (found.entity, found.point, found.distance, found.normal),
        (near, Vec2::X, 2.0, Vec2::X)
    );
    let inside = ask(0.75, 0.0).unwrap();
    assert_eq!(
        (inside.entity, inside.point, inside.distance),
        (near, Vec2::X, -0.25)
    );
    assert_eq!(ask(3.0, 1.5), None);
}

#[test]
fn numbers_that_are_none_are_errors() {
    let mut app = app::<Vec3>();
    let ball = d3::Collider::sphere(1.0).unwrap();
    app.world_mut().spawn(ball.clone());
    app.update();
    let all = SpatialQueryFilter::default();
    let errors = ask(app.world_mut(), move |query: &d3::SpatialQuery| {
        [
            query.cast_ray(Vec3::NAN, Vec3::X, 1.0, &all).map(drop),
            query.cast_ray(Vec3::ONE, Vec3::ZERO, 1.0, &all).map(drop),
            query.at_point(Vec3::INFINITY, &all).map(drop),
            query
                .overlapping(&ball, Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), &all)
                .map(drop),
            query
                .cast_shape(&ball, Vec3::ZERO, Quat::IDENTITY, Vec3::NAN, &all)
                .map(drop),
            query.project_point(Vec3::splat(1e30), 1.0, &all).map(drop),
        ]
    });
    assert_eq!(errors[1], Err(QueryError::ZeroDirection));
    assert_eq!(errors[2], Err(QueryError::NotFinite("point")));
    assert_eq!(errors[3], Err(QueryError::NotFinite("rotation")));
    assert_eq!(errors[5], Err(QueryError::TooLarge("position")));
    assert!(errors.iter().all(Result::is_err));
    let mut plane = common::app::<Vec2>();
    let circle = d2::Collider::circle(1.0).unwrap();
    let none = Rot2 {
        cos: 0.0,
        sin: f32::NAN,
    };
    let turned = ask(plane.world_mut(), move |query: &d2::SpatialQuery| {
        query
            .overlapping(&circle, Vec2::ZERO, none, &SpatialQueryFilter::default())
            .map(drop)
    });
    assert_eq!(turned, Err(QueryError::NotFinite("rotation")));
}

#[test]
fn queries_see_the_last_step_without_what_was_despawned_since() {
    let mut app = app::<Vec2>();
    let circle = d2::Collider::circle(1.0).unwrap();
    let [moved, gone] = [(); 2].map(|()| app.world_mut().spawn(circle.clone()).id());
    app.update();
    app.world_mut().get_mut::<Transform>(moved).unwrap().translation.x = 50.0;
    app.world_mut().despawn(gone);
    let found = ask(app.world_mut(), |query: &d2::SpatialQuery| {
        query
            .at_point(Vec2::ZERO, &SpatialQueryFilter::default())
            .unwrap()
    });
    assert_eq!(found, [moved]);
}
