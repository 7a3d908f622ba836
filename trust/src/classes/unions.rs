//! Unions, flat shapes and solids on a lattice; poses without a rotation, at all scales.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance_testkit::cells::Cells;
use clearance_testkit::unions::{Built, Plan, SIDE, expected};
use clearance_testkit::{Pair, Random};

use super::{check, unit};
use crate::run::{Class, Outcome};

/// The class.
pub const CLASS: Class = Class {
    name: "unions",
    about: "unions, lines and sheets, in and along the borders of solids, as sets of lattice cells",
    hits: [40, 98],
    ask: |random| match random.count(0, 7) {
        0..=2 => ask::<Vec2>(random),
        3..=5 => ask::<DVec2>(random),
        6 => ask::<Vec3>(random),
        _ => ask::<DVec3>(random),
    },
};

fn ask<V: Built>(random: &mut Random) -> Outcome {
    let (cells, unit) = (Cells::new(V::DIM, SIDE), unit::<V>(random));
    let plans = if random.one_in(5) {
        Plan::<V>::solid_and_flats(random)
    } else {
        [Plan::any(random), Plan::any(random)]
    };
    let [p, q] = plans.map(|plan| plan.case(random, &cells, unit));
    let relation = expected(cells.compare(&p.figure, &q.figure));
    let pair = Pair {
        a: p.object,
        b: q.object,
    };
    check(&pair, relation)
}
