//! Whether two triangles meet by orientations, against the exact hulls, on a small grid: corners, edges and
//! planes are common.

use core::cmp::Ordering;

use super::Random;
use crate::math::{Pose, Real};
use crate::pair::decide::{core, exact_pair, triangles};
use crate::shape::{Placed, Shape3, Space3};
use glam::{DQuat, DVec3, Quat, Vec3};

/// How many pairs overlap, touch and are apart, and of how many nothing is said.
fn compare<V: Space3>(pose: &Pose<V>, seed: u64) -> [usize; 4] {
    let (mut random, mut counts) = (Random(seed), [0; 4]);
    for round in 0..3000 {
        let [a, b] = [0; 2].map(|_: u8| {
            let z = i128::from(random.below(2) == 0);
            let corners = [0; 3].map(|_: u8| random.point(3, 2));
            let corners = corners.map(|p| if round % 3 == 0 { [p[0], p[1], z] } else { p });
            Shape3::triangle(corners.map(|p| V::from_fn(|i| Real::lit(p[i] as f64)))).expect("a triangle")
        });
        let [a, b] = [&a, &b].map(|shape| Placed::new(shape, pose));
        let corners = [a, b].map(|s| triangles::corners::<V, 3>(&core(&s), &s.place).expect("floats"));
        let sign = exact_pair::<V, 3>(a, b).clearance_sign();
        let [there, back] = [[0, 1], [1, 0]].map(|[i, j]| triangles::meet(&corners[i], &corners[j]));
        assert_eq!(there, back, "{corners:?}");
        match there {
            Some(meet) => assert_eq!(meet, sign != Ordering::Greater, "{corners:?}"),
            None => counts[3] += 1,
        }
        counts[(sign as i8 + 1) as usize] += 1;
    }
    counts
}

#[test]
fn triangles_meet_as_their_hulls_do() {
    let turn = DQuat::from_xyzw(0.1, 0.7, 0.3, 0.5);
    let poses = [
        Pose::IDENTITY,
        Pose::at(DVec3::new(0.5, -0.25, 1e9)).expect("finite"),
        Pose::at(DVec3::ONE)
            .expect("finite")
            .scaled(0.375)
            .expect("a scale"),
        Pose::new(DVec3::ONE, DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5)).expect("a rotation"),
        Pose::new(DVec3::ONE * 0.1, turn).expect("a rotation"),
    ];
    for (seed, pose) in poses.iter().enumerate() {
        let counts = compare(pose, seed as u64);
        let [overlapping, touching, apart, unknown] = counts;
        assert!(
            overlapping > 200 && touching > 100 && apart > 800,
            "pose {seed}: {counts:?}"
        );
        // Those without an area: most others must be decided here.
        assert!((20..500).contains(&unknown), "pose {seed}: {counts:?}");
    }
    let single = Pose::new(Vec3::ONE * 0.1, Quat::from_xyzw(0.1, 0.7, 0.3, 0.5)).expect("a rotation");
    let counts = compare(&single, 7);
    assert!(
        counts[0] > 200 && counts[1] > 100 && counts[2] > 800,
        "{counts:?}"
    );
}
