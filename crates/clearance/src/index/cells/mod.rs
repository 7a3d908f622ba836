//! Grids: the world is cut into cells, and boxes are sorted by the cell they are in.
//!
//! Good at: many boxes of similar size, most of which move in every step, because all are sorted again in
//! O(n) however many have moved. Bad at: few boxes, and few moving among many; a [`Grid`](grid::Grid) also
//! where sizes differ much, for which a [`HashGrid`](hash_grid::HashGrid) has several levels of cells.
//!
//! Source: a counting sort by cell (Green, "Particle simulation using CUDA", 2010) in place of lists at
//! each cell; hashing (Teschner et al., 2003) for unbounded worlds. Idea: what a box may meet then lies in
//! a few runs of memory, and is compared eight or sixteen boxes at a time in 15-bit integers. Limits: boxes
//! larger than the cells of all levels are looked up one by one; O(n^2) where boxes crowd in one place.
//!
//! Files: `level/` tells which cell a box is in; `survey.rs` chooses the size of cells, `rebuild.rs` when
//! to choose again; `sorted/` sorts boxes by cell; `search/` finds pairs and answers queries; `overlay.rs`
//! has the boxes that have moved since.
//!
//! `inline(always)`: what is not inlined into a `simd::Job` loses its wide registers.

pub(super) mod grid;
pub(super) mod hash_grid;
mod level;
mod overlay;
mod rebuild;
pub(super) mod search;
mod sorted;
pub(super) mod survey;
