//! The library's errors as exceptions of `clearance._errors`: the class, the message, the field, the index.

use clearance::character::InvalidCharacter;
use clearance::index::UnknownIndex;
use clearance::math::InvalidPose;
use clearance::measure::{MeasureError, Unmeasured};
use clearance::mesh::RepairError;
use clearance::pair::{Flaw, NoSuchShape, QueryError};
use clearance::picture::InvalidMask;
use clearance::response::InvalidMass;
use clearance::scene::{Handle, SceneError};
use clearance::shape::InvalidShape;
use pyo3::prelude::*;

/// The parts of an exception.
pub struct Raised {
    pub class: &'static str,
    pub message: String,
    pub field: Option<String>,
    pub index: Option<usize>,
}

impl Raised {
    /// About a field as a whole.
    pub fn about(class: &'static str, field: &str, message: impl Into<String>) -> Self {
        Self {
            class,
            message: message.into(),
            field: Some(field.into()),
            index: None,
        }
    }
    /// About an argument that the bindings themselves refuse.
    pub fn argument(field: &str, message: impl std::fmt::Display) -> Self {
        Self::about("InvalidArgument", field, format!("{field}: {message}"))
    }
    /// The same, about this entry.
    pub fn at(self, index: usize) -> Self {
        Self {
            index: Some(index),
            ..self
        }
    }
    fn exception(self) -> PyErr {
        Python::attach(|py| {
            let class = py.import("clearance._errors").and_then(|m| m.getattr(self.class));
            match class.and_then(|class| class.call1((self.message, self.field, self.index))) {
                Ok(error) => PyErr::from_value(error),
                Err(error) => error,
            }
        })
    }
}

/// The exception of an error: `.map_err(raise)`.
pub fn raise(error: impl Into<Raised>) -> PyErr {
    error.into().exception()
}

/// The exception of an error about one entry of a batch: `.map_err(raise_at(i))`.
pub fn raise_at<E: Into<Raised>>(index: usize) -> impl Fn(E) -> PyErr {
    move |error| error.into().at(index).exception()
}

/// What `Character.take_over` raises if it would be this deep in this object.
pub fn no_room(py: Python<'_>, by: Handle, depth: f64) -> PyErr {
    let by = by.to_bits();
    let message = format!("other: no room, it would be {depth:?} deep in object {by}");
    let class = py.import("clearance._errors").and_then(|m| m.getattr("NoRoom"));
    match class.and_then(|class| class.call1((message, "other", None::<usize>, by, depth))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// The field name in front of the colon with which a message of the library begins: `"position: too large"`.
fn named_in(message: &str) -> Option<String> {
    let (name, _) = message.split_once(": ")?;
    let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    is_name.then(|| name.into())
}

fn with_named_field(class: &'static str, error: impl std::fmt::Display) -> Raised {
    let message = error.to_string();
    let field = named_in(&message);
    Raised {
        class,
        message,
        field,
        index: None,
    }
}

impl From<InvalidShape> for Raised {
    fn from(error: InvalidShape) -> Self {
        Self {
            class: "InvalidShape",
            message: error.to_string(),
            field: Some(error.path()),
            index: error.field.index[0],
        }
    }
}
impl From<InvalidPose> for Raised {
    fn from(error: InvalidPose) -> Self {
        with_named_field("InvalidPose", error)
    }
}
impl From<QueryError> for Raised {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::UnsupportedPair { .. } => with_named_field("UnsupportedPair", error),
            _ => with_named_field("InvalidArgument", error),
        }
    }
}
impl From<NoSuchShape> for Raised {
    fn from(error: NoSuchShape) -> Self {
        Self::argument("indices", error)
    }
}
impl From<MeasureError> for Raised {
    fn from(error: MeasureError) -> Self {
        let class = match error.why {
            Unmeasured::CrossesItself => "InvalidShape",
            _ => "UnsupportedPair",
        };
        with_named_field(class, error)
    }
}
impl From<RepairError> for Raised {
    fn from(error: RepairError) -> Self {
        match error {
            RepairError::Shape(error) => error.into(),
            RepairError::InvalidDistance => with_named_field("InvalidArgument", error),
            _ => Self::about("InvalidShape", "mesh", format!("mesh: {error}")),
        }
    }
}
impl From<SceneError> for Raised {
    fn from(error: SceneError) -> Self {
        match error {
            SceneError::Pose(error) => error.into(),
            SceneError::Query(error) => error.into(),
            SceneError::NoSuchObject => with_named_field("NoSuchObject", error),
            SceneError::TooManyPairs { .. } => with_named_field("TooManyPairs", error),
            _ => with_named_field("InvalidArgument", error),
        }
    }
}
impl From<InvalidCharacter> for Raised {
    fn from(error: InvalidCharacter) -> Self {
        with_named_field("InvalidArgument", error)
    }
}
impl From<UnknownIndex> for Raised {
    fn from(error: UnknownIndex) -> Self {
        with_named_field("InvalidArgument", error)
    }
}
impl From<InvalidMask> for Raised {
    fn from(error: InvalidMask) -> Self {
        let (field, index) = match error {
            InvalidMask::Row(i) => ("rows", Some(i)),
            InvalidMask::Length(_) => ("alpha", None),
            _ => ("size", None),
        };
        Self {
            index,
            ..Self::about("InvalidShape", field, error.to_string())
        }
    }
}
impl From<Flaw> for Raised {
    fn from(flaw: Flaw) -> Self {
        Self::about("WrongAnswer", "answer", format!("answer: {flaw}"))
    }
}
impl From<InvalidMass> for Raised {
    fn from(error: InvalidMass) -> Self {
        Self::about("InvalidArgument", "mass", error.to_string())
    }
}
