//! Terrain: a height field.

use alloc::vec::Vec;

use super::error::InvalidShape;
use crate::math::Vector3;

/// A height field.
#[derive(Clone, Debug)]
pub struct Terrain<V: Vector3> {
    heights: Vec<V::Scalar>,
    spacing: [V::Scalar; 2],
}

impl<V: Vector3> Terrain<V> {
    /// `heights[i][j]` is Y at `x = j * spacing[0]`, `z = i * spacing[1]`.
    pub fn new(heights: &[Vec<V::Scalar>], spacing: [V::Scalar; 2]) -> Result<Self, InvalidShape> {
        Ok(Self {
            heights: heights.concat(),
            spacing,
        })
    }
    /// Heights, row by row.
    pub fn heights(&self) -> &[V::Scalar] {
        &self.heights
    }
    /// Distance between columns (x) and rows (z).
    pub fn spacing(&self) -> [V::Scalar; 2] {
        self.spacing
    }
}
