//! The package of a 3MF file: a zip archive, of which we read the relations of its root and the model files.
//!
//! What the archive holds may be a thousand times as large as the file. So it is unpacked while it is read,
//! never stored, and all that is unpacked counts together against the limit for one file.

use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};

use quick_xml::Reader;
use quick_xml::events::Event;
use zip::ZipArchive;

use super::model::{self, Model};
use crate::files::Folder;
use crate::problem::Problem;

/// Where a package says which of its files is the model, and what it calls that relation.
const RELATIONS: &str = "_rels/.rels";
const MODEL_RELATION: &str = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";

/// An open package.
pub struct Package<'a> {
    file: &'a Path,
    archive: ZipArchive<Cursor<Vec<u8>>>,
    /// Holds what is left of the limit.
    folder: Folder,
}

impl<'a> Package<'a> {
    /// Opens the package with these bytes.
    pub fn open(file: &'a Path, bytes: Vec<u8>, folder: &Folder) -> Result<Self, Problem> {
        let archive = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| Problem::malformed(file, format!("not a readable 3MF: {error}")))?;
        Ok(Self {
            file,
            archive,
            folder: folder.clone(),
        })
    }
    /// The path of the model file with the build.
    pub fn root(&mut self) -> Result<String, Problem> {
        let found = self.read(RELATIONS, |reader| {
            let mut buffer = Vec::new();
            loop {
                let event = reader.read_event_into(&mut buffer).map_err(|e| e.to_string())?;
                let element = match event {
                    Event::Start(element) => element,
                    Event::Eof => return Err("it names no model".into()),
                    _ => continue,
                };
                let kind = model::attribute(&element, "Type")?;
                if let Some(target) = model::attribute(&element, "Target")?
                    && kind.as_deref() == Some(MODEL_RELATION)
                {
                    return Ok(target);
                }
                buffer.clear();
            }
        })?;
        Ok(found)
    }
    /// The model file at this path of the package.
    pub fn model(&mut self, path: &str) -> Result<Model, Problem> {
        self.read(path, model::read)
    }
    fn read<T>(
        &mut self,
        path: &str,
        parse: impl FnOnce(&mut Xml<'_>) -> Result<T, String>,
    ) -> Result<T, Problem> {
        let file = self.file;
        let refused = |what: String| Problem::malformed(file, format!("not a readable 3MF: {path}: {what}"));
        let entry = self.archive.by_name(path.trim_start_matches('/'));
        let entry = entry.map_err(|error| refused(error.to_string()))?;
        let mut source = self.folder.limit(entry, PathBuf::from(file));
        let mut reader = Reader::from_reader(BufReader::new(&mut source as &mut dyn std::io::Read));
        reader.config_mut().expand_empty_elements = true;
        let parsed = parse(&mut reader).map_err(refused);
        drop(reader);
        let parsed = source.checked(parsed);
        let unpacked = source.bytes_read();
        self.folder.spend(unpacked);
        parsed
    }
}

/// A file of the package as a stream of elements.
pub type Xml<'a> = Reader<BufReader<&'a mut dyn std::io::Read>>;
