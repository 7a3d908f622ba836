//! Volumes, common parts, pairs of triangles, and meshes by themselves. One program, because every test
//! program compiles parts of the library again.

mod assemblies;
mod attacked;
mod boxes;
mod cells;
mod classes;
mod classes_at_rims;
mod clipped;
mod coincident;
mod common_mesh;
mod convex_parts;
mod faces;
mod mass;
mod mechanisms;
mod mesh_points;
mod mesh_refit;
mod mesh_repair;
mod mesh_report;
mod mesh_scaled;
mod mesh_shapes;
mod paths;
mod paths_of_fits;
mod removal;
mod rules;
mod triangles;
mod ways_in_plane;
