//! A GLB file that is not read as a whole: its JSON, and where its binary part is.

use std::ops::Range;

use crate::files::Ranged;
use crate::problem::{Code, Problem};

/// The header of the file, and of each of its chunks: the length and the type.
const HEADER: u64 = 12;
const CHUNK_HEADER: u64 = 8;
const BINARY: &[u8] = b"BIN\0";

/// The document of a file: of a GLB one that ends with its JSON, as if it had no binary part; and where that
/// is.
pub fn document(file: &Ranged) -> Result<(Vec<u8>, Option<Range<u64>>), Problem> {
    let start = file.read(0, (HEADER + CHUNK_HEADER).min(file.size()) as usize)?;
    let is_binary = start.starts_with(b"glTF") && start.len() as u64 == HEADER + CHUNK_HEADER;
    if !is_binary {
        return Ok((file.read(0, file.size() as usize)?, None));
    }
    if !(HEADER + CHUNK_HEADER..=file.size()).contains(&u64::from(word(&start, 8))) {
        return Err(incomplete("its length is not what its header says"));
    }
    let json = HEADER + CHUNK_HEADER + u64::from(word(&start, HEADER as usize));
    if json > file.size() {
        return Err(incomplete("it is shorter than its first chunk"));
    }
    let mut document = file.read(0, json as usize)?;
    document[8..12].copy_from_slice(&(json as u32).to_le_bytes());
    if json == file.size() {
        return Ok((document, None));
    }
    if json + CHUNK_HEADER > file.size() {
        return Err(incomplete("its second chunk has no header"));
    }
    let chunk = file.read(json, CHUNK_HEADER as usize)?;
    let from = json + CHUNK_HEADER;
    let range = from..from + u64::from(word(&chunk, 0));
    match chunk.ends_with(BINARY) && range.end <= file.size() {
        true => Ok((document, Some(range))),
        false => Err(incomplete("its second chunk is not a binary one of that length")),
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn incomplete(what: &str) -> Problem {
    Problem::new(Code::InvalidShape, format!("not a readable glTF: {what}"))
}
