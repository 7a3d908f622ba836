//! What is told at once beside what the clearances of many moments tell, and beside the general way.

use glam::{DVec2, Vec2};

use super::*;
use crate::cast::{Motion, Start, sweep, sweep_interval};
use crate::math::{Rotation2, Space, Vector};
use crate::pair::{PairSpace, clearance};
use crate::shape::{AnyShape, ShapeSpace};

/// Moments at which the two must be apart.
const SAMPLES: usize = 96;

struct Random(u64);

impl Random {
    /// Between -1 and 1.
    fn number(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / f64::from(1 << 23) - 1.0
    }
    fn vector(&mut self) -> DVec2 {
        DVec2::new(self.number(), self.number())
    }
    fn size(&mut self) -> f64 {
        self.number().abs() * 0.75 + 0.25
    }
}

trait Tested: Space2 + PairSpace + crate::cast::CastSpace + Space<Rotation = Rotation2<ScalarOf<Self>>> {
    fn motion(linear: DVec2, angular: f64) -> Motion<Self>;
    fn rate(motion: &Motion<Self>) -> ScalarOf<Self>;
}
macro_rules! tested {
    ($v:ty, $s:ty) => {
        impl Tested for $v {
            fn motion(linear: DVec2, angular: f64) -> Motion<Self> {
                Motion {
                    linear: Self::from_double(linear),
                    angular: angular as $s,
                }
            }
            fn rate(motion: &Motion<Self>) -> $s {
                motion.angular
            }
        }
    };
}
tested!(Vec2, f32);
tested!(DVec2, f64);

/// Two shapes, where they stand, and how they go.
struct Case<V: Tested> {
    shapes: [<V as ShapeSpace>::Shape; 2],
    poses: [Pose<V>; 2],
    motions: [Motion<V>; 2],
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Polygons,
    Rods,
}

fn shape<V: Tested>(random: &mut Random, kind: Kind, scale: f64) -> V::Shape {
    let lit = |x: f64| V::Scalar::lit(x * scale);
    let mut point = || V::from_double(random.vector() * scale);
    let corners = [0; 9].map(|_| point());
    let (x, y, any) = (random.size(), random.size(), random.number());
    match kind {
        Kind::Rods if any < -0.7 => Shape2::circle(lit(x)).unwrap(),
        Kind::Rods => Shape2::capsule(corners[0], corners[1], lit(y)).unwrap(),
        Kind::Polygons if any < -0.9 => Shape2::segment(corners[0], corners[1]).unwrap(),
        Kind::Polygons if any < 0.2 => Shape2::cuboid(V::new(lit(x), lit(y))).unwrap(),
        Kind::Polygons => Shape2::convex(&corners).unwrap(),
    }
}

impl<V: Tested> Case<V> {
    fn new(random: &mut Random, kind: Kind, turn: f64, scale: f64) -> Self {
        let shapes = [0; 2].map(|_| shape::<V>(random, kind, scale));
        let away = random.vector();
        let away = away * 3.0 + away.normalize_or(DVec2::X) * 2.5;
        let drift = random.vector() * 4.0;
        let way = (random.vector() * 2.6 - away) * (random.size() + 1.0);
        let mut pose = |at: DVec2| {
            let rotation = Rotation2::from_angle(V::Scalar::lit(random.number() * 3.0));
            Pose::new(V::from_double(at * scale), rotation).unwrap()
        };
        Self {
            shapes,
            poses: [pose(DVec2::ZERO), pose(away)],
            motions: [drift, drift + way].map(|way| V::motion(way * scale, random.number() * turn)),
        }
    }
    fn placed(&self) -> [Placed<'_, V>; 2] {
        [0, 1].map(|k| Placed::new(&self.shapes[k], &self.poses[k]))
    }
    /// As the quick way says it.
    fn told(&self) -> Option<Option<Hit<V>>> {
        let ([a, b], [m, n]) = (self.placed(), &self.motions);
        plane(&a, &b, n.linear - m.linear, [V::rate(m), V::rate(n)])
    }
    /// How far the two are apart at a time, in double precision whatever they are made of.
    fn gap(&self, time: f64) -> f64 {
        let [a, b] = [0, 1].map(|k| {
            let (pose, motion) = (&self.poses[k], &self.motions[k]);
            let angle = pose.rotation().angle().to_f64() + V::rate(motion).to_f64() * time;
            let at = pose.position().to_double() + motion.linear.to_double() * time;
            Pose::new(at, Rotation2::from_angle(angle)).unwrap()
        });
        let [c, d] = [&self.shapes[0], &self.shapes[1]].map(in_double);
        clearance(Placed::new(&c, &a), Placed::new(&d, &b))
            .unwrap()
            .distance
    }
}

fn in_double<V: Tested>(shape: &Shape2<V>) -> Shape2<DVec2> {
    match shape {
        Shape2::Box(c) => Shape2::cuboid(c.half_extents().to_double()).unwrap(),
        Shape2::Convex(c) => {
            let corners: Vec<DVec2> = c.vertices().iter().map(|v| v.to_double()).collect();
            Shape2::convex(&corners).unwrap()
        }
        Shape2::Segment(c) => Shape2::segment(c.ends()[0].to_double(), c.ends()[1].to_double()).unwrap(),
        Shape2::Capsule(c) => {
            let [a, b] = c.ends().map(|v| v.to_double());
            Shape2::capsule(a, b, c.radius().to_f64()).unwrap()
        }
        Shape2::Circle(c) => Shape2::circle(c.radius().to_f64()).unwrap(),
        other => panic!("{}", other.kind()),
    }
}

/// Of many cases: how many were told at once, and how many of these meet.
fn check<V: Tested>(kind: Kind, turn: f64) -> [f64; 2] {
    const ROUNDS: usize = 200;
    let (mut random, mut told, mut hits) = (Random(21), 0.0, 0.0);
    for round in 0..ROUNDS {
        let case = Case::<V>::new(&mut random, kind, turn, 1.0);
        let Some(answer) = case.told() else { continue };
        told += 1.0;
        hits += f64::from(u8::from(answer.is_some()));
        check_one(&case, answer.as_ref().map(|hit| hit.time.to_f64()), turn, &round);
        check_beside_the_general_way(&case, answer, &round);
    }
    [told / ROUNDS as f64, hits / told]
}

/// Apart before, together then, both but for what rounding does.
fn check_one<V: Tested>(case: &Case<V>, time: Option<f64>, turn: f64, round: &usize) {
    // A time is as good as the whole motion is long.
    let off = 2048.0 * V::Scalar::EPSILON.to_f64() * (4.0 + turn);
    let end = time.unwrap_or(1.0);
    for i in 0..=SAMPLES {
        let at = end * i as f64 / SAMPLES as f64;
        let gap = case.gap(at);
        assert!(gap > -off, "{round}: an overlap of {gap} at {at}, before {end}");
    }
    if let Some(time) = time {
        let gap = case.gap(time);
        assert!(gap < off, "{round}: a gap of {gap} at {time}");
    }
}

/// The interval of the general way holds the time; of a miss there is none.
fn check_beside_the_general_way<V: Tested>(case: &Case<V>, answer: Option<Hit<V>>, round: &usize) {
    let ([a, b], [m, n]) = (case.placed(), &case.motions);
    let width = Real::max(16384.0 * V::Scalar::EPSILON.to_f64(), 1e-9);
    let slow = sweep_interval(a, m, b, n, Start::Touching, V::Scalar::lit(width)).unwrap();
    assert_eq!(slow.is_some(), answer.is_some(), "{round}: {slow:?} {answer:?}");
    let Some((slow, hit)) = slow.zip(answer) else {
        return;
    };
    let (time, from, by) = (hit.time.to_f64(), slow.from.time.to_f64(), slow.by.to_f64());
    assert!(slow.is_certain, "{round}: {slow:?}");
    assert!(
        time <= by && time >= from - width,
        "{round}: {time}, not from {from} to {by}"
    );
    let [normal, other] = [hit.normal, slow.from.normal].map(|v| v.to_double());
    assert!(
        (normal.length() - 1.0).abs() < 1e-6 && normal.dot(other) > 0.99,
        "{round}: {normal} {other}"
    );
    let off = (hit.in_world(m).point - slow.from.point).to_double().length();
    let moved = case.placed()[0].aabb().max - case.placed()[0].aabb().min;
    // Of edges that meet flat, anywhere along them.
    assert!(off <= moved.to_double().length(), "{round}: {off}");
}

#[test]
fn polygons_that_turn_meet_when_clearances_say_so() {
    for (turn, least) in [(0.5, 0.95), (3.0, 0.9), (12.0, 0.75), (30.0, 0.25)] {
        let shares = [
            check::<Vec2>(Kind::Polygons, turn),
            check::<DVec2>(Kind::Polygons, turn),
        ];
        for [told, hits] in shares {
            assert!(
                told > least && (0.3..0.8).contains(&hits),
                "{turn}: {told} told, {hits} hit"
            );
        }
    }
}

#[test]
fn rods_that_turn_meet_when_clearances_say_so() {
    for (turn, least) in [(0.5, 0.95), (3.0, 0.9), (12.0, 0.75), (30.0, 0.25)] {
        let shares = [check::<Vec2>(Kind::Rods, turn), check::<DVec2>(Kind::Rods, turn)];
        for [told, hits] in shares {
            assert!(
                told > least && (0.3..0.8).contains(&hits),
                "{turn}: {told} told, {hits} hit"
            );
        }
    }
}

/// Scaled by a power of two, all answers are the same bits, scaled.
#[test]
fn answers_do_not_depend_on_the_unit() {
    fn check<V: Tested>(kind: Kind) {
        for scale in [2_f64.powi(-20), 2_f64.powi(20)] {
            let [mut one, mut other] = [Random(22), Random(22)];
            for round in 0..100 {
                let plain = Case::<V>::new(&mut one, kind, 4.0, 1.0).told();
                let scaled = Case::<V>::new(&mut other, kind, 4.0, scale).told();
                let plain = plain
                    .map(|answer| answer.map(|hit| (hit.time, hit.normal, hit.point.to_double() * scale)));
                let scaled =
                    scaled.map(|answer| answer.map(|hit| (hit.time, hit.normal, hit.point.to_double())));
                assert_eq!(plain, scaled, "{round}");
            }
        }
    }
    for kind in [Kind::Polygons, Kind::Rods] {
        check::<Vec2>(kind);
        check::<DVec2>(kind);
    }
}

/// What starts in touch or inside is not told at once, and meets at time 0; with `Release`, what parts does not.
#[test]
fn what_starts_together_is_left_to_the_general_way() {
    fn check<V: Tested>() {
        let lit = |x: f64| V::Scalar::lit(x);
        let shape = Shape2::cuboid(V::new(lit(1.0), lit(1.0))).unwrap();
        for (x, way, start, time) in [
            (2.0, 1.0, Start::Touching, Some(0.0)),
            (2.0, 1.0, Start::Release, None),
            (2.0, -1.0, Start::Release, Some(0.0)),
            (1.5, 1.0, Start::Touching, Some(0.0)),
            (1.5, 1.0, Start::Release, Some(0.0)),
        ] {
            let case = Case::<V> {
                shapes: [shape.clone(), shape.clone()],
                poses: [0.0, x].map(|x| Pose::at(V::new(lit(x), lit(0.0))).unwrap()),
                motions: [V::motion(DVec2::ZERO, 0.0), V::motion(DVec2::X * way, 0.125)],
            };
            assert!(case.told().is_none());
            let ([a, b], [m, n]) = (case.placed(), &case.motions);
            let hit = sweep(a, m, b, n, start).unwrap();
            assert_eq!(hit.map(|hit| hit.time.to_f64()), time, "{x} {way} {start:?}");
        }
    }
    check::<Vec2>();
    check::<DVec2>();
}

/// The square of a speed that has nearly died away is 0, or of few bits: what it made a "unit" vector was infinitely long, or half as
/// long again, and gaps along it with it, but not the radius, so that a turning rod went through a ball unseen.
#[test]
fn speeds_whose_squares_vanish_hide_no_meeting() {
    let rod = Shape2::capsule(DVec2::X * -2.0, DVec2::X * 2.0, 0.5).unwrap();
    for speed in [1e-170, 2.63e-162, 1e-160, 1e-155] {
        let case = Case::<DVec2> {
            shapes: [rod.clone(), Shape2::circle(1.0).unwrap()],
            poses: [DVec2::ZERO, DVec2::new(1.0, 1.6)].map(|at| Pose::at(at).unwrap()),
            motions: [
                DVec2::motion(DVec2::ZERO, 0.15),
                DVec2::motion(DVec2::X * speed, 0.0),
            ],
        };
        let ([a, b], [m, n]) = (case.placed(), &case.motions);
        let hit = sweep(a, m, b, n, Start::Touching).unwrap();
        let gap = hit.map(|hit| case.gap(hit.time));
        assert!(gap.is_some_and(|gap| gap.abs() < 1e-9), "{speed}: {gap:?}");
    }
}
