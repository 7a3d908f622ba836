//! Files, queries and reports. One program, because every test program compiles parts of the library again.

mod check;
mod many;
mod measure;
mod meshes;
mod problems;
mod verify;
mod walk;
