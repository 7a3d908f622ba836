//! Meshes of many triangles, where only the part near the other shape is looked at, against brute force over
//! all triangles.

use clearance::cast::{closest_point, ray};
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance::math::Ray;
use clearance::{Placed, Pose, Relation, clearance, distance, intersects, relation};
use clearance_testkit::cubes::BOX;
use clearance_testkit::{Hits, Random};

/// A bumpy ring around z of 2 × `steps[0]` × `steps[1]` triangles, of radius 1, its tube of about 0.4.
fn ring(steps: [u32; 2], random: &mut Random) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let angle = |i: u32, steps: u32| f64::from(i) / f64::from(steps) * std::f64::consts::TAU;
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..steps[0] {
        for j in 0..steps[1] {
            let (around, across) = (angle(i, steps[0]), angle(j, steps[1]));
            let tube = 0.4 + 0.05 * (5.0 * around).cos() * (3.0 * across).cos() + random.between(-1e-3, 1e-3);
            let out = 1.0 + tube * across.cos();
            vertices.push(DVec3::new(
                out * around.cos(),
                out * around.sin(),
                tube * across.sin(),
            ));
            let at = |i: u32, j: u32| i % steps[0] * steps[1] + j % steps[1];
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (vertices, triangles)
}

fn facets(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Vec<Shape<DVec3>> {
    let corners = triangles.iter().map(|t| t.map(|i| vertices[i as usize]));
    corners.map(|c| Shape::triangle(c).unwrap()).collect()
}

fn pose(random: &mut Random, reach: f64) -> Pose<DVec3> {
    let axis: DVec3 = random.direction();
    let turn = DQuat::from_axis_angle(axis, random.between(-3.0, 3.0));
    Pose::new(random.vector(reach), turn).unwrap()
}

/// How far a point is from the axis of the tube, less the radius of the ring's tube without bumps.
fn is_well_inside(p: DVec3) -> bool {
    let out = (p.x * p.x + p.y * p.y).sqrt() - 1.0;
    (out * out + p.z * p.z).sqrt() < 0.3
}

#[test]
fn small_shapes_beside_a_fine_mesh() {
    let mut random = Random::new(91);
    let (vertices, triangles) = ring([48, 24], &mut random);
    let facets = facets(&vertices, &triangles);
    let mesh = Shape::mesh(vertices, triangles).unwrap();
    let others = [
        Shape::sphere(0.1).unwrap(),
        Shape::cuboid(DVec3::new(0.02, 0.3, 0.05)).unwrap(),
        Shape::capsule(DVec3::ZERO, DVec3::new(0.0, 0.2, 0.1), 0.05).unwrap(),
        Shape::Point,
    ];
    let (mut meets, mut inside) = (Hits::default(), Hits::default());
    for case in 0..30 {
        let (own, other) = (pose(&mut random, 2.0), pose(&mut random, 1.2));
        // In the frame of the mesh, then both moved together.
        let place = |p: &Pose<DVec3>| {
            let turn = own.rotation() * p.rotation();
            Pose::new(own.position() + own.rotation() * p.position(), turn).unwrap()
        };
        let world = place(&other);
        let (a, b) = (Placed::new(&mesh, &own), Placed::new(&others[case % 4], &world));
        let to_facets = facets.iter().map(|f| distance(Placed::new(f, &own), b));
        let least = to_facets.fold(f64::INFINITY, f64::min);
        let is_inside = least > 0.0 && is_well_inside(other.position());
        meets.count(least == 0.0 || is_inside);
        inside.count(is_inside);
        if is_inside {
            assert_eq!(relation(a, b), Relation::BInA);
            assert_eq!(distance(a, b), 0.0);
        } else if least > 0.0 && relation(a, b) == Relation::Disjoint {
            assert_eq!(distance(a, b), least);
            assert_eq!(clearance(a, b).unwrap().distance, least);
        }
        assert_eq!(relation(a, b) != Relation::Disjoint, intersects(a, b));
        assert!(least > 0.0 || intersects(a, b));
    }
    assert!((0.1..0.9).contains(&meets.rate()), "{meets:?}");
    assert!((0.02..0.5).contains(&inside.rate()), "{inside:?}");
}

#[test]
fn two_fine_meshes_apart_and_together() {
    let mut random = Random::new(92);
    let [first, second] = [[20, 10], [16, 8]].map(|steps| ring(steps, &mut random));
    let [of_a, of_b] = [&first, &second].map(|(v, t)| facets(v, t));
    let (a, b) = (
        Shape::mesh(first.0, first.1).unwrap(),
        Shape::mesh(second.0, second.1).unwrap(),
    );
    let mut meet = Hits::default();
    for _ in 0..6 {
        let poses = [pose(&mut random, 1.2), pose(&mut random, 1.5)];
        let (p, q) = (Placed::new(&a, &poses[0]), Placed::new(&b, &poses[1]));
        let mut least = f64::INFINITY;
        for f in &of_a {
            for g in &of_b {
                least = least.min(distance(Placed::new(f, &poses[0]), Placed::new(g, &poses[1])));
            }
        }
        meet.count(least == 0.0);
        // Neither ring fits into the tube of the other.
        assert_eq!(intersects(p, q), least == 0.0);
        assert_eq!(distance(p, q), least);
        assert_eq!(distance(q, p), least);
    }
    assert!((0.2..=0.9).contains(&meet.rate()), "{meet:?}");
}

/// Depths of meshes with more than 1024 triangles are searched by branch and bound over their corners.
#[test]
fn the_deepest_corner_of_a_fine_mesh() {
    let mut random = Random::new(93);
    let (vertices, triangles) = ring([48, 24], &mut random);
    let mesh = Shape::mesh(vertices.clone(), triangles).unwrap();
    let block = Shape::mesh(
        (0..8)
            .map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 2.0)
            .collect(),
        BOX.to_vec(),
    );
    let block = block.unwrap();
    let mut deep = Hits::default();
    for _ in 0..6 {
        let poses = [pose(&mut random, 0.2), pose(&mut random, 1.0)];
        let (p, q) = (Placed::new(&mesh, &poses[0]), Placed::new(&block, &poses[1]));
        let depth = |v: &DVec3| {
            let world = poses[0].position() + poses[0].rotation() * *v;
            -closest_point(q, world).unwrap().distance
        };
        let deepest = vertices.iter().map(depth).fold(0.0, f64::max);
        deep.count(deepest > 0.0);
        let found = -clearance(p, q).unwrap().distance;
        assert!(
            deepest == 0.0 || found >= deepest * (1.0 - 1e-9),
            "{found} of {deepest}"
        );
    }
    assert!((0.3..=1.0).contains(&deep.rate()), "{deep:?}");
}

#[test]
fn rays_at_a_fine_mesh_meet_the_first_triangle() {
    let mut random = Random::new(94);
    let (vertices, triangles) = ring([48, 24], &mut random);
    let facets = facets(&vertices, &triangles);
    let mesh = Shape::mesh(vertices, triangles).unwrap();
    let mut hits = Hits::default();
    for _ in 0..100 {
        let own = pose(&mut random, 1.0);
        let origin = random.direction::<DVec3>() * 4.0;
        let direction = own.position() + random.vector::<DVec3>(1.5) - origin;
        let query = Ray {
            origin,
            direction,
            max_time: f64::INFINITY,
        };
        let of = |shape: &Shape<DVec3>| {
            ray(Placed::new(shape, &own), &query)
                .unwrap()
                .map_or(f64::INFINITY, |h| h.time)
        };
        let least = facets.iter().map(of).fold(f64::INFINITY, f64::min);
        let found = of(&mesh);
        hits.count(found < f64::INFINITY);
        assert!(found == least || (found - least).abs() < 1e-12, "{found} {least}");
    }
    assert!((0.2..0.8).contains(&hits.rate()), "{hits:?}");
}

/// Far from the origin a turned corner in floats is rounded by more than a box of the tree is coarse: a
/// search that trusts such corners loses facets that touch.
#[test]
fn small_meshes_turned_far_from_the_origin() {
    let mut random = Random::new(95);
    let (vertices, triangles) = ring([4, 3], &mut random);
    let small: Vec<DVec3> = vertices.iter().map(|v| *v * 1e-3).collect();
    let facets = facets(&small, &triangles);
    let mesh = Shape::mesh(small, triangles).unwrap();
    let mut meet = Hits::default();
    for _ in 0..50 {
        let far = DVec3::new(3e11, -7e11, 5e11);
        let place = |p: Pose<DVec3>| Pose::new(far + p.position() * 1e-3, p.rotation()).unwrap();
        let poses = [place(pose(&mut random, 0.1)), place(pose(&mut random, 1.6))];
        let (p, q) = (Placed::new(&mesh, &poses[0]), Placed::new(&mesh, &poses[1]));
        let mut least = f64::INFINITY;
        for f in &facets {
            for g in &facets {
                least = least.min(distance(Placed::new(f, &poses[0]), Placed::new(g, &poses[1])));
            }
        }
        meet.count(least == 0.0);
        assert!(least > 0.0 || intersects(p, q));
        assert!(
            relation(p, q) != Relation::Disjoint || distance(p, q) == least,
            "{least}"
        );
    }
    meet.check("meet");
}

/// Unit cubes in a row, apart: a solid.
fn row(numbers: &[u32]) -> Shape<DVec3> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (k, &n) in (0..).zip(numbers) {
        vertices.extend((0..8).map(|i: u32| {
            DVec3::new((i & 1).into(), (i >> 1 & 1).into(), (i >> 2).into()) + DVec3::X * f64::from(4 * n)
        }));
        triangles.extend(BOX.map(|t| t.map(|i| i + 8 * k)));
    }
    Shape::mesh(vertices, triangles).unwrap()
}

/// The middle of a thin box on a face is nearer to it than floats can tell, and then told exactly.
#[test]
fn thin_boxes_on_a_face_are_inside_or_outside() {
    let solid = row(&[0, 1]);
    for bits in 2..=52 {
        let half = f64::from(-bits).exp2();
        let plate = Shape::cuboid(DVec3::new(half, 0.25, 0.25)).unwrap();
        for (x, expected) in [(1.0 - half, Relation::BInA), (1.0 + half, Relation::Touching)] {
            let pose = Pose::at(DVec3::new(x, 0.5, 0.5)).unwrap();
            let found = relation(Placed::new(&solid, &Pose::IDENTITY), Placed::new(&plate, &pose));
            assert_eq!(found, expected, "{bits} bits");
        }
    }
}

/// What is out of the box around the other solid is not sampled: only that it reaches out says that it is
/// there. A solid of cubes in a row beside one, or some, of these cubes.
#[test]
fn what_is_far_from_the_other_solid_is_outside_of_it() {
    let sets: Vec<Vec<u32>> = (1..16)
        .map(|bits: u32| (0..4).filter(|n| bits >> n & 1 == 1).collect())
        .collect();
    let pose = Pose::at(DVec3::new(0.25, -0.5, 0.75)).unwrap();
    for a in &sets {
        for b in &sets {
            let within = |p: &[u32], q: &[u32]| p.iter().all(|n| q.contains(n));
            let expected = match (within(a, b), within(b, a)) {
                (true, true) => Relation::Equal,
                (true, false) => Relation::AInB,
                (false, true) => Relation::BInA,
                _ if a.iter().any(|n| b.contains(n)) => Relation::Overlapping,
                _ => Relation::Disjoint,
            };
            let (p, q) = (row(a), row(b));
            let found = relation(Placed::new(&p, &pose), Placed::new(&q, &pose));
            assert_eq!(found, expected, "{a:?} {b:?}");
        }
    }
}
