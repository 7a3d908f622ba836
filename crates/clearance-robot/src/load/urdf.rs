//! URDF: links with their collision shapes, and joints.
//!
//! The crate `urdf-rs` reads the elements. It keeps the whole document as a tree, which is taken down by
//! recursion, so documents that are nested too deeply are refused before.

use clearance::Pose;
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance::shape::InvalidShape;
use clearance_io::problem::{Code, Problem};
use quick_xml::events::Event;
use quick_xml::reader::Reader;
use quick_xml::writer::Writer;
use urdf_rs::{Geometry, JointType};

use super::meshes::Meshes;
use crate::{Joint, JointKind, Link, LinkShape, Mimic, Robot};

/// How deep elements may be nested; a URDF has some eight levels.
const DEEPEST: usize = 100;

/// A file that is not what it should be.
pub fn invalid(what: impl Into<String>) -> Problem {
    Problem::new(Code::InvalidRobot, what)
}

/// The robot of a document.
pub fn robot(text: &str, meshes: &mut Meshes) -> Result<Robot, Problem> {
    let read = urdf_rs::read_from_string(&pruned(text)?).map_err(|error| invalid(error.to_string()))?;
    let links = read.links.iter().map(|it| link(it, meshes));
    let links = links.collect::<Result<Vec<_>, Problem>>()?;
    let joints = read
        .joints
        .iter()
        .map(joint)
        .collect::<Result<Vec<_>, Problem>>()?;
    Robot::new(read.name, links, joints).map_err(|error| invalid(error.to_string()))
}

/// The document without what is not read here: looks, masses, sensors and what simulators add. Files in use
/// have much in them that is no URDF, and none of that should keep a robot from being read.
fn pruned(text: &str) -> Result<String, Problem> {
    let wrong = |error: &dyn std::fmt::Display| invalid(error.to_string());
    let (mut reader, mut kept) = (Reader::from_str(text), Writer::new(Vec::new()));
    let (mut path, mut left_out): (Vec<String>, Option<usize>) = (Vec::new(), None);
    loop {
        let event = reader.read_event().map_err(|error| wrong(&error))?;
        let name = match &event {
            Event::Start(element) | Event::Empty(element) => Some(element.local_name().as_ref().to_owned()),
            _ => None,
        };
        let is_kept = name.as_deref().is_none_or(|name| is_read(&path, name));
        if left_out.is_none() && is_kept && !matches!(event, Event::Eof) {
            kept.write_event(event.clone()).map_err(|error| wrong(&error))?;
        }
        match event {
            Event::Start(_) => {
                if !is_kept {
                    left_out.get_or_insert(path.len());
                }
                path.extend(name);
            }
            Event::End(_) => {
                path.pop();
                left_out = left_out.filter(|&depth| depth < path.len());
            }
            Event::Eof if !path.is_empty() => return Err(invalid("it ends within an element")),
            Event::Eof => return String::from_utf8(kept.into_inner()).map_err(|error| wrong(&error)),
            _ => {}
        }
        if path.len() > DEEPEST {
            let message = format!("elements are nested more than {DEEPEST} deep");
            return Err(invalid(message).coded(Code::LimitExceeded));
        }
    }
}

/// Whether an element in these others is read here. All is that is in a shape that collides.
fn is_read(path: &[String], name: &str) -> bool {
    match path {
        [] => true,
        [_] => ["link", "joint"].contains(&name),
        [_, link] if link == "link" => name == "collision",
        [_, joint] if joint == "joint" => {
            ["origin", "parent", "child", "axis", "limit", "mimic"].contains(&name)
        }
        _ => true,
    }
}

fn link(read: &urdf_rs::Link, meshes: &mut Meshes) -> Result<Link, Problem> {
    let mut shapes = Vec::new();
    for (i, collision) in read.collision.iter().enumerate() {
        let field = |name: &str| format!("links[{:?}].collision[{i}].{name}", read.name);
        let origin = pose(&collision.origin).map_err(|problem| problem.at(field("origin")))?;
        let (shape, turn) =
            shape(&collision.geometry, meshes).map_err(|problem| problem.at(field("geometry")))?;
        let pose = origin.turned(origin.rotation() * turn);
        shapes.push(LinkShape {
            shape,
            pose: pose.map_err(|error| invalid(error.to_string()).at(field("origin")))?,
        });
    }
    Ok(Link {
        name: read.name.clone(),
        shapes,
    })
}

/// A shape, and how it is turned: here cylinders stand along Y, in URDF along Z.
fn shape(geometry: &Geometry, meshes: &mut Meshes) -> Result<(Shape<DVec3>, DQuat), Problem> {
    let along_z = DQuat::from_xyzw(
        std::f64::consts::FRAC_1_SQRT_2,
        0.0,
        0.0,
        std::f64::consts::FRAC_1_SQRT_2,
    );
    let refused = |error: InvalidShape| Problem::new((&error).into(), error.to_string());
    match geometry {
        Geometry::Box { size } => Shape::cuboid(vector(size) * 0.5).map(|shape| (shape, DQuat::IDENTITY)),
        Geometry::Sphere { radius } => Shape::sphere(*radius).map(|shape| (shape, DQuat::IDENTITY)),
        Geometry::Cylinder { radius, length } => {
            Shape::cylinder(0.5 * length, *radius).map(|shape| (shape, along_z))
        }
        Geometry::Capsule { radius, length } => {
            let end = DVec3::Z * (0.5 * length);
            Shape::capsule(-end, end, *radius).map(|shape| (shape, DQuat::IDENTITY))
        }
        Geometry::Mesh { filename, scale } => {
            let shape = meshes.shape(filename, scale.as_ref().map(vector))?;
            return Ok((shape, DQuat::IDENTITY));
        }
    }
    .map_err(refused)
}

fn joint(read: &urdf_rs::Joint) -> Result<Joint, Problem> {
    let field = |name: &str| format!("joints[{:?}].{name}", read.name);
    let endless = [f64::NEG_INFINITY, f64::INFINITY];
    let limits = [read.limit.lower, read.limit.upper];
    let (kind, limits) = match read.joint_type {
        JointType::Revolute => (JointKind::Revolute, limits),
        JointType::Continuous => (JointKind::Continuous, endless),
        JointType::Prismatic => (JointKind::Prismatic, limits),
        JointType::Fixed => (JointKind::Fixed, endless),
        JointType::Floating | JointType::Planar | JointType::Spherical => {
            let kind = format!("{:?}", read.joint_type).to_lowercase();
            let message = format!(
                "{kind} joints are not supported: only revolute, continuous, prismatic and fixed ones"
            );
            return Err(invalid(message).at(field("type")));
        }
    };
    let mimic = read.mimic.as_ref().map(|mimic| Mimic {
        joint: mimic.joint.clone(),
        multiplier: mimic.multiplier.unwrap_or(1.0),
        offset: mimic.offset.unwrap_or(0.0),
    });
    Ok(Joint {
        name: read.name.clone(),
        kind,
        parent: read.parent.link.clone(),
        child: read.child.link.clone(),
        origin: pose(&read.origin).map_err(|problem| problem.at(field("origin")))?,
        axis: vector(&read.axis.xyz),
        limits,
        // A fixed joint has no value, whatever it is said to follow.
        mimic: mimic.filter(|_| kind != JointKind::Fixed),
    })
}

/// The pose of an `origin`: turned about the fixed axes x, y and z, one after the other, and then moved.
fn pose(origin: &urdf_rs::Pose) -> Result<Pose<DVec3>, Problem> {
    let about = |axis: DVec3, angle: f64| {
        let (sin, cos) = libm::sincos(0.5 * angle);
        DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
    };
    let [roll, pitch, yaw] = *origin.rpy;
    let rotation = about(DVec3::Z, yaw) * about(DVec3::Y, pitch) * about(DVec3::X, roll);
    Pose::new(vector(&origin.xyz), rotation)
        .map_err(|error| Problem::new(Code::InvalidPose, error.to_string()))
}

fn vector(given: &urdf_rs::Vec3) -> DVec3 {
    DVec3::from_array(**given)
}
