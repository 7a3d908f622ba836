//! The questions in the four spaces, compiled once for all tests.
//!
//! A generic function is compiled again by every crate that calls it. In builds with opt-level 0 or 1, as in
//! `cargo test`, rustc uses an instance that a dependency already has. Naming the questions here leaves the
//! test programs with only their own code. Optimised builds compile where the call is, so this file is left
//! out of them.

use core::hint::black_box;

use clearance::cast::{self, CastSpace};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::index::IndexKind;
use clearance::pair;
use clearance::scene::Scene;

/// Never called: it exists so that its instances are compiled.
pub fn four_spaces() {
    of_space::<Vec2>();
    of_space::<DVec2>();
    of_space::<Vec3>();
    of_space::<DVec3>();
}

fn of_space<V: CastSpace>() {
    black_box(pair::relation::<V> as fn(_, _) -> _);
    black_box(pair::intersects::<V> as fn(_, _) -> _);
    black_box(pair::clearance::<V> as fn(_, _) -> _);
    black_box(pair::distance::<V> as fn(_, _) -> _);
    black_box(pair::manifold::<V> as fn(_, _, _) -> _);
    black_box(pair::prove::<V> as fn(_, _) -> _);
    black_box(cast::ray::<V> as fn(_, _) -> _);
    black_box(cast::sweep::<V> as fn(_, _, _, _, _) -> _);
    black_box(pair::verify::<V> as fn(_, _, _) -> _);
    black_box(pair::verify_manifold::<V> as fn(_, _, _, _) -> _);
    black_box(pair::verify_relation::<V> as fn(_, _, _) -> _);
    black_box(pair::verify_proof::<V> as fn(_, _, _) -> _);
    black_box(cast::closest_point::<V> as fn(_, _) -> _);
    black_box(IndexKind::create::<V> as fn(_) -> _);
    black_box(Scene::<V>::update as fn(_) -> _);
}
