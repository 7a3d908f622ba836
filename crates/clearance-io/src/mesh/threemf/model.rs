//! A model file of a 3MF package: its objects, each a mesh or components, and the items of its build.
//!
//! Elements are known by their names and by what they are in: extensions have vertices of their own, in
//! slices and in displaced meshes.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use clearance::glam::{DMat4, DVec4};
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use super::package::Xml;
use crate::mesh::placement::Placement;
use crate::mesh::surface::Surface;

/// Extensions that a file may require: they leave alone where a mesh is.
const HARMLESS: [&str; 4] = ["/production/", "/material/", "/slice/", "/trianglesets/"];

/// The objects of a model file, and its build, which only the root model has.
#[derive(Default)]
pub struct Model {
    /// By their ids.
    pub objects: BTreeMap<u32, Object>,
    /// In the order of the file.
    pub items: Vec<Reference>,
}

/// What can be built.
pub struct Object {
    /// Its name, else its part number.
    pub name: Option<String>,
    /// What it is made of.
    pub content: Content,
}

/// What an object is made of.
pub enum Content {
    /// Nothing that we read.
    Nothing,
    /// Triangles.
    Mesh(Arc<Surface>),
    /// Other objects.
    Components(Vec<Reference>),
}

/// An object that an item or a component names, and where it is.
pub struct Reference {
    /// Its id.
    pub object: u32,
    /// The model file that it is in, if it is another one.
    pub path: Option<Rc<str>>,
    /// Where it is, in the frame around it.
    pub placement: Placement,
}

/// Reads a model file.
pub fn read(xml: &mut Xml<'_>) -> Result<Model, String> {
    let (mut state, mut buffer) = (State::default(), Vec::new());
    loop {
        match xml.read_event_into(&mut buffer).map_err(|e| e.to_string())? {
            Event::Start(element) => {
                state.open(&element).map_err(|what| {
                    format!(
                        "byte {}: {}: {what}",
                        xml.buffer_position(),
                        element.name().as_ref()
                    )
                })?;
            }
            Event::End(_) => state.close()?,
            Event::DocType(_) => return Err("a 3MF has no document type".into()),
            Event::Eof if state.path.is_empty() => return Ok(state.model),
            Event::Eof => return Err("it ends within an element".into()),
            _ => {}
        }
        buffer.clear();
    }
}

/// What an element is, where it stands.
#[derive(Clone, Copy, PartialEq)]
enum Tag {
    Model,
    Build,
    Resources,
    Object,
    Mesh,
    Vertices,
    Triangles,
    Components,
    Other,
}

#[derive(Default)]
struct State {
    /// The elements that are open.
    path: Vec<Tag>,
    model: Model,
    /// The object that is being read.
    id: u32,
    name: Option<String>,
    surface: Option<Surface>,
    components: Option<Vec<Reference>>,
}

impl State {
    fn open(&mut self, element: &BytesStart<'_>) -> Result<(), String> {
        let parent = self.path.last().copied();
        let name = element.local_name();
        let tag = match (parent, name.as_ref()) {
            (None, "model") => Tag::Model,
            (Some(Tag::Model), "resources") => Tag::Resources,
            (Some(Tag::Model), "build") => Tag::Build,
            (Some(Tag::Resources), "object") => Tag::Object,
            (Some(Tag::Object), "mesh") => Tag::Mesh,
            (Some(Tag::Object), "components") => Tag::Components,
            (Some(Tag::Mesh), "vertices") => Tag::Vertices,
            (Some(Tag::Mesh), "triangles") => Tag::Triangles,
            (Some(parent), child) => {
                self.leaf(parent, child, element)?;
                Tag::Other
            }
            (None, _) => return Err("not a 3MF model".into()),
        };
        match tag {
            Tag::Model => refuse_extensions(element)?,
            Tag::Object => {
                self.id = index(element, "id")?;
                self.name = match attribute(element, "name")?.filter(|name| !name.is_empty()) {
                    Some(name) => Some(name),
                    None => attribute(element, "partnumber")?.filter(|name| !name.is_empty()),
                };
            }
            Tag::Mesh => self.surface = Some(Surface::default()),
            Tag::Components => self.components = Some(Vec::new()),
            _ => {}
        }
        self.path.push(tag);
        Ok(())
    }
    /// A vertex, a triangle, a component, an item, or something that we do not read.
    fn leaf(&mut self, parent: Tag, name: &str, element: &BytesStart<'_>) -> Result<(), String> {
        match (parent, name) {
            (Tag::Vertices, "vertex") => {
                let [x, y, z] = numbers(element, ["x", "y", "z"])?;
                self.surface.get_or_insert_default().vertices.push([x, y, z]);
            }
            (Tag::Triangles, "triangle") => {
                let corners = [
                    index(element, "v1")?,
                    index(element, "v2")?,
                    index(element, "v3")?,
                ];
                self.surface.get_or_insert_default().triangles.push(corners);
            }
            (Tag::Components, "component") => {
                self.components.get_or_insert_default().push(reference(element)?);
            }
            (Tag::Build, "item") => self.model.items.push(reference(element)?),
            _ => {}
        }
        Ok(())
    }
    fn close(&mut self) -> Result<(), String> {
        if self.path.pop() != Some(Tag::Object) {
            return Ok(());
        }
        let content = match (self.surface.take(), self.components.take()) {
            (Some(surface), _) => {
                let checked = surface.check().map(|()| surface.welded());
                let surface =
                    checked.map_err(|problem| format!("object {}: {}", self.id, problem.message))?;
                Content::Mesh(Arc::new(surface))
            }
            (None, Some(components)) => Content::Components(components),
            (None, None) => Content::Nothing,
        };
        let name = self.name.take();
        match self.model.objects.insert(self.id, Object { name, content }) {
            None => Ok(()),
            Some(_) => Err(format!("two objects have the id {}", self.id)),
        }
    }
}

/// Refuses a model whose geometry we would get wrong.
fn refuse_extensions(element: &BytesStart<'_>) -> Result<(), String> {
    let required = attribute(element, "requiredextensions")?.unwrap_or_default();
    for prefix in required.split_whitespace() {
        let namespace = attribute(element, &format!("xmlns:{prefix}"))?;
        let namespace = namespace.as_deref().unwrap_or(prefix);
        if !HARMLESS.iter().any(|harmless| namespace.contains(harmless)) {
            return Err(format!(
                "the file requires the extension {namespace}, which is not read"
            ));
        }
    }
    Ok(())
}

fn reference(element: &BytesStart<'_>) -> Result<Reference, String> {
    Ok(Reference {
        object: index(element, "objectid")?,
        path: local_attribute(element, "path")?.map(Rc::from),
        placement: match attribute(element, "transform")? {
            Some(text) => transform(&text)?,
            None => Placement::IDENTITY,
        },
    })
}

/// Twelve numbers: the images of the three axes, then that of the origin.
fn transform(text: &str) -> Result<Placement, String> {
    let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(number).collect();
    let numbers: [f64; 12] = numbers?
        .try_into()
        .map_err(|given: Vec<_>| format!("a transform has 12 numbers, not {}", given.len()))?;
    let axis = |i: usize, w| DVec4::new(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2], w);
    let matrix = DMat4::from_cols(axis(0, 0.0), axis(1, 0.0), axis(2, 0.0), axis(3, 1.0));
    Ok(Placement::of_matrix(matrix))
}

fn numbers<const N: usize>(element: &BytesStart<'_>, names: [&str; N]) -> Result<[f64; N], String> {
    let mut found = [0.0; N];
    for (number, name) in found.iter_mut().zip(names) {
        *number = self::number(&needed(element, name)?).map_err(|what| format!("{name}: {what}"))?;
    }
    Ok(found)
}

fn number(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("\"{text}\" is not a finite number")),
    }
}

fn index(element: &BytesStart<'_>, name: &str) -> Result<u32, String> {
    let text = needed(element, name)?;
    let wrong = |_| format!("{name}: \"{text}\" is not a whole number below 2^32");
    text.trim().parse().map_err(wrong)
}

fn needed(element: &BytesStart<'_>, name: &str) -> Result<String, String> {
    attribute(element, name)?.ok_or_else(|| format!("{name} is missing"))
}

/// The value of the attribute with this name.
pub fn attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, String> {
    find(element, |key| key == name)
}

/// The value of the attribute with this name after any prefix.
fn local_attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, String> {
    find(element, |key| key.rsplit(':').next() == Some(name))
}

fn find(element: &BytesStart<'_>, is_it: impl Fn(&str) -> bool) -> Result<Option<String>, String> {
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|e| e.to_string())?;
        if is_it(attribute.key.as_ref()) {
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|e| e.to_string())?;
            return Ok(Some(value.into_owned()));
        }
    }
    Ok(None)
}
