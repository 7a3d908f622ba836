//! Other meshes made of one that is not as it should be: vertices welded, doubled triangles left out, pieces
//! split, holes filled. Each says what it did beside the mesh.
//!
//! Imports run one way: `error` → `rebuild` → `weld` → `doubles` → `split` → `triangulate` → `holes`.

mod doubles;
mod error;
mod holes;
mod rebuild;
mod split;
mod triangulate;
mod weld;

pub use doubles::{WithoutDoubles, without_doubles};
pub use error::RepairError;
pub use holes::{FilledHoles, fill_holes};
pub use split::{MeshPiece, split};
pub use weld::{Welded, weld};
