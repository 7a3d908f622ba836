//! Shapes that only 2D has.

use clearance::shape::{Bitmap, Shape2 as Plane};
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem};
use crate::exchange::space::vectors;
use crate::shape::{Shape2, check_room};

/// The bytes that a corner of a polygon may take while its parts are found.
const CORNER: usize = 1024;

#[wasm_bindgen]
impl Shape2 {
    /// `lengths`: the number of corners of each ring, the outer one first.
    pub fn polygon(vertices: &[f64], lengths: &[u32]) -> Answer<Self> {
        check_room("vertices", vertices.len(), CORNER)?;
        let mut rest = vectors("vertices", vertices)?;
        let mut rings = Vec::with_capacity(lengths.len());
        for &length in lengths {
            if length as usize > rest.len() {
                return Err(Problem::new(
                    "invalid_shape",
                    "holes",
                    "fewer corners than announced",
                ));
            }
            let after = rest.split_off(length as usize);
            rings.push(std::mem::replace(&mut rest, after));
        }
        let (outer, holes) = rings.split_first().map_or((&[][..], &[][..]), |(o, h)| (o, h));
        Ok(Self::of(Plane::polygon(outer, holes)?))
    }
    pub fn polyline(vertices: &[f64], closed: bool) -> Answer<Self> {
        check_room("vertices", vertices.len(), CORNER)?;
        Ok(Self::of(Plane::polyline(
            &vectors("vertices", vertices)?,
            closed,
        )?))
    }
    /// Rows of `0` and `1`, the first at the top, separated by line breaks.
    pub fn bitmap(rows: &str, pixel_size: f64) -> Answer<Self> {
        check_room("rows", rows.len(), size_of::<[f64; 8]>())?;
        let rows: Vec<&str> = rows.split('\n').collect();
        Ok(Self::of(Plane::Bitmap(Bitmap::new(&rows, pixel_size)?)))
    }
}
