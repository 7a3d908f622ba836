//! A box against a box, a ball and a triangle, whether they meet: the filters in single precision, compared
//! with the relation, which is computed differently and exactly.
//!
//! Random pairs, the same moved until they are apart by next to nothing or overlap by that, and boxes on a grid
//! that touch with faces, edges and corners or are equal; each at three scales and both ways round.

use clearance::glam::{DQuat, DVec3, Quat, Vec3};
use clearance::math::Pose;
use clearance::pair::question::IntersectsQuestion;
use clearance::pair::{PairSpace, Relation};
use clearance::shape::{Placed, Shape3, Space3};
use clearance_testkit::{Hits, Random};

use crate::boxes_single::{FromQuaternion, turn};

/// What is asked beside a box.
#[derive(Clone, Copy, Debug)]
enum Other {
    Box,
    Ball,
    Triangle,
}

/// A shape in numbers of double precision, and its place.
#[derive(Clone, Debug)]
struct Body {
    kind: Other,
    /// The half extents; the radius; the corners.
    numbers: [DVec3; 3],
    at: DVec3,
    turn: DQuat,
}

trait Filtered: Space3 + PairSpace + clearance::shape::ShapeSpace<Shape = Shape3<Self>> {
    fn pose(at: DVec3, turn: DQuat) -> Pose<Self>;
}
macro_rules! filtered {
    ($($v:ty, $q:ty);+) => { $(impl Filtered for $v {
        fn pose(at: DVec3, turn: DQuat) -> Pose<Self> {
            let at = <Self as clearance::math::Vector>::from_double(at);
            Pose::new(at, <$q>::from_quaternion(turn)).unwrap()
        }
    })+ };
}
filtered!(Vec3, Quat; DVec3, DQuat);

impl Body {
    fn made<V: Filtered>(&self, scale: f64) -> (Shape3<V>, Pose<V>) {
        let vector = |v: DVec3| V::from_double(v * scale);
        let shape = match self.kind {
            Other::Box => Shape3::cuboid(vector(self.numbers[0])),
            Other::Ball => Shape3::sphere(vector(self.numbers[0]).x()),
            Other::Triangle => Shape3::triangle(self.numbers.map(vector)),
        };
        (shape.unwrap(), V::pose(self.at * scale, self.turn))
    }
}

/// What the filter says at three scales, and the relation at one.
fn ask<V: Filtered>(a: &Body, b: &Body) -> (Option<bool>, Relation) {
    let answers = [1.0, 2.0_f64.powi(-20), 2.0_f64.powi(20)].map(|scale| {
        let (first, second) = (a.made::<V>(scale), b.made::<V>(scale));
        let (a, b) = (Placed::new(&first.0, &first.1), Placed::new(&second.0, &second.1));
        let sure = V::fast_path(IntersectsQuestion, &a, &b);
        let back = V::fast_path(IntersectsQuestion, &b, &a);
        let relation = clearance::relation(a, b);
        for sure in [sure, back].into_iter().flatten() {
            assert_eq!(sure, relation.intersects(), "{a:?} {b:?}");
            assert!(relation != Relation::Touching, "{a:?} {b:?}");
        }
        (sure, relation)
    });
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?} {a:?} {b:?}"
    );
    answers[0]
}

fn body(random: &mut Random, kind: Other, at: DVec3) -> Body {
    let mut side = || random.between(0.2, 1.0);
    let numbers = match kind {
        Other::Triangle => std::array::from_fn(|_| random.vector(1.0)),
        _ => [DVec3::new(side(), side(), side()); 3],
    };
    let turn = turn(random);
    Body {
        kind,
        numbers,
        at,
        turn,
    }
}

/// Pairs near each other, some of them far from the origin.
fn pair(random: &mut Random, kind: Other) -> [Body; 2] {
    let reach = if random.one_in(4) { 100.0 } else { 0.0 };
    let far: DVec3 = random.vector(reach);
    let step: DVec3 = random.vector(if matches!(kind, Other::Triangle) { 0.9 } else { 1.5 });
    [body(random, Other::Box, far), body(random, kind, far + step)]
}

/// How many of a hundred the filter must be sure about.
fn random_pairs<V: Filtered>(kind: Other, least: usize) {
    let mut random = Random::single(71);
    let (mut hits, mut sure) = (Hits::default(), 0);
    for _ in 0..2000 {
        let [a, b] = pair(&mut random, kind);
        let (answer, relation) = ask::<V>(&a, &b);
        hits.count(relation.intersects());
        sure += usize::from(answer.is_some());
    }
    hits.check("a box and another shape");
    assert!(sure >= 20 * least, "{sure} of 2000 {kind:?}");
}

/// Moved along the normal until the clearance is about `2^-k`, or minus that: below the error bound the filter
/// is undecided, above it sure, and never wrong.
fn close_calls<V: Filtered>(kind: Other) {
    let mut random = Random::single(72);
    let mut sure = [0; 26];
    for _ in 0..300 {
        let [a, mut b] = pair(&mut random, kind);
        let (first, second) = (a.made::<DVec3>(1.0), b.made::<DVec3>(1.0));
        let (at_a, at_b) = (Placed::new(&first.0, &first.1), Placed::new(&second.0, &second.1));
        let c = clearance::clearance(at_a, at_b).unwrap();
        let touching = b.at - c.normal * c.distance;
        for (k, count) in sure.iter_mut().enumerate() {
            for sign in [-1.0, 1.0] {
                b.at = touching + c.normal * (sign * 2.0_f64.powi(-(k as i32)));
                *count += usize::from(ask::<V>(&a, &b).0.is_some());
            }
        }
    }
    assert!(sure[1] > 500 && sure[25] < 300, "{sure:?} of 600 {kind:?}");
}

/// On a grid of quarters, turned by quarters of a turn or not at all.
fn on_a_grid<V: Filtered>(kind: Other, least: usize) {
    let mut random = Random::new(73);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let turns = [
        DQuat::IDENTITY,
        DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0),
        DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5),
        DQuat::from_xyzw(0.0, half, 0.0, half),
    ];
    let mut counts = [0; 6];
    let mut sure = 0;
    for _ in 0..2000 {
        let mut grid = |reach: i64| random.grid::<DVec3>(reach) * 0.25;
        let numbers = match kind {
            Other::Triangle => [grid(4), grid(4), grid(4)],
            _ => [(grid(2).abs() + DVec3::splat(0.25)).min(DVec3::splat(0.5)); 3],
        };
        let (half, at) = (grid(2).abs() + DVec3::splat(0.25), grid(4));
        let cuboid = Body {
            kind: Other::Box,
            numbers: [half; 3],
            at: DVec3::ZERO,
            turn: *random.pick(&turns),
        };
        let other = Body {
            kind,
            numbers,
            at,
            turn: *random.pick(&turns),
        };
        let (answer, relation) = ask::<V>(&cuboid, &other);
        counts[relation as usize] += 1;
        sure += usize::from(answer.is_some());
    }
    assert!(
        counts[0] > 200 && counts[1] > 100 && counts[2] > 200,
        "{counts:?} {kind:?}"
    );
    let clear = 2000 - counts[1];
    assert!(100 * sure >= clear * least, "{sure} of {clear} {kind:?}");
}

/// Two edges that cross at a small angle, one above the other: only their cross product parts them, which the
/// filter skips where they are nearly parallel.
fn crossing_edges<V: Filtered>(kind: Other) {
    let mut random = Random::new(74);
    let quarter = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
    let mut counts = [0; 6];
    for _ in 0..2000 {
        let angle = 2.0_f64.powi(-(random.count(4, 17) as i32)) * random.between(0.5, 1.0);
        let gap = angle * random.between(-0.5, 1.0);
        // The edges are along X; the upper one is at the bottom of the other shape.
        let (numbers, bottom) = match kind {
            Other::Triangle => ([DVec3::NEG_X, DVec3::X, DVec3::Y], 0.0),
            _ => ([DVec3::new(1.0, 0.5, 0.5); 3], -std::f64::consts::FRAC_1_SQRT_2),
        };
        let yaw = DQuat::from_rotation_y(angle);
        let whole: DVec3 = random.direction();
        let whole = DQuat::from_axis_angle(whole, random.between(-3.0, 3.0));
        let up = DVec3::Y * (std::f64::consts::FRAC_1_SQRT_2 + gap - bottom);
        let cuboid = Body {
            kind: Other::Box,
            numbers: [DVec3::new(1.0, 0.5, 0.5); 3],
            at: DVec3::ZERO,
            turn: whole * quarter,
        };
        let turn = match kind {
            Other::Triangle => whole * yaw,
            _ => whole * yaw * quarter,
        };
        let other = Body {
            kind,
            numbers,
            at: whole * up,
            turn,
        };
        counts[ask::<V>(&cuboid, &other).1 as usize] += 1;
    }
    assert!(counts[0] > 500 && counts[2] > 500, "{counts:?} {kind:?}");
}

macro_rules! filters {
    ($($name:ident: $v:ty),+) => { $(mod $name {
        use super::*;
        #[test]
        fn boxes() {
            random_pairs::<$v>(Other::Box, 92);
            close_calls::<$v>(Other::Box);
            on_a_grid::<$v>(Other::Box, 80);
            crossing_edges::<$v>(Other::Box);
        }
        #[test]
        fn box_and_ball() {
            random_pairs::<$v>(Other::Ball, 99);
            close_calls::<$v>(Other::Ball);
            on_a_grid::<$v>(Other::Ball, 95);
        }
        #[test]
        fn box_and_triangle() {
            random_pairs::<$v>(Other::Triangle, 95);
            close_calls::<$v>(Other::Triangle);
            on_a_grid::<$v>(Other::Triangle, 60);
            crossing_edges::<$v>(Other::Triangle);
        }
    })+ };
}
filters!(single: Vec3, double: DVec3);
