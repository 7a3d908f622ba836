//! Answers against oracles that share no code with them. One program, since each program is built with the
//! whole library once more.

mod data;
mod grazes;
mod invariance;
mod mirror;
mod parts;
mod precision;
mod proofs;
mod scales;
mod scene;
mod shapes;
mod starts;
mod still_worlds;
mod sweep;
mod truth;
mod turned_grazes;
mod turning;
mod unions;
