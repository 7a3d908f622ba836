//! `Mask`: pixels.

use clearance::glam::DVec2;
use clearance::picture::Mask as Pixels;
use clearance::shape::{Bitmap, Shape2 as Plane};
use wasm_bindgen::prelude::*;

use crate::error::{Answer, number};
use crate::exchange::space::read_pose;
use crate::exchange::{self, Writer};
use crate::shape::{Shape2, check_room};

/// Filled and empty pixels on a grid.
#[wasm_bindgen]
pub struct Mask(Pixels);

/// A shift in whole pixels, limited to a distance beyond all masks.
fn offset(x: f64, y: f64) -> [i64; 2] {
    [x, y].map(|x| x as i64)
}

#[wasm_bindgen]
impl Mask {
    #[wasm_bindgen(constructor)]
    pub fn new(width: f64, height: f64) -> Answer<Self> {
        let [width, height] = [width, height].map(|side| side as usize);
        check_room(
            "width",
            width.div_ceil(64).saturating_mul(height),
            size_of::<u64>(),
        )?;
        Ok(Self(Pixels::new(width, height)?))
    }
    /// Rows of `0` and `1`, the first at the top, separated by line breaks.
    #[wasm_bindgen(js_name = fromRows)]
    pub fn from_rows(rows: &str) -> Answer<Self> {
        let rows: Vec<&str> = rows.split('\n').collect();
        Ok(Self(Pixels::from_rows(&rows)?))
    }
    #[wasm_bindgen(js_name = fromAlpha)]
    pub fn from_alpha(alpha: &[u8], width: f64, threshold: u8) -> Answer<Self> {
        Ok(Self(Pixels::from_alpha(alpha, width as usize, threshold)?))
    }
    pub fn width(&self) -> usize {
        self.0.size()[0]
    }
    pub fn height(&self) -> usize {
        self.0.size()[1]
    }
    pub fn get(&self, x: f64, y: f64) -> bool {
        x >= 0.0 && y >= 0.0 && self.0.is_filled(x as usize, y as usize)
    }
    pub fn set(&mut self, x: f64, y: f64, filled: bool) {
        if x >= 0.0 && y >= 0.0 {
            self.0.set(x as usize, y as usize, filled);
        }
    }
    pub fn area(&self) -> f64 {
        self.0.area() as f64
    }
    /// The center of the filled pixels; empty if there are none.
    pub fn centroid(&self) -> Vec<f64> {
        self.0.centroid().map_or(Vec::new(), Vec::from)
    }
    pub fn overlaps(&self, other: &Self, x: f64, y: f64) -> bool {
        self.0.overlaps(&other.0, offset(x, y))
    }
    #[wasm_bindgen(js_name = overlapArea)]
    pub fn overlap_area(&self, other: &Self, x: f64, y: f64) -> f64 {
        self.0.overlap_area(&other.0, offset(x, y)) as f64
    }
    pub fn overlap(&self, other: &Self, x: f64, y: f64) -> Self {
        Self(self.0.overlap(&other.0, offset(x, y)))
    }
    #[wasm_bindgen(js_name = partingShift)]
    pub fn parting_shift(&self, other: &Self, x: f64, y: f64) -> Vec<f64> {
        let shift = self.0.parting_shift(&other.0, offset(x, y));
        shift.map(|x| x as f64).into()
    }
    /// The area in common, and its center if there is one, with the other mask at the pose of A.
    #[wasm_bindgen(js_name = turnedOverlap)]
    pub fn turned_overlap(&self, other: &Self) -> i32 {
        number(read_pose::<DVec2>(exchange::A, "pose").map(|pose| {
            let common = self.0.turned_overlap(&other.0, &pose);
            let mut writer = Writer::answer();
            writer.number(common.area);
            writer.vector(common.centroid.unwrap_or(DVec2::ZERO));
            i32::from(common.centroid.is_some())
        }))
    }
    /// For each ring: whether it is a hole, the number of corners, the corners.
    pub fn outlines(&self, tolerance: f64) -> Vec<f64> {
        let mut out = Vec::new();
        let mut ring = |corners: &[[f64; 2]], hole: bool| {
            out.extend([f64::from(u8::from(hole)), corners.len() as f64]);
            out.extend(corners.iter().flatten());
        };
        for outline in self.0.outlines(tolerance) {
            ring(&outline.outer, false);
            outline.holes.iter().for_each(|hole| ring(hole, true));
        }
        out
    }
    /// One byte a pixel, row by row from the top, as pictures are stored.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Answer<Vec<u8>> {
        let [width, height] = self.0.size();
        check_room("mask", width.saturating_mul(height), 1)?;
        let row = |y: usize| (0..width).map(move |x| u8::from(self.0.is_filled(x, y)));
        Ok((0..height).rev().flat_map(row).collect())
    }
    /// The filled pixels as a shape.
    #[wasm_bindgen(js_name = toShape)]
    pub fn to_shape(&self, pixel_size: f64) -> Answer<Shape2> {
        let bitmap = Bitmap::from_mask(self.0.clone(), pixel_size)?;
        Ok(Shape2::of(Plane::Bitmap(bitmap)))
    }
}
