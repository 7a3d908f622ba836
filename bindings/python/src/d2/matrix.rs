//! A pose from a 3×3 matrix, as graphics libraries and `matplotlib` use: rotation times scale, and a
//! position.

use clearance::glam::DVec2;
use pyo3::prelude::*;

use super::pose::{Native, Turn};
use crate::arrays::rows;
use crate::errors::{Raised, raise};

/// The tolerance for axes that are not perpendicular or not of equal length: about what single precision
/// loses in a rotation.
const TOLERANCE: f64 = 1e-6;

/// The pose of a matrix whose upper left part is a rotation times one scale.
pub fn pose(matrix: &Bound<'_, PyAny>) -> PyResult<Native> {
    let rows: [[f64; 3]; 3] = rows::<3>(matrix, "matrix")?
        .try_into()
        .map_err(|_| refused("must be 3 rows of 3 numbers"))?;
    let column = |k: usize| DVec2::new(rows[0][k], rows[1][k]);
    let (axes, scale) = ([column(0), column(1)], column(0).length());
    if !(scale.is_finite() && axes[1].is_finite() && rows[2] == [0.0, 0.0, 1.0]) {
        return Err(refused("must be finite, and its last row 0, 0, 1"));
    }
    let [x, y] = axes.map(|axis| axis / scale);
    let is_perpendicular = y.distance(x.perp()) <= TOLERANCE; // false as well if the scale is 0
    if !is_perpendicular {
        return Err(refused(
            "must be a rotation times one scale, without shear or reflection",
        ));
    }
    let mut pose = Native::at(column(2)).map_err(raise)?;
    if axes != [DVec2::X, DVec2::Y].map(|axis| axis * scale) {
        pose = pose.turned(Turn::from_angle(x.to_angle())).map_err(raise)?;
    }
    if (scale - 1.0).abs() <= TOLERANCE {
        Ok(pose)
    } else {
        pose.scaled(scale).map_err(raise)
    }
}

fn refused(why: &str) -> PyErr {
    raise(Raised::argument("matrix", why))
}
