//! FCL, in double precision. Where two round shapes meet, its distance says sooner than its collision.

use std::ffi::c_void;

use super::{Ask, Library, PairBody, Peer};
use crate::case::Question::{self, Boolean, Distance, Manifold, Penetration};

unsafe extern "C" {
    fn bench_pair_fcl_new(bodies: *const PairBody, count: usize) -> *mut c_void;
    fn bench_pair_fcl_free(pairs: *mut c_void);
    fn bench_pair_fcl_boolean(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_fcl_distance(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_fcl_depth(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_fcl_manifold(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_fcl_triangles_boolean(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_fcl_triangles_distance(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_fcl_box_triangle_boolean(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_fcl_box_triangle_distance(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_fcl_box_triangle_depth(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_fcl_obb_new(bodies: *const PairBody, count: usize) -> *mut c_void;
    fn bench_pair_fcl_obb_free(pairs: *mut c_void);
    fn bench_pair_fcl_obb_boolean(pairs: *const c_void, i: usize) -> f64;
}

const LIBRARY: Library = (bench_pair_fcl_new, bench_pair_fcl_free);
const BOXES: Library = (bench_pair_fcl_obb_new, bench_pair_fcl_obb_free);

/// Those of FCL that answer: for whether boxes meet there are two.
pub fn peers(kinds: &str, question: Question) -> Vec<Peer> {
    let version = || format!("{}, double precision", env!("FCL_VERSION"));
    let ask = ask(kinds, question).map(|ask| ("fcl", version(), LIBRARY, ask));
    let mut all: Vec<Peer> = ask.into_iter().collect();
    if (kinds, question) == ("box", Boolean) {
        all.push(("fcl-obb", version(), BOXES, bench_pair_fcl_obb_boolean));
    }
    all
}

/// FCL has one contact for all shapes but two boxes: that is a manifold where one is a ball.
fn ask(kinds: &str, question: Question) -> Option<Ask> {
    Some(match (kinds, question) {
        ("triangle", Boolean) => bench_pair_fcl_triangles_boolean,
        ("triangle", Distance) => bench_pair_fcl_triangles_distance,
        ("triangle", _) => return None,
        ("box-triangle", Boolean) => bench_pair_fcl_box_triangle_boolean,
        ("box-triangle", Distance) => bench_pair_fcl_box_triangle_distance,
        ("box-triangle", Penetration) => bench_pair_fcl_box_triangle_depth,
        ("box" | "sphere" | "box-sphere", Manifold) => bench_pair_fcl_manifold,
        (_, Manifold) => return None,
        ("sphere" | "capsule" | "box-sphere", Boolean) => bench_pair_fcl_distance,
        (_, Boolean) => bench_pair_fcl_boolean,
        (_, Distance) => bench_pair_fcl_distance,
        (_, Penetration) => bench_pair_fcl_depth,
    })
}
