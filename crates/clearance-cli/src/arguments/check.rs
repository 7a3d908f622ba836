//! The arguments of `check`, and their help.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clearance_io::check::Tolerance;
use clearance_io::report;

use super::reading::Reading;
use super::values::{length, size, tolerance};

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
    /// The mesh of a pin overlaps the mesh of its hole. auto estimates for each curved face how far its
    /// facets are from it; planes, cylinders, cones, spheres and tori are recognised and count as such. With
    /// a length T, a gap up to T is contact.
    #[arg(long, value_name = "T", value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: Option<Tolerance>,
    /// Which pairs are looked at, and how: sets of parts, pairs to ignore, tolerances, severities (TOML)
    ///
    /// `--init` writes a first one. See "Rules" below.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Write a first file of rules for these parts, with comments, and check nothing
    ///
    /// It names sets of the parts that are there, and changes nothing yet. A file that exists stays as it is:
    /// that is an error.
    #[arg(long, value_name = "RULES", num_args = 0..=1, default_missing_value = "rules.toml", conflicts_with_all = ["rules", "known", "accept", "baseline", "resume", "report"])]
    pub init: Option<PathBuf>,
    /// Clashes that were accepted (TOML): each clash is new or still there, and those that are gone are
    /// listed
    ///
    /// Only new ones make the exit status 1. See "Known clashes" below.
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Accept all present clashes: write them to FILE, for --known
    ///
    /// Entries of an existing FILE that still hold stay word for word, those that are gone are taken out. The
    /// exit status is then that of a check without clashes.
    #[arg(long, value_name = "FILE")]
    pub accept: Option<PathBuf>,
    /// What an earlier check printed with --format json: each pair is new or still there, and those that are
    /// gone are listed
    #[arg(long, value_name = "OLD.json", conflicts_with = "known")]
    pub baseline: Option<PathBuf>,
    /// Go on where a check was stopped with Ctrl-C, given what it printed with --format json
    ///
    /// The output is that of a check that was not stopped, byte for byte. The files, the options that change
    /// the result, and the version must be the same.
    #[arg(long, value_name = "OLD.json")]
    pub resume: Option<PathBuf>,
    /// Keep the memory of the whole command below about SIZE: for scenes that are larger than the memory
    ///
    /// Shapes go to a temporary file (in the folder that TMPDIR names), and are loaded when a pair needs
    /// them; so do the pairs that are found. The output is the same, byte for byte. K, M, G and T stand for
    /// powers of 1024. A mesh must fit as a whole, and so must a file that is not glTF, and what the pairs
    /// are compared with. It holds for scenes of space in double precision. A check that is stopped cannot go
    /// on.
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with_all = ["report", "resume", "init"])]
    pub memory: Option<u64>,
    /// Do not compute how deep parts overlap, which takes longer than all else
    #[arg(long)]
    pub no_depth: bool,
    /// Write what was found as .svg (2D), .html (2D and 3D), or .bcf or .bcfzip (3D)
    ///
    /// A page (.html) needs no network. It holds up to 12 MiB of shapes; what is left out or drawn in less
    /// detail is said on the page and here. BCF holds a topic for each clash, with a viewpoint and the
    /// numbers, for the viewers of building models; with --known or --baseline also those that are gone, as
    /// closed topics with the GUIDs that they had. The GUID of a topic is made of the names of its parts, and
    /// a list of --accept keeps it. An existing file of this name is replaced only when the new one is
    /// complete.
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

pub const CHECK_HELP: &str = r#"A scene:
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
  [[ignore]]                       pairs to ignore come first, each with a reason; "all" is the set of
                                   all parts
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
recognised, if its depth is greater by a tenth plus the tolerance. In the JSON, "state" is "new" or
"still", and "gone" lists what is there no more. With --known, clashes have a state; with --baseline,
all pairs have.

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
