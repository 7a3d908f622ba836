//! A value and its path: reads typed content, or reports what is wrong.

use clearance::math::{Real, Vector};

use super::path::Path;
use super::value::{Map, Value};
use crate::problem::{Code, Problem};

/// A value of a document, with its path and the code for a wrong type in it.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    /// The value.
    pub value: &'a Value,
    /// Its path.
    pub path: Path<'a>,
    code: Code,
}

impl<'a> Node<'a> {
    /// `value` at `path`; a wrong type in it is an error with this code.
    pub fn new(value: &'a Value, path: Path<'a>, code: Code) -> Self {
        Self { value, path, code }
    }
    /// The same, with wrong types reported by another code.
    pub fn coded(self, code: Code) -> Self {
        Self { code, ..self }
    }
    /// An error about this value.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.code, message).at(self.path)
    }
    fn expected(&self, what: &str) -> Problem {
        self.problem(format!("expected {what}, found {}", self.value.kind()))
    }
    /// The value as an object.
    pub fn map(&self) -> Result<&'a Map, Problem> {
        match self.value {
            Value::Map(map) => Ok(map),
            _ => Err(self.expected("an object {…}")),
        }
    }
    /// A field of this object; `None` if it is absent or null, or if this is not an object.
    pub fn get<'b>(&'b self, key: &'b str) -> Option<Node<'b>> {
        let Value::Map(map) = self.value else {
            return None;
        };
        let value = map.get(key).filter(|value| !matches!(value, Value::Null))?;
        Some(Node::new(value, self.path.key(key), self.code))
    }
    /// A required field of this object.
    pub fn need<'b>(&'b self, key: &'b str) -> Result<Node<'b>, Problem> {
        self.map()?;
        self.get(key)
            .ok_or_else(|| Problem::new(self.code, "missing").at(self.path.key(key)))
    }
    /// Calls `read` with each element of this list.
    pub fn each<T>(&self, mut read: impl FnMut(Node<'_>) -> Result<T, Problem>) -> Result<Vec<T>, Problem> {
        let mut at = |i: usize, value: &Value| read(Node::new(value, self.path.index(i), self.code));
        match self.value {
            Value::List(list) => list.iter().enumerate().map(|(i, v)| at(i, v)).collect(),
            Value::Numbers(numbers) => {
                let values = numbers.iter().map(|&n| Value::Number(n));
                values.enumerate().map(|(i, v)| at(i, &v)).collect()
            }
            _ => Err(self.expected("a list")),
        }
    }
    /// The value as a string.
    pub fn text(&self) -> Result<&'a str, Problem> {
        match self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.expected("a string")),
        }
    }
    /// The value as true or false.
    pub fn flag(&self) -> Result<bool, Problem> {
        match self.value {
            Value::Bool(flag) => Ok(*flag),
            _ => Err(self.expected("true or false")),
        }
    }
    /// The value as a whole number from 0 to 2³² − 1.
    pub fn whole(&self) -> Result<u32, Problem> {
        match self.value {
            Value::Number(n) => whole(*n).ok_or_else(|| self.problem(NOT_WHOLE)),
            _ => Err(self.expected("a whole number")),
        }
    }
    /// The value as a number of this precision.
    pub fn scalar<S: Real>(&self) -> Result<S, Problem> {
        match self.value {
            Value::Number(n) => rounded(*n).ok_or_else(|| not_finite(&self.path)),
            _ => Err(self.expected("a number")),
        }
    }
    /// The value as exactly `N` numbers of this precision.
    pub fn scalars<S: Real, const N: usize>(&self) -> Result<[S; N], Problem> {
        let numbers = self.numbers(N)?;
        let mut out = [S::ZERO; N];
        for (i, (out, n)) in out.iter_mut().zip(numbers).enumerate() {
            *out = rounded(*n).ok_or_else(|| not_finite(&self.path.index(i)))?;
        }
        Ok(out)
    }
    /// The value as any number of numbers of this precision.
    pub fn row<S: Real>(&self) -> Result<Vec<S>, Problem> {
        let Value::Numbers(numbers) = self.value else {
            return Err(self.expected("a list of numbers"));
        };
        let round = |(i, &n): (usize, &f64)| rounded(n).ok_or_else(|| not_finite(&self.path.index(i)));
        numbers.iter().enumerate().map(round).collect()
    }
    /// The value as a vector: a list of as many numbers as the space has dimensions.
    pub fn vector<V: Vector>(&self) -> Result<V, Problem> {
        let numbers = self.numbers(V::DIM)?;
        for (i, &n) in numbers.iter().enumerate() {
            if rounded::<V::Scalar>(n).is_none() {
                return Err(not_finite(&self.path.index(i)));
            }
        }
        Ok(V::from_fn(|i| V::Scalar::lit(numbers[i])))
    }
    /// The value as a list of vectors.
    pub fn vectors<V: Vector>(&self) -> Result<Vec<V>, Problem> {
        self.each(|node| node.vector())
    }
    /// The value as a list of triples of indices.
    pub fn triples(&self) -> Result<Vec<[u32; 3]>, Problem> {
        self.each(|node| {
            let numbers = node.numbers(3)?;
            let mut triple = [0; 3];
            for (i, (index, &n)) in triple.iter_mut().zip(numbers).enumerate() {
                let wrong = || Problem::new(node.code, NOT_WHOLE).at(node.path.index(i));
                *index = whole(n).ok_or_else(wrong)?;
            }
            Ok(triple)
        })
    }
    fn numbers(&self, count: usize) -> Result<&'a [f64], Problem> {
        match self.value {
            Value::Numbers(numbers) if numbers.len() == count => Ok(numbers),
            Value::Numbers(numbers) => {
                Err(self.problem(format!("expected {count} numbers, found {}", numbers.len())))
            }
            _ => Err(self.expected(&format!("a list of {count} numbers"))),
        }
    }
    /// Refuses unknown fields that look like a known one: a misspelt field would otherwise be ignored, and
    /// the answer would be to another question.
    pub fn refuse_misspelt(&self, known: &[&str]) -> Result<(), Problem> {
        let Value::Map(map) = self.value else {
            return Ok(());
        };
        for key in map.keys().filter(|key| !known.contains(&key.as_str())) {
            let near = known.iter().find(|name| is_near(key, name));
            if let Some(name) = near {
                return Err(self.problem(format!("unknown field \"{key}\": did you mean \"{name}\"?")));
            }
        }
        Ok(())
    }
}

const NOT_WHOLE: &str = "expected a whole number from 0 to 4294967295";

/// Whether `key` is `name` with a typing error.
fn is_near(key: &str, name: &str) -> bool {
    name.len() >= 5 && key.len() < 40 && {
        let key = key.to_ascii_lowercase().replace(['-', ' '], "_");
        strsim::osa_distance(&key, name) <= if name.len() >= 8 { 2 } else { 1 }
    }
}

fn whole(n: f64) -> Option<u32> {
    (n.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&n)).then_some(n as u32)
}

/// The nearest number of this precision, if that is finite.
fn rounded<S: Real>(n: f64) -> Option<S> {
    Some(S::lit(n)).filter(|n| n.is_finite())
}

fn not_finite(path: &Path<'_>) -> Problem {
    Problem::new(Code::NotFinite, "must be a finite number at this precision").at(path)
}
