//! The numbers of a page: one row of bytes, deflated and in base 64; the rest of the page names ranges of it.

use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;

/// Ranges start at multiples of this, as the browser's arrays of doubles need it.
const ALIGNMENT: usize = 8;

/// A range: its first byte, and the number of its bytes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Range(usize, usize);

/// The bytes so far.
#[derive(Default)]
pub struct Pool {
    bytes: Vec<u8>,
}

impl Pool {
    /// Adds bytes and returns their range.
    pub fn add(&mut self, bytes: &[u8]) -> Range {
        self.bytes.resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        Range(start, bytes.len())
    }
    /// Adds a column of numbers, each as its bytes, the lowest first.
    pub fn column<const N: usize>(&mut self, numbers: impl IntoIterator<Item = [u8; N]>) -> Range {
        let bytes: Vec<u8> = numbers.into_iter().flatten().collect();
        self.add(&bytes)
    }
    /// All of them, as text.
    pub fn text(&self) -> String {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        // Writing to memory does not fail.
        let _ = encoder.write_all(&self.bytes);
        STANDARD.encode(encoder.finish().unwrap_or_default())
    }
}
