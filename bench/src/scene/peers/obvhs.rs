//! obvhs: a hierarchy built anew by PLOC at every step, or, where few move, with the leaves that were left
//! moved; each box that moved is looked up.
//!
//! It is of space only: boxes of the plane are flat ones.

use clearance::glam::Vec3A;
use clearance::math::{Aabb, Real, Vector};
use obvhs::aabb::Aabb as Bounds;
use obvhs::bvh2::Bvh2;
use obvhs::ploc::{PlocBuilder, PlocSearchDistance, SortPrecision};

use super::by_box::Asked;
use crate::scene::World;

/// The tree and its builder.
pub struct Obvhs {
    tree: Bvh2,
    builder: PlocBuilder,
    /// What the leaves were made for.
    bounds: Vec<Bounds>,
}

/// How much larger than its box a leaf is on each side where leaves are moved.
const SKIN: f32 = 0.05;

fn bounds<V: Vector>(aabb: &Aabb<V>) -> Bounds {
    let convert = |v: V| {
        let at = |k| if k < V::DIM { v.get(k).to_f64() as f32 } else { 0.0 };
        Vec3A::new(at(0), at(1), at(2))
    };
    Bounds::new(convert(aabb.min), convert(aabb.max))
}

impl Obvhs {
    /// Built over the boxes of the world.
    pub fn new<V: Vector>(world: &World<V>) -> Self {
        let skin = if world.all_move { 0.0 } else { SKIN };
        let leaf = |aabb| fattened(bounds(aabb), skin);
        let bounds: Vec<_> = world.boxes.iter().map(leaf).collect();
        let (mut tree, mut builder) = (Bvh2::default(), PlocBuilder::new());
        build(&mut tree, &mut builder, &bounds);
        if !world.all_move {
            tree.init_primitives_to_nodes_if_uninit();
            tree.init_parents_if_uninit();
        }
        Self {
            tree,
            builder,
            bounds,
        }
    }
}

impl<V: Vector> Asked<V> for Obvhs {
    const CRATE: &'static str = "obvhs";

    fn update(&mut self, boxes: &[Aabb<V>], moved: &[u32]) {
        if moved.len() == boxes.len() {
            for (old, new) in self.bounds.iter_mut().zip(boxes) {
                *old = bounds(new);
            }
            return build(&mut self.tree, &mut self.builder, &self.bounds);
        }
        for &i in moved {
            let (fat, tight) = (&mut self.bounds[i as usize], bounds(&boxes[i as usize]));
            if !(fat.min.cmple(tight.min).all() && tight.max.cmple(fat.max).all()) {
                *fat = fattened(tight, SKIN);
                self.tree.move_primitive(*fat, i);
            }
        }
    }
    fn meeting(&self, boxes: &[Aabb<V>], a: u32, mut offer: impl FnMut(u32)) {
        self.tree.aabb_traverse(bounds(&boxes[a as usize]), |tree, node| {
            let node = &tree.nodes[node as usize];
            let first = node.first_index as usize;
            let leaves = &tree.primitive_indices[first..first + node.prim_count as usize];
            leaves.iter().for_each(|&b| offer(b));
            true
        });
    }
}

fn fattened(tight: Bounds, skin: f32) -> Bounds {
    Bounds::new(tight.min - skin, tight.max + skin)
}

fn build(tree: &mut Bvh2, builder: &mut PlocBuilder, bounds: &[Bounds]) {
    let names = (0..bounds.len() as u32).collect();
    builder.build_with_bvh(
        tree,
        PlocSearchDistance::Minimum,
        bounds,
        names,
        SortPrecision::U64,
        0,
    );
}
