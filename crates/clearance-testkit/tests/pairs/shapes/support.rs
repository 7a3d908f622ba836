//! Support points and features, compared with points sampled from the shapes.

use clearance::glam::{DVec2, DVec3, Vec3};
use clearance::math::Vector;
use clearance::shape::{AnyShape, Feature, Polyhedron, Support};
use clearance::{d2, d3};
use clearance_testkit::Random;

/// No sample is further than the support point, and the support point is not beyond the samples; directions
/// may have any length.
fn check_support<V: Vector<Scalar = f64>>(
    shape: &impl Support<V>,
    samples: &[V],
    random: &mut Random,
    what: &str,
) {
    let size = samples.iter().map(|p| p.max_abs()).fold(0.0, f64::max);
    for round in 0..40 {
        let unit: V = random.direction();
        let length = [1.0, 1e-300, 1e300, 1e-20][round % 4];
        let s = shape.support(unit * length).unwrap();
        let furthest = samples
            .iter()
            .map(|p| p.dot(unit))
            .fold(f64::NEG_INFINITY, f64::max);
        assert!(furthest <= s.dot(unit) + 1e-14 * size, "{what}");
        assert!(s.dot(unit) <= furthest + 0.03 * size, "{what}");
        assert!(s.max_abs() <= size * 1.0001, "{what}");
    }
}

/// A face's corners are support points of its normal and run counter-clockwise around it.
fn check_face(shape: &d3::Shape<DVec3>, direction: DVec3) {
    let size = shape.local_aabb().max.max_element();
    let Some(Feature::Face { normal, corners, .. }) = shape.feature(direction) else {
        return;
    };
    let sharp = shape.as_rounded().map_or(shape, |r| r.shape());
    let best = sharp.support(normal).unwrap().dot(normal);
    let n = corners.count();
    for i in 0..n {
        assert!((corners.point(i).dot(normal) - best).abs() < 1e-14 * size);
        let [a, b, c] = [0, 1, 2].map(|k| corners.point((i + k) % n));
        assert!((b - a).cross(c - b).dot(normal) > 0.0);
        assert!((0..i).all(|j| corners.id(j) != corners.id(i)));
    }
}

fn shapes3(random: &mut Random, size: f64) -> Vec<(d3::Shape<DVec3>, Vec<DVec3>)> {
    let [x, y, r] = [0, 1, 2].map(|_| random.between(0.2, 2.0) * size);
    let s = DVec3::new(x, y, r * 0.7);
    let sphere: Vec<DVec3> = (0..3000).map(|_| random.direction()).collect();
    let rim = |y: f64| {
        sphere
            .iter()
            .map(move |d| DVec3::new(d.x, 0.0, d.z).normalize() * r + DVec3::Y * y)
    };
    let cloud: Vec<DVec3> = (0..30).map(|_| random.vector::<DVec3>(1.0) * s).collect();
    let corners: Vec<DVec3> = (0..8)
        .map(|i| DVec3::from_array([1, 2, 4].map(|b| if i & b > 0 { 1.0 } else { -1.0 })) * s)
        .collect();
    let flat: Vec<DVec3> = cloud.iter().map(|p| p.with_y(0.0)).collect();
    vec![
        (
            d3::Shape::ellipsoid(s).unwrap(),
            sphere.iter().map(|&d| d * s).collect(),
        ),
        (
            d3::Shape::cylinder(y, r).unwrap(),
            rim(y).chain(rim(-y)).collect(),
        ),
        (
            d3::Shape::cone(y, r).unwrap(),
            rim(-y).chain([DVec3::Y * y]).collect(),
        ),
        (d3::Shape::cuboid(s).unwrap(), corners.clone()),
        (d3::Shape::convex(&cloud).unwrap(), cloud.clone()),
        (d3::Shape::convex(&flat).unwrap(), flat),
        (
            d3::Shape::triangle([cloud[0], cloud[1], cloud[2]]).unwrap(),
            cloud[..3].to_vec(),
        ),
        (
            d3::Shape::capsule(cloud[0], cloud[1], r).unwrap(),
            cloud[..2]
                .iter()
                .flat_map(|&c| sphere.iter().map(move |&d| c + d * r))
                .collect(),
        ),
        (
            d3::Shape::cuboid(s).unwrap().rounded(r).unwrap(),
            corners
                .iter()
                .flat_map(|&c| sphere.iter().map(move |&d| c + d * r))
                .collect(),
        ),
    ]
}

#[test]
fn support_in_space() {
    let mut random = Random::new(1);
    for size in [1.0, 1e-100, 1e100] {
        for (shape, samples) in shapes3(&mut random, size) {
            check_support(&shape, &samples, &mut random, shape.kind());
            for _ in 0..20 {
                check_face(&shape, random.direction());
            }
        }
    }
}

#[test]
fn support_in_the_plane() {
    let mut random = Random::new(2);
    for size in [1.0, 1e-100, 1e100] {
        let [x, y, r] = [0, 1, 2].map(|_| random.between(0.2, 2.0) * size);
        let s = DVec2::new(x, y);
        let circle: Vec<DVec2> = (0..3000).map(|_| random.direction()).collect();
        let cloud: Vec<DVec2> = (0..30).map(|_| random.vector::<DVec2>(1.0) * s).collect();
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].map(|c| DVec2::from(c) * s);
        let balls = |centers: &[DVec2]| {
            centers
                .iter()
                .flat_map(|&c| circle.iter().map(move |&d| c + d * r))
                .collect::<Vec<_>>()
        };
        for (shape, samples) in [
            (d2::Shape::circle(r).unwrap(), balls(&[DVec2::ZERO])),
            (
                d2::Shape::ellipse(s).unwrap(),
                circle.iter().map(|&d| d * s).collect(),
            ),
            (d2::Shape::cuboid(s).unwrap(), corners.to_vec()),
            (d2::Shape::convex(&cloud).unwrap(), cloud.clone()),
            (
                d2::Shape::segment(cloud[0], cloud[1]).unwrap(),
                cloud[..2].to_vec(),
            ),
            (
                d2::Shape::convex(&cloud).unwrap().rounded(r).unwrap(),
                balls(&cloud),
            ),
        ] {
            check_support(&shape, &samples, &mut random, shape.kind());
            check_edges(&shape, &mut random);
        }
    }
}

/// If the direction is an edge's own normal, the edge that faces it contains the support point, and no other
/// edge's normal is nearer.
fn check_edges(shape: &d2::Shape<DVec2>, random: &mut Random) {
    for _ in 0..20 {
        let direction: DVec2 = random.direction();
        let Some(Feature::Edge {
            points: [a, b],
            vertices,
            ..
        }) = shape.feature(direction)
        else {
            return;
        };
        assert_ne!(vertices[0], vertices[1]);
        if shape.kind() == "segment" {
            continue;
        }
        let normal = (b - a).normalized().unwrap();
        let normal = DVec2::new(normal.y, -normal.x);
        let sharp = shape.as_rounded().map_or(shape, |r| r.shape());
        let size = shape.local_aabb().max.max_element();
        assert!((sharp.support(normal).unwrap().dot(normal) - a.dot(normal)).abs() < 1e-14 * size);
        assert!(normal.dot(direction) > 0.5 || shape.kind() != "box");
    }
}

#[test]
fn the_face_is_the_one_nearest_to_the_direction() {
    let mut random = Random::new(3);
    let cloud: Vec<Vec3> = (0..40).map(|_| random.vector(1.0)).collect();
    let hull = Polyhedron::new(&cloud).unwrap();
    let shape = d3::Shape::Convex(hull.clone());
    for i in 0..hull.face_count() {
        let Some(Feature::Face { id, normal, .. }) = shape.feature(hull.face_normal(i) * 3.0) else {
            panic!()
        };
        assert_eq!((id as usize, normal), (i, hull.face_normal(i)));
    }
}

#[test]
fn flat_shapes_answer_edges_sideways() {
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
    for shape in [
        d3::Shape::triangle(corners).unwrap(),
        d3::Shape::convex(&corners).unwrap(),
    ] {
        let Some(Feature::Edge { points, .. }) = shape.feature(DVec3::new(0.1, -1.0, 0.2)) else {
            panic!()
        };
        assert!(points.contains(&DVec3::ZERO) && points.contains(&DVec3::X));
        for direction in [DVec3::Z, DVec3::new(0.3, 0.3, -1.0)] {
            let Some(Feature::Face { normal, .. }) = shape.feature(direction) else {
                panic!()
            };
            assert_eq!(normal, DVec3::Z * direction.z.signum());
        }
    }
}

#[test]
fn an_edge_has_one_number_from_both_sides() {
    let triangle = d3::Shape::triangle([DVec3::ZERO, DVec3::X, DVec3::Y]).unwrap();
    let id = |z: f64| triangle.feature(DVec3::new(0.0, -1.0, z)).unwrap().id();
    assert_eq!(id(0.1), id(-0.1));
    assert_ne!(id(0.1), id(2.0));
}

#[test]
fn no_direction_is_no_trouble() {
    let mut random = Random::new(4);
    for (shape, _) in shapes3(&mut random, 1.0) {
        let s = shape.support(DVec3::ZERO).unwrap();
        assert!(s.is_finite() && shape.feature(DVec3::ZERO).is_some());
    }
    assert!(
        d3::Shape::half_space(DVec3::X, 0.0)
            .unwrap()
            .support(DVec3::X)
            .is_none()
    );
}
