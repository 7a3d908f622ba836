//! The result of a step of a character, as the named tuples of `clearance._scene_answers`.

use clearance::character::{Crush, Plane, Slope, Standing, Step};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::super::{Vector, tuple};
use crate::answers::classes;

/// A `CharacterStep` from a step and the position before it.
pub fn step_to_python(py: Python<'_>, step: &Step<Vector>, before: Vector, time: f64) -> PyResult<Py<PyAny>> {
    let state = &step.state;
    let velocity = if time > 0.0 {
        (state.position - before) / time
    } else {
        Vector::ZERO
    };
    let [position, velocity, fall, carried] =
        [state.position, velocity, state.fall, step.carried].map(|v| tuple(py, v));
    let ground = state.standing.map(|on| ground_to_python(py, &on)).transpose()?;
    let contacts: Vec<_> = step
        .hits
        .iter()
        .map(|hit| plane_to_python(py, &hit.plane, Some(hit.pressed)))
        .collect::<PyResult<_>>()?;
    let planes: Vec<_> = step
        .planes
        .iter()
        .map(|plane| plane_to_python(py, plane, None))
        .collect::<PyResult<_>>()?;
    let crushed = step
        .crushed
        .map(|crush| crush_to_python(py, &crush))
        .transpose()?;
    let (contacts, planes) = (PyTuple::new(py, contacts)?, PyTuple::new(py, planes)?);
    let all = (
        position?, velocity?, fall?, ground, carried?, contacts, planes, crushed,
    );
    classes(py)?.character_step.call1(py, all)
}

fn ground_to_python(py: Python<'_>, on: &Standing<Vector>) -> PyResult<Py<PyAny>> {
    let (normal, point) = (tuple(py, on.normal)?, tuple(py, on.point)?);
    classes(py)?
        .ground
        .call1(py, (on.handle.to_bits(), normal, point))
}

/// A `TouchedPlane`, or a `CharacterHit` if the character has pressed against it.
fn plane_to_python(py: Python<'_>, plane: &Plane<Vector>, pressed: Option<Vector>) -> PyResult<Py<PyAny>> {
    let (classes, handle) = (classes(py)?, plane.handle.to_bits());
    let (normal, point) = (tuple(py, plane.normal)?, tuple(py, plane.point)?);
    let slope = classes.slopes[match plane.slope {
        Slope::Walkable => 0,
        Slope::Ledge => 1,
        Slope::Steep => 2,
    }]
    .clone_ref(py);
    match pressed {
        None => classes.touched_plane.call1(py, (normal, point, handle, slope)),
        Some(pressed) => {
            let pressed = tuple(py, pressed)?;
            classes
                .character_hit
                .call1(py, (normal, point, handle, slope, pressed))
        }
    }
}

fn crush_to_python(py: Python<'_>, crush: &Crush<Vector>) -> PyResult<Py<PyAny>> {
    let against = crush.against.map(clearance::scene::Handle::to_bits);
    classes(py)?
        .crush
        .call1(py, (crush.by.to_bits(), against, crush.depth))
}
