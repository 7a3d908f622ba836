//! Volumes, common parts, pairs of triangles, and meshes by themselves. One program, because every test
//! program compiles parts of the library again.

mod assemblies;
mod classes;
mod common;
mod mass;
mod mesh;
mod ways;
