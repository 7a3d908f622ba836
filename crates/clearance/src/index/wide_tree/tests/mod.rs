//! Searches against brute force over all boxes.

mod apart;
mod heights;
mod oriented;
pub(super) mod slabs;
mod whole;

use core::ops::ControlFlow;

use glam::{DQuat, DVec3};

use super::{LEAF, PlacedTree, PointQuery, RayLanes, TreeBuild, TwoTrees, UnitBox, WideTree};
use crate::index::Broken;
use crate::index::error::{ensure, ensure_tree};
use crate::math::{Aabb, DoubleFrame, Pose};
use crate::noise;

/// In a frame that is exact.
fn tree_in(tree: &WideTree<DVec3>, frame: DoubleFrame) -> PlacedTree<'_, DVec3> {
    let rounding = 0.0;
    PlacedTree {
        tree,
        frame,
        rounding,
    }
}

fn over(boxes: &[Aabb<DVec3>]) -> WideTree<DVec3> {
    WideTree::build(boxes.len(), |i| boxes[i])
}

/// Small boxes in a cube of this size around a place.
fn boxes(seed: &mut u64, count: usize, size: f64, at: f64) -> Vec<Aabb<DVec3>> {
    let mut number =
        |from: f64, to: f64| from + (to - from) * ((noise::next(seed) >> 11) as f64 / (1_u64 << 53) as f64);
    (0..count)
        .map(|_| {
            let min = DVec3::from_array([(); 3].map(|()| at + number(-size, size)));
            Aabb {
                min,
                max: min + DVec3::from_array([(); 3].map(|()| number(0.0, 0.4 * size))),
            }
        })
        .collect()
}

fn holds(outer: &UnitBox, inner: &UnitBox) -> bool {
    (0..3).all(|i| outer.low[i] <= inner.low[i] && inner.high[i] <= outer.high[i])
}

impl WideTree<DVec3> {
    fn validate(&self, boxes: &[Aabb<DVec3>]) -> Result<(), Broken> {
        let mut parents = alloc::vec![0; self.nodes.len()];
        let mut is_held = alloc::vec![false; boxes.len()];
        // Nodes, and the boxes around them: what is rounded may make an inner one the larger.
        let mut open: Vec<(usize, Vec<UnitBox>)> = Vec::new();
        open.extend((!self.nodes.is_empty()).then_some((0, Vec::new())));
        while let Some((number, above)) = open.pop() {
            let node = self.nodes[number].unpacked();
            for k in 0..node.count() {
                let (child, mut around) = (node.children[k], above.clone());
                around.push(node.bounds(k));
                if child.count == 0 {
                    parents[child.first as usize] += 1;
                    open.push((child.first as usize, around));
                    continue;
                }
                for &item in self.items_of(child).iter() {
                    let held = is_held
                        .get_mut(item as usize)
                        .map(|held| core::mem::replace(held, true));
                    ensure(held == Some(false), "an item is held twice, or was never given")?;
                    let own = self.unit.of_box(&boxes[item as usize]);
                    ensure(around.iter().all(|b| holds(b, &own)), "an item is out of a box")?;
                }
            }
        }
        ensure_tree(&parents)?;
        ensure(is_held.iter().all(|&held| held), "an item is in no leaf")
    }
}

#[test]
fn invariants_hold_for_any_number_of_boxes_at_any_scale() {
    let mut seed = 1;
    for count in [1, 2, 4, 5, 8, 9, 33, 100, 1000] {
        for (size, at) in [(1.0, 0.0), (1e-3, 4.5e5), (1e200, 0.0), (1e-200, 0.0)] {
            let boxes = boxes(&mut seed, count, size, at);
            for how in [TreeBuild::Good, TreeBuild::Fast] {
                let tree = WideTree::built(count, how, |i| boxes[i]);
                assert_eq!(tree.validate(&boxes), Ok(()), "{count} of size {size}, {how:?}");
                assert!(tree.items.len().is_multiple_of(LEAF));
                assert!(tree.items.len() < count + count / 16 + LEAF && tree.nodes.len() <= 1 + count / 16);
            }
        }
    }
    let same = vec![
        Aabb {
            min: DVec3::ONE,
            max: DVec3::ONE
        };
        100
    ];
    let along_curve = |all: &[Aabb<DVec3>]| WideTree::built(all.len(), TreeBuild::Fast, |i| all[i]);
    assert_eq!(over(&same).validate(&same), Ok(()));
    assert_eq!(along_curve(&same).validate(&same), Ok(()));
    let endless = vec![
        Aabb::everything(),
        Aabb {
            min: DVec3::ZERO,
            max: DVec3::ONE,
        },
    ];
    assert_eq!(over(&endless).validate(&endless), Ok(()));
    assert_eq!(along_curve(&endless).validate(&endless), Ok(()));
}

#[test]
fn nothing_near_a_box_is_passed_over() {
    let mut seed = 2;
    let (all, queries) = (boxes(&mut seed, 2000, 1.0, 3.0), boxes(&mut seed, 200, 1.0, 3.0));
    let tree = over(&all);
    let (mut met, mut visited) = (0, 0);
    for query in &queries {
        let near = PointQuery::around(tree.unit(), query.min.to_array(), query.max.to_array(), 0.0);
        let mut found = vec![false; all.len()];
        let _ = tree.meeting(&near, &mut |i| {
            found[i as usize] = true;
            ControlFlow::Continue(())
        });
        for (bounds, found) in all.iter().zip(found) {
            assert!(found || !bounds.overlaps(query));
            met += usize::from(bounds.overlaps(query));
            visited += usize::from(found);
        }
    }
    assert!(met > 100 && visited < 20 * met, "{met} met, {visited} visited");
}

#[test]
fn the_nearest_box_is_found() {
    let mut seed = 3;
    let (all, queries) = (
        boxes(&mut seed, 2000, 1.0, -7.0),
        boxes(&mut seed, 200, 2.0, -7.0),
    );
    let tree = over(&all);
    let mut visited = 0;
    for query in &queries {
        let gap = |b: &Aabb<DVec3>| b.distance(query);
        let near = PointQuery::around(tree.unit(), query.min.to_array(), query.max.to_array(), 0.0);
        let mut best = f64::INFINITY;
        tree.nearest_to(&near, &mut |i| {
            visited += 1;
            best = best.min(gap(&all[i as usize]));
            best
        });
        assert_eq!(best, all.iter().map(gap).fold(f64::INFINITY, f64::min));
        let one_by_one = tree.nearest(gap, |i, best| best.min(gap(&all[i as usize])));
        assert_eq!(one_by_one, best);
    }
    assert!(visited < 200 * 100, "{visited} visited");
}

#[test]
fn a_ray_enters_the_first_box() {
    let mut seed = 4;
    let (all, starts) = (boxes(&mut seed, 2000, 1.0, 0.0), boxes(&mut seed, 400, 3.0, 0.0));
    let tree = over(&all);
    let (mut hits, mut visited) = (0, 0);
    for (k, start) in starts.iter().enumerate() {
        let mut way = starts[(k + 1) % starts.len()].min - start.min;
        if k % 4 == 0 {
            way.x = 0.0;
        }
        let enters = |b: &Aabb<DVec3>| {
            let (low, high) = ((b.min - start.min) / way, (b.max - start.min) / way);
            let (mut enter, mut exit) = (0.0_f64, f64::INFINITY);
            for i in 0..3 {
                enter = enter.max(low[i].min(high[i]));
                exit = exit.min(low[i].max(high[i]));
            }
            if enter <= exit { enter } else { f64::INFINITY }
        };
        let ray = RayLanes::new(tree.unit(), start.min.to_array(), way.to_array(), 0.0).unwrap();
        let mut best = f64::INFINITY;
        tree.along(&ray, f64::INFINITY, &mut |i, _| {
            visited += 1;
            best = best.min(enters(&all[i as usize]));
            best
        });
        assert_eq!(best, all.iter().map(enters).fold(f64::INFINITY, f64::min));
        hits += usize::from(best < f64::INFINITY);
    }
    assert!(hits > 50 && visited < 400 * 200, "{hits} hits, {visited} visited");
}

#[test]
fn pairs_of_two_trees_are_those_of_all_boxes() {
    let mut seed = 5;
    let (all, others) = (boxes(&mut seed, 600, 1.0, 2.0), boxes(&mut seed, 600, 0.5, 0.0));
    let (tree, other) = (over(&all), over(&others));
    let turn = DQuat::from_xyzw(0.1, -0.3, 0.2, 0.9).normalize();
    let pose = |at: DVec3| Pose::new(at, turn).unwrap().scaled(1.5).unwrap();
    let (mut met, mut visited) = (0, 0);
    for at in [
        DVec3::splat(2.0),
        DVec3::new(2.5, 1.5, 3.0),
        DVec3::new(5.5, 2.0, 2.0),
    ] {
        let frames = [
            DoubleFrame::of_pose(&Pose::<DVec3>::IDENTITY),
            DoubleFrame::of_pose(&pose(at)),
        ];
        let trees = TwoTrees::new(&tree_in(&tree, frames[0]), &tree_in(&other, frames[1]), 0.01);
        let mut found = std::collections::BTreeSet::new();
        let _ = trees.meeting(&mut |i, j| {
            found.insert((i, j));
            ControlFlow::Continue(())
        });
        let mut least = f64::INFINITY;
        for (i, a) in all.iter().enumerate() {
            for (j, b) in others.iter().enumerate() {
                // A corner of the turned box in the other, or within the margin of it: the two surely meet.
                let corner = frames[1].outward(b.min * frames[1].scale);
                let gap = a.distance(&Aabb {
                    min: corner,
                    max: corner,
                });
                let meets = gap <= 0.0099;
                assert!(!meets || found.contains(&(i as u32, j as u32)));
                met += usize::from(meets);
                least = least.min(gap);
            }
        }
        visited += found.len();
        let mut best = f64::INFINITY;
        trees.nearest(&mut |own, other| {
            for (&i, &j) in own.iter().flat_map(|i| other.iter().map(move |j| (i, j))) {
                let corner = frames[1].outward(others[j as usize].min * frames[1].scale);
                best = best.min(all[i as usize].distance(&Aabb {
                    min: corner,
                    max: corner,
                }));
            }
            best
        });
        assert_eq!(best, least);
    }
    assert!(met > 100 && visited < 400 * met, "{met} met, {visited} visited");
}
