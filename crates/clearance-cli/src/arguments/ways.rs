//! The arguments of `path` and `remove`, and their help.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clearance_io::check::Tolerance;

use super::reading::Reading;
use super::values::tolerance;

#[derive(Args)]
pub struct Path {
    /// A scene (.json), or a mesh file whose parts are in place, as for `clearance check`
    #[arg(value_name = "SCENE")]
    pub scene: PathBuf,
    /// The moves (.json)
    #[arg(value_name = "PATH")]
    pub moves: PathBuf,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = WayFormat::Table)]
    pub format: WayFormat,
    /// What two tessellations of the same curved faces may differ by: a length, or auto, as for `clearance
    /// check`
    #[arg(long, value_name = "T", value_parser = tolerance, default_value = "auto", allow_negative_numbers = true)]
    pub tolerance: Tolerance,
    /// Write a page that plays the motion (.html), or the clearance over time (.svg, .csv); may be given
    /// several times
    ///
    /// An existing file of this name is replaced only when the new one is complete.
    #[arg(long, value_name = "FILE")]
    pub report: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
}

pub const PATH_HELP: &str = r#"The moves, one after the other:
  {"moves": [
    {"part": "pin", "by": [0, 0, 40]},
    {"part": "lid", "axis": [0, 1, 0], "about": [0, 0, 5], "angle": 1.57},
    {"parts": ["bolt", "washer"], "axis": [0, 0, 1], "about": [0, 0, 0], "angle": 12.6, "pitch": 1.5},
    {"part": "arm", "from": {"position": [1, 0, 0]}, "to": {"position": [4, 0, 0], "rotation": [0, 0, 0, 1]}}]}

"by" goes straight. "axis" turns about a line through "about" by "angle" (radians), and may go along with "by", or
by "pitch" for each turn, as a screw does. "to" leads to a pose: the part turns about its own origin, on the shortest way. "from"
puts it elsewhere first. Several "parts" move as one. In 2D positions have two numbers, "to" has an "angle", and a turn is
{"part": "door", "about": [0, 0], "angle": 1.57}.

Two parts that are apart at first meet when they touch; where facets stand for curved faces, when these overlap by
more than the tolerance explains, so a little later than their surfaces. Parts in contact at first meet when they
overlap by more than that.

--format json prints for each move:
  first_contact     null, or the part, with what, time (0 to 1), point, normal (towards the other part)
  contacts          the first contact of each moving part with each other part
  least_clearance   value, within, part, with, time: no distance on the way is less than value - within
  certified         whether each search came to its end, so that nothing was passed over

Exit status: 0 nothing is met, 1 something is, 2 the input could not be used, or a move is not certified."#;

#[derive(Args)]
pub struct Remove {
    /// A scene (.json, or - for stdin), or parts already in place, as for `clearance check`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = WayFormat::Table)]
    pub format: WayFormat,
    /// Also try the axes of the parts' own planes, cylinders, cones and tori
    #[arg(long)]
    pub own_axes: bool,
    /// Also try N directions that are spread evenly
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub spread: usize,
    /// Also try this direction; may be given several times
    #[arg(long, value_name = "X,Y[,Z]", value_parser = direction, allow_hyphen_values = true)]
    pub direction: Vec<Vec<f64>>,
    /// What two tessellations of the same curved faces may differ by: a length, or auto, as for `clearance
    /// check`
    #[arg(long, value_name = "T", value_parser = tolerance, default_value = "auto", allow_negative_numbers = true)]
    pub tolerance: Tolerance,
    #[command(flatten)]
    pub reading: Reading,
}

pub const REMOVE_HELP: &str = r#"The directions of the axes are always tried: +x, -x, +y, -y, +z, -z, the first four in 2D. Motions are straight and do not
end. What must be turned, or must leave along a bent way, is called stuck.

--format json prints one object:
  parts, directions         ids; unit vectors, with "names" beside them
  blocked                   for each part and direction the ids of the parts that block it
  order, order_directions   parts one at a time, each in its direction; null where some are stuck
  stuck                     the parts that are left when single parts leave
  steps, stuck_groups       the same where groups leave together, each of which is then taken apart

Examples:
  clearance remove plate.stl pin.stl nut.stl        in the order in which they come off
  clearance remove engine.json --format json        for programs
  clearance remove arm.glb --own-axes --spread 100  also askew

Exit status: 0 all parts can be taken out, one at a time or in groups, 1 some are stuck, 2 the input could
not be used."#;

/// How to print ways out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WayFormat {
    /// For people
    Table,
    /// For programs
    Json,
}

/// Two or three numbers. How many the scene has is not known yet.
fn direction(text: &str) -> Result<Vec<f64>, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    let numbers = numbers.ok().filter(|numbers| [2, 3].contains(&numbers.len()));
    let direction = numbers.ok_or("not two or three numbers, as in 0,0.6,0.8")?;
    match direction.iter().all(|c| c.is_finite()) && direction.iter().any(|&c| c != 0.0) {
        true => Ok(direction),
        false => Err("must be finite and not zero".to_owned()),
    }
}
