//! rstar: an R*-tree loaded anew at every step, or, where few move, with these removed and inserted; each box
//! that moved is looked up.

use clearance::math::{Aabb, Real, Vector};
use rstar::{AABB, RTree, RTreeObject};

use super::by_box::Asked;
use crate::scene::World;

/// The tree, and what is in it.
pub struct Rstar<const D: usize> {
    tree: RTree<Leaf<D>>,
    leaves: Vec<Leaf<D>>,
}

#[derive(Clone, Copy, PartialEq)]
struct Leaf<const D: usize> {
    name: u32,
    bounds: AABB<[f32; D]>,
}

impl<const D: usize> RTreeObject for Leaf<D> {
    type Envelope = AABB<[f32; D]>;
    fn envelope(&self) -> AABB<[f32; D]> {
        self.bounds
    }
}

fn leaf<V: Vector, const D: usize>(boxes: &[Aabb<V>], name: u32) -> Leaf<D> {
    let convert = |v: V| std::array::from_fn(|k| v.get(k).to_f64() as f32);
    let aabb = &boxes[name as usize];
    Leaf {
        name,
        bounds: AABB::from_corners(convert(aabb.min), convert(aabb.max)),
    }
}

impl<const D: usize> Rstar<D> {
    /// Built over the boxes of the world.
    pub fn new<V: Vector>(world: &World<V>) -> Self {
        let names = 0..world.boxes.len() as u32;
        let leaves: Vec<_> = names.map(|name| leaf(&world.boxes, name)).collect();
        let tree = RTree::bulk_load(leaves.clone());
        Self { tree, leaves }
    }
}

impl<V: Vector, const D: usize> Asked<V> for Rstar<D> {
    const CRATE: &'static str = "rstar";

    fn update(&mut self, boxes: &[Aabb<V>], moved: &[u32]) {
        let is_all = moved.len() == boxes.len();
        for &i in moved {
            let old = std::mem::replace(&mut self.leaves[i as usize], leaf(boxes, i));
            if !is_all {
                self.tree.remove(&old);
                self.tree.insert(self.leaves[i as usize]);
            }
        }
        if is_all {
            self.tree = RTree::bulk_load(self.leaves.clone());
        }
    }
    fn meeting(&self, _: &[Aabb<V>], a: u32, mut offer: impl FnMut(u32)) {
        let bounds = &self.leaves[a as usize].bounds;
        for leaf in self.tree.locate_in_envelope_intersecting(*bounds) {
            offer(leaf.name);
        }
    }
}
