//! Numbers from Python: vectors from any sequence, rows from anything numpy takes for an array.
//!
//! An array of doubles is read where it lies, whatever its strides; other numbers are converted by numpy.

use numpy::ndarray::ArrayView2;
use numpy::{
    AllowTypeChange, Element, PyArray1, PyArray2, PyArrayLike1, PyArrayLike2, PyArrayMethods,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{Raised, raise};

/// A vector from a tuple, a list, an array, or a vector of another library.
pub fn vector<const N: usize>(given: &Bound<'_, PyAny>, field: &str) -> PyResult<[f64; N]> {
    given.extract::<[f64; N]>().map_err(|_| {
        raise(Raised::argument(
            field,
            format_args!("must be {N} numbers, got {}", short(given)),
        ))
    })
}

/// What was given, in few words.
fn short(given: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    let text = given.repr().map(|repr| repr.to_string()).unwrap_or_default();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The rows of an array of shape (n, columns) where `columns` is one of those allowed.
pub fn table<'py>(
    given: &Bound<'py, PyAny>,
    field: &str,
    columns: &[usize],
) -> PyResult<PyArrayLike2<'py, f64, AllowTypeChange>> {
    let refused = || {
        let widths: Vec<_> = columns.iter().map(|n| format!("(n, {n})")).collect();
        let shapes = widths.join(" or ");
        raise(Raised::argument(
            field,
            format_args!(
                "must be numbers in an array of shape {shapes}, got {}",
                short(given)
            ),
        ))
    };
    if given.is_instance_of::<PyString>() {
        return Err(refused());
    }
    if let Ok(0) = given.len() {
        // An empty list has no columns.
        let numpy = given.py().import("numpy")?;
        let empty = numpy.call_method1("empty", ((0, columns[0]),))?;
        return empty.extract().map_err(|_| refused());
    }
    let array: PyArrayLike2<'py, f64, AllowTypeChange> = given.extract().map_err(|_| refused())?;
    if columns.contains(&array.shape()[1]) {
        Ok(array)
    } else {
        Err(refused())
    }
}

/// The rows of an array of shape (n, N).
pub fn rows<const N: usize>(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<[f64; N]>> {
    let array = table(given, field, &[N])?;
    Ok(rows_of(&array.as_array()))
}

/// The rows of a view that has at least N columns.
pub fn rows_of<const N: usize>(view: &ArrayView2<'_, f64>) -> Vec<[f64; N]> {
    let row = |i: usize| std::array::from_fn(|k| view[[i, k]]);
    (0..view.nrows()).map(row).collect()
}

/// An array of shape (n,).
pub fn list(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<f64>> {
    let refused = |_| {
        raise(Raised::argument(
            field,
            format_args!("must be numbers in an array of shape (n,), got {}", short(given)),
        ))
    };
    if given.is_instance_of::<PyString>() {
        return Err(refused(()));
    }
    let array: PyArrayLike1<'_, f64, AllowTypeChange> = given.extract().map_err(|_| refused(()))?;
    Ok(array.as_array().to_vec())
}

/// Whole numbers in an array of shape (n, N): indices.
pub fn indices<const N: usize>(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<[u32; N]>> {
    let wrong = |i: usize| {
        let message = "must be whole numbers from 0 to 2^32 - 1";
        raise(Raised::argument(field, message).at(i))
    };
    let rows = rows::<N>(given, field)?;
    let whole = |value: f64| {
        (value.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&value)).then_some(value as u32)
    };
    rows.iter()
        .enumerate()
        .map(|(i, row)| {
            let found: Option<Vec<u32>> = row.iter().map(|value| whole(*value)).collect();
            found
                .and_then(|list| list.try_into().ok())
                .ok_or_else(|| wrong(i))
        })
        .collect()
}

/// Numbers, row after row, as an array of this shape.
pub fn shaped<T: Element>(py: Python<'_>, flat: Vec<T>, shape: [usize; 2]) -> PyResult<Py<PyArray2<T>>> {
    PyArray1::from_vec(py, flat).reshape(shape).map(Bound::unbind)
}
