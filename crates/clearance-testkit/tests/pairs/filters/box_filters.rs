//! A box against a box, a ball and a triangle, and two triangles, whether they meet: the filters in single
//! precision, compared with the relation, which is computed differently and exactly.
//!
//! Random pairs, the same moved until they are apart by next to nothing or overlap by that, and boxes on a
//! grid that touch with faces, edges and corners or are equal; each at three scales and both ways round.

use clearance::glam::{DQuat, DVec3, Quat, Vec3};
use clearance::math::Pose;
use clearance::pair::question::IntersectsQuestion;
use clearance::pair::{PairSpace, Relation};
use clearance::shape::{Placed, Shape3, Space3};
use clearance_testkit::{FromQuaternion, Hits, Random};

use super::boxes_single::turn;

/// What is asked about.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Box,
    Ball,
    Triangle,
}

/// A shape in numbers of double precision, and its place.
#[derive(Clone, Debug)]
struct Body {
    kind: Kind,
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
            Kind::Box => Shape3::cuboid(vector(self.numbers[0])),
            Kind::Ball => Shape3::sphere(vector(self.numbers[0]).x()),
            Kind::Triangle => Shape3::triangle(self.numbers.map(vector)),
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

fn body(random: &mut Random, kind: Kind, at: DVec3) -> Body {
    let mut side = || random.between(0.2, 1.0);
    let numbers = match kind {
        Kind::Triangle => std::array::from_fn(|_| random.vector(1.0)),
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
fn pair(random: &mut Random, kinds: [Kind; 2]) -> [Body; 2] {
    let reach = if random.one_in(4) { 100.0 } else { 0.0 };
    let far: DVec3 = random.vector(reach);
    let apart = if matches!(kinds, [_, Kind::Triangle]) {
        0.9
    } else {
        1.5
    };
    let [mut a, mut b] = kinds.map(|kind| body(random, kind, far));
    if let [Kind::Triangle, Kind::Triangle] = kinds {
        // Their middles are near each other, since few others meet.
        let middle = |body: &Body| body.turn * (body.numbers.iter().sum::<DVec3>() / 3.0);
        a.at -= middle(&a);
        b.at += random.vector::<DVec3>(0.4) - middle(&b);
    } else {
        b.at += random.vector::<DVec3>(apart);
    }
    [a, b]
}

/// How many of a hundred the filter must be sure about.
fn random_pairs<V: Filtered>(kinds: [Kind; 2], least: usize) {
    let mut random = Random::single(71);
    let (mut hits, mut sure) = (Hits::default(), 0);
    for _ in 0..500 {
        let [a, b] = pair(&mut random, kinds);
        let (answer, relation) = ask::<V>(&a, &b);
        hits.count(relation.intersects());
        sure += usize::from(answer.is_some());
    }
    hits.check(&format!("{kinds:?}"));
    assert!(sure >= 5 * least, "{sure} of 500 {kinds:?}");
}

/// Moved along the normal until the clearance is about `2^-k`, or minus that: below the error bound the
/// filter is undecided, above it sure, and never wrong.
fn close_calls<V: Filtered>(kinds: [Kind; 2]) {
    let mut random = Random::single(72);
    let mut sure = [0; 26];
    for _ in 0..300 {
        let [a, mut b] = pair(&mut random, kinds);
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
    assert!(sure[1] > 500 && sure[25] < 300, "{sure:?} of 600 {kinds:?}");
}

/// On a grid of quarters, turned by quarters of a turn or not at all.
fn on_a_grid<V: Filtered>(kinds: [Kind; 2], least: usize) {
    let mut random = Random::new(73);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let turns = [
        DQuat::IDENTITY,
        DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0),
        DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5),
        DQuat::from_xyzw(0.0, half, 0.0, half),
    ];
    let (size, apart) = match kinds {
        [Kind::Triangle, Kind::Triangle] => (2, 1),
        _ => (4, 4),
    };
    let mut counts = [0; 6];
    let mut sure = 0;
    for _ in 0..500 {
        let [a, b] = [0, 1].map(|k| {
            let mut grid = |reach: i64| random.grid::<DVec3>(reach) * 0.25;
            let numbers = match kinds[k] {
                Kind::Triangle => [grid(size), grid(size), grid(size)],
                Kind::Box => [grid(2).abs() + DVec3::splat(0.25); 3],
                Kind::Ball => [(grid(2).abs() + DVec3::splat(0.25)).min(DVec3::splat(0.5)); 3],
            };
            Body {
                kind: kinds[k],
                numbers,
                at: if k == 0 { DVec3::ZERO } else { grid(apart) },
                turn: *random.pick(&turns),
            }
        });
        let (answer, relation) = ask::<V>(&a, &b);
        counts[relation as usize] += 1;
        sure += usize::from(answer.is_some());
    }
    assert!(
        counts[0] > 50 && counts[1] > 25 && counts[2] > 50,
        "{counts:?} {kinds:?}"
    );
    let clear = 500 - counts[1];
    assert!(100 * sure >= clear * least, "{sure} of {clear} {kinds:?}");
}

/// Two edges that cross at a small angle, one above the other: only their cross product parts them, which the
/// filter skips where they are nearly parallel.
fn crossing_edges<V: Filtered>(kinds: [Kind; 2]) {
    let mut random = Random::new(74);
    let quarter = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
    let mut counts = [0; 6];
    for _ in 0..500 {
        let angle = 2.0_f64.powi(-(random.count(4, 17) as i32)) * random.between(0.5, 1.0);
        let gap = angle * random.between(-0.5, 1.0);
        // The edges are along X, the lower one at the top of its shape and the upper one at the bottom of the
        // other.
        let (yaw, whole) = (DQuat::from_rotation_y(angle), random.direction::<DVec3>());
        let whole = DQuat::from_axis_angle(whole, random.between(-3.0, 3.0));
        let edged = |kind: Kind, upwards: f64| match kind {
            Kind::Triangle => ([DVec3::NEG_X, DVec3::X, DVec3::Y * upwards], 0.0, DQuat::IDENTITY),
            _ => (
                [DVec3::new(1.0, 0.5, 0.5); 3],
                std::f64::consts::FRAC_1_SQRT_2,
                quarter,
            ),
        };
        let [(lower, top, turn), (upper, bottom, turn_upper)] = [edged(kinds[0], -1.0), edged(kinds[1], 1.0)];
        let below = Body {
            kind: kinds[0],
            numbers: lower,
            at: DVec3::ZERO,
            turn: whole * turn,
        };
        let other = Body {
            kind: kinds[1],
            numbers: upper,
            at: whole * (DVec3::Y * (top + gap + bottom)),
            turn: whole * yaw * turn_upper,
        };
        counts[ask::<V>(&below, &other).1 as usize] += 1;
    }
    assert!(counts[0] > 125 && counts[2] > 125, "{counts:?} {kinds:?}");
}

macro_rules! filters {
    ($($name:ident: $v:ty),+) => { $(mod $name {
        use super::*;
        #[test]
        fn boxes() {
            let kinds = [Kind::Box, Kind::Box];
            random_pairs::<$v>(kinds, 92);
            close_calls::<$v>(kinds);
            on_a_grid::<$v>(kinds, 80);
            crossing_edges::<$v>(kinds);
        }
        #[test]
        fn box_and_ball() {
            let kinds = [Kind::Box, Kind::Ball];
            random_pairs::<$v>(kinds, 99);
            close_calls::<$v>(kinds);
            on_a_grid::<$v>(kinds, 95);
        }
        #[test]
        fn box_and_triangle() {
            let kinds = [Kind::Box, Kind::Triangle];
            random_pairs::<$v>(kinds, 95);
            close_calls::<$v>(kinds);
            on_a_grid::<$v>(kinds, 60);
            crossing_edges::<$v>(kinds);
        }
        #[test]
        fn triangles() {
            let kinds = [Kind::Triangle, Kind::Triangle];
            random_pairs::<$v>(kinds, 95);
            close_calls::<$v>(kinds);
            on_a_grid::<$v>(kinds, 60);
            crossing_edges::<$v>(kinds);
        }
    })+ };
}
filters!(single: Vec3, double: DVec3);
