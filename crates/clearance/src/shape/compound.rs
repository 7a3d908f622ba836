//! Compound: several shapes placed together.

use alloc::vec::Vec;

use super::any::ShapeSpace;
use super::error::{Fault, InvalidShape};
use crate::math::Pose;

/// One shape of a compound and where it stands in the compound's frame.
#[derive(Clone, Debug)]
pub struct Part<V: ShapeSpace> {
    /// The shape.
    pub shape: V::Shape,
    /// Its pose in the compound's frame.
    pub pose: Pose<V>,
}

/// Several shapes placed together; their union.
#[derive(Clone, Debug)]
pub struct Compound<V: ShapeSpace> {
    parts: Vec<Part<V>>,
}

impl<V: ShapeSpace> Compound<V> {
    /// At least one shape.
    pub fn new(parts: Vec<(V::Shape, Pose<V>)>) -> Result<Self, InvalidShape> {
        if parts.is_empty() {
            return Err(InvalidShape::new("parts", Fault::TooFew { least: 1, got: 0 }));
        }
        Ok(Self {
            parts: parts
                .into_iter()
                .map(|(shape, pose)| Part { shape, pose })
                .collect(),
        })
    }
    /// The parts in the order given.
    pub fn parts(&self) -> &[Part<V>] {
        &self.parts
    }
}
