//! Parts of which everything is known by how they are made.

pub mod bracket;
pub mod burr;
pub mod cams;
pub mod cubes;
pub mod extruded;
pub mod fits;
pub mod gears;
pub mod hex_nuts;
pub mod revolved;
pub mod threads;
pub mod written;
