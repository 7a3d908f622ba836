//! FCL, Bullet and Jolt on pairs in space: peers/pair_*.cpp calls them, one call of C for each pair, as of
//! Box2D.
#![allow(unsafe_code, reason = "they are called through C")]

mod bullet;
mod fcl;
mod jolt;

use std::ffi::c_void;
use std::hint::black_box;

use crate::case::{Body, Case, Question, Solid};
use crate::engine::{Engine, Pass};
use crate::mesh::system::Owned;

/// What peers/pair.h says of a body.
#[repr(C)]
struct PairBody {
    kind: u32,
    numbers: *const f64,
    count: usize,
    faces: *const u32,
    face_count: usize,
    pose: [f64; 7],
}

/// What makes all pairs of a case, and what sets them free.
type Library = (
    unsafe extern "C" fn(*const PairBody, usize) -> *mut c_void,
    unsafe extern "C" fn(*mut c_void),
);
/// A clearance of a pair, by its number.
type Ask = unsafe extern "C" fn(*const c_void, usize) -> f64;
/// An engine's name, its version, its library, and how it answers a question.
type Peer = (&'static str, String, Library, Ask);

/// Those that answer this case.
pub fn engines(case: &Case) -> Vec<Engine> {
    if case.dimension == 2 {
        return Vec::new();
    }
    let kinds = case.name.split('/').nth(2).unwrap_or("");
    let kinds = kinds.trim_end_matches(|c: char| c.is_ascii_digit());
    let peers = [fcl::peers, bullet::peers, jolt::peers];
    let peers = peers.iter().flat_map(|peers| peers(kinds, case.question));
    peers
        .map(|(name, version, library, ask)| (name, version, pass(case, library, ask)))
        .collect()
}

fn pass(case: &Case, (new, free): Library, ask: Ask) -> Pass {
    let solids: Vec<Plain> = case
        .pairs
        .iter()
        .flat_map(|(a, b)| [a, b])
        .map(Plain::new)
        .collect();
    let bodies: Vec<PairBody> = solids.iter().map(Plain::body).collect();
    // SAFETY: there are two bodies for each pair, whose numbers are copied.
    let pairs = Owned(unsafe { new(bodies.as_ptr(), case.pairs.len()) }, free);
    let read = reading(case.question);
    Box::new(move |answers| {
        let pairs = &pairs;
        for (i, answer) in answers.iter_mut().enumerate() {
            // SAFETY: there are as many pairs as answers.
            *answer = read(unsafe { ask(pairs.0, black_box(i)) });
        }
    })
}

/// The answer to a question, from a clearance.
fn reading(question: Question) -> fn(f64) -> f64 {
    match question {
        Question::Boolean => |clearance| f64::from(u8::from(clearance <= 0.0)),
        Question::Distance => |clearance| clearance.max(0.0),
        Question::Penetration => |clearance| clearance.min(0.0),
        Question::Manifold => |clearance| clearance,
    }
}

/// A body as plain numbers.
struct Plain {
    kind: u32,
    numbers: Vec<f64>,
    faces: Vec<[u32; 3]>,
    pose: [f64; 7],
}

impl Plain {
    fn new(body: &Body) -> Self {
        let (kind, numbers, faces) = match &body.solid {
            Solid::Box(half) => (0, half.to_array().to_vec(), Vec::new()),
            Solid::Hull(vertices) => {
                let points: Vec<_> = vertices.iter().map(|v| crate::peer_parry::vec3(*v)).collect();
                let (corners, faces) = parry3d::transformation::convex_hull(&points);
                let numbers = corners.iter().flat_map(|v| [v.x, v.y, v.z]);
                (1, numbers.map(f64::from).collect(), faces)
            }
            Solid::Ball(radius) => (2, vec![*radius], Vec::new()),
            Solid::Capsule(half, radius) => (3, vec![*half, *radius], Vec::new()),
            Solid::Triangle(vertices) => {
                let numbers = vertices.iter().flat_map(|v| v.to_array());
                (4, numbers.collect(), Vec::new())
            }
        };
        let (at, turn) = (body.at, body.turn);
        Self {
            kind,
            numbers,
            faces,
            pose: [at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w],
        }
    }

    fn body(&self) -> PairBody {
        PairBody {
            kind: self.kind,
            numbers: self.numbers.as_ptr(),
            count: self.numbers.len(),
            faces: self.faces.as_ptr().cast(),
            face_count: self.faces.len(),
            pose: self.pose,
        }
    }
}
