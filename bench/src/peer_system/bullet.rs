//! Bullet, in single precision, by the fastest call that it has for two kinds.

use std::ffi::c_void;

use super::{Ask, Library, PairBody, Peer};
use crate::case::Question::{self, Boolean, Distance, Manifold, Penetration};

unsafe extern "C" {
    fn bench_pair_bullet_new(bodies: *const PairBody, count: usize) -> *mut c_void;
    fn bench_pair_bullet_free(pairs: *mut c_void);
    fn bench_pair_bullet_distance(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_bullet_depth(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_bullet_round_depth(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_bullet_algorithm_distance(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_bullet_algorithm_depth(pairs: *const c_void, i: usize) -> f64;
    fn bench_pair_bullet_manifold(pairs: *const c_void, i: usize) -> f64;
}

const LIBRARY: Library = (bench_pair_bullet_new, bench_pair_bullet_free);

/// Bullet, where it answers.
pub fn peers(kinds: &str, question: Question) -> Vec<Peer> {
    let version = || env!("BULLET_VERSION").to_string();
    let ask = ask(kinds, question).map(|ask| ("bullet", version(), LIBRARY, ask));
    ask.into_iter().collect()
}

/// Without faces to clip Bullet has one contact: that is a manifold where one is a ball.
fn ask(kinds: &str, question: Question) -> Option<Ask> {
    Some(match (kinds, question) {
        ("triangle" | "capsule" | "box-capsule", Manifold) => return None,
        (_, Manifold) => bench_pair_bullet_manifold,
        ("sphere" | "capsule", Distance) => bench_pair_bullet_algorithm_distance,
        (_, Distance) => bench_pair_bullet_distance,
        ("box" | "sphere" | "capsule" | "box-sphere", _) => bench_pair_bullet_algorithm_depth,
        (_, Boolean) => bench_pair_bullet_distance,
        ("box-capsule", Penetration) => bench_pair_bullet_round_depth,
        (_, Penetration) => bench_pair_bullet_depth,
    })
}
