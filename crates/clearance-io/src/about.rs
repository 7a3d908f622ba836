//! What a file says of a part besides its name, its shape and its place.

use std::collections::BTreeMap;
use std::path::Path;

use crate::mesh::is_mesh_file;

/// The key of the layer among the metadata.
pub const LAYER: &str = "layer";

/// What a file says of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its class in the terms of IFC, such as `IfcWall`.
    pub class: Option<String>,
    /// Anything else, by its name: `layer`, `color`, `storey`, …
    pub metadata: BTreeMap<String, String>,
}

/// The name that a part has in its file, given its id: without the number that tells it from others of that
/// name, and of the path of a mesh file the last part. It does not depend on the order of the parts.
pub fn plain_name(id: &str) -> &str {
    let name = match id.rsplit_once('#') {
        Some((name, number)) if !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()) => name,
        _ => id,
    };
    match Path::new(name) {
        path if is_mesh_file(path) => path.file_name().and_then(|name| name.to_str()).unwrap_or(name),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn a_plain_name_has_neither_a_number_nor_a_folder() {
        assert_eq!(plain_name("bolt#12"), "bolt");
        assert_eq!(plain_name("parts/bolt.stl#12"), "bolt.stl");
        assert_eq!(plain_name("M8/2 bolt"), "M8/2 bolt");
        assert_eq!(plain_name("bolt#"), "bolt#");
        assert_eq!(plain_name("C#minor"), "C#minor");
    }
}
