//! Cases: 2048 pairs of one kind of shape, of which half meet, and a question.
//!
//! Every number is a single-precision one, so that engines of either precision are given the same shapes.

use clearance::glam::{DQuat, DVec3};
use clearance_testkit::Random;

use crate::ours;

/// How many pairs a case has.
pub const PAIRS: usize = 2048;

/// What is asked of each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Do they meet?
    Boolean,
    /// How far apart are they; 0 where they meet?
    Distance,
    /// How deep do they overlap; 0 where they do not?
    Penetration,
    /// Where do they touch?
    Manifold,
}

/// A shape, the same for every engine. In 2D, z is 0 throughout.
#[derive(Clone, Debug)]
pub enum Solid {
    /// By its half extents.
    Box(DVec3),
    /// By its vertices: a polygon in 2D, counter-clockwise.
    Hull(Vec<DVec3>),
    /// By its radius.
    Ball(f64),
    /// Along y: half the length of its segment, and its radius.
    Capsule(f64, f64),
    /// In 3D only.
    Triangle([DVec3; 3]),
}

/// A shape and where it stands.
#[derive(Clone, Debug)]
pub struct Body {
    /// The shape.
    pub solid: Solid,
    /// Where its origin is.
    pub at: DVec3,
    /// How it is turned in 2D, in radians.
    pub angle: f64,
    /// How it is turned in 3D.
    pub turn: DQuat,
}

/// Many pairs, and one question.
pub struct Case {
    /// `pair/2d/box/boolean`
    pub name: &'static str,
    /// 2 or 3.
    pub dimension: usize,
    /// What is asked.
    pub question: Question,
    /// Of whom.
    pub pairs: Vec<(Body, Body)>,
}

macro_rules! names {
    ($($dimension:literal: [$($kind:literal),+]);+) => {
        vec![$($(
            concat!("pair/", $dimension, "/", $kind, "/boolean"),
            concat!("pair/", $dimension, "/", $kind, "/distance"),
            concat!("pair/", $dimension, "/", $kind, "/manifold"),
            concat!("pair/", $dimension, "/", $kind, "/penetration"),
        )+)+]
    };
}

impl Case {
    /// The names of all cases.
    pub fn names() -> Vec<&'static str> {
        names!("2d": ["box", "poly8", "circle", "capsule", "box-circle"];
               "3d": ["box", "hull8", "hull32", "hull128", "sphere", "capsule", "triangle", "box-sphere", "box-capsule",
                      "box-triangle"])
    }

    /// The case of this name with so many pairs, the same on every machine.
    pub fn new(name: &'static str, count: usize) -> Self {
        let words: Vec<&str> = name.split('/').collect();
        let dimension = if words[1] == "2d" { 2 } else { 3 };
        let question = match words[3] {
            "boolean" => Question::Boolean,
            "distance" => Question::Distance,
            "manifold" => Question::Manifold,
            _ => Question::Penetration,
        };
        let mut case = Self {
            name,
            dimension,
            question,
            pairs: Vec::new(),
        };
        let reach = case.reach_where_half_meet(words[2]);
        case.pairs = pairs(dimension, words[2], reach, count);
        case
    }
    /// By bisection, on fewer pairs: how far apart half of them meet.
    fn reach_where_half_meet(&mut self, kind: &str) -> f64 {
        let (mut low, mut high) = (0.0, 8.0);
        for _ in 0..8 {
            let reach = (low + high) / 2.0;
            self.pairs = pairs(self.dimension, kind, reach, 128);
            if ours::hits(self) > 64 {
                low = reach
            } else {
                high = reach
            }
        }
        (low + high) / 2.0
    }
}

fn pairs(dimension: usize, kind: &str, reach: f64, count: usize) -> Vec<(Body, Body)> {
    let mut random = Random::new(2026);
    // Of two kinds, the second is the moved one's.
    let (first, second) = kind.split_once('-').unwrap_or((kind, kind));
    let mut body = |kind, reach| Body {
        solid: solid(&mut random, dimension, kind),
        at: flat(dimension, random.vector(reach)),
        angle: single(random.between(-3.0, 3.0)),
        turn: turn(&mut random),
    };
    (0..count)
        .map(|_| (body(first, 0.0), body(second, reach)))
        .collect()
}

/// A shape of a kind, about 1 in size.
pub fn solid(random: &mut Random, dimension: usize, kind: &str) -> Solid {
    let mut size = || single(random.between(0.25, 1.0));
    match kind {
        "box" => Solid::Box(flat(dimension, DVec3::new(size(), size(), size()))),
        "circle" | "sphere" => Solid::Ball(size()),
        "capsule" => Solid::Capsule(size(), size() / 2.0),
        "triangle" => Solid::Triangle(std::array::from_fn(|_| flat(3, random.vector(1.0)))),
        "poly8" => Solid::Hull(octagon(random)),
        _ => {
            let count = kind.trim_start_matches("hull").parse().unwrap_or(32);
            let size = size();
            Solid::Hull(
                (0..count)
                    .map(|_| flat(3, random.direction::<DVec3>() * size))
                    .collect(),
            )
        }
    }
}

/// Eight corners on an ellipse, turned by uneven steps, so that all of them are corners of the hull.
fn octagon(random: &mut Random) -> Vec<DVec3> {
    let (rx, ry) = (random.between(0.4, 1.0), random.between(0.4, 1.0));
    let corner = |i: usize| {
        // A rational parametrisation of the circle: no sine, the same bits everywhere.
        let t = (i % 2) as f64 * 0.4 - 0.3 + random.between(0.0, 0.2);
        let (x, y) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
        let (x, y) = [(x, y), (-y, x), (-x, -y), (y, -x)][i / 2];
        flat(2, DVec3::new(x * rx, y * ry, 0.0))
    };
    (0..8).map(corner).collect()
}

/// Any rotation in space.
pub fn turn(random: &mut Random) -> DQuat {
    let axis: DVec3 = random.direction();
    let half = random.between(-1.0, 1.0);
    DQuat::from_vec4((axis * half).extend((1.0 - half * half).sqrt()))
        .as_quat()
        .as_dquat()
}

/// To single precision, and in 2D to the plane.
pub fn flat(dimension: usize, v: DVec3) -> DVec3 {
    let v = v.as_vec3().as_dvec3();
    if dimension == 2 { v.with_z(0.0) } else { v }
}

/// To single precision.
pub fn single(x: f64) -> f64 {
    f64::from(x as f32)
}
