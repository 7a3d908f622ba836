//! A long run of a scene has one fingerprint: with every index, on one thread and on all, in every profile.

use std::sync::Arc;

use clearance::Pose;
use clearance::glam::{DVec3, Vec2};
use clearance::index::{IndexKind, Threads};
use clearance::math::Real;
use clearance::scene::{Detail, Filter, Handle, Object, Scene, Touch};
use clearance_testkit::{Fingerprint, Random, TestSpace, generate};

/// Which pairs began, continued and ended in the run below, in 2D and 3D. Their relations are exact, so
/// another value means a wrong answer or another order of answers.
const RECORD: [u64; 2] = [6_926_420_114_722_199_742, 16_201_767_532_452_725_702];
const OBJECTS: usize = 300;
const STEPS: usize = 60;

fn any_object<V: TestSpace>(random: &mut Random) -> Object<V> {
    let pose = generate::pose(random, if V::DIM == 2 { 14.0 } else { 6.0 });
    let group = random.whole(-1, 1) as i32;
    let object = Object::new(generate::core::<V>(random), pose).with_filter(Filter {
        group,
        ..Filter::default()
    });
    if random.one_in(6) { object.sensor() } else { object }
}

fn step<V: TestSpace>(scene: &mut Scene<V>, handles: &mut Vec<Handle>, random: &mut Random, number: usize) {
    if number.is_multiple_of(3) {
        let by: V = random.vector(0.25);
        scene.move_all(|mut object| {
            let turned = if object.handle().to_bits() % 2 == 0 {
                by
            } else {
                -by
            };
            object.set_position(object.position() + turned).unwrap();
        });
    }
    for _ in 0..6 {
        let i = random.count(0, handles.len() - 1);
        let pose = generate::pose(random, if V::DIM == 2 { 14.0 } else { 6.0 });
        scene.set_pose(handles[i], pose).unwrap();
    }
    let gone = handles.swap_remove(random.count(0, handles.len() - 1));
    scene.remove(gone).unwrap();
    handles.push(scene.add(any_object(random)).unwrap());
}

fn add<V: TestSpace>([events, points]: &mut [Fingerprint; 2], scene: &Scene<V>) {
    let mut name = |handle: Handle| events.bytes(&handle.to_bits().to_le_bytes());
    for pairs in [scene.contacts(), scene.sensors()] {
        pairs.ended().flatten().for_each(&mut name);
        for touch in pairs.began().chain(pairs.ongoing()) {
            [touch.a, touch.b].into_iter().for_each(&mut name);
        }
    }
    for touch in scene.contacts().iter() {
        let manifold = touch.manifold.unwrap();
        points.vector(manifold.normal);
        for contact in manifold.contacts() {
            points.vector(contact.point_a);
            points.bytes(&contact.feature.b.to_le_bytes());
        }
    }
}

/// The pairs of an object are those of all pairs that contain it, in the same order. Returns how many there
/// are.
fn of_one<V: TestSpace>(scene: &Scene<V>, handle: Handle) -> usize {
    let mut count = 0;
    for pairs in [scene.contacts(), scene.sensors()] {
        let names = |touch: Touch<'_, V>| [touch.a, touch.b];
        let own: Vec<_> = pairs.of(handle).map(names).collect();
        let all = pairs.iter().filter(|touch| touch.other(handle).is_some());
        assert_eq!(own, all.map(names).collect::<Vec<_>>());
        count += own.len();
    }
    count
}

fn run<V: TestSpace>(index: IndexKind, threads: Threads) -> [u64; 2] {
    let mut random = Random::new(77);
    let mut scene = Scene::<V>::new(index)
        .with_detail(Detail::Manifold)
        .with_threads(threads);
    let objects: Vec<_> = (0..OBJECTS).map(|_| any_object(&mut random)).collect();
    let ground = V::half_space(
        V::from_fn(|k| if k == 1 { Real::ONE } else { Real::ZERO }),
        Real::lit(-8.0),
    );
    let mut handles = scene.add_many(objects).unwrap();
    scene
        .add(Object::new(Arc::new(ground.unwrap()), Pose::IDENTITY))
        .unwrap();
    let mut prints = [Fingerprint::default(); 2];
    for number in 0..STEPS {
        step(&mut scene, &mut handles, &mut random, number);
        scene.update().unwrap();
        add(&mut prints, &scene);
    }
    scene.validate().unwrap();
    prints.map(Fingerprint::value)
}

/// After steps in which all objects moved, and after steps in which few did, for which no sorted list is
/// made.
#[test]
fn the_pairs_of_one_object_are_among_all() {
    let mut random = Random::new(78);
    let mut scene = Scene::<Vec2>::default();
    let objects: Vec<_> = (0..OBJECTS).map(|_| any_object(&mut random)).collect();
    let mut handles = scene.add_many(objects).unwrap();
    let mut met = 0;
    for number in 0..STEPS {
        if number % 40 == 0 {
            step(&mut scene, &mut handles, &mut random, 0);
        }
        let place = random.vector(14.0);
        scene.set_positions(&[(handles[number], place)]).unwrap();
        scene.update().unwrap();
        met += of_one(&scene, handles[number]) + of_one(&scene, handles[2 * number]);
    }
    assert!(met > STEPS, "{met}");
    scene.remove(handles[0]).unwrap();
    assert_eq!(scene.contacts().of(handles[0]).count(), 0);
}

#[test]
fn a_long_run_has_one_fingerprint() {
    let first = [
        run::<Vec2>(IndexKind::Tree, Threads::One),
        run::<DVec3>(IndexKind::Tree, Threads::One),
    ];
    println!("{first:#018x?}");
    for &index in IndexKind::ALL {
        assert_eq!(run::<Vec2>(index, Threads::All), first[0], "{index}");
    }
    assert_eq!(run::<DVec3>(IndexKind::Brute, Threads::All), first[1]);
    assert_eq!(first.map(|[events, _]| events), RECORD);
}
