//! The arguments of the command line, and its help.

mod ways;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clearance_io::Problem;
use clearance_io::check::Tolerance;
use clearance_io::files::Access;
use clearance_io::mesh::Converter;
use clearance_io::report;

use crate::Convert;
use ways::{PATH_HELP, REMOVE_HELP};
pub use ways::{Path, Remove, WayFormat};

/// Exact collision checks of scenes and single pairs of shapes
///
/// Reports which objects of a scene touch, overlap or contain each other. The answers are exact for the
/// numbers as given, not within some tolerance (for ellipses, ellipsoids, cylinders and cones: to the
/// precision of the numbers). Scenes are JSON, in 2D or 3D; 3D parts may also be meshes (STL, OBJ, PLY, glTF,
/// GLB, 3MF) and, with `python -m clearance` in place of `clearance`, STEP and IFC.
#[derive(Parser)]
#[command(name = "clearance", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// When to use colour (`auto`: on a terminal, unless NO_COLOR is set)
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", display_order = 100)]
    pub color: Color,
}

const EXAMPLES: &str = "\
Examples:
  clearance check scene.json                        a table of overlaps and touches, worst first
  clearance check plate.stl pin.stl                 two parts, already in place
  clearance check arm.json --report arm.html        also a page that shows it, to rotate and zoom
  clearance query < questions.jsonl                 single questions, one per line
  clearance demo --open                             shapes to drag, in a browser

Exit status: 0 nothing overlaps, 1 something does, 2 the input could not be used or the output could
not be written.
`clearance help check` and `clearance help query` explain what each reads and prints.";

#[derive(Subcommand)]
pub enum Command {
    /// Report which objects of a scene touch, overlap or contain each other
    ///
    /// Tests every pair of objects that the scene's layers, masks and groups allow. Reports the pairs that
    /// overlap or touch, with the depth, the direction and the place.
    #[command(after_long_help = CHECK_HELP)]
    Check(Box<Check>),
    /// Find out which parts block which on their way out, and in which order they can be taken out
    ///
    /// A part is blocked in a direction by each part that it would interfere with on the way to infinity, by more than
    /// the tolerance explains. Parts may slide along each other. The result says who blocks whom, an order in which
    /// parts leave one at a time, and, where no single part is free, which groups can leave together.
    #[command(after_long_help = REMOVE_HELP)]
    Remove(Remove),
    /// Move parts, and report what they meet on the way and how near they come to others
    ///
    /// Between the times that are looked at nothing is passed over. Parts in contact at the start may slide along each
    /// other. Moves come one after the other, and each is followed to its end.
    #[command(after_long_help = PATH_HELP)]
    Path(Path),
    /// Answer single questions, one per line
    ///
    /// Reads JSON Lines and writes JSON Lines in the same order, one answer for each question. A line may be
    /// 64 MiB long, and there may be any number of lines. A line that cannot be used is answered with an
    /// error, and the other lines are answered nevertheless.
    #[command(after_long_help = QUERY_HELP)]
    Query(Query),
    /// Show collision detection in a browser: drag shapes, see why they collide
    ///
    /// Serves the page that is built into this command to this computer only, until it is stopped (Ctrl+C).
    /// The page fetches nothing from elsewhere, and sends nothing that you load into it.
    #[command(after_long_help = DEMO_HELP)]
    Demo(Demo),
    /// Print a completion script for a shell
    ///
    /// For bash: clearance completions bash > ~/.local/share/bash-completion/completions/clearance
    ///
    /// For fish: clearance completions fish > ~/.config/fish/completions/clearance.fish
    ///
    /// For zsh: clearance completions zsh > DIR/_clearance, where DIR is one of $fpath
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
pub struct Check {
    /// A scene (.json, or - for stdin), or parts already in place (.stl, .obj, .ply, .gltf, .glb, .3mf)
    ///
    /// Several mesh files: each is a part. One mesh file: its solids, objects, nodes or components are the
    /// parts. `python -m clearance` is the same command and reads .step, .stp and .ifc as well (pip install
    /// 'clearance[step,ifc]').
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Also report pairs that are apart, but nearer than D
    #[arg(long, value_name = "D", value_parser = length, allow_negative_numbers = true)]
    pub within: Option<f64>,
    /// What two tessellations of the same curved faces may differ by: a length, or auto [default: auto]
    ///
    /// The mesh of a pin overlaps the mesh of its hole. auto estimates for each curved face how far its facets
    /// are from it; planes, cylinders, cones, spheres and tori are recognised and count as such. With a length T, a
    /// gap up to T is contact.
    #[arg(long, value_name = "T", value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: Option<Tolerance>,
    /// Which pairs are looked at, and how: sets of parts, pairs to ignore, tolerances, severities (TOML)
    ///
    /// `--init` writes a first one. See "Rules" below.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Write a first file of rules for these parts, with comments, and check nothing
    ///
    /// It names sets of the parts that are there, and changes nothing yet. A file that exists stays as it is: that is an
    /// error.
    #[arg(long, value_name = "RULES", num_args = 0..=1, default_missing_value = "rules.toml", conflicts_with_all = ["rules", "known", "accept", "baseline", "resume", "report"])]
    pub init: Option<PathBuf>,
    /// Clashes that were accepted (TOML): each clash is new or still there, and those that are gone are listed
    ///
    /// Only new ones make the exit status 1. See "Known clashes" below.
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Accept all present clashes: write them to FILE, for --known
    ///
    /// Entries of an existing FILE that still hold stay word for word, those that are gone are taken out. The exit status is
    /// then that of a check without clashes.
    #[arg(long, value_name = "FILE")]
    pub accept: Option<PathBuf>,
    /// What an earlier check printed with --format json: each pair is new or still there, and those that are gone are listed
    #[arg(long, value_name = "OLD.json", conflicts_with = "known")]
    pub baseline: Option<PathBuf>,
    /// Go on where a check was stopped with Ctrl-C, given what it printed with --format json
    ///
    /// The output is that of a check that was not stopped, byte for byte. The files, the options that change the result, and
    /// the version must be the same.
    #[arg(long, value_name = "OLD.json")]
    pub resume: Option<PathBuf>,
    /// Keep the memory of the whole command below about SIZE: for scenes that are larger than the memory
    ///
    /// Shapes go to a temporary file (in the folder that TMPDIR names), and are loaded when a pair needs them; so do the
    /// pairs that are found. The output is the same, byte for byte. K, M, G and T stand for powers of 1024. A mesh must fit as
    /// a whole, and so must a file that is not glTF, and what the pairs are compared with. It holds for scenes of space in
    /// double precision. A check that is stopped cannot go on.
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with_all = ["report", "resume", "init"])]
    pub memory: Option<u64>,
    /// Do not compute how deep parts overlap, which takes longer than all else
    #[arg(long)]
    pub no_depth: bool,
    /// Write what was found as .svg (2D), .html (2D and 3D), or .bcf or .bcfzip (3D)
    ///
    /// A page (.html) needs no network. It holds up to 12 MiB of shapes; what is left out or drawn in less detail
    /// is said on the page and here. BCF holds a topic for each clash, with a viewpoint and the numbers, for the
    /// viewers of building models; with --known or --baseline also those that are gone, as closed topics with the GUIDs that
    /// they had. The GUID of a topic is made of the names of its parts, and a list of --accept keeps it. An existing file of this name is replaced only when the new one is complete.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// The version of a BCF report; nearly every viewer reads 2.1, and some read 3.0
    #[arg(long, value_enum, default_value_t = BcfVersion::V2_1, value_name = "VERSION")]
    pub bcf_version: BcfVersion,
    /// In a BCF report, also write topics for pairs that are no clash: contact, near, unanswered
    #[arg(long)]
    pub bcf_all: bool,
    #[command(flatten)]
    pub reading: Reading,
}

/// The files that an input may name, and how large they may be.
#[derive(Args)]
pub struct Reading {
    /// Also read files that the input names from DIR and below; may be given several times
    ///
    /// By default, meshes and the files that they name are read from the folder of the scene and below; for
    /// questions, and for a scene from stdin or a pipe, from the current folder and below. Only regular files
    /// are read, and links are resolved before this is decided. Files given on the command line may be
    /// anywhere.
    #[arg(long, value_name = "DIR")]
    pub allow: Vec<PathBuf>,
    /// Refuse files larger than this, in bytes; K, M, G and T stand for powers of 1024
    ///
    /// The limit holds for each file that is read as a whole: scenes, meshes and the files that they name. A
    /// stream of questions may be longer, but not a single line.
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2G")]
    pub max_file_size: u64,
    /// How far the mesh of a STEP or IFC file may be from its curved faces
    ///
    /// In the unit of the file. By default a thousandth of the longest side of each part of a STEP file, and of
    /// a metre in an IFC file. Such files are read by `python -m clearance` only.
    #[arg(long, value_name = "D", value_parser = positive, allow_negative_numbers = true)]
    pub deflection: Option<f64>,
}

impl Reading {
    /// The same as the library's type; a folder that does not exist is an error.
    pub fn access(&self, convert: Option<&Convert>) -> Result<Access, Problem> {
        let mut access = Access::default().with_largest(self.max_file_size);
        if let Some(convert) = convert {
            let (convert, deflection) = (Convert::clone(convert), self.deflection);
            access = access.with_converter(Converter::new(move |file| convert(file, deflection)));
        }
        self.allow
            .iter()
            .try_fold(access, |access, folder| access.with_folder(folder))
    }
}

const CHECK_HELP: &str = r#"A scene:
  {"clearance": 1, "dimension": 2, "unit": "mm",
   "shapes":  {"plate": {"type": "box", "half_extents": [40, 5]}},
   "objects": [{"id": "base", "shape": "plate"},
               {"id": "lid",  "shape": "plate", "position": [0, 10], "angle": 0.1},
               {"id": "pin",  "shape": {"type": "circle", "radius": 3}, "position": [20, 2]}]}

In 3D a rotation is a quaternion: "rotation": [x, y, z, w]. An object may also have "scale",
"layer" and "mask" (two objects are tested if the mask of each has the layer of the other), "group"
(objects of one group are not tested against each other) and "sensor"; for rules, "class" (as in IFC)
and "metadata": {"key": "text"}. A "shape" is one of those below, or the name of an entry in "shapes".

Shapes, and the fields of each:
  2D and 3D   point
              segment     a, b
              capsule     a, b, radius
              box         half_extents
              convex      vertices: their hull
              half_space  normal, offset: all x with normal . x <= offset
              rounded     shape, radius: a convex shape, grown by radius
              compound    parts: [{"shape": ..., "position": ...}, ...]
  2D          circle      radius
              ellipse     radii
              polygon     vertices, holes (none)
              polyline    vertices, closed (false)
              bitmap      rows: ["0110", ...], top row first; pixel_size
  3D          sphere      radius
              ellipsoid   radii
              triangle    vertices
              cylinder    half_height, radius: about the y axis
              cone        half_height, radius: about the y axis, apex up
              mesh        vertices, triangles; or file, scale (1)
              terrain     heights, spacing: heights[i][j] is y at x = j, z = i times the spacing
The file of a mesh is named relative to the folder of the scene.

Classes, the gravest first:
  duplicate     the same solid twice in one place
  containment   one is inside the other
  interference  they have a common part that is more than the tolerance explains
  unanswered    inside and outside cannot be told: a mesh is open or crosses itself where it matters
  contact       they touch, or a gap or a common part is no more than the tolerance explains
  near          apart, but nearer than --within

The relation is the exact one of the numbers as given: disjoint, touching, overlapping, a_in_b, b_in_a
or equal. The clearance is the gap, or minus the depth; moving B by the depth along the normal
separates convex parts. With --format json each of the "pairs" has "a" and "b" (ids), "relation",
"class", "clearance", "normal", "point_a", "point_b", "depth_kind" ("exact", or "local" for the
deepest pair of convex pieces), "tolerance", and where they apply "faces", "surface_gap", "depth"
("at_least", "at_most", "direction": moving B by at_most along it parts them), "common" ("volume",
"at") and "contact" ("area", "center", "normal").

Rules (--rules FILE): one set of parts against another. The first rule that takes a pair decides.
  [defaults]                       for pairs that no rule takes
  within = 0.5                     and tolerance, severity; check = false leaves such pairs out
  [sets]
  bolts = "M8*"                    a pattern of names (* any text, ? one letter, [abc] one of these;
  frame = ["beam*", "column*"]     case matters), or several
  walls = { class = "IfcWall*" }   or a table, of which all must hold: names, class, layer (a number
                                   of a scene, or a name), metadata = { key = "pattern" },
                                   sets = [...] (in any of these), except = [...] (in none of these)
  [[ignore]]                       pairs to ignore come first; "all" is the set of all parts
  a = "bolts"
  b = "frame"
  reason = "threads are drawn as cylinders"
  [[rule]]
  name = "bolts keep 2 from walls"
  a = "bolts"
  b = "walls"
  tolerance = "auto"               or a length; what is missing is as in the defaults
  within = 2
  severity = "warning"             or "info", or "error": only these make the exit status 1
--within and --tolerance come before the defaults of the file, and rules before both. Meshes are
repaired within the tolerance of the defaults. A name is matched as it is listed, and without the
number that tells it from others of that name ("bolt#2" is also "bolt").
In the JSON, a pair that a rule took has "rule" and "severity".

Known clashes (--known FILE, --baseline OLD.json): a pair is the same if its parts have the same
names, in either order and without such numbers and the folders of files, and if it is where it was:
not farther than a quarter of the diagonal of the box that the boxes of its parts have in common.
Where several pairs have these names, the nearest one is the same. A known pair is new again if its
class is graver, or if its surfaces overlap by a tenth more than before; where no surfaces were
recognised, if its depth is greater by a tenth plus the tolerance. In the JSON, "state" is "new" or "still", and "gone" lists what is there
no more. With --known, clashes have a state; with --baseline, all pairs have.

Ctrl-C stops a check. What it has is printed, in JSON with "partial": true, what is "left", and a
"digest" of the input for --resume. A second Ctrl-C ends the program at once.

Examples:
  clearance check scene.json
  clearance check scene.json --format json | jq '.pairs[] | select(.class == "interference")'
  clearance check *.stl --tolerance 0.01 --report parts.html
  clearance check scene.json --report clashes.bcf --format junit > clashes.xml
  clearance check scene.json --allow ../parts          its meshes are beside its folder
  clearance check scene.json --init rules.toml         then edit it, and: --rules rules.toml
  clearance check scene.json --accept known.toml       from then on: --known known.toml
  clearance check scene.json --format json --resume stopped.json > whole.json
  clearance check plant.glb --memory 2G --format json > pairs.json

Exit status: 0 no duplicate, containment or interference that is new and an error; 1 one of these;
2 the input could not be used, the output could not be written, or a pair is unanswered and none of
these; 130 stopped by Ctrl-C."#;

#[derive(Args)]
pub struct Query {
    /// Where to read questions from; - is stdin
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    #[command(flatten)]
    pub reading: Reading,
}

const QUERY_HELP: &str = r#"A question and its answer:
  {"id": 1, "op": "relation", "dimension": 2,
   "a": {"type": "box", "half_extents": [1, 1]},
   "b": {"type": "circle", "radius": 2, "position": [3, 0]}}          (all on one line)
  {"id":1,"relation":"touching"}

Ops:
  relation       a, b                    the relation of the two, exactly
  clearance      a, b                    signed distance, normal, and the two points
  distance       a, b                    how far apart they are, 0 where they meet
  manifold       a, b, margin (0)        contact points at most margin apart
  ray            a, origin, direction, max_time (infinite)
                                         the first point of a on the ray
  sweep          a, b, motion_a, motion_b, release (false)
                                         when the two first meet, from 0 to 1; a motion is
                                         {"linear": …, "angular": …}
  closest_point  a, point                the closest point on the border of a
  contains       a, points               whether each point is in a, the border included
  closest_points a, points               the same for many points
  rays           a, origins, directions, max_time (infinite)
                                         the same for many rays
  shapes         shapes: {name: shape}   names shapes for the lines that follow: "a": "name", or
                                         "a": {"shape": "name", "position": …}
  depth          a, b                    how far b must be moved at least, and a motion that parts them
  common         a, b, border (false)    the common part of two solids, or regions of the plane
  mass           a                       volume, center and inertia of a solid
  triangle_pairs a, b, segments (false)  the triangles of two meshes that meet
  mesh_report    a                       what is wrong with a mesh: holes, crossings, doubles, ...
  convex_parts   a, concavity (0.025 of the longest side), max_parts (64)
                                         convex hulls that cover a solid mesh

Answers:
  relation       relation: disjoint, touching, overlapping, a_in_b, b_in_a or equal
  clearance      clearance (minus the depth of an overlap), normal (from a to b), point_a, point_b,
                 depth_kind
  distance       distance
  depth          depth: null where they do not overlap, or {at_least, at_most, direction}: moving b by
                 at_most along direction parts them, and nothing shorter than at_least does
  manifold       normal, points: [{point_a, point_b, clearance}, ...]
  ray            hit: null, or {time, point, normal}
  sweep          hit: null, or {time, normal, point}
  closest_point  point, distance (negative if inside), normal
  contains       inside: [true, ...]
  closest_points points, distances, normals, features: [{part, triangle}, ...], each where there is one;
                 in 2D segment: that of a polyline or polygon which starts at this vertex, counted
                 through the outer ring and then the holes
  rays           times, normals, features: null where a ray hits nothing
  shapes         shapes: the names
  common         volume, area of its border, center (null if the volume is 0); in the plane area,
                 perimeter, center; with border: true also the part itself: vertices, triangles; in the
                 plane rings: [[point, ...], ...]
  mass           volume (in the plane: area), center, inertia about the center at density 1, is_solid
  triangle_pairs pairs: [[i, j], ...]; with segments: true also segments: [[p, q], ...] (null for
                 triangles in one plane), coplanar: [[i, j], ...]
  mesh_report    is_sound, is_closed, is_oriented; open_edges, inconsistent_edges, crowded_edges:
                 [[vertex, vertex], ...]; flat_triangles: [i, ...]; doubles, crossings: [[i, j], ...];
                 pieces: [number of triangles, ...]; euler_characteristic, volume (null if it is no
                 solid), area
  convex_parts   hulls: [{vertices, faces, error}, ...] in the frame of the mesh; error: no point of a
                 hull is farther from the solid

a and b are a shape with an optional "position", "angle" (2D) or "rotation" (3D), and "scale";
`clearance help check` lists the shapes. The file of a mesh is named relative to the current folder, and
read once for all lines.
"precision" is "f64" or "f32".
"id" is any JSON value and comes back unchanged.

Errors:
  {"id":1,"error":{"code":"invalid_shape","message":"must be greater than zero","field":"b.radius"}}
  codes: invalid_json, unknown_op, unknown_shape, invalid_shape, invalid_pose, not_finite,
  unsupported_pair, file_not_found, file_not_allowed, limit_exceeded

Exit status: 0 every line was answered, 2 a line could not be used or an answer not be written."#;

#[derive(Args)]
pub struct Demo {
    /// The port to listen on; 0 takes any free port
    #[arg(long, value_name = "PORT", default_value_t = 8437)]
    pub port: u16,
    /// Also open the page in the browser
    #[arg(long)]
    pub open: bool,
}

const DEMO_HELP: &str = "\
Examples:
  clearance demo                prints the address; open it in a browser
  clearance demo --open         opens it
  clearance demo --port 0       takes a free port, where 8437 is in use

Exit status: 2 the port could not be had, or this command was built without the page.";

/// How to print the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people: the worst pair first
    Table,
    /// For programs: pairs in the order of the file
    Json,
    /// For spreadsheets: pairs in the order of the file
    Csv,
    /// For build servers (JUnit XML): each pair is a test, and a clash fails
    Junit,
}

/// The version of a BCF report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BcfVersion {
    #[value(name = "2.1")]
    V2_1,
    #[value(name = "3.0")]
    V3_0,
}

impl From<BcfVersion> for report::BcfVersion {
    fn from(version: BcfVersion) -> Self {
        match version {
            BcfVersion::V2_1 => Self::V2_1,
            BcfVersion::V3_0 => Self::V3_0,
        }
    }
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
    /// Applies the choice to everything that is printed.
    pub fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Bytes: `500`, `64K`, `2G`.
fn size(text: &str) -> Result<u64, String> {
    let unit = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    let power = match &text[unit..] {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        "T" | "t" => 40,
        _ => return Err("must be a whole number, alone or with K, M, G or T".to_owned()),
    };
    let number: u64 = text[..unit]
        .parse()
        .map_err(|_| "must be a whole number, alone or with K, M, G or T")?;
    number
        .checked_mul(1 << power)
        .ok_or_else(|| "too large".to_owned())
}

fn positive(text: &str) -> Result<f64, String> {
    match length(text) {
        Ok(length) if length > 0.0 => Ok(length),
        _ => Err("must be a finite number above 0".to_owned()),
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

fn tolerance(text: &str) -> Result<Tolerance, String> {
    match text {
        "auto" => Ok(Tolerance::Auto),
        _ => length(text)
            .map(Tolerance::Length)
            .map_err(|problem| format!("neither auto nor a length: {problem}")),
    }
}
