//! Volume, center and inertia: closed forms against sums over fine meshes, and bodies cut in two.

use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::math::Rotation2;
use clearance::measure::{MassProperties, Unmeasured, mass_properties};
use clearance::shape::{Mesh, Shape2, Shape3};
use clearance::{Placed, Pose};
use clearance_testkit::Random;

use clearance_testkit::cubes::{mesh_of, random_cells};

fn mass(shape: &Shape3<DVec3>, pose: &Pose<DVec3>) -> MassProperties<DVec3> {
    mass_properties(Placed::new(shape, pose)).unwrap()
}

fn mass2(shape: &Shape2<DVec2>, pose: &Pose<DVec2>) -> MassProperties<DVec2> {
    mass_properties(Placed::new(shape, pose)).unwrap()
}

fn check(a: &MassProperties<DVec3>, b: &MassProperties<DVec3>, within: f64, what: &str) {
    let size = b.volume.cbrt();
    assert!((a.volume / b.volume - 1.0).abs() < within, "{what}: {a:?} {b:?}");
    assert!(
        (a.center - b.center).abs().max_element() < within * (size + b.center.length()),
        "{what}: {a:?} {b:?}"
    );
    let largest = b.inertia.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    for (x, y) in a.inertia.iter().flatten().zip(b.inertia.iter().flatten()) {
        assert!((x - y).abs() < within * largest, "{what}: {a:?} {b:?}");
    }
}

/// A body of revolution around Y from its outline (radius, height), which starts and ends at radius 0.
fn turned(outline: &[[f64; 2]], stretch: DVec3) -> Shape3<DVec3> {
    const STEPS: usize = 400;
    let mut vertices = Vec::new();
    for [radius, y] in outline {
        for k in 0..STEPS {
            let (sin, cos) = (std::f64::consts::TAU * k as f64 / STEPS as f64).sin_cos();
            let radius = if *radius < 1e-12 { 0.0 } else { *radius };
            vertices.push(DVec3::new(radius * cos, *y, radius * sin) * stretch);
        }
    }
    let at = |i: usize, k: usize| (i * STEPS + k % STEPS) as u32;
    let mut triangles = Vec::new();
    for i in 0..outline.len() - 1 {
        for k in 0..STEPS {
            triangles.extend([
                [at(i, k), at(i + 1, k), at(i, k + 1)],
                [at(i, k + 1), at(i + 1, k), at(i + 1, k + 1)],
            ]);
        }
    }
    Shape3::mesh(vertices, triangles).unwrap()
}

fn half_circle(from: f64, to: f64, y: f64, radius: f64) -> Vec<[f64; 2]> {
    let angle = |k: usize| (from + (to - from) * k as f64 / 200.0) * std::f64::consts::PI;
    (0..=200)
        .map(|k| [radius * angle(k).sin(), y - radius * angle(k).cos()])
        .collect()
}

#[test]
fn closed_forms_against_fine_meshes() {
    let capsule = [half_circle(0.0, 0.5, -1.0, 0.7), half_circle(0.5, 1.0, 2.0, 0.7)].concat();
    let one = DVec3::ONE;
    let cases = [
        (
            Shape3::sphere(1.5).unwrap(),
            turned(&half_circle(0.0, 1.0, 0.0, 1.5), one),
        ),
        (
            Shape3::ellipsoid(DVec3::new(1.0, 2.0, 3.0)).unwrap(),
            turned(&half_circle(0.0, 1.0, 0.0, 1.0), DVec3::new(1.0, 2.0, 3.0)),
        ),
        (
            Shape3::cylinder(2.0, 0.5).unwrap(),
            turned(&[[0.0, -2.0], [0.5, -2.0], [0.5, 2.0], [0.0, 2.0]], one),
        ),
        (
            Shape3::cone(2.0, 1.5).unwrap(),
            turned(&[[0.0, -2.0], [1.5, -2.0], [0.0, 2.0]], one),
        ),
        (
            Shape3::capsule(DVec3::NEG_Y, DVec3::Y * 2.0, 0.7).unwrap(),
            turned(&capsule, one),
        ),
    ];
    let pose = Pose::new(DVec3::new(1.0, -2.0, 0.5), DQuat::from_xyzw(0.1, -0.4, 0.3, 0.8)).unwrap();
    for pose in [Pose::IDENTITY, pose.scaled(3.0).unwrap()] {
        for (form, mesh) in &cases {
            check(&mass(mesh, &pose), &mass(form, &pose), 2e-4, &format!("{form:?}"));
        }
    }
}

/// A box as a box, hull and mesh; far from its own origin, and small.
#[test]
fn one_box_in_many_ways() {
    let mut random = Random::new(2);
    for _ in 0..200 {
        let half = DVec3::from([0; 3].map(|_| random.between(0.1, 3.0)));
        let pose = Pose::new(DVec3::new(4.0, 5.0, 6.0), DQuat::from_xyzw(0.3, -0.1, 0.2, 0.9)).unwrap();
        let pose = pose.scaled(2.0_f64.powi(random.whole(-30, 30) as i32)).unwrap();
        let signs = [
            [1.0, 1.0, 1.0],
            [-1.0, 1.0, 1.0],
            [1.0, -1.0, 1.0],
            [1.0, 1.0, -1.0],
        ];
        let corners: Vec<DVec3> = signs
            .iter()
            .flat_map(|s| [DVec3::from(*s) * half, -DVec3::from(*s) * half])
            .collect();
        let expected = mass(&Shape3::cuboid(half).unwrap(), &pose);
        let volume = 8.0 * half.x * half.y * half.z * pose.scale().powi(3);
        assert!((expected.volume / volume - 1.0).abs() < 1e-14);
        check(
            &mass(&Shape3::convex(&corners).unwrap(), &pose),
            &expected,
            1e-13,
            "hull",
        );
        // The same box 1000 away in its own frame.
        let far = DVec3::new(1000.0, 2000.0, -500.0);
        let moved: Vec<DVec3> = corners.iter().map(|c| *c + far).collect();
        let found = mass(&Shape3::convex(&moved).unwrap(), &Pose::IDENTITY);
        let plain = mass(&Shape3::cuboid(half).unwrap(), &Pose::IDENTITY);
        assert!((found.volume / plain.volume - 1.0).abs() < 1e-11);
        assert!((found.inertia[0][0] / plain.inertia[0][0] - 1.0).abs() < 1e-10);
    }
}

/// Solids of unit cubes, and the same as a compound of boxes.
#[test]
fn cells_and_compounds() {
    let mut random = Random::new(6);
    let unit = Shape3::cuboid(DVec3::splat(0.5)).unwrap();
    let pose = Pose::new(DVec3::new(1.0, 7.0, 0.5), DQuat::from_xyzw(0.5, 0.1, 0.3, 0.8)).unwrap();
    for _ in 0..100 {
        let cells = random_cells(&mut random, 3, 45);
        let mesh = mesh_of(&cells, DVec3::from);
        let at = |c: &[i32; 3]| Pose::at(DVec3::from(c.map(|x| f64::from(x) + 0.5))).unwrap();
        let compound = Shape3::compound(cells.iter().map(|c| (unit.clone(), at(c))).collect()).unwrap();
        let expected = mass(&compound, &pose);
        assert!((expected.volume - cells.len() as f64).abs() < 1e-12);
        check(&mass(&mesh, &pose), &expected, 1e-13, "cells");
    }
}

#[test]
fn regions_of_the_plane() {
    let disc = mass2(&Shape2::<DVec2>::circle(2.0).unwrap(), &Pose::IDENTITY);
    let pi = core::f64::consts::PI;
    assert!((disc.volume - 4.0 * pi).abs() < 1e-14 && (disc.inertia[2][2] - 8.0 * pi).abs() < 1e-13);
    let pose = Pose::new(DVec2::new(3.0, -1.0), Rotation2::from_angle(0.7)).unwrap();
    // A stadium as a capsule and as a fine polygon.
    let (a, b, radius) = (DVec2::new(-1.0, 0.5), DVec2::new(2.0, 1.5), 0.8);
    let along = (b - a).normalize();
    let arc = |end: DVec2, from: f64| {
        (0..=500).map(move |k| {
            let angle = from + pi * f64::from(k) / 500.0;
            end + DVec2::from_angle(angle).rotate(along) * radius
        })
    };
    let ring: Vec<DVec2> = arc(b, -pi / 2.0).chain(arc(a, pi / 2.0)).collect();
    let fine = mass2(&Shape2::polygon(&ring, &[]).unwrap(), &pose);
    let capsule = mass2(&Shape2::capsule(a, b, radius).unwrap(), &pose);
    assert!(
        (fine.volume / capsule.volume - 1.0).abs() < 1e-5,
        "{fine:?} {capsule:?}"
    );
    assert!(
        (fine.center - capsule.center).length() < 1e-5,
        "{fine:?} {capsule:?}"
    );
    assert!(
        (fine.inertia[2][2] / capsule.inertia[2][2] - 1.0).abs() < 2e-5,
        "{fine:?} {capsule:?}"
    );
    // Pixels and squares.
    let pixels = Shape2::bitmap(&["110", "011"], 0.5).unwrap();
    let square = |x: f64, y: f64| {
        (
            Shape2::cuboid(DVec2::splat(0.25)).unwrap(),
            Pose::at(DVec2::new(x, y)).unwrap(),
        )
    };
    let squares = [
        square(0.25, 0.75),
        square(0.75, 0.75),
        square(0.75, 0.25),
        square(1.25, 0.25),
    ];
    let (found, expected) = (
        mass2(&pixels, &pose),
        mass2(&Shape2::compound(squares.to_vec()).unwrap(), &pose),
    );
    assert!((found.volume - 1.0).abs() < 1e-15 && (found.center - expected.center).length() < 1e-14);
    assert!(
        (found.inertia[2][2] - expected.inertia[2][2]).abs() < 1e-14,
        "{found:?} {expected:?}"
    );
}

#[test]
fn what_has_no_volume_is_refused() {
    let why = |shape: Shape3<DVec3>| {
        mass_properties(Placed::new(&shape, &Pose::<DVec3>::IDENTITY))
            .unwrap_err()
            .why
    };
    let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let open: Shape3<DVec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 1, 3]]).unwrap().into();
    assert_eq!(why(open.clone()), Unmeasured::NotSolid);
    assert_eq!(
        why(Shape3::compound(vec![(open, Pose::IDENTITY)]).unwrap()),
        Unmeasured::NotSolid
    );
    assert_eq!(
        why(Shape3::half_space(DVec3::X, 1.0).unwrap()),
        Unmeasured::Unbounded
    );
    let rounded = Shape3::cuboid(DVec3::ONE).unwrap().rounded(0.5).unwrap();
    assert_eq!(why(rounded), Unmeasured::Unsupported("rounded"));
}
