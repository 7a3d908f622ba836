//! The surfaces of tessellated parts: recognised where they are known, not where they are none of them.

use std::f64::consts::TAU;

use clearance::assembly::{Faces, Surface};
use clearance::glam::{DQuat, DVec3};
use clearance::shape::Mesh;
use clearance_testkit::Random;

/// A mesh of revolution about Z: a closed profile of radii and heights, counter-clockwise about the tube. No radius is 0.
fn revolved(profile: &[[f64; 2]], sides: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let n = profile.len() as u32;
    let at = |i: u32, p: &[f64; 2]| {
        let (sin, cos) = (f64::from(i) * TAU / f64::from(sides)).sin_cos();
        DVec3::new(p[0] * cos, p[0] * sin, p[1])
    };
    let vertices = (0..sides)
        .flat_map(|i| profile.iter().map(move |p| at(i, p)))
        .collect();
    let number = |i: u32, j: u32| (i % sides) * n + j % n;
    let quad = |i: u32, j: u32| {
        let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(k, l)| number(i + k, j + l));
        [[a, b, c], [a, c, d]]
    };
    let triangles = (0..sides)
        .flat_map(|i| (0..n).flat_map(move |j| quad(i, j)))
        .collect();
    (vertices, triangles)
}

/// The faces of a mesh that is turned, moved, scaled and rounded; with the scale, and by how much corners were moved.
fn faces(vertices: &[DVec3], triangles: &[[u32; 3]], random: &mut Random) -> (Faces, f64, f64) {
    let turn = DQuat::from_scaled_axis(random.vector(3.0));
    let by: DVec3 = random.vector(30.0);
    let scale = *random.pick(&[1.0, 2.0_f64.powi(-20)]);
    let is_single = random.one_in(2);
    let place = |v: &DVec3| {
        let v = turn * *v + by;
        (if is_single { v.as_vec3().as_dvec3() } else { v }) * scale
    };
    let mesh = Mesh::new(vertices.iter().map(place).collect(), triangles.to_vec()).unwrap();
    let faces = Faces::of(&mesh);
    for t in 0..triangles.len() as u32 {
        assert!(faces.face(faces.face_of(t)).triangles.contains(&t));
    }
    (faces, scale, if is_single { 4e-6 } else { 1e-13 })
}

#[test]
fn rings_at_many_sides() {
    // A tube with a bore, and a countersink of 45 degrees.
    let profile = [[5.0, 0.0], [10.0, 0.0], [10.0, 20.0], [7.0, 20.0], [5.0, 18.0]];
    let mut random = Random::new(31);
    for sides in [12, 13, 24, 50, 200] {
        for _ in 0..6 {
            let (vertices, triangles) = revolved(&profile, sides);
            let (faces, scale, moved) = faces(&vertices, &triangles, &mut random);
            let kinds = |kind| {
                faces
                    .faces()
                    .iter()
                    .filter(|f| f.surface.unwrap().kind() == kind)
                    .count()
            };
            assert_eq!(
                [kinds("plane"), kinds("cylinder"), kinds("cone")],
                [2, 2, 1],
                "{sides}"
            );
            for face in faces.faces() {
                assert!(face.fit_error <= 2.0 * moved * scale, "{face:?}");
                let (expected, got) = match face.surface.unwrap() {
                    Surface::Cylinder(c) => (if c.outward { 10.0 } else { 5.0 }, c.radius / scale),
                    Surface::Cone(c) if !c.outward => (TAU / 8.0, c.half_angle),
                    Surface::Plane(_) => continue,
                    other => panic!("{other:?}"),
                };
                assert!((expected - got).abs() <= 2.0 * moved, "{expected} {got}");
            }
        }
    }
}

#[test]
fn tori_and_bumpy_ones() {
    let mut random = Random::new(32);
    for n in [16, 31, 60] {
        let tube = |bump: f64| -> Vec<[f64; 2]> {
            let point = |j: u32| {
                let angle = f64::from(j) * TAU / f64::from(n);
                let radius = 3.0 + bump * (3.0 * angle).sin();
                [8.0 + radius * angle.cos(), radius * angle.sin()]
            };
            (0..n).map(point).collect()
        };
        let (vertices, triangles) = revolved(&tube(0.0), 40);
        let (found, scale, moved) = faces(&vertices, &triangles, &mut random);
        assert_eq!(found.faces().len(), 1);
        let Some(Surface::Torus(torus)) = found.face(0).surface else {
            panic!("{:?}", found.face(0).surface)
        };
        assert!((torus.major / scale - 8.0).abs() < moved && (torus.minor / scale - 3.0).abs() < moved);
        assert!(torus.outward && found.deflection() > 0.0);
        let mut bumpy = revolved(&tube(0.1), 40);
        for v in &mut bumpy.0 {
            v.z += 0.3 * v.x.sin(); // no longer of revolution
        }
        let (found, ..) = faces(&bumpy.0, &bumpy.1, &mut random);
        let known = found
            .faces()
            .iter()
            .filter(|f| f.surface.is_some_and(|s| s.kind() != "plane"))
            .map(|f| f.triangles.len())
            .sum::<usize>();
        assert!(known * 20 < triangles.len(), "{known}");
    }
}

#[test]
fn prisms_of_few_sides_stay_planes() {
    let mut random = Random::new(33);
    for sides in [3, 4, 6, 8] {
        let (vertices, triangles) = revolved(&[[5.0, 0.0], [10.0, 0.0], [10.0, 20.0], [5.0, 20.0]], sides);
        let (found, ..) = faces(&vertices, &triangles, &mut random);
        assert!(
            found
                .faces()
                .iter()
                .all(|f| matches!(f.surface, Some(Surface::Plane(_))))
        );
        assert_eq!(found.faces().len(), 2 + 2 * sides as usize);
    }
}
