//! A shape with its pose: inline, nested or by name.

use std::sync::Arc;

use clearance::Pose;
use clearance::math::Real;
use clearance::shape::{InvalidShape, Placed};

use super::cache::{Built, ShapeCache};
use super::catalog::Entry;
use super::kinds::{Wrong, owned};
use super::pose::read_pose;
use super::space::ReadSpace;
use crate::json::{Node, Value};
use crate::mesh::Precision;
use crate::problem::{Code, Problem};

/// A shape and its pose.
#[derive(Clone, Debug)]
pub struct Stand<V: ReadSpace> {
    /// The shape; shared if it was given by name.
    pub shape: Arc<V::Shape>,
    /// Its pose.
    pub pose: Pose<V>,
    /// How exactly the files of its meshes say where they are, at this pose.
    pub precision: Precision,
}

impl<V: ReadSpace> Stand<V> {
    /// The shape at its pose, as the library's questions take it.
    pub fn placed(&self) -> Placed<'_, V> {
        Placed::new(&*self.shape, &self.pose)
    }
}

const POSE_FIELDS: [&str; 4] = ["position", "rotation", "angle", "scale"];

/// Reads a shape with a pose beside it: `{"type": …, "position": …}` or `{"shape": …, "position": …}`.
///
/// `others` are further fields that are allowed there.
pub fn read_stand<V: ReadSpace>(
    node: &Node<'_>,
    others: &[&str],
    cache: &mut ShapeCache<'_, V>,
) -> Result<Stand<V>, Problem> {
    node.coded(Code::UnknownShape).map()?;
    let node = node.coded(Code::InvalidShape);
    let (built, precision) = cache.with_precision(|cache| read_built(&node, others, cache));
    let stand = scaled(built?, read_pose(&node)?, precision).map_err(|error| problem_of(&node, &error))?;
    cache.note_precision(stand.precision);
    Ok(stand)
}

fn read_built<V: ReadSpace>(
    node: &Node<'_>,
    others: &[&str],
    cache: &mut ShapeCache<'_, V>,
) -> Result<Built<V>, Problem> {
    if node.get("type").is_some() {
        let known: Vec<_> = POSE_FIELDS.iter().chain(others).copied().collect();
        read_type(node, &known, cache).map(Built::unscaled)
    } else {
        let known: Vec<_> = POSE_FIELDS
            .iter()
            .chain(others)
            .copied()
            .chain(["shape"])
            .collect();
        node.refuse_misspelt(&known)?;
        let shape = node.get("shape").ok_or_else(|| {
            let message = format!("missing: a shape needs a type, one of {}", Entry::names(V::DIM));
            Problem::new(Code::UnknownShape, message).at(node.path.key("type"))
        })?;
        read_nested(&shape, cache)
    }
}

/// The same, or the name of a shape, which then has no pose.
pub fn read_stand_or_name<V: ReadSpace>(
    node: &Node<'_>,
    others: &[&str],
    cache: &mut ShapeCache<'_, V>,
) -> Result<Stand<V>, Problem> {
    let Value::Text(_) = node.value else {
        return read_stand(node, others, cache);
    };
    let (built, precision) = cache.with_precision(|cache| read_nested(node, cache));
    scaled(built?, Pose::IDENTITY, precision).map_err(|error| problem_of(node, &error))
}

/// Reads a part of a compound.
pub(super) fn read_part<V: ReadSpace>(
    node: &Node<'_>,
    cache: &mut ShapeCache<'_, V>,
) -> Result<(V::Shape, Pose<V>), Problem> {
    let stand = read_stand(node, &[], cache)?;
    cache.count_part(&node.path)?;
    Ok((owned(stand.shape), stand.pose))
}

/// Reads a nested shape: by name, or an object without a pose (a mesh file may have a scale).
pub(super) fn read_nested<V: ReadSpace>(
    node: &Node<'_>,
    cache: &mut ShapeCache<'_, V>,
) -> Result<Built<V>, Problem> {
    cache.deeper(&node.path, |cache| match node.value {
        Value::Text(name) => cache.named(name, &node.path),
        _ => read_inline(node, cache),
    })
}

fn read_inline<V: ReadSpace>(node: &Node<'_>, cache: &mut ShapeCache<'_, V>) -> Result<Built<V>, Problem> {
    node.coded(Code::UnknownShape).map()?;
    let node = node.coded(Code::InvalidShape);
    let misplaced =
        |field: &&&str| node.get(field).is_some() && !(**field == "scale" && node.get("file").is_some());
    if let Some(field) = POSE_FIELDS.iter().find(misplaced) {
        let message = "a pose belongs beside \"shape\", not within it";
        return Err(Problem::new(Code::InvalidPose, message).at(node.path.key(field)));
    }
    let shape = read_type(&node, &["scale"], cache)?;
    let pose: Pose<V> = read_pose(&node)?;
    Ok(Built {
        shape: Arc::new(shape),
        scale: pose.scale(),
    })
}

/// Reads the shape that an object with a `type` describes.
fn read_type<V: ReadSpace>(
    node: &Node<'_>,
    others: &[&str],
    cache: &mut ShapeCache<'_, V>,
) -> Result<V::Shape, Problem> {
    let entry = find_type::<V>(node)?;
    let mut known = others.to_vec();
    known.push("type");
    entry.field_names().for_each(|field| known.push(field));
    node.refuse_misspelt(&known)?;
    if let Some(field) = entry
        .fields
        .iter()
        .find(|f| entry.needs(f) && !f.ends_with('?') && node.get(f).is_none())
    {
        let message = format!("missing: a {} is {}", entry.name, entry.example);
        return Err(Problem::new(Code::InvalidShape, message).at(node.path.key(field)));
    }
    V::read_kind(entry.name, node, cache).map_err(|wrong| match wrong {
        Wrong::Text(problem) => problem,
        Wrong::Numbers(error) => problem_of(node, &error),
    })
}

fn find_type<V: ReadSpace>(node: &Node<'_>) -> Result<&'static Entry, Problem> {
    let field = node.coded(Code::UnknownShape);
    let field = match field.get("type") {
        Some(field) => field,
        None => {
            let message = format!("missing: a shape needs a type, one of {}", Entry::names(V::DIM));
            return Err(Problem::new(Code::UnknownShape, message).at(node.path.key("type")));
        }
    };
    let name = field.text()?;
    match Entry::find(name) {
        Some(entry) if entry.dimensions.contains(&V::DIM) => Ok(entry),
        Some(_) => Err(field.problem(format!(
            "there is no {name} in {}D: one of {}",
            V::DIM,
            Entry::names(V::DIM)
        ))),
        None => Err(field.problem(match Entry::nearest(name, V::DIM) {
            Some(near) => format!("no shape \"{name}\": did you mean \"{near}\"?"),
            None => format!("no shape \"{name}\": one of {}", Entry::names(V::DIM)),
        })),
    }
}

/// Combines a shape's own scale and its pose to one pose, if that is exact; else the shape becomes a compound
/// of one part, whose chain of poses keeps both numbers. `precision` is that of the shape without a scale.
fn scaled<V: ReadSpace>(
    built: Built<V>,
    pose: Pose<V>,
    precision: Precision,
) -> Result<Stand<V>, InvalidShape> {
    let (one, Built { shape, scale }) = (V::Scalar::ONE, built);
    let precision = precision.scaled(scale.to_f64() * pose.scale().to_f64());
    let stand = |shape, pose| Stand {
        shape,
        pose,
        precision,
    };
    if scale == one {
        return Ok(stand(shape, pose));
    }
    let own = Pose::IDENTITY.scaled(scale).unwrap_or_default();
    if pose.scale() == one {
        return Ok(stand(shape, pose.scaled(scale).unwrap_or(pose)));
    }
    let shape = Arc::new(V::compound(vec![(owned(shape), own)])?);
    Ok(stand(shape, pose))
}

/// The library's error about the shape at `node`.
fn problem_of(node: &Node<'_>, error: &InvalidShape) -> Problem {
    let field = error.path();
    Problem::new(Code::from(error), error.fault.to_string()).at(node.path.key(&field))
}
