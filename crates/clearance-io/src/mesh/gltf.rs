//! glTF and GLB: the data model by the crate `gltf`, the buffers by our own checked reader.
//!
//! The buffer reader of that crate indexes without checking what a file claims, so positions and indices are
//! read here. Sparse accessors and quantised positions are refused, and the error says so. Every node with a
//! mesh is a part, moved to where its parents put it.

use std::borrow::Cow;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clearance::glam::{DMat4, DQuat, DVec3};
use gltf::accessor::{DataType, Dimensions};
use gltf::buffer::Source;
use gltf::mesh::Mode;
use gltf::scene::Transform;
use gltf::{Accessor, Document, Gltf, Node, Primitive};

use super::surface::{Part, Surface};
use crate::files::{self, Folder};
use crate::problem::{Code, Problem};

/// How deep nodes may be nested.
const DEEPEST: usize = 256;

/// Reads the nodes of the default scene that have meshes.
pub fn read(file: &Path, source: &mut files::Source, folder: &Folder) -> Result<Vec<Part>, Problem> {
    let bytes = source.bytes()?;
    let malformed =
        |what: &dyn std::fmt::Display| Problem::malformed(file, format!("not a readable glTF: {what}"));
    let declared = bytes
        .get(8..12)
        .and_then(|b| b.try_into().ok())
        .map(u32::from_le_bytes);
    if bytes.starts_with(b"glTF") && declared.is_none_or(|length| length < 20) {
        return Err(malformed(&"its header is incomplete"));
    }
    let unchecked = Gltf::from_slice_without_validation(&bytes).map_err(|error| malformed(&error))?;
    if !names_only_accessors_it_has(&unchecked) {
        return Err(malformed(&"a mesh names an accessor that does not exist"));
    }
    let gltf = Gltf::from_slice(&bytes).map_err(|error| malformed(&error))?;
    let buffers = read_buffers(&gltf, file, folder)?;
    let mut walk = Walk {
        buffers: &buffers,
        seen: vec![false; gltf.nodes().len()],
        parts: Vec::new(),
    };
    let scene = gltf.default_scene().or_else(|| gltf.scenes().next());
    let scene = scene.ok_or_else(|| malformed(&"it has no scene"))?;
    for node in scene.nodes() {
        walk.visit(&node, DMat4::IDENTITY, 0)?;
    }
    Ok(walk.parts)
}

/// Checks what the crate's own validation assumes (found by fuzzing: it indexes the accessors by the numbers
/// of a primitive).
fn names_only_accessors_it_has(gltf: &Gltf) -> bool {
    let root = gltf.document.as_json();
    let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut named = primitives.flat_map(|p| p.attributes.values().chain(&p.indices));
    named.all(|accessor| accessor.value() < root.accessors.len())
}

/// The bytes of each buffer. The size limit of one file holds for all files together: a document could name
/// the same file a million times.
fn read_buffers<'a>(gltf: &'a Gltf, file: &Path, folder: &Folder) -> Result<Vec<Cow<'a, [u8]>>, Problem> {
    let (document, mut folder): (&Document, _) = (gltf, folder.clone());
    let read = |buffer: gltf::Buffer<'a>| {
        let bytes = match buffer.source() {
            Source::Bin => Ok(Cow::Borrowed(gltf.blob.as_deref().unwrap_or_default())),
            Source::Uri(uri) => match uri.strip_prefix("data:") {
                Some(data) => decoded(data).map(Cow::Owned),
                None => read_buffer(uri, &mut folder).map(Cow::Owned),
            },
        };
        bytes.map_err(|problem| {
            let message = format!("buffer {}: {}", buffer.index(), problem.message);
            Problem::new(problem.code, message).in_file(file)
        })
    };
    document.buffers().map(read).collect()
}

fn decoded(data: &str) -> Result<Vec<u8>, Problem> {
    let text = data.split_once(";base64,").map_or("", |(_, text)| text);
    STANDARD
        .decode(text)
        .map_err(|error| Problem::new(Code::InvalidShape, error.to_string()))
}

fn read_buffer(uri: &str, folder: &mut Folder) -> Result<Vec<u8>, Problem> {
    let name = uri.replace("%20", " ");
    let bytes = folder.open(name.as_ref()).and_then(|mut file| file.bytes());
    let bytes =
        bytes.map_err(|problem| Problem::new(problem.code, format!("\"{uri}\": {}", problem.message)))?;
    folder.spend(bytes.len() as u64);
    Ok(bytes)
}

struct Walk<'a> {
    buffers: &'a [Cow<'a, [u8]>],
    seen: Vec<bool>,
    parts: Vec<Part>,
}

impl Walk<'_> {
    fn visit(&mut self, node: &Node<'_>, outer: DMat4, depth: usize) -> Result<(), Problem> {
        let again = std::mem::replace(&mut self.seen[node.index()], true);
        if again || depth > DEEPEST {
            let message = format!(
                "node {}: nodes must form a tree, at most {DEEPEST} deep",
                node.index()
            );
            return Err(Problem::new(Code::InvalidShape, message));
        }
        let transform = outer * matrix(node.transform());
        if let Some(mesh) = node.mesh() {
            let mut surface = Surface::default();
            for primitive in mesh.primitives().filter(|p| p.mode() == Mode::Triangles) {
                let part = self.primitive(&primitive).map_err(|what| {
                    Problem::new(Code::InvalidShape, format!("mesh {}: {what}", mesh.index()))
                })?;
                part.check()?;
                surface.append(&part);
            }
            self.parts.push(Part {
                name: node.name().or(mesh.name()).map(str::to_owned),
                surface: moved(surface, &transform).welded(),
            });
        }
        node.children()
            .try_for_each(|child| self.visit(&child, transform, depth + 1))
    }
    fn primitive(&self, primitive: &Primitive<'_>) -> Result<Surface, String> {
        let positions = primitive.get(&gltf::Semantic::Positions).ok_or("no positions")?;
        if (positions.data_type(), positions.dimensions()) != (DataType::F32, Dimensions::Vec3) {
            return Err("positions must be triples of 32-bit floats (is this file quantised?)".into());
        }
        let vertices = self.elements(&positions, |bytes| [0, 4, 8].map(|i| f64::from(f32_at(bytes, i))))?;
        let indices = match primitive.indices() {
            Some(accessor) => self.indices(&accessor)?,
            None => (0..u32::try_from(vertices.len()).map_err(|_| "too many vertices")?).collect(),
        };
        let triangles = indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
        Ok(Surface { vertices, triangles })
    }
    fn indices(&self, accessor: &Accessor<'_>) -> Result<Vec<u32>, String> {
        match accessor.data_type() {
            DataType::U8 => self.elements(accessor, |bytes| bytes[0].into()),
            DataType::U16 => self.elements(accessor, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]).into()),
            DataType::U32 => self.elements(accessor, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
            _ => Err("indices must be unsigned".into()),
        }
    }
    /// Calls `read` with the bytes of each element; their number follows from the accessor's type.
    fn elements<T>(&self, accessor: &Accessor<'_>, read: impl Fn(&[u8]) -> T) -> Result<Vec<T>, String> {
        if accessor.sparse().is_some() {
            return Err("sparse accessors are not supported".into());
        }
        let view = accessor.view().ok_or("an accessor without data")?;
        let end = view.offset().checked_add(view.length());
        let bytes = self
            .buffers
            .get(view.buffer().index())
            .zip(end)
            .and_then(|(buffer, end)| buffer.get(view.offset()..end)?.get(accessor.offset()..))
            .ok_or("data beyond the end of its buffer")?;
        let (size, count) = (accessor.size(), accessor.count());
        let stride = view.stride().unwrap_or(size).max(1);
        let needed = count
            .checked_sub(1)
            .map_or(Some(0), |n| n.checked_mul(stride)?.checked_add(size));
        if needed.is_none_or(|needed| needed > bytes.len()) {
            return Err(format!("{count} elements do not fit into {} bytes", bytes.len()));
        }
        Ok((0..count)
            .map(|i| read(&bytes[i * stride..i * stride + size]))
            .collect())
    }
}

fn f32_at(bytes: &[u8], i: usize) -> f32 {
    f32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]])
}

fn matrix(transform: Transform) -> DMat4 {
    match transform {
        Transform::Matrix { matrix } => {
            DMat4::from_cols_array_2d(&matrix.map(|column| column.map(f64::from)))
        }
        Transform::Decomposed {
            translation,
            rotation,
            scale,
        } => DMat4::from_scale_rotation_translation(
            DVec3::from_array(scale.map(f64::from)),
            DQuat::from_array(rotation.map(f64::from)).normalize(),
            DVec3::from_array(translation.map(f64::from)),
        ),
    }
}

/// The surface in the frame of the scene. A reflection reverses its triangles, so that they still face
/// outwards.
fn moved(mut surface: Surface, transform: &DMat4) -> Surface {
    if *transform == DMat4::IDENTITY {
        return surface;
    }
    for vertex in &mut surface.vertices {
        *vertex = transform.transform_point3(DVec3::from_array(*vertex)).to_array();
    }
    if transform.determinant() < 0.0 {
        surface.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    surface
}
