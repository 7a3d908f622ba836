//! The distance of two convex shapes from their support mappings, and the penetration depth where they
//! overlap.
//!
//! The idea: the distance of A and B is that of the origin from the Minkowski difference D = { b - a }, and a
//! support point of D is the difference of support points of both. Gilbert, Johnson and Keerthi (1988) search
//! the point of D that is nearest to the origin (`gjk.rs`). Each step adds a support point to a simplex
//! (`simplex.rs`) and finds the simplex's point nearest to the origin (`signed_volumes.rs`). Where the origin
//! is inside, van den Bergen's expanding polytope (2001) starts from that simplex and searches the face of D
//! that is nearest to the origin (`epa.rs`; `epa2.rs` is its polygon in the plane, `epa3.rs` and
//! `polytope.rs` its polytope in space).
//!
//! This is the only GJK and the only expanding polytope in floats: cores of space (`space/search.rs`), curved
//! shapes (`smooth/search.rs`) and turning sweeps give it their support mappings. Only the ray cast of
//! straight sweeps walks in another way, with the same simplices (`cast/sweep/straight/gjk_ray_cast.rs`).
//!
//! Error bound: both searches return a lower and an upper bound of the answer, and the caller judges their
//! difference; nothing is compared with an absolute tolerance. Limits: the float sums behind a support point
//! are the caller's to bound, and squares and cubes of coordinates must neither overflow nor vanish.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

pub(super) mod epa;
pub(super) mod epa2;
pub(super) mod epa3;
pub(crate) mod gjk;
mod polytope;
pub(super) mod signed_volumes;
pub(super) mod simplex;
