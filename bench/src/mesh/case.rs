//! Cases: a mesh, a question, and what it is asked about.

use std::collections::HashSet;

use clearance::glam::{DQuat, DVec3};
use clearance_testkit::Random;

use super::shapes::{Triangles, height_of_hills};
use crate::case::turn;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The time to make the mesh and its hierarchy.
    Build,
    /// The time of the first hit of a ray.
    Ray,
    /// The signed distance of a point.
    Closest,
    /// Whether a point is inside.
    Contains,
    /// Whether a sphere, a box, or a box that rests on the mesh, meets it.
    Boolean(Other),
    /// How far it is from the mesh, 0 where they meet.
    Distance(Other),
    /// The signed distance.
    Clearance(Other),
    /// How many contacts there are; of a box at rest, the least clearance of a contact within a margin.
    Manifold(Other),
    /// How the two lie to each other: apart, touching, overlapping.
    Relation,
    /// Every pair of triangles that meet, each as a number.
    Pairs,
}

impl Question {
    /// What is beside the mesh.
    pub fn other(self) -> Option<Other> {
        match self {
            Self::Boolean(o) | Self::Distance(o) | Self::Clearance(o) | Self::Manifold(o) => Some(o),
            Self::Relation | Self::Pairs => Some(Other::Mesh),
            _ => None,
        }
    }
}

/// What is beside the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// A sphere.
    Sphere,
    /// A box.
    Box,
    /// A box that lies on a floor, sunk in by a little.
    BoxAtRest,
    /// Another mesh.
    Mesh,
}

/// One case.
pub struct Case {
    /// What is asked.
    pub question: Question,
    /// Of which mesh.
    pub mesh: Triangles,
    /// The other mesh, where there is one.
    pub other: Triangles,
    /// Places: of points, of the other body, the starts of rays; and directions or turns.
    pub places: Vec<(DVec3, DVec3, DQuat)>,
}

/// The size of the sphere, and of the box from its middle.
pub const SIZE: f64 = 0.05;

/// Half the size of a box at rest: that of the squares of the floor. How deep it is sunk in, and the margin
/// of its contacts.
pub const HALF_AT_REST: f64 = 0.25;
const SUNK: f64 = 0.005;
pub const MARGIN_AT_REST: f64 = 0.01;

/// The names of all cases.
pub fn names() -> Vec<String> {
    let alone = "build ray closest contains sphere-boolean sphere-distance sphere-clearance sphere-manifold \
        box-boolean box-distance";
    let mut names = Vec::new();
    for mesh in [
        "ico-1k",
        "torus-10k",
        "ico-82k",
        "torus-102k",
        "lathe-104k",
        "scan-1m",
    ] {
        names.extend(alone.split(' ').map(|question| format!("mesh/{question}/{mesh}")));
    }
    for floor in ["floor-8k", "hills-8k", "floor-524k"] {
        names.extend(["boolean", "clearance", "manifold"].map(|what| format!("mesh/rest-{what}/{floor}")));
    }
    let two = |questions: &str, meshes: &str| -> Vec<String> {
        let name = |question| format!("mesh/pair-{question}/{meshes}");
        questions.split(' ').map(name).collect()
    };
    for place in ["light", "deep", "apart", "inside"] {
        names.extend(two(
            "boolean distance clearance pairs",
            &format!("ico-82k/torus-102k/{place}"),
        ));
    }
    for place in ["crossed", "aside"] {
        names.extend(two(
            "boolean distance pairs",
            &format!("lathe-104k/lathe-104k/{place}"),
        ));
    }
    for tubes in ["tube-1k/pin-1k", "tube-2k/pin-2k"] {
        names.extend(two(
            "boolean relation clearance manifold pairs",
            &format!("{tubes}/inside"),
        ));
    }
    names
}

/// How many different things are asked in a round: for questions that take well below a microsecond so many
/// that neither the caches nor the prediction of branches know them from the round before.
fn count(question: Question) -> usize {
    match question {
        Question::Build | Question::Relation | Question::Pairs => 1,
        Question::Ray => 20_000,
        Question::Closest | Question::Contains => 5_000,
        _ => 1_000,
    }
}

/// Where the second of two meshes is.
fn place_of_other(word: &str) -> (DVec3, DVec3, DQuat) {
    let turned = DQuat::from_xyzw(0.3, 0.5, 0.4, 0.7).normalize();
    let (at, turn) = match word {
        "light" => (DVec3::new(1.9, 0.6, 0.3), DQuat::IDENTITY),
        "deep" => (DVec3::new(0.4, 0.3, 0.2), DQuat::IDENTITY),
        "apart" => (DVec3::new(2.6, 0.3, 0.2), DQuat::IDENTITY),
        "crossed" => (DVec3::new(0.1, 0.2, 0.15), turned),
        "aside" => (DVec3::new(1.2, 0.9, 0.7), turned),
        _ => (DVec3::ZERO, DQuat::IDENTITY),
    };
    (at, DVec3::X, turn)
}

/// A place, a direction and a turn. Rays start outside of all meshes and go towards a point near them, so
/// that it does not matter whether a mesh is a solid or a surface.
fn place(question: Question, mesh: &str, random: &mut Random) -> (DVec3, DVec3, DQuat) {
    if question.other() == Some(Other::BoxAtRest) {
        return place_at_rest(mesh, random);
    }
    let (at, along): (DVec3, DVec3) = (random.vector(1.5), random.direction());
    match question {
        Question::Ray => (3.0 * along, (at - 3.0 * along).normalize(), DQuat::IDENTITY),
        _ => (at, along, turn(random)),
    }
}

/// On the floor of this name, turned about the vertical.
fn place_at_rest(mesh: &str, random: &mut Random) -> (DVec3, DVec3, DQuat) {
    let [x, z] = [0; 2].map(|_| random.between(-6.0, 6.0));
    let height = if mesh.starts_with("hills") {
        height_of_hills(x, z)
    } else {
        0.0
    };
    let at = DVec3::new(x, height + HALF_AT_REST - SUNK, z)
        .as_vec3()
        .as_dvec3();
    let turn = DQuat::from_rotation_y(random.between(0.0, 6.0))
        .as_quat()
        .as_dquat();
    (at, DVec3::Y, turn)
}

impl Case {
    /// The case of this name.
    pub fn new(name: &str) -> Self {
        let words: Vec<&str> = name.split('/').collect();
        let question = question(words[1]);
        let mut random = Random::new(5);
        let places = match words.get(4) {
            Some(word) => vec![place_of_other(word)],
            None => (0..count(question))
                .map(|_| place(question, words[2], &mut random))
                .collect(),
        };
        Self {
            question,
            mesh: Triangles::named(words[2]),
            other: words
                .get(3)
                .map_or_else(Triangles::default, |name| Triangles::named(name)),
            places,
        }
    }
    /// How many answers differ from the truth by more than single precision explains; of pairs, how many only
    /// one of both lists has.
    pub fn differ(&self, got: &[f64], truth: &[f64]) -> usize {
        let far = |(a, b): (&f64, &f64)| a != b && ((a - b).abs() > 1e-4 || (a - b).is_nan());
        match self.question {
            Question::Build => 0,
            Question::Pairs => {
                let [got, truth] =
                    [got, truth].map(|list| list.iter().map(|x| x.to_bits()).collect::<HashSet<_>>());
                got.symmetric_difference(&truth).count()
            }
            _ => got.iter().zip(truth).filter(|&two| far(two)).count(),
        }
    }
}

/// Two triangles as one number.
pub fn pair_number(a: u32, b: u32) -> f64 {
    f64::from(a) * f64::from(1 << 24) + f64::from(b)
}

fn question(word: &str) -> Question {
    let (other, what) = word.split_once('-').unwrap_or((word, ""));
    let of = match other {
        "sphere" => Other::Sphere,
        "box" => Other::Box,
        "rest" => Other::BoxAtRest,
        _ => Other::Mesh,
    };
    match (word, what) {
        ("build", _) => Question::Build,
        ("ray", _) => Question::Ray,
        ("closest", _) => Question::Closest,
        ("contains", _) => Question::Contains,
        (_, "relation") => Question::Relation,
        (_, "pairs") => Question::Pairs,
        (_, "boolean") => Question::Boolean(of),
        (_, "distance") => Question::Distance(of),
        (_, "clearance") => Question::Clearance(of),
        _ => Question::Manifold(of),
    }
}
