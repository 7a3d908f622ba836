//! Two scenes that ask the same thread pool for several threads at once: neither waits for the other for
//! ever, and both have the pairs of one thread.

use std::sync::Arc;

use clearance::Pose;
use clearance::glam::Vec3;
use clearance::index::Threads;
use clearance::scene::{Detail, Handle, Object, Scene};
use clearance::shape::Shape3;
use clearance_testkit::Random;

/// As many objects as it takes for several threads to be used.
const COUNT: usize = 36_000;

/// Boxes of sizes from 0.01 to 10, each of which meets about two others.
fn crowd(seed: u64, threads: Threads) -> Scene<Vec3> {
    let mut random = Random::new(seed);
    let mut scene = Scene::default().with_detail(Detail::Boxes).with_threads(threads);
    for _ in 0..COUNT {
        let half = Vec3::splat((0.005 * 1e3_f64.powf(random.between(0.0, 1.0))) as f32);
        let shape = Arc::new(Shape3::cuboid(half).unwrap());
        scene
            .add(Object::new(shape, Pose::at(random.vector(40.0)).unwrap()))
            .unwrap();
    }
    scene
}

/// All pairs after each of several steps in which everything moves.
fn walk(mut scene: Scene<Vec3>) -> Vec<Vec<[Handle; 2]>> {
    let mut pairs = Vec::new();
    for _ in 0..2 {
        scene.set_poses(|_, pose, _| pose.moved_to(pose.position() * 0.99).ok());
        scene.update().unwrap();
        pairs.push(scene.contacts().iter().map(|touch| [touch.a, touch.b]).collect());
    }
    pairs
}

#[test]
fn scenes_share_a_pool() {
    let alone = [1, 2].map(|seed| walk(crowd(seed, Threads::One)));
    let count = alone[0][1].len();
    assert!((COUNT / 2..20 * COUNT).contains(&count), "{count}");
    let both: Vec<_> = std::thread::scope(|scope| {
        let run = |seed| scope.spawn(move || walk(crowd(seed, Threads::All)));
        let threads = [1, 2].map(run);
        threads.map(|thread| thread.join().unwrap()).into()
    });
    assert!(both == alone);
}
