//! Two convex shapes: the witness points lie where the borders face each other, and no shorter way separates
//! the two.

use core::cmp::Ordering;

use super::claims::{Flaw, Shown, Verified};
use super::{Claim, tolerance, witness};
use crate::exact::hulls::half_space::HalfSpaceAndHull;
use crate::exact::hulls::proof::CertificateFault;
use crate::exact::{Dyadic, ExactPair};
use crate::math::{Real, ScalarOf};
use crate::pair::answer::DepthKind;
use crate::pair::ask::table::{PairSpace, Test, choose};
use crate::pair::decide::half_space;
use crate::pair::{self, decide, smooth};

/// How much shorter another way out may be, relative to the size: what the search for it leaves open.
const SEARCH_TOLERANCE: f64 = 2e-7;

impl<V: PairSpace> Claim<'_, V> {
    /// All claims of an answer about two convex shapes except how its numbers agree with each other.
    pub(super) fn check_convex(&self) -> Result<Verified, Flaw> {
        if self.answer.depth_kind != DepthKind::Exact {
            return Err(Flaw::WrongDepthKind);
        }
        let test = choose::<V>(self.a.shape, self.b.shape);
        match witness::check_witnesses(self) {
            // Once in some thousand cases the search for the normal is less precise.
            Err(Flaw::WrongNormal) if test == Test::Smooth => {
                let again = self.ask_again().map_err(|_| Flaw::WrongNormal)?;
                let points = Shown::Within;
                return Ok(Verified { points, ..again });
            }
            checked => checked?,
        }
        if self.distance() > self.open() {
            return Ok(Verified::within(self.bound, Shown::Exactly, Some(Shown::Within)));
        }
        let (sign, shortest) = match test {
            Test::Core if V::DIM == 2 => self.check_cores::<2>()?,
            Test::Core => self.check_cores::<3>()?,
            Test::HalfSpace | Test::HalfSpaces => (self.check_half_space()?, Shown::Within),
            // The only way out of a half-space is along its own normal.
            _ if self.has_half_space() => (self.sign_by_evaluation(), Shown::Within),
            _ => self.check_curved()?,
        };
        Ok(Verified::within(self.bound, sign, Some(shortest)))
    }
    fn sign(&self) -> Ordering {
        self.distance().partial_cmp(&0.0).unwrap_or(Ordering::Equal)
    }
    /// The sign is exact where rounding cannot change it.
    fn sign_by_evaluation(&self) -> Shown {
        if self.distance().abs() > self.open() {
            Shown::Exactly
        } else {
            Shown::Within
        }
    }
    /// The sign, by a certificate that is evaluated in integers; its axis is that of the shortest way.
    fn check_cores<const D: usize>(&self) -> Result<(Shown, Shown), Flaw> {
        let pair: ExactPair<D> = decide::exact_pair(self.a, self.b);
        let certificate = pair.certificate();
        pair.check(&certificate, self.sign())
            .map_err(|broken| match broken {
                CertificateFault::NotShortest => Flaw::NotShortest,
                CertificateFault::Axis | CertificateFault::ContactProof => Flaw::WrongSign,
            })?;
        let axis = certificate.normal.map(|c| Dyadic::new(c, 0));
        if pair.is_separated_by(&axis, self.distance() + self.open()) {
            return Err(Flaw::NotShortest);
        }
        Ok((Shown::Exactly, Shown::Within))
    }
    /// The exact sign, where one shape is a half-space and the other a core or a half-space.
    fn check_half_space(&self) -> Result<Shown, Flaw> {
        let truth = match (choose::<V>(self.a.shape, self.b.shape), V::DIM) {
            (Test::HalfSpaces, _) => half_space::relation_of_two(self.a, self.b).clearance_sign(),
            (_, 2) => self.sign_against_half_space::<2>()?,
            _ => self.sign_against_half_space::<3>()?,
        };
        if truth == self.sign() {
            Ok(Shown::Exactly)
        } else {
            Err(Flaw::WrongSign)
        }
    }
    fn sign_against_half_space<const D: usize>(&self) -> Result<Ordering, Flaw> {
        let [(half_space, core), other] =
            [(self.a, self.b), (self.b, self.a)].map(|(h, core)| (decide::exact_half_space::<V, D>(h), core));
        let (half_space, core) = if half_space.is_some() {
            (half_space, core)
        } else {
            other
        };
        let half_space = half_space.ok_or(Flaw::NotProvable)?;
        Ok(HalfSpaceAndHull::new(&half_space, &decide::exact_core(&core)).clearance_sign())
    }
    fn has_half_space(&self) -> bool {
        [self.a, self.b]
            .iter()
            .any(|s| !s.aabb().min.max_abs().is_finite())
    }
    /// Curved shapes that touch or overlap.
    fn check_curved(&self) -> Result<(Shown, Shown), Flaw> {
        let (distance, open) = (self.distance(), self.open());
        if distance >= -open {
            return Ok((Shown::Within, Shown::Within));
        }
        let size = self.bound / tolerance::<ScalarOf<V>>();
        let is_as_deep = |depth: f64| smooth::is_as_deep(self.a, self.b, depth);
        match is_as_deep(-distance - open.max(size * SEARCH_TOLERANCE)) {
            Some(true) => Ok((Shown::Exactly, Shown::Within)),
            Some(false) => Err(Flaw::NotShortest),
            // Half the depth is easier to show, and is enough for the sign.
            None if is_as_deep(-0.5 * distance) == Some(true) => Ok((Shown::Exactly, Shown::Not)),
            None if pair::relation(self.a, self.b).overlaps() => Ok((Shown::Again, Shown::Not)),
            None => Err(Flaw::WrongSign),
        }
    }
}
