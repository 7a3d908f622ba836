//! Characters that walk through a scene, without a physics engine: plain functions from one state to the
//! next.
//!
//! A [`Capsule`] is made once from its [`Settings`]; [`Capsule::step`] takes a [`State`] and an [`Input`] and
//! answers with the next state, what it stands on, and what it hit. Slopes up to a limit are walked on, steps
//! climbed, ground followed downhill, steep slopes slid down; platforms carry it. Speed is measured on the
//! level, so that where it comes to does not depend on the steps of time.
//!
//! A [`Box`] does the same more coarsely, with rays at its corners; a [`SpringArm`] holds a camera.
//!
//! A step travels: `near/` gathers the convex parts within reach, once; `capsule/survey.rs` says how far each
//! is and how far a motion may go; `planes.rs` chooses the way; `capsule/walk.rs` goes it, `capsule/climb.rs`
//! over steps. Before that, `give_way/` has the character give way to what moves (`give_way/movers.rs`), a
//! capsule by `capsule/carry.rs`, a box by `cuboid/shove.rs`.

mod camera;
mod capsule;
mod check;
mod cuboid;
mod error;
mod gap;
mod give_way;
mod near;
mod planes;
mod room;
mod space;

pub use camera::{Camera, SpringArm};
pub use capsule::settings::{Capsule, Settings};
pub use capsule::state::{Hit, Input, Standing, State, Step};
pub use capsule::take_over::NoRoom;
pub use cuboid::{Box, BoxSettings, BoxState};
pub use error::InvalidCharacter;
pub use give_way::crush::Crush;
pub use give_way::movers::Movers;
pub use planes::{Plane, Slope};
pub use room::Room;
pub use space::CharacterSpace;
