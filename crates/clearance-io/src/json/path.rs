//! A place in a document, written as `objects[2].position`; it costs nothing until it is printed.

use std::fmt;

/// A place in a document: a chain of steps, each borrowed from the reader above it.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    outer: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl<'a> Path<'a> {
    /// The document itself.
    pub const ROOT: Path<'static> = Path {
        outer: None,
        step: Step::Root,
    };
    /// A field of the value here.
    pub fn key<'b>(&'b self, key: &'b str) -> Path<'b> {
        Path {
            outer: Some(self),
            step: Step::Key(key),
        }
    }
    /// An element of the value here.
    pub fn index(&self, i: usize) -> Path<'_> {
        Path {
            outer: Some(self),
            step: Step::Index(i),
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(outer) = self.outer else {
            return Ok(());
        };
        write!(f, "{outer}")?;
        match self.step {
            Step::Key(key) if matches!(outer.step, Step::Root) => f.write_str(key),
            Step::Key(key) => write!(f, ".{key}"),
            Step::Index(i) => write!(f, "[{i}]"),
            Step::Root => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_written_in_code() {
        let objects = Path::ROOT.key("objects");
        let third = objects.index(2);
        assert_eq!(third.key("position").to_string(), "objects[2].position");
        assert_eq!(Path::ROOT.to_string(), "");
    }
}
