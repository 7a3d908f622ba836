//! Answers, compared with oracles that share no code with the library. One program, because every test
//! program compiles parts of the library again.

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
