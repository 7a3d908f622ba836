//! What the methods of a mask take and give. Usual arguments, which are tuples of two ints, are read here;
//! all others by `clearance._mask_arguments`, which raises the errors, too.

use std::collections::TryReserveError;

use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOverflowError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::{MaskBase, Pixels};
use crate::arrays::{int, ints};

/// Offsets are smaller than this, as in pygame, which keeps them in 32 bits.
const FURTHEST: i64 = 1 << 31;

/// Masks that are no wider and no higher are not too large.
const USUAL_SIDE: i64 = 1 << 15;

/// A function of `clearance._mask_arguments`.
fn slow<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "clearance._mask_arguments"))?.getattr(name)
}

/// The argument `size`.
pub fn size(given: &Bound<'_, PyAny>) -> PyResult<[usize; 2]> {
    match ints(given).filter(|size: &[i64; 2]| size.iter().all(|side| (0..=USUAL_SIDE).contains(side))) {
        Some(size) => Ok(size.map(|side| side as usize)),
        None => slow(given.py(), "size_of")?.call1((given,))?.extract(),
    }
}

/// The argument `offset`.
pub fn offset(given: &Bound<'_, PyAny>) -> PyResult<[i64; 2]> {
    let is_near = |x: &i64| x.abs() < FURTHEST;
    match ints(given).filter(|pair: &[i64; 2]| pair.iter().all(is_near)) {
        Some(pair) => Ok(pair),
        None => slow(given.py(), "offset")?.call1((given,))?.extract(),
    }
}

/// What `act` gives for the argument `pos`: it must give something for each position on the mask.
pub fn at<R>(
    mask: &MaskBase,
    given: &Bound<'_, PyAny>,
    act: impl Fn(&mut Pixels, [i64; 2]) -> Option<R>,
) -> PyResult<R> {
    if let Some(found) = ints(given).and_then(|place| act(&mut mask.lock(), place)) {
        return Ok(found);
    }
    let place = slow(given.py(), "place")?
        .call1((given, mask.size()))?
        .extract()?;
    let found = act(&mut mask.lock(), place);
    found.ok_or_else(|| PyIndexError::new_err("pos: the mask was made smaller meanwhile"))
}

/// A whole number; one beyond the range of `i64` is its end.
fn whole(given: &Bound<'_, PyAny>, name: &str) -> PyResult<i64> {
    if let Some(int) = int(given) {
        return Ok(int);
    }
    let whole = slow(given.py(), "whole")?.call1((given, name))?;
    whole.extract().or_else(|error: PyErr| match error {
        error if !error.is_instance_of::<PyOverflowError>(given.py()) => Err(error),
        _ if whole.lt(0)? => Ok(i64::MIN),
        _ => Ok(i64::MAX),
    })
}

/// The argument `value`.
pub fn value(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    whole(given, "value")
}

/// The argument `every`.
pub fn every(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    whole(given, "every")
}

/// The argument `minimum`.
pub fn minimum(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    whole(given, "minimum")
}

/// The argument `other`: a mask of ours, or one that is made of a mask of pygame.
pub fn other<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, MaskBase>> {
    if let Ok(mask) = given.cast::<MaskBase>() {
        return Ok(mask.clone());
    }
    let module = given.py().import(intern!(given.py(), "clearance.pygame"))?;
    Ok(module
        .call_method1(intern!(given.py(), "_mask"), (given, "other"))?
        .cast_into()?)
}

/// `clearance.pygame.Mask`.
pub fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "clearance.pygame", "Mask")
}

/// A mask of this class with these pixels.
pub fn made<'py>(class: &Bound<'py, PyType>, pixels: Pixels) -> PyResult<Bound<'py, MaskBase>> {
    let mask = class.call_method1(intern!(class.py(), "__new__"), (class,))?;
    let mask = mask.cast_into::<MaskBase>()?;
    *mask.get().lock() = pixels;
    Ok(mask)
}

/// The error for pixels that memory has no room for.
pub fn no_room(_: TryReserveError) -> PyErr {
    PyMemoryError::new_err("no memory for the pixels of a mask")
}
