//! Files, queries and reports. One program, since each program is built with the whole library once more.

mod meshes;
mod problems;
mod verify;
mod walk;
