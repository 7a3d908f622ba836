//! Errors of an input: a code, a sentence, and a place.

use std::fmt;
use std::path::{Path, PathBuf};

use clearance::shape::{Fault, InvalidShape};

/// The kinds of errors. The command line and all language bindings use the same words for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Not JSON, or not the JSON of the format.
    InvalidJson,
    /// Not TOML, or not what is expected in that file of TOML.
    InvalidToml,
    /// A question that this build cannot answer.
    UnknownOp,
    /// A type of shape that the dimension does not have, or a name that is not in `"shapes"`.
    UnknownShape,
    /// Numbers that are no valid shape.
    InvalidShape,
    /// Not a URDF or SRDF, or links and joints that are no robot.
    InvalidRobot,
    /// Numbers that are no valid pose, ray or margin.
    InvalidPose,
    /// A number that is infinite or not a number at this precision.
    NotFinite,
    /// A question that has no answer for these two kinds of shape.
    UnsupportedPair,
    /// A file of a format that this build does not read; the message says what does.
    UnsupportedFormat,
    /// A file that does not exist or cannot be read.
    FileNotFound,
    /// A file that the input may not name: outside of its folder, or not a regular file.
    FileNotAllowed,
    /// A file that would be overwritten.
    FileExists,
    /// An earlier output that belongs to another input, or to other settings.
    OtherInput,
    /// Too many, too large or too deep.
    LimitExceeded,
}

impl Code {
    /// Its word in the format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidJson => "invalid_json",
            Self::InvalidToml => "invalid_toml",
            Self::UnknownOp => "unknown_op",
            Self::UnknownShape => "unknown_shape",
            Self::InvalidShape => "invalid_shape",
            Self::InvalidRobot => "invalid_robot",
            Self::InvalidPose => "invalid_pose",
            Self::NotFinite => "not_finite",
            Self::UnsupportedPair => "unsupported_pair",
            Self::UnsupportedFormat => "unsupported_format",
            Self::FileNotFound => "file_not_found",
            Self::FileNotAllowed => "file_not_allowed",
            Self::FileExists => "file_exists",
            Self::OtherInput => "other_input",
            Self::LimitExceeded => "limit_exceeded",
        }
    }
}

impl From<&InvalidShape> for Code {
    fn from(error: &InvalidShape) -> Self {
        match error.fault {
            Fault::NotFinite => Self::NotFinite,
            Fault::TooLarge | Fault::TooWide | Fault::TooDeep { .. } => Self::LimitExceeded,
            _ => Self::InvalidShape,
        }
    }
}

/// Why an input cannot be used: what, where, and what would be right.
///
/// Printed as `arm.json:12:7: objects[3] ("link4"): shape: message`, as far as each is known.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What kind of error it is.
    pub code: Code,
    /// What is wrong and what would be right.
    pub message: String,
    /// Where.
    pub place: Box<Place>,
}

/// The place of an error, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The place in the document: `a.vertices[3]`, `objects[2].position`; empty for the whole document.
    pub field: String,
    /// The file, if there is one.
    pub file: Option<PathBuf>,
    /// Line and column, counted from 1, if the text itself is invalid.
    pub line: Option<(usize, usize)>,
    /// The object of the scene, for people: its path and its id.
    pub object: Option<(String, String)>,
}

impl Problem {
    /// An error about the whole document.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            place: Box::default(),
        }
    }
    /// The same error, with another code.
    #[must_use]
    pub fn coded(self, code: Code) -> Self {
        Self { code, ..self }
    }
    /// The same error, about this field.
    pub fn at(mut self, field: impl fmt::Display) -> Self {
        self.place.field = field.to_string();
        self
    }
    /// The same error, in this file unless it already names one.
    pub fn in_file(mut self, file: &Path) -> Self {
        self.place.file.get_or_insert_with(|| file.to_owned());
        self
    }
    /// The same error, about the object at `path` with this id.
    pub fn in_object(mut self, path: String, id: &str) -> Self {
        self.place.object = Some((path, id.to_owned()));
        self
    }
    /// A mesh or scene file that cannot be opened or read.
    pub fn unreadable(file: &Path, error: &std::io::Error) -> Self {
        let what = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_owned(),
            _ => error.to_string(),
        };
        Self::new(Code::FileNotFound, what).in_file(file)
    }
    /// A file that cannot be written.
    pub fn unwritable(error: &std::io::Error) -> Self {
        let what = match error.kind() {
            std::io::ErrorKind::NotFound => "no such folder".to_owned(),
            _ => error.to_string(),
        };
        Self::new(Code::FileNotFound, what)
    }
    /// The problem that reading or writing ended with, if an [`io::Error`](std::io::Error) carries one; else
    /// a file that cannot be written.
    pub fn carried_by(error: std::io::Error) -> Self {
        error.downcast().unwrap_or_else(|error| Self::unwritable(&error))
    }
    /// A file whose content does not match its name.
    pub fn malformed(file: &Path, what: impl fmt::Display) -> Self {
        Self::new(Code::InvalidShape, what.to_string()).in_file(file)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.place.file {
            write!(f, "{}", file.display())?;
            if let Some((line, column)) = self.place.line {
                write!(f, ":{line}:{column}")?;
            }
            f.write_str(": ")?;
        } else if let Some((line, column)) = self.place.line {
            write!(f, "line {line}, column {column}: ")?;
        }
        let mut field = self.place.field.as_str();
        if let Some((path, id)) = &self.place.object {
            write!(f, "{path} ({id}): ")?;
            field = field.strip_prefix(path.as_str()).unwrap_or(field);
        }
        let field = field.trim_start_matches('.');
        if !field.is_empty() {
            write!(f, "{field}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}
