//! Arguments that are one number or one word, read under their own names: `#[pyo3(from_py_with =
//! read::radius)]`.

use clearance::assembly::Tolerance;
use clearance::cast::Start;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::numbers::{Name, flag, instead, number, short, whole};

/// Defines a function for each argument, with its name.
macro_rules! arguments {
    ($how:expr => $($name:ident: $type:ty),+ $(,)?) => {
        $(pub fn $name(given: &Bound<'_, PyAny>) -> PyResult<$type> {
            $how(given, stringify!($name))
        })+
    };
}
pub(crate) use arguments;

arguments!(number => radius: f64, half_height: f64, offset: f64, pixel_size: f64, angle: f64, scale: f64, margin: f64);
arguments!(number => distance: f64, tolerance: f64, within: f64, height: f64, gravity: f64, time: f64, precision: f64);
arguments!(or_none(number) => deflection: Option<f64>, accuracy: Option<f64>);
arguments!(or_none(number) => max_time: Option<f64>, jump: Option<f64>, max_slope: Option<f64>);
arguments!(or_none(number) => step_height: Option<f64>, snap: Option<f64>, skin: Option<f64>);
arguments!(whole => handle: u64, layer: u32, mask: u32, layers: u32, group: i32, count: usize, max_steps: usize);
arguments!(number => mass: f64, restitution: f64, friction: f64);
arguments!(whole => max_edges: usize, facet: usize, rounds: usize);
arguments!(or_none(whole) => threads: Option<usize>, max_pairs: Option<usize>);
arguments!(flag => closed: bool, sensor: bool, joined_seams: bool, segments: bool, approximate: bool);
arguments!(flag => depth: bool, shapes: bool, every: bool, hulls: bool, asked: bool);

/// What is ignored at the start of a sweep: a bool, or `"overlap"`.
pub fn release(given: &Bound<'_, PyAny>) -> PyResult<Start> {
    if let Ok(text) = given.cast::<PyString>() {
        let is_known = text.to_str().is_ok_and(|text| text == "overlap");
        let refused = || Name::from("release").wrong("a bool or 'overlap'", &short(given));
        return is_known.then_some(Start::ReleaseOverlap).ok_or_else(refused);
    }
    match given.extract() {
        Ok(true) => Ok(Start::Release),
        Ok(false) => Ok(Start::Touching),
        Err(error) => Err(instead(given.py(), error, || {
            Name::from("release").wrong_type("a bool or 'overlap'", &short(given))
        })),
    }
}

/// A distance; `None` means no limit.
pub fn within_or_all(given: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    or_none(number)(given, "within")
}

/// The argument `tolerance` as a length; `None` for the default.
pub fn tolerance_length(given: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    or_none(number)(given, "tolerance")
}

/// A layer, a mask or a group; `None` for the one that an object has.
pub fn layer_or_none(given: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    or_none(whole)(given, "layer")
}
pub fn mask_or_none(given: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    or_none(whole)(given, "mask")
}
pub fn group_or_none(given: &Bound<'_, PyAny>) -> PyResult<Option<i32>> {
    or_none(whole)(given, "group")
}

/// The same argument, or `None`.
pub fn or_none<'py, T>(
    how: impl Fn(&Bound<'py, PyAny>, &'static str) -> PyResult<T>,
) -> impl Fn(&Bound<'py, PyAny>, &'static str) -> PyResult<Option<T>> {
    move |given, field| {
        if given.is_none() {
            Ok(None)
        } else {
            how(given, field).map(Some)
        }
    }
}

/// What two tessellations may differ by: a length, `"auto"`, or `None` where it is not said.
pub fn tolerance_or_none(given: &Bound<'_, PyAny>) -> PyResult<Option<Tolerance>> {
    or_none(|given, _| auto_or_length(given))(given, "tolerance")
}

fn auto_or_length(given: &Bound<'_, PyAny>) -> PyResult<Tolerance> {
    match given.cast::<PyString>() {
        Ok(text) if text.to_str().is_ok_and(|text| text == "auto") => Ok(Tolerance::Auto),
        Ok(_) => Err(Name::from("tolerance").wrong("a length or 'auto'", &short(given))),
        Err(_) => number(given, "tolerance").map(Tolerance::Length),
    }
}

/// A word.
fn word<'a>(given: &'a Bound<'_, PyAny>, field: &str) -> PyResult<&'a str> {
    match given.cast::<PyString>() {
        Ok(text) => text
            .to_str()
            .map_err(|_| Name::from(field).wrong("a text", &short(given))),
        Err(_) => Err(Name::from(field).wrong_type("a text", &short(given))),
    }
}
pub fn index<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    word(given, "index")
}
pub fn detail<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    word(given, "detail")
}
pub fn build<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    word(given, "build")
}
pub fn kinds<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    word(given, "kinds")
}
