//! What is said besides the class: the common part, its place and size, the area and center of a contact.

use clearance::assembly::{Class, Settings};
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::measure::{MassProperties, mass_properties};
use clearance::{Pose, Relation};
use clearance_testkit::revolved::{half_circle, pin, revolved, sleeve};

use super::asked::{AUTO, found_at, moved};
use crate::assemblies::cuboid;

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

/// Two boxes, and two hulls, are decided without a mesh; a report wants to draw what they have in common all
/// the same. The short ways gave no shape, so reports of boxes had neither red nor amber.
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
    // Turned by half a side, two polygons have one of twice as many sides in common, of the same inner
    // radius.
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

/// Facets of pins and balls lie on those of their holes at an angle. Their area was that in the plane of the
/// first part's facets, and another one with the parts swapped.
#[test]
fn the_area_does_not_depend_on_the_order() {
    let here = Pose::IDENTITY;
    let socket = |sides: u32| {
        let mut profile = half_circle(5.0, sides);
        profile.truncate(sides as usize / 2);
        profile.reverse();
        profile.extend([(0.0, -9.0), (9.0, -9.0), (9.0, profile[0].1)]);
        revolved(&profile, sides, 0.2)
    };
    let ball = |sides: u32| revolved(&half_circle(5.0, sides), sides, 0.7);
    for (few, many) in [(13, 16), (16, 30), (24, 17)] {
        for [a, b] in [
            [
                sleeve([5.0, 9.0], [0.0, 8.0], few, 0.1),
                pin(5.0, [-2.0, 6.0], many, 0.4),
            ],
            [socket(few), ball(many)],
        ] {
            let contact = [[&a, &b], [&b, &a]].map(|[a, b]| {
                let found = found_at(a, b, [&here, &here], &AUTO).expect("contact");
                assert_eq!(found.class, Class::Contact, "{few} and {many}");
                found.contact.expect("an area")
            });
            let [area, swapped] = [contact[0].area, contact[1].area];
            assert!(area > 1.0, "{area}");
            assert!(
                (area - swapped).abs() < 1e-12 * area,
                "{few} and {many}: {area}, {swapped}"
            );
            assert!(
                (contact[0].center - contact[1].center).length() < 1e-9,
                "{contact:?}"
            );
        }
    }
}
