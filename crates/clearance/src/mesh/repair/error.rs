//! Why a mesh cannot be repaired.

use core::fmt;

use crate::shape::InvalidShape;

/// Why a mesh cannot be repaired.
///
/// ```
/// use clearance::{glam::DVec3, mesh::{RepairError, weld}, shape::Mesh};
/// let mesh = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?;
/// assert_eq!(weld(&mesh, f64::NAN).unwrap_err(), RepairError::InvalidDistance);
/// assert_eq!(weld(&mesh, 1.0).unwrap_err(), RepairError::NothingLeft);
/// # Ok::<(), clearance::shape::InvalidShape>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RepairError {
    /// A distance that is negative, infinite or not a number.
    InvalidDistance,
    /// No triangle would be left.
    NothingLeft,
    /// What came of it is no mesh: it has too many triangles.
    Shape(InvalidShape),
}

impl fmt::Display for RepairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidDistance => f.write_str("distance: must be finite and not negative"),
            Self::NothingLeft => f.write_str("no triangle would be left"),
            Self::Shape(error) => write!(f, "{error}"),
        }
    }
}
impl core::error::Error for RepairError {}

impl From<InvalidShape> for RepairError {
    fn from(error: InvalidShape) -> Self {
        Self::Shape(error)
    }
}
