//! What a `Pose` does in both dimensions alike.

use clearance::math::{InvalidPose, Vector as _};
use numpy::PyArray2;
use pyo3::prelude::*;

use super::batch::vectors;
use super::pose::{Native, Pose};
use super::{Coordinates, DIMENSION, Vector};
use crate::arrays::{rows, shaped, vector};
use crate::errors::raise;

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
    /// Many points given in the shape's own frame, in world coordinates: both of shape (n, dimension).
    fn points(&self, py: Python<'_>, points: &Bound<'_, PyAny>) -> PyResult<Py<PyArray2<f64>>> {
        let (frame, points) = (self.native.frame(), rows::<DIMENSION>(points, "points")?);
        vectors(
            py,
            points
                .into_iter()
                .map(|point| frame.point(Vector::from_array(point))),
        )
    }
    /// The matrix that maps a point of the shape's own frame, with a 1 below it, to the world: a rotation
    /// times the scale, and the position. ``from_matrix`` is the way back.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Pose((5.0, 6.0), scale=2.0).matrix()
    /// array([[2., 0., 5.],
    ///        [0., 2., 6.],
    ///        [0., 0., 1.]])
    fn matrix(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        const SIDE: usize = DIMENSION + 1;
        let frame = self.native.frame();
        let unit = |k: usize| Vector::from_fn(|i| f64::from(i == k));
        let mut matrix = vec![0.0; SIDE * SIDE];
        for k in 0..DIMENSION {
            let column = frame.direction(unit(k)) * self.native.scale();
            (0..DIMENSION).for_each(|i| matrix[i * SIDE + k] = column.to_array()[i]);
        }
        for (i, number) in self.native.position().to_array().into_iter().enumerate() {
            matrix[i * SIDE + DIMENSION] = number;
        }
        matrix[SIDE * SIDE - 1] = 1.0;
        shaped(py, matrix, [SIDE, SIDE])
    }
    /// The pose that undoes this one: ``pose.inverse() @ pose`` is no motion, up to rounding.
    ///
    /// Raises ``InvalidPose`` where its numbers would be too large.
    fn inverse(&self) -> PyResult<Self> {
        let native = self.native;
        let there = native.frame().local_point(Vector::ZERO);
        let inverse = Native::at(there).and_then(|pose| pose.turned(Self::turned_back(&native)));
        let inverse = inverse.and_then(|pose| pose.scaled(1.0 / native.scale()));
        inverse.map(Self::of_native).map_err(raise)
    }
    /// First the other pose, then this one, as matrices are multiplied: where a part is whose pose is given
    /// in the frame of this one. The numbers are rounded; ``Compound`` keeps the poses of its parts as they
    /// are.
    ///
    /// Raises ``InvalidPose`` where its numbers would be too large.
    ///
    /// >>> from clearance import d2
    /// >>> arm, hand = d2.Pose((1.0, 0.0), scale=2.0), d2.Pose((3.0, 0.0))
    /// >>> (arm @ hand).position, (arm @ hand).scale
    /// ((7.0, 0.0), 2.0)
    fn __matmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let (outer, inner) = (self.native, other.get().native);
        let both = Native::at(outer.frame().point(inner.position()));
        let both = both.and_then(|pose| pose.turned(Self::turned_twice(&outer, &inner)));
        let both = both.and_then(|pose| pose.scaled(outer.scale() * inner.scale()));
        let pose = both.map(Self::of_native).map_err(raise)?;
        Ok(pose.into_pyobject(py)?.into_any().unbind())
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
