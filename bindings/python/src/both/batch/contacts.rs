//! Batches whose answers have many numbers: manifolds and sweeps.

use clearance::cast::{self, Motion as NativeMotion, Start, SweepHit};
use clearance::pair::{Contact, Manifold};
use numpy::PyArray2;
use pyo3::prelude::*;

use super::super::Vector;
use super::super::ask::rays::row_starts;
use super::super::motion::Motions;
use super::{array, ask, one_by_one, sides, vectors};
use crate::answers::classes;
use crate::arrays::shaped;
use crate::read;

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(manifold_many, module)?)?;
    module.add_function(wrap_pyfunction!(sweep_many, module)?)
}

/// The manifold of each pair: ``Manifolds``. The contacts of pair i are those from ``start[i]`` to
/// ``start[i + 1]``, as in a sparse matrix (CSR).
///
/// ``a``, ``b``, the poses and the threads are as in ``clearance_many``; ``margin`` is as in ``manifold``.
/// Raises what ``manifold`` raises, with the index.
///
/// >>> from clearance import d2
/// >>> box = d2.Box((1.0, 1.0))
/// >>> found = d2.manifold_many(box, box, poses_b=[[0.5, 2.0], [9.0, 0.0], [1.5, 0.0]])
/// >>> found.start
/// array([0, 2, 2, 4])
/// >>> found.normal[[0, 2]].tolist(), found.clearance.tolist()
/// ([[0.0, 1.0], [1.0, 0.0]], [0.0, 0.0, -0.5, -0.5])
#[pyfunction]
#[pyo3(signature = (a, b, poses_a=None, poses_b=None, *, margin=0.0, threads=1))]
fn manifold_many(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    poses_a: Option<&Bound<'_, PyAny>>,
    poses_b: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = read::margin)] margin: f64,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let sides = sides([a, b], [poses_a, poses_b])?;
    let found = ask(py, &sides, &[], threads, |sides, range, stop| {
        one_by_one(
            sides,
            range,
            stop,
            |_| None,
            |_, a, b| clearance::manifold(a, b, margin),
        )
    })?;
    manifolds_to_python(py, &found)
}

/// When the shapes of each pair first meet while they move, from time 0 to 1: ``SweepHits``. The time is
/// infinite for a pair that does not meet.
///
/// ``a``, ``b``, the poses and the threads are as in ``clearance_many``. ``motions_a`` and ``motions_b`` are
/// a ``Motion`` for all pairs, ``None``, or an array with a row for each: how far the shape moves, and
/// optionally how far it turns about its position. ``release`` is as in ``sweep``. Raises what ``sweep``
/// raises, with the index.
///
/// >>> from clearance import d2
/// >>> bullet, wall = d2.Circle(0.125), d2.Box((0.125, 5.0)).at((8.0, 0.0))
/// >>> d2.sweep_many(bullet, wall, motions_a=[(31.0, 0.0), (5.0, 0.0), (62.0, 0.0)]).time
/// array([0.25 ,   inf, 0.125])
#[pyfunction]
#[pyo3(
    signature = (a, b, poses_a=None, poses_b=None, *, motions_a=None, motions_b=None, release=Start::Touching, threads=1),
    text_signature = "(a, b, poses_a=None, poses_b=None, *, motions_a=None, motions_b=None, release=False, threads=1)"
)]
#[allow(clippy::too_many_arguments)] // keywords
fn sweep_many(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    poses_a: Option<&Bound<'_, PyAny>>,
    poses_b: Option<&Bound<'_, PyAny>>,
    motions_a: Option<&Bound<'_, PyAny>>,
    motions_b: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = read::release)] release: Start,
    #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let sides = sides([a, b], [poses_a, poses_b])?;
    let (motions_a, motions_b) = (motions(motions_a, "motions_a")?, motions(motions_b, "motions_b")?);
    let also = [("motions_a", motions_a.count()), ("motions_b", motions_b.count())];
    let found = ask(py, &sides, &also, threads, |sides, range, stop| {
        one_by_one(
            sides,
            range,
            stop,
            |_| None,
            |i, a, b| cast::sweep(a, motions_a.get(i), b, motions_b.get(i), release),
        )
    })?;
    sweep_hits_to_python(py, &found, None)
}

fn motions(given: Option<&Bound<'_, PyAny>>, field: &str) -> PyResult<Motions> {
    given.map_or(Ok(Motions::One(NativeMotion::none())), |given| {
        Motions::read(given, field)
    })
}

/// Manifolds as arrays: a row for each, and a row for each contact.
pub fn manifolds_to_python(py: Python<'_>, manifolds: &[Manifold<Vector>]) -> PyResult<Py<PyAny>> {
    let start = array(
        py,
        row_starts(manifolds.iter().map(|manifold| manifold.contacts().len())),
    );
    let normals = vectors(py, manifolds.iter().map(|manifold| manifold.normal))?;
    let contacts: Vec<Contact<Vector>> = manifolds.iter().flat_map(|m| m.contacts()).copied().collect();
    let points_a = vectors(py, contacts.iter().map(|contact| contact.point_a))?;
    let points_b = vectors(py, contacts.iter().map(|contact| contact.point_b))?;
    let clearances = array(py, contacts.iter().map(|contact| contact.clearance).collect());
    let features = contacts
        .iter()
        .flat_map(|contact| [contact.feature.a, contact.feature.b]);
    let features: Py<PyArray2<_>> = shaped(py, features.collect(), [contacts.len(), 2])?;
    classes(py)?
        .manifolds
        .call1(py, (start, normals, points_a, points_b, clearances, features))
}

/// Hits of sweeps as arrays; the time is infinite and the normal zero if there is none.
pub fn sweep_hits_to_python(
    py: Python<'_>,
    hits: &[Option<SweepHit<Vector>>],
    handles: Option<Vec<u64>>,
) -> PyResult<Py<PyAny>> {
    let times = hits.iter().map(|hit| hit.map_or(f64::INFINITY, |hit| hit.time));
    let times = array(py, times.collect());
    let normals = vectors(
        py,
        hits.iter().map(|hit| hit.map_or(Vector::ZERO, |hit| hit.normal)),
    )?;
    let points = vectors(
        py,
        hits.iter().map(|hit| hit.map_or(Vector::NAN, |hit| hit.point)),
    )?;
    let is_resolved = array(
        py,
        hits.iter()
            .map(|hit| hit.is_none_or(|hit| hit.is_resolved))
            .collect(),
    );
    let handles = handles.map(|handles| array(py, handles));
    classes(py)?
        .sweep_hits
        .call1(py, (times, normals, points, is_resolved, handles))
}
