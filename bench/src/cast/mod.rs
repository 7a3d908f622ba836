//! Casts: sweeps of two shapes, of which one moves, and rays; beside parry's and Box2D's.

mod case;
mod ours;
#[cfg(feature = "peers")]
mod peer_box2d;
#[cfg(feature = "peers")]
mod peer_parry;
mod torus;

use crate::engine::{MISS, Measured, Pass, side_by_side};
pub use case::Case;

/// Compares the answers of every engine with the truth, then times them in turn.
pub fn measure(case: &Case) -> Vec<Measured> {
    side_by_side(
        case.name,
        engines(case),
        |i, got| case.is_wrong(i, got),
        |got| got < MISS,
    )
}

fn engines(case: &Case) -> Vec<(&'static str, String, Pass)> {
    let own = || env!("CARGO_PKG_VERSION").to_string();
    let mut all = vec![
        ("clearance", own(), ours::single(case)),
        ("clearance-f64", own(), ours::double(case)),
    ];
    all.extend(peers(case));
    all
}

#[cfg(not(feature = "peers"))]
fn peers(_: &Case) -> Vec<(&'static str, String, Pass)> {
    Vec::new()
}

#[cfg(feature = "peers")]
fn peers(case: &Case) -> Vec<(&'static str, String, Pass)> {
    use crate::engine::locked_version;
    let parry = if case.dimension == 2 { "parry2d" } else { "parry3d" };
    let mut all = vec![("parry", locked_version(parry), peer_parry::pass(case))];
    if let Some(pass) = peer_box2d::pass(case) {
        let version = format!("v3, boxdd-sys {}", locked_version("boxdd-sys"));
        all.push(("box2d", version, pass));
    }
    all
}
