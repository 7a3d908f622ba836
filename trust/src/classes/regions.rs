//! Regions of the plane with holes: polygons, bitmaps, compounds of triangles.

use clearance::glam::{DVec2, Vec2};
use clearance::shape::Space2;
use clearance_testkit::{Pair, Random, TestSpace};

use super::{check, unit};
use crate::lattice::{Cells, Growth, grow, plane, relation};
use crate::run::{Class, Outcome};

/// The class.
pub const CLASS: Class = Class {
    name: "regions",
    about: "regions with holes against regions, as sets of triangles",
    hits: [30, 95],
    ask: |random| {
        if random.one_in(2) {
            ask::<DVec2>(random)
        } else {
            ask::<Vec2>(random)
        }
    },
};

fn ask<V: TestSpace + Space2>(random: &mut Random) -> Outcome {
    let a = region(random);
    let b = if random.one_in(5) {
        a.clone()
    } else {
        region(random)
    };
    let by = [random.whole(-4, 4) as i32, random.whole(-4, 4) as i32, 0];
    let b = if random.one_in(5) {
        part_of(random, &b)
    } else {
        b.moved(by)
    };
    let unit = unit::<V>(random);
    let pair = Pair {
        a: plane::object::<V>(random, &a, unit),
        b: plane::object::<V>(random, &b, unit),
    };
    check(&pair, relation(&a, &b))
}

fn region(random: &mut Random) -> Cells {
    let growth = *random.pick(&[Growth::Cells, Growth::Blocks]);
    let window = random.whole(1, 5) as i32;
    grow(
        random,
        window,
        growth,
        |[x, y, _]| plane::square([x, y]).to_vec(),
        2,
    )
}

/// The same set without one cell, if it has two or more.
fn part_of(random: &mut Random, cells: &Cells) -> Cells {
    let all: Vec<_> = cells.0.iter().copied().collect();
    let mut part = cells.clone();
    if all.len() > 1 {
        part.0.remove(random.pick(&all));
    }
    part
}
