//! TOML with places: each value knows its path and its line, so that an error names both.

use std::ops::Range;
use std::path::Path;

use toml_edit::{ArrayOfTables, Document, Item, TableLike, Value};

use crate::files::Access;
use crate::problem::{Code, Problem};

/// A value of a document.
#[derive(Clone)]
pub struct Toml<'a> {
    text: &'a str,
    /// Such as `rule[2].within`, counted from 0.
    pub path: String,
    span: Option<Range<usize>>,
    what: What<'a>,
}

#[derive(Clone, Copy)]
enum What<'a> {
    Table(&'a dyn TableLike),
    Tables(&'a ArrayOfTables),
    Value(&'a Value),
}

/// What `parse` makes of the text of a file.
pub fn read<T>(
    file: &Path,
    access: &Access,
    parse: impl FnOnce(&str) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let (mut source, _) = access.open(file)?;
    let text =
        String::from_utf8(source.bytes()?).map_err(|_| Problem::new(Code::InvalidToml, "not text in UTF-8"));
    text.and_then(|text| parse(text.strip_prefix('\u{feff}').unwrap_or(&text)))
        .map_err(|problem| problem.in_file(file))
}

/// The document that a text is.
pub fn parse(text: &str) -> Result<Document<String>, Problem> {
    Document::parse(text.to_owned()).map_err(|error| {
        at_line(
            Problem::new(Code::InvalidToml, error.message()),
            text,
            error.span(),
        )
    })
}

fn at_line(mut problem: Problem, text: &str, span: Option<Range<usize>>) -> Problem {
    problem.place.line = span.and_then(|span| {
        let before = text.get(..span.start)?;
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        Some((
            before.matches('\n').count() + 1,
            before[start..].chars().count() + 1,
        ))
    });
    problem
}

impl<'a> Toml<'a> {
    /// The whole document.
    pub fn root(document: &'a Document<String>) -> Self {
        Self {
            text: document.raw(),
            path: String::new(),
            span: None,
            what: What::Table(document.as_table()),
        }
    }
    fn child(&self, path: String, span: Option<Range<usize>>, what: What<'a>) -> Self {
        Self {
            text: self.text,
            path,
            span: span.or(self.span.clone()),
            what,
        }
    }
    /// An error about this value.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        let problem = Problem::new(Code::InvalidToml, message).at(&self.path);
        at_line(problem, self.text, self.span.clone())
    }
    fn expected(&self, what: &str) -> Problem {
        self.problem(format!("expected {what}, found {}", self.kind()))
    }
    fn kind(&self) -> &'static str {
        match self.what {
            What::Table(_) => "a table",
            What::Tables(_) => "a list of tables",
            What::Value(value) => value.type_name(),
        }
    }
    fn table(&self) -> Result<&'a dyn TableLike, Problem> {
        match self.what {
            What::Table(table) => Ok(table),
            What::Value(Value::InlineTable(table)) => Ok(table),
            _ => Err(self.expected("a table")),
        }
    }
    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        self.table().is_ok()
    }
    /// The keys and values of this table.
    pub fn entries(&self) -> Result<Vec<(&'a str, Self)>, Problem> {
        let table = self.table()?;
        let entry = |(key, item): (&'a str, &'a Item)| {
            let what = match item {
                Item::None => return None,
                Item::Value(value) => What::Value(value),
                Item::Table(table) => What::Table(table),
                Item::ArrayOfTables(tables) => What::Tables(tables),
            };
            let span = table.key(key).and_then(|key| key.span()).or(item.span());
            Some((key, self.child(self.path_of(key), span, what)))
        };
        Ok(table.iter().filter_map(entry).collect())
    }
    fn path_of(&self, key: &str) -> String {
        match self.path.as_str() {
            "" => key.to_owned(),
            path => format!("{path}.{key}"),
        }
    }
    /// The keys and values of this table, all of whose keys are known.
    pub fn fields(&self, known: &[&str]) -> Result<Fields<'a>, Problem> {
        let entries = self.entries()?;
        if let Some((key, value)) = entries.iter().find(|(key, _)| !known.contains(key)) {
            let message = match nearest(key, known.iter().copied()) {
                Some(near) => format!("unknown key: did you mean \"{near}\"?"),
                None => format!("unknown key: the keys here are {}", known.join(", ")),
            };
            return Err(value.problem(message));
        }
        Ok(Fields {
            of: self.clone(),
            entries,
        })
    }
    /// The elements of this list.
    pub fn list(&self) -> Result<Vec<Self>, Problem> {
        let path = |i| format!("{}[{i}]", self.path);
        match self.what {
            What::Tables(tables) => {
                let tables = tables.iter().enumerate();
                Ok(tables
                    .map(|(i, table)| self.child(path(i), table.span(), What::Table(table)))
                    .collect())
            }
            What::Value(Value::Array(array)) => {
                let values = array.iter().enumerate();
                Ok(values
                    .map(|(i, value)| self.child(path(i), value.span(), What::Value(value)))
                    .collect())
            }
            _ => Err(self.expected("a list")),
        }
    }
    /// The elements of this list; of a value that is no list, itself.
    pub fn one_or_more(&self) -> Result<Vec<Self>, Problem> {
        match self.what {
            What::Value(Value::Array(_)) | What::Tables(_) => self.list(),
            _ => Ok(vec![self.clone()]),
        }
    }
    /// The value as a text.
    pub fn text(&self) -> Result<&'a str, Problem> {
        match self.what {
            What::Value(Value::String(text)) => Ok(text.value()),
            _ => Err(self.expected("a text in quotes")),
        }
    }
    /// The value as true or false.
    pub fn flag(&self) -> Result<bool, Problem> {
        match self.what {
            What::Value(Value::Boolean(flag)) => Ok(*flag.value()),
            _ => Err(self.expected("true or false")),
        }
    }
    /// The value as a finite number.
    pub fn number(&self) -> Result<f64, Problem> {
        let number = match self.what {
            What::Value(Value::Integer(number)) => *number.value() as f64,
            What::Value(Value::Float(number)) => *number.value(),
            _ => return Err(self.expected("a number")),
        };
        match number.is_finite() {
            true => Ok(number),
            false => Err(self.problem(format!("must be finite, is {number}"))),
        }
    }
    /// The value as a length.
    pub fn length(&self) -> Result<f64, Problem> {
        match self.number()? {
            length if length >= 0.0 => Ok(length),
            length => Err(self.problem(format!("must not be negative, is {length}"))),
        }
    }
    /// Whether the value is a number.
    pub fn is_number(&self) -> bool {
        matches!(self.what, What::Value(Value::Integer(_) | Value::Float(_)))
    }
}

/// The keys and values of a table.
pub struct Fields<'a> {
    of: Toml<'a>,
    entries: Vec<(&'a str, Toml<'a>)>,
}

impl<'a> Fields<'a> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Toml<'a>> {
        self.entries
            .iter()
            .find(|(known, _)| *known == key)
            .map(|(_, value)| value)
    }
    /// The value of a key that must be there.
    pub fn need(&self, key: &str) -> Result<&Toml<'a>, Problem> {
        self.get(key)
            .ok_or_else(|| self.of.problem(format!("missing key \"{key}\"")))
    }
    /// What `read` makes of the value of a key, if it is there.
    pub fn read<T>(
        &self,
        key: &str,
        read: impl FnOnce(&Toml<'a>) -> Result<T, Problem>,
    ) -> Result<Option<T>, Problem> {
        self.get(key).map(read).transpose()
    }
}

/// The name that a misspelt one may have been meant as.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let longest = name.chars().count().max(3);
    let scored = known.map(|near| (strsim::osa_distance(name, near), near));
    let (distance, near) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= longest / 3).then_some(near)
}
