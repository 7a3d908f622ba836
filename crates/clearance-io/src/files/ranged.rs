//! A regular file of which pieces are read, for files that are larger than the memory.
//!
//! Pieces are read, not mapped: a file that another program cuts short while it is mapped ends the process,
//! and one that is read gives an error.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

use crate::problem::Problem;

/// An open file and its size when it was opened.
#[derive(Debug)]
pub struct Ranged {
    file: File,
    name: PathBuf,
    size: u64,
}

impl Ranged {
    pub fn new(file: File, name: PathBuf, size: u64) -> Self {
        Self { file, name, size }
    }
    pub fn size(&self) -> u64 {
        self.size
    }
    /// The bytes from a place on, which are within its size.
    pub fn read(&self, at: u64, bytes: usize) -> Result<Vec<u8>, Problem> {
        read_at(&self.file, at, bytes).map_err(|error| Problem::unreadable(&self.name, &error))
    }
}

/// So many bytes of a file, from a place on.
pub fn read_at(mut file: &File, at: u64, bytes: usize) -> io::Result<Vec<u8>> {
    let mut read = Vec::new();
    let refused = |_| io::Error::from(io::ErrorKind::OutOfMemory);
    read.try_reserve_exact(bytes).map_err(refused)?;
    file.seek(SeekFrom::Start(at))?;
    file.take(bytes as u64).read_to_end(&mut read)?;
    match read.len() == bytes {
        true => Ok(read),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
