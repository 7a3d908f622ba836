//! All types of shapes, by name: the dimensions they exist in and the fields they have, for reading and for
//! messages.

/// A type of shape of the format.
#[derive(Debug)]
pub struct Entry {
    /// Its name: the value of `"type"`.
    pub name: &'static str,
    /// The dimensions it exists in.
    pub dimensions: &'static [usize],
    /// Its own fields; an optional one ends in `?`.
    pub fields: &'static [&'static str],
    /// An example, for messages.
    pub example: &'static str,
}

const PLANE: &[usize] = &[2];
const SPACE: &[usize] = &[3];
const BOTH: &[usize] = &[2, 3];

macro_rules! catalog {
    ($($name:literal $dimensions:ident [$($field:literal),*] $example:literal;)+) => {
        &[$(Entry { name: $name, dimensions: $dimensions, fields: &[$($field),*], example: $example }),+]
    };
}

const CATALOG: &[Entry] = catalog! {
    "point" BOTH [] r#"{"type": "point"}"#;
    "segment" BOTH ["a", "b"] r#"{"type": "segment", "a": […], "b": […]}"#;
    "circle" PLANE ["radius"] r#"{"type": "circle", "radius": 1}"#;
    "sphere" SPACE ["radius"] r#"{"type": "sphere", "radius": 1}"#;
    "ellipse" PLANE ["radii"] r#"{"type": "ellipse", "radii": [2, 1]}"#;
    "ellipsoid" SPACE ["radii"] r#"{"type": "ellipsoid", "radii": [3, 2, 1]}"#;
    "triangle" SPACE ["vertices"] r#"{"type": "triangle", "vertices": [[…], […], […]]}"#;
    "capsule" BOTH ["a", "b", "radius"] r#"{"type": "capsule", "a": […], "b": […], "radius": 1}"#;
    "cylinder" SPACE ["half_height", "radius"] r#"{"type": "cylinder", "half_height": 2, "radius": 1}"#;
    "cone" SPACE ["half_height", "radius"] r#"{"type": "cone", "half_height": 2, "radius": 1}"#;
    "box" BOTH ["half_extents"] r#"{"type": "box", "half_extents": […]}"#;
    "convex" BOTH ["vertices"] r#"{"type": "convex", "vertices": [[…], …]}"#;
    "polygon" PLANE ["vertices", "holes?"] r#"{"type": "polygon", "vertices": [[x, y], …]}"#;
    "polyline" PLANE ["vertices", "closed?"] r#"{"type": "polyline", "vertices": [[x, y], …]}"#;
    "mesh" SPACE ["vertices?", "triangles?", "file?"]
        r#"{"type": "mesh", "vertices": […], "triangles": [[0, 1, 2], …]} or {"type": "mesh", "file": "part.stl"}"#;
    "terrain" SPACE ["heights", "spacing"] r#"{"type": "terrain", "heights": [[…], …], "spacing": [1, 1]}"#;
    "half_space" BOTH ["normal", "offset"] r#"{"type": "half_space", "normal": […], "offset": 0}"#;
    "bitmap" PLANE ["rows", "pixel_size"] r#"{"type": "bitmap", "rows": ["0110", …], "pixel_size": 1}"#;
    "rounded" BOTH ["shape", "radius"] r#"{"type": "rounded", "shape": {…}, "radius": 1}"#;
    "compound" BOTH ["parts"] r#"{"type": "compound", "parts": [{"shape": {…}, "position": […]}, …]}"#;
};

impl Entry {
    /// The type of this name.
    pub fn find(name: &str) -> Option<&'static Entry> {
        CATALOG.iter().find(|entry| entry.name == name)
    }
    /// The names of all types of a dimension, for messages.
    pub fn names(dimension: usize) -> String {
        let names: Vec<_> = Self::all(dimension).map(|entry| entry.name).collect();
        names.join(", ")
    }
    /// The type of this dimension whose name is most similar to a misspelt one.
    pub fn nearest(name: &str, dimension: usize) -> Option<&'static str> {
        let name = name.to_ascii_lowercase();
        let near = |entry: &&Entry| strsim::osa_distance(&name, entry.name) <= 2;
        Self::all(dimension).find(near).map(|entry| entry.name)
    }
    fn all(dimension: usize) -> impl Iterator<Item = &'static Entry> {
        CATALOG
            .iter()
            .filter(move |entry| entry.dimensions.contains(&dimension))
    }
    /// The names of its fields.
    pub fn field_names(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().map(|field| field.trim_end_matches('?'))
    }
    /// Whether a shape of this type must have this field.
    pub fn needs(&self, field: &str) -> bool {
        self.fields.contains(&field)
    }
}
