//! Assemblies of parts: what interferes, what only touches, what is inside what, and what is nearer than
//! allowed.
//!
//! Parts made by CAD systems come as meshes, and a mesh of a round pin overlaps the mesh of its hole. So the
//! exact relation of the numbers is not what a designer asks for. `faces/` recognises the surfaces that a
//! mesh was made from, and [`interference()`] compares those: a pin of radius 10.01 in a hole of radius 10
//! interferes, however coarse both meshes are, and one of radius 10 is in contact.
//!
//! [`Assembly::removal`] says which parts block which on their way out.
//!
//! An [`Assembly`] is checked pair by pair. [`Rules`] say which pairs are looked at and with which settings,
//! [`Candidates`] finds those that are near enough, and decides them on all cores in an order of its own.
//! [`LoosePairs`] decides pairs of parts that are not in one assembly, since not all of them fit into the
//! memory.
//!
//! Imports run one way: `lift` → `surface` → `faces` → `class` → `unit` → `closed` → `stand_in` → `solid` →
//! `placed` → `between` → `decide` → `rules` → `candidates` → `run` → `parts` → `loose` → `removal`.

mod between;
mod candidates;
mod class;
mod closed;
mod decide;
mod faces;
mod lift;
mod loose;
mod parts;
mod placed;
mod removal;
mod rules;
mod run;
mod solid;
mod stand_in;
mod surface;
mod unit;

pub use candidates::{Candidates, grown};
pub use class::{Class, Common, Contact, FacePair, Finding, Settings, Tolerance, Unanswerable};
pub use decide::interference;
pub(crate) use decide::is_clash;
pub use faces::{Face, Faces, written_within};
pub use lift::{lift, lift_pose};
pub use loose::LoosePairs;
pub use parts::{Assembly, Interference, Part};
pub use removal::{AXES, Removal, RemovalError, Step, own_directions, spread_directions};
pub use rules::{Action, PartSet, Rule, Rules, Severity, Taken};
pub use run::{Decided, Progress, Watch};
pub use solid::Solid;
pub use surface::{Cone, Cylinder, Plane, Sphere, Surface, Torus};
pub(crate) use unit::Unit;
