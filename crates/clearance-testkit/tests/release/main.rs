//! What must also hold with every optimisation: CI builds this program twice, and in release nothing else of
//! these tests.

mod determinism;
mod survival;
