//! STL, text and binary, read by `stl_io`.

use std::io::Cursor;
use std::path::Path;

use stl_io::create_stl_reader;

use super::surface::{Part, Surface};
use crate::files::{Folder, Source};
use crate::problem::Problem;

/// The bytes before the triangles of a binary file, and the bytes of each triangle.
const HEADER: usize = 84;
const RECORD: usize = 50;

/// Reads the solids of a file. Binary files often start with the word `solid` too; their length distinguishes
/// them.
pub fn read(file: &Path, source: &mut Source, _: &Folder) -> Result<Vec<Part>, Problem> {
    let mut bytes = source.bytes()?;
    if is_binary(file, &bytes)? {
        bytes[..80].fill(0); // so that its header is not mistaken for that of a text file
        return Ok(vec![part(None, file, bytes)?]);
    }
    let text = std::str::from_utf8(&bytes)
        .map_err(|_| Problem::malformed(file, "not an STL: neither text, nor binary of the right length"))?;
    solids(text)
        .map(|(name, body)| part(name, file, body.into_bytes()))
        .collect()
}

/// Whether a file is binary: by its length, or because it does not start as text does. A file that is too
/// short is refused before any of it is stored.
fn is_binary(file: &Path, bytes: &[u8]) -> Result<bool, Problem> {
    let is_text = bytes.trim_ascii_start().starts_with(b"solid");
    let Some(&[a, b, c, d]) = bytes.get(80..HEADER) else {
        return Ok(false);
    };
    let count = u32::from_le_bytes([a, b, c, d]) as usize;
    let needed = count.saturating_mul(RECORD).saturating_add(HEADER);
    if !is_text && needed > bytes.len() {
        let message = format!(
            "not a readable STL: its header announces {count} triangles, but the file is too short for them"
        );
        return Err(Problem::malformed(file, message));
    }
    Ok(!is_text || needed == bytes.len())
}

/// The names and bodies of the solids of a text file, each body with the one header that `stl_io` accepts.
fn solids(text: &str) -> impl Iterator<Item = (Option<String>, String)> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    std::iter::from_fn(move || {
        let name = lines.next()?.trim().trim_start_matches("solid").trim();
        let mut body = String::from("solid x\n");
        for line in lines.by_ref() {
            let line = line.trim().to_ascii_lowercase();
            body.extend([line.as_str(), "\n"]);
            if line.starts_with("endsolid") {
                break;
            }
        }
        Some((Some(name.to_owned()).filter(|name| !name.is_empty()), body))
    })
}

fn part(name: Option<String>, file: &Path, stl: Vec<u8>) -> Result<Part, Problem> {
    let malformed = |error: std::io::Error| Problem::malformed(file, format!("not a readable STL: {error}"));
    let (mut source, mut corners) = (Cursor::new(stl), Vec::new());
    for triangle in create_stl_reader(&mut source).map_err(malformed)? {
        corners.extend(triangle.map_err(malformed)?.vertices.map(|v| v.0.map(f64::from)));
    }
    // Text too: stl_io reads it as singles.
    let surface = Surface::from_corners(corners)?.welded().of_singles();
    Ok(Part::in_place(name, surface))
}
