//! The programs that the book shows, in one binary: `cargo run -p clearance-book NAME`.
//!
//! Each file of `programs/` is a whole program, as a reader would put it into `main.rs`. They are included as
//! modules, so that the library is linked once.

use std::error::Error;

macro_rules! programs {
    ($($name:ident)*) => {
        $(
            mod $name {
                include!(concat!("../programs/", stringify!($name), ".rs"));
                pub(super) fn run() -> Result<(), Box<dyn std::error::Error>> {
                    main()
                }
            }
        )*
        fn named(name: &str) -> Option<fn() -> Result<(), Box<dyn Error>>> {
            match name {
                $(stringify!($name) => Some($name::run),)*
                _ => None,
            }
        }
    };
}

programs! {
    two_circles
    boxes
    game_loop
    separating_axes
    push_out
    many
    sweeps
    fifteen_axes
    meshes
    character
    assembly
    i_want_to
}

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).ok_or("which program? cargo run -p clearance-book NAME")?;
    named(&name).ok_or_else(|| format!("there is no program `{name}`"))?()
}
