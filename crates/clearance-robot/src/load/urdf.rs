//! URDF: links with their collision shapes, and joints.
//!
//! The crate `urdf-rs` reads the elements. It keeps the whole document as a tree, which is taken down by recursion, so
//! documents that are nested too deeply are refused before.

use clearance::Pose;
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance::shape::InvalidShape;
use clearance_io::problem::{Code, Problem};
use quick_xml::events::Event;
use quick_xml::reader::Reader;
use urdf_rs::{Geometry, JointType};

use super::meshes::Meshes;
use crate::{Joint, JointKind, Link, LinkShape, Mimic, Robot};

/// How deep elements may be nested; a URDF has some eight levels.
const DEEPEST: u32 = 100;

/// A file that is not what it should be.
pub fn invalid(what: impl Into<String>) -> Problem {
    Problem::new(Code::InvalidRobot, what)
}

/// The robot of a document.
pub fn robot(text: &str, meshes: &mut Meshes) -> Result<Robot, Problem> {
    check_depth(text)?;
    let read = urdf_rs::read_from_string(text).map_err(|error| invalid(error.to_string()))?;
    let links = read.links.iter().map(|it| link(it, meshes));
    let links = links.collect::<Result<Vec<_>, Problem>>()?;
    let joints = read
        .joints
        .iter()
        .map(joint)
        .collect::<Result<Vec<_>, Problem>>()?;
    Robot::new(read.name, links, joints).map_err(|error| invalid(error.to_string()))
}

fn check_depth(text: &str) -> Result<(), Problem> {
    let (mut reader, mut depth) = (Reader::from_str(text), 0_u32);
    loop {
        match reader.read_event().map_err(|error| invalid(error.to_string()))? {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Eof if depth > 0 => return Err(invalid("it ends within an element")),
            Event::Eof => return Ok(()),
            _ => {}
        }
        if depth > DEEPEST {
            let message = format!("elements are nested more than {DEEPEST} deep");
            return Err(invalid(message).coded(Code::LimitExceeded));
        }
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
