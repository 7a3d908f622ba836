//! Indices from Python: whole numbers below a count. They do not count from the end, as negative ones do in
//! numpy.
//!
//! An array of integers is read once, whatever its type and strides; lists are read item by item.

use numpy::ndarray::ArrayViewD;
use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::arrays::{Plain, for_items, naturals, plain, whole_vector};
use crate::numbers::{Name, short};

/// What an index is one of: there are `count` things.
#[derive(Clone, Copy)]
pub struct Below {
    pub count: usize,
}

impl Below {
    /// The indices of an array of shape (n,).
    pub fn list(self, given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<u32>> {
        let numbers = naturals(given, field)?;
        self.checked(&numbers)
            .map_err(|place| self.refused(Name::from(field).at(place), &numbers[place].to_string()))
    }
    /// The indices of an array of shape (n, N).
    pub fn rows<const N: usize>(self, given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<[u32; N]>> {
        if let Some(read) = self.in_lists(given, field) {
            return read;
        }
        let (name, wanted) = (
            Name::from(field),
            format!("whole numbers in an array of shape (n, {N})"),
        );
        let refused = || name.wrong(&wanted, &short(given));
        let array = match plain(given, name, &wanted)? {
            Plain::Objects(lists) => return self.in_lists(&lists, field).unwrap_or_else(|| Err(refused())),
            Plain::Array(array) => array,
        };
        if array.shape() != [0] && (array.ndim() != 2 || array.shape()[1] != N) {
            return Err(refused());
        }
        if array.len() > 0 && array.dtype().kind() == b'f' {
            return Err(name.wrong_type(&wanted, &format!("floats: {}", short(given))));
        }
        let flat = self.of_array(&array, name, N)?;
        Ok(flat.as_chunks().0.to_vec())
    }
    /// From a list or a tuple of rows; `None` for anything else.
    fn in_lists<const N: usize>(
        self,
        given: &Bound<'_, PyAny>,
        field: &str,
    ) -> Option<PyResult<Vec<[u32; N]>>> {
        let mut found = Vec::new();
        let row = |i, row: &Bound<'_, PyAny>| {
            let name = Name::from(field).at(i);
            let numbers: [i64; N] = whole_vector(row, name)?;
            let refused = |place: usize| self.refused(name, &numbers[place].to_string());
            let row = self.checked(&numbers).map_err(refused)?;
            found.extend_from_slice(row.as_chunks().0);
            Ok(())
        };
        let read = for_items(given, row)?;
        Some(read.map(|_| found))
    }
    /// The numbers of an array of integers, row after row.
    fn of_array(
        self,
        array: &Bound<'_, PyUntypedArray>,
        name: Name<'_>,
        columns: usize,
    ) -> PyResult<Vec<u32>> {
        let read = self
            .of_type::<i64>(array)
            .or_else(|| self.of_type::<u64>(array))
            .or_else(|| self.of_type::<i32>(array))
            .or_else(|| self.of_type::<u32>(array));
        match read {
            Some(read) => read.map_err(|(place, number)| self.refused(name.at(place / columns), &number)),
            None => {
                let converted = array.call_method1("astype", ("int64",))?;
                self.of_array(converted.cast::<PyUntypedArray>()?, name, columns)
            }
        }
    }
    /// The same of an array of this type; `None` for any other. An error is the place and the number of the
    /// first that is no index.
    fn of_type<T>(self, array: &Bound<'_, PyUntypedArray>) -> Option<Result<Vec<u32>, (usize, String)>>
    where
        T: Element + Copy + ToString + TryInto<u32>,
    {
        let array = array.cast::<PyArrayDyn<T>>().ok()?.try_readonly().ok()?;
        let view: ArrayViewD<'_, T> = array.as_array();
        let checked = |numbers: &[T]| {
            self.checked(numbers)
                .map_err(|place| (place, numbers[place].to_string()))
        };
        Some(match view.to_slice() {
            Some(numbers) => checked(numbers),
            None => checked(&view.iter().copied().collect::<Vec<T>>()),
        })
    }
    /// These numbers as indices, or the place of the first that is none.
    fn checked<T: Copy + TryInto<u32>>(self, numbers: &[T]) -> Result<Vec<u32>, usize> {
        let index = |number: T| {
            number
                .try_into()
                .ok()
                .filter(|index| (*index as usize) < self.count)
        };
        let mut found = Vec::with_capacity(numbers.len());
        for number in numbers {
            found.push(index(*number).ok_or(found.len())?);
        }
        Ok(found)
    }
    fn refused(self, name: Name<'_>, got: &str) -> PyErr {
        name.wrong(&format!("an index from 0 on and below {}", self.count), got)
    }
}
