//! Checks of manifolds: each contact is one, and the deepest is that of the clearance.

use super::again::is_near;
use super::claims::{Flaw, Shown, Verified};
use super::{Claim, parts, tolerance, witness};
use crate::math::{Real, ScalarOf};
use crate::pair::answer::{Clearance, Contact, DepthKind, Manifold};
use crate::pair::ask::table::{PairSpace, Test, choose};
use crate::shape::Placed;

/// Checks an answer of [`manifold`](super::super::manifold) for this margin: each contact has one point in A
/// and one in B, apart by its clearance along the normal, and the deepest is as deep as the two shapes are.
///
/// How widely the contacts span what two faces have in common is not checked. For an empty manifold the
/// distance is asked again, and its normal is not checked. Bounds and cost are those of
/// [`verify`](super::verify).
///
/// ```
/// use clearance::{Placed, Pose, d2::Shape, glam::DVec2, manifold, pair::{Flaw, verify_manifold}};
/// let (square, above) = (Shape::cuboid(DVec2::ONE)?, Pose::at(DVec2::new(0.5, 1.75))?);
/// let (a, b) = (Placed::new(&square, &Pose::IDENTITY), Placed::new(&square, &above));
/// let mut answer = manifold(a, b, 0.0)?;
/// assert!(verify_manifold(&answer, 0.0, a, b)?.is_proven());
/// answer.normal = DVec2::X;
/// assert_eq!(verify_manifold(&answer, 0.0, a, b), Err(Flaw::PointsDisagree));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn verify_manifold<V: PairSpace>(
    answer: &Manifold<V>,
    margin: V::Scalar,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Verified, Flaw> {
    let bound = witness::bound(a, b);
    let deepest = answer
        .contacts()
        .iter()
        .reduce(|least, c| if c.clearance < least.clearance { c } else { least });
    let Some(deepest) = deepest else {
        return nothing_near(margin, [a, b], bound);
    };
    for contact in answer.contacts() {
        let clearance = as_clearance(contact, answer.normal, a, b);
        Claim::new(&clearance, a, b).check_numbers()?;
        if contact.clearance > margin {
            return Err(Flaw::WrongContacts);
        }
        if !parts::is_near_some_part(a, contact.point_a, bound) {
            return Err(Flaw::PointAOutside);
        }
        if !parts::is_near_some_part(b, contact.point_b, bound) {
            return Err(Flaw::PointBOutside);
        }
    }
    let deepest = as_clearance(deepest, answer.normal, a, b);
    let checked = Claim::new(&deepest, a, b).check_against_shapes();
    checked.or_else(|flaw| {
        let again = Verified::again(Shown::Within, None, bound);
        is_same_again(answer, margin, [a, b], again.bound)
            .then_some(again)
            .ok_or(flaw)
    })
}

/// A contact as the clearance of two shapes.
fn as_clearance<V: PairSpace>(c: &Contact<V>, normal: V, a: Placed<'_, V>, b: Placed<'_, V>) -> Clearance<V> {
    let are_parts = choose::<V>(a.simplest().shape, b.simplest().shape) == Test::Parts;
    let is_local = are_parts && c.clearance < Real::ZERO;
    Clearance {
        distance: c.clearance,
        normal,
        point_a: c.point_a,
        point_b: c.point_b,
        depth_kind: if is_local {
            DepthKind::Local
        } else {
            DepthKind::Exact
        },
    }
}

/// No contact: the two are further apart than the margin.
fn nothing_near<V: PairSpace>(
    margin: V::Scalar,
    [a, b]: [Placed<'_, V>; 2],
    bound: f64,
) -> Result<Verified, Flaw> {
    let truth = crate::pair::clearance(a, b).map_err(|_| Flaw::NotProvable)?;
    if truth.distance <= margin {
        return Err(Flaw::WrongContacts);
    }
    Ok(Verified::again(Shown::Again, None, bound))
}

/// Whether the question asked again has the same answer, to within the bound.
fn is_same_again<V: PairSpace>(
    answer: &Manifold<V>,
    margin: V::Scalar,
    [a, b]: [Placed<'_, V>; 2],
    bound: f64,
) -> bool {
    let Ok(truth) = crate::pair::manifold(a, b, margin) else {
        return false;
    };
    let near = |x: V, y: V| is_near(x, y, bound);
    let same = |(c, d): (&Contact<V>, &Contact<V>)| near(c.point_a, d.point_a) && near(c.point_b, d.point_b);
    answer.contacts().len() == truth.contacts().len()
        && is_near(answer.normal, truth.normal, tolerance::<ScalarOf<V>>())
        && answer.contacts().iter().zip(truth.contacts()).all(same)
}
