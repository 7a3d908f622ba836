//! Single numbers from Python; nothing else is accepted as one.
//!
//! Python's own conversion takes `True` for 1. Numpy's takes a text for the number it spells, a date for its
//! nanoseconds, a complex number for its real part, and a masked number for the value under the mask. Here
//! all of these are errors of the class `InvalidType`.

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyException, PyMemoryError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyComplex, PyDict, PyFloat, PyInt, PyMemoryView, PyString};

use crate::errors::{Raised, raise};

/// The name of an argument, and the index of the entry, if it is about one.
#[derive(Clone, Copy)]
pub struct Name<'a> {
    pub field: &'a str,
    pub index: Option<usize>,
}

impl<'a> From<&'a str> for Name<'a> {
    fn from(field: &'a str) -> Self {
        Self { field, index: None }
    }
}

impl Name<'_> {
    /// The name of an entry of this argument.
    pub fn at(self, index: usize) -> Self {
        let index = Some(index);
        Self { index, ..self }
    }
    /// The error for an argument of a wrong type.
    pub fn wrong_type(self, must_be: &str, got: &str) -> PyErr {
        self.raised("InvalidType", must_be, got)
    }
    /// The error for an argument of a wrong value.
    pub fn wrong(self, must_be: &str, got: &str) -> PyErr {
        self.raised("InvalidArgument", must_be, got)
    }
    fn raised(self, class: &'static str, must_be: &str, got: &str) -> PyErr {
        let field = self.field;
        let message = format!("{field}: must be {must_be}, got {got}");
        raise(Raised {
            index: self.index,
            ..Raised::about(class, field, message)
        })
    }
}

/// The argument as text, shortened.
pub fn short(given: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    let text = given.repr().map(|repr| repr.to_string()).unwrap_or_default();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The error `refused` instead of `error`, unless that one has another cause: an interrupt, or too little
/// memory.
pub fn instead(py: Python<'_>, error: PyErr, refused: impl FnOnce() -> PyErr) -> PyErr {
    let is_about_it = error.is_instance_of::<PyException>(py) && !error.is_instance_of::<PyMemoryError>(py);
    if is_about_it { refused() } else { error }
}

/// Whether something has items but is not a list of numbers: a text, bytes, a dictionary.
pub fn is_text_or_mapping(given: &Bound<'_, PyAny>) -> bool {
    given.is_instance_of::<PyString>() || is_bytes(given) || given.is_instance_of::<PyDict>()
}

/// Bytes, and views of them. A view of an array of numbers has a format of its own, and does not count.
fn is_bytes(given: &Bound<'_, PyAny>) -> bool {
    let is_view_of_bytes = || {
        let size = given.getattr("itemsize").and_then(|size| size.extract::<usize>());
        given.is_instance_of::<PyMemoryView>() && size.is_ok_and(|size| size == 1)
    };
    given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyByteArray>() || is_view_of_bytes()
}

/// What a numpy array holds, if that is not numbers.
pub fn kind_of_no_number(array: &Bound<'_, PyUntypedArray>) -> Option<&'static str> {
    match array.dtype().kind() {
        b'i' | b'u' | b'f' | b'O' => None,
        b'b' => Some("bools"),
        b'c' => Some("complex numbers"),
        b'm' => Some("durations"),
        b'M' => Some("dates"),
        b'S' => Some("bytes"),
        b'U' | b'T' => Some("text"),
        _ => Some("something other than numbers"),
    }
}

/// Whether this is an array with a mask, or an entry of one.
pub fn is_masked(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_array = given.is_instance_of::<PyUntypedArray>();
    Ok(is_array && !given.is_exact_instance_of::<PyUntypedArray>() && given.hasattr("mask")?)
}

/// The argument as a numpy array, whatever it holds.
pub fn as_array<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    if let Ok(array) = given.cast::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    let numpy = given.py().import("numpy")?;
    // An array of another library, whose memory is shared.
    let is_shared = given.hasattr("__dlpack__")? && !given.hasattr("__array__")?;
    let how = if is_shared { "from_dlpack" } else { "asarray" };
    Ok(numpy.call_method1(how, (given,))?.cast_into()?)
}

/// A number: an `int`, a `float`, a number of numpy, or an object that converts to `float`.
pub fn number<'a>(given: &Bound<'_, PyAny>, name: impl Into<Name<'a>>) -> PyResult<f64> {
    if let Ok(float) = given.cast_exact::<PyFloat>() {
        return Ok(pyo3::types::PyFloatMethods::value(float));
    }
    other_number(given, name.into())
}

fn other_number(given: &Bound<'_, PyAny>, name: Name<'_>) -> PyResult<f64> {
    let refused = || name.wrong_type("a number", &short(given));
    if given.is_instance_of::<PyBool>() || given.is_instance_of::<PyComplex>() || is_text_or_mapping(given) {
        return Err(refused());
    }
    let is_plain = given.is_instance_of::<PyInt>() || given.is_instance_of::<PyFloat>();
    if !is_plain && given.hasattr("dtype")? {
        return number_of_array(given, name);
    }
    let too_large = || name.wrong("a number that floats hold", &short(given));
    given.extract().map_err(|error: PyErr| {
        let is_too_large = error.is_instance_of::<PyOverflowError>(given.py());
        instead(given.py(), error, || {
            if is_too_large { too_large() } else { refused() }
        })
    })
}

/// A number of numpy, or an array of dimension zero.
fn number_of_array(given: &Bound<'_, PyAny>, name: Name<'_>) -> PyResult<f64> {
    let refused = || name.wrong_type("a number", &short(given));
    if is_masked(given)? {
        return Err(refused());
    }
    let array = as_array(given).map_err(|error| instead(given.py(), error, refused))?;
    if array.ndim() > 0 || kind_of_no_number(&array).is_some() {
        return Err(refused());
    }
    if array.dtype().kind() == b'O' {
        return number(&array.call_method0("item")?, name);
    }
    given
        .extract()
        .map_err(|error| instead(given.py(), error, refused))
}

/// A whole number: an `int`, or one of numpy.
pub fn whole<'a, 'py, T>(given: &Bound<'py, PyAny>, name: impl Into<Name<'a>>) -> PyResult<T>
where
    T: for<'b> FromPyObject<'b, 'py>,
{
    let (py, name) = (given.py(), name.into());
    let refused = || name.wrong_type("a whole number", &short(given));
    if !given.is_exact_instance_of::<PyInt>() {
        if given.is_instance_of::<PyBool>() || is_masked(given)? {
            return Err(refused());
        }
        if given.hasattr("dtype")? {
            let array = as_array(given).map_err(|error| instead(py, error, refused))?;
            if array.ndim() > 0 || !matches!(array.dtype().kind(), b'i' | b'u') {
                return Err(refused());
            }
        }
        if !given.hasattr("__index__")? {
            return Err(refused());
        }
    }
    let out_of_range = || name.wrong("a whole number in range", &short(given));
    given
        .extract()
        .map_err(|error: T::Error| instead(py, error.into(), out_of_range))
}

/// A bool: Python's, or numpy's.
pub fn flag(given: &Bound<'_, PyAny>, field: &str) -> PyResult<bool> {
    let refused = || Name::from(field).wrong_type("a bool", &short(given));
    given
        .extract()
        .map_err(|error| instead(given.py(), error, refused))
}
