//! Shapes in a file, each once: what is written is found by its content.
//!
//! A shape is written as the arguments of its constructor, and made of them anew when it is read, with the
//! same bits (`clearance::shape::DataSpace`). Two shapes with the same arguments have the same SHA-256 digest
//! and are one.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clearance::glam::DVec3;
use clearance::shape::Shape3;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files::read_at;
use crate::problem::{Code, Problem};

/// Where a shape is in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key {
    pub(super) at: u64,
    pub(super) bytes: u32,
}

/// Where shapes are read from: the file that [`Blobs`] wrote, or a copy of it anywhere.
pub trait ReadShapes: Sync {
    /// These bytes of the file.
    fn bytes(&self, at: u64, count: usize) -> Result<Vec<u8>, Problem>;
}

/// The shape there.
pub(super) fn read_shape(file: &dyn ReadShapes, key: Key) -> Result<Shape3<DVec3>, Problem> {
    let bytes = file.bytes(key.at, key.bytes as usize)?;
    postcard::from_bytes(&bytes).map_err(|error| broken(&error))
}

/// A file of shapes that grows.
#[derive(Debug)]
pub struct Blobs(Mutex<Content>);

#[derive(Debug)]
struct Content {
    file: File,
    end: u64,
    known: HashMap<[u8; 32], Key>,
}

impl Blobs {
    /// An empty file without a name, in the folder for temporary files; it is gone when this is dropped.
    ///
    /// Errors: no file can be made there.
    pub fn new() -> Result<Self, Problem> {
        tempfile::tempfile()
            .map(Self::of)
            .map_err(|error| on_disk(&error))
    }
    /// An empty file of this name, which stays. One that is there is replaced.
    ///
    /// Errors: no file can be made there.
    pub fn in_file(path: &Path) -> Result<Self, Problem> {
        let mut options = File::options();
        let file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(path);
        file.map(Self::of)
            .map_err(|error| Problem::unwritable(&error).in_file(path))
    }
    fn of(file: File) -> Self {
        Self(Mutex::new(Content {
            file,
            end: 0,
            known: HashMap::new(),
        }))
    }
    /// Writes a shape, unless it is there.
    ///
    /// Errors: the disk is full; `LimitExceeded` for a shape of 4 GiB.
    pub fn write(&self, shape: &Shape3<DVec3>) -> Result<Key, Problem> {
        let bytes = postcard::to_stdvec(shape).map_err(|error| broken(&error))?;
        let digest = Sha256::digest(&bytes).into();
        let mut content = self.lock();
        if let Some(key) = content.known.get(&digest) {
            return Ok(*key);
        }
        let key = content.append(&bytes)?;
        content.known.insert(digest, key);
        Ok(key)
    }
    /// How many shapes there are, and how many bytes they take.
    pub fn total(&self) -> (usize, u64) {
        let content = self.lock();
        (content.known.len(), content.end)
    }
    fn lock(&self) -> MutexGuard<'_, Content> {
        // A shape counts as written when it is known, which is the last step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Content {
    fn append(&mut self, bytes: &[u8]) -> Result<Key, Problem> {
        let count = u32::try_from(bytes.len())
            .map_err(|_| Problem::new(Code::LimitExceeded, "a shape of more than 4 GiB"))?;
        let written = self.file.seek(SeekFrom::Start(self.end));
        let written = written.and_then(|_| self.file.write_all(bytes));
        written.map_err(|error| on_disk(&error))?;
        let at = self.end;
        self.end += u64::from(count);
        Ok(Key { at, bytes: count })
    }
}

impl ReadShapes for Blobs {
    fn bytes(&self, at: u64, count: usize) -> Result<Vec<u8>, Problem> {
        let read = read_at(&self.lock().file, at, count);
        read.map_err(|error| on_disk(&error))
    }
}

/// A temporary file cannot be used.
pub(super) fn on_disk(error: &io::Error) -> Problem {
    let folder = std::env::temp_dir();
    Problem::new(Code::FileNotFound, format!("temporary file: {error}")).in_file(&folder)
}

/// What was written cannot be read: only another program could have changed it.
pub(super) fn broken(error: &postcard::Error) -> Problem {
    Problem::new(
        Code::InvalidShape,
        format!("not what this version wrote: {error}"),
    )
}
