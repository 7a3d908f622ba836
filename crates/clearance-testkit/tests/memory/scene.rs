//! A scene whose lists have grown allocates nothing.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use clearance::Pose;
use clearance::glam::Vec2;
use clearance::index::{BroadPhase, IndexKind, Threads};
use clearance::math::Aabb;
use clearance::scene::{Detail, Object, Scene};
use clearance::shape::Shape2;
use clearance_testkit::Random;

use crate::{ALLOCATIONS, LARGE};

/// 80 boxes that swing around their positions, every n-th of them at a time.
fn swing(scene: &mut Scene<Vec2, Vec2>, step: usize, one_in: usize) {
    let offset = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y][step % 4] * 0.5;
    let mut i = 0;
    scene.move_all(|mut object| {
        i += 1;
        if (i + step).is_multiple_of(one_in) {
            let home = *object.data();
            object.set_position(home + offset).unwrap();
        }
    });
}

fn allocations(index: IndexKind, detail: Detail) -> usize {
    let mut random = Random::new(5);
    let shape = Arc::new(Shape2::cuboid(Vec2::splat(0.6)).unwrap());
    let mut scene = Scene::<Vec2, Vec2>::new(index).with_detail(detail);
    let objects: Vec<_> = (0..80)
        .map(|_| {
            let home: Vec2 = random.vector(4.25);
            Object::new(Arc::clone(&shape), Pose::at(home).unwrap()).with_data(home)
        })
        .collect();
    scene.add_many(objects).unwrap();
    let mut run = |steps: core::ops::Range<usize>| {
        let mut events = 0;
        for step in steps {
            // Steps in which everything moves and small steps, also alternating.
            swing(&mut scene, step, if step / 40 % 2 == 0 { 1 } else { 20 });
            scene.update().unwrap();
            let contacts = scene.contacts();
            events += contacts.began().count() + contacts.ongoing().count() + contacts.ended().count();
        }
        assert!(events > 500);
    };
    run(0..160);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    run(160..240);
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

/// The one index whose memory another crate manages, `rstar`, as its documentation says.
const ALLOCATING: [IndexKind; 1] = [IndexKind::RTree];

/// How much the queues of the thread pool allocate in 12 steps of a crowd of swinging boxes, stored in
/// spatial order or in any order, on all threads.
fn allocations_of_threads(index: IndexKind, is_in_order: bool) -> usize {
    let mut random = Random::new(6);
    let mut broad_phase = BroadPhase::<Vec2>::new(index).with_threads(Threads::All);
    let places: Vec<Vec2> = (0..10_000)
        .map(|i| match is_in_order {
            true => Vec2::new((i / 100) as f32, (i % 100) as f32),
            false => random.vector(42.0),
        })
        .collect();
    let around = |place: Vec2| Aabb {
        min: place - 0.6,
        max: place + 0.6,
    };
    for &place in &places {
        broad_phase.insert(around(place)).unwrap();
    }
    let mut run = || {
        for step in 0..12 {
            let offset = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y][step % 4] * 0.25;
            for (slot, &place) in (0..).zip(&places) {
                broad_phase.update(slot, around(place + offset)).unwrap();
            }
            assert!(broad_phase.pairs().len() > 5_000);
        }
    };
    run();
    let [all, large] = [&ALLOCATIONS, &LARGE].map(|count| count.load(Ordering::Relaxed));
    run();
    assert_eq!(LARGE.load(Ordering::Relaxed), large, "{index}");
    ALLOCATIONS.load(Ordering::Relaxed) - all
}

pub(crate) fn a_warm_scene_allocates_nothing() {
    // On one thread first: the threads of a pool that begin late allocate too.
    for &index in IndexKind::ALL.iter().filter(|kind| !ALLOCATING.contains(kind)) {
        for detail in [Detail::Boxes, Detail::Relation, Detail::Manifold] {
            assert_eq!(allocations(index, detail), 0, "{index}, {detail:?}");
        }
    }
    for index in [IndexKind::Grid, IndexKind::HashGrid] {
        for is_in_order in [true, false] {
            // Rayon's queue takes a block for every 63 jobs that come from outside its pool.
            let count = allocations_of_threads(index, is_in_order);
            assert!(count < 20, "{index}: {count}");
        }
    }
}
