//! The Rust half of the JavaScript package: numbers and typed arrays in, numbers and typed arrays out.
//!
//! The interface that JavaScript sees is written in TypeScript (`../src`); only that half knows vectors,
//! poses and plain objects. Here each class exists twice, for 2D (`Shape2`) and 3D (`Shape3`), by macros
//! around functions that are generic over the space ([`exchange::space::AsNumbers`]). Poses and small answers
//! are passed in the [`exchange`] array, lists as typed arrays.
//!
//! Nothing here may panic, whatever the arguments are; if it does nevertheless, the module stops with the
//! error `unreachable`. What one call runs many times is in the crate [`clearance_js_many`], which is
//! compiled for speed.
//!
//! Rooms: `exchange/` passes numbers, `shape/` has the shapes, `pairs/` asks about them, `scene/` has scenes.
//!
//! Imports run one way: `error` → `exchange` → `shape` → `pairs` → `scene` → `character`.

mod character;
mod error;
mod exchange;
mod pairs;
mod scene;
mod shape;
