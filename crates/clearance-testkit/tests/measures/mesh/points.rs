//! Winding numbers against exact decisions and closed forms; triangles near a point against all triangles.

use std::f64::consts::TAU;

use clearance::cast::contains;
use clearance::glam::{DQuat, DVec2, DVec3, Vec3};
use clearance::mesh::{WindingTree, triangles_within, winding_number};
use clearance::pair::QueryError;
use clearance::shape::{Mesh, Shape2, Shape3};
use clearance::{Placed, Pose};
use clearance_testkit::{Hits, Random};

use super::shapes::{mesh, sphere, torus};

/// Closed meshes: an integer, the one that is decided exactly.
#[test]
fn around_solids_it_is_whether_they_contain_the_point() {
    let mut random = Random::new(91);
    let pose = Pose::at(DVec3::new(5.0, -2.0, 1.0)).unwrap();
    let pose = pose
        .turned(DQuat::from_xyzw(0.3, 0.1, -0.2, 0.9))
        .unwrap()
        .scaled(2.5)
        .unwrap();
    for whole in [torus(24, 9), sphere(13, 7)] {
        let solid = mesh(whole);
        let tree = WindingTree::new(&solid);
        let shape = Shape3::Mesh(solid.clone());
        let (reach, mut hits) = (solid.bounds().max, Hits::default());
        for _ in 0..2000 {
            let local = random.vector::<DVec3>(0.95) * reach;
            let point = pose.frame().point(local);
            let placed = Placed::new(&shape, &pose);
            let inside = contains(placed, point).unwrap();
            hits.count(inside);
            let exact = f64::from(u8::from(inside));
            assert!((winding_number(placed, point).unwrap() - exact).abs() < 1e-12);
            assert!((tree.at(local).unwrap() - exact).abs() < 2e-3);
        }
        hits.check("points inside");
    }
}

/// From the axis of a disc, at the height h, it is (1 − h / √(h² + r²)) / 2 of the sphere.
#[test]
fn of_a_disc() {
    let count = 4000;
    let ring = |i: u32| {
        DVec3::new(
            (TAU * f64::from(i) / 4000.0).cos(),
            (TAU * f64::from(i) / 4000.0).sin(),
            0.0,
        )
    };
    let vertices = std::iter::once(DVec3::ZERO).chain((0..count).map(ring)).collect();
    let triangles = (0..count).map(|i| [0, 1 + i, 1 + (i + 1) % count]).collect();
    let disc = Mesh::<DVec3>::new(vertices, triangles).unwrap();
    let (shape, tree) = (Shape3::Mesh(disc.clone()), WindingTree::new(&disc));
    for h in [-100.0_f64, -3.0, -0.5, -0.001, 0.001, 0.2, 1.0, 7.0] {
        let point = DVec3::Z * h;
        let expected = -h.signum() * (1.0 - h.abs() / h.hypot(1.0)) / 2.0;
        let found = winding_number(Placed::new(&shape, &Pose::IDENTITY), point).unwrap();
        assert!((found - expected).abs() < 1e-6, "{h}: {found} {expected}");
        assert!((tree.at(point).unwrap() - expected).abs() < 2e-3, "{h}");
    }
    let on_it = winding_number(Placed::new(&shape, &Pose::IDENTITY), DVec3::new(0.5, 0.1, 0.0));
    assert_eq!(on_it, Ok(0.0));
}

/// The fast number against the sum, on open meshes, at several scales.
#[test]
fn the_tree_against_the_sum() {
    let mut random = Random::new(92);
    let mut hits = Hits::default();
    let (vertices, triangles) = torus(40, 16);
    for exponent in [-1000, -300, 0, 450] {
        let scale = 2.0_f64.powi(exponent);
        let kept = triangles.iter().filter(|_| random.one_in(2)).copied().collect();
        let open = Mesh::new(vertices.iter().map(|v| *v * scale).collect(), kept).unwrap();
        let (shape, tree) = (Shape3::Mesh(open.clone()), WindingTree::new(&open));
        for _ in 0..500 {
            let point = random.vector::<DVec3>(1.0) * DVec3::new(4.5, 4.5, 1.2) * scale;
            let sum = winding_number(Placed::new(&shape, &Pose::IDENTITY), point).unwrap();
            let fast = tree.at(point).unwrap();
            assert!((fast - sum).abs() < 2e-3, "{fast} {sum}");
            hits.count(sum > 0.13);
        }
    }
    hits.check("points half enclosed");
}

#[test]
fn triangles_near_a_point_against_all() {
    let mut random = Random::new(93);
    let mut hits = Hits::default();
    let solid = mesh(torus(24, 9));
    let shape = Shape3::Mesh(solid.clone());
    let pose = Pose::at(DVec3::new(1.0, 2.0, 3.0)).unwrap();
    let pose = pose
        .turned(DQuat::from_xyzw(0.3, 0.1, -0.2, 0.9))
        .unwrap()
        .scaled(0.5)
        .unwrap();
    for _ in 0..200 {
        let point = pose
            .frame()
            .point(random.vector::<DVec3>(1.0) * solid.bounds().max);
        let radius = random.between(0.0, 1.2);
        let near = triangles_within(Placed::new(&shape, &pose), point, radius).unwrap();
        let mut all = Vec::new();
        let here = Pose::at(point).unwrap();
        for t in 0..solid.triangles().len() {
            let triangle = Shape3::triangle(solid.corners(t)).unwrap();
            let gap = clearance::distance(Placed::new(&Shape3::Point, &here), Placed::new(&triangle, &pose));
            if gap <= radius {
                all.push((t as u32, gap));
            }
        }
        all.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        assert_eq!(
            near.iter().map(|n| (n.triangle, n.distance)).collect::<Vec<_>>(),
            all
        );
        assert!(
            near.iter()
                .all(|n| (n.point.distance(point) - n.distance).abs() < 1e-12)
        );
        hits.count(near.len() > 20);
    }
    hits.check("many near triangles");
    let vertex = solid.vertices()[7];
    let at = triangles_within(Placed::new(&shape, &Pose::IDENTITY), vertex, 0.0).unwrap();
    assert!(at.len() == 6 && at.iter().all(|n| n.distance == 0.0));
}

/// Far from a mesh of any size nothing of it is seen, and nothing overflows.
#[test]
fn from_far_away() {
    let (vertices, triangles) = torus(12, 6);
    for (size, far) in [(-1000, 400), (0, 470), (-1000, -900), (300, 470)] {
        let scaled = vertices.iter().map(|v| *v * 2.0_f64.powi(size)).collect();
        let small = Mesh::new(scaled, triangles[1..].to_vec()).unwrap();
        let (shape, tree) = (Shape3::Mesh(small.clone()), WindingTree::new(&small));
        let point = DVec3::splat(2.0_f64.powi(far));
        let sum = winding_number(Placed::new(&shape, &Pose::IDENTITY), point).unwrap();
        assert!(
            sum.abs() < 1e-15 && tree.at(point).unwrap().abs() < 1e-15,
            "{size} {far} {sum}"
        );
    }
}

#[test]
fn errors_and_single_precision() {
    let ball = Shape3::<DVec3>::sphere(1.0).unwrap();
    let (here, flat) = (Pose::IDENTITY, Shape2::<DVec2>::cuboid(DVec2::ONE).unwrap());
    let at = |point| winding_number(Placed::new(&ball, &here), point);
    assert!(matches!(
        at(DVec3::ZERO),
        Err(QueryError::UnsupportedPair { a: "sphere", .. })
    ));
    assert!(winding_number(Placed::new(&flat, &Pose::IDENTITY), DVec2::ZERO).is_err());
    let solid = mesh(torus(12, 6));
    let shape = Shape3::Mesh(solid.clone());
    let placed = Placed::new(&shape, &here);
    assert_eq!(
        winding_number(placed, DVec3::NAN),
        Err(QueryError::NotFinite("point"))
    );
    assert_eq!(
        triangles_within(placed, DVec3::ZERO, -1.0),
        Err(QueryError::NotFinite("radius"))
    );
    assert_eq!(
        WindingTree::new(&solid).at(DVec3::splat(1e300)),
        Err(QueryError::TooLarge("point"))
    );
    let vertices: Vec<Vec3> = solid.vertices().iter().map(|v| v.as_vec3()).collect();
    let single = Shape3::mesh(vertices, solid.triangles().to_vec()).unwrap();
    let inside = winding_number(Placed::new(&single, &Pose::IDENTITY), Vec3::X * 3.0).unwrap();
    assert!((inside - 1.0).abs() < 1e-12);
    let near = triangles_within(Placed::new(&single, &Pose::IDENTITY), Vec3::X * 4.0, 0.0).unwrap();
    assert_eq!(near.len(), 6);
}
