//! Volumes, common parts and pairs of triangles. One program, because every test program compiles parts of
//! the library again.

mod boxes;
mod cells;
mod clipped;
mod mass;
mod triangles;
