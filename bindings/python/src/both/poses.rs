//! The poses of a batch: one for all pairs, or the rows of an array, which are read without a copy.

use std::borrow::Cow;

use clearance::pair;
use numpy::ndarray::Ix2;
use pyo3::prelude::*;

use super::pose::{Native, Pose, Turn};
use super::{POSE_COLUMNS, Vector};
use crate::arrays::{Numbers, table};
use crate::errors::raise_at;

/// Poses as they were given, after they were checked.
pub enum Poses<'py> {
    One(Native),
    Many(Numbers<'py, Ix2>),
}

/// The same poses as numbers, which can be read without the interpreter.
pub enum NativePoses<'a> {
    One(Native),
    Rows { numbers: Cow<'a, [f64]>, columns: usize },
}

impl<'py> Poses<'py> {
    /// From a `Pose`, or from an array with a row for each pose.
    pub fn read(given: &Bound<'py, PyAny>, field: &str) -> PyResult<Self> {
        if let Ok(pose) = given.cast::<Pose>() {
            return Ok(Self::One(pose.get().native));
        }
        let poses = Self::Many(table(given, field, &POSE_COLUMNS)?);
        let native = poses.native();
        let check = |i: usize| Pose::unturned(native.row(i)).map_err(raise_at(i));
        (0..poses.count().unwrap_or(0)).try_for_each(|i| check(i).map(drop))?;
        drop(native);
        Ok(poses)
    }
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::One(_) => None,
            Self::Many(array) => Some(array.view().nrows()),
        }
    }
    pub fn native(&self) -> NativePoses<'_> {
        match self {
            Self::One(pose) => NativePoses::One(*pose),
            Self::Many(array) => {
                let view = array.view();
                let columns = view.ncols();
                let numbers = view
                    .to_slice()
                    .map_or_else(|| Cow::Owned(view.iter().copied().collect()), Cow::Borrowed);
                NativePoses::Rows { numbers, columns }
            }
        }
    }
}

impl NativePoses<'_> {
    #[inline(always)]
    fn row(&self, i: usize) -> &[f64] {
        match self {
            Self::One(_) => &[],
            Self::Rows { numbers, columns } => &numbers[i * columns..][..*columns],
        }
    }
}

impl pair::Poses<Vector> for NativePoses<'_> {
    #[inline(always)]
    fn unturned(&self, i: usize) -> Native {
        match self {
            Self::One(pose) => *pose,
            // Invalid only if another thread has changed the array since the check.
            Self::Rows { .. } => Pose::unturned(self.row(i)).unwrap_or(Native::IDENTITY),
        }
    }
    #[inline(always)]
    fn rotation(&self, i: usize) -> Turn {
        match self {
            Self::One(pose) => pose.rotation(),
            Self::Rows { .. } => Pose::turn(self.row(i)),
        }
    }
    #[inline(always)]
    fn pose(&self, i: usize) -> Native {
        match self {
            Self::One(pose) => *pose,
            Self::Rows { .. } => Pose::of_row(self.row(i)).unwrap_or(Native::IDENTITY),
        }
    }
}
