//! From points to polygons and polyhedra.
