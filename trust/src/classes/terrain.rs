//! Terrains with integer heights, and rounded hulls on, in and above them: the expected relation is the
//! strongest one of any triangle.

use clearance::Relation;
use clearance::glam::{DVec3, Vec3};
use clearance::math::{Pose, Real};
use clearance::shape::{Shape3, Space3};
use clearance_testkit::exact::Sets;
use clearance_testkit::{Object, Pair, Random, TestSpace};

use super::cores::{Numbers, Whole};
use super::{check, unit};
use crate::run::{Class, Outcome};

/// The class.
pub const CLASS: Class = Class {
    name: "terrain",
    about: "terrains against rounded hulls, triangle by triangle",
    hits: [30, 90],
    ask: |random| {
        if random.one_in(2) {
            ask::<DVec3>(random)
        } else {
            ask::<Vec3>(random)
        }
    },
};

fn ask<V: TestSpace + Space3>(random: &mut Random) -> Outcome {
    let (rows, columns) = (random.count(2, 5), random.count(2, 5));
    let steep = random.whole(0, 3);
    let heights: Vec<Vec<i64>> = (0..rows)
        .map(|_| (0..columns).map(|_| random.whole(-steep, steep)).collect())
        .collect();
    let spacing = [random.whole(1, 3) as f64, random.whole(1, 3) as f64];
    let body = Whole::any(random, 3, 1.0);
    let middle = DVec3::new(spacing[0] * columns as f64, 0.0, spacing[1] * rows as f64) / 2.0;
    let unit = unit::<V>(random);
    let at = (random.grid::<DVec3>(3) + middle.floor()) * unit;
    let pair = Pair::<V> {
        a: Object {
            shape: shape(&heights, spacing, unit),
            pose: Pose::IDENTITY,
        },
        b: body.object(unit, at),
    };
    check(
        &pair,
        expected(&heights, spacing, unit, &body.numbers::<V>(unit, at)),
    )
}

fn shape<V: TestSpace + Space3>(heights: &[Vec<i64>], spacing: [f64; 2], unit: f64) -> Shape3<V> {
    let row = |row: &Vec<i64>| row.iter().map(|&h| V::Scalar::lit(h as f64 * unit)).collect();
    let heights: Vec<Vec<V::Scalar>> = heights.iter().map(row).collect();
    Shape3::terrain(&heights, spacing.map(|s| V::Scalar::lit(s * unit))).expect("well formed")
}

fn expected(heights: &[Vec<i64>], spacing: [f64; 2], unit: f64, body: &Numbers) -> Relation {
    let corner = |i: usize, j: usize| {
        [j as f64 * spacing[0], heights[i][j] as f64, i as f64 * spacing[1]].map(|x| x * unit)
    };
    let cells = (1..heights.len()).flat_map(|i| (1..heights[0].len()).map(move |j| (i - 1, j - 1)));
    // Each cell is split from its corner (i, j) to (i + 1, j + 1).
    let triangles = cells.flat_map(|(i, j)| {
        let (first, last) = (corner(i, j), corner(i + 1, j + 1));
        [[first, corner(i, j + 1), last], [first, corner(i + 1, j), last]]
    });
    let triangle = |corners: [[f64; 3]; 3]| Numbers {
        points: corners.to_vec(),
        position: [0.0; 3],
        radius: 0.0,
    };
    let said = triangles.map(|t| {
        let sets = Sets {
            a: triangle(t).grown(),
            b: body.grown(),
            dimension: 3,
        };
        (sets.relation(), sets.holds(&sets.b, &sets.a))
    });
    let (strongest, is_within) = said.fold((Relation::Disjoint, true), |(relation, within), (r, w)| {
        (relation.max(r), within && w)
    });
    match strongest {
        Relation::Disjoint | Relation::Touching => strongest,
        _ if is_within => Relation::AInB,
        _ => Relation::Overlapping,
    }
}
