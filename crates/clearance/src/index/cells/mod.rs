//! Grids: the world cut into cells, each box sorted by the cell it is in.
//!
//! Good: many boxes of similar size, most of which move in every step, since all are sorted again in O(n)
//! whatever moved. Bad: few boxes, and a [`Grid`](grid::Grid) also where sizes differ much; a
//! [`HashGrid`](hash_grid::HashGrid) has several levels of cells.
//!
//! `level/` says which cell a box is in; `sorted/` puts boxes in the order of cells; `search/` finds pairs
//! and answers questions in that order; `overlay.rs` holds the boxes that moved since.

pub(super) mod grid;
pub(super) mod hash_grid;
mod level;
mod overlay;
mod rebuild;
pub(super) mod search;
mod sorted;
pub(super) mod survey;
