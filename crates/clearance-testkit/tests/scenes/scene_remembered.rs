//! What a scene remembers of its pairs changes no answer: step after step it has those of single questions.

use clearance::glam::{DQuat, DVec3};
use clearance::index::Threads;
use clearance::pair::{Manifold, Relation};
use clearance::scene::{Detail, Handle, Object, Scene};
use clearance::shape::Shape3;
use clearance::{Pose, manifold, relation};
use clearance_testkit::{Hits, Random};

/// A hull of eight to sixteen points, and now and then a box.
fn shape(random: &mut Random) -> Shape3<DVec3> {
    if random.one_in(6) {
        return Shape3::cuboid(DVec3::splat(0.7)).expect("a box");
    }
    let points: Vec<DVec3> = (0..random.count(8, 16)).map(|_| random.vector(1.0)).collect();
    Shape3::convex(&points).expect("a hull")
}

fn heap(random: &mut Random, detail: Detail, margin: f64) -> Scene<DVec3> {
    let mut scene = Scene::<DVec3>::default()
        .with_detail(detail)
        .with_threads(Threads::All)
        .with_joined_seams(false)
        .with_margin(margin)
        .expect("a margin");
    for i in 0..60 {
        let object = Object::new(shape(random), Pose::at(random.vector(3.0)).expect("finite"));
        let object = if i % 9 == 0 { object.sensor() } else { object };
        scene.add(object).expect("there is room");
    }
    scene
}

type Found = ([Handle; 2], Option<Relation>, Option<Manifold<DVec3>>);

/// All pairs by single questions; of sensors only that they meet.
fn one_by_one(scene: &Scene<DVec3>, detail: Detail, margin: f64) -> Vec<Found> {
    let objects: Vec<_> = scene.iter().collect();
    let mut found = Vec::new();
    for a in &objects {
        for b in objects.iter().filter(|b| a.handle() < b.handle()) {
            let pair = [a.handle(), b.handle()];
            let (p, q) = (a.placed(), b.placed());
            let relation = relation(p, q);
            let is_sensor = a.is_sensor() || b.is_sensor();
            match detail {
                Detail::Manifold if !is_sensor => {
                    let manifold = manifold(p, q, margin).expect("an answer");
                    if !manifold.contacts().is_empty() {
                        found.push((pair, None, Some(manifold)));
                    }
                }
                Detail::Manifold if relation.intersects() => found.push((pair, None, None)),
                Detail::Relation if relation.intersects() => found.push((pair, Some(relation), None)),
                _ => {}
            }
        }
    }
    found
}

fn steps(detail: Detail, margin: f64) {
    let (mut random, mut hits) = (Random::new(5), Hits::default());
    let mut scene = heap(&mut random, detail, margin);
    for step in 0..12 {
        // All move, or a few; objects come and go, and the storage is sorted.
        let handles: Vec<Handle> = scene.iter().map(|object| object.handle()).collect();
        for &handle in &handles {
            if step % 3 == 2 && !random.one_in(9) {
                continue;
            }
            let object = scene.get(handle).expect("it is there");
            let pose = object.pose();
            let turn = DQuat::from_scaled_axis(random.vector(0.02)) * pose.rotation();
            let moved = Pose::new(pose.position() + random.vector::<DVec3>(0.02), turn.normalize());
            scene
                .set_pose(handle, moved.expect("a pose"))
                .expect("it is there");
        }
        if step % 4 == 3 {
            scene.remove(handles[step]).expect("it is there");
            let new = Object::new(shape(&mut random), Pose::at(random.vector(3.0)).expect("finite"));
            scene.add(new).expect("there is room");
            scene.sort_storage();
        }
        scene.update().expect("few pairs");
        let both = scene.contacts().iter().chain(scene.sensors().iter());
        let mut got: Vec<Found> = both
            .map(|touch| ([touch.a, touch.b], touch.relation, touch.manifold.copied()))
            .collect();
        got.sort_by_key(|(pair, ..)| *pair);
        let mut want = one_by_one(&scene, detail, margin);
        want.sort_by_key(|(pair, ..)| *pair);
        // Numbers as text: shortest decimals that read back.
        assert_eq!(
            format!("{got:?}"),
            format!("{want:?}"),
            "{detail:?} {margin} {step}"
        );
        let candidates = scene.candidate_count().max(want.len());
        (0..candidates).for_each(|k| hits.count(k < want.len()));
    }
    assert!((0.2..0.95).contains(&hits.rate()), "{}", hits.rate());
}

#[test]
fn relations_step_after_step() {
    steps(Detail::Relation, 0.0);
}

#[test]
fn manifolds_step_after_step() {
    steps(Detail::Manifold, 0.0);
    steps(Detail::Manifold, 0.1);
}
