//! Solids with cavities and faces in one plane: meshes and compounds of tetrahedra, turned by exact thirds
//! and quarters.

use clearance::glam::{DVec3, Vec3};
use clearance::shape::Space3;
use clearance_testkit::{FromQuaternion, Pair, Random, TestSpace};

use super::turns::Turn;
use super::{check, unit};
use crate::lattice::{Cells, Growth, grow, relation, space};
use crate::run::{Class, Outcome};

/// The class.
pub const CLASS: Class = Class {
    name: "solids",
    about: "solids with cavities, faces in one plane, exact turns, as sets of tetrahedra",
    hits: [30, 95],
    ask: |random| {
        if random.one_in(2) {
            ask::<DVec3>(random)
        } else {
            ask::<Vec3>(random)
        }
    },
};

fn ask<V: TestSpace + Space3>(random: &mut Random) -> Outcome
where
    V::Rotation: FromQuaternion,
{
    let a = solid(random);
    let b = if random.one_in(5) {
        a.clone()
    } else {
        solid(random)
    };
    let by = [0, 1, 2].map(|_| random.whole(-2, 2) as i32);
    let b = if random.one_in(5) { b } else { b.moved(by) };
    let unit = unit::<V>(random);
    let mut object = |cells: &Cells| {
        let turn = if random.one_in(2) {
            Turn::any(random)
        } else {
            Turn::none()
        };
        space::object::<V>(random, cells, unit, &turn)
    };
    let pair = Pair {
        a: object(&a),
        b: object(&b),
    };
    check(&pair, relation(&a, &b))
}

fn solid(random: &mut Random) -> Cells {
    let growth = *random.pick(&[Growth::Cells, Growth::Blocks]);
    let window = random.whole(1, 3) as i32;
    grow(random, window, growth, space::cube, 3)
}
