//! Files, queries and reports. One program, because every test program compiles parts of the library again.

mod check;
mod instances;
#[cfg(feature = "rules")]
mod known;
mod many;
mod measure;
mod meshes;
mod piecewise;
mod precision;
mod problems;
#[cfg(feature = "rules")]
mod rules;
mod threemf;
mod verify;
mod walk;
