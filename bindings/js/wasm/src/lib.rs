//! The Rust half of the JavaScript package: numbers and typed arrays in, numbers and typed arrays out.
//!
//! What JavaScript sees is written in TypeScript (`../src`); it alone knows of vectors, poses and plain
//! objects. Here each class exists twice, for the plane (`Shape2`) and for space (`Shape3`), by macros around
//! functions that are generic over the space ([`space::AsNumbers`]). Poses and small answers lie on the [`exchange`],
//! lists travel as typed arrays.
//!
//! Nothing here may panic, whatever comes in; should it all the same, the module stops with the error
//! `unreachable`. What is asked many times in one call is in the crate beside this one,
//! [`clearance_js_many`], which is compiled for speed.

mod batch;
mod character;
mod data;
#[cfg(feature = "plane")]
mod draw;
mod error;
mod exchange;
mod handle;
#[cfg(feature = "plane")]
mod mask;
mod pairs;
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
