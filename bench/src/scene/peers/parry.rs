//! parry's `Bvh`, used as its physics engine uses it.
//!
//! Where all move: every leaf updated in place with a skin, `optimize_incremental`, `refit`, and one walk of
//! the tree against itself. Where few do: each leaf inserted anew with a skin and its box looked up in the
//! tree; from a sixteenth on in place, as rapier does.

use clearance::glam::{Vec2, Vec3};
use clearance::math::Aabb;

use super::search::Search;
use crate::engine::locked_version;
use crate::scene::{Engine, World};

/// How much larger than its box a leaf is on each side.
const SKIN: f32 = 0.04;

macro_rules! parry {
    ($name:ident, $parry:ident, $v:ty, $convert:expr) => {
        /// In one of the spaces.
        pub mod $name {
            use super::*;
            use $parry::bounding_volume::Aabb as Bounds;
            use $parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

            /// The tree.
            pub struct Parry {
                tree: Bvh,
                workspace: BvhWorkspace,
                all_move: bool,
                search: Search,
            }

            fn bounds(aabb: &Aabb<$v>) -> Bounds {
                let convert: fn($v) -> $parry::math::Vector = $convert;
                Bounds::new(convert(aabb.min), convert(aabb.max))
            }

            impl Parry {
                /// Built over the boxes of the world.
                pub fn new(world: &World<$v>) -> Self {
                    let leaves: Vec<Bounds> = world.boxes.iter().map(bounds).collect();
                    Self {
                        tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves),
                        workspace: BvhWorkspace::default(),
                        all_move: world.all_move,
                        search: Search::new(world.boxes.len()),
                    }
                }
                fn all_pairs(&mut self, boxes: &[Aabb<$v>]) {
                    let found = &mut self.search.found;
                    found.clear();
                    self.tree
                        .traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
                            if boxes[a as usize].overlaps(&boxes[b as usize]) {
                                found.push([a, b]);
                            }
                        });
                }
                fn pairs_of(&mut self, boxes: &[Aabb<$v>], moved: &[u32]) {
                    self.search.begin(moved);
                    for &a in moved {
                        for b in self.tree.intersect_aabb(&bounds(&boxes[a as usize])) {
                            self.search.offer(boxes, a, b);
                        }
                    }
                    self.search.end(moved);
                }
            }

            impl Engine<$v> for Parry {
                fn name(&self) -> String {
                    "parry".to_string()
                }
                fn version(&self) -> String {
                    locked_version(stringify!($parry))
                }
                fn step(&mut self, boxes: &[Aabb<$v>], moved: &[u32]) {
                    if moved.len() * 16 < boxes.len() {
                        for &i in moved {
                            self.tree.reinsert_or_update_with_change_detection(
                                bounds(&boxes[i as usize]),
                                i,
                                SKIN,
                            );
                        }
                        return self.pairs_of(boxes, moved);
                    }
                    for &i in moved {
                        self.tree
                            .insert_or_update_partially(bounds(&boxes[i as usize]), i, SKIN);
                    }
                    self.tree.optimize_incremental(&mut self.workspace);
                    self.tree.refit(&mut self.workspace);
                    if self.all_move {
                        self.all_pairs(boxes);
                    } else {
                        self.pairs_of(boxes, moved);
                    }
                }
                fn pairs(&self) -> &[[u32; 2]] {
                    &self.search.found
                }
                fn object(&self, name: u32) -> u32 {
                    name
                }
                fn bytes(&self) -> usize {
                    self.tree.heap_memory_size() + self.search.bytes()
                }
            }
        }
    };
}
parry!(plane, parry2d, Vec2, |v| parry2d::math::Vector::new(v.x, v.y));
parry!(space, parry3d, Vec3, |v| parry3d::math::Vector::new(
    v.x, v.y, v.z
));
