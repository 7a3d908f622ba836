//! Classes and surfaces of parts as files hold them: few digits, site coordinates, free forms, holes and
//! seams.

use clearance::Pose;
use clearance::assembly::{Class, Faces, Finding, Settings, Solid, Surface, Tolerance, interference};
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance::shape::Mesh;
use clearance_testkit::Random;
use clearance_testkit::revolved::{half_circle, pin, revolved, sleeve};
use clearance_testkit::written::{Written, as_soup, as_written, moved, parts_of, without};

fn found(a: &Shape<DVec3>, b: &Shape<DVec3>) -> Option<Finding> {
    let (a, b) = (Solid::new(a.clone(), 0.0, 0.0), Solid::new(b.clone(), 0.0, 0.0));
    let here = Pose::IDENTITY;
    interference((&a, &here), (&b, &here), &Settings::default())
}

fn class(a: &Shape<DVec3>, b: &Shape<DVec3>) -> Option<Class> {
    found(a, b).map(|found| found.class)
}

fn faces(shape: &Shape<DVec3>) -> Faces {
    let (vertices, triangles) = parts_of(shape);
    Faces::of(&Mesh::new(vertices, triangles).expect("a mesh"))
}

/// How many triangles belong to curved surfaces of a kind that is known.
fn known(faces: &Faces) -> usize {
    let is_curved = |s: Surface| !matches!(s, Surface::Plane(_));
    let curved = faces.faces().iter().filter(|f| f.surface.is_some_and(is_curved));
    curved.map(|f| f.triangles.len()).sum()
}

/// Text of four decimals, or of six and seven digits, was taken for doubles, and rounded cylinders for free
/// forms: 138 of 1593 faces were not recognised, and fits were called what the facets are to each other.
#[test]
fn fits_hold_in_numbers_of_few_digits() {
    let mut random = Random::new(41);
    let ways = [
        Written::Decimals(4),
        Written::Digits(6),
        Written::Digits(7),
        Written::Singles,
    ];
    for round in 0..16 {
        let written = ways[round % ways.len()];
        let radius = random.between(4.0, 12.0);
        let (of_hole, of_pin) = (*random.pick(&[24, 32, 50]), *random.pick(&[20, 32, 44]));
        let deflection = radius * (1.0 - (std::f64::consts::PI / f64::from(of_pin)).cos());
        let fit = deflection * random.between(0.1, 0.5);
        assert!(
            fit > 10.0 * written.rounding(2.0 * radius),
            "round {round}: nothing can tell"
        );
        let turn = random.between(0.0, 1.0);
        let hole = sleeve([radius, 2.0 * radius], [0.0, radius], of_hole, turn);
        let ends = [-0.5 * radius, 1.5 * radius];
        for (radius, expected) in [
            (radius, Some(Class::Contact)),
            (radius + fit, Some(Class::Interference)),
            (radius - fit, None),
        ] {
            let pin = pin(radius, ends, of_pin, 0.3);
            let found = class(&as_written(&hole, written), &as_written(&pin, written));
            assert_eq!(
                found, expected,
                "round {round}: {written:?}, radius {radius}, fit {fit}"
            );
        }
    }
}

/// What is near to a surface was measured against the largest coordinate: five metres, at site coordinates in
/// millimetres.
#[test]
fn fits_hold_at_site_coordinates() {
    let hole = sleeve([10.0, 20.0], [0.0, 30.0], 32, 0.0);
    let away = |v: DVec3| v + DVec3::new(450_000.0, 5_300_000.0, 120.0);
    for (radius, expected) in [
        (10.0, Some(Class::Contact)),
        (10.01, Some(Class::Interference)),
        (9.99, None),
    ] {
        let pin = pin(radius, [-5.0, 35.0], 26, 0.3);
        assert_eq!(
            class(&moved(&hole, away), &moved(&pin, away)),
            expected,
            "radius {radius}"
        );
    }
    let table = revolved(&[(0.0, -5.0), (30.0, -5.0), (30.0, 0.0), (0.0, 0.0)], 32, 0.2);
    for (low, expected) in [
        (0.0, Some(Class::Contact)),
        (-0.01, Some(Class::Interference)),
        (0.01, None),
    ] {
        let ball = moved(&revolved(&half_circle(10.0, 19), 36, 0.4), |v| {
            DVec3::new(v.z, v.x, v.y) + DVec3::Z * (10.0 + low)
        });
        assert_eq!(
            class(&moved(&table, away), &moved(&ball, away)),
            expected,
            "a ball {low} high"
        );
    }
    let cam = wavy(60);
    assert_eq!(known(&faces(&moved(&cam, away))), 0, "a free form stays one");
}

/// A wavy ring of so many cells.
fn wavy(cells: u32) -> Shape<DVec3> {
    let angle = |i: u32| f64::from(i) * std::f64::consts::TAU / f64::from(cells);
    let at = |i: u32, j: u32| {
        let ((s, c), (q, p)) = (angle(i).sin_cos(), angle(j).sin_cos());
        let r = 8.0 + (3.0 + 0.3 * (3.0 * q).sin()) * p;
        DVec3::new(r * c, 1.1 * r * s, 3.0 * q + 0.3 * (2.0 * c).sin())
    };
    let number = |i: u32, j: u32| i % cells * cells + j % cells;
    let quad = |i: u32, j: u32| {
        let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(k, l)| number(i + k, j + l));
        [[a, b, c], [a, c, d]]
    };
    let all = || (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j)));
    let vertices = all().map(|(i, j)| at(i, j)).collect();
    Shape::mesh(vertices, all().flat_map(|(i, j)| quad(i, j)).collect()).expect("a ring")
}

/// The cells of a twisted surface are a little out of plane, each about as much as the next: this was taken
/// for rounding, and pieces of the surface for tori.
#[test]
fn a_twisted_surface_is_not_a_rounded_one() {
    for cells in [60, 120] {
        let found = faces(&wavy(cells));
        assert!(found.rounding() < 1e-9, "{cells}: {}", found.rounding());
        assert_eq!(known(&found), 0, "{cells} cells");
    }
}

/// A spline of slowly changing curvature, extruded: pieces of it were taken for cylinders and cones that it
/// is near to.
#[test]
fn a_cam_is_no_cylinder() {
    let cam = |count: u32| -> Vec<DVec3> {
        let angle = |i: u32| f64::from(i) * std::f64::consts::TAU / f64::from(count);
        let radius = |t: f64| 20.0 + 4.0 * t.cos() + 1.5 * (2.0 * t).cos();
        (0..count)
            .map(|i| radius(angle(i)) * DVec3::new(angle(i).cos(), angle(i).sin(), 0.0))
            .collect()
    };
    for count in [100, 400, 1600] {
        let ring = cam(count);
        let top = ring.iter().map(|p| *p + DVec3::Z * 8.0);
        let vertices: Vec<_> = ring.iter().copied().chain(top).collect();
        let sides = (0..count).flat_map(|i| {
            let (next, up) = ((i + 1) % count, count);
            [[i, next, next + up], [i, next + up, i + up]]
        });
        let found = faces(&Shape::mesh(vertices, sides.collect()).expect("a cam"));
        assert!(
            known(&found) * 20 < 2 * count as usize,
            "{count}: {}",
            known(&found)
        );
    }
}

/// Programs set points between the rims of a cone, turn about, so that its facets are twisted. Their planes
/// do not meet in the apex, and it was not found.
#[test]
fn a_cone_of_twisted_facets_is_a_cone() {
    let sides = 26;
    let at = |side: u32, z: f64| {
        let (sin, cos) = (f64::from(side) * std::f64::consts::TAU / f64::from(sides)).sin_cos();
        DVec3::new((20.0 - 0.2 * z) * cos, (20.0 - 0.2 * z) * sin, z)
    };
    let middle = |side: u32| {
        if side.is_multiple_of(2) {
            40.0 / 3.0
        } else {
            80.0 / 3.0
        }
    };
    let vertices = (0..sides).flat_map(|s| [at(s, 0.0), at(s, middle(s)), at(s, 40.0)]);
    let quads = (0..sides).flat_map(|s| {
        let (here, next) = (3 * s, 3 * ((s + 1) % sides));
        [0, 1].into_iter().flat_map(move |k| {
            let [a, b, c, d] = [here + k, next + k, next + k + 1, here + k + 1];
            [[a, b, c], [a, c, d]]
        })
    });
    let found = faces(&Shape::mesh(vertices.collect(), quads.collect()).expect("a cone"));
    assert_eq!(known(&found), 4 * sides as usize, "{:?}", found.faces().len());
}

/// The gap that is told was that of the first place where the common part was not explained.
#[test]
fn the_gap_is_the_least_one() {
    let table = revolved(&[(0.0, -5.0), (40.0, -5.0), (40.0, 0.0), (0.0, 0.0)], 48, 0.2);
    for sunk in [0.1, 0.01, 0.001] {
        let ball = moved(&revolved(&half_circle(10.0, 24), 36, 0.4), |v| {
            DVec3::new(v.z, v.x, v.y) + DVec3::new(3.0, 4.0, 10.0 - sunk)
        });
        let faces = found(&table, &ball).and_then(|found| found.faces).expect("faces");
        assert_eq!(faces.text, "plane on sphere r 10");
        assert!(
            faces.gap.is_some_and(|gap| (gap + sunk).abs() < 1e-6 * sunk),
            "{faces:?}"
        );
    }
}

/// A file whose triangles do not share vertices is welded within its rounding; before, its inside was asked
/// for in vain, and a pin in its hole interfered.
#[test]
fn seams_of_rounding_are_closed() {
    let mut random = Random::new(42);
    let hole = sleeve([10.0, 20.0], [0.0, 30.0], 32, 0.0);
    for (off, written) in [(1e-9, None), (1e-6, None), (4e-7, Some(Written::Decimals(6)))] {
        let open = as_soup(&hole, |v| v + random.vector::<DVec3>(off));
        let open = written.map_or(open.clone(), |written| as_written(&open, written));
        let at = |radius: f64| class(&open, &pin(radius, [-5.0, 35.0], 26, 0.3));
        let classes = [10.0, 10.05, 9.95].map(at);
        assert_eq!(
            classes,
            [Some(Class::Contact), Some(Class::Interference), None],
            "{off}"
        );
        let ball = revolved(&half_circle(2.0, 12), 16, 0.0);
        let inside = moved(&ball, |v| v + DVec3::new(15.0, 0.0, 15.0));
        assert_eq!(class(&open, &inside), Some(Class::Containment), "{off}");
    }
}

/// A ball without a triangle does not tell what is inside, however fine it is; within a tolerance the hole is
/// filled.
#[test]
fn a_triangle_that_lacks_leaves_a_part_open() {
    let fine = revolved(&half_circle(20.0, 60), 120, 0.0);
    let coarse = revolved(&half_circle(20.0, 12), 16, 0.0);
    let inner = revolved(&half_circle(2.0, 12), 16, 0.0);
    for (ball, triangle) in [(&fine, 7), (&coarse, 20)] {
        assert_eq!(class(&without(ball, triangle), &inner), Some(Class::Unanswered));
    }
    let [open, inner] = [without(&fine, 7), inner].map(|shape| Solid::new(shape, 0.0, 1.0));
    let here = Pose::IDENTITY;
    let settings = Settings {
        tolerance: Tolerance::Length(1.0),
        ..Settings::default()
    };
    let found = interference((&open, &here), (&inner, &here), &settings);
    assert_eq!(found.map(|found| found.class), Some(Class::Containment));
    // Where it cannot be filled, surfaces still tell contact from interference.
    let hole = sleeve([10.0, 20.0], [0.0, 30.0], 32, 0.0);
    let open = without(&hole, 9);
    let at = |radius: f64| class(&open, &pin(radius, [-5.0, 35.0], 26, 0.3));
    assert_ne!(at(10.0), Some(Class::Interference));
    assert_eq!(at(10.05), Some(Class::Interference));
}

/// A vertex in the middle of an edge of the neighbour opens no gap.
#[test]
fn a_vertex_on_an_edge_is_no_hole() {
    let hole = sleeve([10.0, 20.0], [0.0, 30.0], 32, 0.0);
    let (mut vertices, mut triangles) = parts_of(&hole);
    let [a, b, c] = triangles[4];
    vertices.push((vertices[a as usize] + vertices[b as usize]) / 2.0);
    let middle = vertices.len() as u32 - 1;
    triangles[4] = [a, middle, c];
    triangles.push([middle, b, c]);
    let open = Shape::mesh(vertices, triangles).expect("a mesh");
    let ball = moved(&revolved(&half_circle(2.0, 12), 16, 0.0), |v| {
        v + DVec3::new(15.0, 0.0, 15.0)
    });
    assert_eq!(class(&open, &ball), Some(Class::Containment));
}
