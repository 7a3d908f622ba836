//! Numbers from Python: vectors from any sequence, rows from anything that numpy takes for an array.
//!
//! An array of doubles is read without a copy, whatever its strides; other numbers are converted by numpy.
//! Lists are read item by item: numpy would convert all items to one type, and `[True, 2.0]` could not be
//! distinguished from `[1.0, 2.0]`.

use numpy::ndarray::{Array, ArrayView, ArrayView2, Dimension, Ix1, Ix2, Ix3};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

use crate::errors::{Raised, raise};
use crate::numbers::{
    Name, as_array, instead, is_masked, is_text_or_mapping, kind_of_no_number, number, short, whole,
};

/// Numbers in an array of some dimension: borrowed from numpy, or read from lists.
pub enum Numbers<'py, D: Dimension> {
    Borrowed(PyReadonlyArray<'py, f64, D>),
    Owned(Array<f64, D>),
}

impl<D: Dimension> Numbers<'_, D> {
    pub fn view(&self) -> ArrayView<'_, f64, D> {
        match self {
            Self::Borrowed(array) => array.as_array(),
            Self::Owned(array) => array.view(),
        }
    }
}

/// Calls `act` with each item of a list or a tuple and its number; returns how many there are. `None` for
/// anything else.
pub fn for_items<'py>(
    given: &Bound<'py, PyAny>,
    mut act: impl FnMut(usize, &Bound<'py, PyAny>) -> PyResult<()>,
) -> Option<PyResult<usize>> {
    let mut count = 0;
    let each = |item: Bound<'py, PyAny>| {
        count += 1;
        act(count - 1, &item)
    };
    let done = if let Ok(list) = given.cast::<PyList>() {
        list.iter().try_for_each(each)
    } else {
        given.cast::<PyTuple>().ok()?.iter().try_for_each(each)
    };
    Some(done.map(|()| count))
}

/// What numpy makes of something that is not a list.
pub enum Plain<'py> {
    /// Integers or floats of any size and order.
    Array(Bound<'py, PyUntypedArray>),
    /// Python objects, in lists.
    Objects(Bound<'py, PyAny>),
}

/// The argument, if it is an array of numbers or can be made one; `wanted` is what it must be, for errors.
pub fn plain<'py>(given: &Bound<'py, PyAny>, name: Name<'_>, wanted: &str) -> PyResult<Plain<'py>> {
    let refused = || name.wrong_type(wanted, &short(given));
    if is_text_or_mapping(given) {
        return Err(refused());
    }
    if is_masked(given)? {
        return Err(name.wrong_type(wanted, "a masked array"));
    }
    let array = as_array(given).map_err(|error| instead(given.py(), error, refused))?;
    if let Some(kind) = kind_of_no_number(&array) {
        return Err(name.wrong_type(wanted, &format!("{kind}: {}", short(given))));
    }
    if array.ndim() == 0 {
        return Err(refused());
    }
    if array.dtype().kind() != b'O' {
        return Ok(Plain::Array(array));
    }
    array.call_method0("tolist").map(Plain::Objects)
}

/// An array of doubles of this dimension, converted if it holds other numbers.
fn doubles<'py, D: Dimension>(
    array: &Bound<'py, PyUntypedArray>,
    refused: &dyn Fn() -> PyErr,
) -> PyResult<Numbers<'py, D>> {
    if let Ok(array) = array.cast::<PyArray<f64, D>>() {
        return Ok(Numbers::Borrowed(array.try_readonly().map_err(|_| refused())?));
    }
    if D::NDIM != Some(array.ndim()) {
        return Err(refused());
    }
    let converted = array.call_method1("astype", ("float64",))?;
    let converted = converted.cast::<PyArray<f64, D>>().map_err(|_| refused())?;
    Ok(Numbers::Borrowed(
        converted.try_readonly().map_err(|_| refused())?,
    ))
}

/// Appends numbers: those of a list, of an array of shape (n,), or of an object that has a length and items.
fn append(given: &Bound<'_, PyAny>, name: Name<'_>, wanted: &str, found: &mut Vec<f64>) -> PyResult<usize> {
    let each = |_, item: &Bound<'_, PyAny>| number(item, name).map(|number| found.push(number));
    if let Some(count) = for_items(given, each) {
        return count;
    }
    let (py, before) = (given.py(), found.len());
    let refused = || name.wrong_type(wanted, &short(given));
    let is_array = given.is_instance_of::<PyUntypedArray>() || given.hasattr("dtype")?;
    if !is_array && !is_text_or_mapping(given) {
        if !(given.hasattr("__len__")? && given.hasattr("__getitem__")?) {
            return Err(refused());
        }
        for item in given.try_iter().map_err(|error| instead(py, error, refused))? {
            let item = item.map_err(|error| instead(py, error, refused))?;
            found.push(number(&item, name)?);
        }
        return Ok(found.len() - before);
    }
    match plain(given, name, wanted)? {
        Plain::Objects(list) => append(&list, name, wanted, found),
        Plain::Array(array) => {
            let shape = || name.wrong(wanted, &short(given));
            let numbers = doubles::<Ix1>(&array, &shape)?;
            found.extend(numbers.view().iter());
            Ok(found.len() - before)
        }
    }
}

/// A vector from a tuple, a list, an array, or a vector of another library.
pub fn vector<const N: usize>(given: &Bound<'_, PyAny>, field: &str) -> PyResult<[f64; N]> {
    let name = Name::from(field);
    if let Ok(tuple) = given.cast_exact::<PyTuple>()
        && tuple.len() == N
    {
        let mut vector = [0.0; N];
        for (i, (place, item)) in vector.iter_mut().zip(tuple.iter_borrowed()).enumerate() {
            *place = number(&item, name.at(i))?;
        }
        return Ok(vector);
    }
    let wanted = format!("{N} numbers");
    let mut found = Vec::with_capacity(N);
    append(given, name, &wanted, &mut found)?;
    let wrong = |_| name.wrong(&wanted, &short(given));
    found.try_into().map_err(wrong)
}

/// A tuple of N ints, which needs no conversion; `None` for anything else.
pub fn ints<const N: usize>(given: &Bound<'_, PyAny>) -> Option<[i64; N]> {
    let tuple = given
        .cast_exact::<PyTuple>()
        .ok()
        .filter(|tuple| tuple.len() == N)?;
    let mut found = [0; N];
    for (place, item) in found.iter_mut().zip(tuple.iter_borrowed()) {
        *place = int(&item)?;
    }
    Some(found)
}

/// An int that 64 bits hold.
pub fn int(given: &Bound<'_, PyAny>) -> Option<i64> {
    given
        .is_exact_instance_of::<PyInt>()
        .then(|| given.extract().ok())?
}

/// A vector of whole numbers.
pub fn whole_vector<'a, const N: usize>(
    given: &Bound<'_, PyAny>,
    name: impl Into<Name<'a>>,
) -> PyResult<[i64; N]> {
    if let Some(found) = ints(given) {
        return Ok(found);
    }
    let (name, wanted) = (name.into(), format!("{N} whole numbers"));
    let refused = || name.wrong_type(&wanted, &short(given));
    if is_text_or_mapping(given) || is_masked(given)? || !given.hasattr("__getitem__")? {
        return Err(refused());
    }
    let mut found = Vec::with_capacity(N);
    for item in given
        .try_iter()
        .map_err(|error| instead(given.py(), error, refused))?
        .take(N + 1)
    {
        found.push(whole(&item?, name)?);
    }
    found.try_into().map_err(|_| name.wrong(&wanted, &short(given)))
}

/// Rows of numbers. `columns` are the numbers of columns allowed; any number if it is empty.
pub fn table<'py>(given: &Bound<'py, PyAny>, field: &str, columns: &[usize]) -> PyResult<Numbers<'py, Ix2>> {
    let widths: Vec<_> = columns.iter().map(|n| format!("(n, {n})")).collect();
    let shapes = if columns.is_empty() {
        "(n, m)".into()
    } else {
        widths.join(" or ")
    };
    let wanted = format!("numbers in an array of shape {shapes}");
    let name = Name::from(field);
    let refused = || name.wrong(&wanted, &short(given));
    let is_allowed = |count: usize| columns.is_empty() || columns.contains(&count);
    let own = |flat: Vec<f64>, rows: usize, columns: usize| {
        let array = Array::from_shape_vec((rows, columns), flat);
        array.map(Numbers::Owned).map_err(|_| refused())
    };
    let fewest = columns.first().copied().unwrap_or(0);
    let from_lists = |lists: &Bound<'py, PyAny>| {
        let (mut flat, mut width) = (Vec::new(), None);
        let row = |i, row: &Bound<'py, PyAny>| {
            let count = append(row, name.at(i), &wanted, &mut flat)?;
            let fits = is_allowed(count) && *width.get_or_insert(count) == count;
            fits.then_some(()).ok_or_else(refused)
        };
        let count = for_items(lists, row);
        count.map(|rows| own(flat, rows?, width.unwrap_or(fewest)))
    };
    if let Some(read) = from_lists(given) {
        return read;
    }
    match plain(given, name, &wanted)? {
        Plain::Objects(lists) => from_lists(&lists).unwrap_or_else(|| Err(refused())),
        Plain::Array(array) if array.shape() == [0] => own(Vec::new(), 0, fewest),
        Plain::Array(array) => {
            let numbers = doubles::<Ix2>(&array, &refused)?;
            let fits = is_allowed(numbers.view().ncols());
            fits.then_some(numbers).ok_or_else(refused)
        }
    }
}

/// The rows of an array of shape (n, N).
pub fn rows<const N: usize>(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<[f64; N]>> {
    Ok(rows_of(&table(given, field, &[N])?.view()))
}

/// The rows of a view that has at least N columns.
pub fn rows_of<const N: usize>(view: &ArrayView2<'_, f64>) -> Vec<[f64; N]> {
    let row = |i: usize| std::array::from_fn(|k| view[[i, k]]);
    (0..view.nrows()).map(row).collect()
}

/// An array of shape (n, k, N): n tables of k rows each.
pub fn tables<'py, const N: usize>(given: &Bound<'py, PyAny>, field: &str) -> PyResult<Numbers<'py, Ix3>> {
    let (name, wanted) = (
        Name::from(field),
        format!("numbers in an array of shape (n, k, {N})"),
    );
    let refused = || name.wrong(&wanted, &short(given));
    let from_lists = |lists: &Bound<'py, PyAny>| {
        let (mut flat, mut height) = (Vec::new(), None);
        let one = |_, item: &Bound<'py, PyAny>| {
            let table = table(item, field, &[N])?;
            let view = table.view();
            flat.extend(view.iter());
            let fits = *height.get_or_insert(view.nrows()) == view.nrows();
            fits.then_some(()).ok_or_else(refused)
        };
        let count = for_items(lists, one)?;
        Some(count.and_then(|count| {
            let array = Array::from_shape_vec((count, height.unwrap_or(0), N), flat);
            array.map(Numbers::Owned).map_err(|_| refused())
        }))
    };
    if let Some(read) = from_lists(given) {
        return read;
    }
    match plain(given, name, &wanted)? {
        Plain::Objects(lists) => from_lists(&lists).unwrap_or_else(|| Err(refused())),
        Plain::Array(array) => {
            let numbers = doubles::<Ix3>(&array, &refused)?;
            let fits = numbers.view().dim().2 == N;
            fits.then_some(numbers).ok_or_else(refused)
        }
    }
}

/// An array of shape (n,).
pub fn list(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<f64>> {
    let mut found = Vec::new();
    append(
        given,
        Name::from(field),
        "numbers in an array of shape (n,)",
        &mut found,
    )?;
    Ok(found)
}

/// Non-negative whole numbers, in an array of shape (n,).
pub fn naturals(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<u64>> {
    let (name, wanted) = (Name::from(field), "whole numbers in an array of shape (n,)");
    let refused = || name.wrong(wanted, &short(given));
    let from_list = |list: &Bound<'_, PyAny>| {
        let mut found = Vec::new();
        let each = |i, item: &Bound<'_, PyAny>| whole(item, name.at(i)).map(|whole| found.push(whole));
        let count = for_items(list, each)?;
        Some(count.map(|_| found))
    };
    if let Some(read) = from_list(given) {
        return read;
    }
    let array = match plain(given, name, wanted)? {
        Plain::Objects(list) => return from_list(&list).unwrap_or_else(|| Err(refused())),
        Plain::Array(array) => array,
    };
    if array.ndim() != 1 {
        return Err(refused());
    }
    let converted = |kind: &str| array.call_method1("astype", (kind,));
    match array.dtype().kind() {
        _ if array.len() == 0 => Ok(Vec::new()),
        b'u' => copied::<u64>(&converted("uint64")?).ok_or_else(refused),
        b'i' => {
            let signed = copied::<i64>(&converted("int64")?).ok_or_else(refused)?;
            let natural = |(i, value): (usize, i64)| {
                let refused = |_| {
                    name.at(i)
                        .wrong("a whole number that is not negative", &value.to_string())
                };
                u64::try_from(value).map_err(refused)
            };
            signed.into_iter().enumerate().map(natural).collect()
        }
        _ => Err(name.wrong_type(wanted, &format!("floats: {}", short(given)))),
    }
}

fn copied<T: Element + Copy>(array: &Bound<'_, PyAny>) -> Option<Vec<T>> {
    let array = array.cast::<PyArray1<T>>().ok()?.try_readonly().ok()?;
    Some(array.as_array().to_vec())
}

/// Whole numbers in an array of shape (n, N): indices.
pub fn indices<const N: usize>(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<[u32; N]>> {
    let wrong = |i: usize| {
        let message = format_args!("must be whole numbers from 0 to 2^32 - 1");
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
