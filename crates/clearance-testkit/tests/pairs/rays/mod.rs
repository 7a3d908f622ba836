//! Rays, closest points and points inside.

mod all_hits;
mod every_kind;
mod marching;
mod meshes;
mod near_meshes;
mod parts;
mod point_batches;
mod polygon_edges;
