//! Cases: 2048 casts of one kind, of which about half meet, and the truth about each.
//!
//! The truth of a sweep is clearance's time in double precision, proved again without motion: the oracle of
//! the pairs finds the two in contact at that time, and apart before it; where there is none, apart all the
//! way. An answer is wrong where the shapes, put where it says, overlap by more than [`LATE`] or are further
//! apart than [`EARLY`]; a hit or a miss where the truth is another by more than a graze.

use clearance::glam::{DQuat, DVec2, DVec3};
use clearance_testkit::Random;

use super::ours;
use super::torus::Mesh;
use crate::case::{Body, Solid, flat, single, solid, turn};
use crate::engine::MISS;
use crate::reference;

/// An overlap that counts as late: a ten-thousandth of the size, as for pairs.
const LATE: f64 = 1e-4;
/// A gap that counts as early: Box2D stops half of this before contact.
const EARLY: f64 = 1e-2;
/// Radians that turning shapes turn by, at most, about each axis. Box2D turns at a constant rate but for this
/// cubed.
const TURN: f64 = 0.5;

/// What is cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A shape that moves straight.
    Linear,
    /// A shape that turns as it moves.
    Turning,
    /// A ray.
    Ray,
}

/// A shape that stands still and one, or a ray, that moves for a time of 1.
pub struct Cast {
    /// Which stands still; of a mesh, just its place.
    pub a: Body,
    /// Which moves; the start of a ray.
    pub b: Body,
    /// How far.
    pub linear: DVec3,
    /// Radians about each axis; in 2D about z.
    pub angular: DVec3,
}

impl Cast {
    /// B at a time.
    pub fn there(&self, time: f64) -> Body {
        let mut b = self.b.clone();
        b.at += self.linear * time;
        b.angle += self.angular.z * time;
        b.turn = DQuat::from_scaled_axis(self.angular * time) * b.turn;
        b
    }
}

/// Many casts of one kind.
pub struct Case {
    /// `sweep/2d/box/linear`
    pub name: &'static str,
    /// 2 or 3.
    pub dimension: usize,
    /// What is cast.
    pub question: Question,
    /// Which, where to.
    pub casts: Vec<Cast>,
    /// What all rays are cast at, instead of their own A.
    pub mesh: Option<Mesh>,
}

/// When two first meet, or [`MISS`], and how near they come, or how deep they go.
pub struct Truth {
    time: f64,
    least: f64,
}

impl Case {
    /// The names of all cases.
    pub fn names() -> Vec<&'static str> {
        vec![
            "sweep/2d/box/linear",
            "sweep/2d/poly8/linear",
            "sweep/2d/circle/linear",
            "sweep/2d/capsule/linear",
            "sweep/2d/box/turning",
            "sweep/2d/poly8/turning",
            "sweep/2d/capsule/turning",
            "sweep/3d/box/linear",
            "sweep/3d/hull8/linear",
            "sweep/3d/hull32/linear",
            "sweep/3d/hull128/linear",
            "sweep/3d/sphere/linear",
            "sweep/3d/capsule/linear",
            "sweep/3d/triangle/linear",
            "sweep/3d/sphere-box/linear",
            "sweep/3d/sphere-capsule/linear",
            "sweep/3d/sphere-triangle/linear",
            "sweep/3d/capsule-triangle/linear",
            "sweep/3d/box-triangle/linear",
            "sweep/3d/sphere-hull32/linear",
            "sweep/3d/box/turning",
            "sweep/3d/hull32/turning",
            "sweep/3d/capsule/turning",
            "ray/2d/box",
            "ray/2d/poly8",
            "ray/2d/circle",
            "ray/2d/capsule",
            "ray/3d/box",
            "ray/3d/hull8",
            "ray/3d/hull32",
            "ray/3d/sphere",
            "ray/3d/capsule",
            "ray/3d/triangle",
            "ray/3d/mesh40k",
        ]
    }

    /// The case of this name with so many casts, the same on every machine.
    pub fn new(name: &'static str, count: usize) -> Self {
        let words: Vec<&str> = name.split('/').collect();
        let question = match (words[0], words.last()) {
            ("ray", _) => Question::Ray,
            (_, Some(&"turning")) => Question::Turning,
            _ => Question::Linear,
        };
        let dimension = if words[1] == "2d" { 2 } else { 3 };
        let mut case = Self {
            name,
            dimension,
            question,
            casts: Vec::new(),
            mesh: words[2].starts_with("mesh").then(Mesh::torus),
        };
        let miss = case.where_half_meet(words[2]);
        case.casts = casts(dimension, question, words[2], miss, count);
        case
    }
    /// About each cast, proved.
    pub fn truth(&self) -> Vec<Truth> {
        let of = |(i, time): (usize, f64)| {
            let least = self.least(i, time);
            let truth = Truth { time, least };
            self.prove(i, &truth);
            truth
        };
        ours::times(self).into_iter().enumerate().map(of).collect()
    }
    /// By bisection, on fewer casts: how far off the aim may be so that half of them meet.
    fn where_half_meet(&mut self, kind: &str) -> f64 {
        let (mut low, mut high) = (0.0, 8.0);
        for _ in 0..8 {
            let miss = (low + high) / 2.0;
            self.casts = casts(self.dimension, self.question, kind, miss, 128);
            let hits = ours::times(self).iter().filter(|time| **time < MISS).count();
            if hits > 64 { low = miss } else { high = miss }
        }
        (low + high) / 2.0
    }
    /// The signed distance of two at a time; of a mesh, along the ray.
    fn gap(&self, i: usize, time: f64) -> f64 {
        let cast = &self.casts[i];
        match &self.mesh {
            None => reference::of_pair(self.dimension, &cast.a, &cast.there(time)),
            Some(mesh) => {
                let first = mesh.first_hit(cast.b.at, cast.linear);
                (first - time) * cast.linear.length()
            }
        }
    }
    /// How near the two come: by golden sections, since the distance of convex shapes is convex in time, or
    /// nearly so for those that turn a little. Of a hit, a little after it is deep enough.
    fn least(&self, i: usize, hit: f64) -> f64 {
        if hit < MISS || self.mesh.is_some() {
            let after = |t: f64| self.gap(i, (hit + t).min(1.0));
            return if hit < MISS {
                after(1e-3).min(after(1e-2))
            } else {
                MISS
            };
        }
        let (mut low, mut high, mut least) = (0.0, 1.0, self.gap(i, 1.0));
        for _ in 0..24 {
            let inner = [0.382, 0.618].map(|part| low + (high - low) * part);
            let [one, other] = inner.map(|time| self.gap(i, time));
            least = least.min(one).min(other);
            if one < other {
                high = inner[1]
            } else {
                low = inner[0]
            }
        }
        least
    }
    fn prove(&self, i: usize, &Truth { time, least }: &Truth) {
        let name = self.name;
        if time == MISS {
            assert!(least > -1e-9, "{name} {i}: a missed hit, {least} deep");
            return;
        }
        let at = self.gap(i, time);
        assert!(at.abs() < 1e-9, "{name} {i}: {at} apart at {time}");
        for part in [0.0, 0.25, 0.5, 0.75, 0.999] {
            let before = self.gap(i, time * part);
            assert!(before > -1e-9, "{name} {i}: {before} at {part} of {time}");
        }
    }
    /// Whether an answer is not the truth.
    pub fn is_wrong(&self, i: usize, &Truth { time, least }: &Truth, got: f64) -> bool {
        if got == MISS {
            return time < MISS && least < -LATE;
        }
        let late = if self.question == Question::Turning {
            EARLY
        } else {
            LATE
        };
        let gap = self.gap(i, got);
        !(-late..=EARLY).contains(&gap) || (time == MISS && least > EARLY)
    }
}

fn casts(dimension: usize, question: Question, kind: &str, miss: f64, count: usize) -> Vec<Cast> {
    let mut random = Random::new(2027);
    // Of two kinds, the first is the moved one's.
    let (moved, still) = kind.split_once('-').unwrap_or((kind, kind));
    let one = |_| {
        let mut body = |kind: &str, at: DVec3| Body {
            solid: match kind {
                "point" => Solid::Hull(vec![DVec3::ZERO]),
                "mesh40k" => Solid::Ball(1.0), // no more than a place: the mesh is the case's own
                _ => solid(&mut random, dimension, kind),
            },
            at,
            angle: single(random.between(-3.0, 3.0)),
            turn: turn(&mut random),
        };
        let a = body(still, DVec3::ZERO);
        let mut b = body(
            if question == Question::Ray { "point" } else { moved },
            DVec3::ZERO,
        );
        let away = if dimension == 2 {
            random.direction::<DVec2>().extend(0.0)
        } else {
            random.direction::<DVec3>()
        };
        b.at = flat(dimension, away * random.between(4.0, 6.0));
        let aim = flat(dimension, random.vector(miss));
        let angular = random.vector::<DVec3>(TURN);
        Cast {
            a,
            linear: flat(dimension, (aim - b.at) * 2.0),
            angular: match question {
                Question::Turning if dimension == 2 => DVec3::Z * single(angular.z),
                Question::Turning => flat(3, angular),
                _ => DVec3::ZERO,
            },
            b,
        }
    };
    (0..count).map(one).collect()
}
