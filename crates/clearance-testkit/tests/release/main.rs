//! Tests that must also pass in release builds: CI builds this program twice, and the other tests only in
//! debug.

mod determinism;
mod survival;
