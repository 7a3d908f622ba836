//! The Rust half of the JavaScript package: numbers and typed arrays in, numbers and typed arrays out.
//!
//! The interface that JavaScript sees is written in TypeScript (`../src`); only that half knows vectors,
//! poses and plain objects. Here each class exists twice, for 2D (`Shape2`) and 3D (`Shape3`), by macros
//! around functions that are generic over the space ([`space::AsNumbers`]). Poses and small answers are
//! passed in the [`exchange`] array, lists as typed arrays.
//!
//! Nothing here may panic, whatever the arguments are; if it does nevertheless, the module stops with the
//! error `unreachable`. What one call runs many times is in the crate [`clearance_js_many`], which is
//! compiled for speed.

mod batch;
mod character;
mod data;
#[cfg(feature = "plane")]
mod draw;
mod error;
mod exchange;
mod handle;
mod kept;
#[cfg(feature = "plane")]
mod mask;
mod measure;
#[cfg(feature = "space")]
mod near_mesh;
mod pairs;
mod points;
mod rays;
mod scene;
mod scene_query;
mod scene_sweep;
mod shape;
#[cfg(feature = "plane")]
mod shape2;
#[cfg(feature = "space")]
mod shape3;
#[cfg(feature = "space")]
mod solid;
mod space;
