//! glTF and GLB: the data model by the crate `gltf`, the buffers by our own checked reader (`buffers.rs`).
//!
//! Every node with a mesh is a part, and nodes of one mesh share it (`placement.rs`); the instances of
//! `EXT_mesh_gpu_instancing` are such nodes. Sparse accessors and quantised positions are refused, and the
//! error says so.

mod buffers;
mod container;

use std::path::Path;
use std::sync::Arc;

use clearance::Pose;
use clearance::glam::{DMat4, DQuat, DVec3};
use gltf::mesh::Mode;
use gltf::scene::Transform;
use gltf::{Document, Gltf, Mesh, Node, Primitive};

use self::buffers::{Buffer, Buffers};
use super::Take;
use super::parts::Parts;
use super::placement::Placement;
use super::precision::Precision;
use super::surface::Surface;
use crate::about::About;
use crate::files::{self, Folder};
use crate::problem::{Code, Problem};

/// How deep nodes may be nested.
const DEEPEST: usize = 256;
/// The extension that we read and the crate does not know.
const INSTANCING: &str = "EXT_mesh_gpu_instancing";

/// Reads the nodes of the default scene that have meshes, one after the other. Of a file that is larger than
/// what is kept in memory, the document is read, and then the meshes one by one.
pub fn each(
    file: &Path,
    source: &mut files::Source,
    folder: &Folder,
    take: &mut Take<'_>,
) -> Result<(), Problem> {
    let (bytes, binary) = match source.ranged_beyond(folder.kept()) {
        Some(large) => {
            let (bytes, range) = container::document(&large)?;
            (bytes, range.map(|range| (large, range)))
        }
        None => (source.bytes()?, None),
    };
    let (document, blob) = parse(&bytes).map_err(|what| not_readable(file, what))?;
    let blob = match binary {
        Some((large, range)) => Buffer::InFile(large, range),
        None => Buffer::Here(blob),
    };
    let buffers = Buffers::read(&document, blob, file, folder)?;
    let mut walk = Walk {
        document: &document,
        buffers: &buffers,
        seen: vec![false; document.nodes().len()],
        meshes: vec![None; document.meshes().len()],
        bytes: 0,
        kept: folder.kept(),
        parts: Parts::in_singles(),
        take,
    };
    let scene = document.default_scene().or_else(|| document.scenes().next());
    let scene = scene.ok_or_else(|| not_readable(file, "it has no scene".into()))?;
    for node in scene.nodes() {
        walk.visit(&node, &Placement::IDENTITY, 0)?;
    }
    Ok(())
}

fn not_readable(file: &Path, what: String) -> Problem {
    Problem::malformed(file, format!("not a readable glTF: {what}"))
}

/// The validated document and the binary part of a GLB.
fn parse(bytes: &[u8]) -> Result<(Document, Vec<u8>), String> {
    let declared = bytes
        .get(8..12)
        .and_then(|b| b.try_into().ok())
        .map(u32::from_le_bytes);
    if bytes.starts_with(b"glTF") && declared.is_none_or(|length| length < 20) {
        return Err("its header is incomplete".into());
    }
    let unchecked = Gltf::from_slice_without_validation(bytes).map_err(|error| error.to_string())?;
    if !names_only_accessors_it_has(&unchecked) {
        return Err("a mesh names an accessor that does not exist".into());
    }
    let mut json = unchecked.document.into_json();
    json.extensions_required.retain(|name| name != INSTANCING); // the crate refuses what it does not know
    let document = Document::from_json(json).map_err(|error| what_is_invalid(&error))?;
    Ok((document, unchecked.blob.unwrap_or_default()))
}

/// How many of the faults of a file are told: a faulty program makes the same one in every accessor.
const MOST_FAULTS: usize = 3;

fn what_is_invalid(error: &gltf::Error) -> String {
    let gltf::Error::Validation(faults) = error else {
        return error.to_string();
    };
    let told = faults.iter().take(MOST_FAULTS);
    let told: Vec<String> = told.map(|(path, fault)| format!("{path}: {fault}")).collect();
    match faults.len().saturating_sub(MOST_FAULTS) {
        0 => told.join("; "),
        more => format!("{}; and {more} more faults", told.join("; ")),
    }
}

/// Checks what the crate's own validation assumes (found by fuzzing: it indexes the accessors by the numbers
/// of a primitive).
fn names_only_accessors_it_has(gltf: &Gltf) -> bool {
    let root = gltf.document.as_json();
    let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut named = primitives.flat_map(|p| p.attributes.values().chain(&p.indices));
    named.all(|accessor| accessor.value() < root.accessors.len())
}

struct Walk<'a, 't> {
    document: &'a Document,
    buffers: &'a Buffers,
    seen: Vec<bool>,
    /// The meshes that have been read and are kept, by their index.
    meshes: Vec<Option<Arc<Surface>>>,
    /// How many bytes these take, and how many they may take.
    bytes: u64,
    kept: u64,
    parts: Parts,
    take: &'a mut Take<'t>,
}

impl Walk<'_, '_> {
    fn visit(&mut self, node: &Node<'_>, outer: &Placement, depth: usize) -> Result<(), Problem> {
        let again = std::mem::replace(&mut self.seen[node.index()], true);
        if again || depth > DEEPEST {
            let message = format!("nodes must form a tree, at most {DEEPEST} deep");
            return Err(about_node(node, message));
        }
        let placement = outer.after(&placement(node.transform()));
        if let Some(mesh) = node.mesh() {
            let surface = self.mesh(&mesh)?;
            let name = node.name().or(mesh.name());
            match self.instances(node).map_err(|what| about_node(node, what))? {
                None => self.add(node, name, &surface, &placement)?,
                Some(instances) => {
                    for instance in instances {
                        let instance = placement.after(&instance);
                        self.add(node, name, &surface, &instance)?;
                    }
                }
            }
        }
        node.children()
            .try_for_each(|child| self.visit(&child, &placement, depth + 1))
    }
    fn add(
        &mut self,
        node: &Node<'_>,
        name: Option<&str>,
        surface: &Arc<Surface>,
        placement: &Placement,
    ) -> Result<(), Problem> {
        self.parts.add(name.map(str::to_owned), surface, placement)?;
        self.parts.describe(about(node));
        self.parts.take().into_iter().try_for_each(&mut *self.take)
    }
    /// The surface of a mesh, read once while it is kept.
    fn mesh(&mut self, mesh: &Mesh<'_>) -> Result<Arc<Surface>, Problem> {
        if let Some(surface) = &self.meshes[mesh.index()] {
            return Ok(Arc::clone(surface));
        }
        let mut surface = Surface::default();
        for primitive in mesh.primitives().filter(|p| p.mode() == Mode::Triangles) {
            let part = self
                .primitive(&primitive)
                .map_err(|what| Problem::new(Code::InvalidShape, format!("mesh {}: {what}", mesh.index())))?;
            part.check()?;
            surface.append(&part, &Pose::IDENTITY)?;
        }
        let surface = Arc::new(surface.welded().of_singles());
        self.bytes += surface.bytes();
        if self.bytes > self.kept {
            self.meshes.fill(None);
            self.bytes = surface.bytes();
        }
        self.meshes[mesh.index()] = Some(Arc::clone(&surface));
        Ok(surface)
    }
    fn primitive(&self, primitive: &Primitive<'_>) -> Result<Surface, String> {
        let positions = primitive.get(&gltf::Semantic::Positions).ok_or("no positions")?;
        let positions = self
            .buffers
            .vectors(&positions)
            .map_err(|what| format!("positions: {what}"))?;
        let indices = match primitive.indices() {
            Some(accessor) => self.buffers.indices(&accessor)?,
            None => (0..u32::try_from(positions.len()).map_err(|_| "too many vertices")?).collect(),
        };
        Ok(Surface {
            vertices: positions.into_iter().map(|p| p.to_array()).collect(),
            triangles: indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect(),
            precision: Precision::default(),
        })
    }
    /// The placements of the instances of a node, if it has instances: as many as each attribute has
    /// elements.
    fn instances(&self, node: &Node<'_>) -> Result<Option<Vec<Placement>>, String> {
        let Some(attributes) = node
            .extension_value(INSTANCING)
            .and_then(|value| value.get("attributes"))
        else {
            return Ok(None);
        };
        let accessor = |name: &str| {
            let index = attributes.get(name)?.as_u64();
            let found = index.and_then(|index| self.document.accessors().nth(index as usize));
            Some(found.ok_or_else(|| format!("{INSTANCING}: {name} names no accessor")))
        };
        let wrong = |name: &str| {
            let name = name.to_owned();
            move |what: String| format!("{INSTANCING}: {name}: {what}")
        };
        let vectors = |name: &str| {
            let read = accessor(name).map(|found| self.buffers.vectors(&found?).map_err(wrong(name)));
            read.transpose()
        };
        let (positions, scales) = (vectors("TRANSLATION")?, vectors("SCALE")?);
        let rotations = accessor("ROTATION")
            .map(|found| self.buffers.rotations(&found?).map_err(wrong("ROTATION")))
            .transpose()?;
        let counts = [
            positions.as_ref().map(Vec::len),
            rotations.as_ref().map(Vec::len),
            scales.as_ref().map(Vec::len),
        ];
        let mut counts = counts.into_iter().flatten();
        let count = counts.next().unwrap_or(0);
        if counts.any(|other| other != count) {
            return Err(format!(
                "{INSTANCING}: its attributes must have equally many elements"
            ));
        }
        let instance = |i| {
            Placement::of_parts(
                positions.as_ref().map_or(DVec3::ZERO, |list| list[i]),
                rotations.as_ref().map_or(DQuat::IDENTITY, |list| list[i]),
                scales.as_ref().map_or(DVec3::ONE, |list| list[i]),
            )
        };
        Ok(Some((0..count).map(instance).collect()))
    }
}

/// The texts, numbers and flags of the node's `extras`; anything else there is not metadata.
fn about(node: &Node<'_>) -> About {
    let extras = node.extras().as_ref().map(|raw| serde_json::from_str(raw.get()));
    let Some(Ok(serde_json::Value::Object(extras))) = extras else {
        return About::default();
    };
    let text = |value: serde_json::Value| match value {
        serde_json::Value::String(text) => Some(text),
        serde_json::Value::Number(_) | serde_json::Value::Bool(_) => Some(value.to_string()),
        _ => None,
    };
    let metadata = extras
        .into_iter()
        .filter_map(|(key, value)| Some((key, text(value)?)));
    About {
        class: None,
        metadata: metadata.collect(),
    }
}

fn about_node(node: &Node<'_>, what: String) -> Problem {
    Problem::new(Code::InvalidShape, format!("node {}: {what}", node.index()))
}

fn placement(transform: Transform) -> Placement {
    match transform {
        Transform::Matrix { matrix } => Placement::of_matrix(DMat4::from_cols_array_2d(
            &matrix.map(|column| column.map(f64::from)),
        )),
        Transform::Decomposed {
            translation,
            rotation,
            scale,
        } => Placement::of_parts(
            DVec3::from_array(translation.map(f64::from)),
            DQuat::from_array(rotation.map(f64::from)),
            DVec3::from_array(scale.map(f64::from)),
        ),
    }
}
