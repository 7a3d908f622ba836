//! Pairs of facets that are passed over, against facets that have a point in common by construction, and
//! against an edge of one that goes through the other.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::super::{PlacedTree, TwoTrees, WideTree};
use super::slabs::{Facets, number, over, rotation, vector};
use super::tree_in;
use crate::math::{DoubleFrame, Place, Pose};
use crate::noise;

/// The pairs that are left, of two sets of facets in frames of their own.
fn left(a: &Facets, b: &Facets, frames: &[DoubleFrame; 2]) -> BTreeSet<(u32, u32)> {
    let trees: [WideTree<DVec3>; 2] = [a, b].map(over);
    let mut found = BTreeSet::new();
    let _ = TwoTrees::new(
        &tree_in(&trees[0], frames[0]),
        &tree_in(&trees[1], frames[1]),
        0.0,
    )
    .meeting(&mut |i, j| {
        found.insert((i, j));
        ControlFlow::Continue(())
    });
    found
}

fn frame(seed: &mut u64, scale: f64) -> DoubleFrame {
    let pose = Pose::new(vector(seed) * scale, rotation(seed)).unwrap();
    let own = libm::exp2(30.0 * number(seed));
    DoubleFrame::of_pose(&pose.scaled(own).unwrap())
}

/// Two directions, of which one may be a thousand times as short.
fn two_ways(seed: &mut u64) -> [DVec3; 2] {
    [(); 2].map(|()| vector(seed) * libm::exp2(-5.0 - 5.0 * number(seed)))
}

/// A triangle that has a point as a corner, on an edge, or inside.
fn through(p: DVec3, [u, v]: [DVec3; 2], kind: u64) -> [DVec3; 3] {
    match kind % 3 {
        0 => [p, p + u, p + v],
        1 => [p - u, p + 0.5 * u, p + v],
        _ => [p - u - v, p + 2.0 * u, p + 2.0 * v],
    }
}

fn in_frame(facets: &Facets, frame: &DoubleFrame) -> Facets {
    let local = |p: DVec3| frame.inward(p) / frame.scale;
    facets.iter().map(|f| f.map(local)).collect()
}

#[test]
fn no_facets_with_a_common_point_are_passed_over() {
    let (mut seed, mut pairs, rounds) = (31, 0, 4000);
    for round in 0..rounds {
        let scale = libm::exp2(20.0 * number(&mut seed));
        let frames = [frame(&mut seed, scale), frame(&mut seed, scale)];
        let (mut a, mut b) = (Facets::new(), Facets::new());
        for _ in 0..4 {
            let (p, ways) = (vector(&mut seed) * 0.1, two_ways(&mut seed));
            // Every third pair is in one plane.
            let other_ways = if round % 3 == 0 {
                let [u, v] = ways;
                [u * number(&mut seed) + v, v * number(&mut seed) - u]
            } else {
                two_ways(&mut seed)
            };
            let kind = noise::next(&mut seed) >> 20;
            a.push(through(p, ways, kind).map(|p| p * scale));
            b.push(through(p, other_ways, kind / 3).map(|p| p * scale));
        }
        let left = left(&in_frame(&a, &frames[0]), &in_frame(&b, &frames[1]), &frames);
        for k in 0..4 {
            assert!(left.contains(&(k, k)), "round {round}, pair {k}");
        }
        pairs += left.len();
    }
    assert!(pairs < rounds * 7, "{pairs} of {} left", rounds * 16);
}

/// Far from the origin a point of the world is rounded by a tenth of these facets, but the places of two
/// shapes differ by exact numbers: a corner at the origin of the one is a point of the other.
#[test]
fn no_facets_with_a_common_point_are_passed_over_far_from_the_origin() {
    let mut seed = 33;
    for round in 0..300 {
        let far = vector(&mut seed) * 1e12;
        // Numbers that can be added to these without rounding.
        let offset = (vector(&mut seed) * 8.0).round() * libm::exp2(-10.0);
        let far = (far * 8.0).round() / 8.0;
        let poses = [far, far + offset].map(|position| Pose::new(position, rotation(&mut seed)).unwrap());
        let common =
            DoubleFrame::of_pose(&Pose::new(DVec3::ZERO, poses[0].rotation()).unwrap()).inward(offset);
        let mut corners = |p: DVec3| -> Facets {
            let ways = |seed: &mut u64| [vector(seed) * 1e-3, vector(seed) * 1e-3];
            (0..4).map(|_| through(p, ways(&mut seed), 0)).collect()
        };
        let trees = [over(&corners(common)), over(&corners(DVec3::ZERO))];
        let [a, b] = [0, 1].map(|k| PlacedTree::new(&trees[k], &Place::world(&poses[k])));
        let mut found = 0;
        let _ = TwoTrees::new(&a, &b, 0.0).meeting(&mut |_, _| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(found, 16, "round {round}");
    }
}

/// Whether a segment goes through a triangle, as double precision tells.
fn passes([p, q]: [DVec3; 2], [a, b, c]: &[DVec3; 3]) -> bool {
    let volume = |a: DVec3, b: DVec3, c: DVec3, d: DVec3| (b - a).cross(c - a).dot(d - a);
    let around = [(*a, *b), (*b, *c), (*c, *a)].map(|(a, b)| volume(p, q, a, b) > 0.0);
    let is_crossed = (volume(*a, *b, *c, p) > 0.0) != (volume(*a, *b, *c, q) > 0.0);
    is_crossed && around[0] == around[1] && around[1] == around[2]
}

fn meet(f: &[DVec3; 3], g: &[DVec3; 3]) -> bool {
    let edges = |f: &[DVec3; 3]| [[f[0], f[1]], [f[1], f[2]], [f[2], f[0]]];
    edges(f).iter().any(|e| passes(*e, g)) || edges(g).iter().any(|e| passes(*e, f))
}

/// Needles and wide triangles in all directions: of the wide ones hardly any two that are left do not meet;
/// needles are as thin as the steps in which their corners are known.
#[test]
fn few_facets_are_left_that_do_not_meet() {
    let mut seed = 32;
    let identity = DoubleFrame::of_pose(&Pose::<DVec3>::IDENTITY);
    for (width, least, more) in [(0.02, 100, 150), (0.8, 5_000, 300)] {
        let mut facets = |count: usize| -> Facets {
            let facet = |_| {
                let (p, way) = (vector(&mut seed), vector(&mut seed).normalize());
                let aside = vector(&mut seed) * width;
                [p - way, p + way, p + way + aside]
            };
            (0..count).map(facet).collect()
        };
        let (a, b) = (facets(300), facets(300));
        let left = left(&a, &b, &[identity, identity]);
        let all = (0..300).flat_map(|i| (0..300).map(move |j| (i, j)));
        let met: Vec<(u32, u32)> = all
            .filter(|&(i, j)| meet(&a[i as usize], &b[j as usize]))
            .collect();
        assert!(met.len() > least, "{} meet", met.len());
        assert!(met.iter().all(|pair| left.contains(pair)));
        assert!(left.len() <= met.len() + more, "{} of {}", left.len(), met.len());
    }
}
