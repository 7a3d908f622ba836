//! Unusual uses of scenes: piles, origins far away, groups, batches, objects removed while a list is read.

use std::sync::Arc;

use clearance::Pose;
use clearance::d3::Shape;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::index::IndexKind;
use clearance::math::InvalidPose;
use clearance::pair::Relation;
use clearance::scene::{Detail, Filter, Handle, Object, Scene, SceneError};
use clearance::shape::{Placed, Shape2};
use clearance_testkit::Random;

/// A pile of a million objects at one point has half a trillion pairs. The scene refuses it before it lists
/// them, and stays usable.
#[test]
fn a_million_objects_at_one_point_are_refused() {
    let mut scene = Scene::<Vec2>::new(IndexKind::Tree).with_detail(Detail::Boxes);
    let shape = Arc::new(Shape2::circle(1.0).unwrap());
    let object = Object::<Vec2>::new(shape, Pose::IDENTITY);
    let handles = scene.add_many((0..1_000_000).map(|_| object.clone())).unwrap();
    assert_eq!(scene.update(), Err(SceneError::TooManyPairs { limit: 1 << 27 }));
    assert!(scene.contacts().is_empty());
    let few: Vec<Handle> = handles[..3].to_vec();
    scene.retain(|object| few.contains(&object.handle()));
    scene.update().unwrap();
    assert_eq!((scene.len(), scene.contacts().len()), (3, 3));
}

/// Boxes side by side in single precision: the contacts are those at the origin, bit by bit.
#[test]
fn contacts_are_as_good_100_km_out_as_at_the_origin() {
    let contacts = |origin: DVec3| {
        let mut random = Random::new(9);
        let mut scene = Scene::<Vec3>::default().with_detail(Detail::Manifold);
        scene.shift_origin(origin).unwrap();
        let shape = Arc::new(Shape::cuboid(Vec3::splat(0.5)).unwrap());
        for _ in 0..60 {
            // Rounded to 2^-30: exact both in the world and here.
            let local: DVec3 = random.grid::<DVec3>(2 << 20) / f64::from(1 << 20);
            let pose = Pose::at(scene.to_local(origin + local)).unwrap();
            scene.add(Object::new(Arc::clone(&shape), pose)).unwrap();
        }
        scene.update().unwrap();
        let found: Vec<_> = scene
            .contacts()
            .iter()
            .map(|touch| (touch.a, touch.b, *touch.manifold.unwrap()))
            .collect();
        found
    };
    let (near, far) = (
        contacts(DVec3::ZERO),
        contacts(DVec3::new(100_000.0, -70_000.0, 3.0)),
    );
    assert!(near.len() > 20);
    assert_eq!(near, far);
}

/// Two boxes travel 100 km together, and the origin follows them every kilometre. Without that, a gap of a
/// millimetre is lost.
#[test]
fn a_gap_survives_a_journey_with_its_origin() {
    let travel = |follow: bool| {
        let mut scene = Scene::<Vec2>::default();
        let shape = Arc::new(Shape2::cuboid(Vec2::splat(0.5)).unwrap());
        let mut at = |x: f32| {
            scene
                .add(Object::new(
                    Arc::clone(&shape),
                    Pose::at(Vec2::new(x, 0.0)).unwrap(),
                ))
                .unwrap()
        };
        let [a, b] = [at(0.0), at(1.001)];
        for _ in 0..100 {
            scene.move_all(|mut object| object.set_position(object.position() + Vec2::X * 1000.0).unwrap());
            if follow {
                scene.shift_origin(scene.origin() + DVec2::X * 1000.0).unwrap();
            }
            scene.update().unwrap();
        }
        let [a, b] = [a, b].map(|handle| scene.to_world(scene.get(handle).unwrap().pose().position()));
        assert!((a.x - 100_000.0).abs() < 0.1);
        b.x - a.x - 1.001
    };
    assert!(travel(true).abs() < 1e-4, "{}", travel(true));
    assert!(travel(false).abs() > 5e-4, "{}", travel(false));
}

#[test]
fn an_origin_from_which_an_object_is_too_far_changes_nothing() {
    let mut scene = Scene::<Vec2>::default();
    let ball = scene
        .add(Object::new(
            Shape2::circle(1.0).unwrap(),
            Pose::at(Vec2::X).unwrap(),
        ))
        .unwrap();
    let far = scene.shift_origin(DVec2::X * 1e300);
    assert!(matches!(
        far,
        Err(SceneError::Pose(
            InvalidPose::PositionNotFinite | InvalidPose::PositionTooLarge
        ))
    ));
    assert_eq!(
        scene.shift_origin(DVec2::NAN),
        Err(SceneError::NotFinite("origin"))
    );
    assert_eq!(
        (scene.origin(), scene.get(ball).unwrap().pose().position()),
        (DVec2::ZERO, Vec2::X)
    );
}

/// Handles may be used while a list is read: a removed object is `None`, and the list stays as it was.
#[test]
fn objects_are_removed_while_events_are_gone_through() {
    let mut scene = Scene::<DVec2>::default();
    let shape = Arc::new(Shape2::circle(1.0).unwrap());
    for x in 0..5 {
        let pose = Pose::at(DVec2::X * f64::from(x)).unwrap();
        scene.add(Object::new(Arc::clone(&shape), pose)).unwrap();
    }
    scene.update().unwrap();
    let touches: Vec<_> = scene.contacts().began().map(|touch| [touch.a, touch.b]).collect();
    let removed = touches.iter().filter(|[_, b]| scene.remove(*b).is_ok()).count();
    assert_eq!((removed, scene.len()), (4, 1));
    assert_eq!(scene.contacts().len(), touches.len()); // as of the last update
    let again = scene.add(Object::new(shape, Pose::IDENTITY)).unwrap();
    assert!(touches.iter().flatten().all(|handle| *handle != again));
    scene.update().unwrap();
    assert_eq!(
        (scene.contacts().ended().count(), scene.contacts().began().count()),
        (touches.len(), 1)
    );
}

/// An object that is added and removed between two updates leaves no trace. Slots are not used again until
/// the ended pairs have been read.
#[test]
fn slots_are_used_again_only_after_their_end_was_told() {
    let mut scene = Scene::<DVec2>::default();
    let shape = Arc::new(Shape2::circle(1.0).unwrap());
    let object = || Object::<DVec2>::new(Arc::clone(&shape), Pose::IDENTITY);
    let [a, b] = [scene.add(object()).unwrap(), scene.add(object()).unwrap()];
    scene.update().unwrap();
    scene.remove(b).unwrap();
    let c = scene.add(object()).unwrap();
    let brief = scene.add(object()).unwrap();
    scene.remove(brief).unwrap();
    scene.update().unwrap();
    let contacts = scene.contacts();
    assert!(contacts.ended().eq([[a, b]]));
    let began: Vec<_> = contacts
        .began()
        .map(|touch| [touch.a.min(touch.b), touch.a.max(touch.b)])
        .collect();
    assert_eq!(began, [[a.min(c), a.max(c)]]);
    let d = scene.add(object()).unwrap();
    assert!(scene.contacts().ended().eq([[a, b]])); // still
    scene.update().unwrap();
    assert_eq!((scene.contacts().began().count(), scene.contacts().len()), (2, 3));
    assert!(scene.get(d).is_some());
    scene.validate().unwrap();
}

/// The scene restores its storage order by itself, which only its speed shows.
#[test]
fn the_storage_order_is_restored_when_objects_have_strayed() {
    let mut random = Random::new(11);
    let mut scene = Scene::<Vec2>::default();
    let shape = Arc::new(Shape2::cuboid(Vec2::splat(0.5)).unwrap());
    let handles: Vec<Handle> = (0..500)
        .map(|_| {
            let pose = Pose::at(random.vector(20.0)).unwrap();
            scene.add(Object::new(Arc::clone(&shape), pose)).unwrap()
        })
        .collect();
    scene.update().unwrap();
    let order = |scene: &Scene<Vec2>| -> Vec<Handle> { scene.iter().map(|object| object.handle()).collect() };
    let sorted = order(&scene);
    assert_ne!(sorted, handles); // added in any order
    for _ in 0..40 {
        scene.move_all(|mut object| object.set_position(random.vector(20.0)).unwrap());
        scene.update().unwrap();
        scene.validate().unwrap();
    }
    assert_ne!(order(&scene), sorted);
    assert!(handles.iter().all(|handle| {
        scene
            .get(*handle)
            .is_some_and(|object| object.handle() == *handle)
    }));
}

#[test]
fn scenes_of_boxes_only_know_what_they_are_asked() {
    let unit = Arc::new(Shape2::cuboid(Vec2::ONE).unwrap());
    let with = |detail| {
        let mut scene = Scene::<Vec2>::default().with_detail(detail);
        for x in [0.0, 2.0, 3.0, 5.5] {
            let pose = Pose::at(Vec2::new(x, 0.0)).unwrap();
            scene.add(Object::new(Arc::clone(&unit), pose)).unwrap();
        }
        scene.update().unwrap();
        let relations: Vec<_> = scene.contacts().iter().map(|touch| touch.relation).collect();
        relations
    };
    assert_eq!(with(Detail::Nothing), []);
    assert_eq!(with(Detail::Boxes), [None, None]);
    assert_eq!(
        with(Detail::Relation),
        [Some(Relation::Touching), Some(Relation::Overlapping)]
    );
}

#[test]
fn points_boxes_and_batches_find_what_is_there() {
    let mut scene = Scene::<Vec3>::default();
    let ball = scene
        .add(Object::new(Shape::sphere(1.0).unwrap(), Pose::IDENTITY))
        .unwrap();
    let at = |p: Vec3| scene.at_point(p, &Filter::ALL).unwrap();
    assert_eq!((at(Vec3::X), at(Vec3::splat(0.9))), (vec![ball], vec![]));
    let shape = Shape::sphere(0.5).unwrap();
    let poses = [1.5, 1.75].map(|x| Pose::at(Vec3::X * x).unwrap());
    let placed = poses.each_ref().map(|pose| Placed::<Vec3>::new(&shape, pose));
    let found = scene.overlapping_batch(&placed, &Filter::ALL);
    assert_eq!(found, [vec![ball], vec![]]);
    assert_eq!(scene.distance(placed[1], &Filter::ALL), Some(0.25));
    assert_eq!(scene.distance(placed[1], &Filter::on_layers(2)), None);
}
