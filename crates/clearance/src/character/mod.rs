//! Character controllers: characters that walk through a scene without a physics engine.
//!
//! Imports run one way: `error` → `check` → `gap` → `space` → `nearby` → `planes` → `state` → `push` →
//! `capsule` → `cuboid` → `room` → `step` → `camera`.

mod camera;
mod capsule;
mod check;
mod cuboid;
mod error;
mod gap;
mod nearby;
mod planes;
mod push;
mod room;
mod space;
mod state;
mod step;

pub use camera::{Camera, SpringArm};
pub use capsule::settings::{Capsule, Settings};
pub use cuboid::{Box, BoxSettings, BoxState};
pub use error::{InvalidCharacter, NoRoom};
pub use planes::{Plane, Slope};
pub use push::movers::Movers;
pub use room::Room;
pub use space::CharacterSpace;
pub use state::{Crush, Hit, Input, Standing, State, Step};
