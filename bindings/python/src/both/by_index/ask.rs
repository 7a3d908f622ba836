//! The questions of `PlacedShapes`: arrays of indices in, arrays of answers out.

use clearance::Relation;
use clearance::cast::{Motion, Start};
use clearance::pair::{Manifold, NoSuchShape, QueryError};
use numpy::PyArray1;
use pyo3::prelude::*;

use super::super::Vector;
use super::super::ask::rays::{ray_hits_to_python, read_rays};
use super::super::batch::contacts::{manifolds_to_python, sweep_hits_to_python};
use super::super::batch::{PAIRS_PER_CHECK, array, clearances_to_python, count, pieces};
use super::super::motion::Motions;
use super::{Native, PlacedShapes};
use crate::answers::code;
use crate::errors::raise_at;
use crate::indices::Below;
use crate::read;

/// How many longer questions are asked between two checks for signals.
const FEW: usize = 8;
/// The same for relations and distances, of which many are known as soon as it is known which pairs meet.
const DECIDED_PER_CHECK: usize = 64;
/// What stands in the place of an answer until it is asked for.
const UNASKED: QueryError = QueryError::ZeroDirection;

impl PlacedShapes {
    fn below(&self) -> Below {
        Below { count: self.count }
    }
    fn pairs(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; 2]>> {
        self.below().rows(given, "pairs")
    }
    /// The answers to questions whose indices were checked; `at_a_time` are asked between two checks for
    /// signals.
    fn answers<Q: Sync, R: Clone + Send + Sync>(
        &self,
        py: Python<'_>,
        (questions, at_a_time): (&[Q], usize),
        unasked: R,
        ask: impl Fn(&Native, &[Q], &mut [R]) -> Result<(), NoSuchShape> + Sync + Send,
    ) -> PyResult<Vec<R>> {
        let column = self.shared.part(py)?;
        pieces(py, questions.len(), Some(self.threads), |range, stop| {
            let (first, mut answers) = (range.start, vec![unasked.clone(); range.len()]);
            let both = questions[range]
                .chunks(at_a_time)
                .zip(answers.chunks_mut(at_a_time));
            for (questions, answers) in both.take_while(|_| !stop.must_stop()) {
                ask(&column, questions, answers).map_err(|error| (first, error))?;
            }
            Ok(answers)
        })
    }
    /// The same for questions that may have no answer: the first such error names its index.
    fn all_answers<Q: Sync, R: Clone + Send + Sync>(
        &self,
        py: Python<'_>,
        questions: &[Q],
        ask: impl Fn(&Native, &[Q], &mut [Result<R, QueryError>]) -> Result<(), NoSuchShape> + Sync + Send,
    ) -> PyResult<Vec<R>> {
        let answers = self.answers(py, (questions, FEW), Err(UNASKED), ask)?;
        let one = |(i, answer): (usize, Result<R, QueryError>)| answer.map_err(raise_at(i));
        answers.into_iter().enumerate().map(one).collect()
    }
    /// A motion for each shape.
    fn motions(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<Motion<Vector>>> {
        match Motions::read(given, "motions")? {
            Motions::One(motion) => Ok(vec![motion; self.count]),
            Motions::Many(list) => {
                count(&[("placed", Some(self.count)), ("motions", Some(list.len()))])?;
                Ok(list)
            }
        }
    }
}

#[pymethods]
impl PlacedShapes {
    /// Whether the shapes of each pair meet, touching included: an array of bool, shape (m,).
    ///
    /// ``pairs`` has shape (m, 2): integers, the indices of two shapes.
    ///
    /// >>> from clearance import d3
    /// >>> import numpy as np
    /// >>> placed = d3.PlacedShapes(d3.Box((1.0, 1.0, 1.0)), np.eye(3) * 2.5)
    /// >>> placed.intersects(np.array([[0, 1], [1, 1]]))
    /// array([False,  True])
    fn intersects(&self, py: Python<'_>, pairs: &Bound<'_, PyAny>) -> PyResult<Py<PyArray1<bool>>> {
        let pairs = self.pairs(pairs)?;
        let meet = self.answers(py, (&pairs, PAIRS_PER_CHECK), false, Native::intersects)?;
        Ok(array(py, meet))
    }
    /// The relation of each pair: an array of uint8, shape (m,). ``RELATIONS[code]`` is the relation of a
    /// code.
    ///
    /// >>> from clearance import RELATIONS, d2
    /// >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)])
    /// >>> [str(RELATIONS[code]) for code in placed.relation([(0, 1), (0, 2)])]
    /// ['overlapping', 'touching']
    fn relation(&self, py: Python<'_>, pairs: &Bound<'_, PyAny>) -> PyResult<Py<PyArray1<u8>>> {
        let pairs = self.pairs(pairs)?;
        let found = self.answers(
            py,
            (&pairs, DECIDED_PER_CHECK),
            Relation::Disjoint,
            Native::relation,
        )?;
        Ok(array(py, found.into_iter().map(code).collect()))
    }
    /// The distance of each pair, 0 if it meets: an array of float64, shape (m,).
    ///
    /// >>> from clearance import d2
    /// >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (1.0, 0.0), (5.0, 0.0)])
    /// >>> placed.distance([(0, 1), (0, 2)])
    /// array([0., 3.])
    fn distance(&self, py: Python<'_>, pairs: &Bound<'_, PyAny>) -> PyResult<Py<PyArray1<f64>>> {
        let pairs = self.pairs(pairs)?;
        let distances = self.answers(py, (&pairs, DECIDED_PER_CHECK), 0.0, Native::distance)?;
        Ok(array(py, distances))
    }
    /// The clearance of each pair: ``Clearances``, as ``clearance_many`` returns them. Raises what
    /// ``clearance`` raises, with the index of the pair.
    ///
    /// >>> from clearance import d2
    /// >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (1.5, 0.0), (0.0, 3.0)])
    /// >>> placed.clearance([(0, 1), (0, 2)]).distance
    /// array([-0.5,  1. ])
    fn clearance(&self, py: Python<'_>, pairs: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let pairs = self.pairs(pairs)?;
        clearances_to_python(py, &self.all_answers(py, &pairs, Native::clearance)?)
    }
    /// The manifold of each pair, with contacts up to ``margin`` apart: ``Manifolds``, as ``manifold_many``
    /// returns them. Raises what ``manifold`` raises, with the index of the pair.
    ///
    /// >>> from clearance import d2
    /// >>> placed = d2.PlacedShapes(d2.Box((1.0, 1.0)), [(0.0, 0.0), (0.5, 2.0), (9.0, 0.0)])
    /// >>> found = placed.manifold([(0, 1), (0, 2)])
    /// >>> found.start, found.clearance
    /// (array([0, 2, 2]), array([0., 0.]))
    #[pyo3(signature = (pairs, margin=0.0))]
    fn manifold(
        &self,
        py: Python<'_>,
        pairs: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::margin)] margin: f64,
    ) -> PyResult<Py<PyAny>> {
        let pairs = self.pairs(pairs)?;
        let found: Vec<Manifold<Vector>> = self.all_answers(py, &pairs, |column, pairs, answers| {
            column.manifold(pairs, margin, answers)
        })?;
        manifolds_to_python(py, &found)
    }
    /// Where each of m rays first meets the shape of its index: ``RayHits``, as ``ray_many`` returns them.
    ///
    /// ``indices`` has shape (m,), ``origins`` and ``directions`` have shape (m, dimension). ``max_time`` and
    /// what is raised are as in ``ray``, with the index of the ray.
    ///
    /// >>> from clearance import d2
    /// >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (4.0, 0.0)])
    /// >>> placed.ray([0, 1], [(-3.0, 0.0), (-3.0, 0.0)], [(1.0, 0.0), (1.0, 0.0)]).time
    /// array([2., 6.])
    #[pyo3(signature = (indices, origins, directions, max_time=None))]
    fn ray(
        &self,
        py: Python<'_>,
        indices: &Bound<'_, PyAny>,
        origins: &Bound<'_, PyAny>,
        directions: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
    ) -> PyResult<Py<PyAny>> {
        let indices = self.below().list(indices, "indices")?;
        let rays = read_rays(origins, directions, max_time)?;
        count(&[("indices", Some(indices.len())), ("origins", Some(rays.len()))])?;
        let rays: Vec<_> = indices.into_iter().zip(rays).collect();
        ray_hits_to_python(py, &self.all_answers(py, &rays, Native::ray)?, None)
    }
    /// When the shapes of each pair first meet while they move, from time 0 to 1: ``SweepHits``, as
    /// ``sweep_many`` returns them. The time is infinite for a pair that does not meet.
    ///
    /// ``motions`` has a row for each shape, not for each pair, or is a ``Motion`` for all. ``release`` is as
    /// in ``sweep``. Raises what ``sweep`` raises, with the index of the pair.
    ///
    /// >>> from clearance import d2
    /// >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (6.0, 0.0), (0.0, 6.0)])
    /// >>> placed.sweep([(0, 1), (0, 2)], [(8.0, 0.0), (0.0, 0.0), (0.0, 0.0)]).time
    /// array([0.5, inf])
    #[pyo3(
        signature = (pairs, motions, *, release=Start::Touching),
        text_signature = "($self, pairs, motions, *, release=False)"
    )]
    fn sweep(
        &self,
        py: Python<'_>,
        pairs: &Bound<'_, PyAny>,
        motions: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::release)] release: Start,
    ) -> PyResult<Py<PyAny>> {
        let (pairs, motions) = (self.pairs(pairs)?, self.motions(motions)?);
        let found = self.all_answers(py, &pairs, |column, pairs, answers| {
            column.sweep(pairs, &motions, release, answers)
        })?;
        sweep_hits_to_python(py, &found, None)
    }
}
