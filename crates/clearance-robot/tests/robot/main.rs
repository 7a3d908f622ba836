//! Robots against closed forms, brute force and dense sampling. One program, because every test program
//! compiles parts of the library again.

mod arms;
mod colliding;
#[cfg(feature = "load")]
mod loading;
mod made;
mod nearest;
#[cfg(feature = "load")]
mod panda;
mod path;
mod refused;
