//! The surfaces of tessellated parts: recognised where they are known, not where they are none of them.

use std::f64::consts::TAU;

use clearance::assembly::{Faces, Surface};
use clearance::glam::{DQuat, DVec3};
use clearance::shape::Mesh;
use clearance_testkit::Random;

/// A mesh of revolution about Z: a closed profile of radii and heights, counter-clockwise about the tube. No
/// radius is 0.
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

/// The faces of a mesh that is turned, moved, scaled and rounded; with the scale, and by how much corners
/// were moved.
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
        for _ in 0..3 {
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

/// A mesh of a function over a grid of n × m cells; `is_ring` joins its first side to its last.
fn grid([n, m]: [u32; 2], is_ring: bool, f: impl Fn(f64, f64) -> DVec3) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let rows = if is_ring { n } else { n + 1 };
    let at = |i: u32, j: u32| f(f64::from(i) / f64::from(n), f64::from(j) / f64::from(m));
    let vertices = (0..rows)
        .flat_map(|i| (0..=m).map(move |j| (i, j)))
        .map(|(i, j)| at(i, j))
        .collect();
    let quad = |i: u32, j: u32| {
        let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(k, l)| (i + k) % rows * (m + 1) + j + l);
        [[a, b, c], [a, c, d]]
    };
    let triangles = (0..n)
        .flat_map(|i| (0..m).flat_map(move |j| quad(i, j)))
        .collect();
    (vertices, triangles)
}

/// The part of a mesh that was given curved surfaces.
fn known(found: &Faces, triangles: usize) -> f64 {
    let is_curved = |s: Surface| s.kind() != "plane";
    let curved = found.faces().iter().filter(|f| f.surface.is_some_and(is_curved));
    curved.map(|f| f.triangles.len()).sum::<usize>() as f64 / triangles as f64
}

#[test]
fn free_forms_are_of_no_kind() {
    let mut random = Random::new(34);
    for n in [8, 25] {
        // The flank of a gear: the involute of a circle.
        let involute = |u: f64, v: f64| {
            let t = 0.2 + 0.6 * u;
            let (sin, cos) = t.sin_cos();
            DVec3::new(20.0 * (cos + t * sin), 20.0 * (sin - t * cos), 10.0 * v)
        };
        // Half of an ellipsoid, with the poles cut off; and a wavy sheet.
        let ellipsoid = |u: f64, v: f64| {
            let ((s, c), (q, p)) = ((TAU * u).sin_cos(), (0.3 + 1.2 * v).sin_cos());
            DVec3::new(9.0 * c * q, 7.0 * s * q, 5.0 * p)
        };
        let sheet = |u: f64, v: f64| DVec3::new(20.0 * u, 20.0 * v, (3.0 * u).sin() * (2.0 + 4.0 * v).cos());
        // A round thread: a circle that turns and rises.
        let thread = |u: f64, v: f64| {
            let ((s, c), (q, p)) = ((TAU * 1.5 * u).sin_cos(), (TAU * 0.5 * v).sin_cos());
            DVec3::new((10.0 + 2.0 * p) * c, (10.0 + 2.0 * p) * s, 2.0 * q + 9.0 * u)
        };
        let meshes = [
            ("involute", grid([n, 1], false, involute)),
            ("ellipsoid", grid([2 * n, n], true, ellipsoid)),
            ("sheet", grid([n, n], false, sheet)),
            ("thread", grid([3 * n, n], false, thread)),
        ];
        for (name, (vertices, triangles)) in meshes {
            let (found, ..) = faces(&vertices, &triangles, &mut random);
            let known = known(&found, triangles.len());
            assert!(known < 0.06, "{name} {n}: {known}");
        }
    }
}

#[test]
fn a_square_and_the_fillets_around_it_are_no_sphere() {
    // A square side and the first strips of fillets around it have their twelve corners on two circles about
    // one axis, which are always on a sphere: it was found, with a radius of 319, and told that the part had
    // a bulge of 3.9 there.
    let mut random = Random::new(35);
    for steps in [2, 3, 6, 12] {
        let (vertices, triangles) = rounded_box(DVec3::new(10.0, 10.0, 6.0), 1.5, steps);
        let (found, scale, moved) = faces(&vertices, &triangles, &mut random);
        for face in found.faces() {
            let radius = match face.surface {
                Some(Surface::Sphere(s)) => s.radius / scale,
                Some(Surface::Cylinder(c)) => c.radius / scale,
                Some(Surface::Torus(_) | Surface::Cone(_)) => panic!("{steps} {face:?}"),
                _ => continue,
            };
            assert!((radius - 1.5).abs() < 10.0 * moved, "{steps} {radius}");
        }
    }
}

/// A box with half of its sides `half`, the edges rounded: the sum of a smaller one and a ball.
fn rounded_box(half: DVec3, radius: f64, steps: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    // Angles around and up, each quarter in steps, with both ends of a quarter doubled: there are the flat
    // sides.
    let quarter = |k: u32| (k / (steps + 1), k % (steps + 1));
    let around = |k: u32| {
        let (q, step) = quarter(k);
        (f64::from(q) + f64::from(step) / f64::from(steps)) * TAU / 4.0
    };
    let corner = |i: u32, j: u32| {
        let ((s, c), (z, r)) = (around(i).sin_cos(), (around(j) - TAU / 4.0).sin_cos());
        let (q, half_of) = (quarter(i).0, quarter(j).0);
        let sign = |is_up: bool| if is_up { 1.0 } else { -1.0 };
        let at = DVec3::new(sign(q == 0 || q == 3), sign(q < 2), sign(half_of == 1));
        at * (half - radius) + radius * DVec3::new(c * r, s * r, z)
    };
    let (n, m) = (4 * (steps + 1), 2 * (steps + 1));
    let vertices = (0..n)
        .flat_map(|i| (0..m).map(move |j| (i, j)))
        .map(|(i, j)| corner(i, j))
        .collect();
    let quad = |i: u32, j: u32| {
        let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(k, l)| (i + k) % n * m + j + l);
        [[a, b, c], [a, c, d]]
    };
    let mut triangles: Vec<_> = (0..n)
        .flat_map(|i| (0..m - 1).flat_map(move |j| quad(i, j)))
        .collect();
    // The flat top and bottom, each a rectangle between the four poles of its corners.
    let pole = |q: u32, j: u32| q * (steps + 1) * m + j;
    let [a, b, c, d] = [0, 1, 2, 3].map(|q| pole(q, m - 1));
    triangles.extend([[a, b, c], [a, c, d]]);
    let [a, b, c, d] = [0, 1, 2, 3].map(|q| pole(q, 0));
    triangles.extend([[a, c, b], [a, d, c]]);
    (vertices, triangles)
}
