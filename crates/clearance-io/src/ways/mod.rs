//! Ways of the parts of a scene: which can be taken out, in which direction and order (`remove.rs`), and what they meet when they
//! are moved (`path.rs`).

mod path;
#[cfg(feature = "plot")]
mod plot;
mod read_path;
mod remove;
mod remove_json;

use clearance::assembly::Tolerance;
use clearance::glam::DVec3;

pub use path::{Followed, FollowedMove, path, path_of};
pub use read_path::Moves;
pub use remove::{Directions, Removed, remove, remove_from};

use crate::problem::{Code, Problem};
use crate::scene::{Objects, Scene};

fn in_space(scene: &Scene) -> Result<&Objects<DVec3>, Problem> {
    match scene {
        Scene::Double3(scene) => Ok(scene),
        _ => Err(Problem::new(
            Code::UnsupportedPair,
            "scene: ways are found for parts in space and in double precision only",
        )),
    }
}

fn not_negative(tolerance: Tolerance) -> Result<(), Problem> {
    match tolerance.length() >= 0.0 {
        true => Ok(()),
        false => Err(Problem::new(
            Code::NotFinite,
            "tolerance: must be a number, not negative",
        )),
    }
}
