//! Cases: a mesh, a question, and what it is asked about.

use clearance::glam::{DQuat, DVec3};
use clearance_testkit::Random;

use super::shapes::Triangles;
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
    /// Whether a sphere, or a box, meets the mesh.
    Boolean(Other),
    /// How far it is from the mesh, 0 where they meet.
    Distance(Other),
    /// The signed distance.
    Clearance(Other),
    /// How many contacts there are.
    Manifold(Other),
}

impl Question {
    /// What is beside the mesh.
    pub fn other(self) -> Option<Other> {
        match self {
            Self::Boolean(o) | Self::Distance(o) | Self::Clearance(o) | Self::Manifold(o) => Some(o),
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

/// The names of all cases.
pub fn names() -> Vec<String> {
    let mut names = Vec::new();
    for mesh in ["ico-1k", "torus-10k", "torus-102k", "torus-1m"] {
        for question in [
            "build",
            "ray",
            "closest",
            "contains",
            "sphere-boolean",
            "sphere-distance",
            "sphere-clearance",
            "sphere-manifold",
            "box-boolean",
            "box-distance",
        ] {
            names.push(format!("mesh/{question}/{mesh}"));
        }
    }
    for place in ["light", "deep", "apart", "inside"] {
        for question in ["boolean", "distance", "clearance"] {
            names.push(format!("mesh/pair-{question}/ico-82k/torus-102k/{place}"));
        }
    }
    for question in ["boolean", "clearance", "manifold"] {
        names.push(format!("mesh/pair-{question}/tube-1k/pin-1k/inside"));
    }
    names
}

impl Case {
    /// The case of this name.
    pub fn new(name: &str) -> Self {
        let words: Vec<&str> = name.split('/').collect();
        let question = question(words[1]);
        let mut random = Random::new(5);
        let count = if question == Question::Build { 1 } else { 1000 };
        let mut places: Vec<_> = (0..count)
            .map(|_| (random.vector(1.5), random.direction(), turn(&mut random)))
            .collect();
        if let Some(place) = words.get(4) {
            let at = match *place {
                "light" => DVec3::new(1.9, 0.6, 0.3),
                "deep" => DVec3::new(0.4, 0.3, 0.2),
                "apart" => DVec3::new(2.6, 0.3, 0.2),
                _ => DVec3::ZERO,
            };
            places = vec![(at, DVec3::X, DQuat::IDENTITY)];
        }
        Self {
            question,
            mesh: Triangles::named(words[2]),
            other: words
                .get(3)
                .map_or_else(Triangles::default, |name| Triangles::named(name)),
            places,
        }
    }
    /// Whether two answers to its question differ by more than single precision explains.
    pub fn differ(&self, a: f64, b: f64) -> bool {
        match self.question {
            Question::Build => false,
            _ => a != b && (a - b).abs() > 1e-4,
        }
    }
}

fn question(word: &str) -> Question {
    let (other, what) = word.split_once('-').unwrap_or((word, ""));
    let of = match other {
        "sphere" => Other::Sphere,
        "box" => Other::Box,
        _ => Other::Mesh,
    };
    match (word, what) {
        ("build", _) => Question::Build,
        ("ray", _) => Question::Ray,
        ("closest", _) => Question::Closest,
        ("contains", _) => Question::Contains,
        (_, "boolean") => Question::Boolean(of),
        (_, "distance") => Question::Distance(of),
        (_, "clearance") => Question::Clearance(of),
        _ => Question::Manifold(of),
    }
}
