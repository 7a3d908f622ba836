//! Pairs that were found, in a file: what `check --format json` prints of each, and where that is.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::{Mutex, PoisonError};

use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::blobs::on_disk;
use crate::files::read_at;
use crate::problem::Problem;

/// Where what is said of a pair is.
#[derive(Clone, Copy, Debug)]
struct Place {
    pair: [u32; 2],
    at: u64,
    bytes: u32,
}

/// Pairs in a file without a name, added in any order from any thread.
pub(super) struct NewRows(Mutex<Content>);

struct Content {
    file: BufWriter<File>,
    end: u64,
    places: Vec<Place>,
}

impl NewRows {
    pub fn new() -> Result<Self, Problem> {
        let file = tempfile::tempfile().map_err(|error| on_disk(&error))?;
        Ok(Self(Mutex::new(Content {
            file: BufWriter::new(file),
            end: 0,
            places: Vec::new(),
        })))
    }
    /// How many bytes of memory a pair takes, of which the file has the rest.
    pub const OF_A_PAIR: usize = size_of::<Place>();
    /// Adds what is said of a pair.
    pub fn add(&self, pair: [usize; 2], json: &str) -> Result<(), Problem> {
        // A pair counts as added when its place is known, which is the last step.
        let mut content = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        content
            .file
            .write_all(json.as_bytes())
            .map_err(|error| on_disk(&error))?;
        let at = content.end;
        content.end += json.len() as u64;
        content.places.push(Place {
            pair: pair.map(|i| i as u32),
            at,
            bytes: json.len() as u32,
        });
        Ok(())
    }
    /// All of them.
    pub fn finish(self) -> Result<Rows, Problem> {
        let mut content = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        content.places.sort_unstable_by_key(|place| place.pair);
        let file = content.file.into_inner();
        Ok(Rows {
            file: file.map_err(|error| on_disk(error.error()))?,
            places: content.places,
        })
    }
}

/// Pairs in a file, in the order of the objects. As data they are a list.
#[derive(Debug)]
pub struct Rows {
    file: File,
    places: Vec<Place>,
}

impl Rows {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
    /// The pair of this number, and what is said of it.
    pub(super) fn get(&self, i: usize) -> io::Result<([usize; 2], String)> {
        let place = &self.places[i];
        let text = read_at(&self.file, place.at, place.bytes as usize)?;
        let text = String::from_utf8(text).map_err(io::Error::other)?;
        Ok((place.pair.map(|i| i as usize), text))
    }
    /// Each of them.
    pub(super) fn each(&self) -> impl Iterator<Item = io::Result<([usize; 2], String)>> {
        (0..self.len()).map(|i| self.get(i))
    }
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for row in self.each() {
            let (_, text) = row.map_err(S::Error::custom)?;
            list.serialize_element(&RawValue::from_string(text).map_err(S::Error::custom)?)?;
        }
        list.end()
    }
}
