//! Shapes, pairs of them, rays and sweeps. One program, because every test program compiles parts of the
//! library again.

mod balls;
mod bounding_balls;
mod bounds;
mod boxes_single;
mod cast_all;
mod closed_form;
mod curved_contacts;
mod depth_bounds;
mod fast_path;
mod features;
mod fine_meshes;
mod floats;
mod fuzz_finds;
mod half_space_quick;
mod hull;
mod mesh_rays;
mod part_hits;
mod part_rays;
mod plane;
mod point_batches;
mod points_in_regions;
mod polygon_edges;
mod ray;
mod ray_parts;
mod regions;
mod smooth;
mod smooth_witness;
mod solid_cells;
mod solid_contacts;
mod solids;
mod space;
mod space_manifold;
mod space_triangles;
mod support;
mod terrain_cells;
