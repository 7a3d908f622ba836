//! The questions, and the one way in which all of them are answered.
//!
//! [`ask`] → [`by_family`] → [`undecided`]:
//!
//! 1. **Fast path**: two shapes of one common kind, in floats, inlined where the question is asked.
//! 2. **Filter**: the families of the two shapes name the test (`table.rs`). Two cores are tested in floats;
//!    smooth shapes, half-spaces and shapes made of parts have rooms of their own.
//! 3. Where floats are **undecided**: at another scale if the size of the pair is the reason, else in exact
//!    arithmetic.
//!
//! What a question answers at each stage stands in `plane/` and `space/` (floats) and in `pair/stages.rs`.
//!
//! Imports run one way: `question` → `table`.

pub mod question;
pub mod table;

use crate::pair::answer::{Clearance, Manifold, QueryError, Relation};
use crate::shape::{Placed, prefetch_both};
use question::{ClearanceQuestion, DistanceQuestion, IntersectsQuestion, ManifoldQuestion, RelationQuestion};
use table::{Answers, PairSpace, Stages, Test, choose};

/// Whether two shapes have a point in common, touching included: `relation` is not `Disjoint`.
///
/// As exact as [`relation`], and faster: nanoseconds for boxes, balls and small polygons. For shapes made of
/// parts it stops at the first two parts that meet.
#[inline]
pub fn intersects<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    ask(IntersectsQuestion, &a, &b)
}

/// How two shapes lie to each other: exact for every pair whose shapes are made of flat faces and balls.
///
/// Points, segments, triangles, boxes, hulls, balls, capsules, rounded ones of these, half-spaces, and
/// polygons, meshes and compounds of them: by the numbers as given where no pose turns, else by world
/// vertices rounded once. Ellipses, ellipsoids, cylinders and cones: within a few roundings of the size. A
/// union holds what its parts hold together.
///
/// A float test answers nearly always. Where it is undecided, exact arithmetic costs 10 to 100 times as much.
///
/// ```
/// use clearance::{Placed, Pose, Relation, d3::Shape, glam::DVec3, relation};
/// let (cube, beside) = (Shape::cuboid(DVec3::splat(0.1))?, Pose::at(DVec3::X * 0.2)?);
/// let next = Pose::at(DVec3::X * 0.2_f64.next_up())?;
/// let to = |pose| relation(Placed::new(&cube, &Pose::IDENTITY), Placed::new(&cube, pose));
/// assert_eq!((to(&beside), to(&next)), (Relation::Touching, Relation::Disjoint));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn relation<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    ask(RelationQuestion, &a, &b)
}

/// Signed distance with normal and the two witness points: the gap where apart, exactly 0 where they touch,
/// minus the depth where they overlap.
///
/// Within 1e-12 (`f64`) or 1e-5 (`f32`) of the size of the query, the largest world coordinate of either
/// shape; the sign is that of [`relation`], always. `clearance(b, a)` is the same, mirrored; only a shape and
/// its like in the same place, of which neither is first, get one answer for both. The depth of shapes made
/// of parts is that of the deepest place found ([`DepthKind::Local`](crate::pair::DepthKind::Local)).
///
/// Errors: [`QueryError::UnsupportedPair`] for two half-spaces, or a half-space and something else without
/// end, whose overlap has no depth.
///
/// ```
/// use clearance::{Placed, Pose, clearance, d2::Shape, glam::DVec2};
/// let (square, ball) = (Shape::cuboid(DVec2::ONE)?, Shape::circle(0.5)?);
/// let beside = Pose::at(DVec2::new(1.25, 0.0))?;
/// let c = clearance(Placed::new(&square, &Pose::IDENTITY), Placed::new(&ball, &beside))?;
/// assert_eq!((c.distance, c.normal), (-0.25, DVec2::X)); // moving the ball by 0.25 along X parts them
/// assert_eq!(c.point_b - c.point_a, c.normal * c.distance);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn clearance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
    ask(ClearanceQuestion, &a, &b)
}

/// How far apart two shapes are, 0 where they meet: the clearance where it is not negative, without the cost
/// of a depth.
///
/// As accurate as [`clearance`].
#[inline]
pub fn distance<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
    ask(DistanceQuestion, &a, &b)
}

/// Contact points with clearance up to `margin` (not negative), at most 2 in 2D and 4 in 3D; none where the
/// shapes are further apart.
///
/// All lie along one normal, that of [`clearance`]; the deepest is among them, and the others span the common
/// part of the two faces as widely as so few can. Their [`FeatureId`](crate::pair::FeatureId)s stay the same
/// from step to step while the same features touch.
///
/// Errors: those of [`clearance`], and a margin that is negative or not finite.
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, manifold};
/// let (cube, above) = (Shape::cuboid(DVec3::ONE)?, Pose::at(DVec3::Y * 2.25)?);
/// let at = |margin| manifold(Placed::new(&cube, &Pose::IDENTITY), Placed::new(&cube, &above), margin);
/// assert_eq!(at(0.0)?.contacts().len(), 0); // a quarter apart
/// let near = at(0.25)?;
/// assert!(near.contacts().len() == 4 && near.contacts().iter().all(|c| c.clearance == 0.25));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn manifold<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
) -> Result<Manifold<V>, QueryError> {
    ask(ManifoldQuestion::new(margin)?, &a, &b)
}

/// Asks a question about two shapes: [`relation`] and the others are this with their question named.
///
/// The shapes come by reference. A copy of their places is read right after they are written, and the
/// processor waits for that: with two balls, as long as for the answer.
#[inline]
pub fn ask<V: PairSpace + Answers<Q>, Q: Stages<V>>(
    question: Q,
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
) -> Q::Answer {
    V::answer(question, a, b) // the fast path, then by_family() below, compiled once for each space
}

/// The test that the families of the two shapes name.
#[inline]
pub(super) fn by_family<V: PairSpace + Answers<Q>, Q: Stages<V>>(
    question: Q,
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
) -> Q::Answer {
    prefetch_both(a, b);
    let (a, b) = (*a, *b);
    match choose::<V>(a.shape, b.shape) {
        Test::Core => V::filter(question, a, b).unwrap_or_else(|| undecided(question, a, b)),
        Test::HalfSpace => question
            .half_space(a, b)
            .unwrap_or_else(|| undecided(question, a, b)),
        Test::HalfSpaces => question.half_spaces(a, b),
        Test::Smooth => question.smooth(a, b),
        Test::Parts => question.parts(a, b),
    }
}

/// What floats tell of two cores; `None` for all other shapes, and where they are undecided.
pub(super) fn in_floats<V: PairSpace + Answers<Q>, Q: Stages<V>>(
    question: Q,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Option<Q::Answer> {
    match choose::<V>(a.shape, b.shape) {
        Test::Core => V::filter(question, a, b),
        _ => None,
    }
}

/// What floats do not tell.
#[cold]
pub(super) fn undecided<V: PairSpace, Q: Stages<V>>(
    question: Q,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Q::Answer {
    question
        .at_another_scale(a, b)
        .unwrap_or_else(|| question.exact(a, b))
}
