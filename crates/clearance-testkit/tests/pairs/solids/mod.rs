//! Solids and surfaces made of triangles, beside counts of cells and all triangles one by one.

mod cells;
mod contacts;
mod cubes;
mod fine_meshes;
mod resting;
mod terrains;
