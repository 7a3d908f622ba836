//! Straight sweeps in single precision of shapes with rotated poses, compared with the same questions in
//! double precision, where exact arithmetic decides.
//!
//! The filter used rotations rounded to the precision of the space and subtracted their rounding from the
//! gap: grazes were early by 1.2e-3 of the motion.

use clearance::cast::{Motion, Start, sweep};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::{Real, Rotation2};
use clearance::shape::Shape2;
use clearance::{Placed, Pose};
use clearance_testkit::{Pair, Random, TestSpace, generate};

/// A pair in both precisions, with numbers of single precision.
struct Twins<S: TestSpace, D: TestSpace> {
    single: Pair<S>,
    double: Pair<D>,
    way: D,
    /// Another position of B.
    aside: D,
}

impl<S: TestSpace<Scalar = f32>, D: TestSpace<Scalar = f64>> Twins<S, D> {
    fn new([random_s, random_d]: &mut [Random; 2]) -> Self {
        let (single, double) = (
            generate::core_pair::<S>(random_s),
            generate::core_pair::<D>(random_d),
        );
        // The same count of numbers from both.
        let [way, aside] =
            [8.0, 6.0].map(|reach| (random_d.vector::<D>(reach), random_s.vector::<S>(reach)).0);
        Self {
            single,
            double,
            way,
            aside,
        }
    }
    /// When B, moved to a position of single precision, meets A: in double precision.
    fn truth(&mut self, place: D) -> Option<f64> {
        let b = &mut self.double.b;
        b.pose = b.pose.moved_to(place).unwrap();
        first(&self.double, self.way)
    }
    fn told(&mut self, place: D) -> Option<f64> {
        let single = |v: D| S::from_fn(|i| v.get(i) as f32);
        let b = &mut self.single.b;
        b.pose = b.pose.moved_to(single(place)).unwrap();
        first(&self.single, single(self.way))
    }
    /// How much too early the meeting is reported for B at a position from which it meets A.
    fn early(&mut self, place: D) -> f64 {
        // Not asked where rounding makes it pass, or where they touch at the start, which the precision of
        // the space decides.
        let Some(truth) = self.truth(place).filter(|&time| time > 0.0) else {
            return 0.0;
        };
        let told = self.told(place);
        let early = truth
            - told.unwrap_or_else(|| panic!("missed: truth {truth:e} way {:?} {:?}", self.way, self.single));
        assert!(early > -1e-14, "{early} {:?}", self.single);
        early
    }
    /// Between the position from which B passes through the middle of A at half time and one beside it: the
    /// last position that hits and the first that does not. `None` if there are none.
    fn find_graze(&mut self) -> Option<[D; 2]> {
        let mut hit = rounded(self.double.a.pose.position() - self.way * 0.5);
        let mut miss = rounded(hit + self.aside);
        if self.truth(hit).is_none() || self.truth(miss).is_some() {
            return None;
        }
        loop {
            let middle = rounded((hit + miss) * 0.5);
            if middle == hit || middle == miss {
                return Some([hit, miss]);
            }
            match self.truth(middle) {
                Some(_) => hit = middle,
                None => miss = middle,
            }
        }
    }
}

fn rounded<D: TestSpace<Scalar = f64>>(v: D) -> D {
    D::from_fn(|i| f64::from(v.get(i) as f32))
}

fn first<V: TestSpace>(pair: &Pair<V>, way: V) -> Option<f64> {
    let (a, b) = (pair.a.placed(), pair.b.placed());
    let hit = sweep(a, &Motion::none(), b, &Motion::linear(way), Start::Touching).unwrap();
    hit.map(|hit| hit.time.to_f64())
}

/// No graze is missed or late, and none is early by more than a part of the motion. Of those that pass by a
/// unit in the last place, at most this many are reported to meet.
fn grazes<S: TestSpace<Scalar = f32>, D: TestSpace<Scalar = f64>>(most_early: f64, most_false: usize) {
    let mut random = [41; 2].map(Random::single);
    let (mut grazes, mut false_hits, mut early) = (0, 0, 0.0_f64);
    for _ in 0..600 {
        let mut twins = Twins::<S, D>::new(&mut random);
        let Some([hit, miss]) = twins.find_graze() else {
            continue;
        };
        if twins.truth(hit) == Some(0.0) {
            continue;
        }
        grazes += 1;
        // And a little deeper: where it is less of a graze, other searches answer.
        for part in [99, 18, 16, 14, 12, 10, 8, 6].map(|digits| 0.5_f64.powi(digits)) {
            let place = rounded(hit - twins.aside * part);
            early = early.max(twins.early(place));
        }
        false_hits += usize::from(twins.told(miss).is_some());
    }
    assert!(grazes > 320, "{grazes}");
    assert!(early < most_early, "{early:e}");
    assert!(false_hits <= most_false, "{false_hits}");
}

/// The sine and cosine of an angle are computed in double precision only where that matters.
#[test]
fn in_the_plane() {
    grazes::<Vec2, DVec2>(1e-4, 20);
}
#[test]
fn in_space() {
    grazes::<Vec3, DVec3>(1.2e-7, 0);
}

/// A point so near to a flat polygon that single precision cannot tell its side: it was assumed to move away,
/// and was missed.
#[test]
fn what_all_but_touches_something_flat_is_not_missed() {
    let ends = [Vec2::new(-0.802_298_55, 0.0), Vec2::new(0.847_153_66, 0.0)];
    let flat = <Vec2 as TestSpace>::convex(&ends).unwrap();
    let turned = Pose::at(Vec2::new(0.037_628_96, 0.215_031_92)).unwrap();
    let turned = turned.turned(Rotation2::from_angle(2.760_925_3)).unwrap();
    let (point, there) = (Shape2::<Vec2>::Point, Vec2::new(-0.005_822_357_7, 0.232_420_56));
    let there = Pose::at(there).unwrap().scaled(1.0).unwrap();
    let way = Motion::linear(Vec2::new(-3.680_672, -2.742_480_5));
    let turned = turned.scaled(0.793_569_86).unwrap();
    let (a, b) = (Placed::new(&flat, &turned), Placed::new(&point, &there));
    let hit = sweep(a, &Motion::none(), b, &way, Start::Touching)
        .unwrap()
        .unwrap();
    assert!(hit.time <= 1e-7, "{hit:?}");
}
