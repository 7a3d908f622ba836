//! What collides, against all allowed pairs of shapes, each asked by itself.

use std::collections::BTreeSet;

use clearance::index::Threads;
use clearance::{Placed, intersects};
use clearance_robot::{JointKind, LinkPair, Obstacles, Other, Posture, Robot};
use clearance_testkit::{Hits, Random};

use crate::made;

/// All pairs that meet, by asking about every pair of shapes.
pub fn brute_force(
    posture: &Posture<'_>,
    obstacles: &Obstacles,
    asked: &BTreeSet<[usize; 2]>,
) -> Vec<LinkPair> {
    let shapes: Vec<(usize, Placed<'_, _>)> = posture.shapes().collect();
    let mut found = BTreeSet::new();
    for (i, &(a, one)) in shapes.iter().enumerate() {
        for &(b, other) in &shapes[i + 1..] {
            if asked.contains(&[a, b]) && intersects(one, other) {
                found.insert(LinkPair {
                    link: a,
                    other: Other::Link(b),
                });
            }
        }
        for k in 0..obstacles.len() {
            if intersects(one, obstacles.get(k).unwrap()) {
                found.insert(LinkPair {
                    link: a,
                    other: Other::Obstacle(k),
                });
            }
        }
    }
    found.into_iter().collect()
}

/// The pairs of links that neither a joint nor a body of fixed joints connects, by following the joints.
pub fn allowed(robot: &Robot) -> BTreeSet<[usize; 2]> {
    let (links, joints) = (robot.links(), robot.all_joints());
    let joint_of = |link: usize| joints.iter().find(|joint| joint.child == links[link].name);
    let parent = |link: usize| joint_of(link).map(|joint| robot.link(&joint.parent).unwrap());
    let is_fixed = |link: usize| joint_of(link).is_some_and(|joint| joint.kind == JointKind::Fixed);
    let body = |mut link: usize| {
        while is_fixed(link) {
            link = parent(link).unwrap();
        }
        link
    };
    let holder = |link: usize| {
        let mut next = parent(link);
        while next.is_some_and(|link| links[link].shapes.is_empty()) {
            next = parent(next.unwrap());
        }
        next
    };
    let mut pairs = BTreeSet::new();
    for a in 0..links.len() {
        for b in a + 1..links.len() {
            let is_beside = holder(a) == Some(b) || holder(b) == Some(a);
            let have_shapes = !links[a].shapes.is_empty() && !links[b].shapes.is_empty();
            if have_shapes && !is_beside && body(a) != body(b) {
                pairs.insert([a, b]);
            }
        }
    }
    pairs
}

#[test]
fn pairs_are_those_that_joints_do_not_connect() {
    let mut random = Random::new(3);
    let mut left_out = 0;
    for _ in 0..100 {
        let robot = made::robot(&mut random, 8);
        let asked: BTreeSet<_> = robot.asked_pairs().into_iter().collect();
        assert_eq!(asked, allowed(&robot));
        left_out += 28 - asked.len();
    }
    assert!(left_out > 700, "{left_out}");
}

#[test]
fn collisions_are_those_of_all_pairs() {
    let mut random = Random::new(4);
    let (mut with_itself, mut with_obstacles) = (Hits::default(), Hits::default());
    for case in 0..120 {
        let robot = made::robot(&mut random, 6);
        let asked = allowed(&robot);
        let obstacles = made::around(&made::obstacles(&mut random, 12, 2.2));
        for _ in 0..4 {
            let q = made::values(&mut random, &robot, 0.8);
            let posture = robot.at(&q).unwrap();
            for (around, hits) in [
                (&Obstacles::none(), &mut with_itself),
                (&obstacles, &mut with_obstacles),
            ] {
                let expected = brute_force(&posture, around, &asked);
                assert_eq!(posture.collisions(around), expected, "case {case}: {q:?}");
                let first = posture.first_collision(around);
                assert_eq!(first.is_some(), !expected.is_empty(), "case {case}: {q:?}");
                assert!(
                    first.is_none_or(|pair| expected.contains(&pair)),
                    "case {case}: {first:?}"
                );
                hits.count(!expected.is_empty());
            }
        }
    }
    with_itself.check("with itself");
    assert!(
        with_obstacles.rate() > 0.5 && with_obstacles.rate() < 0.95,
        "{with_obstacles:?}"
    );
}

/// A posture that is moved again answers as a new one, and batches answer as single questions, on threads
/// too.
#[test]
fn batches_are_single_questions() {
    let mut random = Random::new(5);
    let mut hits = Hits::default();
    for _ in 0..8 {
        let robot = made::robot(&mut random, 4);
        let obstacles = made::around(&made::obstacles(&mut random, 6, 2.5));
        let rows: Vec<Vec<f64>> = (0..70).map(|_| made::values(&mut random, &robot, 0.8)).collect();
        let flat: Vec<f64> = rows.iter().flatten().copied().collect();
        let each = rows.iter().map(|q| robot.at(q).unwrap());
        let (colliding, distances): (Vec<bool>, Vec<f64>) = each
            .map(|posture| (posture.is_colliding(&obstacles), posture.distance(&obstacles)))
            .unzip();
        for threads in [Threads::One, Threads::All] {
            assert_eq!(
                robot.colliding_many(&flat, &obstacles, threads).unwrap(),
                colliding
            );
            assert_eq!(
                robot.distance_many(&flat, &obstacles, threads).unwrap(),
                distances
            );
        }
        for (&distance, &hit) in distances.iter().zip(&colliding) {
            assert_eq!(distance == 0.0, hit);
            hits.count(hit);
        }
    }
    hits.check("collides");
}

#[test]
fn a_pair_that_is_never_asked_is_not_reported() {
    let mut random = Random::new(6);
    let mut changed = 0;
    for _ in 0..60 {
        let mut robot = made::robot(&mut random, 6);
        let q = made::values(&mut random, &robot, 0.5);
        let before = robot.at(&q).unwrap().collisions(&Obstacles::none());
        let Some(LinkPair {
            link,
            other: Other::Link(other),
        }) = before.first().copied()
        else {
            continue;
        };
        let names = [link, other].map(|i| robot.links()[i].name.clone());
        robot.set_asked(&names[1], &names[0], false).unwrap();
        assert_eq!(robot.at(&q).unwrap().collisions(&Obstacles::none()), before[1..]);
        robot.set_asked(&names[0], &names[1], true).unwrap();
        assert_eq!(robot.at(&q).unwrap().collisions(&Obstacles::none()), before);
        changed += 1;
    }
    assert!(changed > 15, "{changed}");
}
