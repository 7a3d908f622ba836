//! What floats alone decide of pairs of common kinds: right where they answer, seldom undecided.

mod box_filters;
mod boxes_single;
mod fast_path;
mod floats;
mod half_space_quick;
mod manifolds;
mod plane;
mod space;
mod triangles;
