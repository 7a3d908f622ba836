//! Files, queries and reports. One program, because every test program compiles parts of the library again.

mod check;
mod instances;
mod many;
mod measure;
mod meshes;
mod precision;
mod problems;
mod threemf;
mod verify;
mod walk;
