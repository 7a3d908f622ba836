//! `clearance.Mask`: pixels.

use clearance::Pose;
use clearance::glam::DVec2;
use clearance::math::Rotation2;
use clearance::picture;
use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arrays::{shaped, vector};
use crate::errors::{Raised, raise};

/// Corners, shape (n, 2).
type Ring = Py<PyArray2<f64>>;

/// Filled and empty pixels, row 0 on top: from rows of ``0`` and ``1``, an array of shape (height, width), or pygame's.
///
/// Offsets and positions count from the lower left corner, y up, as everywhere here; corners of outlines, too.
///
/// >>> from clearance import Mask
/// >>> plus = Mask(["010", "111", "010"])
/// >>> plus.area(), plus.overlap_area(plus, (2, 0)), plus.overlaps(plus, (2, 2))
/// (5, 1, False)
#[pyclass(frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Mask {
    pub inner: picture::Mask,
}

fn read_offset(given: &Bound<'_, PyAny>) -> PyResult<[i64; 2]> {
    given
        .extract()
        .map_err(|_| raise(Raised::argument("offset", "must be 2 whole numbers")))
}

impl Mask {
    /// From a `Mask`, rows of `0` and `1`, an array, or an object with `get_size` and `get_at` (pygame's mask).
    pub fn read(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(mask) = given.cast::<Self>() {
            return Ok(mask.get().clone());
        }
        let is_text = |item: &Bound<'_, PyAny>| item.is_instance_of::<PyString>();
        if given.len().is_ok_and(|n| n > 0) && given.get_item(0).is_ok_and(|first| is_text(&first)) {
            let rows: Vec<String> = given.extract()?;
            return picture::Mask::from_rows(&rows)
                .map_err(raise)
                .map(|inner| Self { inner });
        }
        if given.hasattr("get_at")? && given.hasattr("get_size")? {
            let friends = given.py().import("clearance._friends")?;
            return Self::of_array(&friends.call_method1("pixels", (given,))?);
        }
        Self::of_array(given)
    }
    fn of_array(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let refused = || {
            raise(Raised::argument(
                "mask",
                "must be rows of 0 and 1, or an array of shape (height, width)",
            ))
        };
        let numpy = given.py().import("numpy")?;
        let array = numpy
            .call_method1("asarray", (given, "bool"))
            .map_err(|_| refused())?;
        let array: PyReadonlyArray2<'_, bool> = array.extract().map_err(|_| refused())?;
        let view = array.as_array();
        let (height, width) = view.dim();
        let inner = picture::Mask::from_fn(width, height, |x, y| view[[height - 1 - y, x]]).map_err(raise)?;
        Ok(Self { inner })
    }
}

#[pymethods]
impl Mask {
    #[new]
    fn new(mask: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::read(mask)
    }
    /// Width and height.
    #[getter]
    fn size(&self) -> (usize, usize) {
        self.inner.size().into()
    }
    /// How many pixels are filled.
    fn area(&self) -> u64 {
        self.inner.area()
    }
    /// The middle of the filled pixels, or ``None``.
    fn centroid(&self) -> Option<(f64, f64)> {
        self.inner.centroid().map(Into::into)
    }
    /// Whether a filled pixel of each coincides, the other moved by ``offset``.
    fn overlaps(&self, other: &Self, offset: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.overlaps(&other.inner, read_offset(offset)?))
    }
    /// How many filled pixels coincide.
    fn overlap_area(&self, other: &Self, offset: &Bound<'_, PyAny>) -> PyResult<u64> {
        Ok(self.inner.overlap_area(&other.inner, read_offset(offset)?))
    }
    /// The pixels of this one that coincide with the other's.
    fn overlap(&self, other: &Self, offset: &Bound<'_, PyAny>) -> PyResult<Self> {
        let inner = self.inner.overlap(&other.inner, read_offset(offset)?);
        Ok(Self { inner })
    }
    /// One pixel of this one that coincides, or ``None``.
    fn common_pixel(&self, other: &Self, offset: &Bound<'_, PyAny>) -> PyResult<Option<(usize, usize)>> {
        Ok(self
            .inner
            .common_pixel(&other.inner, read_offset(offset)?)
            .map(Into::into))
    }
    /// By how much to move the other, along x or y, so that they no longer overlap.
    fn parting_shift(&self, other: &Self, offset: &Bound<'_, PyAny>) -> PyResult<(i64, i64)> {
        Ok(self
            .inner
            .parting_shift(&other.inner, read_offset(offset)?)
            .into())
    }
    /// The area in common where the other one is turned and scaled, exactly, in pixels.
    #[pyo3(signature = (other, position, angle=0.0, scale=1.0))]
    fn turned_overlap_area(
        &self,
        other: &Self,
        position: &Bound<'_, PyAny>,
        angle: f64,
        scale: f64,
    ) -> PyResult<f64> {
        let position = DVec2::from_array(vector(position, "position")?);
        let pose = Pose::new(position, Rotation2::from_angle(angle)).and_then(|pose| pose.scaled(scale));
        Ok(self
            .inner
            .turned_overlap(&other.inner, &pose.map_err(raise)?)
            .area)
    }
    /// The outlines of all groups of connected pixels: for each its outer corners and those of its holes, shape (n, 2).
    ///
    /// Corners are at most ``tolerance`` away from the full outline.
    #[pyo3(signature = (tolerance=0.0))]
    fn outlines(&self, py: Python<'_>, tolerance: f64) -> PyResult<Vec<(Ring, Vec<Ring>)>> {
        if !(tolerance.is_finite() && tolerance >= 0.0) {
            return Err(raise(Raised::argument(
                "tolerance",
                "must be finite and not negative",
            )));
        }
        let ring = |ring: &[[f64; 2]]| shaped(py, ring.as_flattened().to_vec(), [ring.len(), 2]);
        let one = |outline: &picture::Outline| {
            let holes = outline
                .holes
                .iter()
                .map(|hole| ring(hole))
                .collect::<PyResult<_>>()?;
            Ok((ring(&outline.outer)?, holes))
        };
        self.inner.outlines(tolerance).iter().map(one).collect()
    }
    /// An array of bool, shape (height, width), row 0 on top.
    fn to_array(&self, py: Python<'_>) -> PyResult<Py<PyArray2<bool>>> {
        let [width, height] = self.inner.size();
        let pixels = (0..height)
            .rev()
            .flat_map(|y| (0..width).map(move |x| self.inner.is_filled(x, y)));
        shaped(py, pixels.collect(), [height, width])
    }
    fn __getnewargs__(&self, py: Python<'_>) -> PyResult<(Py<PyArray2<bool>>,)> {
        Ok((self.to_array(py)?,))
    }
    fn __repr__(&self) -> String {
        let [width, height] = self.inner.size();
        format!("<Mask, {width} x {height} pixels, {} filled>", self.inner.area())
    }
}
