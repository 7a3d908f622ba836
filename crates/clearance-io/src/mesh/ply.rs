//! PLY, text and binary, read by `ply-rs-bw`.

use std::io::BufReader;
use std::path::Path;

use ply_rs_bw::parser::Parser;
use ply_rs_bw::ply::{Property, PropertyAccess, PropertyAccessResult};

use super::surface::{Part, Surface};
use crate::files::{Folder, Source};
use crate::problem::{Code, Problem};

/// Reads the vertices and faces of a file. Faces of more than three corners become triangle fans.
pub fn read(file: &Path, source: &mut Source, _: &Folder) -> Result<Vec<Part>, Problem> {
    let mut ply = Parser::<Element>::new()
        .read_ply(&mut BufReader::new(source))
        .map_err(|error| Problem::malformed(file, format!("not a readable PLY: {error}")))?;
    let vertices = ply.payload.swap_remove("vertex").unwrap_or_default();
    let faces = ply.payload.swap_remove("face").unwrap_or_default();
    let in_singles = vertices.iter().any(|element| element.in_singles);
    let mut surface = Surface {
        vertices: vertices.into_iter().map(|element| element.position).collect(),
        ..Surface::default()
    };
    for (i, face) in faces.into_iter().enumerate() {
        let corners = face.corners.ok_or_else(|| {
            let message = format!("face {i}: an index that is negative or too large");
            Problem::new(Code::InvalidShape, message)
        })?;
        let fan = corners
            .windows(2)
            .skip(1)
            .map(|pair| [corners[0], pair[0], pair[1]]);
        surface.triangles.extend(fan);
    }
    surface.check()?;
    let surface = match in_singles {
        true => surface.welded().of_singles(),
        false => surface.welded().of_text(),
    };
    Ok(vec![Part::in_place(None, surface)])
}

/// A vertex or a face, with the properties that are needed.
struct Element {
    position: [f64; 3],
    /// Whether a coordinate is a single; text is read at the precision that the header states.
    in_singles: bool,
    corners: Option<Vec<u32>>,
}

impl PropertyAccess for Element {
    fn new() -> Self {
        Self {
            position: [0.0; 3],
            in_singles: false,
            corners: Some(Vec::new()),
        }
    }
    fn set_property(&mut self, key: &str, property: Property) -> PropertyAccessResult {
        let is_single = matches!(property, Property::Float(_));
        self.in_singles |= is_single && matches!(key, "x" | "y" | "z");
        match key {
            "x" => self.position[0] = number(&property),
            "y" => self.position[1] = number(&property),
            "z" => self.position[2] = number(&property),
            "vertex_indices" | "vertex_index" => self.corners = indices(property),
            _ => return PropertyAccessResult::Ignored,
        }
        PropertyAccessResult::Set
    }
}

fn number(property: &Property) -> f64 {
    match *property {
        Property::Char(x) => x.into(),
        Property::UChar(x) => x.into(),
        Property::Short(x) => x.into(),
        Property::UShort(x) => x.into(),
        Property::Int(x) => x.into(),
        Property::UInt(x) => x.into(),
        Property::Float(x) => x.into(),
        Property::Double(x) => x,
        _ => f64::NAN,
    }
}

fn indices(property: Property) -> Option<Vec<u32>> {
    fn all<T: TryInto<u32>>(list: Vec<T>) -> Option<Vec<u32>> {
        list.into_iter().map(|i| i.try_into().ok()).collect()
    }
    match property {
        Property::ListChar(list) => all(list),
        Property::ListUChar(list) => all(list),
        Property::ListShort(list) => all(list),
        Property::ListUShort(list) => all(list),
        Property::ListInt(list) => all(list),
        Property::ListUInt(list) => all(list),
        _ => None,
    }
}
