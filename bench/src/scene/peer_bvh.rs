//! bvh: a hierarchy built anew at every step, or, where few move, with their leaves taken out and put in again; each box that
//! moved is looked up. On one thread.

use bvh::aabb::{Aabb as Bounds, Bounded};
use bvh::bounding_hierarchy::BHShape;
use clearance::math::{Aabb, Real, Vector};
use nalgebra::Point;

use super::search::Search;
use super::{Engine, World};
use crate::engine::locked_version;
use crate::heap::Meter;

/// The tree and its leaves.
pub struct Bvh<V, const D: usize> {
    tree: bvh::bvh::Bvh<f32, D>,
    leaves: Vec<Leaf<D>>,
    search: Search,
    meter: Meter,
    space: std::marker::PhantomData<V>,
}

struct Leaf<const D: usize> {
    name: u32,
    bounds: Bounds<f32, D>,
    node: usize,
}

impl<const D: usize> Bounded<f32, D> for Leaf<D> {
    fn aabb(&self) -> Bounds<f32, D> {
        self.bounds
    }
}

impl<const D: usize> BHShape<f32, D> for Leaf<D> {
    fn set_bh_node_index(&mut self, node: usize) {
        self.node = node;
    }
    fn bh_node_index(&self) -> usize {
        self.node
    }
}

fn bounds<V: Vector, const D: usize>(aabb: &Aabb<V>) -> Bounds<f32, D> {
    let convert = |v: V| Point::from(std::array::from_fn::<f32, D, _>(|k| v.get(k).to_f64() as f32));
    Bounds::with_bounds(convert(aabb.min), convert(aabb.max))
}

impl<V: Vector, const D: usize> Bvh<V, D> {
    /// Built over the boxes of the world.
    pub fn new(world: &World<V>) -> Self {
        let mut meter = Meter::default();
        let (tree, leaves) = meter.run(|| {
            let leaf = |(name, aabb): (u32, &Aabb<V>)| Leaf {
                name,
                bounds: bounds(aabb),
                node: 0,
            };
            let mut leaves: Vec<_> = (0..).zip(&world.boxes).map(leaf).collect();
            (bvh::bvh::Bvh::build(&mut leaves), leaves)
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
        for &i in moved {
            self.leaves[i as usize].bounds = bounds(&boxes[i as usize]);
        }
        if moved.len() == boxes.len() {
            self.tree = bvh::bvh::Bvh::build(&mut self.leaves);
        } else {
            let names: Vec<usize> = moved.iter().map(|&i| i as usize).collect();
            self.tree.update_shapes(&names, &mut self.leaves);
        }
    }
}

impl<V: Vector, const D: usize> Engine<V> for Bvh<V, D> {
    fn name(&self) -> String {
        "bvh".to_string()
    }
    fn version(&self) -> String {
        locked_version("bvh")
    }
    fn step(&mut self, boxes: &[Aabb<V>], moved: &[u32]) {
        let mut meter = std::mem::take(&mut self.meter);
        meter.run(|| self.update(boxes, moved));
        self.meter = meter;
        self.search.begin(moved);
        for &a in moved {
            for leaf in self
                .tree
                .traverse_iterator(&self.leaves[a as usize].bounds, &self.leaves)
            {
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
