//! No sweep costs more than its budget and one step that has begun.

use alloc::vec;
use alloc::vec::Vec;

use glam::{DQuat, DVec3};

use crate::cast::sweep::ask::{first, moving_pair};
use crate::cast::sweep::budget::Budget;
use crate::cast::{Motion, Start};
use crate::math::Pose;
use crate::noise;
use crate::shape::{Placed, Shape3};

/// What a step and the point of the answer may cost beyond the budget.
const STEP: u64 = 1 << 15;
/// Halvings between a hit and a miss.
const HALVINGS: usize = 24;

fn number(seed: &mut u64) -> f64 {
    (noise::next(seed) >> 40) as f64 / f64::from(1 << 23) - 1.0
}

fn vector(seed: &mut u64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| number(seed)))
}

fn hull(seed: &mut u64) -> Shape3<DVec3> {
    let points: Vec<DVec3> = (0..500).map(|_| vector(seed).normalize_or(DVec3::X)).collect();
    Shape3::convex(&points).unwrap()
}

fn terrain(seed: &mut u64) -> Shape3<DVec3> {
    let heights: Vec<Vec<f64>> = (0..24)
        .map(|_| (0..24).map(|_| 0.2 * number(seed)).collect())
        .collect();
    Shape3::terrain(&heights, [0.125, 0.125]).unwrap()
}

/// For sweeps between a hit and a miss: by how much the budget was exceeded at most, and how many were not
/// resolved.
fn graze(shapes: [&Shape3<DVec3>; 2], turn: f64, seed: &mut u64) -> (u64, usize) {
    let motion_a = Motion {
        linear: DVec3::ZERO,
        angular: vector(seed) * turn,
    };
    let motion_b = Motion {
        linear: vector(seed) * 4.0,
        angular: vector(seed) * turn,
    };
    let aside = vector(seed).normalize_or(DVec3::X);
    let a = Pose::new(DVec3::ZERO, DQuat::IDENTITY).unwrap();
    let (mut near, mut far, mut most, mut unresolved) = (0.0, 8.0, 0, 0);
    for _ in 0..HALVINGS {
        let out = 0.5 * (near + far);
        let b = Pose::at(motion_b.linear * -0.5 + aside * out).unwrap();
        let budget = Budget::new();
        let (one, other) = (Placed::new(shapes[0], &a), Placed::new(shapes[1], &b));
        let two = moving_pair(one, &motion_a, other, &motion_b, &budget).unwrap();
        let hit = first(&two, Start::Touching).unwrap();
        most = most.max(budget.overspent());
        unresolved += usize::from(hit.is_some_and(|hit| !hit.is_resolved));
        *(if hit.is_some() { &mut near } else { &mut far }) = out;
    }
    (most, unresolved)
}

/// Each pair of parts had a budget of its own, so that a terrain took as many as it had triangles near the
/// other; a support point of 500 corners cost as much as one of few. Sweeps took up to 57 ms.
#[test]
fn a_sweep_spends_its_budget_once() {
    let mut seed = 3;
    let (hull, terrain) = (hull(&mut seed), terrain(&mut seed));
    let egg = Shape3::ellipsoid(DVec3::new(0.25, 0.5, 1.0)).unwrap();
    let cone = Shape3::cone(0.75, 0.5).unwrap();
    let both = Shape3::compound(vec![
        (hull.clone(), Pose::IDENTITY),
        (cone.clone(), Pose::IDENTITY),
    ])
    .unwrap();
    let cases = [
        [&hull, &egg],
        [&hull, &cone],
        [&terrain, &egg],
        [&terrain, &hull],
        [&terrain, &both],
        [&both, &both],
    ];
    let mut unresolved = 0;
    for (i, shapes) in cases.into_iter().enumerate() {
        for turn in [0.0, 2.0, 20.0] {
            let (most, more) = graze(shapes, turn, &mut seed);
            assert!(most <= STEP, "{most} more, case {i}, turning by {turn}");
            unresolved += more;
        }
    }
    // Otherwise nothing was hard enough.
    assert!(unresolved > 20, "{unresolved}");
}
