//! Answers about robots as the named tuples of `clearance._robot`.

use clearance_robot::{LinkPair, Nearest, Other, PathContact, PathOutcome, PathReport, Robot};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use crate::answers::classes;

fn made<'py>(
    py: Python<'py>,
    class: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Py<PyAny>> {
    let class = py.import("clearance._robot")?.getattr(class)?;
    class.call1(arguments).map(Bound::unbind)
}

/// The name of the link; that of the other one, or the number of the obstacle.
pub fn names(py: Python<'_>, robot: &Robot, pair: LinkPair) -> PyResult<(String, Py<PyAny>)> {
    let link = |i: usize| robot.links()[i].name.clone();
    let other = match pair.other {
        Other::Link(other) => PyString::new(py, &link(other)).into_any().unbind(),
        Other::Obstacle(number) => PyInt::new(py, number).into_any().unbind(),
    };
    Ok((link(pair.link), other))
}

/// A pair that meets.
pub fn pair(py: Python<'_>, robot: &Robot, found: LinkPair) -> PyResult<Py<PyAny>> {
    made(py, "LinkPair", names(py, robot, found)?)
}

pub fn nearest(py: Python<'_>, robot: &Robot, found: &Nearest) -> PyResult<Py<PyAny>> {
    let (link, other) = names(py, robot, found.pair)?;
    let it = &found.clearance;
    let answers = classes(py)?;
    let vector = |v: clearance::glam::DVec3| PyTuple::new(py, v.to_array());
    let clearance = answers.clearance.call1(
        py,
        (
            it.distance,
            vector(it.normal)?,
            vector(it.point_a)?,
            vector(it.point_b)?,
            answers.depth_kind(py, it.depth_kind),
        ),
    )?;
    made(py, "NearestLinks", (it.distance.max(0.0), link, other, clearance))
}

pub fn path(py: Python<'_>, robot: &Robot, report: &PathReport) -> PyResult<Py<PyAny>> {
    let none = || py.None();
    let (free_until, clearance, nearest, contact) = match &report.outcome {
        PathOutcome::Free { clearance, nearest } => {
            let [lower, upper] = *clearance;
            let bounds = (lower, upper).into_pyobject(py)?.into_any().unbind();
            let nearest = match nearest {
                Some((time, pair)) => {
                    let (link, other) = names(py, robot, *pair)?;
                    (*time, link, other).into_pyobject(py)?.into_any().unbind()
                }
                None => none(),
            };
            (1.0, bounds, nearest, none())
        }
        PathOutcome::Contact(found) => (found.free_until, none(), none(), contact(py, robot, found)?),
        PathOutcome::Undecided { free_until } => (*free_until, none(), none(), none()),
    };
    let is_free = matches!(report.outcome, PathOutcome::Free { .. });
    made(
        py,
        "RobotPath",
        (is_free, free_until, clearance, nearest, contact, report.steps),
    )
}

fn contact(py: Python<'_>, robot: &Robot, found: &PathContact) -> PyResult<Py<PyAny>> {
    let (link, other) = names(py, robot, found.pair)?;
    let vector = |v: clearance::glam::DVec3| PyTuple::new(py, v.to_array());
    let (point, normal) = (vector(found.point)?, vector(found.normal)?);
    made(
        py,
        "PathContact",
        (
            link,
            other,
            found.time,
            found.free_until,
            found.distance,
            point,
            normal,
        ),
    )
}
