//! `clearance.Mask`: pixels.

use clearance::Pose;
use clearance::glam::DVec2;
use clearance::math::Rotation2;
use clearance::picture;
use numpy::{PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::arrays::{shaped, vector, whole_vector};
use crate::errors::{Raised, raise};
use crate::numbers::{Name, as_array, instead, is_masked, is_text_or_mapping, short};
use crate::read;

/// Corners, shape (n, 2).
type Ring = Py<PyArray2<f64>>;

/// Filled and empty pixels, row 0 at the top: from rows of ``0`` and ``1``, from an array of shape (height,
/// width), or from a mask of pygame.
///
/// Offsets, positions and corners of outlines count from the lower left corner, with y up, as everywhere in
/// this package.
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
    whole_vector(given, "offset")
}

/// The argument, which must be a mask.
fn other<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<&'a Mask> {
    let mask = given.cast::<Mask>();
    mask.map(Bound::get)
        .map_err(|_| Name::from("other").wrong_type("a Mask", &short(given)))
}

impl Mask {
    /// From a `Mask`, rows of `0` and `1`, an array, or an object with `get_size` and `get_at` (pygame's
    /// mask).
    pub fn read(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(mask) = given.cast::<Self>() {
            return Ok(mask.get().clone());
        }
        let refused = || {
            let wanted = "rows of 0 and 1, or an array of shape (height, width)";
            Name::from("mask").wrong_type(wanted, &short(given))
        };
        if is_text_or_mapping(given) {
            return Err(refused());
        }
        let is_text = |item: &Bound<'_, PyAny>| item.is_instance_of::<PyString>();
        if given.len().is_ok_and(|n| n > 0) && given.get_item(0).is_ok_and(|first| is_text(&first)) {
            let rows: Vec<String> = given.extract().map_err(|_| refused())?;
            let inner = picture::Mask::from_rows(&rows).map_err(raise)?;
            return Ok(Self { inner });
        }
        if given.hasattr("get_at")? && given.hasattr("get_size")? {
            let friends = given.py().import("clearance._friends")?;
            return Self::of_array(&friends.call_method1("pixels", (given,))?, &refused);
        }
        Self::of_array(given, &refused)
    }
    /// From an array of bools, or of numbers of which 0 means empty.
    fn of_array(given: &Bound<'_, PyAny>, refused: &dyn Fn() -> PyErr) -> PyResult<Self> {
        let rows = given.cast::<PyList>().into_iter().flat_map(|list| list.iter());
        for some in rows.chain([given.clone()]) {
            if is_masked(&some)? {
                return Err(refused());
            }
        }
        let array = as_array(given).map_err(|error| instead(given.py(), error, refused))?;
        if !matches!(array.dtype().kind(), b'b' | b'i' | b'u' | b'f') {
            return Err(refused());
        }
        let array = array.call_method1("astype", ("bool",))?;
        let array = array.cast::<PyArray2<bool>>().map_err(|_| refused())?.readonly();
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
    /// The center of the filled pixels, or ``None``.
    fn centroid(&self) -> Option<(f64, f64)> {
        self.inner.centroid().map(Into::into)
    }
    /// Whether the two have a filled pixel in common when the other is moved by ``offset``.
    fn overlaps(&self, other: &Bound<'_, PyAny>, offset: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self
            .inner
            .overlaps(&self::other(other)?.inner, read_offset(offset)?))
    }
    /// How many filled pixels the two have in common.
    fn overlap_area(&self, other: &Bound<'_, PyAny>, offset: &Bound<'_, PyAny>) -> PyResult<u64> {
        Ok(self
            .inner
            .overlap_area(&self::other(other)?.inner, read_offset(offset)?))
    }
    /// The pixels of this mask that it has in common with the other.
    fn overlap(&self, other: &Bound<'_, PyAny>, offset: &Bound<'_, PyAny>) -> PyResult<Self> {
        let inner = self
            .inner
            .overlap(&self::other(other)?.inner, read_offset(offset)?);
        Ok(Self { inner })
    }
    /// One pixel of this mask that it has in common with the other, or ``None``.
    fn common_pixel(
        &self,
        other: &Bound<'_, PyAny>,
        offset: &Bound<'_, PyAny>,
    ) -> PyResult<Option<(usize, usize)>> {
        Ok(self
            .inner
            .common_pixel(&self::other(other)?.inner, read_offset(offset)?)
            .map(Into::into))
    }
    /// The shortest move of the other, in whole pixels and in any direction, after which the two have no
    /// filled pixel in common.
    ///
    /// Of several shortest moves, one along an axis is preferred. ``(0, 0)`` if the two have no pixel in
    /// common.
    ///
    /// >>> from clearance import Mask
    /// >>> stairs = Mask(["0001", "0011", "0111", "1111"])
    /// >>> stairs.parting_shift(Mask(["1"]), (3, 0)), stairs.parting_shift(Mask(["11", "11"]), (1, 1))
    /// ((1, 0), (-1, 1))
    fn parting_shift(&self, other: &Bound<'_, PyAny>, offset: &Bound<'_, PyAny>) -> PyResult<(i64, i64)> {
        Ok(self
            .inner
            .parting_shift(&self::other(other)?.inner, read_offset(offset)?)
            .into())
    }
    /// The area that the two have in common when the other is rotated and scaled: exact, in pixels.
    #[pyo3(signature = (other, position, angle=0.0, scale=1.0))]
    fn turned_overlap_area(
        &self,
        other: &Bound<'_, PyAny>,
        position: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::angle)] angle: f64,
        #[pyo3(from_py_with = read::scale)] scale: f64,
    ) -> PyResult<f64> {
        let position = DVec2::from_array(vector(position, "position")?);
        let pose = Pose::new(position, Rotation2::from_angle(angle)).and_then(|pose| pose.scaled(scale));
        Ok(self
            .inner
            .turned_overlap(&self::other(other)?.inner, &pose.map_err(raise)?)
            .area)
    }
    /// The outlines of all groups of filled pixels that are joined by their sides: for each its outer
    /// corners, shape (n, 2), counter-clockwise, and the corners of its holes, clockwise.
    ///
    /// An outline joins the midpoints of the sides between filled and empty pixels, and so cuts the corners
    /// of pixels. Its corners are at most ``tolerance`` away from that line. Raises ``InvalidArgument`` if
    /// that is negative or not finite.
    ///
    /// >>> from clearance import Mask
    /// >>> Mask(["1"]).outlines()[0][0].tolist()
    /// [[0.5, 0.0], [1.0, 0.5], [0.5, 1.0], [0.0, 0.5]]
    #[pyo3(signature = (tolerance=0.0))]
    fn outlines(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = read::tolerance)] tolerance: f64,
    ) -> PyResult<Vec<(Ring, Vec<Ring>)>> {
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
    /// An array of bool, shape (height, width), row 0 at the top.
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
