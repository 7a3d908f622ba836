//! Classes of parts whose numbers are rounded: films of rounding, copies, positions without a float between
//! them.

use std::sync::Arc;

use clearance::assembly::{Assembly, Class, Settings, Solid, interference};
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance::pair::relation;
use clearance::shape::Placed;
use clearance::{Pose, Relation};
use clearance_testkit::Random;
use clearance_testkit::revolved::{pin, sleeve};
use clearance_testkit::written::parts_of;

use super::asked::{AUTO, found_at, moved};
use crate::assemblies::cuboid;

/// Two blocks that overlap by a millionth: a contact where their numbers may be off by as much, and then a
/// motion along the normal parts them, and none is said to be too short.
#[test]
fn an_overlap_by_rounding_is_parted_along_the_normal() {
    let block = |x: f64| cuboid(DVec3::new(x, 0.0, 0.0), DVec3::new(x + 1.0, 1.0, 1.0));
    let blocks = [block(0.0), block(1.0 - 1e-6)];
    let settings = Settings { depth: true, ..AUTO };
    let here = Pose::IDENTITY;
    let found = |rounded_by: f64| {
        let [a, b] = &blocks
            .each_ref()
            .map(|shape| Solid::new(shape.clone(), 0.0, 0.0).rounded(rounded_by));
        interference((a, &here), (b, &here), &settings).expect("they overlap")
    };
    let (exact, rounded) = (found(0.0), found(1e-6));
    assert_eq!(
        (exact.class, rounded.class),
        (Class::Interference, Class::Contact)
    );
    assert_eq!(exact.relation, rounded.relation);
    assert!(
        exact
            .depth
            .is_some_and(|depth| (depth.at_most - 1e-6).abs() < 1e-12 && depth.at_least > 0.9e-6),
        "{exact:?}"
    );
    let depth = rounded.depth.expect("they overlap");
    assert_eq!((depth.at_least, depth.direction), (0.0, DVec3::X));
    assert!((depth.at_most - 1e-6).abs() < 1e-12, "{depth:?}");
    let moved = Pose::at(depth.direction * depth.at_most).expect("a pose");
    let [a, b] = &blocks;
    assert!(!relation(Placed::new(a, &here), Placed::new(b, &moved)).overlaps());
}

/// Turned cubes that lie on each other, whose positions a file of singles rounds: a contact, whichever way
/// they face. A face whose normal is a diagonal moves by what all three coordinates are off, which was taken
/// for what one is.
#[test]
fn singles_round_along_all_axes() {
    let cube = cuboid(DVec3::splat(-1.0), DVec3::ONE);
    let half = 2f64.powi(-17); // half the spacing of singles from 128 to 256
    let cube = Solid::new(cube, half, 0.0);
    let mut random = Random::new(3);
    let mut further = 0;
    for round in 0..600 {
        let turn = DQuat::from_rotation_arc(DVec3::X, random.direction());
        let at = DVec3::splat(192.0) + random.vector::<DVec3>(60.0);
        let single = |at: DVec3| at.as_vec3().as_dvec3();
        let [p, q] = [at, at + turn * (DVec3::X * 2.0)].map(single);
        let off = ((q - p).dot(turn * DVec3::X) - 2.0).abs();
        further += usize::from(off > 2.0 * half);
        let [p, q] = [p, q].map(|at| moved(at).turned(turn).expect("a rotation"));
        let found = interference((&cube, &p), (&cube, &q), &AUTO).map(|found| found.class);
        assert_eq!(found, Some(Class::Contact), "{round}: off by {off}");
    }
    assert!(further >= 3, "{further} are off by more than one coordinate is");
}

/// A film of rounding between two large plates has more volume than a chip of one that is deep in the other.
/// Film and chip together are thin on the whole, which was taken for thin everywhere.
#[test]
fn a_film_of_rounding_does_not_hide_a_chip() {
    let plate = |low: f64, high: f64| cuboid(DVec3::new(0.0, 0.0, low), DVec3::new(1000.0, 1000.0, high));
    let chip = cuboid(DVec3::new(500.0, 500.0, -0.5), DVec3::new(500.1, 500.1, -0.1));
    let (film, rounding) = (1e-5, 1e-4);
    let below = plate(-10.0, 0.0);
    let above = plate(-film, 10.0);
    let both = {
        let [(mut vertices, mut triangles), (more, others)] = [&above, &chip].map(parts_of);
        triangles.extend(others.iter().map(|t| t.map(|v| v + vertices.len() as u32)));
        vertices.extend(more);
        Shape::mesh(vertices, triangles).expect("two boxes")
    };
    let class = |other: &Shape<DVec3>| {
        let [a, b] = [&below, other].map(|shape| Solid::new(shape.clone(), rounding, 0.0));
        interference((&a, &Pose::IDENTITY), (&b, &Pose::IDENTITY), &AUTO).map(|found| found.class)
    };
    assert_eq!(class(&above), Some(Class::Contact));
    assert_eq!(class(&both), Some(Class::Interference));
}

/// Bolts of one solid in holes of one solid are the same question; where they are in the world changes no bit
/// but those of places. One of them is turned, one a little aside.
#[test]
fn copies_of_a_pair_have_one_answer() {
    let hole = Arc::new(Solid::new(sleeve([3.0, 6.0], [0.0, 4.0], 24, 0.0), 0.0, 0.0));
    let bolt = Arc::new(Solid::new(pin(3.0, [-1.0, 5.0], 24, 0.0), 0.0, 0.0));
    let turned = DQuat::from_rotation_z(0.3);
    let mut assembly = Assembly::default();
    for k in 0..6 {
        let at = DVec3::new(20.0 * f64::from(k), 7.0, 1000.0);
        let aside = if k == 4 { DVec3::X * 0.25 } else { DVec3::ZERO };
        let turn = if k == 5 { turned } else { DQuat::IDENTITY };
        let here = moved(at + aside).turned(turn).expect("a rotation");
        assembly.add(format!("hole {k}"), hole.clone(), moved(at));
        assembly.add(format!("bolt {k}"), bolt.clone(), here);
    }
    let found = assembly.check(&AUTO);
    let classes: Vec<_> = found.iter().map(|pair| pair.finding.class).collect();
    let expected = [
        [Class::Contact; 4].as_slice(),
        &[Class::Interference, Class::Contact],
    ]
    .concat();
    assert_eq!(classes, expected);
    for (k, pair) in found.iter().enumerate() {
        let [a, b] = [pair.a, pair.b].map(|i| &assembly.parts()[i]);
        let alone = interference((&a.solid, &a.pose), (&b.solid, &b.pose), &AUTO);
        assert_eq!(alone.as_ref(), Some(&pair.finding), "pair {k}: kept or not");
    }
    let near = Settings {
        within: Some(12.0),
        ..AUTO
    };
    assert_eq!(assembly.pair(0, 3, &AUTO), None); // a hole and the next bolt, 11 apart
    let beside = assembly.pair(0, 3, &near).map(|found| found.class);
    assert_eq!(beside, Some(Class::Near), "kept for other settings");
    let contact = |k: usize| found[k].finding.contact.as_ref().expect("contact");
    for k in 1..4 {
        let step = contact(k).center - contact(0).center;
        assert_eq!(contact(k).area, contact(0).area, "pair {k}");
        assert!(
            (step - DVec3::X * 20.0 * k as f64).length() < 1e-12,
            "pair {k}: {step}"
        );
    }
}

/// Where the difference of two positions is no float, parts are not moved: the answer is that of the numbers
/// as given.
#[test]
fn an_overlap_below_the_spacing_of_places_is_seen() {
    let block = cuboid(DVec3::ZERO, DVec3::ONE);
    let right = moved(DVec3::X);
    for (shift, expected) in [
        (0.0, Relation::Touching),
        (2_f64.powi(-60), Relation::Overlapping),
    ] {
        let left = moved(DVec3::X * shift);
        let found = found_at(&block, &block, [&left, &right], &AUTO).expect("they meet");
        assert_eq!(found.relation, expected, "{shift}");
        assert_eq!(found.class, Class::Contact, "{shift}");
    }
}
