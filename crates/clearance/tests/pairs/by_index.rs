//! `PlacedColumn`: pairs asked by index have the answers of single questions, to the last bit.

use std::sync::Arc;

use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3, Vec3};
use clearance::math::{Pose, Real};
use clearance::pair::{Column, NoSuchShape, PairSpace, PlacedColumn};
use clearance::shape::{Shape2, Shape3, Space3};
use clearance::{Placed, Relation};
use clearance_testkit::{Hits, Random};

use crate::boxes_single::FromQuaternion;

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

/// Boxes on a lattice of halves, of halves: many touch, or are the same. Some are thin plates, some not on the lattice.
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
    let standing = PlacedColumn::new(&column, &by_index).expect("all are there");
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
        assert_eq!(distances[k], clearance::distance(a, b), "{pair:?}");
        hits.count(meet[k]);
    }
}

fn boxes<V: Space3 + PairSpace<Shape = Shape3<V>>>(seed: u64)
where
    V::Rotation: FromQuaternion,
{
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    for _ in 0..24 {
        let scale = 2.0_f64.powi(*random.pick(&[-20, 0, 0, 20]));
        let reach = *random.pick(&[0.0, 0.0, 1000.0]);
        let far = random.vector(reach);
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
    let column = Column::<DVec3>::new(vec![Arc::new(Shape::cuboid(DVec3::ONE).expect("a box"))]);
    let wrong = [(1, Pose::IDENTITY)];
    assert_eq!(
        PlacedColumn::new(&column, &wrong).err(),
        Some(NoSuchShape { index: 1, count: 1 })
    );
    let right = [(0, Pose::IDENTITY); 3];
    let placed = PlacedColumn::new(&column, &right).expect("they are there");
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
