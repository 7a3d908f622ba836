//! rstar: an R*-tree loaded anew at every step, or, where few move, with these removed and inserted; each box that moved is
//! looked up.

use clearance::math::{Aabb, Real, Vector};
use rstar::{AABB, RTree, RTreeObject};

use super::search::Search;
use super::{Engine, World};
use crate::engine::locked_version;
use crate::heap::Meter;

/// The tree, and what is in it.
pub struct Rstar<V, const D: usize> {
    tree: RTree<Leaf<D>>,
    leaves: Vec<Leaf<D>>,
    search: Search,
    meter: Meter,
    space: std::marker::PhantomData<V>,
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

impl<V: Vector, const D: usize> Rstar<V, D> {
    /// Built over the boxes of the world.
    pub fn new(world: &World<V>) -> Self {
        let mut meter = Meter::default();
        let (tree, leaves) = meter.run(|| {
            let names = 0..world.boxes.len() as u32;
            let leaves: Vec<_> = names.map(|name| leaf(&world.boxes, name)).collect();
            (RTree::bulk_load(leaves.clone()), leaves)
        });
        Self {
            tree,
            leaves,
            search: Search::new(world.boxes.len()),
            meter,
            space: std::marker::PhantomData,
        }
    }
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
}

impl<V: Vector, const D: usize> Engine<V> for Rstar<V, D> {
    fn name(&self) -> String {
        "rstar".to_string()
    }
    fn version(&self) -> String {
        locked_version("rstar")
    }
    fn step(&mut self, boxes: &[Aabb<V>], moved: &[u32]) {
        let mut meter = std::mem::take(&mut self.meter);
        meter.run(|| self.update(boxes, moved));
        self.meter = meter;
        self.search.begin(moved);
        for &a in moved {
            let bounds = &self.leaves[a as usize].bounds;
            for leaf in self.tree.locate_in_envelope_intersecting(*bounds) {
                self.search.offer(boxes, a, leaf.name);
            }
        }
        self.search.end(moved);
    }
    fn pairs(&self) -> &[[u32; 2]] {
        &self.search.found
    }
    fn object(&self, name: u32) -> u32 {
        name
    }
    fn bytes(&self) -> usize {
        self.meter.bytes() + self.search.bytes()
    }
}
