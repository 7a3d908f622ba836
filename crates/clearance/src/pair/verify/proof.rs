//! A relation with its proof, and the check of a proof.

use super::claims::{Flaw, Shown};
use super::verify;
use crate::exact::hulls::proof::{Certificate, CertificateFault};
use crate::exact::number::round;
use crate::math::{Real, Vector};
use crate::pair::answer::{Clearance, QueryError, Relation};
use crate::pair::ask::table::{PairSpace, Test, choose};
use crate::pair::{self, decide};
use crate::shape::Placed;

/// A relation of two shapes with its proof; made by [`prove`], checked by [`verify_proof`].
#[derive(Clone, Debug)]
pub struct Proof<V: Vector> {
    relation: Relation,
    normal: V,
    evidence: Evidence<V>,
}

#[derive(Clone, Debug)]
enum Evidence<V: Vector> {
    Plane(Certificate<2>),
    Space(Certificate<3>),
    /// Witness points and normal.
    Witness(Clearance<V>),
}

impl<V: Vector> Proof<V> {
    /// The relation that is proven.
    pub fn relation(&self) -> Relation {
        self.relation
    }
    /// The axis of the proof, from A towards B, rounded: the shortest way to separate the two, or to bring
    /// them to touching, is along it.
    pub fn normal(&self) -> V {
        self.normal
    }
}

/// The relation of two shapes with its proof.
///
/// For hulls of points grown by balls, the proof is an axis along which the two are apart, touch or have the
/// shortest way out, and vertices whose differences show that they meet. For other shapes it is the answer of
/// [`clearance`](super::super::clearance), whose witness points are checked against the shapes.
///
/// Errors: those of [`clearance`](super::super::clearance).
///
/// ```
/// use clearance::{Placed, Pose, Relation, d2::Shape, glam::DVec2, pair::{Shown, prove, verify_proof}};
/// let (square, pose) = (Shape::cuboid(DVec2::ONE)?, Pose::IDENTITY);
/// let beside = Pose::at(DVec2::new(2.0, 0.5))?;
/// let (a, b) = (Placed::new(&square, &pose), Placed::new(&square, &beside));
/// let proof = prove(a, b)?;
/// assert_eq!((proof.relation(), proof.normal()), (Relation::Touching, DVec2::X));
/// assert_eq!(verify_proof(&proof, a, b), Ok(Shown::Exactly));
/// let away = Pose::at(DVec2::new(2.000_000_000_000_001, 0.5))?;
/// assert!(verify_proof(&proof, a, Placed::new(&square, &away)).is_err()); // not a proof of that
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn prove<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Proof<V>, QueryError> {
    match choose::<V>(a.shape, b.shape) {
        Test::Core => Ok(match V::DIM {
            2 => prove_cores(a, b, Evidence::Plane),
            _ => prove_cores(a, b, Evidence::Space),
        }),
        _ => {
            let witness = crate::pair::clearance(a, b)?;
            Ok(Proof {
                relation: pair::relation(a, b),
                normal: witness.normal,
                evidence: Evidence::Witness(witness),
            })
        }
    }
}

fn prove_cores<V: PairSpace, const D: usize>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    wrap: impl Fn(Certificate<D>) -> Evidence<V>,
) -> Proof<V> {
    let pair = decide::exact_pair::<V, D>(a, b);
    let certificate = pair.certificate();
    let unit = round::unit(&certificate.normal);
    Proof {
        relation: decide::relation_of(&pair),
        normal: V::from_fn(|i| round::to_real(unit[i])),
        evidence: wrap(certificate),
    }
}

/// Checks a proof by evaluation, independent of how it was found.
///
/// For hulls of points grown by balls this is done in exact arithmetic. Apart: every vertex of B is beyond
/// every vertex of A along the axis, by more than the radii. Touching: by exactly the radii, and a mean of
/// differences of vertices is no longer than these. Overlapping: facets of differences enclose the origin,
/// and none is nearer than the distance along the axis that separates the two. Containment: every vertex of
/// the inner shape is deep enough in the outer one.
///
/// Other shapes are checked as in [`verify`], and what contains what is asked again. The result says how the
/// relation is shown.
pub fn verify_proof<V: PairSpace>(
    proof: &Proof<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Shown, Flaw> {
    let test = choose::<V>(a.shape, b.shape);
    match &proof.evidence {
        Evidence::Plane(c) if test == Test::Core => match V::DIM {
            2 => verify_cores(proof, c, a, b),
            _ => Err(Flaw::NotProvable),
        },
        Evidence::Space(c) if test == Test::Core => match V::DIM {
            2 => Err(Flaw::NotProvable),
            _ => verify_cores(proof, c, a, b),
        },
        Evidence::Witness(c) if test != Test::Core => verify_witness(proof, c, a, b),
        _ => Err(Flaw::NotProvable),
    }
}

fn verify_cores<V: PairSpace, const D: usize>(
    proof: &Proof<V>,
    certificate: &Certificate<D>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Shown, Flaw> {
    let pair = decide::exact_pair::<V, D>(a, b);
    let sign = proof.relation.clearance_sign();
    pair.check(certificate, sign).map_err(|broken| match broken {
        CertificateFault::Axis => Flaw::NotParting,
        CertificateFault::ContactProof => Flaw::NotMeeting,
        CertificateFault::NotShortest => Flaw::NotShortest,
    })?;
    if decide::relation_from(sign, || pair.containment()) != proof.relation {
        return Err(Flaw::WrongContainment);
    }
    Ok(Shown::Exactly)
}

fn verify_witness<V: PairSpace>(
    proof: &Proof<V>,
    witness: &Clearance<V>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Shown, Flaw> {
    let sign = verify(witness, a, b)?.sign;
    if witness.distance.partial_cmp(&Real::ZERO) != Some(proof.relation.clearance_sign()) {
        return Err(Flaw::WrongSign);
    }
    if !proof.relation.overlaps() {
        return Ok(sign);
    }
    if pair::relation(a, b) != proof.relation {
        return Err(Flaw::WrongContainment);
    }
    // The vertex that is highest above a half-space decides, exactly.
    let is_exact = choose::<V>(a.shape, b.shape) == Test::HalfSpace;
    Ok(if is_exact { sign } else { Shown::Again })
}

/// Checks an answer of [`relation`](super::super::relation): by [`prove`] and [`verify_proof`] or, for
/// half-spaces that have no clearance, by asking again.
///
/// ```
/// use clearance::{Placed, Pose, Relation, d2::Shape, glam::DVec2, pair::{Flaw, Shown, verify_relation}};
/// let (square, beside) = (Shape::cuboid(DVec2::ONE)?, Pose::at(DVec2::new(2.0, 0.5))?);
/// let (a, b) = (Placed::new(&square, &Pose::IDENTITY), Placed::new(&square, &beside));
/// assert_eq!(verify_relation(Relation::Touching, a, b), Ok(Shown::Exactly));
/// assert_eq!(verify_relation(Relation::Disjoint, a, b), Err(Flaw::WrongSign));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn verify_relation<V: PairSpace>(
    answer: Relation,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Shown, Flaw> {
    let (truth, shown) = match prove(a, b) {
        Ok(proof) => (proof.relation, verify_proof(&proof, a, b)?),
        Err(_) => (pair::relation(a, b), Shown::Again),
    };
    if truth == answer {
        Ok(shown)
    } else if truth.clearance_sign() != answer.clearance_sign() {
        Err(Flaw::WrongSign)
    } else {
        Err(Flaw::WrongContainment)
    }
}
