//! `PlacedShapes`: shapes at poses, of which pairs are asked by index. The questions are in
//! `placed_shapes_ask.rs`.

mod ask;

use std::sync::Arc;

use clearance::pair::{PlacedColumn, Poses as _};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::batch::{Side, count};
use super::pose::Native as NativePose;
use super::poses::Poses;
use super::shape::many::{Column, Shapes};
use super::{Kind, Vector, arguments};
use crate::errors::{Raised, raise};
use crate::indices::Below;
use crate::read;
use crate::shared::Shared;
use crate::threads;

/// Placed shapes of the library.
pub type Native = PlacedColumn<Vector>;

/// Shapes at poses, of which pairs are asked by index: those that a broad phase, a neighbour search or a
/// simulation has found. Each answer is that of the single question, to the last bit.
///
/// ``shapes`` is one shape for all poses, ``Shapes``, or a list of shapes, each of which may be placed.
/// ``poses`` is an array with a row for each, a ``Pose`` for all, or ``None``, as in ``intersects_many``.
/// Shape i is at pose i, unless ``shape`` says for each pose which of the shapes it has: an array of indices,
/// shape (n,). All questions use as many ``threads``; ``None`` means one for each core. Other threads can use
/// the interpreter meanwhile.
///
/// Indices are arrays or lists of integers of any size, from 0 to n - 1. A negative one is an error; it does
/// not count from the end. What the tests need of a shape is computed once, here and in ``set_poses``, and
/// not once more for each pair: against ``intersects_many`` with ``poses[i], poses[j]``, no rows are copied,
/// and boxes, balls and triangles are asked eight pairs at a time.
///
/// >>> from clearance import d2
/// >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (1.5, 0.0), (4.0, 0.0)])
/// >>> pairs = [(0, 1), (1, 2), (0, 2)]
/// >>> placed.intersects(pairs)
/// array([ True, False, False])
/// >>> placed.set_poses([(3.0, 0.0)], [2])
/// >>> placed.intersects(pairs)
/// array([ True,  True, False])
#[pyclass(frozen)]
pub struct PlacedShapes {
    pub shared: Shared<Native>,
    pub count: usize,
    pub threads: usize,
}

/// Where shapes are: as they were given, or at poses beside them.
enum Stands<'py> {
    Own(Vec<NativePose>),
    Given(Poses<'py>),
}

impl Stands<'_> {
    fn count(&self) -> Option<usize> {
        match self {
            Self::Own(poses) => Some(poses.len()),
            Self::Given(poses) => poses.count(),
        }
    }
    fn all(&self, count: usize) -> Vec<NativePose> {
        match self {
            Self::Own(poses) => poses.clone(),
            Self::Given(poses) => {
                let native = poses.native();
                (0..count).map(|i| native.pose(i)).collect()
            }
        }
    }
}

/// Shapes that may have poses of their own, and poses for them.
fn read<'py>(
    shapes: &Bound<'py, PyAny>,
    poses: Option<&Bound<'py, PyAny>>,
    has_indices: bool,
) -> PyResult<(Column, Stands<'py>)> {
    if !(shapes.is_instance_of::<PyList>() || shapes.is_instance_of::<PyTuple>()) {
        let side = Side::read(["shapes", "poses"], shapes, poses)?;
        return Ok((side.shapes, Stands::Given(side.poses)));
    }
    let all = arguments::shapes_and_poses(shapes, "shapes")?;
    let (list, own): (Vec<Arc<Kind>>, Vec<_>) = all.into_iter().map(|one| (one.shape, one.pose)).unzip();
    let column = Column::Many(Py::new(shapes.py(), Shapes::of(list))?);
    if poses.is_none() && !has_indices {
        return Ok((column, Stands::Own(own)));
    }
    if let Some(i) = own.iter().position(|pose| *pose != NativePose::IDENTITY) {
        let message = "the shape has a pose, and poses are given beside it";
        return Err(raise(Raised::argument("shapes", message).at(i)));
    }
    let poses = poses.map(|poses| Poses::read(poses, "poses")).transpose()?;
    Ok((
        column,
        Stands::Given(poses.unwrap_or(Poses::One(NativePose::IDENTITY))),
    ))
}

/// For each of `count` poses the index of its shape.
fn numbers(shapes: &Column, given: Option<Vec<u32>>, count: usize) -> PyResult<Vec<u32>> {
    let too_many = |_| raise(Raised::argument("poses", "must be fewer than 2^32"));
    match given {
        Some(indices) => Ok(indices),
        None if shapes.count().is_none() => Ok(vec![0; count]),
        None => Ok((0..u32::try_from(count).map_err(too_many)?).collect()),
    }
}

#[pymethods]
impl PlacedShapes {
    #[new]
    #[pyo3(signature = (shapes, poses=None, *, shape=None, threads=1))]
    fn new(
        py: Python<'_>,
        shapes: &Bound<'_, PyAny>,
        poses: Option<&Bound<'_, PyAny>>,
        shape: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
    ) -> PyResult<Self> {
        let threads = threads::number(threads)?;
        let (shapes, stands) = read(shapes, poses, shape.is_some())?;
        let below = Below {
            count: shapes.native().shapes().len(),
        };
        let shape = shape.map(|given| below.list(given, "shape")).transpose()?;
        let own_count = if shape.is_none() { shapes.count() } else { None };
        let count = count(&[
            ("shapes", own_count),
            ("shape", shape.as_ref().map(Vec::len)),
            ("poses", stands.count()),
        ])?;
        let (numbers, poses) = (numbers(&shapes, shape, count)?, stands.all(count));
        let column = Arc::clone(shapes.native());
        let native = py.detach(|| Native::new(column, numbers.into_iter().zip(poses).collect()));
        Ok(Self {
            shared: Shared::new("placed", native.map_err(raise)?),
            count,
            threads,
        })
    }
    /// Moves all shapes, or those of ``indices``: ``poses`` has a row for each, or is one ``Pose`` for all of
    /// them.
    ///
    /// Raises ``InvalidPose`` or ``InvalidArgument`` with the index of the first wrong entry; then nothing
    /// has moved. Of an index that is there twice, the last pose counts.
    ///
    /// >>> from clearance import d2
    /// >>> placed = d2.PlacedShapes([d2.Circle(1.0), d2.Box((1.0, 1.0))])
    /// >>> placed.set_poses([(0.0, 0.0), (5.0, 0.0)])
    /// >>> placed.distance([(0, 1)])
    /// array([3.])
    #[pyo3(signature = (poses, indices=None))]
    fn set_poses(
        &self,
        py: Python<'_>,
        poses: &Bound<'_, PyAny>,
        indices: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let below = Below { count: self.count };
        let indices = indices.map(|given| below.list(given, "indices")).transpose()?;
        let moved = indices.as_ref().map_or(self.count, Vec::len);
        let poses = Poses::read(poses, "poses")?;
        if poses.count().is_some_and(|rows| rows != moved) {
            let message = format_args!("must be a Pose, or an array of {moved} rows, one for each shape");
            return Err(raise(Raised::argument("poses", message)));
        }
        let native = poses.native();
        let index = |i: usize| indices.as_ref().map_or(i as u32, |indices| indices[i]);
        let set = self.shared.change(py, |column| {
            (0..moved).try_for_each(|i| column.set_pose(index(i), native.pose(i)))
        })?;
        set.map_err(raise)
    }
    fn __len__(&self) -> usize {
        self.count
    }
    fn __repr__(&self) -> String {
        format!("<{} placed shapes>", self.count)
    }
}
