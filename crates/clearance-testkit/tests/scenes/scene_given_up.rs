//! Steps that are given up: the scene continues as if the step had not been asked for, and a sweep moves
//! nothing.

use std::sync::atomic::{AtomicUsize, Ordering};

use clearance::cast::Motion;
use clearance::index::{IndexKind, Threads};
use clearance::math::{Pose, Real, ScalarOf};
use clearance::scene::{Data, Detail, Handle, Object, Scene, SceneError, Travel};
use clearance_testkit::{Random, TestSpace, for_each_space};

const COUNT: usize = 250;

/// So far from the middle that some 1500 pairs meet.
fn reach<V: TestSpace>() -> f64 {
    if V::DIM == 2 { 6.0 } else { 3.5 }
}

fn ball<V: TestSpace>(random: &mut Random) -> Object<V, u64> {
    let radius = ScalarOf::<V>::lit(random.between(0.3, 1.2));
    let shape = V::ball(radius).unwrap();
    Object::new(shape, Pose::at(random.vector(reach::<V>())).unwrap())
}

/// Some objects are added, some removed, some moved.
fn live<V: TestSpace>(scene: &mut Scene<V>, random: &mut Random, names: &mut Vec<Handle>) {
    for _ in 0..random.count(0, 20) {
        let place = random.count(0, names.len() - 1);
        scene.remove(names.swap_remove(place)).unwrap();
        names.push(scene.add(ball(random)).unwrap());
    }
    for &name in names.iter().step_by(3) {
        scene
            .set_pose(name, Pose::at(random.vector(reach::<V>())).unwrap())
            .unwrap();
    }
}

fn pairs<V: TestSpace, T: Data>(scene: &Scene<V, T>) -> Vec<[Handle; 2]> {
    scene.contacts().iter().map(|touch| [touch.a, touch.b]).collect()
}

/// Says no this many times, then yes.
fn after(count: usize) -> impl Fn() -> bool + Sync {
    let asked = AtomicUsize::new(0);
    move || asked.fetch_add(1, Ordering::Relaxed) >= count
}

fn life<V: TestSpace>(index: IndexKind, detail: Detail, threads: Threads) {
    let mut random = Random::new(31);
    let mut scene = Scene::<V>::new(index).with_detail(detail).with_threads(threads);
    let mut names: Vec<_> = (0..COUNT)
        .map(|_| scene.add(ball(&mut random)).unwrap())
        .collect();
    let mut given_up = 0;
    for _ in 0..12 {
        live(&mut scene, &mut random, &mut names);
        // Asked after every eight pairs, and for manifolds once for each object.
        let most = if detail == Detail::Manifold { 600 } else { 250 };
        let count = random.count(0, most);
        match scene.update_unless(&after(count)) {
            Err(SceneError::Interrupted) => given_up += 1,
            other => {
                other.unwrap();
                continue;
            }
        }
        assert!(scene.contacts().is_empty() && scene.contacts().ended().next().is_none());
        live(&mut scene, &mut random, &mut names);
        scene.update().unwrap();
        scene.validate().unwrap();
        let mut anew = Scene::<V>::new(IndexKind::Brute).with_detail(detail);
        let objects = scene.iter().map(|o| (o.handle(), o.shape().clone(), *o.pose()));
        let mut known: Vec<_> = objects.collect();
        known.sort_by_key(|(handle, ..)| *handle);
        let made: Vec<_> = known
            .iter()
            .map(|(_, shape, pose)| anew.add(Object::new(shape.clone(), *pose)).unwrap())
            .collect();
        anew.update().unwrap();
        let old = |name: Handle| known[made.binary_search(&name).unwrap()].0;
        let mut expected: Vec<_> = pairs(&anew).into_iter().map(|pair| pair.map(old)).collect();
        let mut found = pairs(&scene);
        expected.sort();
        found.sort();
        assert!(!found.is_empty() && found == expected, "{index:?}");
        assert_eq!(scene.contacts().began().count(), found.len());
        assert_eq!(scene.contacts().ended().count(), 0);
    }
    assert!((3..12).contains(&given_up), "{index:?} {detail:?} {given_up}");
}

/// After an update that was given up, the next one finds all pairs.
fn given_up<V: TestSpace>() {
    for &index in IndexKind::ALL {
        life::<V>(index, Detail::Relation, Threads::One);
    }
    life::<V>(IndexKind::Auto, Detail::Relation, Threads::All);
    life::<V>(IndexKind::Auto, Detail::Manifold, Threads::One);
}

/// A sweep that is given up moves nothing.
fn stays<V: TestSpace>() {
    let mut random = Random::new(5);
    let mut scene = Scene::<V>::default();
    for _ in 0..40 {
        scene.add(ball(&mut random)).unwrap();
    }
    let way = |sign: f64| Motion::linear(V::from_fn(|k| Real::lit(sign * [6.0, 1.0, 2.0][k])));
    // One half of them against the other.
    let ways = [1.0, -1.0].map(way);
    let travel = |name: Handle| Travel::Slide(ways[name.to_bits() as usize % 2]);
    let poses = |scene: &Scene<V>| scene.iter().map(|o| *o.pose()).collect::<Vec<_>>();
    let before = poses(&scene);
    let mut given_up = 0;
    for count in (0..).step_by(7) {
        match scene.sweep_step_unless(|object| travel(object.handle()), &after(count)) {
            Err(SceneError::Interrupted) => assert_eq!(poses(&scene), before),
            met => {
                assert!(!met.unwrap().is_empty() && poses(&scene) != before);
                break;
            }
        }
        given_up += 1;
    }
    assert!(given_up > 10, "{given_up}");
}

for_each_space!(given_up, stays);
