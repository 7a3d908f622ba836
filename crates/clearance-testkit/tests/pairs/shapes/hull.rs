//! Hulls in the plane and in space, checked against their definition in integer arithmetic.

use clearance::glam::{DVec2, DVec3, Vec3};
use clearance::hull::{d2, d3};
use clearance::math::Vector3;
use clearance::shape::{ConvexPolygon, Polyhedron};
use clearance_testkit::Random;
use dashu_int::IBig;

fn shuffle<T>(random: &mut Random, list: &mut [T]) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.count(0, i));
    }
}

/// A float times 2^1100, as an integer.
fn whole(x: f64) -> IBig {
    let bits = x.abs().to_bits();
    let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
    let magnitude = match exponent {
        0 => IBig::from(fraction) << 26,
        e => IBig::from(fraction | 1 << 52) << (e as usize + 25),
    };
    if x < 0.0 { -magnitude } else { magnitude }
}

/// The sign of the volume of a, b, c, d: positive where d is above the counter-clockwise a, b, c.
fn side([a, b, c, d]: [DVec3; 4]) -> i32 {
    let [a, b, c, d] = [a, b, c, d].map(|p| p.to_array().map(whole));
    let from_a = |p: &[IBig; 3]| [&p[0] - &a[0], &p[1] - &a[1], &p[2] - &a[2]];
    let (p, q, r) = (from_a(&b), from_a(&c), from_a(&d));
    let volume = (&p[1] * &q[2] - &p[2] * &q[1]) * &r[0]
        + (&p[2] * &q[0] - &p[0] * &q[2]) * &r[1]
        + (&p[0] * &q[1] - &p[1] * &q[0]) * &r[2];
    volume.cmp(&IBig::ZERO) as i32
}

fn collinear([a, b, c]: [DVec3; 3]) -> bool {
    let [a, b, c] = [a, b, c].map(|p| p.to_array().map(whole));
    [(0, 1), (1, 2), (2, 0)]
        .iter()
        .all(|&(i, j)| (&b[i] - &a[i]) * (&c[j] - &a[j]) == (&b[j] - &a[j]) * (&c[i] - &a[i]))
}

/// Every point is in or below every face, faces are flat and strictly convex, edges are strictly convex, and
/// Euler's formula holds.
fn check_solid<V: Vector3>(points: &[V]) {
    let hull = d3::hull(points);
    assert_eq!(hull.rank, 3);
    let corner = |i: u32| points[hull.vertices[i as usize] as usize].to_double();
    for f in 0..hull.face_count() {
        let face = hull.face(f);
        assert!(face.len() >= 3);
        let plane = [0, 1, 2].map(|i| corner(face[i]));
        for p in points {
            let [a, b, c] = plane;
            assert!(side([a, b, c, p.to_double()]) <= 0, "{p:?} is above face {f}");
        }
        for i in 0..face.len() {
            let [a, b, c] = [0, 1, 2].map(|k| corner(face[(i + k) % face.len()]));
            assert_eq!(side([plane[0], plane[1], plane[2], a]), 0);
            assert!(!collinear([a, b, c]));
        }
    }
    for edge in &hull.edges {
        let [f, g] = edge.faces.map(|f| hull.face(f as usize));
        assert!(edge.vertices.iter().all(|v| f.contains(v) && g.contains(v)));
        let off = g.iter().find(|v| !edge.vertices.contains(v)).unwrap();
        assert_eq!(side([corner(f[0]), corner(f[1]), corner(f[2]), corner(*off)]), -1);
    }
    let ends: usize = (0..hull.face_count()).map(|f| hull.face(f).len()).sum();
    assert_eq!(ends, 2 * hull.edges.len());
    assert_eq!(hull.vertices.len() + hull.face_count(), hull.edges.len() + 2);
}

/// The corners as points, sorted: they must not depend on the order of the input.
fn corners<V: Vector3>(points: &[V]) -> Vec<V> {
    d3::hull(points)
        .vertices
        .iter()
        .map(|&i| points[i as usize])
        .collect()
}

/// Families of points that are difficult for a hull algorithm, each of full rank.
fn families(random: &mut Random) -> Vec<Vec<DVec3>> {
    let mut grid = Vec::new();
    for i in 0..64 {
        grid.push(DVec3::new((i % 4) as f64, (i / 4 % 4) as f64, (i / 16) as f64));
    }
    let ulp = f64::EPSILON;
    let noisy_grid = grid
        .iter()
        .map(|&p| p + random.vector::<DVec3>(1.0) * ulp)
        .collect();
    let turned = clearance::glam::DQuat::from_xyzw(0.1, 0.7, -0.3, 0.6).normalize();
    let turned_grid = grid.iter().map(|&p| turned * p).collect();
    let ball = (0..100)
        .map(|_| random.vector::<DVec3>(1.0).normalize())
        .collect();
    let cloud = (0..200).map(|_| random.vector::<DVec3>(1.0)).collect();
    let dice = (0..60)
        .map(|_| DVec3::from_array([0; 3].map(|_| random.whole(0, 2) as f64)))
        .collect();
    let sliver = (0..40)
        .map(|_| {
            DVec3::new(
                random.between(-1.0, 1.0),
                random.between(-1.0, 1.0) * 1e-15,
                random.between(-1.0, 1.0) * 1e-30,
            )
        })
        .collect();
    let mut plate: Vec<DVec3> = (0..40)
        .map(|_| DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0))
        .collect();
    plate.push(DVec3::new(0.1, 0.2, f64::MIN_POSITIVE * ulp));
    let mut tilted: Vec<DVec3> = (0..40)
        .map(|_| turned * DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0))
        .collect();
    tilted.push(DVec3::Z);
    let line = (0..50)
        .map(|i| DVec3::new(1.0, 1.0 / 3.0, 0.7) * (i as f64) + random.vector::<DVec3>(1.0) * 1e-15)
        .collect();
    let far = (0..50)
        .map(|_| random.vector::<DVec3>(1.0) + DVec3::splat(1e12))
        .collect();
    vec![
        grid,
        noisy_grid,
        turned_grid,
        ball,
        cloud,
        dice,
        sliver,
        plate,
        tilted,
        line,
        far,
    ]
}

#[test]
fn solids_are_what_the_definition_says() {
    let mut random = Random::new(1);
    let mut tried = 0;
    for scale in [1.0, 2.0_f64.powi(-200), 2.0_f64.powi(470)] {
        for family in families(&mut random) {
            let points: Vec<DVec3> = family.iter().map(|&p| p * scale).collect();
            // The plate's apex vanishes where its height is too small for a float.
            if d3::hull(&points).rank == 3 {
                check_solid(&points);
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 32);
}

#[test]
fn magnitudes_beyond_all_reason() {
    let mut random = Random::new(9);
    let numbers = [
        0.0,
        1.0,
        1.0 / 3.0,
        5e-324,
        1e-300,
        1e-150,
        3e144,
        1e16,
        f64::EPSILON,
    ];
    let mut solids = 0;
    for _ in 0..150 {
        let mut number = || random.pick(&numbers) * random.whole(-2, 2) as f64;
        let points: Vec<DVec3> = (0..14)
            .map(|_| DVec3::new(number(), number(), number()))
            .collect();
        if d3::hull(&points).rank == 3 {
            check_solid(&points);
            solids += 1;
        }
        let flat: Vec<DVec2> = points.iter().map(|p| p.truncate()).collect();
        assert!(d2::hull(&flat).len() >= 3);
    }
    assert!(solids > 140, "{solids}");
}

#[test]
fn solids_of_single_precision() {
    let mut random = Random::new(2);
    for scale in [1.0, 1e-30, 1e15] {
        let mut tried = 0;
        for family in families(&mut random) {
            let points: Vec<Vec3> = family.iter().map(|p| p.as_vec3() * scale).collect();
            if d3::hull(&points).rank == 3 {
                check_solid(&points);
                tried += 1;
            }
        }
        assert!(tried >= 7, "{tried} at {scale}");
    }
}

#[test]
fn order_and_repetition_do_not_matter() {
    let mut random = Random::new(3);
    for mut points in families(&mut random) {
        let expected = corners(&points);
        points.extend_from_within(..10);
        for _ in 0..3 {
            shuffle(&mut random, &mut points);
            assert_eq!(corners(&points), expected);
        }
    }
}

#[test]
fn corners_are_exactly_the_points_outside_the_hull_of_the_others() {
    let mut random = Random::new(4);
    let (mut corner_count, mut others) = (0, 0);
    for _ in 0..60 {
        let points: Vec<DVec3> = (0..9)
            .map(|_| DVec3::from_array([0; 3].map(|_| random.whole(0, 3) as f64)))
            .collect();
        let corners = corners(&points);
        for p in &points {
            let rest: Vec<DVec3> = points.iter().copied().filter(|q| q != p).collect();
            let is_corner = corners.contains(p);
            let mut with = rest.clone();
            with.push(*p);
            assert_eq!(self::corners(&rest) != self::corners(&with), is_corner);
            if is_corner { corner_count += 1 } else { others += 1 }
        }
    }
    assert!(corner_count > 100 && others > 50, "{corner_count} {others}");
}

#[test]
fn flat_hulls() {
    let mut random = Random::new(5);
    for size in [1.0, 2.0_f64.powi(-300), 2.0_f64.powi(300)] {
        let direction =
            [random.vector::<DVec3>(1.0), random.vector::<DVec3>(1.0)].map(|p| (p * 64.0).round() * size);
        let mut step = || random.whole(0, 4) as f64;
        let plane: Vec<DVec3> = (0..30)
            .map(|_| direction[0] * step() + direction[1] * step())
            .collect();
        let hull = Polyhedron::new(&plane).unwrap();
        assert_eq!((hull.rank(), hull.face_count()), (2, 2));
        assert_eq!(hull.edges().len(), hull.vertices().len());
        assert_eq!(hull.face_normal(0), -hull.face_normal(1));
        assert!(hull.vertices().len() <= 8);
        let line: Vec<DVec3> = (0..9).map(|i| direction[0] * ((i * 5 % 9) as f64)).collect();
        let hull = Polyhedron::new(&line).unwrap();
        assert_eq!(
            (hull.rank(), hull.vertices().len(), hull.edges().len()),
            (1, 2, 1)
        );
        let hull = Polyhedron::new(&[line[4]; 3]).unwrap();
        assert_eq!(
            (hull.rank(), hull.vertices(), hull.edges().len()),
            (0, &[line[4]][..], 0)
        );
    }
}

#[test]
fn many_points() {
    let mut random = Random::new(6);
    let ball: Vec<DVec3> = (0..20_000)
        .map(|_| random.vector::<DVec3>(1.0).normalize())
        .collect();
    let hull = d3::hull(&ball);
    assert_eq!(hull.vertices.len() + hull.face_count(), hull.edges.len() + 2);
    let grid: Vec<DVec3> = (0..27_000)
        .map(|i| DVec3::new((i % 30) as f64, (i / 30 % 30) as f64, (i / 900) as f64))
        .collect();
    let hull = d3::hull(&grid);
    assert_eq!(
        (hull.vertices.len(), hull.face_count(), hull.edges.len()),
        (8, 6, 12)
    );
}

#[test]
fn polygons_are_what_the_definition_says() {
    let mut random = Random::new(7);
    for round in 0..400 {
        let size = [1.0, 1e-150, 1e140, 1e-3][round % 4];
        let shape = round / 4 % 4;
        let points: Vec<DVec2> = (0..3 + round % 17)
            .map(|_| match shape {
                0 => DVec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0)),
                1 => DVec2::new(random.whole(0, 3) as f64, random.whole(0, 3) as f64),
                2 => DVec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0) * 1e-16),
                _ => DVec2::new(0.1, 0.3) * random.whole(0, 8) as f64,
            } * size)
            .collect();
        check_polygon(&points);
    }
}

/// 1 where a, b, c turn left in the plane, exactly.
fn turn([a, b, c]: [DVec2; 3]) -> i32 {
    side([a.extend(0.0), b.extend(0.0), c.extend(0.0), DVec3::Z])
}

fn check_polygon(points: &[DVec2]) {
    let polygon = ConvexPolygon::new(points).unwrap();
    let v = polygon.vertices();
    assert!(v.iter().all(|p| points.contains(p)));
    let n = v.len();
    for i in 0..n {
        let (a, b, c) = (v[i], v[(i + 1) % n], v[(i + 2) % n]);
        if n > 2 {
            assert_eq!(turn([a, b, c]), 1);
        }
        for &p in points {
            assert!((p - polygon.center()).length() <= polygon.radius() || polygon.radius() < 1e-140);
            if n > 1 {
                assert!(turn([a, b, p]) >= 0);
            }
        }
        if n > 1 {
            let normal = polygon.normals()[i];
            assert!((normal.length() - 1.0).abs() < 1e-15);
            let edge = (b - a) / (b - a).abs().max_element();
            assert!(normal.dot(edge).abs() < 1e-15 && normal.perp_dot(edge) > 0.0);
        }
    }
    assert_eq!(d2::hull(v).len(), n);
}

#[test]
fn normals_of_slivers_are_right() {
    let mut random = Random::new(8);
    for _ in 0..100 {
        let (a, d) = (random.vector::<DVec3>(1.0), random.vector::<DVec3>(1.0));
        let along: Vec<DVec3> = (0..4)
            .map(|i| a + d * i as f64 / 7.0 + random.vector::<DVec3>(1.0) * 1e-15)
            .collect();
        let hull = Polyhedron::new(&along).unwrap();
        if hull.rank() < 3 {
            continue;
        }
        for f in 0..hull.face_count() {
            let [p, q, r] = [0, 1, 2].map(|i| hull.vertices()[hull.face_vertices(f)[i] as usize]);
            let exact = exact_normal([p, q, r]);
            assert!((hull.face_normal(f) - exact).abs().max_element() < 4e-16);
        }
    }
}

fn exact_normal(corners: [DVec3; 3]) -> DVec3 {
    let [a, b, c] = corners.map(|p| p.to_array().map(whole));
    let from_a = |p: &[IBig; 3]| [&p[0] - &a[0], &p[1] - &a[1], &p[2] - &a[2]];
    let (p, q) = (from_a(&b), from_a(&c));
    let cross = [1, 2, 0].map(|i: usize| {
        let j = (i + 1) % 3;
        &p[i] * &q[j] - &p[j] * &q[i]
    });
    // Scales 2^2200 squared away and keeps 100 bits above the largest.
    let shift = 2 * 1100 - 160;
    DVec3::from_array(cross.map(|x| (x >> shift).to_f64().value())).normalize()
}
