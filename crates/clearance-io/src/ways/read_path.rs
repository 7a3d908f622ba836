//! Reads the moves of a path from JSON.

use std::collections::BTreeMap;
use std::path::Path;

use clearance::glam::{DVec2, DVec3};
use clearance::math::Pose;
use clearance::motion::{Move, Screw};

use super::space::{Dimension, lifted_pose};
use crate::files::Access;
use crate::json::{self, Node, Value, read_document};
use crate::problem::{Code, Problem};
use crate::scene::Object;
use crate::shape::read_pose;

const FIELDS: [&str; 9] = [
    "part", "parts", "from", "to", "by", "axis", "about", "angle", "pitch",
];
/// In the plane every axis is that of z.
const PLANE_FIELDS: [&str; 7] = ["part", "parts", "from", "to", "by", "about", "angle"];

/// A move as it is written: parts by their numbers.
pub(super) struct Written {
    /// Where its only part is put before, if it is said.
    pub from: Option<Pose<DVec3>>,
    pub parts: Vec<usize>,
    pub way: Way,
}

/// How a move goes.
pub(super) enum Way {
    /// To a pose.
    To(Pose<DVec3>),
    /// On a screw.
    Screw(Screw),
}

impl Written {
    /// The move, of parts of which the first is at this pose.
    pub fn as_move(&self, pose: &Pose<DVec3>) -> Move {
        let screw = match &self.way {
            Way::To(to) => Screw::between(pose, to),
            Way::Screw(screw) => *screw,
        };
        Move {
            parts: self.parts.clone(),
            screw,
        }
    }
}

/// Where the moves of a path are written, as JSON.
pub enum Moves<'a> {
    /// In a file.
    File(&'a Path, &'a Access),
    /// Here.
    Text(&'a str),
}

impl Moves<'_> {
    pub(super) fn read(
        &self,
        objects: &[Object<DVec3>],
        dimension: Dimension,
    ) -> Result<Vec<Written>, Problem> {
        let content = match self {
            Self::File(file, access) => {
                let (mut source, _) = access.open(file)?;
                let content = read_document(&mut source).content;
                source.checked(content)
            }
            Self::Text(text) => read_document(text.as_bytes()).content,
        };
        let read = content.and_then(|map| parse(&Value::Map(map), objects, dimension));
        read.map_err(|problem| self.of(problem))
    }
    /// A problem of theirs, with the name of the file.
    pub(super) fn of(&self, problem: Problem) -> Problem {
        match self {
            Self::File(file, _) => problem.in_file(file),
            Self::Text(_) => problem,
        }
    }
}

fn parse(content: &Value, objects: &[Object<DVec3>], dimension: Dimension) -> Result<Vec<Written>, Problem> {
    let node = Node::new(content, json::Path::ROOT, Code::InvalidJson);
    node.refuse_misspelt(&["moves", "clearance"])?;
    let names = objects
        .iter()
        .enumerate()
        .map(|(i, object)| (object.id.text.as_str(), i));
    let names: BTreeMap<&str, usize> = names.collect();
    node.need("moves")?
        .each(|node| read_move(&node.coded(Code::InvalidPose), &names, dimension))
}

fn read_move(
    node: &Node<'_>,
    names: &BTreeMap<&str, usize>,
    dimension: Dimension,
) -> Result<Written, Problem> {
    node.map()?;
    let (fields, turn, turn_is) = match dimension {
        Dimension::Plane => (&PLANE_FIELDS[..], "angle", "\"angle\" and \"about\""),
        Dimension::Space => (&FIELDS[..], "axis", "\"axis\", \"about\" and \"angle\""),
    };
    node.refuse_misspelt(fields)?;
    let of_space = FIELDS.iter().filter(|field| !fields.contains(field));
    if let Some(field) = of_space.filter_map(|field| node.get(field)).next() {
        return Err(field.problem("a turn in the plane has only \"about\" and \"angle\""));
    }
    let parts = read_parts(node, names)?;
    let from = node
        .get("from")
        .map(|field| pose_of(&field, dimension))
        .transpose()?;
    if from.is_some() && parts.len() > 1 {
        return Err(node.problem("\"from\" is for one part: of several, each would be put there"));
    }
    let way = match (node.get("to"), node.get(turn), node.get("by")) {
        (Some(to), None, None) if parts.len() == 1 => Way::To(pose_of(&to, dimension)?),
        (Some(_), None, None) => {
            return Err(node.problem("\"to\" is for one part: say \"by\" or a turn for several"));
        }
        (None, Some(_), _) => Way::Screw(read_turn(node, dimension)?),
        (None, None, Some(by)) => Way::Screw(Screw::straight(vector_of(&by, dimension)?)),
        (None, None, None) => {
            return Err(node.problem(format!("no motion: needs \"to\", \"by\", or {turn_is}")));
        }
        _ => {
            return Err(node.problem(format!(
                "\"to\" is a whole motion: no \"by\" or \"{turn}\" beside it"
            )));
        }
    };
    Ok(Written { from, parts, way })
}

fn read_parts(node: &Node<'_>, names: &BTreeMap<&str, usize>) -> Result<Vec<usize>, Problem> {
    let find = |field: &Node<'_>| {
        let name = match field.value {
            Value::Raw(raw) => {
                serde_json::from_str::<String>(raw.get()).unwrap_or_else(|_| raw.get().to_owned())
            }
            _ => field.text()?.to_owned(),
        };
        let found = names.get(name.as_str()).copied();
        found.ok_or_else(|| {
            field
                .coded(Code::UnknownShape)
                .problem(format!("no part is called {name:?}"))
        })
    };
    let parts = match (node.get("part"), node.get("parts")) {
        (Some(one), None) => vec![find(&one)?],
        (None, Some(list)) => list.each(|field| find(&field))?,
        (None, None) => return Err(node.problem("no part: needs \"part\" or \"parts\"")),
        _ => return Err(node.problem("either \"part\" or \"parts\"")),
    };
    let mut sorted = parts.clone();
    sorted.sort_unstable();
    sorted.dedup();
    match sorted.len() == parts.len() && !parts.is_empty() {
        true => Ok(parts),
        false => Err(node.problem("\"parts\" must name at least one part, and none twice")),
    }
}

/// A pose without a scale: a part keeps its own.
fn pose_of(field: &Node<'_>, dimension: Dimension) -> Result<Pose<DVec3>, Problem> {
    field.map()?;
    let turn = match dimension {
        Dimension::Plane => "angle",
        Dimension::Space => "rotation",
    };
    field.refuse_misspelt(&["position", turn])?;
    if let Some(scale) = field.get("scale") {
        return Err(scale.problem("a move keeps the scale of its part"));
    }
    match dimension {
        Dimension::Plane => lifted_pose(&read_pose(field)?),
        Dimension::Space => read_pose(field),
    }
}

fn vector_of(field: &Node<'_>, dimension: Dimension) -> Result<DVec3, Problem> {
    match dimension {
        Dimension::Plane => Ok(field.vector::<DVec2>()?.extend(0.0)),
        Dimension::Space => field.vector(),
    }
}

/// A turn about an axis, and perhaps a motion along it or elsewhere.
fn read_turn(node: &Node<'_>, dimension: Dimension) -> Result<Screw, Problem> {
    let unit = match dimension {
        Dimension::Plane => DVec3::Z,
        Dimension::Space => read_axis(&node.need("axis")?)?,
    };
    let angle: f64 = node.need("angle")?.scalar()?;
    let linear = match (node.get("by"), node.get("pitch")) {
        (Some(by), None) => vector_of(&by, dimension)?,
        (None, Some(pitch)) => unit * (pitch.scalar::<f64>()? * angle / core::f64::consts::TAU),
        (None, None) => DVec3::ZERO,
        _ => return Err(node.problem("either \"by\" or \"pitch\"")),
    };
    Ok(Screw {
        about: vector_of(&node.need("about")?, dimension)?,
        linear,
        angular: unit * angle,
    })
}

fn read_axis(field: &Node<'_>) -> Result<DVec3, Problem> {
    let axis: DVec3 = field.vector()?;
    let unit = axis / axis.abs().max_element();
    let unit = unit.try_normalize().filter(|unit| unit.is_finite());
    unit.ok_or_else(|| field.problem("an axis must be finite and not zero"))
}
