//! What a `Pose` does in both dimensions alike.

use clearance::math::InvalidPose;
use pyo3::prelude::*;

use super::pose::{Native, Pose};
use super::{Coordinates, Vector};
use crate::arrays::vector;

impl Pose {
    /// The pose of a shape that is not placed.
    pub fn identity() -> Self {
        Self::of_native(Native::IDENTITY)
    }
    /// From a row of an array.
    #[inline(always)]
    pub fn of_row(row: &[f64]) -> Result<Native, InvalidPose> {
        Self::unturned(row)?.turned(Self::turn(row))
    }
    /// From the library.
    pub fn of_native(native: Native) -> Self {
        Self { native }
    }
    /// Its arguments as they are printed behind `.at`.
    pub fn arguments(&self) -> String {
        let mut text = format!("{:?}", self.position()) + &self.turn_argument();
        if self.native.scale() != 1.0 {
            text += &format!(", scale={:?}", self.native.scale());
        }
        text
    }
}

#[pymethods]
impl Pose {
    #[doc = in_this_dimension!(
        "Where the shape's own origin is, ``(x, y)``.",
        "Where the shape's own origin is, ``(x, y, z)``."
    )]
    #[getter]
    pub fn position(&self) -> Coordinates {
        self.native.position().into()
    }
    /// The scale of the shape; 1 by default.
    #[getter]
    pub fn scale(&self) -> f64 {
        self.native.scale()
    }
    /// A point given in the shape's own frame, in world coordinates.
    fn point(&self, point: &Bound<'_, PyAny>) -> PyResult<Coordinates> {
        let point = Vector::from_array(vector(point, "point")?);
        Ok(self.native.frame().point(point).into())
    }
    fn __repr__(&self) -> String {
        format!("Pose({})", self.arguments())
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().native == self.native)
    }
    fn __hash__(&self) -> u64 {
        let (row, scale) = (Self::row(&self.native), self.native.scale());
        row.iter().chain([&scale]).fold(0, |hash: u64, number| {
            hash.rotate_left(7) ^ (number + 0.0).to_bits()
        })
    }
}
