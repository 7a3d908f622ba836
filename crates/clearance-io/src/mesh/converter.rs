//! Formats that need a modelling kernel: the caller's converter makes meshes of them.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::surface::Part;
use crate::files::Folder;
use crate::problem::{Code, Problem};

type Convert = dyn Fn(&Path) -> Result<Vec<Part>, Problem> + Send + Sync;

/// Makes parts of a STEP or IFC file: [`Access::with_converter`](crate::files::Access::with_converter).
///
/// It is called with the path of a file that exists, that the input may name, and that is not larger than
/// allowed.
#[derive(Clone)]
pub struct Converter(Arc<Convert>);

impl Converter {
    /// Converts by this function.
    pub fn new(convert: impl Fn(&Path) -> Result<Vec<Part>, Problem> + Send + Sync + 'static) -> Self {
        Self(Arc::new(convert))
    }
}

impl fmt::Debug for Converter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Converter")
    }
}

/// Converts a file of this format, or says what would.
pub(super) fn read(format: &str, file: &Path, folder: &Folder) -> Result<Vec<Part>, Problem> {
    match folder.converter() {
        Some(Converter(convert)) => convert(file),
        None => {
            let message = format!(
                "{format} is read by the Python package: pip install 'clearance[{}]', then python -m clearance check {}",
                format.to_ascii_lowercase(),
                file.display()
            );
            Err(Problem::new(Code::UnsupportedFormat, message))
        }
    }
}
