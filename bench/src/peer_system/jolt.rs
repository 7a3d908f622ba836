//! Jolt, in single precision. `oxijolt-sys` compiles its source; that crate's own functions are not called.

use std::ffi::c_void;

use super::{Ask, Library, PairBody, Peer};
use crate::case::Question::{self, Boolean, Distance, Manifold, Penetration};
use crate::engine::locked_version;

unsafe extern "C" {
    fn bench_pair_jolt_new(bodies: *const PairBody, count: usize) -> *mut c_void;
    fn bench_pair_jolt_free(pairs: *mut c_void);
    fn bench_pair_jolt_boolean(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_jolt_gjk_boolean(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_jolt_distance(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_jolt_depth(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_jolt_manifold(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_jolt_obb_new(bodies: *const PairBody, count: usize) -> *mut c_void;
    fn bench_pair_jolt_obb_free(pairs: *mut c_void);
    fn bench_pair_jolt_obb_boolean(pairs: *const c_void, i: usize) -> f64;
}

const LIBRARY: Library = (bench_pair_jolt_new, bench_pair_jolt_free);
const BOXES: Library = (bench_pair_jolt_obb_new, bench_pair_jolt_obb_free);

/// Those of Jolt: for whether boxes meet there are two.
pub fn peers(kinds: &str, question: Question) -> Vec<Peer> {
    let version = || format!("oxijolt-sys {}", locked_version("oxijolt-sys"));
    let mut all = vec![("jolt", version(), LIBRARY, ask(kinds, question))];
    if (kinds, question) == ("box", Boolean) {
        all.push(("jolt-obb", version(), BOXES, bench_pair_jolt_obb_boolean));
    }
    all
}

fn ask(kinds: &str, question: Question) -> Ask {
    match (kinds, question) {
        ("sphere" | "capsule" | "box-sphere" | "box-capsule", Boolean) => bench_pair_jolt_boolean,
        (_, Boolean) => bench_pair_jolt_gjk_boolean,
        (_, Distance) => bench_pair_jolt_distance,
        (_, Penetration) => bench_pair_jolt_depth,
        (_, Manifold) => bench_pair_jolt_manifold,
    }
}
