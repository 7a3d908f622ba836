//! The border of a solid in the world: its facets in floats with error bounds and in exact numbers, and
//! whether a point is inside it.

mod facet_forms;
pub(super) mod float_vertices;
pub(super) mod fraction;
mod placed_border;
mod placed_corner;
mod placed_facet;
mod sample;
mod sparse_cells;

pub(in crate::pair) use facet_forms::{cross, dot};
pub(super) use facet_forms::{difference, extent_along, float_normal, float_side, longest, normal, spread};
pub(in crate::pair) use placed_border::{ExactFacet, PlacedBorder, exponent_of};
pub(super) use placed_corner::{CornerFrame, PlacedCorner};
pub(super) use placed_facet::{PlacedFacet, side_of_plane};
pub(in crate::pair) use sample::{RationalPoint, Sample};
