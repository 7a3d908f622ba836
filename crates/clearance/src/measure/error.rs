//! Why something cannot be measured.

use core::fmt;

/// Which of the shapes given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The first or only one.
    A,
    /// The second one.
    B,
}

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unmeasured {
    /// It has no interior: a point, a line, a surface, an open mesh, a flat box.
    NotSolid,
    /// It has no end.
    Unbounded,
    /// It crosses itself, or a part of it is inside out: a winding number is neither 0 nor 1.
    CrossesItself,
    /// It has no triangles.
    NoTriangles,
    /// This is not computed for shapes of its kind.
    Unsupported(&'static str),
}

/// Why something cannot be measured, and because of which shape.
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3};
/// use clearance::measure::{Unmeasured, mass_properties};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let open = Shape::mesh(corners, vec![[0, 2, 1], [0, 1, 3]]).unwrap();
/// let error = mass_properties::<DVec3>(Placed::new(&open, &Pose::IDENTITY)).unwrap_err();
/// assert_eq!(error.why, Unmeasured::NotSolid);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasureError {
    /// The shape.
    pub shape: Which,
    /// What is wrong with it.
    pub why: Unmeasured,
}

impl Unmeasured {
    pub(super) const fn of(self, shape: Which) -> MeasureError {
        MeasureError { shape, why: self }
    }
}

impl Which {
    /// Its name in the JSON format.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

impl fmt::Display for Unmeasured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSolid => f.write_str("has no interior: not a solid"),
            Self::Unbounded => f.write_str("has no end"),
            Self::CrossesItself => f.write_str("crosses itself, or a part of it is inside out"),
            Self::NoTriangles => f.write_str("has no triangles"),
            Self::Unsupported(kind) => write!(f, "this is not computed for a {kind}"),
        }
    }
}

impl fmt::Display for MeasureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.shape.as_str(), self.why)
    }
}
impl core::error::Error for MeasureError {}
