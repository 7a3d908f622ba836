//! What pairs of parts are called. The truth is how the parts were made.

use std::sync::Arc;

use clearance::assembly::{Assembly, Class, Finding, Settings, Solid, Tolerance, interference};
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance::measure::{MassProperties, mass_properties};
use clearance::pair::relation;
use clearance::shape::Placed;
use clearance::{Pose, Relation};
use clearance_testkit::Random;
use clearance_testkit::revolved::{half_circle, pin, revolved, sleeve};
use clearance_testkit::written::parts_of;

use crate::assemblies::cuboid;
use crate::mesh_shapes::{joined, mesh};

const AUTO: Settings = Settings {
    tolerance: Tolerance::Auto,
    within: None,
    depth: false,
    shapes: false,
};

fn within(tolerance: f64) -> Settings {
    Settings {
        tolerance: Tolerance::Length(tolerance),
        ..AUTO
    }
}

fn found_at(
    a: &Shape<DVec3>,
    b: &Shape<DVec3>,
    poses: [&Pose<DVec3>; 2],
    settings: &Settings,
) -> Option<Finding> {
    let [a, b] = [a, b].map(|shape| Solid::new(shape.clone(), 0.0, settings.reach()));
    interference((&a, poses[0]), (&b, poses[1]), settings)
}

fn class(a: &Shape<DVec3>, b: &Shape<DVec3>, settings: &Settings) -> Option<Class> {
    let here = Pose::IDENTITY;
    found_at(a, b, [&here, &here], settings).map(|found| found.class)
}

fn moved(by: DVec3) -> Pose<DVec3> {
    Pose::at(by).expect("finite")
}

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

/// Planes have no tolerance: a sheet a thousandth deep in a table interferes, and one a rounding deep touches.
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

/// The common part, where it is and how large, and the area of a contact.
#[test]
fn what_led_to_the_class() {
    let table = cuboid(DVec3::new(-5.0, -5.0, -1.0), DVec3::new(5.0, 5.0, 0.0));
    let block = cuboid(DVec3::new(-1.0, -2.0, 0.0), DVec3::new(1.0, 2.0, 3.0));
    let (here, sunk) = (Pose::IDENTITY, moved(DVec3::Z * -0.5));
    let on = found_at(&table, &block, [&here, &here], &AUTO).expect("contact");
    let contact = on.contact.expect("an area");
    assert!((contact.area - 8.0).abs() < 1e-12, "{contact:?}");
    assert!(
        contact.center.length() < 1e-12 && (contact.normal - DVec3::Z).length() < 1e-12,
        "{contact:?}"
    );
    assert_eq!(on.faces.expect("faces").text, "plane on plane");
    let settings = Settings { depth: true, ..AUTO };
    let found = found_at(&table, &block, [&here, &sunk], &settings).expect("interference");
    assert_eq!(
        (found.class, found.relation),
        (Class::Interference, Relation::Overlapping)
    );
    let common = found.common.expect("a volume");
    assert!((common.volume - 4.0).abs() < 1e-12, "{common:?}");
    assert!(
        (common.at - DVec3::new(0.0, 0.0, -0.25)).length() < 1e-12,
        "{common:?}"
    );
    let depth = found.depth.expect("depth");
    assert!(
        depth.at_least <= 0.5 + 1e-9 && (depth.at_most - 0.5).abs() < 1e-9,
        "{depth:?}"
    );
}

/// Two blocks that overlap by a millionth: a contact where their numbers may be off by as much, and then a motion along
/// the normal parts them, and none is said to be too short.
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

/// Turned cubes that lie on each other, whose positions a file of singles rounds: a contact, whichever way they face. A face whose
/// normal is a diagonal moves by what all three coordinates are off, which was taken for what one is.
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

/// All pairs of a wall of boxes: each touches those beside, above and at its corners.
#[test]
fn an_assembly_lists_its_pairs_in_order() {
    let brick = Arc::new(Solid::new(
        Shape::cuboid(DVec3::new(1.0, 0.5, 0.5)).expect("a box"),
        0.0,
        0.0,
    ));
    let mut wall = Assembly::default();
    for row in 0..3 {
        for column in 0..4 {
            let at = DVec3::new(2.0 * f64::from(column), 0.0, f64::from(row));
            wall.add(format!("{row}.{column}"), brick.clone(), moved(at));
        }
    }
    let found = wall.check(&AUTO);
    let near = |a: usize, b: usize| (a / 4).abs_diff(b / 4) <= 1 && (a % 4).abs_diff(b % 4) <= 1;
    let expected: Vec<_> = (0..12)
        .flat_map(|a| (a + 1..12).map(move |b| (a, b)))
        .filter(|&(a, b)| near(a, b))
        .collect();
    assert_eq!(
        found.iter().map(|pair| (pair.a, pair.b)).collect::<Vec<_>>(),
        expected
    );
    assert!(found.iter().all(|pair| pair.finding.class == Class::Contact));
}

/// Boxes that were grown by an infinite distance were not grown at all, so that pairs that are near were not looked at.
#[test]
fn everything_is_near_within_infinity() {
    let pose = moved(DVec3::splat(1e6));
    let settings = Settings {
        within: Some(f64::INFINITY),
        ..AUTO
    };
    for shape in [
        cuboid(DVec3::ZERO, DVec3::ONE),
        Shape::sphere(1.0).expect("a ball"),
    ] {
        let solid = Arc::new(Solid::new(shape, 0.0, 0.0));
        let mut pair = Assembly::default();
        pair.add("here", solid.clone(), Pose::IDENTITY);
        pair.add("there", solid, pose);
        let found = pair.check(&settings);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].finding.class, Class::Near);
    }
}

/// Two boxes, and two hulls, are decided without a mesh; a report wants to draw what they have in common all the same.
/// The short ways gave no shape, so reports of boxes had neither red nor amber.
#[test]
fn what_boxes_have_in_common_is_drawn() {
    let unit = Shape::cuboid(DVec3::ONE).expect("a box");
    let corners: Vec<_> = (0..8)
        .map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 2.0 - DVec3::ONE)
        .collect();
    let hull = Shape::convex(&corners).expect("a cube");
    let drawn = Settings { shapes: true, ..AUTO };
    for shape in [&unit, &hull] {
        let at = |x, settings| found_at(shape, shape, [&Pose::IDENTITY, &moved(DVec3::X * x)], settings);
        let common = at(1.5, &drawn)
            .and_then(|found| found.common)
            .expect("they overlap");
        let (vertices, triangles) = common.mesh.expect("asked for");
        let mesh = Shape::mesh(vertices, triangles).expect("a mesh");
        let mass: MassProperties<DVec3> =
            mass_properties(clearance::Placed::new(&mesh, &Pose::IDENTITY)).expect("closed");
        assert!((mass.volume - 2.0).abs() < 1e-12 && (mass.center.x - 0.75).abs() < 1e-12);
        assert_eq!(at(1.5, &AUTO).and_then(|found| found.common?.mesh), None);
    }
    let touch = |settings| {
        found_at(
            &unit,
            &unit,
            [&Pose::IDENTITY, &moved(DVec3::new(2.0, 1.0, 0.0))],
            settings,
        )
    };
    let contact = touch(&drawn).and_then(|found| found.contact).expect("they touch");
    let [polygon] = &contact.polygons[..] else {
        panic!("a rectangle: {contact:?}")
    };
    assert!(
        polygon
            .iter()
            .all(|corner| corner.x == 1.0 && corner.y >= 0.0 && corner.y <= 1.0)
    );
    let [a, b, c, _] = polygon[..] else {
        panic!("four corners")
    };
    assert_eq!((b - a).cross(c - b).length(), contact.area);
    assert!(touch(&AUTO).is_some_and(|found| found.contact.is_some_and(|c| c.polygons.is_empty())));
}

/// A tube on a tube: the area is that of both rings, whose triangles lie on each other one by one or cross.
#[test]
fn rings_on_each_other_have_their_area() {
    let sides = 24;
    let (hole, outer) = (3.0, 4.0);
    let polygon = |n: f64, radius: f64| n / 2.0 * (std::f64::consts::TAU / n).sin() * radius * radius;
    let ring = polygon(24.0, outer) - polygon(24.0, hole);
    // Turned by half a side, two polygons have one of twice as many sides in common, of the same inner radius.
    let inner = (std::f64::consts::PI / 24.0).cos() / (std::f64::consts::PI / 48.0).cos();
    let in_common = |radius: f64| polygon(48.0, radius * inner);
    let turned = in_common(outer) - (2.0 * polygon(24.0, hole) - in_common(hole));
    for (phase, area) in [(0.0, ring), (0.5, turned)] {
        let below = sleeve([hole, outer], [0.0, 5.0], sides, 0.0);
        let above = sleeve([hole, outer], [5.0, 10.0], sides, phase);
        let here = Pose::IDENTITY;
        let found = found_at(&below, &above, [&here, &here], &AUTO).expect("contact");
        assert_eq!(
            (found.class, found.relation),
            (Class::Contact, Relation::Touching)
        );
        let contact = found.contact.expect("an area");
        assert!(
            (contact.area - area).abs() < 1e-9,
            "{} instead of {area}",
            contact.area
        );
    }
}

/// Blocks that meet in an edge, and a pillar on its corner: no area, and the middle of what touches.
#[test]
fn a_contact_without_area_has_a_center() {
    let here = Pose::IDENTITY;
    let block = cuboid(DVec3::ZERO, DVec3::new(4.0, 2.0, 2.0));
    let beside = cuboid(DVec3::new(0.0, 2.0, 2.0), DVec3::new(4.0, 4.0, 4.0));
    let found = found_at(&block, &beside, [&here, &here], &AUTO).expect("contact");
    let contact = found.contact.expect("an edge");
    assert_eq!((found.class, contact.area), (Class::Contact, 0.0));
    let off = contact.center - DVec3::new(2.0, 2.0, 2.0);
    assert!(
        off.y.abs() < 1e-12 && off.z.abs() < 1e-12 && off.x.abs() < 2.0,
        "{contact:?}"
    );
    let at_corner = cuboid(DVec3::new(4.0, 2.0, 2.0), DVec3::splat(5.0));
    let found = found_at(&block, &at_corner, [&here, &here], &AUTO).expect("contact");
    let center = found.contact.expect("a corner").center;
    assert!((center - DVec3::new(4.0, 2.0, 2.0)).length() < 1e-12, "{center}");
}

/// A film of rounding between two large plates has more volume than a chip of one that is deep in the other. Film and
/// chip together are thin on the whole, which was taken for thin everywhere.
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

/// Bolts of one solid in holes of one solid are the same question; where they are in the world changes no bit but those of
/// places. One of them is turned, one a little aside.
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

/// Where the difference of two positions is no float, parts are not moved: the answer is that of the numbers as given.
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

/// The center of a contact is that of its area, wherever the facets that make it up are cut.
#[test]
fn the_center_of_a_contact_is_that_of_its_area() {
    let slab = cuboid(DVec3::new(-5.0, -5.0, -1.0), DVec3::new(5.0, 5.0, 0.0));
    let block = cuboid(DVec3::new(0.5, -1.0, 0.0), DVec3::new(3.5, 2.5, 1.0));
    let here = Pose::IDENTITY;
    let found = found_at(&slab, &block, [&here, &here], &AUTO).expect("contact");
    let contact = found.contact.expect("contact");
    assert!((contact.area - 10.5).abs() < 1e-12);
    assert!(
        (contact.center - DVec3::new(2.0, 0.75, 0.0)).length() < 1e-12,
        "{}",
        contact.center
    );
}

/// Balls, cylinders and capsules in holes of facets fit as pins of facets do, whichever comes first, and flat faces beside them have no tolerance.
///
/// An overlap with any face counted as explained where it was no deeper than the facets of the worst face were off.
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
