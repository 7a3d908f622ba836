//! Ways of the parts of a scene: which can be taken out, in which direction and order (`remove.rs`), and what
//! they meet when they are moved (`path.rs`). Scenes of the plane are asked as scenes of space (`space.rs`).

mod path;
#[cfg(feature = "plot")]
mod plot;
mod read_path;
mod remove;
mod remove_json;
mod space;

use clearance::assembly::Tolerance;

pub use path::{Followed, FollowedMove, path, path_of};
pub use read_path::Moves;
pub use remove::{Directions, Removed, remove, remove_from};
pub use space::shown;

use crate::problem::{Code, Problem};

fn not_negative(tolerance: Tolerance) -> Result<(), Problem> {
    match tolerance.length() >= 0.0 {
        true => Ok(()),
        false => Err(Problem::new(
            Code::NotFinite,
            "tolerance: must be a number, not negative",
        )),
    }
}
