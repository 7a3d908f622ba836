//! `PlacedColumn`: pairs asked by index have the answers of single questions, to the last bit.

use std::sync::Arc;

use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use clearance::math::{Pose, Real, Rotation2};
use clearance::pair::{Column, NoSuchShape, PairSpace, PlacedColumn};
use clearance::shape::{Shape2, Shape3, Space3};
use clearance::{Placed, Relation};
use clearance_testkit::{FromQuaternion, Hits, Random, TestSpace};

/// Rotations that are parallel to others: none, by right angles, one of them, by a millionth more; or any.
fn turn(random: &mut Random) -> DQuat {
    let v: DVec3 = random.vector(1.0);
    let quarter = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
    match random.count(0, 6) {
        0 => DQuat::IDENTITY,
        1 => quarter,
        2 => quarter * DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
        3 => DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8),
        4 => DQuat::from_xyzw(1e-6 * v.x, 1e-6 * v.y, 1e-6 * v.z, 1.0),
        5 => DQuat::from_xyzw(3.0 * v.x, 3.0 * v.y, 3.0 * v.z, 3.0), // of any length
        _ => DQuat::from_xyzw(v.x, v.y, v.z, random.between(-2.0, 2.0)),
    }
}

/// A power of two, and where the shapes are before they are scaled by it.
fn scale_and_place(random: &mut Random) -> (f64, DVec3) {
    let scale = 2.0_f64.powi(*random.pick(&[-20, 0, 0, 20]));
    let reach = *random.pick(&[0.0, 0.0, 1000.0]);
    (scale, random.vector(reach))
}

/// Boxes on a lattice of halves, of halves: many touch, or are the same. Some are thin plates, some not on
/// the lattice.
fn heap<V: Space3>(random: &mut Random, count: usize, scale: f64, far: DVec3) -> Vec<(Shape3<V>, Pose<V>)>
where
    V::Rotation: FromQuaternion,
{
    let one = |_| {
        let mut half = DVec3::from_array([0; 3].map(|_: i32| 0.5 * random.whole(1, 3) as f64));
        let mut at = 0.5 * random.grid::<DVec3>(3);
        match random.count(0, 3) {
            0 => half.z *= 1e-7,
            1 => at += random.vector::<DVec3>(1e-7),
            2 => at += random.vector::<DVec3>(0.3),
            _ => {}
        }
        let shape = Shape3::cuboid(V::from_double(half * scale)).expect("a box");
        let pose = Pose::at(V::from_double((at + far) * scale)).expect("finite");
        let turned = pose.turned(V::Rotation::from_quaternion(turn(random)));
        (shape, turned.expect("a rotation"))
    };
    (0..count).map(one).collect()
}

/// Asks all pairs, and compares with single questions.
fn compare<V: PairSpace>(placed: &[(V::Shape, Pose<V>)], hits: &mut Hits) {
    let shapes = placed.iter().map(|(shape, _)| Arc::new(shape.clone())).collect();
    let column = Column::<V>::new(shapes);
    let by_index: Vec<(u32, Pose<V>)> = placed
        .iter()
        .enumerate()
        .map(|(i, (_, pose))| (i as u32, *pose))
        .collect();
    let standing = PlacedColumn::new(column, by_index).expect("all are there");
    let count = placed.len() as u32;
    let pairs: Vec<[u32; 2]> = (0..count).flat_map(|i| (0..count).map(move |j| [i, j])).collect();
    let mut meet = vec![false; pairs.len()];
    let mut relations = vec![Relation::Disjoint; pairs.len()];
    let mut distances = vec![V::Scalar::ZERO; pairs.len()];
    standing.intersects(&pairs, &mut meet).expect("all are there");
    standing.relation(&pairs, &mut relations).expect("all are there");
    standing.distance(&pairs, &mut distances).expect("all are there");
    for (k, pair) in pairs.iter().enumerate() {
        let [a, b] = pair.map(|i| Placed::new(&placed[i as usize].0, &placed[i as usize].1));
        let one = clearance::relation(a, b);
        assert_eq!(relations[k], one, "{pair:?}");
        assert_eq!(
            meet[k],
            one.intersects(),
            "{pair:?}: {:?} {:?}",
            placed[pair[0] as usize],
            placed[pair[1] as usize]
        );
        let distance = clearance::distance(a, b);
        assert_eq!(
            distances[k].to_f64().to_bits(),
            distance.to_f64().to_bits(),
            "{pair:?}"
        );
        hits.count(meet[k]);
    }
}

fn boxes<V: Space3 + PairSpace<Shape = Shape3<V>>>(seed: u64)
where
    V::Rotation: FromQuaternion,
{
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    for _ in 0..10 {
        let (scale, far) = scale_and_place(&mut random);
        compare::<V>(&heap(&mut random, 67, scale, far), &mut hits);
    }
    hits.check("boxes by index");
}

#[test]
fn boxes_of_space_in_single_precision() {
    boxes::<Vec3>(11);
}

#[test]
fn boxes_of_space_in_double_precision() {
    boxes::<DVec3>(12);
}

/// Capsules on a lattice of halves: many touch, are parallel, cross, or are the same. Some have hardly a
/// length.
fn capsules<V: TestSpace + PairSpace>(seed: u64, rotation: impl Fn(DQuat) -> V::Rotation) {
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    for _ in 0..10 {
        let (scale, far) = scale_and_place(&mut random);
        let one = |_| {
            let mut ends = [0; 2].map(|_: i32| 0.5 * random.grid::<DVec3>(2));
            ends[1] += DVec3::X * 0.25;
            let mut at = 0.5 * random.grid::<DVec3>(2);
            match random.count(0, 3) {
                0 => ends[1] = ends[0] + DVec3::X * 1e-3,
                1 => at += random.vector::<DVec3>(1e-7),
                2 => at += random.vector::<DVec3>(0.3),
                _ => {}
            }
            let radius = 0.25 * random.whole(1, 4) as f64;
            let [a, b] = ends.map(|end| V::cut(end * scale));
            let shape = V::capsule(a, b, V::Scalar::lit(radius * scale)).expect("a capsule");
            let pose = Pose::at(V::cut((at + far) * scale)).expect("finite");
            (
                shape,
                pose.turned(rotation(turn(&mut random))).expect("a rotation"),
            )
        };
        let placed: Vec<_> = (0..60).map(one).collect();
        compare::<V>(&placed, &mut hits);
    }
    hits.check("capsules by index");
}

#[test]
fn capsules_of_space() {
    capsules::<DVec3>(21, DQuat::from_quaternion);
    capsules::<Vec3>(22, Quat::from_quaternion);
}

#[test]
fn capsules_of_the_plane() {
    capsules::<DVec2>(23, |q| Rotation2::from_angle(4.0 * q.z));
    capsules::<Vec2>(24, |q| Rotation2::from_angle((4.0 * q.z) as f32));
}

/// Triangles on a lattice: many share a corner or an edge, lie in one plane, or are flat.
fn triangles<V: Space3 + PairSpace<Shape = Shape3<V>>>(seed: u64)
where
    V::Rotation: FromQuaternion,
{
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    for _ in 0..5 {
        let scale = 2.0_f64.powi(*random.pick(&[-20, 0, 0, 20]));
        let is_on_lattice = random.one_in(2);
        let one = |_| {
            let corner = |random: &mut Random| {
                let any = if is_on_lattice {
                    random.grid::<DVec3>(1)
                } else {
                    random.direction()
                };
                V::from_double(any * scale)
            };
            let corners = [0; 3].map(|_: i32| corner(&mut random));
            let turn = if is_on_lattice {
                DQuat::IDENTITY
            } else {
                turn(&mut random)
            };
            let reach = i64::from(is_on_lattice && random.one_in(3));
            let at = 0.25 * random.grid::<DVec3>(reach);
            let pose = Pose::at(V::from_double(at * scale)).expect("finite");
            let turned = pose
                .turned(V::Rotation::from_quaternion(turn))
                .expect("a rotation");
            (Shape3::triangle(corners).expect("a triangle"), turned)
        };
        let placed: Vec<_> = (0..67).map(one).collect();
        compare::<V>(&placed, &mut hits);
    }
    hits.check("triangles by index");
}

#[test]
fn triangles_in_single_precision() {
    triangles::<Vec3>(21);
}

#[test]
fn triangles_in_double_precision() {
    triangles::<DVec3>(22);
}

/// Boxes of a heap with triangles and capsules on a lattice: corners on faces, edges along edges, capsules
/// that touch, flat triangles, and some that are on no lattice.
fn boxes_and_others<V: Space3 + PairSpace<Shape = Shape3<V>>>(seed: u64)
where
    V::Rotation: FromQuaternion,
{
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    for _ in 0..10 {
        let (scale, far) = scale_and_place(&mut random);
        let mut placed = heap::<V>(&mut random, 60, scale, far);
        for (k, (shape, pose)) in placed.iter_mut().enumerate().filter(|(k, _)| k % 3 > 0) {
            let size = *random.pick(&[0.5, 0.5, 0.7, 1e-2]);
            let mut point = || V::from_double(random.grid::<DVec3>(3) * (size * scale));
            *shape = if k % 3 == 1 {
                Shape3::triangle([point(), point(), point()])
            } else {
                let (start, end) = (point(), point());
                let end = if start == end {
                    end + V::from_double(DVec3::X * scale)
                } else {
                    end
                };
                Shape3::capsule(start, end, V::Scalar::lit(0.5 * scale))
            }
            .expect("a shape");
            let near = (0.25 * random.grid::<DVec3>(3) + far) * scale;
            *pose = pose.moved_to(V::from_double(near)).expect("finite");
        }
        compare::<V>(&placed, &mut hits);
    }
    hits.check("boxes with triangles and capsules by index");
}

#[test]
fn boxes_and_others_in_single_precision() {
    boxes_and_others::<Vec3>(51);
}

#[test]
fn boxes_and_others_in_double_precision() {
    boxes_and_others::<DVec3>(52);
}

/// Balls on a lattice: many touch, from within too.
fn balls<V: PairSpace>(seed: u64, ball: impl Fn(f64) -> V::Shape) {
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    for _ in 0..5 {
        let scale = 2.0_f64.powi(*random.pick(&[-40, 0, 0, 40]));
        let one = |_| {
            let at = random.grid::<V>(2).to_double() * (0.5 * scale);
            let pose = Pose::at(V::from_double(at)).expect("finite");
            (ball(0.25 * random.whole(1, 5) as f64 * scale), pose)
        };
        let placed: Vec<_> = (0..67).map(one).collect();
        compare::<V>(&placed, &mut hits);
    }
    hits.check("balls by index");
}

#[test]
fn balls_of_each_space() {
    use clearance::glam::{DVec2, Vec2};
    balls::<Vec2>(31, |r| Shape2::circle(r as f32).expect("a circle"));
    balls::<DVec2>(32, |r| Shape2::circle(r).expect("a circle"));
    balls::<Vec3>(33, |r| Shape3::sphere(r as f32).expect("a sphere"));
    balls::<DVec3>(34, |r| Shape3::sphere(r).expect("a sphere"));
}

/// Boxes among other shapes, in which some pairs are of boxes and some are not.
#[test]
fn mixed_shapes_of_space() {
    let mut random = Random::new(13);
    let mut hits = Hits::default();
    for _ in 0..10 {
        let mut placed = heap::<DVec3>(&mut random, 40, 1.0, DVec3::ZERO);
        for (k, (shape, _)) in placed.iter_mut().enumerate().filter(|(k, _)| k % 3 > 0) {
            *shape = match k % 4 {
                0 => Shape::sphere(1.0),
                1 => Shape::capsule(DVec3::ZERO, DVec3::Y, 0.75),
                2 => Shape::convex(&(0..12).map(|_| random.vector(1.2)).collect::<Vec<_>>()),
                _ => Shape::half_space(DVec3::Z, -2.0),
            }
            .expect("a shape");
        }
        compare::<DVec3>(&placed, &mut hits);
    }
    hits.check("mixed shapes by index");
}

#[test]
fn shapes_of_the_plane() {
    use clearance::glam::DVec2;
    let mut random = Random::new(14);
    let mut hits = Hits::default();
    for _ in 0..10 {
        let one = |k: usize| {
            let shape = match k % 3 {
                0 => Shape2::cuboid(DVec2::new(0.5, 1.0)),
                1 => Shape2::convex(&(0..5).map(|_| random.vector(1.0)).collect::<Vec<_>>()),
                _ => Shape2::circle(0.5),
            };
            let pose = Pose::at(0.5 * random.grid::<DVec2>(3)).expect("finite");
            (shape.expect("a shape"), pose)
        };
        let placed: Vec<_> = (0..40).map(one).collect();
        compare::<DVec2>(&placed, &mut hits);
    }
    hits.check("shapes of the plane by index");
}

#[test]
fn an_index_without_a_shape_is_an_error() {
    let column = || Column::<DVec3>::new(vec![Arc::new(Shape::cuboid(DVec3::ONE).expect("a box"))]);
    let wrong = vec![(1, Pose::IDENTITY)];
    assert_eq!(
        PlacedColumn::new(column(), wrong).err(),
        Some(NoSuchShape { index: 1, count: 1 })
    );
    let right = vec![(0, Pose::IDENTITY); 3];
    let placed = PlacedColumn::new(column(), right).expect("they are there");
    let mut meet = [false; 2];
    let pairs = [[0, 1], [2, 3]];
    assert_eq!(
        placed.intersects(&pairs, &mut meet),
        Err(NoSuchShape { index: 3, count: 3 })
    );
    assert_eq!(meet, [false; 2]);
    // One column of one shape serves all; fewer answers than pairs, and fewer pairs than answers.
    placed
        .intersects(&[[0, 1], [1, 2]], &mut meet[..1])
        .expect("they are there");
    assert_eq!(meet, [true, false]);
    placed.intersects(&[], &mut meet).expect("nothing is asked");
    assert_eq!(meet, [true, false]);
}

/// Rays and sweeps by index, poses that are set later, and all threads: the answers of single questions.
#[test]
fn rays_sweeps_and_moved_shapes() {
    use clearance::cast::{Motion, Ray, Start};
    let mut random = Random::new(41);
    let (mut rays_hit, mut sweeps_hit) = (Hits::default(), Hits::default());
    let mut placed = heap::<DVec3>(&mut random, 60, 1.0, DVec3::ZERO);
    let shapes: Vec<Arc<Shape3<DVec3>>> = placed.iter().map(|(shape, _)| Arc::new(shape.clone())).collect();
    let before = (0..).zip(placed.iter().map(|(_, pose)| *pose)).collect();
    let mut column = PlacedColumn::new(Column::new(shapes), before).expect("each has a shape");
    for (i, (_, pose)) in placed.iter_mut().enumerate() {
        *pose = Pose::at(random.vector(1.8))
            .expect("finite")
            .turned(turn(&mut random))
            .expect("a rotation");
        column.set_pose(i as u32, *pose).expect("it is there");
    }
    let column = column.with_threads(clearance::index::Threads::All);
    let at = |i: u32| Placed::new(&placed[i as usize].0, &placed[i as usize].1);
    let pairs: Vec<[u32; 2]> = (0..3600).map(|k| [k / 60, k % 60]).collect();
    let mut meet = vec![false; pairs.len()];
    column.intersects(&pairs, &mut meet).expect("all are there");
    let one_by_one: Vec<bool> = pairs
        .iter()
        .map(|[a, b]| clearance::intersects(at(*a), at(*b)))
        .collect();
    assert_eq!(meet, one_by_one);

    let rays: Vec<(u32, Ray<DVec3>)> = (0..3000)
        .map(|k| {
            let (origin, direction) = (random.vector(4.0), random.direction());
            (
                k % 60,
                Ray {
                    origin,
                    direction,
                    max_time: 9.0,
                },
            )
        })
        .collect();
    let mut hits = vec![Ok(None); rays.len()];
    column.ray(&rays, &mut hits).expect("all are there");
    for ((i, ray), hit) in rays.iter().zip(hits) {
        assert_eq!(hit, clearance::cast::ray(at(*i), ray));
        rays_hit.count(hit.is_ok_and(|hit| hit.is_some()));
    }
    assert!(rays_hit.rate() > 0.03, "{}", rays_hit.rate());

    let motions: Vec<Motion<DVec3>> = (0..60).map(|_| Motion::linear(random.vector(2.0))).collect();
    let mut times = vec![Ok(None); pairs.len()];
    column
        .sweep(&pairs, &motions, Start::Touching, &mut times)
        .expect("all are there");
    for ([a, b], time) in pairs.iter().zip(times) {
        let single = clearance::cast::sweep(
            at(*a),
            &motions[*a as usize],
            at(*b),
            &motions[*b as usize],
            Start::Touching,
        );
        assert_eq!(time, single);
        sweeps_hit.count(time.is_ok_and(|hit| hit.is_some()));
    }
    sweeps_hit.check("sweeps by index");
    let no_motion = column.sweep(&pairs, &motions[..59], Start::Touching, &mut []);
    assert_eq!(no_motion, Err(NoSuchShape { index: 59, count: 59 }));
    assert_eq!(
        column.ray(&[(60, rays[0].1)], &mut []),
        Err(NoSuchShape { index: 60, count: 60 })
    );
}
