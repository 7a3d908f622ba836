//! JSON as this format needs it: exact numbers, ids kept word for word, limited depth and size, and a path
//! for every error.

mod literals;
mod node;
mod path;
mod read;
mod value;

pub use literals::Literals;
pub use node::Node;
pub use path::Path;
pub use read::{Document, read_document, salvage_id};
pub use value::{Map, Value};
