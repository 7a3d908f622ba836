//! The arguments of all that read files: which ones an input may name.

use std::path::PathBuf;

use clap::Args;
use clearance_io::Problem;
use clearance_io::files::Access;
use clearance_io::mesh::Converter;

use super::values::{positive, size};
use crate::Convert;

/// The files that an input may name, and how large they may be.
#[derive(Args)]
pub struct Reading {
    /// Also read files that the input names from DIR and below; may be given several times
    ///
    /// By default, meshes and the files that they name are read from the folder of the scene and below; for
    /// questions, and for a scene from stdin or a pipe, from the current folder and below. Only regular files
    /// are read, and links are resolved before this is decided. Files given on the command line may be
    /// anywhere.
    #[arg(long, value_name = "DIR")]
    pub allow: Vec<PathBuf>,
    /// Refuse files larger than this, in bytes; K, M, G and T stand for powers of 1024
    ///
    /// The limit holds for each file that is read as a whole: scenes, meshes and the files that they name. A
    /// stream of questions may be longer, but not a single line.
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2G")]
    pub max_file_size: u64,
    /// How far the mesh of a STEP or IFC file may be from its curved faces
    ///
    /// In the unit of the file. By default a thousandth of the longest side of each part of a STEP file, and
    /// of a metre in an IFC file. Such files are read by `python -m clearance` only.
    #[arg(long, value_name = "D", value_parser = positive, allow_negative_numbers = true)]
    pub deflection: Option<f64>,
}

impl Reading {
    /// The same as the library's type; a folder that does not exist is an error.
    pub fn access(&self, convert: Option<&Convert>) -> Result<Access, Problem> {
        let mut access = Access::default().with_largest(self.max_file_size);
        if let Some(convert) = convert {
            let (convert, deflection) = (Convert::clone(convert), self.deflection);
            access = access.with_converter(Converter::new(move |file| convert(file, deflection)));
        }
        self.allow
            .iter()
            .try_fold(access, |access, folder| access.with_folder(folder))
    }
}
