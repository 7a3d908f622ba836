//! Arguments that are shapes, poses or motions, read under their names:
//! `#[pyo3(from_py_with = arguments::pose)]`.

use pyo3::PyTypeInfo;
use pyo3::prelude::*;

use super::DIMENSION;
use super::body::{Body, Mass};
use super::character::Character;
use super::character::movers::Movers;
use super::motion::Motion;
use super::placed::ShapeAndPose;
use super::pose::Pose;
use super::scene::Scene;
use super::shape::Shape;
use crate::numbers::{Name, instead, is_text_or_mapping, short};
use crate::read::{arguments, or_none};

arguments!(ShapeAndPose::read => a: ShapeAndPose, b: ShapeAndPose, shape: ShapeAndPose);
arguments!(pose_of => pose: Pose);
arguments!(motion_of => motion: Motion);
arguments!(or_none(motion_of) => motion_a: Option<Motion>, motion_b: Option<Motion>);
arguments!(mass_of => mass_a: Mass, mass_b: Mass);
arguments!(shapes_and_poses => parts: Vec<ShapeAndPose>);

/// A scene of this dimension.
pub fn scene(given: &Bound<'_, PyAny>) -> PyResult<Py<Scene>> {
    let wanted = format!("a Scene of {DIMENSION}D");
    Ok(one_of::<Scene>(given, "scene", &wanted)?.clone().unbind())
}

/// A character of this dimension.
pub fn other(given: &Bound<'_, PyAny>) -> PyResult<Py<Character>> {
    let wanted = format!("a Character of {DIMENSION}D");
    Ok(one_of::<Character>(given, "other", &wanted)?.clone().unbind())
}

/// Movers of this dimension, or `None`.
pub fn movers(given: &Bound<'_, PyAny>) -> PyResult<Option<Py<Movers>>> {
    let wanted = format!("Movers of {DIMENSION}D");
    or_none(|given, field| Ok(one_of::<Movers>(given, field, &wanted)?.clone().unbind()))(given, "movers")
}

/// A shape without a pose.
pub fn bare_shape(given: &Bound<'_, PyAny>) -> PyResult<Py<Shape>> {
    Ok(one_of::<Shape>(given, "shape", "a Shape, not placed")?
        .clone()
        .unbind())
}

pub fn pose_or_none(given: &Bound<'_, PyAny>) -> PyResult<Option<Pose>> {
    or_none(pose_of)(given, "pose")
}

fn pose_of(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Pose> {
    Ok(one_of::<Pose>(given, field, "a Pose")?.get().clone())
}

/// The mass of a body, under the name `mass`.
pub fn body_mass(given: &Bound<'_, PyAny>) -> PyResult<Mass> {
    mass_of(given, "mass")
}

fn mass_of(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Mass> {
    Ok(one_of::<Mass>(given, field, "a Mass")?.get().clone())
}

/// The first and the second body of a bounce.
pub fn body_a(given: &Bound<'_, PyAny>) -> PyResult<Body> {
    body_of(given, "a")
}
pub fn body_b(given: &Bound<'_, PyAny>) -> PyResult<Body> {
    body_of(given, "b")
}

fn body_of(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Body> {
    Ok(one_of::<Body>(given, field, "a Body")?.get().clone())
}

fn motion_of(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Motion> {
    Ok(one_of::<Motion>(given, field, "a Motion")?.get().clone())
}

/// The argument as an instance of a class.
fn one_of<'a, 'py, C: PyTypeInfo>(
    given: &'a Bound<'py, PyAny>,
    field: &str,
    wanted: &str,
) -> PyResult<&'a Bound<'py, C>> {
    given
        .cast::<C>()
        .map_err(|_| Name::from(field).wrong_type(wanted, &short(given)))
}

/// Shapes, with or without poses, from any iterable.
pub fn shapes_and_poses(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<ShapeAndPose>> {
    let name = Name::from(field);
    each(given, field)?
        .enumerate()
        .map(|(i, item)| ShapeAndPose::read(&item?, name.at(i)))
        .collect()
}

/// The items of an iterable.
pub fn each<'py>(
    given: &Bound<'py, PyAny>,
    field: &str,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>>> {
    let refused = || Name::from(field).wrong_type("a list", &short(given));
    if is_text_or_mapping(given) {
        return Err(refused());
    }
    given
        .try_iter()
        .map_err(|error| instead(given.py(), error, refused))
}
