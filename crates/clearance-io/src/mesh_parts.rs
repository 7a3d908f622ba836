//! The parts of mesh files as the objects of a scene.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use clearance::glam::DVec3;
use clearance::shape::Shape3;

use crate::files::Access;
use crate::mesh::{self, Part, Surface};
use crate::problem::Problem;
use crate::scene::{AsTheyAre, Filter, Id, Object, Objects, Scene, Sink};
use crate::shape::{ReadSpace, Stand, build_mesh};

/// The parts of mesh files, already in place, as the objects of a scene. Each file is a part; a single file
/// is divided into its solids, objects, nodes or components. Parts that are instances of one mesh share one
/// shape. A part has its name in the file, with a number if an earlier one has it too.
pub fn read_meshes(files: &[&Path], access: &Access) -> Result<Scene, Problem> {
    read_meshes_into(files, access, &mut AsTheyAre)
}

/// The same, with something done with each object.
pub fn read_meshes_into(files: &[&Path], access: &Access, sink: &mut dyn Sink) -> Result<Scene, Problem> {
    let mut objects = Collected {
        objects: Vec::new(),
        names: Names::default(),
        shapes: BuiltShapes::within(access.kept()),
        sink,
    };
    match files {
        [file] => objects.add_parts(file, access)?,
        _ => files
            .iter()
            .try_for_each(|file| objects.add_whole(file, access))?,
    }
    Ok(Scene::Double3(Objects {
        objects: objects.objects,
        unit: None,
    }))
}

/// The objects so far.
struct Collected<'a> {
    objects: Vec<Object<DVec3>>,
    names: Names,
    shapes: BuiltShapes,
    sink: &'a mut dyn Sink,
}

impl Collected<'_> {
    /// Adds the parts of a file. One that is alone has the name of the file.
    fn add_parts(&mut self, file: &Path, access: &Access) -> Result<(), Problem> {
        let mut count = 0;
        mesh::each_part(file, access, &mut |mut part| {
            let name = part.name.take();
            let name = name.unwrap_or_else(|| format!("{}#{count}", file.display()));
            count += 1;
            self.add(file, name, part)
        })?;
        if let [alone] = &mut self.objects[..] {
            alone.id = Id::named(&file.display().to_string());
        }
        Ok(())
    }
    /// Adds all of a file as one object.
    fn add_whole(&mut self, file: &Path, access: &Access) -> Result<(), Problem> {
        let part = Part::in_place(None, mesh::read_merged(file, access)?);
        self.shapes.forget(); // of other files
        self.add(file, file.display().to_string(), part)
    }
    fn add(&mut self, file: &Path, name: String, part: Part) -> Result<(), Problem> {
        let shape = self.shapes.of(&part.surface);
        let shape = shape.map_err(|problem| problem.in_file(file))?;
        let object = Object {
            id: Id::named(&self.names.unused(name)),
            remark: DVec3::remark(&shape),
            stand: Stand {
                shape,
                pose: part.pose,
                precision: part.precision,
            },
            filter: Filter::default(),
            sensor: false,
            about: part.about,
        };
        self.objects.push(self.sink.take(object)?);
        Ok(())
    }
}

/// The shapes of surfaces that parts share, for parts that come later.
struct BuiltShapes {
    /// By the address of the surface, which is kept so that no other one has it.
    built: BTreeMap<*const Surface, (Arc<Surface>, Arc<Shape3<DVec3>>)>,
    bytes: u64,
    most: u64,
}

impl BuiltShapes {
    /// No more than about so many bytes.
    fn within(most: u64) -> Self {
        Self {
            built: BTreeMap::new(),
            bytes: 0,
            most,
        }
    }
    fn forget(&mut self) {
        (self.bytes, self.built) = (0, BTreeMap::new());
    }
    fn of(&mut self, surface: &Arc<Surface>) -> Result<Arc<Shape3<DVec3>>, Problem> {
        if let Some((_, shape)) = self.built.get(&Arc::as_ptr(surface)) {
            return Ok(Arc::clone(shape));
        }
        let shape = Arc::new(build_mesh(surface)?);
        if self.bytes + surface.bytes() > self.most {
            self.forget();
        }
        self.bytes += surface.bytes();
        let kept = (Arc::clone(surface), Arc::clone(&shape));
        self.built.insert(Arc::as_ptr(surface), kept);
        Ok(shape)
    }
}

/// Names that have been given, and how often each was asked for.
#[derive(Default)]
struct Names(BTreeMap<String, usize>);

impl Names {
    /// The name itself, or `name#2`, `name#3`, … if it has been given before.
    fn unused(&mut self, name: String) -> String {
        let mut unused = name.clone();
        while self.0.contains_key(&unused) {
            let count = self.0.entry(name.clone()).or_default();
            *count += 1;
            unused = format!("{name}#{count}");
        }
        self.0.insert(unused.clone(), 1);
        unused
    }
}
