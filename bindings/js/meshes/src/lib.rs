//! Questions about a mesh by itself, as a module of their own: it is fetched when it is first asked for, and
//! knows nothing of scenes and poses.
//!
//! A mesh comes as vertices and triangles, and is made for one question. An answer is a [`found::Found`]: the
//! mesh that was made, if any, and lists, whose names only the TypeScript half (`../../src/meshes.ts`) knows.

mod convex_parts;
#[path = "../../wasm/src/error.rs"]
#[allow(dead_code)] // the other modules answer in an exchange array, too
mod error;
mod found;
mod questions;
