//! Queries of a `Scene`: rays, sweeps, what is near, what is at a point.

use clearance::cast::{self, Start};
use clearance::scene::{Filter, Handle, Neighbor, SceneHit, SceneSweepHit};
use numpy::PyArray1;
use pyo3::prelude::*;

use super::super::ask::query::sweep_hit_to_python;
use super::super::ask::rays::{ray_hit_to_python, ray_hits_to_python, read_ray, read_rays};
use super::super::batch::each;
use super::super::motion::Motion;
use super::super::placed::ShapeAndPose;
use super::super::{DIMENSION, Vector, arguments};
use super::{Native, Scene};
use crate::answers::classes;
use crate::arrays::vector;
use crate::errors::raise;
use crate::read;

fn handles(py: Python<'_>, found: Vec<Handle>) -> Py<PyArray1<u64>> {
    PyArray1::from_iter(py, found.into_iter().map(Handle::to_bits)).unbind()
}

/// Up to this many objects, a query about a ray or a point is short, whatever the index.
const SHORT_QUERY: usize = 1024;

fn is_small(native: &Native) -> bool {
    native.len() <= SHORT_QUERY
}

fn hit_to_python(py: Python<'_>, found: &SceneHit<Vector>) -> PyResult<Py<PyAny>> {
    let hit = ray_hit_to_python(py, &found.hit)?;
    classes(py)?.scene_hit.call1(py, (found.handle.to_bits(), hit))
}

#[pymethods]
impl Scene {
    /// The first object that a ray hits, among those on ``layers``: a ``SceneHit``, or ``None``.
    ///
    /// >>> from clearance import d2
    /// >>> scene = d2.Scene()
    /// >>> wall = scene.add(d2.Box((1.0, 1.0)).at((5.0, 0.0)))
    /// >>> found = scene.ray((0.0, 0.0), (1.0, 0.0))
    /// >>> found.handle == wall, found.hit.time
    /// (True, 4.0)
    #[pyo3(signature = (origin, direction, max_time=None, *, layers=0xffff_ffff))]
    fn ray(
        &self,
        py: Python<'_>,
        origin: &Bound<'_, PyAny>,
        direction: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
        #[pyo3(from_py_with = read::layers)] layers: u32,
    ) -> PyResult<Option<Py<PyAny>>> {
        let ray = read_ray(origin, direction, max_time)?;
        let about = Filter::on_layers(layers);
        let found = self
            .shared
            .ask_or_look(py, is_small, |native| native.cast_ray(&ray, &about))?;
        found
            .map_err(raise)?
            .map(|found| hit_to_python(py, &found))
            .transpose()
    }
    /// The first object that each of n rays hits: ``RayHits`` with the handles of the objects.
    #[pyo3(signature = (origins, directions, max_time=None, *, layers=0xffff_ffff, threads=1))]
    fn ray_many(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        directions: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::max_time)] max_time: Option<f64>,
        #[pyo3(from_py_with = read::layers)] layers: u32,
        #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        let rays = read_rays(origins, directions, max_time)?;
        let (scene, about) = (self.shared.part(py)?, Filter::on_layers(layers));
        let found = each(py, rays.len(), threads, |i| scene.cast_ray(&rays[i], &about))?;
        drop(scene);
        const NONE: u64 = u64::MAX;
        let handles = found
            .iter()
            .map(|hit| hit.as_ref().map_or(NONE, |hit| hit.handle.to_bits()));
        let hits: Vec<Option<cast::RayHit<Vector>>> =
            found.iter().map(|hit| hit.as_ref().map(|hit| hit.hit)).collect();
        ray_hits_to_python(py, &hits, Some(handles.collect()))
    }
    /// The first object that a moving shape meets; the objects do not move. Returns a ``SceneSweepHit``, or
    /// ``None``. If it meets several at the same time, the one with the smallest handle is returned.
    /// ``release`` is as in ``sweep``. Raises what ``sweep`` raises.
    ///
    /// A shape moved exactly to the time of a hit may overlap the object it has met, because of rounding.
    /// ``sweep_step`` keeps a gap.
    ///
    /// >>> from clearance import d2
    /// >>> scene = d2.Scene()
    /// >>> paper = scene.add(d2.Segment((5.0, -1.0), (5.0, 1.0)))
    /// >>> first = scene.sweep(d2.Circle(0.5), d2.Motion((9000.0, 0.0)))
    /// >>> first.handle == paper, first.hit.time == 4.5 / 9000.0, first.hit.is_resolved
    /// (True, True, True)
    #[pyo3(
        signature = (shape, motion, *, release=Start::Touching, layers=0xffff_ffff),
        text_signature = "($self, shape, motion, *, release=False, layers=4294967295)"
    )]
    fn sweep(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
        #[pyo3(from_py_with = arguments::motion)] motion: Motion,
        #[pyo3(from_py_with = read::release)] release: Start,
        #[pyo3(from_py_with = read::layers)] layers: u32,
    ) -> PyResult<Option<Py<PyAny>>> {
        let about = Filter::on_layers(layers);
        let found = self.shared.ask(py, |native| {
            native.sweep(shape.placed(), &motion.native, release, &about)
        })?;
        let to_python = |found: SceneSweepHit<Vector>| {
            let hit = sweep_hit_to_python(py, &found.hit)?;
            classes(py)?
                .scene_sweep_hit
                .call1(py, (found.handle.to_bits(), hit))
        };
        found.map_err(raise)?.map(to_python).transpose()
    }
    /// The handles of the objects that a shape meets, touching included.
    #[pyo3(signature = (shape, *, layers=0xffff_ffff))]
    fn overlapping(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
        #[pyo3(from_py_with = read::layers)] layers: u32,
    ) -> PyResult<Py<PyArray1<u64>>> {
        let about = Filter::on_layers(layers);
        let found = self
            .shared
            .ask(py, |native| native.overlapping(shape.placed(), &about))?;
        Ok(handles(py, found))
    }
    /// The handles of the objects that contain a point, borders included.
    #[pyo3(signature = (point, *, layers=0xffff_ffff))]
    fn at_point(
        &self,
        py: Python<'_>,
        point: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::layers)] layers: u32,
    ) -> PyResult<Py<PyArray1<u64>>> {
        let point = Vector::from_array(vector::<DIMENSION>(point, "point")?);
        let about = Filter::on_layers(layers);
        let found = self
            .shared
            .ask_or_look(py, is_small, |native| native.at_point(point, &about))?;
        Ok(handles(py, found.map_err(raise)?))
    }
    /// The ``count`` nearest objects that are at most ``within`` away: a list of ``Neighbor``, the nearest
    /// first.
    #[pyo3(signature = (shape, count=1, within=None, *, layers=0xffff_ffff))]
    fn nearest(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
        #[pyo3(from_py_with = read::count)] count: usize,
        #[pyo3(from_py_with = read::within_or_all)] within: Option<f64>,
        #[pyo3(from_py_with = read::layers)] layers: u32,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let about = Filter::on_layers(layers);
        let within = within.unwrap_or(f64::INFINITY);
        let found = self
            .shared
            .ask(py, |native| native.nearest(shape.placed(), count, within, &about))?;
        let to_python = |neighbor: &Neighbor<f64>| {
            classes(py)?
                .neighbor
                .call1(py, (neighbor.handle.to_bits(), neighbor.distance))
        };
        found.iter().map(to_python).collect()
    }
}
