//! The shapes that a document refers to, by name in `"shapes"` or by file, each read once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use clearance::math::Real;

use super::kinds::owned;
use super::placed::read_nested;
use super::space::ReadSpace;
use crate::files::Folder;
use crate::json::{self, Map, Node};
use crate::mesh::{self, Precision, Surface};
use crate::problem::{Code, Problem};

/// How many parts all compounds of a document may have together. Those of named shapes count at each use:
/// otherwise names within names could grow without bound.
const MOST_PARTS: usize = 1 << 22;
/// How deep shapes and names may be nested in a document: each of the 64 nested compounds may be given by a
/// name, and some more.
const MOST_NESTED: usize = 160;

/// A shape, and a scale that belongs to it (of a mesh file); kept apart so that no coordinate is rounded.
#[derive(Clone, Debug)]
pub struct Built<V: ReadSpace> {
    /// The shape.
    pub shape: Arc<V::Shape>,
    /// Its scale.
    pub scale: V::Scalar,
}

impl<V: ReadSpace> Built<V> {
    /// A shape without a scale.
    pub fn unscaled(shape: V::Shape) -> Self {
        Self {
            shape: Arc::new(shape),
            scale: V::Scalar::ONE,
        }
    }
    /// The shape alone, for uses that cannot have a scale.
    pub(super) fn into_shape(self) -> Result<V::Shape, Problem> {
        Ok(owned(self.shape))
    }
}

/// The surfaces of mesh files, shared by the spaces of a run.
#[derive(Clone, Default)]
pub struct Surfaces(Rc<RefCell<BTreeMap<PathBuf, Rc<Surface>>>>);

/// What was built for one document, for the next one.
pub struct Memory<V: ReadSpace> {
    named: BTreeMap<String, Entry<V>>,
    meshes: BTreeMap<PathBuf, (V::Shape, Precision)>,
    surfaces: Surfaces,
}

impl<V: ReadSpace> Default for Memory<V> {
    fn default() -> Self {
        Self::sharing(&Surfaces::default())
    }
}

impl<V: ReadSpace> Memory<V> {
    /// An empty one that shares the surfaces of files with others.
    pub fn sharing(surfaces: &Surfaces) -> Self {
        Self {
            named: BTreeMap::new(),
            meshes: BTreeMap::new(),
            surfaces: surfaces.clone(),
        }
    }
    /// Forgets the named shapes; those of files stay.
    pub fn forget_named(&mut self) {
        self.named.clear();
    }
    /// How many files have been read.
    pub fn files_read(&self) -> usize {
        self.surfaces.0.borrow().len()
    }
}

/// Named shapes and mesh files, each built once.
pub struct ShapeCache<'a, V: ReadSpace> {
    shapes: Option<&'a Map>,
    folder: &'a Folder,
    memory: Memory<V>,
    parts: usize,
    /// How many shapes and names are being read, one within another.
    nested: usize,
    /// The coarsest of the mesh files that the shape being read is made of.
    precision: Precision,
    /// How many bytes the surfaces of files take.
    bytes: u64,
}

enum Entry<V: ReadSpace> {
    BeingBuilt,
    Done(Built<V>, usize, Precision),
}

impl<'a, V: ReadSpace> ShapeCache<'a, V> {
    /// The entries of `"shapes"`, and the folder that file names are relative to and may lead to.
    pub fn new(shapes: Option<&'a Map>, folder: &'a Folder) -> Self {
        Self {
            shapes,
            folder,
            memory: Memory::default(),
            parts: 0,
            nested: 0,
            precision: Precision::default(),
            bytes: 0,
        }
    }
    /// The same, with what was built for an earlier document.
    pub fn resumed(shapes: &'a Map, folder: &'a Folder, memory: Memory<V>) -> Self {
        Self {
            memory,
            ..Self::new(Some(shapes), folder)
        }
    }
    /// What was built, for a later document.
    pub fn into_memory(mut self) -> Memory<V> {
        // A shape that could not be built is not known.
        self.memory
            .named
            .retain(|_, entry| matches!(entry, Entry::Done(..)));
        self.memory
    }
    /// The shape of this name.
    pub fn named(&mut self, name: &str, path: &json::Path<'_>) -> Result<Built<V>, Problem> {
        match self.memory.named.get(name) {
            Some(Entry::Done(built, parts, precision)) => {
                let (built, parts, precision) = (built.clone(), *parts, *precision);
                self.note_precision(precision);
                self.count_parts(parts, path)?;
                return Ok(built);
            }
            Some(Entry::BeingBuilt) => {
                let message = format!("\"{name}\" contains itself");
                return Err(Problem::new(Code::InvalidShape, message).at(path));
            }
            None => {}
        }
        let Some((name, value)) = self.shapes.and_then(|shapes| shapes.get_key_value(name)) else {
            return Err(Problem::new(Code::UnknownShape, self.no_such_entry(name)).at(path));
        };
        self.memory.named.insert(name.clone(), Entry::BeingBuilt);
        let (before, shapes) = (self.parts, json::Path::ROOT.key("shapes"));
        let node = Node::new(value, shapes.key(name), Code::InvalidShape);
        let (built, precision) = self.with_precision(|cache| read_nested(&node, cache));
        let built = built?;
        self.note_precision(precision);
        let entry = Entry::Done(built.clone(), self.parts - before, precision);
        self.memory.named.insert(name.clone(), entry);
        Ok(built)
    }
    fn no_such_entry(&self, name: &str) -> String {
        let names: Vec<_> = self
            .shapes
            .into_iter()
            .flat_map(Map::keys)
            .map(String::as_str)
            .collect();
        match names.len() {
            0 => format!("\"{name}\": there are no named \"shapes\" here"),
            1..=8 => format!(
                "\"{name}\": no such entry in \"shapes\" (there are: {})",
                names.join(", ")
            ),
            n => {
                let near = names.iter().min_by_key(|known| strsim::osa_distance(name, known));
                let near = near.copied().unwrap_or_default();
                format!("\"{name}\": no such entry in \"shapes\" (there are {n}; did you mean \"{near}\"?)")
            }
        }
    }
    /// The surface in this file.
    pub(super) fn surface(&mut self, file: &str) -> Result<Rc<Surface>, Problem> {
        let path = self.folder.join(file.as_ref());
        if let Some(surface) = self.memory.surfaces.0.borrow().get(&path) {
            return Ok(Rc::clone(surface));
        }
        let surface = Rc::new(mesh::read_named(file.as_ref(), self.folder).map_err(|problem| {
            let message = format!("\"{}\": {}", path.display(), problem.message);
            Problem::new(problem.code, message)
        })?);
        self.bytes += surface.bytes();
        let mut surfaces = self.memory.surfaces.0.borrow_mut();
        surfaces.insert(path, Rc::clone(&surface));
        Ok(surface)
    }
    /// The mesh in this file, if it has been built, and how exactly the file says where it is.
    pub(super) fn mesh_of(&self, file: &str) -> Option<(V::Shape, Precision)> {
        self.memory.meshes.get(&self.folder.join(file.as_ref())).cloned()
    }
    /// Keeps the mesh of this file.
    pub(super) fn keep_mesh(&mut self, file: &str, mesh: &V::Shape, precision: Precision) {
        let path = self.folder.join(file.as_ref());
        self.memory.meshes.insert(path, (mesh.clone(), precision));
    }
    /// Between two objects: forgets what was built, if that is more than what is kept for later objects.
    pub fn forget_beyond_limit(&mut self) {
        if self.bytes > self.folder.kept() {
            self.memory = Memory::default();
            self.bytes = 0;
        }
    }
    /// The shape being read is also made of a file of this precision.
    pub(super) fn note_precision(&mut self, precision: Precision) {
        self.precision = self.precision.or_coarser(precision);
    }
    /// Reads a shape that is part of the one being read; and the precision of that part alone.
    pub(super) fn with_precision<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> (R, Precision) {
        let outer = std::mem::take(&mut self.precision);
        let read = read(self);
        (read, std::mem::replace(&mut self.precision, outer))
    }
    /// Reads a nested shape, unless the nesting is too deep.
    pub(super) fn deeper<R>(
        &mut self,
        path: &json::Path<'_>,
        read: impl FnOnce(&mut Self) -> Result<R, Problem>,
    ) -> Result<R, Problem> {
        if self.nested == MOST_NESTED {
            let message = format!("shapes are nested more than {MOST_NESTED} deep");
            return Err(Problem::new(Code::LimitExceeded, message).at(path));
        }
        self.nested += 1;
        let read = read(self);
        self.nested -= 1;
        read
    }
    /// Counts the parts of a shape as used.
    pub(super) fn count_part(&mut self, path: &json::Path<'_>) -> Result<(), Problem> {
        self.count_parts(1, path)
    }
    fn count_parts(&mut self, parts: usize, path: &json::Path<'_>) -> Result<(), Problem> {
        self.parts += parts;
        if self.parts > MOST_PARTS {
            let message = format!("more than {MOST_PARTS} parts in all compounds together");
            return Err(Problem::new(Code::LimitExceeded, message).at(path));
        }
        Ok(())
    }
}
