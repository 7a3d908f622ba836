//! Batches: pair i is shape a[i] at its pose and shape b[i] at its pose. They run on any number of threads.

pub mod contacts;

use std::ops::Range;

use clearance::pair::{self, Poses as _, QueryError};
use clearance::{Clearance, Placed, Relation};
use numpy::{Element, PyArray1, PyArray2};
use pyo3::prelude::*;

use super::placed::ShapeAndPose;
use super::pose::Native;
use super::poses::{NativePoses, Poses};
use super::shape::many::{Column, Shapes};
use super::{DIMENSION, Vector};
use crate::answers::{classes, code};
use crate::arrays::shaped;
use crate::errors::{Raised, raise, raise_at};
use crate::read;
use crate::signals::StopCheck;
use crate::threads::Threads;

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(intersects_many, module)?)?;
    module.add_function(wrap_pyfunction!(relation_many, module)?)?;
    module.add_function(wrap_pyfunction!(distance_many, module)?)?;
    module.add_function(wrap_pyfunction!(clearance_many, module)?)
}

/// One side of a batch.
pub struct Side<'py> {
    pub shapes: Column,
    pub poses: Poses<'py>,
}

impl<'py> Side<'py> {
    pub fn read(
        [shape_field, field]: [&str; 2],
        shapes: &Bound<'py, PyAny>,
        poses: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let given = poses.map(|poses| Poses::read(poses, field)).transpose()?;
        if let Ok(shapes) = shapes.cast::<Shapes>() {
            return Ok(Self {
                shapes: Column::Many(shapes.clone().unbind()),
                poses: given.unwrap_or(Poses::One(Native::IDENTITY)),
            });
        }
        let given_shape = ShapeAndPose::read(shapes, shape_field)?;
        if given.is_some() && given_shape.pose != Native::IDENTITY {
            return Err(raise(Raised::argument(field, "the shape already has a pose")));
        }
        Ok(Self {
            shapes: Column::one(given_shape.shape),
            poses: given.unwrap_or(Poses::One(given_shape.pose)),
        })
    }
}

/// Both sides of a batch.
pub fn sides<'py>(
    [a, b]: [&Bound<'py, PyAny>; 2],
    [poses_a, poses_b]: [Option<&Bound<'py, PyAny>>; 2],
) -> PyResult<[Side<'py>; 2]> {
    Ok([
        Side::read(["a", "poses_a"], a, poses_a)?,
        Side::read(["b", "poses_b"], b, poses_b)?,
    ])
}

/// A side as numbers, which can be read without the interpreter.
pub type Numbers<'a> = pair::Side<'a, Vector, NativePoses<'a>>;
/// The number of pairs asked for yes or no between two checks for signals. Most are decided in a few SIMD
/// operations, so checking after each would dominate.
pub const PAIRS_PER_CHECK: usize = 256;
/// The same for distances: between large shapes they take longer.
const DISTANCES_PER_CHECK: usize = 64;
/// The answers of some pairs in a row, or the first error with its index.
pub type Piece<R, E = QueryError> = Result<Vec<R>, (usize, E)>;

/// The number of pairs; each list has one entry for each.
pub fn count(lists: &[(&str, Option<usize>)]) -> PyResult<usize> {
    let mut counts = lists
        .iter()
        .filter_map(|(field, count)| count.map(|count| (field, count)));
    let Some((first, count)) = counts.next() else {
        return Ok(1);
    };
    match counts.find(|(_, other)| *other != count) {
        None => Ok(count),
        Some((field, other)) => {
            let message = format_args!("has {other} entries, {first} has {count}");
            Err(raise(Raised::argument(field, message)))
        }
    }
}

/// Asks about all pairs, a range at a time. The first error names its index. `also` are further lists with an
/// entry for each pair.
pub fn ask<R: Send>(
    py: Python<'_>,
    [a, b]: &[Side<'_>; 2],
    also: &[(&str, Option<usize>)],
    threads: Option<usize>,
    piece: impl Fn([Numbers<'_>; 2], Range<usize>, &StopCheck<'_>) -> Piece<R> + Sync + Send,
) -> PyResult<Vec<R>> {
    let sides = [
        ("a", a.shapes.count()),
        ("poses_a", a.poses.count()),
        ("b", b.shapes.count()),
        ("poses_b", b.poses.count()),
    ];
    let count = count(&[&sides, also].concat())?;
    let (poses_a, poses_b) = (&a.poses.native(), &b.poses.native());
    let (shapes_a, shapes_b) = (a.shapes.native(), b.shapes.native());
    pieces(py, count, threads, |range, stop| {
        let side = |shapes, poses| pair::Side { shapes, poses };
        piece([side(shapes_a, poses_a), side(shapes_b, poses_b)], range, stop)
    })
}

/// Asks about each pair that the balls do not decide; `known` is what they decide. The question is told the
/// number of the pair.
pub fn one_by_one<R>(
    [a, b]: [Numbers<'_>; 2],
    range: Range<usize>,
    stop: &StopCheck<'_>,
    known: impl Fn(bool) -> Option<R>,
    question: impl Fn(usize, Placed<'_, Vector>, Placed<'_, Vector>) -> Result<R, QueryError>,
) -> Piece<R> {
    let one = |i: usize| {
        if let Some(answer) = a.balls(i).meet(&b.balls(i)).and_then(&known) {
            return Ok(answer);
        }
        let (pose_a, pose_b) = (a.poses.pose(i), b.poses.pose(i));
        let placed_a = Placed::new(a.shapes.get(i).as_ref(), &pose_a);
        let placed_b = Placed::new(b.shapes.get(i).as_ref(), &pose_b);
        question(i, placed_a, placed_b).map_err(|error| (i, error))
    };
    range.take_while(|_| !stop.must_stop()).map(one).collect()
}

/// Answers 0, 1, 2, … on this many threads.
pub fn each<R: Send>(
    py: Python<'_>,
    count: usize,
    threads: Option<usize>,
    question: impl Fn(usize) -> Result<R, QueryError> + Sync + Send,
) -> PyResult<Vec<R>> {
    let numbered = |i: usize| question(i).map_err(|error| (i, error));
    pieces(py, count, threads, |range, stop| {
        range.take_while(|_| !stop.must_stop()).map(numbered).collect()
    })
}

/// All pieces, one after the other; of several errors the first, whatever the number of threads.
pub fn pieces<R: Send, E: Into<Raised> + Send>(
    py: Python<'_>,
    count: usize,
    threads: Option<usize>,
    piece: impl Fn(Range<usize>, &StopCheck<'_>) -> Piece<R, E> + Sync + Send,
) -> PyResult<Vec<R>> {
    let pieces = Threads::of(py, threads)?.pieces(py, count, piece)?;
    let mut answers = Vec::with_capacity(count);
    for piece in pieces {
        answers.extend(piece.map_err(|(i, error)| raise_at(i)(error))?);
    }
    Ok(answers)
}

/// An array of shape (n,).
pub fn array<'py, T: Element>(py: Python<'py>, answers: Vec<T>) -> Py<PyArray1<T>> {
    PyArray1::from_vec(py, answers).unbind()
}

macro_rules! batch {
    ($(#[$doc:meta])* $name:ident, $answer:ty, $piece:expr) => {
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (a, b, poses_a=None, poses_b=None, *, threads=1))]
        fn $name(
            py: Python<'_>,
            a: &Bound<'_, PyAny>,
            b: &Bound<'_, PyAny>,
            poses_a: Option<&Bound<'_, PyAny>>,
            poses_b: Option<&Bound<'_, PyAny>>,
            #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
        ) -> PyResult<Py<PyArray1<$answer>>> {
            let sides = sides([a, b], [poses_a, poses_b])?;
            let answers = ask(py, &sides, &[], threads, $piece)?;
            Ok(array(py, answers))
        }
    };
}

batch!(
    /// Whether each pair has a point in common: an array of bool, shape (n,).
    ///
    /// ``a`` and ``b`` are ``Shapes``, or one shape for all pairs. ``poses_a`` and ``poses_b`` are arrays
    /// with a row for each pair (``x, y`` and optionally ``angle``, ``scale``; in space ``x, y, z`` and
    /// optionally ``qx, qy, qz, qw``, ``scale``), a ``Pose`` for all pairs, or ``None``. Other threads can
    /// use the interpreter meanwhile; ``threads=None`` uses every core.
    ///
    /// >>> from clearance import d2
    /// >>> import numpy as np
    /// >>> d2.intersects_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]))
    /// array([ True,  True, False])
    intersects_many, bool, |[a, b]: [Numbers<'_>; 2], range: Range<usize>, stop: &StopCheck<'_>| {
        let mut answers = vec![false; range.len()];
        for (k, answers) in answers.chunks_mut(PAIRS_PER_CHECK).enumerate() {
            if stop.must_stop() {
                break;
            }
            pair::intersects_many(a, b, range.start + k * PAIRS_PER_CHECK, answers);
        }
        Ok(answers)
    }
);
batch!(
    /// The relation of each pair: an array of uint8, shape (n,). ``RELATIONS[code]`` is the relation of a
    /// code.
    ///
    /// ``a`` and ``b`` are ``Shapes``, or one shape for all pairs. ``poses_a`` and ``poses_b`` are arrays
    /// with a row for each pair (``x, y`` and optionally ``angle``, ``scale``; in space ``x, y, z`` and
    /// optionally ``qx, qy, qz, qw``, ``scale``), a ``Pose`` for all pairs, or ``None``. Other threads can
    /// use the interpreter meanwhile; ``threads=None`` uses every core.
    ///
    /// >>> from clearance import RELATIONS, d2
    /// >>> codes = d2.relation_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=[[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])
    /// >>> [str(RELATIONS[code]) for code in codes]
    /// ['overlapping', 'touching', 'disjoint']
    relation_many, u8, |sides: [Numbers<'_>; 2], range: Range<usize>, stop: &StopCheck<'_>| {
        let apart = |meet: bool| (!meet).then(|| code(Relation::Disjoint));
        one_by_one(sides, range, stop, apart, |_, a, b| Ok(code(clearance::relation(a, b))))
    }
);
batch!(
    /// The distance of each pair, 0 if it meets: an array of float64, shape (n,).
    ///
    /// ``a`` and ``b`` are ``Shapes``, or one shape for all pairs. ``poses_a`` and ``poses_b`` are arrays
    /// with a row for each pair (``x, y`` and optionally ``angle``, ``scale``; in space ``x, y, z`` and
    /// optionally ``qx, qy, qz, qw``, ``scale``), a ``Pose`` for all pairs, or ``None``. Other threads can
    /// use the interpreter meanwhile; ``threads=None`` uses every core.
    ///
    /// >>> from clearance import d2
    /// >>> d2.distance_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=[[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])
    /// array([0., 0., 1.])
    distance_many, f64, |[a, b]: [Numbers<'_>; 2], range: Range<usize>, stop: &StopCheck<'_>| {
        let mut distances = vec![0.0; range.len()];
        for (k, distances) in distances.chunks_mut(DISTANCES_PER_CHECK).enumerate() {
            if stop.must_stop() {
                break;
            }
            pair::distance_many(a, b, range.start + k * DISTANCES_PER_CHECK, distances);
        }
        Ok(distances)
    }
);

/// The clearance of each pair: ``Clearances``, arrays of shapes (n,) and (n, dimension). Raises what
/// ``clearance`` raises, with the index.
///
/// ``a`` and ``b`` are ``Shapes``, or one shape for all pairs. ``poses_a`` and ``poses_b`` are arrays with a
/// row for each pair (``x, y`` and optionally ``angle``, ``scale``; in space ``x, y, z`` and optionally ``qx,
/// qy, qz, qw``, ``scale``), a ``Pose`` for all pairs, or ``None``. Other threads can use the interpreter
/// meanwhile; ``threads=None`` uses every core.
///
/// >>> from clearance import d2
/// >>> found = d2.clearance_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=[[1.5, 0.0], [2.0, 0.0], [0.0, 3.0]])
/// >>> found.distance
/// array([-0.5,  0. ,  1. ])
/// >>> found.normal
/// array([[1., 0.],
///        [1., 0.],
///        [0., 1.]])
#[pyfunction]
#[pyo3(signature = (a, b, poses_a=None, poses_b=None, *, threads=1))]
fn clearance_many(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    poses_a: Option<&Bound<'_, PyAny>>,
    poses_b: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let sides = sides([a, b], [poses_a, poses_b])?;
    let answers = ask(py, &sides, &[], threads, |sides, range, stop| {
        one_by_one(sides, range, stop, |_| None, |_, a, b| clearance::clearance(a, b))
    })?;
    clearances_to_python(py, &answers)
}

/// Clearances as arrays, a row for each.
pub fn clearances_to_python(py: Python<'_>, answers: &[Clearance<Vector>]) -> PyResult<Py<PyAny>> {
    let vectors = |of: fn(&Clearance<Vector>) -> Vector| vectors(py, answers.iter().map(of));
    let distances = array(py, answers.iter().map(|c| c.distance).collect());
    let exact = array(
        py,
        answers
            .iter()
            .map(|c| c.depth_kind == clearance::pair::DepthKind::Exact)
            .collect(),
    );
    let (normals, points_a, points_b) = (
        vectors(|c| c.normal)?,
        vectors(|c| c.point_a)?,
        vectors(|c| c.point_b)?,
    );
    classes(py)?
        .clearances
        .call1(py, (distances, normals, points_a, points_b, exact))
}

/// An array of shape (n, dimension).
pub fn vectors(py: Python<'_>, all: impl Iterator<Item = Vector>) -> PyResult<Py<PyArray2<f64>>> {
    let flat: Vec<f64> = all.flat_map(|vector| vector.to_array()).collect();
    let count = flat.len() / DIMENSION;
    shaped(py, flat, [count, DIMENSION])
}
