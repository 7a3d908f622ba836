//! Casts: sweeps of two shapes, of which one moves, and rays; beside parry's and Box2D's.

mod case;
mod ours;
#[cfg(feature = "peers")]
mod peer_box2d;
#[cfg(feature = "peers")]
mod peer_parry;
mod torus;

use crate::engine::{Engine, MISS, Measured, Pass, own, side_by_side};
pub use case::Case;

/// Compares the answers of every engine with the truth, then times them in turn.
pub fn measure(case: &Case) -> Vec<Measured> {
    let truth = case.truth();
    side_by_side(
        case.name,
        engines(case),
        |i, got| case.is_wrong(i, &truth[i], got),
        |got| got < MISS,
    )
}

/// clearance in single and in double precision.
pub fn passes(case: &Case) -> [Pass; 2] {
    [ours::single(case), ours::double(case)]
}

fn engines(case: &Case) -> Vec<Engine> {
    let all = own(ours::single(case), ours::double(case)).into_iter();
    #[cfg(feature = "peers")]
    let all = all.chain(crate::engine::peers(
        case.dimension,
        peer_parry::pass(case),
        peer_box2d::pass(case),
    ));
    all.collect()
}
