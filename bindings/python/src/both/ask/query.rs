//! Questions about two shapes.

use clearance::cast::{self, Start, SweepHit};
use clearance::{Clearance, pair};
use pyo3::prelude::*;

use super::super::motion::Motion;
use super::super::placed::ShapeAndPose;
use super::super::{Vector, arguments, tuple};
use crate::answers::classes;
use crate::errors::raise;
use crate::read;

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(relation, module)?)?;
    module.add_function(wrap_pyfunction!(intersects, module)?)?;
    module.add_function(wrap_pyfunction!(distance, module)?)?;
    module.add_function(wrap_pyfunction!(clearance_of, module)?)?;
    module.add_function(wrap_pyfunction!(manifold, module)?)?;
    module.add_function(wrap_pyfunction!(contacts, module)?)?;
    module.add_function(wrap_pyfunction!(sweep, module)?)
}

/// The relation of two closed sets: exact, at every scale and in every degenerate position.
///
/// ``a`` and ``b`` are shapes at the origin, placed shapes, or shapes of other libraries. Returns a
/// ``Relation``.
///
/// >>> from clearance import d2
/// >>> d2.relation(d2.Circle(1.0), d2.Circle(1.0).at((2.0, 0.0)))
/// <Relation.TOUCHING: 'touching'>
#[pyfunction]
fn relation(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
) -> PyResult<Py<PyAny>> {
    let relation = clearance::relation(a.placed(), b.placed());
    Ok(classes(py)?.relation(py, relation))
}

/// Whether two shapes have a point in common, touching included. This is the fastest question.
///
/// >>> from clearance import d2
/// >>> d2.intersects(d2.Circle(1.0), d2.Box((1.0, 1.0)).at((3.0, 0.0)))
/// False
#[pyfunction]
fn intersects(
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
) -> bool {
    clearance::intersects(a.placed(), b.placed())
}

/// The distance between two shapes; 0 if they meet.
///
/// >>> from clearance import d2
/// >>> d2.distance(d2.Circle(1.0), d2.Box((1.0, 1.0)).at((3.0, 0.0)))
/// 1.0
#[pyfunction]
fn distance(
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
) -> f64 {
    clearance::distance(a.placed(), b.placed())
}

/// The signed distance of two shapes, with two witness points and the normal: a ``Clearance``.
///
/// The distance is positive if they are apart, exactly 0 if they touch, and minus the depth if they overlap.
/// It is accurate to 1e-12 of the size of the input. Raises ``UnsupportedPair`` for half-spaces that overlap
/// and do not face each other, alone or in compounds: the part they have in common has no depth.
///
/// >>> from clearance import d2
/// >>> answer = d2.clearance(d2.Circle(1.0), d2.Circle(1.0).at((1.5, 0.0)))
/// >>> answer.distance, answer.normal, answer.depth
/// (-0.5, (1.0, 0.0), 0.5)
#[pyfunction]
#[pyo3(name = "clearance")]
fn clearance_of(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
) -> PyResult<Py<PyAny>> {
    let answer = clearance::clearance(a.placed(), b.placed()).map_err(raise)?;
    clearance_to_python(py, &answer)
}

/// Contact points with clearance up to ``margin``: at most 2 in the plane, 4 in space. Returns a
/// ``Manifold``.
///
/// Raises ``InvalidArgument`` if the margin is negative or not finite, and ``UnsupportedPair`` as
/// ``clearance`` does.
///
/// >>> from clearance import d2
/// >>> box = d2.Box((1.0, 1.0))
/// >>> touching = d2.manifold(box, box.at((0.5, 2.0)))
/// >>> touching.normal, sorted(contact.point_a for contact in touching.contacts)
/// ((0.0, 1.0), [(-0.5, 1.0), (1.0, 1.0)])
#[pyfunction]
#[pyo3(signature = (a, b, margin=0.0))]
fn manifold(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
    #[pyo3(from_py_with = read::margin)] margin: f64,
) -> PyResult<Py<PyAny>> {
    let manifold = clearance::manifold(a.placed(), b.placed(), margin).map_err(raise)?;
    manifold_to_python(py, &manifold)
}

/// The contacts of all pairs of convex parts that are at most ``within`` apart, each with its own normal.
///
/// Useful for a shape that rests on many faces, where ``manifold`` has one normal for all. Returns a list of
/// ``PartContact``. Raises ``InvalidArgument`` if ``within`` is negative or not finite, and
/// ``UnsupportedPair`` as ``clearance`` does.
///
/// >>> from clearance import d2
/// >>> corner = d2.Polyline([(0.0, 4.0), (0.0, 0.0), (4.0, 0.0)])
/// >>> [contact.clearance.normal for contact in d2.contacts(corner, d2.Circle(1.0).at((1.0, 1.0)))]
/// [(1.0, 0.0), (0.0, 1.0)]
#[pyfunction]
#[pyo3(signature = (a, b, within=0.0))]
fn contacts(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
    #[pyo3(from_py_with = read::within)] within: f64,
) -> PyResult<Vec<Py<PyAny>>> {
    let found = pair::contacts(a.placed(), b.placed(), within).map_err(raise)?;
    let one = |contact: &pair::PartContact<Vector>| {
        let clearance = clearance_to_python(py, &contact.clearance)?;
        let [part_a, part_b] = contact.parts;
        classes(py)?.part_contact.call1(py, (part_a, part_b, clearance))
    };
    found.iter().map(one).collect()
}

/// When two moving shapes first meet, from time 0 to 1: a ``SweepHit``, or ``None``. No meeting is missed.
///
/// Grazing counts. With ``release``, a touch at the start is ignored while the motion separates the shapes or
/// slides them along each other. With ``release="overlap"``, an overlap at the start is ignored as well,
/// while the motion makes it no deeper. Raises ``InvalidArgument`` if a motion is not finite, and
/// ``UnsupportedPair`` for half-spaces that turn and for two half-spaces as ``clearance`` does.
///
/// >>> from clearance import d2
/// >>> bullet, wall = d2.Circle(0.125), d2.Box((0.125, 5.0)).at((8.0, 0.0))
/// >>> hit = d2.sweep(bullet, wall, d2.Motion((31.0, 0.0)))
/// >>> hit.time, hit.normal[0]
/// (0.25, 1.0)
#[pyfunction]
#[pyo3(signature = (a, b, motion_a=None, motion_b=None, release=Start::Touching), text_signature = "(a, b, motion_a=None, motion_b=None, release=False)")]
fn sweep(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
    #[pyo3(from_py_with = arguments::motion_a)] motion_a: Option<Motion>,
    #[pyo3(from_py_with = arguments::motion_b)] motion_b: Option<Motion>,
    #[pyo3(from_py_with = read::release)] release: Start,
) -> PyResult<Option<Py<PyAny>>> {
    let [motion_a, motion_b] = [motion_a, motion_b].map(|motion| motion.unwrap_or_else(Motion::none).native);
    let hit = cast::sweep(a.placed(), &motion_a, b.placed(), &motion_b, release).map_err(raise)?;
    hit.map(|hit| sweep_hit_to_python(py, &hit)).transpose()
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

pub fn sweep_hit_to_python(py: Python<'_>, hit: &SweepHit<Vector>) -> PyResult<Py<PyAny>> {
    let (normal, point) = (tuple(py, hit.normal)?, tuple(py, hit.point)?);
    classes(py)?
        .sweep_hit
        .call1(py, (hit.time, normal, point, hit.is_resolved))
}
