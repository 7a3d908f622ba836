//! The native half of `clearance.pygame.Mask`.
//!
//! The pixels are behind a lock, which a thread holds for no longer than a call, and without calling Python
//! meanwhile. Two masks are locked in the order of their addresses, so that no two threads wait for each
//! other.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::groups::Groups;
use super::{Pixels, WORD, python};
use crate::arrays::shaped;

/// The methods of ``clearance.pygame.Mask`` that are native.
#[pyclass(frozen, subclass, module = "clearance._native")]
#[derive(Default)]
pub struct MaskBase {
    pixels: Mutex<Pixels>,
}

impl MaskBase {
    pub fn lock(&self) -> MutexGuard<'_, Pixels> {
        self.pixels.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Width and height.
    pub fn size(&self) -> (usize, usize) {
        let pixels = self.lock();
        (pixels.width, pixels.height)
    }
    /// Reads this mask and another one.
    fn look<R>(
        &self,
        other: &Bound<'_, PyAny>,
        offset: &Bound<'_, PyAny>,
        act: impl FnOnce(&Pixels, &Pixels, [i64; 2]) -> R,
    ) -> PyResult<R> {
        let other = python::other(other)?;
        let (other, by) = (other.get(), python::offset(offset)?);
        if std::ptr::eq(self, other) {
            let pixels = self.lock();
            return Ok(act(&pixels, &pixels, by));
        }
        let (mine, its) = self.lock_both(other);
        Ok(act(&mine, &its, by))
    }
    /// Changes this mask; if the other one is the same, it is read as it was.
    fn change(
        &self,
        other: &Bound<'_, PyAny>,
        offset: &Bound<'_, PyAny>,
        act: impl FnOnce(&mut Pixels, &Pixels, [i64; 2]),
    ) -> PyResult<()> {
        let other = python::other(other)?;
        let (other, by) = (other.get(), python::offset(offset)?);
        if std::ptr::eq(self, other) {
            let mut mine = self.lock();
            let before = mine.clone();
            act(&mut mine, &before, by);
        } else {
            let (mut mine, its) = self.lock_both(other);
            act(&mut mine, &its, by);
        }
        Ok(())
    }
    fn lock_both<'a>(&'a self, other: &'a Self) -> (MutexGuard<'a, Pixels>, MutexGuard<'a, Pixels>) {
        if std::ptr::from_ref(self) < std::ptr::from_ref(other) {
            let mine = self.lock();
            (mine, other.lock())
        } else {
            let its = other.lock();
            (self.lock(), its)
        }
    }
}

#[pymethods]
impl MaskBase {
    #[new]
    #[pyo3(signature = (*_arguments, **_names))]
    fn new(_arguments: &Bound<'_, PyTuple>, _names: Option<&Bound<'_, PyDict>>) -> Self {
        Self::default()
    }
    /// Makes all pixels new.
    fn _reset(&self, size: &Bound<'_, PyAny>, fill: &Bound<'_, PyAny>) -> PyResult<()> {
        let [width, height] = python::size(size)?;
        let mut pixels = Pixels::empty(width, height).map_err(python::no_room)?;
        if fill.is_truthy()? {
            pixels.fill();
        }
        *self.lock() = pixels;
        Ok(())
    }
    /// Takes all pixels from bytes that are 0 or 1, shape (height, width).
    fn _take(&self, pixels: PyReadonlyArray2<'_, u8>) -> PyResult<()> {
        let view = pixels.as_array();
        let (height, width) = view.dim();
        let own: Vec<u8>;
        let bytes = match view.as_slice() {
            Some(bytes) => bytes,
            None => {
                own = view.iter().copied().collect();
                &own
            }
        };
        *self.lock() = Pixels::of_bytes(width, height, bytes).map_err(python::no_room)?;
        Ok(())
    }
    /// The words, shape (words in a row, height).
    fn _words(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        let pixels = self.lock().clone();
        let shape = [pixels.width.div_ceil(WORD), pixels.height];
        shaped(py, pixels.words, shape)
    }
    /// A copy of the pixels, an array of bool of shape (height, width). Not in pygame.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pixels = self.lock();
        let (bytes, shape) = (pixels.to_bytes(), [pixels.height, pixels.width]);
        drop(pixels);
        shaped(py, bytes, shape)?
            .into_bound(py)
            .call_method1(intern!(py, "view"), (intern!(py, "bool"),))
    }
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let pixels = slf.get().lock().clone();
        python::made(&slf.get_type(), pixels)
    }
    /// A mask of the same class with the same pixels.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method0(intern!(slf.py(), "__copy__"))
    }
    fn __repr__(&self) -> String {
        let (width, height) = self.size();
        format!("<Mask({width}x{height})>")
    }
    /// Width and height.
    fn get_size(&self) -> (usize, usize) {
        self.size()
    }
    /// 1 if the pixel is filled, else 0. Raises ``IndexError`` outside of the mask.
    fn get_at(&self, pos: &Bound<'_, PyAny>) -> PyResult<u8> {
        python::at(self, pos, |pixels, place| pixels.get(place).map(u8::from))
    }
    /// Fills a pixel, or empties it if ``value`` is 0. Raises ``IndexError`` outside of the mask.
    #[pyo3(signature = (pos, value=1))]
    fn set_at(
        &self,
        pos: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = python::value)] value: i64,
    ) -> PyResult<()> {
        python::at(self, pos, |pixels, place| pixels.set(place, value != 0))
    }
    /// Fills all pixels.
    fn fill(&self) {
        self.lock().fill();
    }
    /// Empties all pixels.
    fn clear(&self) {
        self.lock().clear();
    }
    /// Empties the filled pixels and fills the empty ones.
    fn invert(&self) {
        self.lock().invert();
    }
    /// How many pixels are filled.
    fn count(&self) -> u64 {
        self.lock().count()
    }
    /// Fills the pixels that are filled in the other mask.
    fn draw(&self, other: &Bound<'_, PyAny>, offset: &Bound<'_, PyAny>) -> PyResult<()> {
        self.change(other, offset, Pixels::draw)
    }
    /// Empties the pixels that are filled in the other mask.
    fn erase(&self, other: &Bound<'_, PyAny>, offset: &Bound<'_, PyAny>) -> PyResult<()> {
        self.change(other, offset, Pixels::erase)
    }
    /// A pixel of this mask that is filled in both, or ``None``; which one, says the head of the module
    /// ``clearance.pygame``.
    fn overlap(
        &self,
        other: &Bound<'_, PyAny>,
        offset: &Bound<'_, PyAny>,
    ) -> PyResult<Option<(usize, usize)>> {
        let found = self.look(other, offset, Pixels::overlap)?;
        Ok(found.map(Into::into))
    }
    /// How many pixels are filled in both.
    fn overlap_area(&self, other: &Bound<'_, PyAny>, offset: &Bound<'_, PyAny>) -> PyResult<u64> {
        self.look(other, offset, Pixels::overlap_area)
    }
    /// A mask of the size of this one with the pixels that are filled in both.
    fn overlap_mask<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        offset: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Self>> {
        let common = self.look(other, offset, |mine, its, by| {
            let mut common = Pixels::empty(mine.width, mine.height)?;
            mine.overlap_onto(its, by, &mut common);
            Ok(common)
        })?;
        python::made(python::class(py)?, common.map_err(python::no_room)?)
    }
    /// A mask of another size that has pixels, as this one has.
    fn _scaled<'py>(&self, py: Python<'py>, width: usize, height: usize) -> PyResult<Bound<'py, Self>> {
        let scaled = self.lock().scaled(width, height);
        python::made(python::class(py)?, scaled.map_err(python::no_room)?)
    }
    /// The mean of the filled pixels, rounded down; (0, 0) if there are none.
    fn centroid(&self) -> (u64, u64) {
        let means = self.lock().moments().centroid();
        means.map(|mean| mean as u64).into()
    }
    /// The direction of the filled pixels in degrees, from -90 to 90: that of the longer axis of their
    /// moments of inertia.
    ///
    /// The moments are rounded as in pygame.
    fn angle(&self) -> f64 {
        self.lock().moments().angle()
    }
    /// The way round the component of the first filled pixel, row by row from the top: clockwise, back to the
    /// first pixel.
    ///
    /// ``every=10`` gives every tenth pixel of it.
    #[pyo3(signature = (every=1))]
    fn outline(&self, #[pyo3(from_py_with = python::every)] every: i64) -> Vec<(i64, i64)> {
        let way = self.lock().outline();
        let step = usize::try_from(every).ok().filter(|step| *step > 0);
        let picked = way.into_iter().step_by(step.unwrap_or(usize::MAX));
        picked.map(Into::into).collect()
    }
    /// The component of a filled pixel, or else the largest; empty if there is none.
    #[pyo3(signature = (place))]
    fn _component<'py>(&self, py: Python<'py>, place: Option<[usize; 2]>) -> PyResult<Bound<'py, Self>> {
        let pixels = self.lock().clone();
        let groups = Groups::of(&pixels);
        let group = place.map_or_else(|| groups.largest(), |place| groups.at(place));
        let one = match group {
            Some(group) => groups.one(group),
            None => Pixels::empty(pixels.width, pixels.height),
        };
        python::made(python::class(py)?, one.map_err(python::no_room)?)
    }
    /// All components that have at least so many pixels, in the order of their first pixels, row by row.
    #[pyo3(signature = (minimum=0))]
    fn connected_components<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = python::minimum)] minimum: i64,
    ) -> PyResult<Vec<Bound<'py, Self>>> {
        let (pixels, class) = (self.lock().clone(), python::class(py)?);
        let groups = Groups::of(&pixels);
        let made = |one: Result<Pixels, _>| python::made(class, one.map_err(python::no_room)?);
        groups.each(minimum).map(made).collect()
    }
    /// Left, top, width and height of each component.
    fn _boxes(&self) -> Vec<[usize; 4]> {
        Groups::of(&self.lock()).boxes()
    }
}
