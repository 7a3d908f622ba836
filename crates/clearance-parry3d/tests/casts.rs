//! Casts, judged by distances along the way: none before the hit is smaller than asked for, and that at the
//! hit is the one asked for.

mod kinds;

#[cfg(feature = "dim2")]
use clearance_parry2d::ClearanceDispatcher;
#[cfg(feature = "dim3")]
use clearance_parry3d::ClearanceDispatcher;
use clearance_testkit::{Hits, Random};
use kinds::{CONVEX, OTHERS, number};
use parry::math::{Pose, Real};
use parry::query::details::ShapeCastOptions;
use parry::query::{NonlinearRigidMotion, QueryDispatcher, ShapeCastHit, ShapeCastStatus};
use parry::shape::Shape;

/// Times are right to 1e-9 of the way, then rounded; ways are up to about 10.
const ROUNDING: Real = 5e-5;
const SAMPLES: usize = 24;
const REACH: f64 = 2.0;

fn distance(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Real {
    let contact = ClearanceDispatcher.contact(pos12, g1, g2, 1000.0).unwrap();
    contact.expect("within 1000").dist
}

fn all_pairs(
    seed: u64,
    cases: usize,
    what: &str,
    test: impl Fn(&mut Random, &dyn Shape, &dyn Shape, &str) -> Option<bool>,
) {
    let (mut random, mut hits) = (Random::new(seed), Hits::default());
    for (name1, make1) in CONVEX.iter().chain(OTHERS) {
        for (name2, make2) in CONVEX.iter().chain(OTHERS) {
            let fields = [name1, name2]
                .iter()
                .filter(|name| ["half-space", "height field"].contains(*name))
                .count();
            if fields == 2 {
                continue;
            }
            for _ in 0..cases {
                let (g1, g2) = (make1(&mut random), make2(&mut random));
                if let Some(hit) = test(&mut random, &*g1, &*g2, &format!("{name1} and {name2}")) {
                    hits.count(hit);
                }
            }
        }
    }
    hits.check(what);
}

/// That nothing is nearer than `target` before the hit, and that the hit is `target` away.
fn check(
    at: impl Fn(Real) -> Pose,
    g1: &dyn Shape,
    g2: &dyn Shape,
    hit: Option<&ShapeCastHit>,
    end: Real,
    target: Real,
    case: &str,
) {
    let until = hit.map_or(end, |hit| hit.time_of_impact);
    for i in 0..SAMPLES {
        let time = until * i as Real / SAMPLES as Real;
        let apart = distance(&at(time), g1, g2);
        assert!(
            apart >= target - ROUNDING,
            "{case}: {apart} away at {time}, before {until}"
        );
    }
    let Some(hit) = hit else { return };
    assert!(hit.status != ShapeCastStatus::Failed, "{case}");
    let there = at(hit.time_of_impact);
    let apart = distance(&there, g1, g2);
    if hit.status == ShapeCastStatus::Converged {
        assert!(
            (apart - target).abs() <= ROUNDING,
            "{case}: {apart} away at the hit, not {target}"
        );
    }
    let between = there * hit.witness2 - hit.witness1;
    assert!(
        (between.length() - apart.abs()).abs() <= ROUNDING,
        "{case}: witness points"
    );
    assert!(
        (there.rotation * hit.normal2 + hit.normal1).length() <= ROUNDING,
        "{case}: normals"
    );
}

#[test]
fn straight() {
    all_pairs(
        35,
        if cfg!(feature = "dim2") { 16 } else { 8 },
        "straight casts",
        |random, g1, g2, case| {
            let pos12 = kinds::pose(random, REACH);
            // About half of them are aimed well enough.
            let velocity = kinds::position(random, 1.0) - pos12.translation * number(random, 0.0, 1.2);
            let target_distance = *random.pick(&[0.0, 0.0, 0.2]);
            let max_time_of_impact = *random.pick(&[1.0, 3.0, Real::MAX]);
            let options = ShapeCastOptions {
                target_distance,
                max_time_of_impact,
                ..Default::default()
            };
            let case = format!("{case}, {pos12:?}, {velocity}, {options:?}");
            let hit = ClearanceDispatcher
                .cast_shapes(&pos12, velocity, g1, g2, options)
                .expect("known kinds");
            let at = |time: Real| Pose::from_parts(pos12.translation + velocity * time, pos12.rotation);
            if distance(&pos12, g1, g2) <= target_distance {
                let hit = hit.unwrap_or_else(|| panic!("{case}: none though they meet at the start"));
                assert_eq!(hit.time_of_impact, 0.0, "{case}");
                return None;
            }
            check(
                at,
                g1,
                g2,
                hit.as_ref(),
                max_time_of_impact.min(20.0),
                target_distance,
                &case,
            );
            Some(hit.is_some())
        },
    );
}

#[test]
fn an_overlap_is_left_only_where_the_motion_leads_out() {
    let ball = parry::shape::Ball::new(1.0);
    let options = ShapeCastOptions {
        stop_at_penetration: false,
        ..Default::default()
    };
    let x = parry::math::Vector::X;
    let cast = |velocity| {
        ClearanceDispatcher
            .cast_shapes(&Pose::from_translation(x * 1.5), velocity, &ball, &ball, options)
            .unwrap()
    };
    assert!(cast(x).is_none());
    assert_eq!(
        cast(-x).unwrap().status,
        ShapeCastStatus::PenetratingOrWithinTargetDist
    );
    let stopped = ClearanceDispatcher.cast_shapes(
        &Pose::from_translation(x * 1.5),
        x,
        &ball,
        &ball,
        ShapeCastOptions::default(),
    );
    assert_eq!(stopped.unwrap().unwrap().time_of_impact, 0.0);
}

#[test]
fn turning() {
    all_pairs(
        36,
        if cfg!(feature = "dim2") { 6 } else { 2 },
        "casts that turn",
        |random, g1, g2, case| {
            let has_half_space = g1.as_halfspace().is_some() || g2.as_halfspace().is_some();
            if has_half_space {
                return None;
            }
            let mut motion = |start: Pose, aim: Real| {
                let center = kinds::position(random, 0.5);
                let linear = kinds::position(random, 0.5) + parry::math::Vector::X * aim;
                #[cfg(feature = "dim2")]
                let angular = number(random, -3.0, 3.0);
                #[cfg(feature = "dim3")]
                let angular = kinds::position(random, 1.5);
                NonlinearRigidMotion::new(start, center, linear, angular)
            };
            let (motion1, motion2) = (
                motion(Pose::IDENTITY, 0.6),
                motion(Pose::from_translation(parry::math::Vector::X * 2.5), -0.6),
            );
            let (start, end) = (0.25, 1.25);
            let at = |time: Real| {
                motion1
                    .position_at_time(start + time)
                    .inv_mul(&motion2.position_at_time(start + time))
            };
            if distance(&at(0.0), g1, g2) <= 0.0 {
                return None;
            }
            let case = format!("{case}, {motion1:?}, {motion2:?}");
            let hit = ClearanceDispatcher
                .cast_shapes_nonlinear(&motion1, g1, &motion2, g2, start, end, true)
                .expect("known kinds");
            let relative = hit.map(|hit| ShapeCastHit {
                time_of_impact: hit.time_of_impact - start,
                ..hit
            });
            check(at, g1, g2, relative.as_ref(), end - start, 0.0, &case);
            Some(hit.is_some())
        },
    );
}
