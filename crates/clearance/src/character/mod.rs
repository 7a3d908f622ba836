//! Character controllers: characters that walk through a scene, without a physics engine.
//!
//! A character is a shape that your game steers: a [`Capsule`] or, coarser, an upright [`Box`]. It is made
//! once from settings ([`Settings`], [`BoxSettings`]). In each frame you call [`Capsule::step`] with the
//! [`State`] of the last frame and an [`Input`], the velocity the player wishes. The answer is the next
//! state, and what happened: what the character stands on, what stopped it, whether something crushed it. A
//! step does not change the scene or the character; keep the states, and you can go back in time.
//!
//! # What a step does
//!
//! 1. **Moving platforms.** An object that has moved since the last step carries the character that stands on
//!    it, and pushes one that is in its way ([`Movers`]). If there is no room left, the step reports a
//!    [`Crush`].
//! 2. **Depenetration.** If something is nearer than the skin, a small gap that the character keeps to
//!    everything, the character is moved out of it, and into nothing else.
//! 3. **Ground.** The planes that the character touches say whether it stands. Ground within the slope limit
//!    holds it, and so does the edge of a step; steeper ground does not.
//! 4. **Moving.** Standing, it walks along the ground as fast as it wishes, seen from above: on a slope as
//!    far as on the level. It slides along walls and climbs steps up to a height. Where the ground falls away
//!    a little, it is snapped down to it. In the air it falls by gravity, can be steered, and slides along
//!    what it meets; on ground that is too steep it slides down.
//! 5. **Again.** When something stops or turns it, points 2 to 4 are repeated until the time is used up.
//!
//! # What a step promises
//!
//! - It does not move the character into anything or through anything, however fast it goes. What moves into
//!   the character may overlap it afterwards; then it is reported as crushed.
//! - The path hardly depends on the frame rate, because speed is measured horizontally and falling is a
//!   parabola.
//! - The same input gives the same bits, on every machine.
//! - Edges between the parts of a floor of many tiles or triangles do not stop a character.
//! - With a [`Room`], memory that is kept between steps, a step does not allocate.
//!
//! # What it does not do
//!
//! - It does not push objects. [`Step::hits`] tells your game what the character pressed against, and how
//!   much.
//! - It does not know of other characters, unless they are objects of the scene.
//! - The character never turns or tips over. Up is the same for the whole step.
//! - Objects that your game moves without [`Movers`] push the character only from where they are now.
//!
//! A [`SpringArm`] holds a camera behind a character.
//!
//! # How it works
//!
//! `step.rs` has the calls. `nearby/` gathers the convex parts near the character, once for a step; `gap/`
//! says how far each is. `planes.rs` chooses velocities along the planes that are touched. `push/` has moving
//! objects push a character. `capsule/` and `cuboid/` are the two kinds of characters.
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
