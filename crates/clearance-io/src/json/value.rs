//! A JSON value with its numbers as doubles; lists of numbers are stored flat.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// A JSON object. No key occurs twice.
pub type Map = BTreeMap<String, Value>;

/// A JSON value.
#[derive(Clone, Debug)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, rounded once to the nearest double; finite.
    Number(f64),
    /// A string.
    Text(String),
    /// A list of numbers only, or an empty list.
    Numbers(Vec<f64>),
    /// Any other list.
    List(Vec<Value>),
    /// An object.
    Map(Map),
    /// The value of a key `id`, as it was written.
    Raw(Box<RawValue>),
}

impl Value {
    /// Its type, for messages: "a list".
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::Numbers(n) if n.is_empty() => "an empty list",
            Self::Numbers(_) => "a list of numbers",
            Self::List(_) => "a list",
            Self::Map(_) => "an object",
            Self::Raw(_) => "an id",
        }
    }
}
