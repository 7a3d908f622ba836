//! The filter's answers, compared with the clearances at many times and with the general way.

mod case;

use core::cell::Cell;

use glam::{DVec2, Vec2};

use super::*;
use crate::cast::tests::Random;
use crate::cast::{Start, sweep, sweep_interval};
use crate::math::Pose;
use crate::shape::Shape2;
use case::{Case, Kind, Tested};

/// Moments at which the two must be apart.
const SAMPLES: usize = 96;

std::thread_local! {
    /// How many pairs of slowly turning capsules were asked about, and how many one guess decided.
    static ONE_GUESS: Cell<[f64; 2]> = const { Cell::new([0.0; 2]) };
}

pub(super) fn count(is_decided: bool) {
    let [asked, decided] = ONE_GUESS.get();
    ONE_GUESS.set([asked + 1.0, decided + f64::from(u8::from(is_decided))]);
}

/// Of many cases: how many the filter decided, and how many of these meet.
fn check<V: Tested>(kind: Kind, turn: f64) -> [f64; 2] {
    const ROUNDS: usize = 200;
    let (mut random, mut decided, mut hits) = (Random(21), 0.0, 0.0);
    for round in 0..ROUNDS {
        let case = Case::<V>::new(&mut random, kind, turn, 1.0);
        let Some(answer) = case.decided() else { continue };
        let answer = answer.hit();
        decided += 1.0;
        hits += f64::from(u8::from(answer.is_some()));
        check_one(&case, answer.as_ref().map(|hit| hit.time.to_f64()), turn, &round);
        check_against_the_general_way(&case, answer, &round);
    }
    [decided / ROUNDS as f64, hits / decided]
}

/// The two are apart before the time and together at it, up to rounding.
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

/// The interval found by the general way contains the time; a miss has none.
fn check_against_the_general_way<V: Tested>(case: &Case<V>, answer: Option<Hit<V>>, round: &usize) {
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
    // Edges that meet flat may have any point along them.
    assert!(off <= moved.to_double().length(), "{round}: {off}");
}

fn meet_when_clearances_say_so(kind: Kind) {
    for (turn, least) in [(0.5, 0.95), (3.0, 0.9), (12.0, 0.75), (30.0, 0.25)] {
        for [decided, hits] in [check::<Vec2>(kind, turn), check::<DVec2>(kind, turn)] {
            assert!(
                decided > least && (0.3..0.8).contains(&hits),
                "{turn}: {decided} decided, {hits} hit"
            );
        }
    }
}

#[test]
fn polygons_that_turn_meet_when_clearances_say_so() {
    meet_when_clearances_say_so(Kind::Polygons);
}

#[test]
fn capsules_that_turn_meet_when_clearances_say_so() {
    meet_when_clearances_say_so(Kind::Capsules);
}

#[test]
fn capsules_that_turn_slowly_are_decided_by_one_guess() {
    fn check<V: Tested>() {
        let mut random = Random(23);
        ONE_GUESS.set([0.0; 2]);
        for _ in 0..400 {
            Case::<V>::new(&mut random, Kind::Capsules, 0.5, 1.0).decided();
        }
        let [asked, decided] = ONE_GUESS.get();
        assert!(asked > 300.0 && decided > 0.9 * asked, "{decided} of {asked}");
    }
    check::<Vec2>();
    check::<DVec2>();
}

/// Scaled by a power of two, all answers are the same bits, scaled.
#[test]
fn answers_do_not_depend_on_the_unit() {
    fn check<V: Tested>(kind: Kind) {
        for scale in [2_f64.powi(-20), 2_f64.powi(20)] {
            let [mut one, mut other] = [Random(22), Random(22)];
            for round in 0..100 {
                let plain = Case::<V>::new(&mut one, kind, 4.0, 1.0).decided();
                let scaled = Case::<V>::new(&mut other, kind, 4.0, scale).decided();
                let plain = plain
                    .map(|answer| answer.map(|hit| (hit.time, hit.normal, hit.point.to_double() * scale)));
                let scaled =
                    scaled.map(|answer| answer.map(|hit| (hit.time, hit.normal, hit.point.to_double())));
                assert_eq!(plain, scaled, "{round}");
            }
        }
    }
    for kind in [Kind::Polygons, Kind::Capsules] {
        check::<Vec2>(kind);
        check::<DVec2>(kind);
    }
}

/// Shapes that touch or overlap at the start are left undecided, and meet at time 0; with `Release`, shapes
/// that move apart do not meet.
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
            assert!(case.decided().is_none());
            let ([a, b], [m, n]) = (case.placed(), &case.motions);
            let hit = sweep(a, m, b, n, start).unwrap();
            assert_eq!(hit.map(|hit| hit.time.to_f64()), time, "{x} {way} {start:?}");
        }
    }
    check::<Vec2>();
    check::<DVec2>();
}

/// The square of a speed that has nearly died away is 0, or of few bits: what it made a "unit" vector was
/// infinitely long, or half as long again, and gaps along it with it, but not the radius, so that a turning
/// rod went through a ball unseen.
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
