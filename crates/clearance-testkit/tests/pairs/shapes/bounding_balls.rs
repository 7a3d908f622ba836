//! What the balls around and within shapes tell about pairs, in all four spaces, compared with `relation`,
//! which does not use them.

use clearance::math::{Pose, Real};
use clearance::pair::{BoundingBalls, Column, Poses, Side, intersects_many, relation};
use clearance_testkit::touching::{touching_pair, ulps_off};
use clearance_testkit::{Hits, Object, Pair, Random, TestSpace, for_each_space, generate};

/// What the balls of both shapes tell.
fn meet<V: TestSpace>(pair: &Pair<V>) -> Option<bool> {
    let balls = |object: &Object<V>| BoundingBalls::<V>::of(&object.shape).placed(&object.pose);
    let (a, b) = (balls(&pair.a), balls(&pair.b));
    let answer = a.meet(&b);
    assert_eq!(answer, b.meet(&a));
    answer
}

/// Whether the balls decide. If they do, checks that they are right.
fn is_decided<V: TestSpace>(pair: &Pair<V>) -> bool {
    let answer = meet(pair);
    let truth = relation(pair.a.placed(), pair.b.placed()).intersects();
    assert!(answer.is_none_or(|answer| answer == truth), "{answer:?} {pair:?}");
    answer.is_some()
}

/// Any shape except half-spaces, at any pose.
fn any_pair<V: TestSpace>(random: &mut Random) -> Pair<V> {
    let mut pair = generate::convex_pair::<V>(random);
    if random.one_in(3) {
        pair.a.shape = V::special(random);
    }
    pair
}

fn balls_are_right_at_every_size<V: TestSpace>() {
    let mut random = Random::single(11);
    let mut decided = Hits::default();
    // Scales at which coordinates vanish, their squares vanish, neither does, or their squares overflow.
    let single = V::Scalar::IS_SINGLE;
    let exponents = if single {
        [-110, -70, 20, 54]
    } else {
        [-1000, -540, 240, 470]
    };
    for _ in 0..200 {
        let pair = any_pair::<V>(&mut random);
        decided.count(is_decided(&pair));
        for exponent in exponents {
            is_decided(&generate::enlarged(&pair, exponent));
        }
    }
    decided.check("balls");
}

fn far_from_the_origin_balls_are_right<V: TestSpace>() {
    let mut random = Random::single(12);
    for _ in 0..200 {
        let pair = generate::solid_pair::<V>(&mut random);
        let away = V::splat(V::Scalar::ONE / (V::Scalar::EPSILON * V::Scalar::lit(64.0)));
        is_decided(&Pair {
            a: pair.a.moved(away),
            b: pair.b.moved(away),
        });
    }
}

fn pairs_that_touch_are_left_to_others<V: TestSpace>() {
    let mut random = Random::new(13);
    for _ in 0..300 {
        let touching = touching_pair::<V>(&mut random);
        assert_eq!(meet(&touching.pair), None, "{touching:?}");
        for ulps in [-3, -1, 1, 3] {
            is_decided(&ulps_off(&touching, ulps));
        }
    }
}

fn what_is_around_the_origin_is_not_turned<V: TestSpace>() {
    let corners: Vec<V> = (0..2 * V::DIM)
        .map(|i| V::from_fn(|k| Real::lit(f64::from(u8::from(k == i / 2)) * [1.0, -1.25][i % 2])))
        .collect();
    let shapes = [
        V::point(),
        V::ball(Real::ONE).unwrap(),
        V::ellipsoid(V::from_fn(|i| Real::lit(1.0 + i as f64))).unwrap(),
        V::cuboid(V::splat(Real::ONE)).unwrap(),
        V::convex(&corners).unwrap(),
        V::rounded(V::cuboid(V::splat(Real::ONE)).unwrap(), Real::ONE).unwrap(),
    ];
    for shape in shapes {
        let balls = BoundingBalls::<V>::of(&shape);
        let far = Pose::at(V::splat(Real::lit(9.0))).unwrap();
        let [here, there] =
            [Pose::IDENTITY, far].map(|pose| balls.standing(&pose, || unreachable!("{shape:?}")));
        assert_eq!(here.meet(&there), Some(false));
    }
}

fn half_spaces_have_none<V: TestSpace>() {
    let normal = V::from_fn(|i| if i == 0 { Real::ONE } else { Real::ZERO });
    let object = |shape| Object::<V> {
        shape,
        pose: Pose::IDENTITY,
    };
    let everything = object(V::half_space(normal, Real::lit(100.0)).unwrap());
    let nothing = object(V::half_space(normal, Real::lit(-100.0)).unwrap());
    for half_space in [everything, nothing] {
        let ball = object(V::ball(Real::ONE).unwrap());
        assert_eq!(
            meet(&Pair {
                a: half_space,
                b: ball
            }),
            None
        );
    }
}

/// The objects of a batch, whose poses are read from here.
struct Objects<V: TestSpace>(Vec<Object<V>>);

impl<V: TestSpace> Poses<V> for Objects<V> {
    fn unturned(&self, i: usize) -> Pose<V> {
        let pose = &self.0[i].pose;
        Pose::at(pose.position())
            .and_then(|it| it.scaled(pose.scale()))
            .unwrap()
    }
    fn rotation(&self, i: usize) -> V::Rotation {
        self.0[i].pose.rotation()
    }
}

impl<V: TestSpace> Objects<V> {
    fn column(&self) -> Column<V> {
        Column::new(self.0.iter().map(|object| object.shape.clone().into()).collect())
    }
}

/// Small polygons of one and two groups of edges, larger and flat ones, shapes of other kinds, some of them
/// touching.
fn batches_say_what_single_questions_say<V: TestSpace>() {
    let mut random = Random::single(14);
    let mut hits = Hits::default();
    let mut pair = |i: usize| match i % 4 {
        0 => any_pair::<V>(&mut random),
        1 => touching_pair(&mut random).pair,
        _ => {
            let mut pair = generate::solid_pair::<V>(&mut random);
            for object in [&mut pair.a, &mut pair.b] {
                let count = random.count(V::DIM + 1, 11);
                let corners: Vec<V> = (0..count).map(|_| random.vector(1.0)).collect();
                object.shape = V::convex(&corners).unwrap();
            }
            pair
        }
    };
    let pairs: Vec<Pair<V>> = (0..400).map(&mut pair).collect();
    let [a, b] = [0, 1].map(|k| {
        let object = |pair: &Pair<V>| [&pair.a, &pair.b][k].clone();
        Objects(pairs.iter().map(object).collect::<Vec<_>>())
    });
    let columns = [a.column(), b.column()];
    let (side_a, side_b) = (
        Side {
            shapes: &columns[0],
            poses: &a,
        },
        Side {
            shapes: &columns[1],
            poses: &b,
        },
    );
    let mut answers = vec![false; 400];
    for (k, piece) in answers.chunks_mut(150).enumerate() {
        intersects_many(side_a, side_b, k * 150, piece);
    }
    for (pair, answer) in pairs.iter().zip(answers) {
        let truth = relation(pair.a.placed(), pair.b.placed()).intersects();
        assert_eq!(answer, truth, "{pair:?}");
        hits.count(truth);
    }
    assert!((0.3..0.85).contains(&hits.rate()), "{}", hits.rate());
}

for_each_space!(
    batches_say_what_single_questions_say,
    balls_are_right_at_every_size,
    far_from_the_origin_balls_are_right,
    pairs_that_touch_are_left_to_others,
    what_is_around_the_origin_is_not_turned,
    half_spaces_have_none,
);
