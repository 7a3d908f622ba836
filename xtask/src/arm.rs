//! The robot arm's scenes: the pose of each link of a URDF for given joint values (forward kinematics).
//!
//! A joint is placed in its parent link at `origin` (xyz, then roll, pitch and yaw about the fixed x, y and z
//! axes). It turns its child about `axis` by the joint's value, or slides it along the axis. The URDF's own
//! order of links is kept.

use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
use std::fmt::Write;
use std::path::Path;

use clearance::glam::{DQuat, DVec3};
use roxmltree::{Document, Node};

/// The seven joints, in radians: the arm's usual rest pose, the hand above the crate.
const CLEAR: [f64; 7] = [0.0, -FRAC_PI_4, 0.0, -3.0 * FRAC_PI_4, 0.0, FRAC_PI_2, FRAC_PI_4];
/// The same with the shoulder lowered: the fingers run into the crate.
const COLLIDING: [f64; 7] = [0.0, 0.45, 0.0, -2.05, 0.0, 2.5, FRAC_PI_4];
/// How far each finger is open, in metres.
const FINGERS: f64 = 0.02;

/// The pose of a link in the world.
#[derive(Clone, Copy)]
struct Stand {
    at: DVec3,
    turn: DQuat,
}

/// Writes `clear.json` and `colliding.json`.
pub fn write(urdf: &Path, directory: &Path) -> Result<(), String> {
    let text = crate::read(urdf)?;
    let document = Document::parse(&text).map_err(|error| format!("{}: {error}", urdf.display()))?;
    for (name, posture) in [("clear.json", CLEAR), ("colliding.json", COLLIDING)] {
        let stands = forward_kinematics(document.root_element(), &posture);
        crate::save(&directory.join(name), &scene(&document, &stands))?;
    }
    Ok(())
}

/// The poses of all links; URDF files of arms list joints from the base outwards.
fn forward_kinematics(robot: Node<'_, '_>, posture: &[f64; 7]) -> BTreeMap<String, Stand> {
    let origin = Stand {
        at: DVec3::ZERO,
        turn: DQuat::IDENTITY,
    };
    let mut stands = BTreeMap::from([("panda_link0".to_string(), origin)]);
    let mut values = posture.iter().copied();
    for joint in children(robot, "joint") {
        let (Some(parent), Some(child)) = (link_of(joint, "parent"), link_of(joint, "child")) else {
            continue;
        };
        let Some(parent) = stands.get(parent) else {
            continue;
        };
        let (at, turn) = placed(joint);
        let axis = vector(child_of(joint, "axis"), "xyz");
        let (slide, spin) = match joint.attribute("type") {
            Some("revolute") => (
                DVec3::ZERO,
                DQuat::from_axis_angle(axis, values.next().unwrap_or(0.0)),
            ),
            Some("prismatic") => (axis * FINGERS, DQuat::IDENTITY),
            _ => (DVec3::ZERO, DQuat::IDENTITY),
        };
        let turn = parent.turn * turn;
        let stand = Stand {
            at: parent.at + parent.turn * at + turn * slide,
            turn: turn * spin,
        };
        stands.insert(child.to_string(), stand);
    }
    stands
}

fn scene(document: &Document<'_>, stands: &BTreeMap<String, Stand>) -> String {
    let mut shapes = Vec::new();
    let mut objects = surroundings();
    let links: Vec<Node<'_, '_>> = children(document.root_element(), "link").collect();
    for link in links {
        let Some(name) = link.attribute("name") else {
            continue;
        };
        let (Some(stand), Some(shape)) = (stands.get(name), shape(link)) else {
            continue;
        };
        let short = name.trim_start_matches("panda_");
        shapes.push(format!("  \"{short}\": {shape}"));
        objects.push(object(short, *stand));
    }
    format!(
        "{{\"clearance\": 1, \"dimension\": 3, \"unit\": \"m\",\n \"shapes\": {{\n{}\n }},\n \"objects\": [\n{}\n ]}}\n",
        shapes.join(",\n"),
        objects.join(",\n")
    )
}

/// A table whose top is the plane z = 0, a box standing on it, and a ball on the box.
fn surroundings() -> Vec<String> {
    let text = [
        r#"  {"id": "table", "shape": {"type": "box", "half_extents": [0.75, 0.5, 0.03125]}, "position": [0.5, 0, -0.03125], "group": "mounted"}"#,
        r#"  {"id": "crate", "shape": {"type": "box", "half_extents": [0.125, 0.1875, 0.0625]}, "position": [0.5625, 0, 0.0625]}"#,
        r#"  {"id": "ball", "shape": {"type": "sphere", "radius": 0.03125}, "position": [0.5625, 0.125, 0.15625]}"#,
    ];
    text.map(String::from).to_vec()
}

/// Neighbouring links overlap at their joint by design: each link has its own layer, and its mask excludes
/// its neighbours.
fn object(name: &str, stand: Stand) -> String {
    const ORDER: [&str; 11] = [
        "link0",
        "link1",
        "link2",
        "link3",
        "link4",
        "link5",
        "link6",
        "link7",
        "hand",
        "leftfinger",
        "rightfinger",
    ];
    let place = ORDER.iter().position(|n| *n == name).unwrap_or(0);
    let neighbours: u32 = match name {
        "hand" => 1 << 8 | 1 << 10 | 1 << 11,
        "leftfinger" | "rightfinger" => 1 << 9 | 1 << 10 | 1 << 11,
        // The flange lies within the wrist's sweep.
        "link5" => 1 << 5 | 1 << 7 | 1 << 8,
        "link7" => 1 << 6 | 1 << 7 | 1 << 9,
        _ => (1 << (place + 2)) | (1 << place) & !1,
    };
    let mut text = format!("  {{\"id\": \"{name}\", \"shape\": \"{name}\"");
    let _ = write!(text, ", \"position\": {:?}", stand.at.to_array().map(round));
    let _ = write!(text, ", \"rotation\": {:?}", stand.turn.to_array().map(round));
    let _ = write!(
        text,
        ", \"layer\": {}, \"mask\": {}",
        1_u32 << (place + 1),
        !neighbours
    );
    if place == 0 {
        text += ", \"group\": \"mounted\"";
    }
    text + "}"
}

/// The collision geometry of a link: its mesh, or its boxes.
fn shape(link: Node<'_, '_>) -> Option<String> {
    let collisions: Vec<Node<'_, '_>> = children(link, "collision").collect();
    let geometry = child_of(*collisions.first()?, "geometry")?;
    if let Some(mesh) = child_of(geometry, "mesh") {
        let file = mesh.attribute("filename")?.rsplit('/').next()?.to_string();
        return Some(format!(
            "{{\"type\": \"mesh\", \"file\": \"meshes/collision/{file}\"}}"
        ));
    }
    let parts: Option<Vec<String>> = collisions.into_iter().map(box_part).collect();
    Some(format!(
        "{{\"type\": \"compound\", \"parts\": [\n    {}]}}",
        parts?.join(",\n    ")
    ))
}

fn box_part(collision: Node<'_, '_>) -> Option<String> {
    let size = vector(child_of(child_of(collision, "geometry")?, "box"), "size");
    let (at, turn) = placed(collision);
    let (half, at) = ((size / 2.0).to_array().map(round), at.to_array().map(round));
    let turn = turn.to_array().map(round);
    Some(format!(
        "{{\"shape\": {{\"type\": \"box\", \"half_extents\": {half:?}}}, \"position\": {at:?}, \"rotation\": {turn:?}}}"
    ))
}

/// The `origin` of a joint or of a geometry.
fn placed(node: Node<'_, '_>) -> (DVec3, DQuat) {
    let origin = child_of(node, "origin");
    let rpy = vector(origin, "rpy");
    let turn = DQuat::from_rotation_z(rpy.z) * DQuat::from_rotation_y(rpy.y) * DQuat::from_rotation_x(rpy.x);
    (vector(origin, "xyz"), turn)
}

fn vector(node: Option<Node<'_, '_>>, attribute: &str) -> DVec3 {
    let text = node.and_then(|n| n.attribute(attribute)).unwrap_or("0 0 0");
    let mut numbers = text.split_whitespace().map(|word| word.parse().unwrap_or(0.0));
    DVec3::from_array(std::array::from_fn(|_| numbers.next().unwrap_or(0.0)))
}

fn children<'a, 'i: 'a>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn child_of<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name(name))
}

fn link_of<'a>(joint: Node<'a, '_>, end: &str) -> Option<&'a str> {
    child_of(joint, end)?.attribute("link")
}

/// Rounds to a nanometre, and rotations to as many digits.
fn round(x: f64) -> f64 {
    (x * 1e9).round() / 1e9 + 0.0
}
