//! Shapes, pairs of them, rays and sweeps. One program, because every test program compiles parts of the
//! library again.

mod by_index;
mod closed_form;
mod curved;
mod depth_bounds;
mod filters;
mod fuzz_finds;
mod rays;
mod regions;
mod remembered;
mod shapes;
mod solids;
mod sweeps;
