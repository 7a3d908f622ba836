//! bvh: a hierarchy built anew at every step, or, where few move, with their leaves taken out and put in
//! again; each box that moved is looked up. On one thread.

use bvh::aabb::{Aabb as Bounds, Bounded};
use bvh::bounding_hierarchy::BHShape;
use clearance::math::{Aabb, Real, Vector};
use nalgebra::Point;

use super::by_box::Asked;
use crate::scene::World;

/// The tree and its leaves.
pub struct Bvh<const D: usize> {
    tree: bvh::bvh::Bvh<f32, D>,
    leaves: Vec<Leaf<D>>,
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

impl<const D: usize> Bvh<D> {
    /// Built over the boxes of the world.
    pub fn new<V: Vector>(world: &World<V>) -> Self {
        let leaf = |(name, aabb): (u32, &Aabb<V>)| Leaf {
            name,
            bounds: bounds(aabb),
            node: 0,
        };
        let mut leaves: Vec<_> = (0..).zip(&world.boxes).map(leaf).collect();
        let tree = bvh::bvh::Bvh::build(&mut leaves);
        Self { tree, leaves }
    }
}

impl<V: Vector, const D: usize> Asked<V> for Bvh<D> {
    const CRATE: &'static str = "bvh";

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
    fn meeting(&self, _: &[Aabb<V>], a: u32, mut offer: impl FnMut(u32)) {
        let bounds = &self.leaves[a as usize].bounds;
        for leaf in self.tree.traverse_iterator(bounds, &self.leaves) {
            offer(leaf.name);
        }
    }
}
