//! Where answers go: to standard output, to standard error, and into files that are whole or as they were.

use std::fmt::Display;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clearance_io::{Code, Problem};
use tempfile::{Builder, NamedTempFile};

/// Prints to standard output.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    let mut out = anstream::stdout().lock();
    printed(write(&mut out).and_then(|()| out.flush()))
}

/// What came of printing. A pipe whose reader has had enough is no error: the command ends as if all had been
/// read.
pub fn printed(outcome: io::Result<()>) -> Result<(), Problem> {
    match outcome {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(unwritable("standard output".as_ref(), &error))
        }
        _ => Ok(()),
    }
}

/// Prints a line to standard error. Where that cannot be had, nobody is left to be told.
pub fn tell(line: impl Display) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Writes a whole file. Where that fails, a file of this name is as it was, or there is none.
pub fn save(file: &Path, content: &[u8]) -> Result<(), Problem> {
    save_or_say(file, content).map_err(|error| unwritable(file, &error))
}

fn save_or_say(file: &Path, content: &[u8]) -> io::Result<()> {
    // To open it as it would be overwritten tells whether that is allowed.
    let mut old = match OpenOptions::new().write(true).open(file) {
        Ok(old) => old,
        Err(error) if error.kind() == ErrorKind::NotFound => return replace(&target(file), content, None),
        Err(error) => return Err(error),
    };
    let known = old.metadata()?;
    if !known.is_file() {
        return old.write_all(content); // a pipe or a device
    }
    // The file itself, where `file` is a link to it.
    match replace(&file.canonicalize()?, content, Some(&known)) {
        Err(error) if is_about_the_folder(&error) => {
            old.set_len(0)?;
            old.write_all(content)
        }
        outcome => outcome,
    }
}

/// Where a link to nothing leads; any other name itself.
fn target(file: &Path) -> PathBuf {
    match std::fs::read_link(file) {
        Ok(target) => file.with_file_name(target),
        Err(_) => file.to_owned(),
    }
}

/// Whether nothing can be made beside a file or moved to its place, though the file may be written to.
fn is_about_the_folder(error: &io::Error) -> bool {
    use ErrorKind::{CrossesDevices, PermissionDenied, ResourceBusy};
    matches!(error.kind(), PermissionDenied | ResourceBusy | CrossesDevices)
}

/// Writes beside the place of a file, on the same disk, and moves it there in one step.
fn replace(file: &Path, content: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    let mut new = create_beside(file)?;
    new.as_file_mut().write_all(content)?;
    if let Some(old) = old {
        keep(old, new.as_file())?;
    }
    new.as_file().sync_all()?; // some disks say only then that they are full
    new.persist(file).map(drop).map_err(|error| error.error)
}

/// A file of a name that is not in use, readable as any other that the user makes; gone unless it is moved.
fn create_beside(file: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".clearance-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less what the user's mask takes
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let new = builder.tempfile_in(folder.unwrap_or(Path::new(".")));
    new.map_err(|error| error.kind().into()) // without the name of the file beside
}

/// Gives a file the owner and permissions of the one that it replaces.
fn keep(old: &Metadata, new: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _ = fchown(new, Some(old.uid()), Some(old.gid())); // only the owner himself or the administrator may
    }
    new.set_permissions(old.permissions())
}

fn unwritable(file: &Path, error: &io::Error) -> Problem {
    let what = match error.kind() {
        ErrorKind::NotFound => "no such folder".to_owned(),
        _ => error.to_string(),
    };
    Problem::new(Code::FileNotFound, what).in_file(file)
}
