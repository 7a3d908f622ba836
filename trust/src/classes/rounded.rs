//! Rounded hulls that touch by Pythagorean numbers, are a unit in the last place away from touching, or lie
//! within each other, at all scales and with mixed magnitudes.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance_testkit::exact::Sets;
use clearance_testkit::{Pair, Random, TestSpace};

use super::cores::Whole;
use super::{check, is_double, largest, power, smallest, unit};
use crate::run::{Class, Outcome};

/// The class.
pub const CLASS: Class = Class {
    name: "rounded",
    about: "rounded hulls that all but touch or contain each other, at all scales, mixed ones too",
    hits: [30, 90],
    ask: |random| match random.count(0, 3) {
        0 => ask::<Vec2>(random),
        1 => ask::<DVec2>(random),
        2 => ask::<Vec3>(random),
        _ => ask::<DVec3>(random),
    },
};

/// Normals with integer components and integer length.
const NORMALS: [[(DVec3, f64); 4]; 2] = [
    [
        (DVec3::new(0.0, -1.0, 0.0), 1.0),
        (DVec3::new(3.0, 4.0, 0.0), 5.0),
        (DVec3::new(5.0, -12.0, 0.0), 13.0),
        (DVec3::new(-15.0, -8.0, 0.0), 17.0),
    ],
    [
        (DVec3::new(0.0, 0.0, -1.0), 1.0),
        (DVec3::new(1.0, -2.0, 2.0), 3.0),
        (DVec3::new(-2.0, 3.0, 6.0), 7.0),
        (DVec3::new(4.0, 4.0, 7.0), 9.0),
    ],
];

fn ask<V: TestSpace>(random: &mut Random) -> Outcome {
    let (normal, length) = *random.pick(&NORMALS[V::DIM - 2]);
    let a = Whole::any(random, V::DIM, length);
    let is_nested = random.one_in(3);
    let b = if is_nested {
        a.related(random)
    } else {
        Whole::any(random, V::DIM, length)
    };
    let unit_a = unit::<V>(random);
    let factor = if random.one_in(4) { mixed::<V>(random) } else { 1.0 };
    let unit_b = (unit_a * factor).clamp(power(smallest::<V>()), power(largest::<V>()));
    let at_a = random.grid::<DVec3>(8) * unit_a;
    let apart = normal / length * (a.radius * unit_a + b.radius * unit_b);
    let mut at_b = at_a + a.furthest(normal) * unit_a + apart - b.furthest(-normal) * unit_b;
    if is_nested {
        at_b = at_a + random.grid::<DVec3>(1) * unit_b * if random.one_in(2) { 1.0 } else { 0.0 };
    }
    if random.one_in(2) {
        let i = random.count(0, V::DIM - 1);
        at_b[i] = beside::<V>(at_b[i], random.whole(-2, 2));
    }
    let [at_a, at_b] = [at_a, at_b].map(|p| if V::DIM == 2 { p.with_z(0.0) } else { p });
    let pair = Pair::<V> {
        a: a.object(unit_a, at_a),
        b: b.object(unit_b, at_b),
    };
    let sets = Sets {
        a: a.numbers::<V>(unit_a, at_a).grown(),
        b: b.numbers::<V>(unit_b, at_b).grown(),
        dimension: V::DIM,
    };
    check(&pair, sets.relation())
}

/// How much larger one shape's unit is than the other's.
fn mixed<V: TestSpace>(random: &mut Random) -> f64 {
    let most = if is_double::<V>() { 200 } else { 24 };
    let exponent = if random.one_in(2) {
        random.whole(-most, most)
    } else {
        random.whole(-8, 8)
    };
    2.0_f64.powi(exponent as i32)
}

/// A number this many units in the last place away from another.
fn beside<V: TestSpace>(x: f64, steps: i64) -> f64 {
    if !is_double::<V>() {
        let x = x as f32;
        return f64::from(f32::from_bits(
            x.to_bits()
                .wrapping_add_signed(steps as i32 * i32::from(x != 0.0)),
        ));
    }
    f64::from_bits(x.to_bits().wrapping_add_signed(steps * i64::from(x != 0.0)))
}
