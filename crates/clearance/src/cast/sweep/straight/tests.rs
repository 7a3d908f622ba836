//! The filter of straight sweeps, compared with Newton's method on exact clearances.

use core::cell::Cell;

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

use super::super::budget::Budget;
use super::*;
use crate::cast::sweep::approach::Approach;
use crate::cast::sweep::moving::Moving;
use crate::cast::tests::Random;
use crate::cast::{CastSpace, Motion, Start, sweep};
use crate::math::{Pose, Rotation2};
use crate::shape::{Shape2, Shape3};

std::thread_local! {
    /// How many pairs came so far, and how many of them the axes decided.
    static ASKED: Cell<[u32; 2]> = const { Cell::new([0; 2]) };
    /// The same of the fast path.
    static FAST_PATH: Cell<[u32; 2]> = const { Cell::new([0; 2]) };
}

pub(super) fn count(is_decided: bool) {
    let [asked, decided] = ASKED.get();
    ASKED.set([asked + 1, decided + u32::from(is_decided)]);
}

trait Tested: CastSpace {
    fn shape(random: &mut Random, coarse: bool) -> Self::Shape;
    fn rotation(random: &mut Random) -> Self::Rotation;
}

macro_rules! tested {
    ($v:ty, $s:ty, |$random:ident, $coarse:ident| $shape:expr, $rotation:expr) => {
        impl Tested for $v {
            fn shape($random: &mut Random, $coarse: bool) -> Self::Shape {
                $shape
            }
            fn rotation(random: &mut Random) -> Self::Rotation {
                $rotation(random)
            }
        }
    };
}

macro_rules! plane {
    ($v:ident, $s:ty) => {
        tested!(
            $v,
            $s,
            |random, coarse| {
                let mut point = || lower::<$v>(random.vector(coarse));
                let corners = [point(), point(), point(), point(), point(), point()];
                let half = $v::new(random.size(coarse) as $s, random.size(coarse) as $s);
                let kind = random.number(false);
                if kind < -0.5 {
                    Shape2::capsule(corners[0], corners[1], half.x).unwrap()
                } else if kind > 0.25 {
                    Shape2::cuboid(half).unwrap()
                } else {
                    Shape2::convex(&corners).unwrap()
                }
            },
            |random: &mut Random| Rotation2::from_angle(random.number(false) as $s * 3.0)
        );
    };
}
plane!(Vec2, f32);
plane!(DVec2, f64);

macro_rules! space {
    ($v:ident, $q:ident, $s:ty) => {
        tested!(
            $v,
            $s,
            |random, coarse| {
                let mut point = || lower::<$v>(random.vector(coarse));
                let corners = [0; 9].map(|_| point());
                let half = [0; 3].map(|_| random.size(coarse) as $s);
                let kind = random.number(false);
                if kind < -0.3 {
                    Shape3::triangle([corners[0], corners[1], corners[2]]).unwrap()
                } else if kind > 0.3 {
                    Shape3::cuboid($v::from_array(half)).unwrap()
                } else {
                    Shape3::convex(&corners).unwrap()
                }
            },
            |random: &mut Random| {
                let [x, y, z, w] = [0; 4].map(|_| random.number(false) as $s);
                $q::from_xyzw(x, y, z, w + 0.01)
            }
        );
    };
}
space!(Vec3, Quat, f32);
space!(DVec3, DQuat, f64);

/// The share of hits. Each answer must be no later than that of the slow way, nor much earlier.
fn compare<V: Tested>(coarse: bool) -> f64 {
    let (mut random, mut hits) = (Random(11), 0.0);
    const ROUNDS: usize = 300;
    for round in 0..ROUNDS {
        let [a, b] = [0; 2].map(|_| V::shape(&mut random, coarse));
        let away = random.vector(coarse) * 3.0;
        let away = if V::DIM == 2 { away.with_z(0.0) } else { away };
        let away = away + away.normalize_or(DVec3::X) * 3.0;
        let aim = random.vector(coarse) * if V::DIM == 2 { 3.0 } else { 1.2 };
        let mut poses = [DVec3::ZERO, away].map(|at| Pose::at(lower::<V>(at)).unwrap());
        if !coarse && round % 4 > 0 {
            poses = poses.map(|pose| pose.turned(V::rotation(&mut random)).unwrap());
        }
        let (a, b) = (Placed::new(&a, &poses[0]), Placed::new(&b, &poses[1]));
        let way = lower::<V>((aim - away) * 2.0);
        let decided = V::sweep_fast_path(&a, &b, way);
        let [is_round, other] = [a, b].map(|placed| placed.shape.kind() == "capsule");
        if is_round == other {
            let [asked, known] = FAST_PATH.get();
            FAST_PATH.set([asked + 1, known + u32::from(decided.is_some())]);
        }
        let two = Approach {
            a: Moving::new(a, V::ZERO, Default::default()),
            b: Moving::new(b, way, Default::default()),
            lost: V::ZERO,
            budget: &Budget::new(),
        };
        if let Some(answer) = decided {
            compare_one(&two, answer.hit());
        }
        if let Some(answer) = first(&a, &b, way, V::Scalar::ONE) {
            hits += compare_one(&two, answer.hit());
        }
    }
    hits / ROUNDS as f64
}

/// 1 for a hit.
fn compare_one<V: Tested>(two: &Approach<'_, V>, answer: Option<Hit<V>>) -> f64 {
    let slow = two.first(V::Scalar::ZERO, V::Scalar::ONE).unwrap();
    let context = || {
        format!(
            "{answer:?} {slow:?} {:?} {:?} {:?}",
            two.a.start,
            two.b.start,
            two.way()
        )
    };
    assert_eq!(answer.is_some(), slow.is_some(), "{}", context());
    let (Some(one), Some(other)) = (answer, slow) else {
        return 0.0;
    };
    let off = (one.time - other.time).abs().to_f64();
    let allowed = 4096.0 * V::Scalar::EPSILON.to_f64().max(1e-13);
    assert!(off < allowed, "{}", context());
    1.0
}

fn check<V: Tested>() {
    ASKED.set([0; 2]);
    FAST_PATH.set([0; 2]);
    let hits = compare::<V>(false);
    assert!((0.3..0.8).contains(&hits), "{hits}");
    let [asked, decided] = ASKED.get();
    assert!(asked > 100 && decided * 100 > asked * 97, "{decided} of {asked}");
    let [asked, decided] = FAST_PATH.get();
    assert!(
        V::DIM == 3 || decided * 100 > asked * 90,
        "{decided} of {asked} at once"
    );
    compare::<V>(true);
}

#[test]
fn sweeps_by_axes_are_those_by_clearances_in_the_plane() {
    check::<Vec2>();
    check::<DVec2>();
}

#[test]
fn sweeps_by_axes_are_those_by_clearances_in_space() {
    check::<Vec3>();
    check::<DVec3>();
}

/// An edge of 1e-151 that rounding turned across the motion counted as a plane with all of its polygon behind
/// it: two that overlap at the start were said never to meet.
#[test]
fn short_edges_that_rounding_turns_part_nothing() {
    let kite = [
        [-0.8090169969069803, -0.5877852488074289],
        [0.3090169889123937, -0.9510565180700449],
        [1.0, -9.202513578869831e-152],
        [1.0, 7.132679717713071e-152],
        [0.30901699574058583, 0.9510565158514308],
    ];
    let a = Shape2::cuboid(DVec2::new(0.75, 0.5)).unwrap();
    let b = Shape2::convex(&kite.map(DVec2::from)).unwrap();
    let turn = Rotation2::from_angle(core::f64::consts::PI);
    let p = Pose::new(DVec2::ZERO, turn).unwrap();
    let q = Pose::new(DVec2::new(1.0, -1.0), turn).unwrap();
    let (a, b) = (Placed::new(&a, &p), Placed::new(&b, &q));
    let way = Motion::linear(DVec2::NEG_Y * 1.25);
    let hit = sweep(a, &Motion::none(), b, &way, Start::Touching).unwrap();
    assert!(hit.is_some_and(|hit| hit.time == 0.0), "{hit:?}");
}
