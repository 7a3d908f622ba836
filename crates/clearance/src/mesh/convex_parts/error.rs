//! Why a mesh has no convex parts.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use crate::mesh::report::Report;
use crate::shape::InvalidShape;

/// Why a mesh is not approximated by convex parts. Edges and triangles are those of
/// [`Report`]; where there are several, the first is named.
///
/// ```
/// use clearance::mesh::ConvexPartsError::Open;
/// let error = Open([1, 2]);
/// assert_eq!((error.field(), &*error.fault()), ("mesh", "open at the edge between vertices 1 and 2"));
/// assert_eq!(error.to_string(), "mesh: open at the edge between vertices 1 and 2");
/// ```
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

impl ConvexPartsError {
    /// Which argument stands in the way: `mesh`, `concavity`, `max_parts`, or `is_unwanted` if it said so.
    pub fn field(&self) -> &'static str {
        match self {
            Self::InvalidConcavity => "concavity",
            Self::NoPartsAllowed => "max_parts",
            Self::Interrupted => "is_unwanted",
            _ => "mesh",
        }
    }
    /// What is wrong with it, as a sentence without its name.
    pub fn fault(&self) -> String {
        match self {
            Self::Open([a, b]) => format!("open at the edge between vertices {a} and {b}"),
            Self::NotOriented([a, b]) => {
                format!("not consistently oriented at the edge between vertices {a} and {b}")
            }
            Self::CrossesItself([a, b]) => format!("triangles {a} and {b} cross"),
            Self::NoVolume => "encloses no volume".into(),
            Self::InvalidConcavity => "must be greater than zero and finite".into(),
            Self::NoPartsAllowed => "must not be 0".into(),
            Self::Interrupted => "given up by the caller".into(),
            Self::Shape(error) => error.to_string(),
        }
    }
}

impl fmt::Display for ConvexPartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field(), self.fault())
    }
}
impl core::error::Error for ConvexPartsError {}

impl From<InvalidShape> for ConvexPartsError {
    fn from(error: InvalidShape) -> Self {
        Self::Shape(error)
    }
}
