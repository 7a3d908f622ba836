//! Borders that coincide but for last places: a pin in a bore of the same sides, a bead beside its groove, a
//! solid in one of the same shape. The common part has a closed form.

use std::f64::consts::TAU;

use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::math::Rotation2;
use clearance::measure::{CommonPart, mass_properties};
use clearance::shape::Shape2;
use clearance::{Placed, Pose};
use clearance_testkit::Random;
use clearance_testkit::revolved::revolved;
use clearance_testkit::written::moved;

use super::boxes::part;
use super::mesh::checked;
use crate::mesh::shapes::{mesh, sphere};

type Profile<'a> = &'a [(f64, f64)];

const RADIUS: f64 = 10.0;
const BEAD: f64 = 0.05;
const PIN: Profile<'_> = &[(3.0, -5.0), (RADIUS, -5.0), (RADIUS, 35.0), (3.0, 35.0)];
const BEADED: Profile<'_> = &[
    (3.0, -5.0),
    (RADIUS, -5.0),
    (RADIUS, 10.0 - BEAD),
    (RADIUS + BEAD, 10.0),
    (RADIUS, 10.0 + BEAD),
    (RADIUS, 35.0),
    (3.0, 35.0),
];
/// With a groove for the bead.
const RING: Profile<'_> = &[
    (15.0, 0.0),
    (15.0, 20.0),
    (RADIUS, 20.0),
    (RADIUS, 10.0 + BEAD),
    (RADIUS + BEAD, 10.0),
    (RADIUS, 10.0 - BEAD),
    (RADIUS, 0.0),
];

/// A number, or one some units in the last place beside it. Where it is nearly 0 these are its own, or as if
/// it were [`RADIUS`].
fn beside(x: f64, most: i64, random: &mut Random) -> f64 {
    if x == 0.0 || most == 0 || random.one_in(2) {
        return x;
    }
    let by = random.whole(-most, most);
    match x.abs() < 1e-9 && random.one_in(2) {
        true => x + by as f64 * (RADIUS * f64::EPSILON),
        false => f64::from_bits(x.to_bits().wrapping_add_signed(by)),
    }
}

/// A solid of revolution, each coordinate up to so many last places off. The angles start from a whole turn,
/// whose sine is not 0 in floats: so there are tiny coordinates, whose last places are far smaller than those
/// of others.
fn solid(profile: Profile<'_>, sides: u32, most: i64, random: &mut Random) -> Shape<DVec3> {
    let exact = revolved(profile, sides, f64::from(sides));
    moved(&exact, |p| {
        DVec3::from(p.to_array().map(|x| beside(x, most, random)))
    })
}

/// What a prism has of the area of the circle around it, times the square of its radius.
fn share(sides: u32) -> f64 {
    0.5 * f64::from(sides) * (TAU / f64::from(sides)).sin()
}

/// The volume of a bead of this height.
fn bead(height: f64, sides: u32) -> f64 {
    2.0 * share(sides) * height * height * (RADIUS + height / 3.0)
}

/// Both volumes, of the first with the second and the other way round.
fn volumes(shapes: [&Shape<DVec3>; 2], poses: [&Pose<DVec3>; 2]) -> [f64; 2] {
    let [first, second] = [0, 1].map(|k| (shapes[k], poses[k]));
    [part::<DVec3>(first, second), part::<DVec3>(second, first)].map(|found| found.expect("solids").volume)
}

const SIDES: [u32; 6] = [4, 5, 8, 12, 13, 26];
const LAST_PLACES: [i64; 3] = [1, 3, 100];

/// How far the volume of what is 35 long may be off: by a few last places on all of its border.
fn bound(most: i64) -> f64 {
    1e-11 * (most + 1) as f64
}

/// A pin with a bead was refused beside a ring with its groove, as crossing itself: edges within some 1e-31
/// of a facet along their whole length crossed it in any place, since double-doubles lost both heights. So
/// crossings of one edge were in a wrong order, and winding numbers between them were neither 0 nor 1.
#[test]
fn a_bead_beside_its_groove() {
    let mut random = Random::new(71);
    for (sides, most) in SIDES.into_iter().flat_map(|n| LAST_PLACES.map(|most| (n, most))) {
        let ring = solid(RING, sides, most, &mut random);
        let pin = solid(BEADED, sides, most, &mut random);
        for by in [-0.02, -1.4583, 3.3, -12.0] {
            let shift = Pose::at(DVec3::Z * by).expect("finite");
            // A bead beside the groove is in the ring; half beside it, all but a smaller one.
            let lost = bead((BEAD - f64::abs(by) / 2.0).max(0.0), sides);
            let expected = if by < -10.0 { 0.0 } else { bead(BEAD, sides) - lost };
            for volume in volumes([&ring, &pin], [&Pose::IDENTITY, &shift]) {
                assert!(
                    (volume - expected).abs() <= bound(most),
                    "{sides} sides off by {most}, moved by {by}: {volume} {expected}"
                );
            }
        }
    }
}

/// Far from the origin, turned, and in another unit: the same volume.
#[test]
fn wherever_they_are() {
    let mut random = Random::new(72);
    for sides in SIDES {
        let ring = solid(RING, sides, 3, &mut random);
        let pin = solid(BEADED, sides, 3, &mut random);
        let turn = DQuat::from_axis_angle(random.direction(), random.between(0.0, 6.0));
        let places = [
            Pose::at(DVec3::new(1000.1, -20.3, 0.7)).expect("finite"),
            Pose::at(DVec3::new(0.1, 0.2, 0.3))
                .and_then(|p| p.turned(turn))
                .expect("finite"),
        ];
        for place in &places {
            let along = place.rotation() * DVec3::Z * 2.0;
            let there = place.moved_to(place.position() + along).expect("finite");
            for volume in volumes([&ring, &pin], [place, &there]) {
                assert!((volume - bead(BEAD, sides)).abs() <= 1e-8, "{sides}: {volume}");
            }
        }
        let unit = 0.5_f64.powi(20);
        let [small_ring, small_pin] = [&ring, &pin].map(|shape| moved(shape, |p| p * unit));
        let shift = |by: f64| Pose::at(DVec3::Z * by).expect("finite");
        let small = volumes([&small_ring, &small_pin], [&Pose::IDENTITY, &shift(2.0 * unit)]);
        let large = volumes([&ring, &pin], [&Pose::IDENTITY, &shift(2.0)]);
        assert_eq!(small, large.map(|v| v * unit.powi(3)), "{sides}");
    }
}

/// A pin in its bore has nothing in common with it; in a solid of its own shape, with corners in other
/// places, it has itself.
#[test]
fn a_pin_in_its_bore_and_in_itself() {
    let mut random = Random::new(73);
    let bore: Vec<_> = RING
        .iter()
        .filter(|p| p.0 == RADIUS || p.0 > 11.0)
        .copied()
        .collect();
    for (sides, most) in SIDES.into_iter().flat_map(|n| LAST_PLACES.map(|most| (n, most))) {
        let ring = solid(&bore, sides, most, &mut random);
        let pin = solid(PIN, sides, most, &mut random);
        let mut divided = PIN.to_vec();
        let mut heights = [0; 4].map(|_: u8| random.between(-4.0, 34.0));
        heights.sort_by(f64::total_cmp);
        divided.splice(2..2, heights.map(|z| (RADIUS, z)));
        let other = solid(&divided, sides, most, &mut random);
        let whole = share(sides) * 40.0 * (RADIUS * RADIUS - 9.0);
        for (body, expected) in [(&ring, 0.0), (&other, whole)] {
            for volume in volumes([body, &pin], [&Pose::IDENTITY; 2]) {
                let off = (volume - expected).abs();
                assert!(
                    off <= bound(most) + 1e-14 * whole,
                    "{sides} sides off by {most}: {volume} {expected}"
                );
            }
        }
    }
}

/// A ball in itself, with corners up to two last places off.
#[test]
fn a_ball_in_itself() {
    let mut random = Random::new(76);
    for sides in [12, 24] {
        let ball = Shape::from(mesh(sphere(sides, sides)));
        let mut off = || {
            moved(&ball, |p| {
                DVec3::from(p.to_array().map(|x| beside(x, 2, &mut random)))
            })
        };
        let (one, other) = (off(), off());
        let expected = mass_properties(Placed::<DVec3>::new(&ball, &Pose::IDENTITY)).expect("a solid");
        for volume in volumes([&one, &other], [&Pose::IDENTITY; 2]) {
            assert!(
                (volume - expected.volume).abs() <= 1e-13,
                "{volume} {}",
                expected.volume
            );
        }
    }
}

/// The mesh of the common part closes, and has the same volume.
#[test]
fn as_a_mesh() {
    let mut random = Random::new(74);
    for (sides, most) in SIDES.into_iter().flat_map(|n| LAST_PLACES.map(|most| (n, most))) {
        let ring = solid(RING, sides, most, &mut random);
        let pin = solid(BEADED, sides, most, &mut random);
        let shift = Pose::at(DVec3::Z * -1.4583).expect("finite");
        assert!(checked((&ring, &Pose::IDENTITY), (&pin, &shift), 35.0).is_some());
    }
}

/// Two polygons of one outline, each with corners of its own on the sides of it.
#[test]
fn outlines_of_the_plane() {
    let mut random = Random::new(75);
    for (round, sides) in SIDES.into_iter().cycle().take(60).enumerate() {
        let corner = |k: u32| {
            let angle = TAU * f64::from(k + sides) / f64::from(sides);
            DVec2::new(RADIUS * angle.cos(), RADIUS * angle.sin())
        };
        let mut outline = || -> Shape2<DVec2> {
            let mut points = Vec::new();
            for k in 0..sides {
                let (p, q) = (corner(k), corner((k + 1) % sides));
                let mut shares = [0; 3].map(|_: u8| random.between(0.1, 0.9));
                shares.sort_by(f64::total_cmp);
                let between = shares.map(|share| p + (q - p) * share);
                points.extend([p].into_iter().chain(between));
            }
            let off = |p: DVec2, r: &mut Random| DVec2::from(p.to_array().map(|x| beside(x, 3, r)));
            let points: Vec<DVec2> = points.into_iter().map(|p| off(p, &mut random)).collect();
            Shape2::polygon(&points, &[]).expect("a polygon")
        };
        let (a, b) = (outline(), outline());
        let place = match round % 3 {
            0 => Pose::IDENTITY,
            1 => Pose::at(DVec2::new(100.1, 0.3)).expect("finite"),
            _ => Pose::IDENTITY.turned(Rotation2::from_angle(1.0)).expect("finite"),
        };
        let CommonPart { volume, border, .. } = part::<DVec2>((&a, &place), (&b, &place)).expect("regions");
        let area = share(sides) * RADIUS * RADIUS;
        let length = f64::from(sides) * (corner(0) - corner(1)).length();
        assert!((volume - area).abs() <= 1e-11, "{sides}: {volume} {area}");
        assert!((border - length).abs() <= 1e-11, "{sides}: {border} {length}");
    }
}
