//! Trees over heights: every triangle is in one leaf, and within all boxes and slabs above it.

use alloc::sync::Arc;
use alloc::vec::Vec;

use glam::{DVec3, Vec3};

use super::super::heights::{Cells, HeightGrid};
use super::super::{Child, WideTree};
use crate::noise;

fn unit(seed: &mut u64) -> f64 {
    (noise::next(seed) >> 11) as f64 / (1_u64 << 53) as f64
}

/// So many cells, some of them holes; heights in steps, so that there are plateaus.
fn grid(
    seed: &mut u64,
    [rows, columns]: [usize; 2],
    spacing: [f64; 2],
    height: f64,
    holes: f64,
) -> Arc<HeightGrid<DVec3>> {
    let heights = (0..(rows + 1) * (columns + 1)).map(|_| (unit(seed) * 5.0).floor() * height);
    let heights = heights.collect();
    let list: Vec<usize> = (1..rows * columns).filter(|_| unit(seed) < holes).collect();
    let cells = (!list.is_empty()).then(|| Cells::without(rows * columns, &list).unwrap());
    Arc::new(HeightGrid {
        heights,
        columns: columns + 1,
        spacing,
        cells,
    })
}

/// How many nodes there are, made ones included.
fn check(grid: &HeightGrid<DVec3>, tree: &WideTree<DVec3>) -> usize {
    let (mut is_held, mut nodes) = (alloc::vec![false; grid.triangle_count()], 0);
    // The places of the boxes around a node: the node and which of its children.
    let mut open = alloc::vec![(0_u32, Vec::new())];
    while let Some((number, above)) = open.pop() {
        let mut made = None;
        let node = *tree.node(number, &mut made);
        nodes += 1;
        for k in 0..node.count() {
            let child: Child = node.children[k];
            let mut around = above.clone();
            around.push((node.bounds(k), node.slabs.get(k)));
            if child.count == 0 {
                open.push((child.first, around));
                continue;
            }
            for &item in tree.items_of(child).iter() {
                assert!(
                    !core::mem::replace(&mut is_held[item as usize], true),
                    "held twice"
                );
                for corner in grid.corners(item as usize) {
                    let at: [f64; 3] = core::array::from_fn(|i| tree.unit().coordinate(corner[i], i));
                    for (bounds, slab) in &around {
                        let is_in = |i: usize| {
                            f64::from(bounds.low[i]) <= at[i] && at[i] <= f64::from(bounds.high[i])
                        };
                        assert!((0..3).all(is_in), "{item} is out of its box");
                        let along = slab.normal.dot(Vec3::from_array(at.map(|x| x as f32)));
                        let has_slab = slab.normal != Vec3::ZERO;
                        let out = (along - slab.middle).abs();
                        assert!(!has_slab || out <= slab.half, "{item} is out of its slab");
                    }
                }
            }
        }
    }
    assert!(is_held.iter().all(|&held| held), "a triangle is in no leaf");
    nodes
}

#[test]
fn every_triangle_is_in_one_leaf_and_within_all_above() {
    let mut seed = 11;
    for size in [
        [1, 1],
        [1, 5],
        [4, 4],
        [5, 9],
        [1, 300],
        [300, 2],
        [37, 70],
        [130, 65],
    ] {
        for spacing in [[1.0, 1.0], [1e140, 1e140], [3e-150, 1e-150], [1e-3, 1e5]] {
            for (height, holes) in [(0.0, 0.0), (1.0, 0.1), (1e-140, 0.7), (1e140, 0.97)] {
                let grid = grid(&mut seed, size, spacing, height, holes);
                let tree = WideTree::of_heights(&grid);
                let triangles = (0..grid.triangle_count()).map(|i| grid.aabb(i));
                let whole = triangles.reduce(|a, b| a.union(&b)).unwrap();
                assert_eq!((tree.whole().min, tree.whole().max), (whole.min, whole.max));
                assert!(check(&grid, &tree) >= 2);
            }
        }
    }
}

#[test]
fn little_is_stored() {
    let mut seed = 12;
    let grid = grid(&mut seed, [512, 512], [1.0, 1.0], 1.0, 0.0);
    let tree = WideTree::of_heights(&grid);
    let bytes = tree.patches.as_ref().unwrap().bytes();
    assert!(bytes < 4 * 512 * 512, "{bytes} bytes");
    assert!(tree.nodes.is_empty() && tree.items.is_empty() && tree.corners.is_empty());
}
