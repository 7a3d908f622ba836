//! Questions about two shapes, and about one and a ray or a point.

use clearance::cast::{self, Ray, RayHit, Start, SweepHit};
use clearance::{Clearance, pair};
use pyo3::prelude::*;

use super::motion::Motion;
use super::stand::Stand;
use super::{DIMENSION, Vector, tuple};
use crate::answers::classes;
use crate::arrays::vector;
use crate::errors::raise;

/// The functions of this room.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(relation, module)?)?;
    module.add_function(wrap_pyfunction!(intersects, module)?)?;
    module.add_function(wrap_pyfunction!(distance, module)?)?;
    module.add_function(wrap_pyfunction!(clearance_of, module)?)?;
    module.add_function(wrap_pyfunction!(manifold, module)?)?;
    module.add_function(wrap_pyfunction!(contacts, module)?)?;
    module.add_function(wrap_pyfunction!(ray, module)?)?;
    module.add_function(wrap_pyfunction!(closest_point, module)?)?;
    module.add_function(wrap_pyfunction!(sweep, module)?)
}

#[pyfunction]
fn relation(py: Python<'_>, a: Stand, b: Stand) -> PyResult<Py<PyAny>> {
    let relation = clearance::relation(a.placed(), b.placed()).map_err(raise)?;
    Ok(classes(py)?.relation(py, relation))
}

#[pyfunction]
fn intersects(a: Stand, b: Stand) -> PyResult<bool> {
    clearance::intersects(a.placed(), b.placed()).map_err(raise)
}

#[pyfunction]
fn distance(a: Stand, b: Stand) -> PyResult<f64> {
    clearance::distance(a.placed(), b.placed()).map_err(raise)
}

#[pyfunction]
#[pyo3(name = "clearance")]
fn clearance_of(py: Python<'_>, a: Stand, b: Stand) -> PyResult<Py<PyAny>> {
    let answer = clearance::clearance(a.placed(), b.placed()).map_err(raise)?;
    clearance_to_python(py, &answer)
}

#[pyfunction]
#[pyo3(signature = (a, b, margin=0.0))]
fn manifold(py: Python<'_>, a: Stand, b: Stand, margin: f64) -> PyResult<Py<PyAny>> {
    let manifold = clearance::manifold(a.placed(), b.placed(), margin).map_err(raise)?;
    manifold_to_python(py, &manifold)
}

#[pyfunction]
#[pyo3(signature = (a, b, within=0.0))]
fn contacts(py: Python<'_>, a: Stand, b: Stand, within: f64) -> PyResult<Vec<Py<PyAny>>> {
    let found = pair::contacts(a.placed(), b.placed(), within).map_err(raise)?;
    let one = |contact: &pair::PartContact<Vector>| {
        let clearance = clearance_to_python(py, &contact.clearance)?;
        let [part_a, part_b] = contact.parts;
        classes(py)?.part_contact.call1(py, (part_a, part_b, clearance))
    };
    found.iter().map(one).collect()
}

#[pyfunction]
#[pyo3(signature = (origin, direction, shape, max_time=f64::INFINITY))]
fn ray(
    py: Python<'_>,
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    shape: Stand,
    max_time: f64,
) -> PyResult<Option<Py<PyAny>>> {
    let ray = read_ray(origin, direction, max_time)?;
    let hit = cast::ray(shape.placed(), &ray).map_err(raise)?;
    hit.map(|hit| ray_hit_to_python(py, &hit)).transpose()
}

#[pyfunction]
fn closest_point(py: Python<'_>, point: &Bound<'_, PyAny>, shape: Stand) -> PyResult<Py<PyAny>> {
    let point = Vector::from_array(vector(point, "point")?);
    let found = cast::closest_point(shape.placed(), point).map_err(raise)?;
    let (point, normal) = (tuple(py, found.point)?, tuple(py, found.normal)?);
    classes(py)?
        .closest_point
        .call1(py, (point, found.distance, normal))
}

#[pyfunction]
#[pyo3(signature = (a, b, motion_a=None, motion_b=None, release=false))]
fn sweep(
    py: Python<'_>,
    a: Stand,
    b: Stand,
    motion_a: Option<Motion>,
    motion_b: Option<Motion>,
    release: bool,
) -> PyResult<Option<Py<PyAny>>> {
    let [motion_a, motion_b] = [motion_a, motion_b].map(|motion| motion.unwrap_or_else(Motion::none).native);
    let hit = cast::sweep(a.placed(), &motion_a, b.placed(), &motion_b, start(release)).map_err(raise)?;
    hit.map(|hit| sweep_hit_to_python(py, &hit)).transpose()
}

/// What counts as meeting at the start.
pub fn start(release: bool) -> Start {
    if release { Start::Release } else { Start::Touching }
}

/// A ray from its arguments.
pub fn read_ray(
    origin: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
    max_time: f64,
) -> PyResult<Ray<Vector>> {
    let read = |given, field| Ok::<_, PyErr>(Vector::from_array(vector::<DIMENSION>(given, field)?));
    Ok(Ray {
        origin: read(origin, "origin")?,
        direction: read(direction, "direction")?,
        max_time,
    })
}

pub fn clearance_to_python(py: Python<'_>, answer: &Clearance<Vector>) -> PyResult<Py<PyAny>> {
    let classes = classes(py)?;
    let [normal, point_a, point_b] = [answer.normal, answer.point_a, answer.point_b].map(|v| tuple(py, v));
    let kind = classes.depth_kind(py, answer.depth_kind);
    classes
        .clearance
        .call1(py, (answer.distance, normal?, point_a?, point_b?, kind))
}

pub fn manifold_to_python(py: Python<'_>, manifold: &pair::Manifold<Vector>) -> PyResult<Py<PyAny>> {
    let classes = classes(py)?;
    let contact = |contact: &pair::Contact<Vector>| {
        let (point_a, point_b) = (tuple(py, contact.point_a)?, tuple(py, contact.point_b)?);
        let (feature_a, feature_b) = (contact.feature.a, contact.feature.b);
        classes
            .contact
            .call1(py, (point_a, point_b, contact.clearance, feature_a, feature_b))
    };
    let contacts: Vec<_> = manifold.contacts().iter().map(contact).collect::<PyResult<_>>()?;
    let contacts = pyo3::types::PyTuple::new(py, contacts)?;
    classes
        .manifold
        .call1(py, (tuple(py, manifold.normal)?, contacts))
}

pub fn ray_hit_to_python(py: Python<'_>, hit: &RayHit<Vector>) -> PyResult<Py<PyAny>> {
    let normal = hit.normal.map(|normal| tuple(py, normal)).transpose()?;
    classes(py)?
        .ray_hit
        .call1(py, (hit.time, tuple(py, hit.point)?, normal))
}

pub fn sweep_hit_to_python(py: Python<'_>, hit: &SweepHit<Vector>) -> PyResult<Py<PyAny>> {
    let (normal, point) = (tuple(py, hit.normal)?, tuple(py, hit.point)?);
    classes(py)?.sweep_hit.call1(py, (hit.time, normal, point))
}
