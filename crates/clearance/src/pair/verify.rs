//! Proofs and their verification: for those who cannot take our word.
//!
//! [`prove`] gives the relation of two shapes with what proves it: an axis across which the two are apart, touch or have to
//! be moved apart by least, and vertices whose differences show that they meet. [`verify_proof`] checks it by evaluating
//! sums and products of integers, however it was found. [`verify`] checks the answer of [`clearance`](super::clearance),
//! whose numbers are rounded, as far as rounding allows.

use core::cmp::Ordering;
use core::fmt;

use super::answer::{Clearance, DepthKind, QueryError, Relation};
use super::decide;
use super::table::{PairSpace, Test, choose};
use crate::exact::half_space::AgainstHull;
use crate::exact::proof::{Broken, Certificate};
use crate::exact::{Dyadic, Pair, round};
use crate::math::{Real, ScalarOf, Vector};
use crate::shape::{AnyShape, Placed, ShapeSpace};

/// What is wrong with an answer or a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// A number that is infinite or not a number.
    NotFinite,
    /// The normal is not of length 1.
    NormalNotUnit,
    /// `point_b - point_a` is not `distance * normal`.
    PointsDisagree,
    /// The first witness point is not in A.
    PointAOutside,
    /// The second witness point is not in B.
    PointBOutside,
    /// Apart, touching and overlapping are mixed up.
    WrongSign,
    /// Across the normal the two are not as far apart (or overlap more) than said.
    NotParting,
    /// There is a shorter way to part the two, or they are nearer than said.
    NotShortest,
    /// It is not shown that the two meet.
    NotMeeting,
    /// One contains the other where that is denied, or does not where it is claimed.
    WrongContainment,
    /// The depth of a convex pair is not called exact.
    WrongDepthKind,
    /// No proof of this kind exists for these shapes.
    NotProvable,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "a number is not finite",
            Self::NormalNotUnit => "the normal is not of length 1",
            Self::PointsDisagree => "point_b - point_a is not distance * normal",
            Self::PointAOutside => "point_a is outside of A",
            Self::PointBOutside => "point_b is outside of B",
            Self::WrongSign => "the sign of the distance is wrong",
            Self::NotParting => "the normal does not part the two as far as said",
            Self::NotShortest => "there is a shorter way",
            Self::NotMeeting => "it is not shown that the two meet",
            Self::WrongContainment => "what contains what is wrong",
            Self::WrongDepthKind => "the depth of a convex pair is exact",
            Self::NotProvable => "no proof of this kind exists for these shapes",
        })
    }
}
impl core::error::Error for Flaw {}

/// How far an answer has been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verified {
    /// Every claim, in exact arithmetic.
    Fully,
    /// That the numbers agree with each other; the shapes have curved surfaces or many parts.
    InPart,
}

/// A relation of two convex shapes with what proves it; made by [`prove`], checked by [`verify_proof`].
#[derive(Clone, Debug)]
pub struct Proof<V: Vector> {
    relation: Relation,
    normal: V,
    certificate: Exact,
}

#[derive(Clone, Debug)]
enum Exact {
    Plane(Certificate<2>),
    Space(Certificate<3>),
    /// A half-space: its own normal is the axis.
    HalfSpace,
}

impl<V: Vector> Proof<V> {
    /// What is proven.
    pub fn relation(&self) -> Relation {
        self.relation
    }
    /// The axis of the proof, from A towards B, rounded: the shortest way to part or join the two is along it.
    pub fn normal(&self) -> V {
        self.normal
    }
}

/// The relation of two shapes (points, segments, triangles, boxes, hulls, balls, capsules, rounded ones of these, and
/// half-spaces against them) with its proof.
///
/// ```
/// use clearance::{Placed, Pose, Relation, d2::Shape, glam::DVec2, pair::{prove, verify_proof}};
/// let (square, pose) = (Shape::cuboid(DVec2::ONE)?, Pose::IDENTITY);
/// let beside = Pose::at(DVec2::new(2.0, 0.5))?;
/// let (a, b) = (Placed::new(&square, &pose), Placed::new(&square, &beside));
/// let proof = prove(a, b)?;
/// assert_eq!((proof.relation(), proof.normal()), (Relation::Touching, DVec2::X));
/// assert_eq!(verify_proof(&proof, a, b), Ok(()));
/// let away = Pose::at(DVec2::new(2.000_000_000_000_001, 0.5))?;
/// assert!(verify_proof(&proof, a, Placed::new(&square, &away)).is_err()); // not a proof of that
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn prove<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Proof<V>, QueryError> {
    match choose::<V>(a.shape, b.shape) {
        Test::Core if V::DIM == 2 => Ok(prove_cores(a, b, Exact::Plane)),
        Test::Core => Ok(prove_cores(a, b, Exact::Space)),
        Test::HalfSpace => Ok(Proof {
            relation: decide::relation(a, b),
            normal: decide::clearance(a, b).normal,
            certificate: Exact::HalfSpace,
        }),
        _ => Err(QueryError::UnsupportedPair {
            a: a.shape.kind(),
            b: b.shape.kind(),
        }),
    }
}

fn prove_cores<V: PairSpace, const D: usize>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    wrap: impl Fn(Certificate<D>) -> Exact,
) -> Proof<V> {
    let pair = decide::pair::<V, D>(a, b);
    let certificate = pair.certificate();
    let unit = round::unit(&certificate.normal);
    Proof {
        relation: decide::relation_of(&pair),
        normal: V::from_fn(|i| round::to_real(unit[i])),
        certificate: wrap(certificate),
    }
}

/// Checks a proof by evaluation in exact arithmetic, independent of how it was found.
///
/// Apart: every vertex of B is beyond every vertex of A along the axis, by more than the radii. Touching: by just the
/// radii, and a mean of differences of vertices is no longer than these. Overlapping: facets of differences enclose the
/// origin, none nearer than what the axis takes to part the two. Containment: every vertex of the inner one is deep
/// enough in the outer one.
pub fn verify_proof<V: PairSpace>(proof: &Proof<V>, a: Placed<'_, V>, b: Placed<'_, V>) -> Result<(), Flaw> {
    let test = choose::<V>(a.shape, b.shape);
    match &proof.certificate {
        Exact::Plane(c) if test == Test::Core && V::DIM == 2 => verify_cores(proof, c, a, b),
        Exact::Space(c) if test == Test::Core && V::DIM == 3 => verify_cores(proof, c, a, b),
        Exact::HalfSpace if test == Test::HalfSpace => {
            if decide::relation(a, b) == proof.relation {
                Ok(())
            } else {
                Err(Flaw::WrongSign)
            }
        }
        _ => Err(Flaw::NotProvable),
    }
}

fn verify_cores<V: PairSpace, const D: usize>(
    proof: &Proof<V>,
    certificate: &Certificate<D>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<(), Flaw> {
    let pair = decide::pair::<V, D>(a, b);
    let sign = proof.relation.clearance_sign();
    pair.check(certificate, sign).map_err(|broken| match broken {
        Broken::Axis => Flaw::NotParting,
        Broken::Meeting => Flaw::NotMeeting,
        Broken::NotShortest => Flaw::NotShortest,
    })?;
    if decide::word(sign, || pair.containment()) != proof.relation {
        return Err(Flaw::WrongContainment);
    }
    Ok(())
}

/// Checks an answer of [`clearance`](super::clearance) against the shapes: its sign exactly, its numbers to within
/// rounding (1e-12 of the size of the query in double precision, 1e-5 in single).
///
/// Pairs of convex shapes made of flat faces and balls, and half-spaces against these, are checked fully; of others, only
/// that the numbers agree with each other.
///
/// ```
/// use clearance::{Placed, Pose, clearance, d3::Shape, glam::DVec3, pair::{Flaw, Verified, verify}};
/// let (ball, cube) = (Shape::sphere(1.0)?, Shape::cuboid(DVec3::ONE)?);
/// let (pose, above) = (Pose::IDENTITY, Pose::at(DVec3::new(0.3, 2.5, 0.1))?);
/// let (a, b) = (Placed::new(&cube, &pose), Placed::new(&ball, &above));
/// let mut answer = clearance(a, b)?;
/// assert_eq!(verify(&answer, a, b), Ok(Verified::Fully));
/// answer.normal = DVec3::X;
/// assert_eq!(verify(&answer, a, b), Err(Flaw::PointsDisagree));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn verify<V: PairSpace>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Verified, Flaw> {
    consistent(answer, size(a).max(size(b)))?;
    match choose::<V>(a.shape, b.shape) {
        Test::Core if V::DIM == 2 => check_cores::<V, 2>(answer, a, b),
        Test::Core => check_cores::<V, 3>(answer, a, b),
        Test::HalfSpace if V::DIM == 2 => check_half_space::<V, 2>(answer, a, b),
        Test::HalfSpace => check_half_space::<V, 3>(answer, a, b),
        _ => Ok(Verified::InPart),
    }
}

/// What answers promise, relative to the size of the query.
fn tolerance<S: Real>() -> f64 {
    if S::EPSILON == S::lit(f64::EPSILON) {
        1e-12
    } else {
        1e-5
    }
}

/// The largest coordinate of the box around a shape; 0 where it is unbounded.
fn size<V: PairSpace>(body: Placed<'_, V>) -> f64 {
    let around = body.aabb();
    let size = around.min.max_abs().max(around.max.max_abs()).to_f64();
    if size < V::Scalar::MAX.to_f64() { size } else { 0.0 }
}

/// The numbers among themselves, for shapes of this size.
fn consistent<V: Vector>(answer: &Clearance<V>, size: f64) -> Result<(), Flaw> {
    let (normal, a, b) = (
        answer.normal.to_double(),
        answer.point_a.to_double(),
        answer.point_b.to_double(),
    );
    let distance = answer.distance.to_f64();
    if !(distance.is_finite() && normal.is_finite() && a.is_finite() && b.is_finite()) {
        return Err(Flaw::NotFinite);
    }
    let tolerance = tolerance::<V::Scalar>();
    if (normal.length() - 1.0).abs() > tolerance {
        return Err(Flaw::NormalNotUnit);
    }
    let size = a.max_abs().max(b.max_abs()).max(distance.abs()).max(size);
    let off = b - a - normal * distance;
    if off.max_abs() > 4.0 * tolerance * size {
        return Err(Flaw::PointsDisagree);
    }
    if distance >= 0.0 && answer.depth_kind != DepthKind::Exact {
        return Err(Flaw::WrongDepthKind);
    }
    Ok(())
}

fn same_sign(distance: f64, exact: Ordering) -> Result<(), Flaw> {
    if distance.partial_cmp(&0.0) == Some(exact) {
        Ok(())
    } else {
        Err(Flaw::WrongSign)
    }
}

/// Two numbers that differ by no more than the tolerance.
fn close(x: f64, exact: f64, tolerance: f64) -> Result<(), Flaw> {
    if (x - exact).abs() <= tolerance {
        Ok(())
    } else {
        Err(Flaw::NotShortest)
    }
}

fn check_cores<V: PairSpace, const D: usize>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Verified, Flaw> {
    if answer.depth_kind != DepthKind::Exact {
        return Err(Flaw::WrongDepthKind);
    }
    let pair = decide::pair::<V, D>(a, b);
    let slack = tolerance::<ScalarOf<V>>() * pair.size();
    same_sign(answer.distance.to_f64(), pair.meeting())?;
    close(answer.distance.to_f64(), pair.measured().distance, slack)?;
    let axis: [Dyadic; D] = core::array::from_fn(|i| Dyadic::from_real(answer.normal.get(i)));
    if !pair.parts_by(&axis, answer.distance.to_f64() - slack) {
        return Err(Flaw::NotParting);
    }
    is_in::<V, D>(answer.point_a, a, slack, Flaw::PointAOutside)?;
    is_in::<V, D>(answer.point_b, b, slack, Flaw::PointBOutside)?;
    Ok(Verified::Fully)
}

/// Whether a point is no farther from a core than the slack.
fn is_in<V: ShapeSpace, const D: usize>(
    point: V,
    body: Placed<'_, V>,
    slack: f64,
    flaw: Flaw,
) -> Result<(), Flaw> {
    let point = [core::array::from_fn(|i| Dyadic::from_real(point.get(i)))].into();
    let ball = (point, Dyadic::from_real(slack));
    match Pair::<D>::new(ball, decide::placed(&body)).meeting() {
        Ordering::Greater => Err(flaw),
        _ => Ok(()),
    }
}

fn check_half_space<V: PairSpace, const D: usize>(
    answer: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Verified, Flaw> {
    let Some(half_space) = decide::half_space::<V, D>(a) else {
        return check_half_space::<V, D>(&answer.mirrored(), b, a);
    };
    let against = AgainstHull::new(&half_space, &decide::placed(&b));
    let exact: Clearance<V::Double> = decide::rounded(&against.measured());
    let size = exact
        .point_a
        .max_abs()
        .max(exact.point_b.max_abs())
        .max(against.size());
    let slack = tolerance::<ScalarOf<V>>() * size;
    same_sign(answer.distance.to_f64(), against.meeting())?;
    close(answer.distance.to_f64(), exact.distance, slack)?;
    if (answer.normal.to_double() - exact.normal).max_abs() > tolerance::<ScalarOf<V>>() {
        return Err(Flaw::NotParting);
    }
    is_in::<V, D>(answer.point_b, b, slack, Flaw::PointBOutside)?;
    let point = [core::array::from_fn(|i| Dyadic::from_real(answer.point_a.get(i)))].into();
    let ball = (point, Dyadic::from_real(slack));
    match AgainstHull::new(&half_space, &ball).meeting() {
        Ordering::Greater => Err(Flaw::PointAOutside),
        _ => Ok(Verified::Fully),
    }
}
