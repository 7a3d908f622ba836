//! The error of all constructors of shapes, with the field and the index.

use alloc::string::String;
use core::fmt::{self, Write};

/// Where in a shape's input the fault is: `radius`, `vertices[3]`, `holes[1][4]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name of the argument, as in the JSON format.
    pub name: &'static str,
    /// Up to two indices into it.
    pub index: [Option<usize>; 2],
}

impl Field {
    const fn new(name: &'static str, index: [Option<usize>; 2]) -> Self {
        Self { name, index }
    }
    /// A whole field.
    pub const fn named(name: &'static str) -> Self {
        Self::new(name, [None, None])
    }
    /// An element of a list.
    pub const fn at(name: &'static str, i: usize) -> Self {
        Self::new(name, [Some(i), None])
    }
    /// An element of a list of lists.
    pub const fn at2(name: &'static str, i: usize, j: usize) -> Self {
        Self::new(name, [Some(i), Some(j)])
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.index.iter().flatten().try_for_each(|i| write!(f, "[{i}]"))
    }
}

/// What is wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Infinite or not a number.
    NotFinite,
    /// Must be greater than zero.
    NotPositive,
    /// Must not be less than zero.
    Negative,
    /// Must not be zero, or the zero vector.
    Zero,
    /// Too few entries in a list.
    TooFew {
        /// How many there must be at least.
        least: usize,
        /// How many there are.
        got: usize,
    },
    /// The polygon's edges that start at this vertex and at the other one cross.
    EdgesCross {
        /// Index of the other edge, counted over all rings, outer ring first.
        other: usize,
    },
    /// The ring encloses no area.
    NoArea,
    /// A hole that is not inside the outer ring, or lies in another hole.
    HoleOutside,
    /// An index without a vertex; in a terrain's list of holes, without a cell.
    IndexOutOfRange {
        /// The index given.
        index: usize,
        /// The number of vertices, or cells, there are.
        count: usize,
    },
    /// Not as many entries as before.
    WrongCount {
        /// How many there must be.
        expected: usize,
        /// How many there are.
        got: usize,
    },
    /// A vertex that was where another one is, and is no longer.
    TornApart,
    /// Rows of different lengths, or a character other than 0 and 1.
    Malformed,
    /// The shape is not convex: only convex shapes can be rounded.
    NotConvex,
    /// Compounds within compounds, more of them than this.
    TooDeep {
        /// How many may be nested.
        most: usize,
    },
    /// So large that coordinates would overflow, or so many that indices would.
    TooLarge,
    /// Along one axis the coordinates of a polygon, other than 0, have several magnitudes that differ by more
    /// than a factor of 2^340.
    TooWide,
}

/// Why numbers do not make a shape.
///
/// ```
/// use clearance::{d2::Shape, glam::DVec2, shape::Fault};
/// let error = Shape::<DVec2>::circle(-1.0).unwrap_err();
/// assert_eq!((error.field.name, error.fault), ("radius", Fault::NotPositive));
/// assert_eq!(error.to_string(), "radius: must be greater than zero");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidShape {
    /// Where the fault is.
    pub field: Field,
    /// What it is.
    pub fault: Fault,
}

impl Fault {
    pub(crate) const fn in_field(self, field: Field) -> InvalidShape {
        InvalidShape { field, fault: self }
    }
    pub(crate) fn too_few(least: usize, got: usize) -> Self {
        Self::TooFew { least, got }
    }
}

impl InvalidShape {
    /// The same fault in another field.
    pub(crate) fn in_field(self, field: Field) -> Self {
        Self { field, ..self }
    }
    /// An error about a whole field.
    pub const fn new(name: &'static str, fault: Fault) -> Self {
        fault.in_field(Field::named(name))
    }
    /// An error about one element of a list.
    pub const fn at(name: &'static str, index: usize, fault: Fault) -> Self {
        fault.in_field(Field::at(name, index))
    }
    /// The field as text: `vertices[3]`.
    pub fn path(&self) -> String {
        let mut s = String::new();
        let _ = write!(s, "{}", self.field);
        s
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => f.write_str("must be finite"),
            Self::NotPositive => f.write_str("must be greater than zero"),
            Self::Negative => f.write_str("must not be negative"),
            Self::Zero => f.write_str("must not be zero"),
            Self::TooFew { least, got } => write!(f, "needs at least {least}, got {got}"),
            Self::EdgesCross { other } => {
                write!(f, "the edge from here crosses edge {other}: not a simple polygon")
            }
            Self::NoArea => f.write_str("encloses no area"),
            Self::HoleOutside => f.write_str("a hole must lie inside the outer ring and outside other holes"),
            Self::IndexOutOfRange { index, count } => {
                write!(f, "index {index} names none of the {count} vertices")
            }
            Self::WrongCount { expected, got } => write!(f, "needs {expected}, got {got}"),
            Self::TornApart => f.write_str("was in one place with another vertex, and no longer is"),
            Self::Malformed => f.write_str("rows must be equally long and of the characters 0 and 1"),
            Self::NotConvex => f.write_str("only a convex shape can stand here"),
            Self::TooDeep { most } => write!(f, "compounds within compounds more than {most} deep"),
            Self::TooLarge => f.write_str("too large"),
            Self::TooWide => f.write_str(
                "the coordinates of one axis are of several sizes more than a factor of 2^340 apart",
            ),
        }
    }
}

impl fmt::Display for InvalidShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.fault)
    }
}
impl core::error::Error for InvalidShape {}
