//! Checks of answers and proofs, for callers who do not want to trust the code that found them.
//!
//! Idea: two convex shapes are d apart (or overlap by -d along n) if each witness point lies on the border of
//! its shape where that faces the other shape along n, and the two points differ by d n. This is the
//! optimality condition of the distance (Karush, Kuhn and Tucker). `witness.rs` checks it by evaluating
//! support functions. The check is linear in an error of the normal: for a ball it asks where the centre
//! would be, not how far the ball reaches, because a small turn changes the reach only by its square. For a
//! gap nothing else is needed. That no shorter way separates two overlapping shapes is shown in exact
//! arithmetic or, where borders are curved, for whole cones of directions at a time (`convex.rs`).
//!
//! Shapes of many parts (`parts.rs`): the two parts that decide are checked like two convex shapes. A walk
//! through the boxes then shows that all other pairs of parts are as far apart, each across a plane. For
//! solids in space it also shows that neither contains a point of the other.
//!
//! Limits: two claims have no proof here: that parts touch without overlapping, and how deep a solid of space
//! overlaps. For these the question is asked again, and [`Shown::Again`] says so. Where a shape is larger
//! than the distance by more than 2^20 (2^10 in `f32`), a witness point that is right to within the bound may
//! turn the normal by more than this check allows: such a right answer is refused, which is rare.

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
use super::ask::table::PairSpace;
use super::near_parts::are_single;
use crate::math::{Real, ScalarOf, Vector};
use crate::shape::Placed;

/// Checks an answer of [`clearance`](super::clearance) against the shapes, claim by claim.
///
/// An answer fails if any of its fields is off by more than [`Verified::bound`]. Another answer that is as
/// right, such as another of several closest points, passes where the claims can be shown without asking
/// again. The result says how each claim is shown. A gap costs about as much as its answer. An overlap of
/// convex shapes costs exact arithmetic or many support points, tens of microseconds to some milliseconds. A
/// claim that is asked again costs its answer once more. A right answer may be refused where a shape is
/// larger than the distance by more than 2^20 (2^10 in `f32`); this is rare.
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
    let claim = Claim::new(answer, a, b);
    claim.check_numbers()?;
    if answer.distance >= Real::ZERO && answer.depth_kind != DepthKind::Exact {
        return Err(Flaw::WrongDepthKind);
    }
    claim.check_against_shapes()
}

/// Four numbers, each within the bound of the true one, may together be off by this many bounds: two points,
/// their difference, and a height.
const OPEN_BOUNDS: f64 = 4.0;

/// The accuracy that answers promise, relative to the size of the query.
fn tolerance<S: Real>() -> f64 {
    if S::EPSILON == S::lit(f64::EPSILON) {
        1e-12
    } else {
        1e-5
    }
}

/// An answer about two shapes that is to be checked.
struct Claim<'c, V: PairSpace> {
    answer: &'c Clearance<V>,
    a: Placed<'c, V>,
    b: Placed<'c, V>,
    /// How far each number of the answer may be off, as a length.
    bound: f64,
}

impl<'c, V: PairSpace> Claim<'c, V> {
    fn new(answer: &'c Clearance<V>, a: Placed<'c, V>, b: Placed<'c, V>) -> Self {
        let bound = witness::bound(a, b);
        Self { answer, a, b, bound }
    }
    fn distance(&self) -> f64 {
        self.answer.distance.to_f64()
    }
    /// How far a combination of the answer's numbers may be off.
    fn open(&self) -> f64 {
        OPEN_BOUNDS * self.bound
    }
    /// That the numbers are finite and agree with each other.
    fn check_numbers(&self) -> Result<(), Flaw> {
        let answer = self.answer;
        let [normal, a, b] = [answer.normal, answer.point_a, answer.point_b].map(|v| v.to_double());
        let distance = self.distance();
        if !(distance.is_finite() && normal.is_finite() && a.is_finite() && b.is_finite()) {
            return Err(Flaw::NotFinite);
        }
        if (normal.length() - 1.0).abs() > tolerance::<ScalarOf<V>>() {
            return Err(Flaw::NormalNotUnit);
        }
        let off = b - a - normal * distance;
        if !off.is_finite() || off.max_abs() > self.bound {
            return Err(Flaw::PointsDisagree);
        }
        Ok(())
    }
    /// All claims except how the numbers agree with each other.
    fn check_against_shapes(&self) -> Result<Verified, Flaw> {
        let (a, b) = (self.a.simplest(), self.b.simplest());
        if are_single(a, b) {
            Claim { a, b, ..*self }.check_convex()
        } else {
            self.check_parts()
        }
    }
}
