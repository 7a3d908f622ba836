//! Text to `Value`: in one pass, limited in depth and size, with the path to what is wrong.
//!
//! serde_json limits the depth to 128 and rounds numbers correctly. The total size is limited here: a
//! document of garbage is refused when its budget is spent, whatever its length.

use std::fmt;
use std::io::Read;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::literals::Literals;
use super::value::{Map, Value};
use crate::problem::{Code, Problem};

/// How many values (numbers, strings, lists, …) one document may have; they take up to half a gigabyte of
/// memory.
const MOST_VALUES: usize = 1 << 24;

/// The result of reading: the top-level object, or an error; and its `id`, even if the rest is invalid.
pub struct Document {
    /// The top-level object.
    pub content: Result<Map, Problem>,
    /// The text of its `id`.
    pub id: Option<Box<RawValue>>,
}

/// Reads one JSON object.
pub fn read_document(source: impl Read) -> Document {
    let mut reading = Reading::default();
    let mut parser = serde_json::Deserializer::from_reader(std::io::BufReader::new(Literals::new(source)));
    let content = AnyValue(&mut reading)
        .deserialize(&mut parser)
        .and_then(|value| parser.end().map(|()| value));
    let content = match content {
        Ok(Value::Map(map)) => Ok(map),
        Ok(other) => Err(not_an_object(other.kind())),
        Err(error) => Err(reading.problem(&error)),
    };
    Document {
        content,
        id: reading.id,
    }
}

/// The `id` of an object that is JSON but was refused before its `id` was reached.
pub fn salvage_id(source: impl Read) -> Option<Box<RawValue>> {
    struct Id(Option<Box<RawValue>>);
    impl<'de> Visitor<'de> for Id {
        type Value = Self;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
            while let Some(key) = map.next_key::<String>()? {
                if key == "id" {
                    self.0 = Some(map.next_value()?);
                } else {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            Ok(self)
        }
    }
    let mut parser = serde_json::Deserializer::from_reader(std::io::BufReader::new(Literals::new(source)));
    parser.deserialize_map(Id(None)).ok()?.0
}

fn not_an_object(kind: &str) -> Problem {
    Problem::new(
        Code::InvalidJson,
        format!("expected an object {{…}} at the top, found {kind}"),
    )
}

/// The state of the reader: where it is, and how much it may still read.
#[derive(Default)]
struct Reading {
    path: Vec<Step>,
    values: usize,
    refusal: Option<Problem>,
    id: Option<Box<RawValue>>,
}

enum Step {
    Key(String),
    Index(usize),
}

impl Reading {
    /// The path to where it is; only the beginning of a deep one.
    fn field(&self) -> String {
        const MOST_STEPS: usize = 12;
        let mut text = String::new();
        for (i, step) in self.path.iter().enumerate() {
            match step {
                _ if i == MOST_STEPS => {
                    text.push('…');
                    break;
                }
                Step::Key(key) if text.is_empty() => text.push_str(key),
                Step::Key(key) => text.extend([".", key]),
                Step::Index(i) => text.push_str(&format!("[{i}]")),
            }
        }
        text
    }
    fn refuse<E: serde::de::Error>(&mut self, problem: Problem) -> E {
        self.refusal = Some(problem);
        E::custom("refused")
    }
    fn count<E: serde::de::Error>(&mut self) -> Result<(), E> {
        self.values += 1;
        if self.values > MOST_VALUES {
            let message = format!("more than {MOST_VALUES} values in one document");
            return Err(self.refuse(Problem::new(Code::LimitExceeded, message)));
        }
        Ok(())
    }
    /// serde_json's error in the terms of this format.
    fn problem(&mut self, error: &serde_json::Error) -> Problem {
        let text = error.to_string();
        let text = text.split(" at line ").next().unwrap_or_default();
        let problem = self.refusal.take().unwrap_or_else(|| match text {
            "recursion limit exceeded" => {
                Problem::new(Code::LimitExceeded, "nested more than 127 levels deep")
            }
            "number out of range" => Problem::new(Code::NotFinite, "every number must be finite"),
            "EOF while parsing a value" if self.values == 0 => {
                Problem::new(Code::InvalidJson, "empty: expected an object {…}")
            }
            "expected value" if self.values == 0 => {
                Problem::new(Code::InvalidJson, "not JSON in UTF-8: expected an object {…}")
            }
            _ => Problem::new(Code::InvalidJson, text),
        });
        let mut problem = problem.at(self.field());
        if error.line() > 0 {
            problem.place.line = Some((error.line(), error.column()));
        }
        problem
    }
}

/// Reads any value; on an error `Reading::path` stays at the place of the error.
struct AnyValue<'r>(&'r mut Reading);

impl<'de> DeserializeSeed<'de> for AnyValue<'_> {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue<'_> {
    type Value = Value;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<Value, E> {
        self.0.count().map(|()| Value::Null)
    }
    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<Value, E> {
        self.0.count().map(|()| Value::Bool(value))
    }
    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        self.0.count().map(|()| Value::Number(value))
    }
    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Value, E> {
        self.visit_f64(value as f64)
    }
    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Value, E> {
        self.visit_f64(value as f64)
    }
    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<Value, E> {
        self.visit_string(value.to_owned())
    }
    fn visit_string<E: serde::de::Error>(self, value: String) -> Result<Value, E> {
        self.0.count().map(|()| Value::Text(value))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let reading = self.0;
        if reading.path.is_empty() {
            return Err(reading.refuse(not_an_object("a list")));
        }
        reading.count()?;
        let (mut numbers, mut list) = (Vec::new(), Vec::new());
        for i in 0.. {
            reading.path.push(Step::Index(i));
            match seq.next_element_seed(AnyValue(reading))? {
                Some(Value::Number(number)) if list.is_empty() => numbers.push(number),
                Some(value) => {
                    list.extend(numbers.drain(..).map(Value::Number));
                    list.push(value);
                }
                None => break,
            }
            reading.path.pop();
        }
        reading.path.pop();
        Ok(if list.is_empty() {
            numbers.shrink_to_fit();
            Value::Numbers(numbers)
        } else {
            Value::List(list)
        })
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let reading = self.0;
        reading.count()?;
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            reading.path.push(Step::Key(key.clone()));
            let value = if key == "id" {
                let raw = entries.next_value::<Box<RawValue>>()?;
                if reading.path.len() == 1 {
                    reading.id = Some(raw.clone());
                }
                Value::Raw(raw)
            } else {
                entries.next_value_seed(AnyValue(reading))?
            };
            if map.insert(key, value).is_some() {
                return Err(reading.refuse(Problem::new(Code::InvalidJson, "this key is given twice")));
            }
            reading.path.pop();
        }
        Ok(Value::Map(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (Code, String) {
        let problem = read_document(text.as_bytes()).content.unwrap_err();
        (problem.code, problem.place.field)
    }

    #[test]
    fn numbers_are_the_nearest_double() {
        let map =
            read_document(&br#"{"x": [0.1, 18446744073709551616, -0, 1.7976931348623157e308, 5e-324]}"#[..]);
        let Some(Value::Numbers(x)) = map.content.unwrap().remove("x") else {
            panic!("a list of numbers")
        };
        assert_eq!(x, [0.1, 18446744073709551616.0, -0.0, f64::MAX, 5e-324]);
    }

    #[test]
    fn refuses_with_a_path() {
        assert_eq!(
            refused(r#"{"a": {"v": [[0, 1], [2, NaN]]}}"#),
            (Code::NotFinite, "a.v[1][1]".into())
        );
        assert_eq!(refused(r#"{"a": 1e999}"#), (Code::NotFinite, "a".into()));
        assert_eq!(
            refused(r#"{"a": {"b": 1, "b": 2}}"#),
            (Code::InvalidJson, "a.b".into())
        );
        assert_eq!(refused(r#"{"a": [1, }"#), (Code::InvalidJson, "a[1]".into()));
        assert_eq!(refused("[1, 2"), (Code::InvalidJson, String::new()));
        assert_eq!(refused(r#"{} {}"#).0, Code::InvalidJson);
        assert_eq!(refused("").0, Code::InvalidJson);
        assert_eq!(refused("\u{feff}").0, Code::InvalidJson);
    }

    #[test]
    fn a_million_brackets_are_refused_without_overflowing_the_stack() {
        let text = format!("{{\"a\": {}", "[".repeat(1_000_000));
        assert_eq!(refused(&text).0, Code::LimitExceeded);
        let text = "{\"a\":".repeat(1_000_000);
        assert_eq!(refused(&text).0, Code::LimitExceeded);
        let text = format!(r#"{{"id": {}1{}}}"#, "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert!(
            read_document(text.as_bytes()).content.is_ok(),
            "an id is only copied"
        );
    }

    #[test]
    fn the_id_comes_back_word_for_word_also_from_broken_lines() {
        let document = read_document(&br#"{"id": 1.0000000000000000000001e3, "x": NaN}"#[..]);
        assert_eq!(document.id.unwrap().get(), "1.0000000000000000000001e3");
        let text = br#"{"x": NaN, "id": {"n": 18446744073709551617}}"#;
        assert_eq!(
            salvage_id(&text[..]).unwrap().get(),
            r#"{"n": 18446744073709551617}"#
        );
    }
}
