//! Indexes, scenes, responses and characters. One program, because every test program compiles parts of the
//! library again.

mod bsp;
mod character;
mod character_levels;
mod character_moving;
mod character_others;
mod character_stairs;
mod ground;
mod index;
mod inner_edges;
mod overlapping;
mod readme;
mod response;
mod scene;
mod scene_edges;
mod scene_fine_meshes;
mod scene_given_up;
mod scene_group;
mod scene_heaps;
mod scene_one_floor;
mod scene_pressing;
mod scene_remembered;
mod scene_seams;
mod scene_side;
mod scene_sweep;
mod scene_threads;
mod set_poses;
mod static_tree;
mod tree;
