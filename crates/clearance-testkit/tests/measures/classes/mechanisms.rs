//! Classes of gears, cams, threads and nuts: free forms that touch, are pressed into each other, or are apart
//! by a known length, as files hold them. The truth is how the parts were made.
//!
//! Where no surface is known, the facets say no more than how far they may be off. So gaps and overlaps are
//! several times that, or 0.

use clearance::Pose;
use clearance::assembly::{Class, Faces, Settings, Solid, Surface, interference};
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::shape::Mesh;
use clearance_testkit::Random;
use clearance_testkit::cams::Cam;
use clearance_testkit::gears::{Gear, pair};
use clearance_testkit::hex_nuts::hex_nut;
use clearance_testkit::revolved::pin;
use clearance_testkit::threads::{Ridge, above, round, trapezoid};
use clearance_testkit::written::{Written, as_soup, as_written, moved, parts_of};

/// Numbers of a text or of a binary file, or as they were computed.
const WAYS: [Option<Written>; 3] = [Some(Written::Digits(6)), Some(Written::Singles), None];

fn written(shape: &Shape<DVec3>, way: Option<Written>) -> Shape<DVec3> {
    way.map_or_else(|| shape.clone(), |way| as_written(shape, way))
}

fn class([a, b]: [&Shape<DVec3>; 2]) -> Option<Class> {
    let [a, b] = [a, b].map(|shape| Solid::new(shape.clone(), 0.0, 0.0));
    let here = Pose::IDENTITY;
    interference((&a, &here), (&b, &here), &Settings::default()).map(|found| found.class)
}

/// Those in which rounding and deflection are such that free forms looked like known surfaces, else as they
/// were computed.
fn ways(deflection: f64) -> &'static [Option<Written>] {
    match deflection {
        0.01 => &WAYS[..2],
        0.001 => &WAYS[..1],
        _ => &WAYS[2..],
    }
}

/// What parts with this gap are called, if it is more than facets may be off.
fn expected(gap: f64) -> Option<Class> {
    match gap {
        0.0 => Some(Class::Contact),
        _ if gap < 0.0 => Some(Class::Interference),
        _ => None,
    }
}

/// Of six digits, pieces of involutes were taken for spheres, cones and cylinders: wheels that touch were
/// said to interfere.
#[test]
fn teeth_of_gears() {
    for (deflection, gaps) in [
        (0.05, [0.0, -0.3, 0.3]),
        (0.01, [0.0, -0.06, 0.06]),
        (0.001, [0.0, -0.01, 0.01]),
    ] {
        let gear = Gear {
            teeth: 17,
            module: 2.0,
            thinned: 0.15,
            width: 8.0,
            deflection,
            turn: 0.07,
        };
        for gap in gaps {
            let [a, b] = pair(gear, 25, gap);
            for &way in ways(deflection) {
                let found = class([&written(&a, way), &written(&b, way)]);
                assert_eq!(
                    found,
                    expected(gap),
                    "deflection {deflection}, gap {gap}, {way:?}"
                );
            }
        }
    }
}

fn cam(deflection: f64, phase: f64) -> Cam {
    Cam {
        base: 20.0,
        lift: 4.0,
        bump: 1.5,
        width: 8.0,
        deflection,
        phase,
    }
}

/// The same of cams, which are longer pieces of slowly changing curvature.
#[test]
fn cams_in_their_holes() {
    for (deflection, gaps) in [
        (0.05, [0.0, -0.4, 0.4]),
        (0.01, [0.0, -0.1, 0.1]),
        (0.001, [0.0, -0.01, 0.01]),
    ] {
        let hole = cam(deflection, 0.0).hole();
        for gap in gaps {
            let inner = cam(deflection, 0.37).shape(-gap);
            for &way in ways(deflection) {
                let found = class([&written(&inner, way), &written(&hole, way)]);
                assert_eq!(
                    found,
                    expected(gap),
                    "deflection {deflection}, gap {gap}, {way:?}"
                );
            }
        }
    }
}

/// A roller on a cam: the roller is known, and the cam is not.
#[test]
fn rollers_on_cams() {
    for (deflection, gaps) in [(0.05, [0.0, -0.4, 0.4]), (0.01, [0.0, -0.1, 0.1])] {
        let cam = cam(deflection, 0.2);
        for (angle, gap) in [0.7, 2.9]
            .into_iter()
            .flat_map(|angle| gaps.map(|gap| (angle, gap)))
        {
            let (point, normal) = cam.at(angle);
            let center = (point + normal * (3.0 + gap)).extend(0.0);
            let roller = moved(&pin(3.0, [0.0, 8.0], 40, 0.3), |v| v + center);
            for &way in ways(deflection) {
                let found = class([&written(&cam.shape(0.0), way), &written(&roller, way)]);
                assert_eq!(
                    found,
                    expected(gap),
                    "at {angle}, deflection {deflection}, gap {gap}, {way:?}"
                );
            }
        }
    }
}

/// Ridges of a bolt and of a nut that share a helicoid, tessellated from different angles.
#[test]
fn flanks_of_threads() {
    let pitch = 2.0;
    for (deflection, gaps) in [(0.1, [0.0, -0.2, 0.2]), (0.02, [0.0, -0.1, 0.1])] {
        for widths in [[1.2, 0.3], [1.0, 0.8]] {
            let inner = trapezoid(9.0, widths, 1.0);
            let ridge = |profile: Vec<(f64, f64)>, start: f64| Ridge {
                profile,
                pitch,
                turns: 2.3,
                deflection,
                start,
            };
            for gap in gaps {
                let outer = above(&inner, pitch, gap);
                for (start, way) in [(0.0, None), (0.81, WAYS[0])] {
                    let pair = [
                        ridge(inner.clone(), 0.0).shape(),
                        ridge(outer.clone(), start).shape(),
                    ];
                    let [a, b] = pair.map(|shape| written(&shape, way));
                    let found = class([&a, &b]);
                    assert_eq!(
                        found,
                        expected(gap),
                        "{deflection}, {widths:?}, gap {gap}, from {start}, {way:?}"
                    );
                }
            }
        }
    }
}

/// A round thread and a pin in it, whose surface its innermost line touches.
#[test]
fn a_round_thread_on_a_pin() {
    let ridge = Ridge {
        profile: round(10.0, 2.0, 24),
        pitch: 6.0,
        turns: 1.5,
        deflection: 0.02,
        start: 0.0,
    };
    let spring = ridge.shape();
    for gap in [0.0, -0.2, 0.2] {
        let core = pin(8.0 - gap, [-5.0, 20.0], 60, 0.3);
        for way in [None, WAYS[0]] {
            let found = class([&written(&spring, way), &written(&core, way)]);
            assert_eq!(found, expected(gap), "gap {gap}, {way:?}");
        }
    }
}

/// A nut on a pin and on a table: all faces are known, so that a hundredth of a deflection counts.
#[test]
fn nuts_on_pins() {
    let nut = hex_nut(18.0, 5.0, 8.0, 0.05);
    for gap in [0.0, -0.005, 0.005] {
        let core = pin(5.0 - gap, [-5.0, 20.0], 31, 0.3);
        for way in WAYS {
            let found = class([&written(&nut, way), &written(&core, way)]);
            assert_eq!(found, expected(gap), "gap {gap}, {way:?}");
        }
    }
}

/// In six digits cylinders were taken for spheres, two circles of each of which they share, and were broken
/// into pieces: coordinates below 10 have one decimal more than those above, and that was taken for how exact
/// all are.
#[test]
fn a_roller_of_six_digits_is_a_cylinder() {
    let rings: Vec<_> = [0.0, 2.667, 5.333, 8.0].iter().map(|z| (3.0, *z)).collect();
    let profile = [vec![(0.0, 0.0)], rings, vec![(0.0, 8.0)]].concat();
    let roller = clearance_testkit::revolved::revolved(&profile, 55, 0.1);
    let away = moved(&roller, |v| v + DVec3::new(-19.8, 4.9, 0.0));
    let (vertices, triangles) = parts_of(&as_written(&away, Written::Digits(6)));
    let faces = Faces::of(&Mesh::new(vertices, triangles).expect("a mesh"));
    let curved: Vec<_> = faces.faces().iter().filter_map(|face| face.surface).collect();
    let curved: Vec<_> = curved
        .iter()
        .filter(|s| !matches!(s, Surface::Plane(_)))
        .collect();
    assert!(
        matches!(curved[..], [Surface::Cylinder(c)] if (c.radius - 3.0).abs() < 5e-5),
        "{curved:?}"
    );
}

/// How many triangles of a mesh belong to curved surfaces of a kind that is known.
fn known(shape: &Shape<DVec3>) -> usize {
    let (vertices, triangles) = parts_of(shape);
    let faces = Faces::of(&Mesh::new(vertices, triangles).expect("a mesh"));
    let is_curved = |s: Surface| !matches!(s, Surface::Plane(_));
    let curved = faces
        .faces()
        .iter()
        .filter(|face| face.surface.is_some_and(is_curved));
    curved.map(|face| face.triangles.len()).sum()
}

/// A cam in six digits was sixty cylinders and cones.
#[test]
fn a_rounded_cam_is_of_no_known_kind() {
    for deflection in [0.01, 0.003, 0.001] {
        for way in WAYS {
            let shape = written(&cam(deflection, 0.37).shape(0.0), way);
            let (found, all) = (known(&shape), parts_of(&shape).1.len() / 2);
            assert!(
                found * 20 <= all,
                "deflection {deflection}, {way:?}: {found} of {all}"
            );
        }
    }
}

/// Corners of each triangle by themselves, scattered: they were left apart, and the part was open.
#[test]
fn scattered_corners_are_one_vertex() {
    let mut random = Random::new(43);
    for off in [1e-5, 1e-4] {
        let gear = Gear {
            teeth: 17,
            module: 2.0,
            thinned: 0.15,
            width: 8.0,
            deflection: 0.01,
            turn: 0.07,
        };
        for gap in [0.0, -0.1, 0.1] {
            let pair = pair(gear, 25, gap).map(|shape| as_soup(&shape, |v| v + random.vector::<DVec3>(off)));
            assert_eq!(
                class([&pair[0], &pair[1]]),
                expected(gap),
                "gap {gap}, scattered by {off}"
            );
            let nut = as_soup(&hex_nut(18.0, 5.0, 8.0, 0.05), |v| {
                v + random.vector::<DVec3>(off)
            });
            let core = pin(5.0 - gap, [-5.0, 20.0], 31, 0.3);
            assert_eq!(
                class([&nut, &core]),
                expected(gap),
                "a nut, gap {gap}, scattered by {off}"
            );
        }
    }
}

/// Corners that are scattered by as much as triangles are long tell nothing: no class is made up.
#[test]
fn triangles_that_are_scattered_too_far_have_no_class() {
    let mut random = Random::new(44);
    let nut = as_soup(&hex_nut(18.0, 5.0, 8.0, 0.05), |v| {
        v + random.vector::<DVec3>(0.3)
    });
    let core = pin(5.0, [-5.0, 20.0], 31, 0.3);
    assert_eq!(class([&nut, &core]), Some(Class::Unanswered));
}

/// Singles at site coordinates are 1/32 apart: a gap or an overlap of a tenth still tells, and nothing is
/// lost in silence.
#[test]
fn singles_at_site_coordinates() {
    let away = |shape: &Shape<DVec3>| {
        let there = moved(shape, |v| v + DVec3::new(450_000.0, 5_300.0, 12.0));
        as_written(&there, Written::Singles)
    };
    let spacing = 1.0 / 32.0;
    let found = |[a, b]: [&Shape<DVec3>; 2]| {
        let [a, b] = [a, b].map(|shape| Solid::new(away(shape), spacing / 2.0, 0.0));
        let here = Pose::IDENTITY;
        interference((&a, &here), (&b, &here), &Settings::default()).map(|found| found.class)
    };
    let gear = Gear {
        teeth: 17,
        module: 2.0,
        thinned: 0.3,
        width: 8.0,
        deflection: 0.01,
        turn: 0.07,
    };
    for gap in [0.0, -0.5, 0.5] {
        let [a, b] = pair(gear, 25, gap);
        assert_eq!(found([&a, &b]), expected(gap), "gears, gap {gap}");
        let (nut, core) = (
            hex_nut(18.0, 5.0, 8.0, 0.05),
            pin(5.0 - gap, [-5.0, 20.0], 31, 0.3),
        );
        assert_eq!(found([&nut, &core]), expected(gap), "a nut, gap {gap}");
    }
}
