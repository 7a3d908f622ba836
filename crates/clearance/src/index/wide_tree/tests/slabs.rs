//! Searches with slabs against brute force over all corners: a corner is a point of its facet, so no search
//! for the nearest may pass it over.

use alloc::vec::Vec;
use core::f64::consts::{PI, TAU};

use glam::{DQuat, DVec3};

use super::super::packed::Packed;
use super::super::{Child, OwnBox, PointQuery, TreeBuild, TwoTrees, WideTree};
use super::oriented::strips;
use super::tree_in;
use crate::math::{DoubleFrame, Pose};
use crate::noise;

/// Numbers from -1 to 1.
pub(in crate::index::wide_tree) fn number(seed: &mut u64) -> f64 {
    (noise::next(seed) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

pub(in crate::index::wide_tree) fn vector(seed: &mut u64) -> DVec3 {
    DVec3::new(number(seed), number(seed), number(seed))
}

pub(super) fn rotation(seed: &mut u64) -> DQuat {
    let v = vector(seed);
    DQuat::from_xyzw(v.x, v.y, v.z, number(seed)).normalize()
}

pub(super) type Facets = Vec<[DVec3; 3]>;

/// A ball of `2 · steps²` facets, its corners off by up to `rough`, of some size at some place.
pub(super) fn ball(seed: &mut u64, steps: usize, rough: f64, (size, at): (f64, DVec3)) -> Facets {
    let mut corner = |i: usize, j: usize| {
        let [up, around] = [(i, PI), (j, TAU)].map(|(k, whole)| k as f64 / steps as f64 * whole);
        let direction = DVec3::new(up.sin() * around.cos(), up.sin() * around.sin(), up.cos());
        at + direction * (size * (1.0 + rough * number(seed)))
    };
    let corners: Vec<Vec<DVec3>> = (0..=steps)
        .map(|i| (0..=steps).map(|j| corner(i, j)).collect())
        .collect();
    let quads = (0..steps).flat_map(|i| (0..steps).map(move |j| (i, j)));
    quads
        .flat_map(|(i, j)| {
            let [a, b, c, d] = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| corners[i][j]);
            [[a, b, c], [a, c, d]]
        })
        .collect()
}

/// Facets of all directions and sizes, some flat, some the same point three times.
pub(super) fn scattered(seed: &mut u64, count: usize) -> Facets {
    let facet = |k: usize| {
        let (at, size) = (vector(seed), libm::exp2(-20.0 * number(seed).abs()));
        let mut offset = || {
            if k.is_multiple_of(7) {
                DVec3::ZERO
            } else {
                vector(seed) * size
            }
        };
        let (b, c) = (offset(), offset());
        [at, at + b, at + if k.is_multiple_of(5) { b * 0.5 } else { c }]
    };
    (0..count).map(facet).collect()
}

pub(super) fn over(facets: &Facets) -> WideTree<DVec3> {
    let indices = (0..facets.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    let facets = crate::index::Facets {
        vertices: facets.as_flattened(),
        indices: &indices.collect::<Vec<_>>(),
    };
    WideTree::of_facets(facets, TreeBuild::Good)
}

fn sets() -> Vec<Facets> {
    let mut seed = 21;
    vec![
        ball(&mut seed, 40, 0.0, (1.0, DVec3::ZERO)),
        ball(&mut seed, 30, 1e-3, (1e-9, DVec3::splat(3e-9))),
        ball(&mut seed, 30, 0.3, (1e9, DVec3::new(1e10, 0.0, -1e9))),
        scattered(&mut seed, 2000),
        strips(300, (1.0, DVec3::splat(0.5))),
    ]
}

/// The middle of all corners and about their size.
pub(super) fn middle_and_size(facets: &Facets) -> (DVec3, f64) {
    let count = 3 * facets.len();
    let middle = facets.iter().flatten().sum::<DVec3>() / count as f64;
    let size = facets.iter().flatten().map(|p| (*p - middle).length());
    (middle, size.fold(0.0, f64::max))
}

pub(super) fn least(facet: &[DVec3; 3], distance: &impl Fn(DVec3) -> f64) -> f64 {
    facet.iter().map(|p| distance(*p)).fold(f64::INFINITY, f64::min)
}

/// The distance of a point from a box.
fn from_box(own: &OwnBox, p: DVec3) -> f64 {
    let gap = |k: usize| ((p - own.middle).dot(own.axes[k]).abs() - own.half[k]).max(0.0);
    (DVec3::new(gap(0), gap(1), gap(2)).length() - own.radius).max(0.0)
}

impl WideTree<DVec3> {
    pub(super) fn items_below(&self, child: Child) -> Vec<u32> {
        if child.count > 0 {
            return self.items_of(child).to_vec();
        }
        let node = self.nodes[child.first as usize].unpacked();
        let children = &node.children[..node.count()];
        children
            .iter()
            .flat_map(|&child| self.items_below(child))
            .collect()
    }
}

#[test]
fn slabs_are_around_their_facets() {
    let mut slabs = 0;
    for facets in sets() {
        let tree = over(&facets);
        for node in tree.nodes.iter().map(Packed::unpacked) {
            for k in 0..node.count() {
                let slab = node.slabs.get(k);
                let normal = slab.normal.as_dvec3();
                assert!(normal.length() <= 1.0);
                slabs += usize::from(normal != DVec3::ZERO);
                for corner in tree
                    .items_below(node.children[k])
                    .iter()
                    .flat_map(|&i| facets[i as usize])
                {
                    let at = DVec3::from_array(core::array::from_fn(|i| tree.unit.coordinate(corner[i], i)));
                    assert!((normal.dot(at) - f64::from(slab.middle)).abs() <= f64::from(slab.half));
                }
            }
        }
    }
    assert!(slabs > 1000, "{slabs}");
}

#[test]
fn no_nearest_corner_is_passed_over() {
    let mut seed = 22;
    for facets in sets() {
        let tree = over(&facets);
        let (middle, size) = middle_and_size(&facets);
        for k in 0..200 {
            let turn = rotation(&mut seed);
            let own = OwnBox {
                middle: middle + vector(&mut seed) * (1.5 * size),
                axes: DVec3::AXES.map(|axis| turn * axis),
                half: (vector(&mut seed).abs() * (0.3 * size)) * f64::from(k % 3),
                radius: 0.1 * size * f64::from(k % 4),
            };
            let reach = (0..3).fold(DVec3::ZERO, |sum, i| sum + (own.axes[i] * own.half[i]).abs());
            let reach = reach + own.radius;
            let (low, high) = (own.middle - reach, own.middle + reach);
            let query = PointQuery::around(tree.unit(), low.to_array(), high.to_array(), 1e-14 * size);
            let query = query.for_box(tree.unit(), &own, 1e-14 * size);
            let distance = |p: DVec3| from_box(&own, p);
            let mut best = f64::INFINITY;
            tree.nearest_to(&query, &mut |i| {
                best = best.min(least(&facets[i as usize], &distance));
                best
            });
            let all = facets.iter().map(|f| least(f, &distance));
            assert_eq!(best, all.fold(f64::INFINITY, f64::min));
        }
    }
}

#[test]
fn no_nearest_corners_of_two_are_passed_over() {
    let mut seed = 23;
    let sets = sets();
    for (k, all) in sets.iter().enumerate() {
        let others = &sets[(k + 1) % sets.len()];
        let (a, b): (Facets, Facets) = (
            all.iter().step_by(3).copied().collect(),
            others.iter().step_by(5).copied().collect(),
        );
        let (tree, other) = (over(&a), over(&b));
        let ((middle, size), (other_middle, other_size)) = (middle_and_size(&a), middle_and_size(&b));
        for _ in 0..4 {
            let scale = size / other_size * (1.0 + 0.5 * number(&mut seed));
            let turn = rotation(&mut seed);
            let offset = vector(&mut seed) * (2.0 * size) - turn * other_middle * scale;
            let pose = Pose::new(middle + offset, turn).unwrap().scaled(scale).unwrap();
            let frames = [
                DoubleFrame::of_pose(&Pose::<DVec3>::IDENTITY),
                DoubleFrame::of_pose(&pose),
            ];
            let placed: Facets = b
                .iter()
                .map(|f| f.map(|p| frames[1].outward(p * frames[1].scale)))
                .collect();
            let between = |f: &[DVec3; 3], g: &[DVec3; 3]| least(f, &|p| least(g, &|q| (p - q).length()));
            let mut best = f64::INFINITY;
            let trees = TwoTrees::new(&tree_in(&tree, frames[0]), &tree_in(&other, frames[1]), 0.0);
            trees.nearest(&mut |own, other| {
                for (&i, &j) in own.iter().flat_map(|i| other.iter().map(move |j| (i, j))) {
                    best = best.min(between(&a[i as usize], &placed[j as usize]));
                }
                best
            });
            let pairs = a.iter().flat_map(|f| placed.iter().map(move |g| between(f, g)));
            assert_eq!(best, pairs.fold(f64::INFINITY, f64::min));
        }
    }
}

/// With boxes alone, the number of facets that may be the nearest grows with the square root of all.
#[test]
fn few_facets_are_looked_at_however_fine_the_surface() {
    let mut seed = 24;
    for steps in [50, 400] {
        let facets = ball(&mut seed, steps, 0.0, (1.0, DVec3::ZERO));
        let tree = over(&facets);
        let mut visited = 0;
        for _ in 0..100 {
            let p = vector(&mut seed) * 2.0;
            let query = PointQuery::new(tree.unit(), p.to_array(), 0.0);
            let mut best = f64::INFINITY;
            tree.nearest_to(&query, &mut |i| {
                visited += 1;
                // The plane of a facet of a ball is no farther than its nearest point, and hardly nearer.
                let [a, b, c] = facets[i as usize];
                let normal = (b - a).cross(c - a).normalize_or_zero();
                best = best.min(least(&facets[i as usize], &|q| (p - q).length()).min(
                    if (p - (a + b + c) / 3.0).length() < (p - a).length() {
                        (p - a).dot(normal).abs()
                    } else {
                        f64::INFINITY
                    },
                ));
                best
            });
        }
        assert!(visited < 100 * 60, "{visited} of {} visited", facets.len());
    }
}
