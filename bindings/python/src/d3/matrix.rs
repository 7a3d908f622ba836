//! A pose from a 4×4 matrix, as trimesh, fcl and renderers use: rotation times scale, and a position.

use clearance::glam::{DMat3, DQuat, DVec3};
use pyo3::prelude::*;

use super::pose::Native;
use crate::arrays::rows;
use crate::errors::{Raised, raise};

/// The tolerance for axes that are not perpendicular or not of equal length: about what single precision
/// loses in a rotation.
const TOLERANCE: f64 = 1e-6;

/// The pose of a matrix whose upper left part is a rotation times one scale.
pub fn pose(matrix: &Bound<'_, PyAny>) -> PyResult<Native> {
    let rows: [[f64; 4]; 4] = rows::<4>(matrix, "matrix")?
        .try_into()
        .map_err(|_| refused("must be 4 rows of 4 numbers"))?;
    let axis = |k: usize| DVec3::new(rows[0][k], rows[1][k], rows[2][k]);
    let axes = [axis(0), axis(1), axis(2)];
    let scale = axes[0].length();
    if !axes.iter().all(|axis| axis.is_finite()) || rows[3] != [0.0, 0.0, 0.0, 1.0] {
        return Err(refused("must be finite, and its last row 0, 0, 0, 1"));
    }
    let [x, y, z] = axes.map(|axis| axis / scale);
    if !(is_near(y.length(), 1.0) && z.distance(x.cross(y)) <= TOLERANCE && is_near(x.dot(y), 0.0)) {
        return Err(refused(
            "must be a rotation times one scale, without shear or reflection",
        ));
    }
    let mut pose = Native::at(axis(3)).map_err(raise)?;
    if axes != [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| axis * scale) {
        pose = pose
            .turned(DQuat::from_mat3(&DMat3::from_cols(x, y, z)))
            .map_err(raise)?;
    }
    if is_near(scale, 1.0) {
        Ok(pose)
    } else {
        pose.scaled(scale).map_err(raise)
    }
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE
}

fn refused(why: &str) -> PyErr {
    raise(Raised::argument("matrix", why))
}
