//! A scene: many objects, each a shape with a pose and a filter.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::shape::Placed;
use serde_json::value::RawValue;

use crate::about::About;
use crate::files::{Access, Folder, Source};
use crate::json::{self, Node, Value, read_document};
use crate::problem::{Code, Problem};
use crate::query::{dimension, is_single};
use crate::shape::{ReadSpace, ShapeCache, Stand, read_stand};

pub use crate::mesh_parts::read_meshes;

/// The version of the format that is read and written.
pub const VERSION: u32 = 1;

const FIELDS: [&str; 6] = ["clearance", "dimension", "precision", "unit", "shapes", "objects"];
const OBJECT_FIELDS: [&str; 7] = ["id", "layer", "mask", "sensor", "group", "class", "metadata"];

/// An object of a scene.
#[derive(Clone, Debug)]
pub struct Object<V: ReadSpace> {
    /// Its id, as given.
    pub id: Id,
    /// Its shape and pose.
    pub stand: Stand<V>,
    /// What is remarked of its shape: [`ReadSpace::remark`].
    pub remark: Option<&'static str>,
    /// Which objects are tested against it.
    pub filter: Filter,
    /// Whether it only reports that it meets something, and is never pushed.
    pub sensor: bool,
    /// What else the file says of it.
    pub about: About,
}

impl<V: ReadSpace> Object<V> {
    /// The shape at its pose.
    pub fn placed(&self) -> Placed<'_, V> {
        self.stand.placed()
    }
    /// How far a coordinate in the file may be from the one that was meant, in the world: half the spacing of
    /// single-precision numbers at the largest coordinate; 0 for text and doubles.
    pub fn precision(&self) -> f64 {
        self.stand.precision.half_spacing()
    }
    /// The same in the unit of its shape, which is scaled by that much.
    pub(crate) fn rounded_by(&self, scale: f64) -> f64 {
        self.precision() / scale
    }
}

/// An id: any JSON value, printed as it was written.
#[derive(Clone, Debug)]
pub struct Id {
    /// The JSON text.
    pub raw: Box<RawValue>,
    /// For people: the content of a string, or the JSON text.
    pub text: String,
}

impl Id {
    /// The id of this name.
    pub fn named(name: &str) -> Self {
        let quoted = serde_json::Value::from(name).to_string();
        Self {
            raw: RawValue::from_string(quoted).unwrap_or_default(),
            text: name.to_owned(),
        }
    }
    pub(crate) fn from_raw(raw: &RawValue) -> Self {
        let text = serde_json::from_str::<String>(raw.get()).unwrap_or_else(|_| raw.get().to_owned());
        Self {
            raw: raw.to_owned(),
            text,
        }
    }
}

/// Which objects are tested against each other: the mask of each has the layer of the other, and they are not
/// of one group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Filter {
    /// The layers it is on.
    pub layer: u32,
    /// The layers it is tested against.
    pub mask: u32,
    /// Objects of one group are never tested against each other.
    pub group: Option<String>,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            layer: 1,
            mask: u32::MAX,
            group: None,
        }
    }
}

/// The objects of one space.
#[derive(Clone, Debug)]
pub struct Objects<V: ReadSpace> {
    /// In the order of the file.
    pub objects: Vec<Object<V>>,
    /// The unit of length, for people.
    pub unit: Option<String>,
}

impl<V: ReadSpace> Objects<V> {
    /// Remarks about valid objects, each with the index of its object: that a mesh is open, was given inside
    /// out, or lies so far from the origin that the numbers of its file are coarse.
    pub fn remarks(&self) -> impl Iterator<Item = (usize, Cow<'static, str>)> {
        self.objects.iter().enumerate().flat_map(|(i, object)| {
            let of_shape = object.remark.map(Cow::Borrowed);
            let of_numbers = object.stand.precision.remark().map(Cow::Owned);
            of_shape
                .into_iter()
                .chain(of_numbers)
                .map(move |remark| (i, remark))
        })
    }
}

/// A scene of any dimension and precision.
#[derive(Clone, Debug)]
pub enum Scene {
    /// 2D, `"precision": "f32"`.
    Single2(Objects<Vec2>),
    /// 2D.
    Double2(Objects<DVec2>),
    /// 3D, `"precision": "f32"`.
    Single3(Objects<Vec3>),
    /// 3D.
    Double3(Objects<DVec3>),
}

impl Scene {
    /// The unit of length, for people.
    pub fn unit(&self) -> Option<&str> {
        let unit = match self {
            Self::Single2(scene) => &scene.unit,
            Self::Double2(scene) => &scene.unit,
            Self::Single3(scene) => &scene.unit,
            Self::Double3(scene) => &scene.unit,
        };
        unit.as_deref()
    }
}

/// What is done with each object of a scene of space in double precision, one after the other as they are
/// read.
///
/// Objects that share a shape come with the same one, as long as the reader keeps it ([`Access::with_kept`]).
pub trait Sink {
    /// The object as it becomes one of the scene.
    fn take(&mut self, object: Object<DVec3>) -> Result<Object<DVec3>, Problem>;
}

/// Leaves objects as they are.
pub(crate) struct AsTheyAre;

impl Sink for AsTheyAre {
    fn take(&mut self, object: Object<DVec3>) -> Result<Object<DVec3>, Problem> {
        Ok(object)
    }
}

/// Reads a scene file; mesh files that it names are relative to its folder.
pub fn read_scene(file: &Path, access: &Access) -> Result<Scene, Problem> {
    read_scene_into(file, access, &mut AsTheyAre)
}

/// The same, with something done with each object.
pub(crate) fn read_scene_into(file: &Path, access: &Access, sink: &mut dyn Sink) -> Result<Scene, Problem> {
    let (source, folder) = access.open(file)?;
    read_source(source, &folder, sink).map_err(|problem| problem.in_file(file))
}

/// Reads a scene from a stream of this name; mesh files that it names are relative to the working directory.
pub fn read_stream(stream: impl Read, name: &str, access: &Access) -> Result<Scene, Problem> {
    read_source(
        access.limit(stream, name.as_ref()),
        &access.in_folder("".as_ref()),
        &mut AsTheyAre,
    )
}

fn read_source(
    mut source: Source<impl Read>,
    folder: &Folder,
    sink: &mut dyn Sink,
) -> Result<Scene, Problem> {
    let content = read_document(&mut source).content;
    parse_scene(&Value::Map(source.checked(content)?), folder, sink)
}

fn parse_scene(content: &Value, folder: &Folder, sink: &mut dyn Sink) -> Result<Scene, Problem> {
    let node = Node::new(content, json::Path::ROOT, Code::InvalidJson);
    node.refuse_misspelt(&FIELDS)?;
    if let Some(field) = node.get("clearance") {
        let version = field.whole()?;
        if version != VERSION {
            return Err(field.problem(format!("this build reads version {VERSION}, not {version}")));
        }
    }
    Ok(match (dimension(&node)?, is_single(&node)?) {
        (2, true) => Scene::Single2(read_objects(&node, folder, &mut Ok)?),
        (2, false) => Scene::Double2(read_objects(&node, folder, &mut Ok)?),
        (_, true) => Scene::Single3(read_objects(&node, folder, &mut Ok)?),
        (_, false) => Scene::Double3(read_objects(&node, folder, &mut |object| sink.take(object))?),
    })
}

fn read_objects<V: ReadSpace>(
    scene: &Node<'_>,
    folder: &Folder,
    take: &mut dyn FnMut(Object<V>) -> Result<Object<V>, Problem>,
) -> Result<Objects<V>, Problem> {
    let shapes = scene.get("shapes");
    let shapes = shapes.as_ref().map(Node::map).transpose()?;
    let mut cache = ShapeCache::new(shapes, folder);
    let mut ids = BTreeMap::new();
    let list = scene.need("objects")?;
    let objects = list.each(|node| {
        let id = read_id(&node)?;
        let name = id.raw.get().to_owned();
        let result = read_object(&node, id.clone(), &mut cache).and_then(|object| {
            // A string can be written in more than one way, so its content is compared.
            let key = (name.starts_with('"'), id.text.clone());
            match ids.insert(key, node.path.to_string()) {
                Some(first) => Err(node.problem(format!("its id is also that of {first}"))),
                None => take(object),
            }
        });
        cache.forget_beyond_limit();
        result.map_err(|problem| problem.in_object(node.path.to_string(), &name))
    })?;
    let unit = scene
        .get("unit")
        .map(|unit| unit.text().map(str::to_owned))
        .transpose()?;
    Ok(Objects { objects, unit })
}

fn read_id(node: &Node<'_>) -> Result<Id, Problem> {
    match node.need("id")?.value {
        Value::Raw(raw) => Ok(Id::from_raw(raw)),
        _ => Err(node.problem("missing \"id\"")),
    }
}

fn read_object<V: ReadSpace>(
    node: &Node<'_>,
    id: Id,
    cache: &mut ShapeCache<'_, V>,
) -> Result<Object<V>, Problem> {
    let stand = read_stand(node, &OBJECT_FIELDS, cache)?;
    let standard = Filter::default();
    let set = |key, default| node.get(key).map_or(Ok(default), |field| field.whole());
    let group = node
        .get("group")
        .map(|field| field.text().map(str::to_owned))
        .transpose()?;
    Ok(Object {
        id,
        remark: V::remark(&stand.shape),
        stand,
        filter: Filter {
            layer: set("layer", standard.layer)?,
            mask: set("mask", standard.mask)?,
            group: group.filter(|group| !group.is_empty()),
        },
        sensor: node.get("sensor").map_or(Ok(false), |field| field.flag())?,
        about: read_about(node)?,
    })
}

fn read_about(node: &Node<'_>) -> Result<About, Problem> {
    let class = node
        .get("class")
        .map(|field| field.text().map(str::to_owned))
        .transpose()?;
    let mut metadata = BTreeMap::new();
    if let Some(field) = node.get("metadata") {
        for key in field.map()?.keys() {
            if let Some(value) = field.get(key) {
                metadata.insert(key.clone(), value.text()?.to_owned());
            }
        }
    }
    Ok(About { class, metadata })
}
