//! Why a mesh has no convex parts.

use core::fmt;

use crate::mesh::report::Report;
use crate::shape::InvalidShape;

/// Why a mesh is not approximated by convex parts. Edges and triangles are those of
/// [`Report`]; where there are several, the first is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConvexPartsError {
    /// An edge of one triangle only: the mesh ends there, and encloses nothing.
    Open([u32; 2]),
    /// An edge whose triangles do not run along it equally often in both directions.
    NotOriented([u32; 2]),
    /// Two triangles that meet in more than what they share.
    CrossesItself([u32; 2]),
    /// The mesh closes, but encloses no volume that its rounding errors let us see.
    NoVolume,
    /// A concavity that is not greater than 0 and finite.
    InvalidConcavity,
    /// No parts are allowed.
    NoPartsAllowed,
    /// Given up by the caller.
    Interrupted,
    /// What came of it is no shape.
    Shape(InvalidShape),
}

impl ConvexPartsError {
    /// What stands in the way, of a mesh with this report.
    pub(super) fn of(report: &Report) -> Option<Self> {
        let open = report.open_edges.first().map(|e| Self::Open(*e));
        let turned = report.inconsistent_edges.first().map(|e| Self::NotOriented(*e));
        let crossing = report.crossings.first().map(|pair| Self::CrossesItself(*pair));
        let empty = report.volume.is_none().then_some(Self::NoVolume);
        open.or(turned).or(crossing).or(empty)
    }
}

impl fmt::Display for ConvexPartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open([a, b]) => write!(f, "mesh: open at the edge between vertices {a} and {b}"),
            Self::NotOriented([a, b]) => {
                write!(
                    f,
                    "mesh: not consistently oriented at the edge between vertices {a} and {b}"
                )
            }
            Self::CrossesItself([a, b]) => write!(f, "mesh: triangles {a} and {b} cross"),
            Self::NoVolume => f.write_str("mesh: encloses no volume"),
            Self::InvalidConcavity => f.write_str("concavity: must be greater than zero and finite"),
            Self::NoPartsAllowed => f.write_str("max_parts: must not be 0"),
            Self::Interrupted => f.write_str("convex parts: given up by the caller"),
            Self::Shape(error) => write!(f, "{error}"),
        }
    }
}
impl core::error::Error for ConvexPartsError {}

impl From<InvalidShape> for ConvexPartsError {
    fn from(error: InvalidShape) -> Self {
        Self::Shape(error)
    }
}
