//! The files that an input may name, and how much of a file is read.
//!
//! A document may come from anywhere. So the files that it names are read only from its own folder and below,
//! and from folders that the caller allows. Links and `..` are resolved before this is decided. Only regular
//! files are opened, without blocking (a pipe without a writer would block the reader forever), and they are
//! checked again once they are open. A file is read up to a limit, even if it grows while it is read. Files
//! that the caller names may be anywhere and may be pipes; the limit applies to them too.
//!
//! Limit: whoever may write to an allowed folder can replace a folder in it by a link between the check and
//! the opening of the file.

mod ranged;

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

pub(crate) use self::ranged::Ranged;
#[cfg(feature = "on-disk")]
pub(crate) use self::ranged::read_at;
use crate::mesh::Converter;
use crate::problem::{Code, Problem};

/// How many bytes of a file are read by default: 2 GiB.
pub const LARGEST: u64 = 2 << 30;

/// What inputs may read: folders besides their own, and how large a file may be.
///
/// ```
/// use clearance_io::{Code, files::Access, mesh::read_merged};
/// let access = Access::default().with_largest(1 << 20);
/// let problem = read_merged("no such part.stl".as_ref(), &access).unwrap_err();
/// assert_eq!(problem.code, Code::FileNotFound);
/// ```
#[derive(Clone, Debug)]
pub struct Access {
    allowed: Vec<PathBuf>,
    largest: u64,
    kept: u64,
    converter: Option<Converter>,
}

impl Default for Access {
    /// Only the input's own folder, and files up to [`LARGEST`].
    fn default() -> Self {
        Self {
            allowed: Vec::new(),
            largest: LARGEST,
            kept: u64::MAX,
            converter: None,
        }
    }
}

impl Access {
    /// The same, but files in this folder and below may be named as well.
    ///
    /// Errors: `FileNotFound` if there is no such folder.
    pub fn with_folder(mut self, folder: &Path) -> Result<Self, Problem> {
        let real = real(folder).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Problem::new(Code::FileNotFound, "no such folder").in_file(folder),
            _ => Problem::unreadable(folder, &error),
        })?;
        if !real.is_dir() {
            return Err(Problem::new(Code::FileNotFound, "not a folder").in_file(folder));
        }
        self.allowed.push(real);
        Ok(self)
    }
    /// The same, with another limit for each file, in bytes.
    #[must_use]
    pub fn with_largest(self, largest: u64) -> Self {
        Self { largest, ..self }
    }
    /// The same, but of the meshes that files are read into no more than about this many bytes are kept for
    /// objects that use them again; those are then read again. A file of which more than that is not needed
    /// at once is read piece by piece.
    #[must_use]
    pub fn with_kept(self, kept: u64) -> Self {
        Self { kept, ..self }
    }
    pub(crate) fn kept(&self) -> u64 {
        self.kept
    }
    /// The same, with a converter for STEP and IFC files; without one they are refused (`UnsupportedFormat`).
    #[must_use]
    pub fn with_converter(self, converter: Converter) -> Self {
        Self {
            converter: Some(converter),
            ..self
        }
    }
    /// Opens a file that the caller names, and returns what it may name in turn: files in its own folder, or
    /// in the working directory if it is not a regular file, such as a pipe.
    ///
    /// Errors: `FileNotFound`, and `LimitExceeded` for a regular file that is too large.
    pub fn open(&self, file: &Path) -> Result<(Source, Folder), Problem> {
        let handle = File::open(file).map_err(|error| Problem::unreadable(file, &error))?;
        let source = Source::new(handle, file, self.largest)?;
        let folder = match source.is_regular {
            true => file.parent().unwrap_or(Path::new("")),
            false => Path::new(""),
        };
        Ok((source, self.in_folder(folder)))
    }
    /// What a document in this folder may name; the empty path is the working directory.
    #[must_use]
    pub fn in_folder(&self, folder: &Path) -> Folder {
        let roots = real(folder).into_iter().chain(self.allowed.iter().cloned());
        Folder {
            path: folder.to_owned(),
            roots: roots.collect(),
            largest: self.largest,
            kept: self.kept,
            converter: self.converter.clone(),
        }
    }
    /// A stream that the caller opened, such as standard input; the name is used in messages.
    pub(crate) fn limit<R: Read>(&self, stream: R, name: &Path) -> Source<R> {
        Source::of_stream(stream, name.to_owned(), self.largest)
    }
}

/// The folder that names are relative to, and the folders that they may lead to.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    roots: Vec<PathBuf>,
    largest: u64,
    kept: u64,
    converter: Option<Converter>,
}

impl Folder {
    /// The path of a name, before links and `..` are resolved.
    pub(crate) fn join(&self, name: &Path) -> PathBuf {
        self.path.join(name)
    }
    /// The same folders, with names relative to the folder of this file.
    pub(crate) fn beside(&self, file: &Path) -> Self {
        Self {
            path: file.parent().unwrap_or(Path::new("")).to_owned(),
            ..self.clone()
        }
    }
    /// How many bytes of meshes are kept for objects that use them again.
    pub(crate) fn kept(&self) -> u64 {
        self.kept
    }
    /// What makes meshes of STEP and IFC files, if the caller has it.
    pub(crate) fn converter(&self) -> Option<&Converter> {
        self.converter.as_ref()
    }
    /// A stream within a file, such as an entry of an archive, with what is left of the limit.
    pub(crate) fn limit<R: Read>(&self, stream: R, name: PathBuf) -> Source<R> {
        Source::of_stream(stream, name, self.largest)
    }
    /// Counts this many bytes as read.
    pub(crate) fn spend(&mut self, bytes: u64) {
        self.largest = self.largest.saturating_sub(bytes);
    }
    /// Opens a file that a document names.
    ///
    /// Errors: `FileNotAllowed` for a file outside of the folders, whether it exists or not, and for anything
    /// that is not a regular file; `LimitExceeded` for a file that is too large; `FileNotFound`.
    pub fn open(&self, name: &Path) -> Result<Source, Problem> {
        let file = self.join(name);
        let real = self.resolve(&file)?;
        let unreadable = |error: io::Error| Problem::unreadable(&file, &error);
        // Opening a device may have an effect, so it is not even opened.
        if !real.metadata().map_err(unreadable)?.is_file() {
            return Err(not_regular(&file));
        }
        let source = Source::new(
            open_without_waiting(&real).map_err(unreadable)?,
            &file,
            self.largest,
        )?;
        match source.is_regular {
            true => Ok(source),
            false => Err(not_regular(&file)),
        }
    }
    /// The file itself, without links and `..`. Whether a file exists outside of the folders is not revealed.
    fn resolve(&self, file: &Path) -> Result<PathBuf, Problem> {
        match real(file) {
            Ok(real) if self.contains(&real) => Ok(real),
            Err(error) if self.would_contain(file) => Err(Problem::unreadable(file, &error)),
            _ => Err(Problem::new(Code::FileNotAllowed, OUTSIDE).in_file(file)),
        }
    }
    fn contains(&self, real: &Path) -> bool {
        self.roots.iter().any(|root| real.starts_with(root))
    }
    /// Whether the last existing folder on the way to a file is one of these.
    fn would_contain(&self, file: &Path) -> bool {
        let mut folders = file.ancestors().skip(1);
        folders
            .find_map(|folder| real(folder).ok())
            .is_some_and(|folder| self.contains(&folder))
    }
}

/// The message for a file that is not within the folders that may be read.
pub const OUTSIDE: &str = "is outside of the folders that may be read";

fn not_regular(file: &Path) -> Problem {
    Problem::new(Code::FileNotAllowed, "not a regular file").in_file(file)
}

fn real(path: &Path) -> io::Result<PathBuf> {
    match path.as_os_str().is_empty() {
        true => Path::new(".").canonicalize(),
        false => path.canonicalize(),
    }
}

fn open_without_waiting(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    options.open(file)
}

/// An open file, read up to its limit.
#[derive(Debug)]
pub struct Source<R = File> {
    inner: R,
    left: u64,
    largest: u64,
    name: PathBuf,
    is_regular: bool,
    /// Its size in bytes, as far as it is known before it is read.
    size: u64,
    fault: Option<Problem>,
}

impl Source {
    fn new(file: File, name: &Path, largest: u64) -> Result<Self, Problem> {
        let metadata = file
            .metadata()
            .map_err(|error| Problem::unreadable(name, &error))?;
        if metadata.is_file() && metadata.len() > largest {
            return Err(too_large(name, largest));
        }
        Ok(Self {
            inner: file,
            left: largest,
            largest,
            name: name.to_owned(),
            is_regular: metadata.is_file(),
            size: metadata.len(),
            fault: None,
        })
    }
    /// The file as one of which pieces are read, if it is a regular one of more than so many bytes.
    pub(crate) fn ranged_beyond(&self, bytes: u64) -> Option<Ranged> {
        let is_large = self.is_regular && self.size > bytes;
        let file = is_large.then(|| self.inner.try_clone().ok()).flatten()?;
        Some(Ranged::new(file, self.name.clone(), self.size))
    }
}

impl<R: Read> Source<R> {
    fn of_stream(stream: R, name: PathBuf, largest: u64) -> Self {
        Self {
            inner: stream,
            left: largest,
            largest,
            name,
            is_regular: false,
            size: 0,
            fault: None,
        }
    }
    /// How many bytes have been read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.largest - self.left
    }
    /// All of its bytes.
    pub fn bytes(&mut self) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        let memory = usize::try_from(self.size).map(|size| bytes.try_reserve_exact(size + 1));
        if !matches!(memory, Ok(Ok(()))) {
            return Err(Problem::new(Code::LimitExceeded, "too large for the memory").in_file(&self.name));
        }
        let read = self.read_to_end(&mut bytes);
        self.checked(read.map_err(|error| Problem::new(Code::FileNotFound, error.to_string())))?;
        Ok(bytes)
    }
    /// What a parser made of the file; or the error of reading the file, which the parser would report in its
    /// own words.
    pub fn checked<T>(&mut self, parsed: Result<T, Problem>) -> Result<T, Problem> {
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => parsed,
        }
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        // One byte more than the limit is read, to notice that there are more.
        let most = usize::try_from(self.left).map_or(out.len(), |left| out.len().min(left.saturating_add(1)));
        match self.inner.read(&mut out[..most]) {
            Ok(count) if count as u64 > self.left => {
                self.fault = Some(too_large(&self.name, self.largest));
                Err(ErrorKind::FileTooLarge.into())
            }
            Ok(count) => {
                self.left -= count as u64;
                Ok(count)
            }
            Err(error) => {
                if error.kind() != ErrorKind::Interrupted {
                    self.fault = Some(Problem::unreadable(&self.name, &error));
                }
                Err(error)
            }
        }
    }
}

fn too_large(name: &Path, largest: u64) -> Problem {
    Problem::new(
        Code::LimitExceeded,
        format!("larger than the {largest} bytes that may be read"),
    )
    .in_file(name)
}
