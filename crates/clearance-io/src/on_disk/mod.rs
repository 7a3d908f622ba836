//! Checks of scenes that are larger than the memory.
//!
//! A scene is read once, object by object. Shapes go into a file (`blobs.rs`), each once; what stays is the
//! outline of the scene (`outline.rs`): ids, poses, filters, and the boxes in which objects can meet. These
//! say which pairs there are to decide. They are decided in an order along a Hilbert curve (`check.rs`), so
//! that pairs near each other follow each other, and a solid that was loaded for one of them serves the next
//! (`loader.rs`). What is found goes to a second file (`rows.rs`), and is printed from there, pair by pair
//! (`found.rs`).
//!
//! The answers are those of a check in memory, to the last bit: the same functions decide each pair, with the
//! same numbers, and a pair's answer depends on no other pair.
//!
//! The same pairs can be divided among processes: by tiles of space (`tiles.rs`), each of which is sent as
//! bytes (`task.rs`) to where it is decided, together with the file of shapes or a place to read it from.
//!
//! What remains in memory: about a kilobyte for each object; 24 bytes for each pair that is found, and 24
//! more while tables and test runs are printed, which are sorted; where pairs are compared with what was
//! known, all that, and what is remembered of each pair; and what one pair needs while it is decided. A mesh
//! is in memory as a whole when it is read, and so is a file of a format other than glTF. Shapes are read
//! from the file again rather than mapped: a file that is cut short while it is mapped ends the process.

mod blobs;
mod check;
mod found;
mod loader;
mod outline;
mod rows;
mod task;
mod tiles;

pub use blobs::{Blobs, Key, ReadShapes};
pub use check::check_on_disk;
pub use found::{FindingsOnDisk, FoundOnDisk};
pub use loader::KeptSolids;
pub use outline::{Outline, Outlined};
pub use rows::Rows;
pub use task::decide_task;
