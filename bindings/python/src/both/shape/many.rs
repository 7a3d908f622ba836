//! `Shapes`: many shapes in native memory, for batches.

use std::ops::Range;
use std::sync::Arc;

pub use clearance::pair::Column as Native;
use clearance::shape::InvalidShape;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use super::super::arguments;
use super::super::placed::ShapeAndPose;
use super::super::{DIMENSION, Kind, Vector};
use crate::arrays::{list, rows, tables};
use crate::errors::{Raised, raise, raise_at};
use crate::numbers::Name;
use crate::signals::StopCheck;
use crate::threads::Threads;

/// A list of shapes in native memory, for batches: from any iterable of shapes, all at the origin.
///
/// >>> from clearance import d2
/// >>> shapes = d2.Shapes([d2.Circle(1.0), d2.Box((1.0, 2.0))])
/// >>> len(shapes), shapes[1]
/// (2, Box((1.0, 2.0)))
#[pyclass(frozen, sequence)]
pub struct Shapes {
    pub column: Arc<Native<Vector>>,
}

impl Shapes {
    /// Each shape as an instance of the class of its kind.
    fn wrapped(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let wrap = |shape: &Arc<Kind>| super::kinds::wrap(py, Arc::clone(shape));
        self.column.shapes().iter().map(wrap).collect()
    }
    /// Makes `count` shapes on all cores.
    pub fn made(
        py: Python<'_>,
        count: usize,
        make: impl Fn(usize) -> Result<Kind, InvalidShape> + Sync + Send,
    ) -> PyResult<Self> {
        let piece = |range: Range<usize>, stop: &StopCheck<'_>| -> Result<Vec<_>, _> {
            let one = |i| make(i).map(Arc::new).map_err(|error| (i, error));
            range.take_while(|_| !stop.must_stop()).map(one).collect()
        };
        let mut all = Vec::with_capacity(count);
        for piece in Threads::of(py, None)?.pieces(py, count, piece)? {
            all.extend(piece.map_err(|(i, error)| raise_at(i)(error))?);
        }
        Ok(Self::of(all))
    }
    pub fn of(list: Vec<Arc<Kind>>) -> Self {
        let column = Arc::new(Native::new(list));
        Self { column }
    }
}

#[pymethods]
impl Shapes {
    #[new]
    fn new(shapes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let own = |(i, given): (usize, PyResult<Bound<'_, PyAny>>)| {
            let stand = ShapeAndPose::read(&given?, Name::from("shapes").at(i))?;
            if stand.pose != super::super::pose::Native::IDENTITY {
                let message = "the shape has a pose: give poses to the call, beside the shapes";
                return Err(raise(Raised::argument("shapes", message).at(i)));
            }
            Ok(stand.shape)
        };
        let list = arguments::each(shapes, "shapes")?.enumerate().map(own);
        list.collect::<PyResult<_>>().map(Self::of)
    }
    /// One convex hull for each of n lists of k points: ``vertices`` has shape (n, k, dimension).
    ///
    /// Raises ``InvalidShape`` with the index of the first invalid one.
    ///
    /// >>> from clearance import d2
    /// >>> import numpy as np
    /// >>> len(d2.Shapes.convex(np.random.default_rng(1).random((1000, 8, 2))))
    /// 1000
    #[staticmethod]
    fn convex(py: Python<'_>, vertices: &Bound<'_, PyAny>) -> PyResult<Self> {
        let vertices = tables::<DIMENSION>(vertices, "vertices")?;
        let view = vertices.view();
        let (count, corners, _) = view.dim();
        Self::made(py, count, |i| {
            let corner = |j| Vector::from_array(std::array::from_fn(|k| view[[i, j, k]]));
            let vertices: Vec<Vector> = (0..corners).map(corner).collect();
            Kind::convex(&vertices)
        })
    }
    /// One box for each row of half extents, shape (n, dimension).
    ///
    /// >>> from clearance import d2
    /// >>> d2.Shapes.boxes([(1.0, 2.0), (3.0, 4.0)])[1]
    /// Box((3.0, 4.0))
    #[staticmethod]
    fn boxes(py: Python<'_>, half_extents: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = rows::<DIMENSION>(half_extents, "half_extents")?;
        Self::made(py, rows.len(), |i| Kind::cuboid(Vector::from_array(rows[i])))
    }
    #[staticmethod]
    /// One round shape for each radius, shape (n,): circles in the plane, spheres in space.
    ///
    /// >>> from clearance import d2
    /// >>> d2.Shapes.balls([1.0, 2.0])[1]
    /// Circle(2.0)
    fn balls(py: Python<'_>, radii: &Bound<'_, PyAny>) -> PyResult<Self> {
        let radii = list(radii, "radii")?;
        Self::made(py, radii.len(), |i| super::kinds::ball(radii[i]))
    }
    fn __len__(&self) -> usize {
        self.column.shapes().len()
    }
    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<PyAny>> {
        let count = self.column.shapes().len() as isize;
        let place = if index < 0 { index + count } else { index };
        let shape = usize::try_from(place)
            .ok()
            .and_then(|place| self.column.shapes().get(place));
        match shape {
            Some(shape) => super::kinds::wrap(py, Arc::clone(shape)),
            None => Err(PyIndexError::new_err(format!(
                "{index} is not one of {count} shapes"
            ))),
        }
    }
    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyIterator>> {
        let list = PyList::new(py, self.wrapped(py)?)?;
        Ok(list.try_iter()?.unbind())
    }
    fn __repr__(&self) -> String {
        format!("<{} shapes>", self.column.shapes().len())
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyList>,))> {
        let (py, shapes) = (slf.py(), slf.get());
        let each = PyList::new(py, shapes.wrapped(py)?)?;
        Ok((slf.get_type().into_any(), (each,)))
    }
}

/// Shapes of a batch: one for all pairs, or one for each.
pub enum Column {
    One(Arc<Native<Vector>>),
    Many(Py<Shapes>),
}

impl Column {
    /// One shape for all pairs.
    pub fn one(shape: Arc<Kind>) -> Self {
        Self::One(Arc::new(Native::new(vec![shape])))
    }
    pub fn native(&self) -> &Arc<Native<Vector>> {
        match self {
            Self::One(column) => column,
            Self::Many(shapes) => &shapes.get().column,
        }
    }
    /// The number of shapes; `None` if there is one for all pairs.
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::One(_) => None,
            Self::Many(shapes) => Some(shapes.get().column.shapes().len()),
        }
    }
}
