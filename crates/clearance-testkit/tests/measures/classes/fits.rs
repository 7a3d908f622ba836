//! What parts that fit each other, or do not, are called. The truth is how they were made.

use clearance::Pose;
use clearance::assembly::Class;
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance_testkit::Random;
use clearance_testkit::revolved::{half_circle, pin, revolved, sleeve};
use clearance_testkit::written::parts_of;

use super::asked::{AUTO, class, found_at, moved, within};
use crate::assemblies::cuboid;
use crate::mesh::shapes::{joined, mesh};

/// Pins a little too small, right, and a little too large for their hole, by less than the facets are off, at
/// any number of sides: only surfaces tell.
#[test]
fn a_fit_is_that_of_the_surfaces() {
    let mut random = Random::new(1);
    for round in 0..12 {
        let radius = random.between(1.0, 20.0);
        let sides = [11, 12, 13, 16, 24, 40, 64, 100];
        let (of_hole, of_pin) = (*random.pick(&sides), *random.pick(&sides));
        let deflection = radius * (1.0 - (std::f64::consts::PI / f64::from(of_pin)).cos());
        let fit = deflection * random.between(0.1, 0.9);
        let hole = sleeve(
            [radius, 2.0 * radius],
            [0.0, radius],
            of_hole,
            random.between(0.0, 1.0),
        );
        let phase = random.between(0.0, 1.0);
        let ends = [-0.5 * radius, 1.5 * radius];
        for (radius, expected) in [
            (radius, Some(Class::Contact)),
            (radius + fit, Some(Class::Interference)),
            (radius - fit, None),
        ] {
            let pin = pin(radius, ends, of_pin, phase);
            assert_eq!(
                class(&hole, &pin, &AUTO),
                expected,
                "round {round}: {of_pin} in {of_hole}, fit {fit}"
            );
            assert_eq!(class(&pin, &hole, &AUTO), expected, "round {round}, swapped");
        }
    }
}

/// A press fit within the tolerance of the meshes was called a contact: 0.02 too large is too large.
#[test]
fn a_tolerance_does_not_hide_a_press_fit() {
    let hole = sleeve([10.0, 20.0], [0.0, 30.0], 60, 0.0);
    let shaft = pin(10.02, [-5.0, 35.0], 48, 0.3);
    let here = Pose::IDENTITY;
    let found = found_at(&hole, &shaft, [&here, &here], &within(0.05)).expect("interference");
    assert_eq!(found.class, Class::Interference);
    let faces = found.faces.expect("faces");
    assert_eq!(faces.text, "cylinder r 10 around cylinder r 10.02");
    assert!(
        faces.gap.is_some_and(|gap| (gap + 0.02).abs() < 1e-9),
        "{faces:?}"
    );
    let slack = pin(9.98, [-5.0, 35.0], 48, 0.3);
    assert_eq!(
        class(&hole, &slack, &within(0.05)),
        Some(Class::Contact),
        "a gap within the tolerance"
    );
    assert_eq!(class(&hole, &slack, &AUTO), None);
}

/// The deepest local place of a part and its copy is shallow, so the tolerance hid duplicates.
#[test]
fn the_same_part_twice_is_a_duplicate() {
    let part = sleeve([10.0, 20.0], [0.0, 30.0], 60, 0.0);
    let other = sleeve([10.0, 20.0], [0.0, 30.0], 64, 0.0);
    for settings in [AUTO, within(0.05)] {
        let here = Pose::IDENTITY;
        for by in [0.0, 1e-7] {
            let there = moved(DVec3::new(by, by / 2.0, 0.0));
            let found = found_at(&part, &part, [&here, &there], &settings).map(|found| found.class);
            assert_eq!(found, Some(Class::Duplicate), "moved by {by}");
        }
        assert_eq!(
            class(&part, &other, &settings),
            Some(Class::Duplicate),
            "60 and 64 sides"
        );
    }
}

/// Planes have no tolerance: a sheet a thousandth deep in a table interferes, and one a rounding deep
/// touches.
#[test]
fn planes_have_no_tolerance() {
    let table = cuboid(DVec3::new(-50.0, -50.0, -10.0), DVec3::new(50.0, 50.0, 0.0));
    let sheet = |low: f64| cuboid(DVec3::new(-9.0, -9.0, low), DVec3::new(9.0, 9.0, low + 0.05));
    assert_eq!(
        class(&table, &sheet(-1e-3), &within(0.1)),
        Some(Class::Interference)
    );
    assert_eq!(class(&table, &sheet(-1e-3), &AUTO), Some(Class::Interference));
    for rounding in [-1e-15, 0.0, 1e-15] {
        assert_eq!(
            class(&table, &sheet(rounding), &AUTO),
            Some(Class::Contact),
            "off by {rounding}"
        );
    }
    assert_eq!(class(&table, &sheet(1e-6), &AUTO), None);
    assert_eq!(class(&table, &sheet(1e-6), &within(0.1)), Some(Class::Contact));
}

/// Balls in sockets, cones in seats, rings in grooves; each right, too large and too small.
#[test]
fn other_surfaces_fit_as_well() {
    let socket = |radius: f64| {
        let mut profile = half_circle(radius, 21);
        profile.truncate(11); // the lower half
        profile.reverse(); // from the rim to the pole
        profile.extend([
            (0.0, -2.0 * radius),
            (2.0 * radius, -2.0 * radius),
            (2.0 * radius, 0.0),
        ]);
        profile
    };
    let hole = revolved(&socket(10.0), 40, 0.0);
    let seat = revolved(&[(10.0, 0.0), (30.0, 0.0), (30.0, 10.0), (20.0, 10.0)], 40, 0.0);
    let plug = revolved(&[(0.0, 0.0), (10.0, 0.0), (20.0, 10.0), (0.0, 10.0)], 36, 0.4);
    for (off, expected) in [
        (0.0, Some(Class::Contact)),
        (0.02, Some(Class::Interference)),
        (-0.02, None),
    ] {
        let ball = revolved(&half_circle(10.0 + off, 18), 36, 0.4);
        assert_eq!(class(&hole, &ball, &AUTO), expected, "a ball {off} too large");
        let (here, there) = (Pose::IDENTITY, moved(DVec3::Z * -off));
        let found = found_at(&seat, &plug, [&here, &there], &AUTO).map(|found| found.class);
        assert_eq!(found, expected, "a plug {off} too low");
    }
}

/// Whatever the scale, the place and the turn of the whole.
#[test]
fn classes_do_not_depend_on_where_and_how_large() {
    let hole = sleeve([10.0, 20.0], [0.0, 30.0], 24, 0.0);
    let pins = [
        (10.0, Some(Class::Contact)),
        (10.05, Some(Class::Interference)),
        (9.95, None),
    ];
    let turn = DQuat::from_xyzw(0.1, -0.4, 0.3, 0.8).normalize();
    // At 2^-366 and 2^266 products of lengths are no floats any more.
    for exponent in [-420, -20, 0, 20, 380] {
        let scale = 2.0_f64.powi(exponent);
        let pose = Pose::new(DVec3::new(1e4, -2e4, 3e4) * scale, turn).expect("a pose");
        let pose = pose.scaled(scale).expect("a scale");
        for (radius, expected) in pins {
            let pin = pin(radius, [-1.0, 31.0], 20, 0.3);
            let found = found_at(&hole, &pin, [&pose, &pose], &AUTO).map(|found| found.class);
            assert_eq!(found, expected, "radius {radius} at scale 2^{exponent}");
        }
    }
}

/// Inside of an outer part that lacks one triangle nobody can tell, and far from it it does not matter.
#[test]
fn open_parts_are_unanswered_where_it_matters() {
    let whole = cuboid(DVec3::splat(-10.0), DVec3::splat(10.0));
    let Shape::Mesh(mesh) = &whole else {
        panic!("a mesh")
    };
    let lacking = |triangle: usize| {
        let mut triangles = mesh.triangles().to_vec();
        triangles.remove(triangle);
        Shape::mesh(mesh.vertices().to_vec(), triangles).expect("a mesh")
    };
    let at = |x: f64| cuboid(DVec3::new(x - 1.0, -1.0, -1.0), DVec3::new(x + 1.0, 1.0, 1.0));
    for triangle in 0..12 {
        let open = lacking(triangle);
        assert_eq!(class(&open, &at(0.0), &AUTO), Some(Class::Unanswered));
        assert_eq!(class(&at(0.0), &open, &AUTO), Some(Class::Unanswered));
        assert_eq!(class(&open, &at(20.0), &AUTO), None);
    }
    assert_eq!(class(&lacking(0), &at(-11.0), &AUTO), Some(Class::Contact));
    let found = class(&lacking(0), &at(-10.0), &AUTO);
    assert!(
        found.is_some_and(Class::is_clash),
        "it crosses the border: {found:?}"
    );
}

/// Balls, cylinders and capsules in holes of facets fit as pins of facets do, whichever comes first, and flat
/// faces beside them have no tolerance.
///
/// An overlap with any face counted as explained where it was no deeper than the facets of the worst face
/// were off.
#[test]
fn round_shapes_beside_facets() {
    let hole = parts_of(&sleeve([10.0, 20.0], [-3.0, 3.0], 17, 0.3));
    let ledge = parts_of(&cuboid(DVec3::new(9.95, -3.0, 6.0), DVec3::new(20.0, 3.0, 8.0)));
    let bracket: Shape<DVec3> = mesh(joined(&[hole.clone(), ledge])).into();
    let hole: Shape<DVec3> = mesh(hole).into();
    let along_z = Pose::new(DVec3::ZERO, DQuat::from_rotation_arc(DVec3::Y, DVec3::Z)).expect("finite");
    let (contact, clash) = (Some(Class::Contact), Some(Class::Interference));
    let radii = [(10.0, contact), (10.01, clash), (9.99, None)];
    for (radius, expected) in radii {
        let ends = [DVec3::Y * -5.0, DVec3::Y * 5.0];
        let round = [
            Shape::cylinder(4.0, radius),
            Shape::sphere(radius),
            Shape::capsule(ends[0], ends[1], radius),
        ];
        for shape in round.map(|shape| shape.expect("a round shape")) {
            let found = [
                found_at(&shape, &hole, [&along_z, &Pose::IDENTITY], &AUTO),
                found_at(&hole, &shape, [&Pose::IDENTITY, &along_z], &AUTO),
            ];
            let classes = found.map(|found| found.map(|found| found.class));
            assert_eq!(classes, [expected; 2], "{shape:?}");
        }
    }
    for (half, expected) in [(4.0, contact), (7.0, clash)] {
        let pin = Shape::cylinder(half, 10.0).expect("a pin");
        let found = found_at(&pin, &bracket, [&along_z, &Pose::IDENTITY], &AUTO);
        assert_eq!(found.map(|found| found.class), expected, "half height {half}");
    }
}
