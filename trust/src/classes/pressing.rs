//! Bodies that press against walls and each other, stop, slide and turn: none may get out, and none may
//! overlap.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance_testkit::pressing::{Life, WALLS, Walls, live};
use clearance_testkit::{Random, TestSpace};

use crate::run::{Class, Outcome};

/// The class.
pub const CLASS: Class = Class {
    name: "pressing",
    about: "bodies that press against walls and each other, step after step",
    hits: [60, 100],
    ask: |random| match random.count(0, 3) {
        0 => ask::<Vec2>(random),
        1 => ask::<DVec2>(random),
        2 => ask::<Vec3>(random),
        _ => ask::<DVec3>(random),
    },
};

fn ask<V: TestSpace>(random: &mut Random) -> Outcome {
    let walls = *random.pick(&WALLS);
    let life = Life {
        turns: walls != Walls::HalfSpaces && random.one_in(2),
        away: *random.pick(&[0.0, 1.0, 1e3, 1e6]),
        bodies: random.count(1, 16),
        steps: random.count(4, 40),
        speed: *random.pick(&[0.01, 1.0, 16.0, 100.0]),
        looks: 1,
        ..Life::new(walls)
    };
    Ok(live::<V>(random, &life) > 0.0)
}
