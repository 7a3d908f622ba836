//! What moving parts meet. The truth is closed form, or exact relations sampled densely along the way.

mod asked;
mod limits;
mod sliding;
mod turning;

use std::f64::consts::{FRAC_PI_2, TAU};
use std::ops::ControlFlow::{Break, Continue};

use clearance::assembly::{Assembly, Tolerance};
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance::motion::{Move, MoveReport, PathError, PathReport, Screw, follow};
use clearance::{Placed, Pose, distance, intersects};
use clearance_testkit::cubes::{Cells, mesh_of, random_cells};
use clearance_testkit::revolved::{pin, sleeve};
use clearance_testkit::threads::{Ridge, above, trapezoid};
use clearance_testkit::{Hits, Random};

use crate::assemblies::assembly_of;

fn at(x: f64, y: f64, z: f64) -> Pose<DVec3> {
    Pose::at(DVec3::new(x, y, z)).expect("finite")
}

fn block(x: f64, y: f64, z: f64) -> Shape<DVec3> {
    Shape::cuboid(DVec3::new(x, y, z)).expect("a block")
}

fn followed(assembly: &Assembly, moves: &[Move]) -> Result<PathReport, PathError> {
    follow(assembly, moves, Tolerance::Auto, &|_, _| true, &|| Continue(()))
}

/// What part 0 meets on a screw.
fn of_first(assembly: &Assembly, screw: Screw) -> MoveReport {
    let moves = [Move {
        parts: vec![0],
        screw,
    }];
    let report = followed(assembly, &moves).expect("a valid move");
    assert!(report.moves[0].is_certified);
    report.moves.into_iter().next().expect("one move")
}

/// Perhaps towards something.
fn random_screw(random: &mut Random, away: DVec3) -> Screw {
    let angular = match random.one_in(3) {
        true => DVec3::ZERO,
        false => random.direction::<DVec3>() * random.between(0.2, 4.0),
    };
    Screw {
        about: random.vector(3.0),
        linear: random.vector::<DVec3>(2.0) + away * random.between(0.0, 1.5),
        angular,
    }
}

/// Solids of cubes on screws: not later than any sampled time at which the exact relation says that they
/// meet, and where a meeting is told they are within its bound; the least clearance is that of the samples.
#[test]
fn as_dense_samples() {
    let mut random = Random::new(31);
    let mut hits = Hits::default();
    for case in 0..50 {
        let solid =
            |random: &mut Random| mesh_of(&random_cells(random, 2, 60), |c| DVec3::from(c) - DVec3::ONE);
        let shapes = [solid(&mut random), solid(&mut random)];
        let turn = DQuat::from_rotation_arc(DVec3::Z, random.direction());
        let away: DVec3 = random.direction::<DVec3>() * random.between(3.6, 5.0);
        let poses = [Pose::IDENTITY, Pose::new(away, turn).expect("finite")];
        let screw = random_screw(&mut random, away);
        let [a, b] = shapes.clone();
        let report = of_first(&assembly_of([(a, poses[0]), (b, poses[1])]), screw);
        let placed = |time: f64| screw.pose(&poses[0], time).expect("in range");
        let asked = |time: f64| (placed(time), Placed::new(&shapes[1], &poses[1]));
        let meets = |time: f64| {
            let (pose, other) = asked(time);
            intersects(Placed::new(&shapes[0], &pose), other)
        };
        let gap = |time: f64| {
            let (pose, other) = asked(time);
            distance(Placed::new(&shapes[0], &pose), other)
        };
        let steps = 200;
        let times = || (0..=steps).map(|i| f64::from(i) / f64::from(steps));
        let sampled = times().find(|&time| meets(time));
        let first = report.contacts.first();
        hits.count(first.is_some());
        match (first, sampled) {
            (Some(contact), sampled) => {
                assert!(
                    sampled.is_none_or(|time| contact.time <= time),
                    "case {case}: late"
                );
                assert!(
                    gap(contact.time) < 1e-9,
                    "case {case}: {} apart",
                    gap(contact.time)
                );
                let least = report.least_clearance.expect("another part");
                assert_eq!((least.value, least.time), (0.0, contact.time));
            }
            (None, None) => {
                let least = report.least_clearance.expect("another part");
                let of_samples = times().map(gap).fold(f64::INFINITY, f64::min);
                assert!(
                    least.value <= of_samples + least.within,
                    "case {case}: {least:?} {of_samples}"
                );
                assert!((gap(least.time) - least.value).abs() < 1e-9, "case {case}");
                assert!(least.within <= 1e-3 * least.value + 1e-7);
            }
            (None, Some(time)) => panic!("case {case}: a meeting at {time} was passed over"),
        }
    }
    hits.check("solids on screws");
}
