//! What the command line takes, and the help that says so.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// What touches what, how deep, in which direction, and why.
///
/// Tells which things of a scene touch, overlap or contain each other, exactly: by the numbers as given, not within some
/// tolerance. Scenes are JSON, in 2D or 3D; 3D parts may also be meshes (STL, OBJ, PLY, glTF, GLB).
#[derive(Parser)]
#[command(name = "clearance", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// When to use colour (`auto`: on a terminal, unless NO_COLOR is set)
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
}

const EXAMPLES: &str = "\
Examples:
  clearance check scene.json                        a table of what overlaps or touches, worst first
  clearance check plate.stl pin.stl                 two parts, already in place
  clearance check arm.json --within 5 --report arm.html
                                                    also pairs nearer than 5, and a page to turn and zoom
  clearance query < questions.jsonl > answers.jsonl single questions, one on a line
  clearance demo --open                             shapes to drag, in a browser

Exit status: 0 nothing overlaps, 1 something does, 2 the input could not be used.
Run `clearance help check` and `clearance help query` for what each reads and prints.";

#[derive(Subcommand)]
pub enum Command {
    /// Tell what touches, overlaps or contains what in a scene
    ///
    /// Tests every pair of objects that the scene's layers, masks and groups allow, and reports those that overlap or
    /// touch, with how deep, in which direction, and where.
    #[command(after_long_help = CHECK_HELP)]
    Check(Check),
    /// Answer single questions, one on a line
    ///
    /// Reads JSON Lines and writes JSON Lines, in the same order, in constant memory. A line that cannot be used is
    /// answered with an error, and the rest is answered all the same.
    #[command(after_long_help = QUERY_HELP)]
    Query(Query),
    /// Show it in a browser: drag shapes, see why they collide
    ///
    /// Serves the page that is built into this command, to this computer only, until it is stopped (Ctrl+C). Nothing is
    /// fetched from elsewhere, and nothing that you load into the page leaves it.
    #[command(after_long_help = DEMO_HELP)]
    Demo(Demo),
    /// Print a completion script for a shell
    ///
    /// For bash: clearance completions bash > ~/.local/share/bash-completion/completions/clearance
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
pub struct Check {
    /// A scene (.json, or - for stdin), or meshes already in place (.stl, .obj, .ply, .gltf, .glb)
    ///
    /// Several mesh files: each is a part. One mesh file: its solids, objects or nodes are the parts.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Also report pairs that are apart, but nearer than D
    #[arg(long, value_name = "D", value_parser = length, allow_negative_numbers = true)]
    pub within: Option<f64>,
    /// Report an overlap no deeper than T as touching
    ///
    /// For parts whose curved faces were tessellated: a pin of 64 sides in a hole of 64 sides overlaps it a little.
    #[arg(long, value_name = "T", value_parser = length, default_value_t = 0.0, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Write a picture of the scene with the pairs found: .svg (2D) or .html (2D and 3D)
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

const CHECK_HELP: &str = r#"A scene:
  {"clearance": 1, "dimension": 2, "unit": "mm",
   "shapes":  {"plate": {"type": "box", "half_extents": [40, 5]}},
   "objects": [{"id": "base", "shape": "plate"},
               {"id": "lid",  "shape": "plate", "position": [0, 10], "angle": 0.1},
               {"id": "pin",  "shape": {"type": "circle", "radius": 3}, "position": [20, 2]}]}

In 3D a rotation is a quaternion: "rotation": [x, y, z, w]. An object may also have "scale",
"layer" and "mask" (two objects are tested when each one's mask has the other's layer), "group"
(objects of one group are not tested against each other) and "sensor".

Shapes:
  2D  point segment circle ellipse capsule box convex polygon polyline half_space bitmap
      rounded compound
  3D  point segment triangle sphere ellipsoid capsule cylinder cone box convex mesh terrain
      half_space rounded compound

Relations:
  touching      they meet, their insides do not; the clearance is exactly 0
  overlapping   their insides meet
  a_in_b, b_in_a, equal
                one contains the other
  disjoint      apart; reported with --within only

The clearance is the gap, or minus the depth; moving B by depth along the normal parts the two.
A pair of shapes that has no answer is listed as unanswered, and makes the exit status 2 unless
something overlaps.

Examples:
  clearance check scene.json
  clearance check scene.json --format json | jq '.pairs[] | select(.relation == "overlapping")'
  clearance check *.stl --tolerance 0.01 --report parts.html

Exit status: 0 nothing overlaps, 1 something does, 2 the input could not be used."#;

#[derive(Args)]
pub struct Query {
    /// Where to read questions from; - is stdin
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
}

const QUERY_HELP: &str = r#"A question and its answer:
  {"id": 1, "op": "relation", "dimension": 2,
   "a": {"type": "box", "half_extents": [1, 1]},
   "b": {"type": "circle", "radius": 2, "position": [3, 0]}}          (all on one line)
  {"id":1,"relation":"touching"}

Ops:
  relation       a, b                    how they lie to each other, exactly
  clearance      a, b                    signed distance, normal, and the two points
  manifold       a, b, margin (0)        contact points no further apart than margin
  ray            a, origin, direction, max_time (infinite)
                                         the first point of a on the ray
  sweep          a, b, motion_a, motion_b, release (false)
                                         when the two first meet, from 0 to 1; a motion is
                                         {"linear": …, "angular": …}
  closest_point  a, point                the point of a's border closest to point

a and b are a shape with an optional "position", "angle" (2D) or "rotation" (3D), and "scale".
"precision" is "f64" or "f32".
"id" is any JSON value and comes back unchanged.

Errors:
  {"id":1,"error":{"code":"invalid_shape","message":"must be greater than zero","field":"b.radius"}}
  codes: invalid_json, unknown_op, unknown_shape, invalid_shape, invalid_pose, not_finite,
  unsupported_pair, file_not_found, limit_exceeded

Exit status: 0 every line was answered, 2 some could not be used."#;

#[derive(Args)]
pub struct Demo {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8437)]
    pub port: u16,
    /// Open the page in the browser, too
    #[arg(long)]
    pub open: bool,
}

const DEMO_HELP: &str = "\
Examples:
  clearance demo                prints the address; open it in a browser
  clearance demo --open         opens it
  clearance demo --port 0       takes a free port, where 8437 is in use

Exit status: 0 stopped, 2 the port could not be had, or this command was built without the page.";

/// How to print what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people: worst first
    Table,
    /// For programs: pairs in the order of the file
    Json,
    /// For spreadsheets: pairs in the order of the file
    Csv,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes this the choice for everything that is printed.
    pub fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

fn length(text: &str) -> Result<f64, String> {
    let length: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if length.is_finite() && length >= 0.0 {
        Ok(length)
    } else {
        Err("must be a finite number, not negative".to_owned())
    }
}
