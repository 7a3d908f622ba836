//! Checks of answers and proofs: for those who cannot take our word.
//!
//! Two convex shapes are d apart (or overlap by -d along n) if each witness point is a point of its border
//! where that faces the other along n, and the two differ by d n: `witness.rs` checks this by evaluating how far
//! each shape reaches. It is the optimality condition of the distance (Karush, Kuhn and Tucker), and linear
//! in an error of the normal: that of a ball is found by where its middle would be, not by how far it
//! reaches, which a small turn changes by its square only. For a gap this is all; that no shorter way parts
//! two that overlap is shown by exact arithmetic or, where borders are curved, cone by cone of directions
//! (`convex.rs`).
//!
//! Shapes of many parts (`parts.rs`): the two parts that decide, checked so; and a walk of the boxes: all
//! others are shown to be as far apart, each across a half_space_in_world. Of solids in space also that neither holds a
//! point of the other.
//!
//! Limits: that parts touch and do not overlap, and how deep a solid of space overlaps, has no proof here:
//! then the question is asked again, and [`Shown::Again`] says so. Where a shape is larger than the distance
//! by more than 2^20, in `f32` 2^10, a witness point that is right to within the bound may turn the normal by
//! more than this check allows: such an answer, seldom, is refused.

mod again;
mod claims;
mod contacts;
mod convex;
mod curved;
mod parts;
mod proof;
mod witness;

pub use claims::{Flaw, Shown, Verified};
pub use contacts::verify_manifold;
pub use proof::{Proof, prove, verify_proof, verify_relation};

use super::answer::{Clearance, DepthKind};
use super::table::PairSpace;
use crate::math::{Real, ScalarOf, Vector};
use crate::shape::Placed;

/// Checks an answer of [`clearance`](super::clearance) against the shapes, claim by claim.
///
/// An answer fails whichever of its fields is off by more than [`Verified::bound`]; another that is as right,
/// such as another of several closest points, passes where the claims can be shown without asking again. How
/// each is shown, the result says. A gap costs about as much as its answer. An overlap of convex shapes costs
/// exact arithmetic or many supports, tens of microseconds to some milliseconds; what is asked again, its
/// answer once more. A right answer may be refused, seldom, where a shape is larger than the distance by more
/// than 2^20, in `f32` 2^10.
///
/// ```
/// use clearance::{Placed, Pose, clearance, d3::Shape, glam::DVec3, pair::{Flaw, verify}};
/// let (ball, cube) = (Shape::sphere(1.0)?, Shape::cuboid(DVec3::ONE)?);
/// let (pose, above) = (Pose::IDENTITY, Pose::at(DVec3::new(0.3, 2.5, 0.1))?);
/// let (a, b) = (Placed::new(&cube, &pose), Placed::new(&ball, &above));
/// let mut answer = clearance(a, b)?;
/// assert!(verify(&answer, a, b)?.is_proven());
/// answer.normal = DVec3::X;
/// assert_eq!(verify(&answer, a, b), Err(Flaw::PointsDisagree));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn verify<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Verified, Flaw> {
    let bound = witness::bound(a, b);
    consistent(answer, bound)?;
    if answer.distance >= Real::ZERO && answer.depth_kind != DepthKind::Exact {
        return Err(Flaw::WrongDepthKind);
    }
    check(answer, a, b, bound)
}

/// All but how the numbers agree with each other.
fn check<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    bound: f64,
) -> Result<Verified, Flaw> {
    let simple = [a.simplest(), b.simplest()];
    if parts::are_single(simple[0], simple[1]) {
        convex::check(answer, simple[0], simple[1], bound)
    } else {
        parts::check(answer, a, b, bound)
    }
}

/// What four numbers, each within the bound, leave open together: two points, the difference of the two, and
/// a reach_along.
const OPEN_BOUNDS: f64 = 4.0;

/// What answers promise, relative to the size of the query.
fn tolerance<S: Real>() -> f64 {
    if S::EPSILON == S::lit(f64::EPSILON) {
        1e-12
    } else {
        1e-5
    }
}

/// The numbers among themselves.
fn consistent<V: Vector>(answer: &Clearance<V>, bound: f64) -> Result<(), Flaw> {
    let (normal, a, b) = (
        answer.normal.to_double(),
        answer.point_a.to_double(),
        answer.point_b.to_double(),
    );
    let distance = answer.distance.to_f64();
    if !(distance.is_finite() && normal.is_finite() && a.is_finite() && b.is_finite()) {
        return Err(Flaw::NotFinite);
    }
    if (normal.length() - 1.0).abs() > tolerance::<ScalarOf<V>>() {
        return Err(Flaw::NormalNotUnit);
    }
    let off = b - a - normal * distance;
    if !off.is_finite() || off.max_abs() > bound {
        return Err(Flaw::PointsDisagree);
    }
    Ok(())
}
