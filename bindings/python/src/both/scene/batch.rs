//! Many queries of a `Scene` in one call, and its contacts as arrays.

use clearance::Placed;
use clearance::cast::Start;
use clearance::pair::{Poses as _, QueryError};
use clearance::scene::{Filter, Handle, SceneSweepHit, Touch};
use numpy::PyArray2;
use pyo3::prelude::*;

use super::super::ask::rays::row_starts;
use super::super::batch::contacts::{manifolds_to_python, sweep_hits_to_python};
use super::super::batch::{Side, array, count, each};
use super::super::motion::Motions;
use super::super::{DIMENSION, Vector};
use super::{Native, Scene};
use crate::answers::classes;
use crate::arrays::{rows, shaped};
use crate::errors::{Raised, raise};
use crate::read;

/// Shapes at their poses, and how many there are.
fn placed<'py>(
    shapes: &Bound<'py, PyAny>,
    poses: Option<&Bound<'py, PyAny>>,
    also: (&str, Option<usize>),
) -> PyResult<(Side<'py>, usize)> {
    let side = Side::read(["shapes", "poses"], shapes, poses)?;
    let count = count(&[
        ("shapes", side.shapes.count()),
        ("poses", side.poses.count()),
        also,
    ])?;
    Ok((side, count))
}

/// Rows of handles as one array: ``Overlaps``.
fn overlaps(py: Python<'_>, found: &[Vec<Handle>]) -> PyResult<Py<PyAny>> {
    let start = array(py, row_starts(found.iter().map(Vec::len)));
    let handles = array(
        py,
        found.iter().flatten().map(|handle| handle.to_bits()).collect(),
    );
    classes(py)?.overlaps.call1(py, (start, handles))
}

impl Scene {
    /// Asks about each shape of a batch, on this many threads.
    fn each_placed<R: Send>(
        &self,
        py: Python<'_>,
        (side, count): &(Side<'_>, usize),
        threads: Option<usize>,
        question: impl Fn(&Native, usize, Placed<'_, Vector>) -> Result<R, QueryError> + Sync + Send,
    ) -> PyResult<Vec<R>> {
        let (column, standing) = (side.shapes.native(), &side.poses.native());
        let scene = self.shared.part(py)?;
        each(py, *count, threads, |i| {
            let pose = standing.pose(i);
            question(&scene, i, Placed::new(column.get(i).as_ref(), &pose))
        })
    }
}

#[pymethods]
impl Scene {
    /// The objects that each of n shapes meets, touching included: ``Overlaps``. Those of row i are
    /// ``handle[start[i]:start[i + 1]]``.
    ///
    /// ``shapes`` is ``Shapes`` or one shape, ``poses`` an array with a row for each, a ``Pose``, or
    /// ``None``, as in ``clearance_many``. Other threads can query the scene meanwhile; ``threads=None`` uses
    /// every core.
    ///
    /// >>> from clearance import d2
    /// >>> scene = d2.Scene()
    /// >>> left, right = scene.add_many(d2.Circle(1.0), [(0.0, 0.0), (1.5, 0.0)])
    /// >>> found = scene.overlapping_many(d2.Point(), [(-0.5, 0.0), (0.75, 0.0), (9.0, 0.0)])
    /// >>> found.start.tolist(), found.handle.tolist() == [left, left, right]
    /// ([0, 1, 3, 3], True)
    #[pyo3(signature = (shapes, poses=None, *, layers=0xffff_ffff, threads=1))]
    fn overlapping_many(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, PyAny>,
        poses: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = read::layers)] layers: u32,
        #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        let (asked, about) = (placed(shapes, poses, ("", None))?, Filter::on_layers(layers));
        let found = self.each_placed(py, &asked, threads, |scene, _, shape| {
            Ok(scene.overlapping(shape, &about))
        })?;
        overlaps(py, &found)
    }
    /// The objects that contain each of n points, borders included: ``Overlaps``.
    ///
    /// ``points`` has shape (n, dimension).
    #[pyo3(signature = (points, *, layers=0xffff_ffff, threads=1))]
    fn at_point_many(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::layers)] layers: u32,
        #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        let points = rows::<DIMENSION>(points, "points")?;
        let (scene, about) = (self.shared.part(py)?, Filter::on_layers(layers));
        let found = each(py, points.len(), threads, |i| {
            scene.at_point(Vector::from_array(points[i]), &about)
        })?;
        drop(scene);
        overlaps(py, &found)
    }
    /// The ``count`` nearest objects to each of n shapes that are at most ``within`` away: ``Neighbors``, in
    /// each row the nearest first.
    ///
    /// The shapes and their poses are as in ``overlapping_many``.
    ///
    /// >>> from clearance import d2
    /// >>> scene = d2.Scene()
    /// >>> left, right = scene.add_many(d2.Circle(1.0), [(0.0, 0.0), (6.0, 0.0)])
    /// >>> found = scene.nearest_many(d2.Point(), [(-2.0, 0.0), (4.0, 0.0)])
    /// >>> found.distance, found.handle.tolist() == [left, right]
    /// (array([1., 1.]), True)
    #[pyo3(signature = (shapes, poses=None, *, count=1, within=None, layers=0xffff_ffff, threads=1))]
    #[allow(clippy::too_many_arguments)] // keywords
    fn nearest_many(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, PyAny>,
        poses: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = read::count)] count: usize,
        #[pyo3(from_py_with = read::within_or_all)] within: Option<f64>,
        #[pyo3(from_py_with = read::layers)] layers: u32,
        #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        let (asked, about) = (placed(shapes, poses, ("", None))?, Filter::on_layers(layers));
        let within = within.unwrap_or(f64::INFINITY);
        let found = self.each_placed(py, &asked, threads, |scene, _, shape| {
            Ok(scene.nearest(shape, count, within, &about))
        })?;
        let start = array(py, row_starts(found.iter().map(Vec::len)));
        let all = || found.iter().flatten();
        let handles = array(py, all().map(|neighbor| neighbor.handle.to_bits()).collect());
        let distances = array(py, all().map(|neighbor| neighbor.distance).collect());
        classes(py)?.neighbors.call1(py, (start, handles, distances))
    }
    /// The first object that each of n moving shapes meets: ``SweepHits`` with the handles of the objects.
    ///
    /// The shapes and their poses are as in ``overlapping_many``; ``motions`` is a ``Motion`` for all, or an
    /// array with a row for each, as in ``sweep_many``. ``release`` is as in ``sweep``.
    #[pyo3(
        signature = (shapes, motions, poses=None, *, release=Start::Touching, layers=0xffff_ffff, threads=1),
        text_signature = "($self, shapes, motions, poses=None, *, release=False, layers=4294967295, threads=1)"
    )]
    #[allow(clippy::too_many_arguments)] // keywords
    fn sweep_many(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, PyAny>,
        motions: &Bound<'_, PyAny>,
        poses: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = read::release)] release: Start,
        #[pyo3(from_py_with = read::layers)] layers: u32,
        #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        let motions = Motions::read(motions, "motions")?;
        let asked = placed(shapes, poses, ("motions", motions.count()))?;
        let about = Filter::on_layers(layers);
        let found = self.each_placed(py, &asked, threads, |scene, i, shape| {
            scene.sweep(shape, motions.get(i), release, &about)
        })?;
        const NONE: u64 = u64::MAX;
        let handle = |hit: &Option<SceneSweepHit<Vector>>| hit.map_or(NONE, |hit| hit.handle.to_bits());
        let handles = found.iter().map(handle).collect();
        let hits: Vec<_> = found.iter().map(|hit| hit.map(|hit| hit.hit)).collect();
        sweep_hits_to_python(py, &hits, Some(handles))
    }
    /// A picture for notebooks: an SVG, or ``None`` if nothing of it can be drawn, or too much would be.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let module = slf.py().import("clearance._notebook")?;
        module.call_method1("picture", (slf,)).map(Bound::unbind)
    }
    /// The manifolds of the last update as arrays: ``SceneManifolds``, in the order of ``pairs()``.
    ///
    /// Raises ``InvalidArgument`` for a scene that was not made with ``detail="manifold"``.
    ///
    /// >>> from clearance import d2
    /// >>> scene = d2.Scene(detail="manifold")
    /// >>> handles = scene.add_many(d2.Box((1.0, 1.0)), [(0.0, 0.0), (0.5, 2.0)])
    /// >>> scene.update()
    /// >>> found = scene.manifolds()
    /// >>> found.pair.tolist() == [handles.tolist()], found.manifolds.normal
    /// (True, array([[0., 1.]]))
    fn manifolds(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if !self.has_manifolds {
            let message = "must be 'manifold' for this scene";
            return Err(raise(Raised::argument("detail", message)));
        }
        let (pairs, manifolds): (Vec<_>, Vec<_>) = self.shared.ask(py, |native| {
            let one = |touch: Touch<'_, Vector>| Some(([touch.a, touch.b], *touch.manifold?));
            native.contacts().iter().filter_map(one).unzip()
        })?;
        let handles = pairs.into_iter().flatten().map(Handle::to_bits).collect();
        let pairs: Py<PyArray2<u64>> = shaped(py, handles, [manifolds.len(), 2])?;
        let manifolds = manifolds_to_python(py, &manifolds)?;
        classes(py)?.scene_manifolds.call1(py, (pairs, manifolds))
    }
}
