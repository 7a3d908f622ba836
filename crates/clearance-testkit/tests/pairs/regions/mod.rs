//! Polygons of any form, as areas of the plane, beside integers.

mod few_edges;
mod points;
