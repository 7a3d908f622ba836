//! Errors for refused inputs, which the TypeScript half throws: a kind, a field, an index, a sentence.

use std::cell::RefCell;

use clearance::character::InvalidCharacter;
use clearance::math::InvalidPose;
use clearance::pair::QueryError;
use clearance::picture::InvalidMask;
use clearance::scene::SceneError;
use clearance::shape::InvalidShape;
use clearance_io::Code;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "../base/errors.js")]
extern "C" {
    /// The error class of the package.
    pub type ClearanceError;
    #[wasm_bindgen(constructor)]
    fn new(kind: &str, message: &str, field: &str, index: f64) -> ClearanceError;
}

/// Why an input was refused; the kinds are the error codes of the JSON format.
#[derive(Clone, Debug)]
pub struct Problem {
    kind: &'static str,
    message: String,
    field: String,
    index: Option<usize>,
}

/// The result of a fallible call.
pub type Answer<T> = Result<T, Problem>;

impl Problem {
    /// A problem of this kind with a field.
    pub fn new(kind: &'static str, field: &str, message: impl Into<String>) -> Self {
        Self {
            kind,
            field: field.into(),
            index: None,
            message: message.into(),
        }
    }
    /// The same about an element of the field.
    pub fn at(self, index: usize) -> Self {
        Self {
            index: Some(index),
            ..self
        }
    }
    /// The same error, about a field of `outer`.
    pub fn within(self, outer: &str) -> Self {
        let field = format!("{outer}.{}", self.field);
        Self { field, ..self }
    }
    /// The same error, about element `index` of the list that the field is a part of.
    pub fn of(self, list: &str, index: usize) -> Self {
        let message = format!("{}: {}", self.field, self.message);
        Self {
            message,
            ..Self::new(self.kind, list, "")
        }
        .at(index)
    }
    /// The error for a list that is too long, or for which there is no memory.
    pub fn too_many(field: &str) -> Self {
        Self::new("limit_exceeded", field, "more than there is memory for")
    }
    /// The error for a list whose length is not a multiple of the length of its elements.
    pub fn ragged(field: &str, numbers: usize) -> Self {
        Self::new(
            "invalid_shape",
            field,
            format!("its length must be a multiple of {numbers}"),
        )
    }
}

/// The sentence of an error, which may begin with the name of a field.
fn sentence(error: &impl ToString) -> String {
    let text = error.to_string();
    text.split_once(": ")
        .map_or(text.clone(), |(_, rest)| rest.to_owned())
}

impl From<Problem> for JsValue {
    fn from(problem: Problem) -> Self {
        let index = problem.index.map_or(-1.0, |i| i as f64);
        ClearanceError::new(problem.kind, &problem.message, &problem.field, index).into()
    }
}

impl From<InvalidShape> for Problem {
    fn from(error: InvalidShape) -> Self {
        let (field, index) = match error.field.index {
            [Some(i), Some(j)] => (format!("{}[{i}]", error.field.name), Some(j)),
            [index, _] => (error.field.name.to_owned(), index),
        };
        Self {
            kind: Code::from(&error).as_str(),
            field,
            index,
            message: error.fault.to_string(),
        }
    }
}

impl From<InvalidPose> for Problem {
    fn from(error: InvalidPose) -> Self {
        let (kind, field) = match error {
            InvalidPose::PositionNotFinite => ("not_finite", "position"),
            InvalidPose::PositionTooLarge => ("limit_exceeded", "position"),
            InvalidPose::ScaleTooLarge => ("limit_exceeded", "scale"),
            InvalidPose::Scale => ("invalid_pose", "scale"),
            _ => ("invalid_pose", "rotation"),
        };
        Self::new(kind, field, sentence(&error))
    }
}

impl From<QueryError> for Problem {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::ZeroDirection => Self::new("invalid_pose", "direction", sentence(&error)),
            QueryError::NotFinite(name) => Self::new("not_finite", name, sentence(&error)),
            QueryError::TooLarge(name) => Self::new("limit_exceeded", name, sentence(&error)),
            _ => Self::new("unsupported_pair", "", error.to_string()),
        }
    }
}

impl From<SceneError> for Problem {
    fn from(error: SceneError) -> Self {
        match error {
            SceneError::NoSuchObject => Self::new("no_such_object", "handle", sentence(&error)),
            SceneError::Full => Self::new("limit_exceeded", "objects", sentence(&error)),
            SceneError::TooManyPairs { .. } => Self::new("limit_exceeded", "pairs", sentence(&error)),
            SceneError::Pose(error) => error.into(),
            SceneError::Query(error) => error.into(),
            SceneError::NotFinite(name) => Self::new("not_finite", name, sentence(&error)),
            _ => Self::new("invalid_shape", "", error.to_string()),
        }
    }
}

impl From<InvalidMask> for Problem {
    fn from(error: InvalidMask) -> Self {
        match error {
            InvalidMask::TooLarge => Self::new("limit_exceeded", "width", error.to_string()),
            InvalidMask::Row(i) => Self::new("invalid_shape", "rows", sentence(&error)).at(i),
            InvalidMask::Length(_) => Self::new("invalid_shape", "alpha", error.to_string()),
            _ => Self::new("invalid_shape", "", error.to_string()),
        }
    }
}

impl From<InvalidCharacter> for Problem {
    fn from(error: InvalidCharacter) -> Self {
        let text = error.to_string();
        let field = text.split_once(": ").map_or("", |(field, _)| field);
        Self::new("invalid_shape", field, sentence(&error))
    }
}

thread_local! {
    static LAST: RefCell<Option<Problem>> = const { RefCell::new(None) };
}

/// The return value of a failed call that answers in the exchange array.
pub const FAILED: i32 = -1;

/// The number of an answer, or [`FAILED`], with the problem kept for [`last_problem`]: a `Result` would cost
/// JavaScript an array for each call.
pub fn number(answer: Answer<i32>) -> i32 {
    answer.unwrap_or_else(|problem| {
        LAST.with(|last| *last.borrow_mut() = Some(problem));
        FAILED
    })
}

/// Why the last call failed.
#[wasm_bindgen(js_name = lastProblem)]
pub fn last_problem() -> JsValue {
    LAST.with(|last| last.borrow_mut().take())
        .map_or(JsValue::UNDEFINED, JsValue::from)
}
