//! Output: to standard output, to standard error, and into files, which are written completely or left as
//! they were.

use std::fmt::Display;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clearance_io::Problem;
use tempfile::{Builder, NamedTempFile};

/// Prints to standard output.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    let mut out = BufWriter::new(anstream::stdout().lock());
    printed(write(&mut out).and_then(|()| out.flush()))
}

/// The result of printing. A pipe whose reader has closed it is not an error: the command ends as if
/// everything had been read. What is printed may be read from a file first, whose problem is then the result.
pub fn printed(outcome: io::Result<()>) -> Result<(), Problem> {
    match outcome {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Problem::carried_by(error).in_file("standard output".as_ref()))
        }
        _ => Ok(()),
    }
}

/// Prints a line to standard error. If that fails, nobody is left to be told.
pub fn tell(line: impl Display) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Writes a whole file. If that fails, an existing file of this name is unchanged.
pub fn save(file: &Path, content: &[u8]) -> Result<(), Problem> {
    save_or_say(file, content).map_err(|error| unwritable(file, &error))
}

fn save_or_say(file: &Path, content: &[u8]) -> io::Result<()> {
    // Opening it for writing, without truncating, shows whether overwriting is allowed.
    let mut old = match OpenOptions::new().write(true).open(file) {
        Ok(old) => old,
        Err(error) if error.kind() == ErrorKind::NotFound => return replace(&target(file), content, None),
        Err(error) => return Err(error),
    };
    let known = old.metadata()?;
    if !known.is_file() {
        return old.write_all(content); // a pipe or a device
    }
    // The target, if `file` is a link.
    match replace(&file.canonicalize()?, content, Some(&known)) {
        Err(error) if is_about_the_folder(&error) => {
            old.set_len(0)?;
            old.write_all(content)
        }
        outcome => outcome,
    }
}

/// The target of a dangling link; any other name itself.
fn target(file: &Path) -> PathBuf {
    match std::fs::read_link(file) {
        Ok(target) => file.with_file_name(target),
        Err(_) => file.to_owned(),
    }
}

/// Whether no file can be made beside this one or moved to its place, though this one may be written to.
fn is_about_the_folder(error: &io::Error) -> bool {
    use ErrorKind::{CrossesDevices, PermissionDenied, ResourceBusy};
    matches!(error.kind(), PermissionDenied | ResourceBusy | CrossesDevices)
}

/// Writes a new file beside this one, on the same disk, and moves it into place in one step.
fn replace(file: &Path, content: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    let mut new = create_beside(file)?;
    new.as_file_mut().write_all(content)?;
    if let Some(old) = old {
        keep(old, new.as_file())?;
    }
    new.as_file().sync_all()?; // some disks report only here that they are full
    new.persist(file).map(drop).map_err(|error| error.error)
}

/// A file with an unused name and the usual permissions; it is deleted unless it is moved.
fn create_beside(file: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".clearance-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // minus the user's umask
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let new = builder.tempfile_in(folder.unwrap_or(Path::new(".")));
    new.map_err(|error| error.kind().into()) // without the name of the temporary file
}

/// Gives a file the owner and permissions of the one that it replaces.
fn keep(old: &Metadata, new: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _ = fchown(new, Some(old.uid()), Some(old.gid())); // only the owner or the administrator may
    }
    new.set_permissions(old.permissions())
}

fn unwritable(file: &Path, error: &io::Error) -> Problem {
    Problem::unwritable(error).in_file(file)
}
