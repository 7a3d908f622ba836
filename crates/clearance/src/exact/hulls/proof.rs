//! Certificates of a relation: found by [`ExactPair::certificate`], checked by evaluation alone.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::difference::DifferenceVertex;
use super::epa::penetration;
use super::gjk::{GjkResult, gjk};
use super::pair::{ExactPair, compare_to_length};
use super::simplex::{facet_normal, weights};
use crate::exact::number::integer::{
    Int, IntVector, dot, is_negative, is_positive, is_zero, minus, negated, plus, scaled,
};

/// Indices of a vertex of A and a vertex of B: a vertex of the Minkowski difference.
pub(crate) type VertexPair = [u32; 2];

/// What shows that two hulls meet, and that no shorter translation separates them.
#[derive(Clone, Debug)]
pub(crate) enum ContactProof {
    /// Nothing: they do not meet.
    None,
    /// Up to D + 1 pairs whose differences span the point of D nearest to the origin, or the origin.
    Nearest(Vec<VertexPair>),
    /// A polytope of differences around the origin: pairs, and facets of D indices into them each.
    Enclosure(Vec<VertexPair>, Vec<Vec<u32>>),
}

/// An exact axis from A to B, of any length, and what shows that the two meet.
#[derive(Clone, Debug)]
pub(crate) struct Certificate<const D: usize> {
    pub(crate) normal: IntVector<D>,
    pub(crate) contact: ContactProof,
}

/// Why a certificate does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CertificateFault {
    /// The gap along the axis does not have the claimed sign.
    Axis,
    /// The pairs do not show that the two meet.
    ContactProof,
    /// A shorter translation than along the axis is not ruled out.
    NotShortest,
}

fn pairs<'v, const D: usize>(vertices: impl IntoIterator<Item = &'v DifferenceVertex<D>>) -> Vec<VertexPair> {
    vertices.into_iter().map(|v| [v.a as u32, v.b as u32]).collect()
}

impl<const D: usize> ExactPair<D> {
    /// What proves the sign of the clearance, and the direction of the shortest translation.
    pub(crate) fn certificate(&self) -> Certificate<D> {
        let difference = self.difference();
        match gjk(&difference) {
            GjkResult::Apart { plane, nearest } => {
                let apart = compare_to_length(&plane.offset, &self.reach(), &plane.normal);
                Certificate {
                    normal: plane.normal,
                    contact: match apart {
                        Ordering::Greater => ContactProof::None,
                        _ => ContactProof::Nearest(pairs(nearest.iter().map(|(v, _)| v))),
                    },
                }
            }
            GjkResult::Meet(common) => {
                let nearest = pairs(common.iter().map(|(v, _)| v));
                let (support, polytope) = penetration(&difference, common);
                Certificate {
                    normal: negated(&support.normal),
                    contact: match polytope.filter(|_| !support.offset.is_zero()) {
                        None => ContactProof::Nearest(nearest),
                        Some(polytope) => {
                            let (vertices, facets) = polytope.into_parts();
                            ContactProof::Enclosure(pairs(&vertices), facets)
                        }
                    },
                }
            }
        }
    }

    /// Checks a certificate for a claimed sign of the clearance, by evaluation alone.
    pub(crate) fn check(&self, c: &Certificate<D>, sign: Ordering) -> Result<(), CertificateFault> {
        let gap = self.gap_along(&c.normal).ok_or(CertificateFault::Axis)?;
        if sign != Ordering::Less && compare_to_length(&gap, &self.reach(), &c.normal) != sign {
            return Err(CertificateFault::Axis);
        }
        match &c.contact {
            _ if sign == Ordering::Greater => Ok(()),
            ContactProof::None => Err(CertificateFault::ContactProof),
            ContactProof::Nearest(pairs) => self.check_nearest(pairs, &gap, &c.normal, sign),
            ContactProof::Enclosure(pairs, facets) => self.check_enclosure(pairs, facets, &gap, &c.normal),
        }
    }
    /// The gap along the axis times its length; every vertex is looked at. `None` for a zero axis.
    fn gap_along(&self, normal: &IntVector<D>) -> Option<Int> {
        let least = self.b.points.iter().map(|p| dot(normal, p)).min()?;
        let most = self.a.points.iter().map(|p| dot(normal, p)).max()?;
        (!is_zero(normal)).then(|| least - most)
    }
    fn positions(&self, pairs: &[VertexPair]) -> Result<Vec<IntVector<D>>, CertificateFault> {
        let known = |&[a, b]: &VertexPair| {
            let (a, b) = (self.a.points.get(a as usize)?, self.b.points.get(b as usize)?);
            Some(minus(b, a))
        };
        let all: Option<Vec<_>> = pairs.iter().map(known).collect();
        all.ok_or(CertificateFault::ContactProof)
    }
    /// Whether a weighted mean of the differences is a point of D exactly as far from the origin as the axis
    /// allows.
    fn check_nearest(
        &self,
        pairs: &[VertexPair],
        gap: &Int,
        normal: &IntVector<D>,
        sign: Ordering,
    ) -> Result<(), CertificateFault> {
        let positions = self.positions(pairs)?;
        let references: Vec<&IntVector<D>> = positions.iter().collect();
        let weights = weights(&references);
        let total: Int = weights.iter().sum();
        if weights.iter().any(is_negative) || !is_positive(&total) {
            return Err(CertificateFault::ContactProof);
        }
        let mut mean: IntVector<D> = core::array::from_fn(|_| Int::ZERO);
        for (p, w) in positions.iter().zip(&weights) {
            mean = plus(&mean, &scaled(p, w));
        }
        let (square, total_square) = (dot(&mean, &mean), &total * &total);
        let reach = self.reach();
        if square.cmp(&(&reach * &reach * &total_square)) != sign {
            return Err(CertificateFault::ContactProof);
        }
        let shortest = !is_negative(gap) && square * dot(normal, normal) == gap * gap * total_square;
        if shortest {
            Ok(())
        } else {
            Err(CertificateFault::NotShortest)
        }
    }
    /// Whether the facets enclose the origin, all points behind each, and none is nearer than the axis
    /// claims.
    fn check_enclosure(
        &self,
        pairs: &[VertexPair],
        facets: &[Vec<u32>],
        gap: &Int,
        normal: &IntVector<D>,
    ) -> Result<(), CertificateFault> {
        let positions = self.positions(pairs)?;
        let square = dot(normal, normal);
        for facet in facets {
            let corners: Option<Vec<_>> = facet.iter().map(|&i| positions.get(i as usize)).collect();
            let corners = corners
                .filter(|c| c.len() == D)
                .ok_or(CertificateFault::ContactProof)?;
            let outward = facet_normal(&corners);
            let offset = dot(&outward, corners[0]);
            if !is_positive(&offset) || positions.iter().any(|p| dot(&outward, p) > offset) {
                return Err(CertificateFault::ContactProof);
            }
            if &offset * &offset * &square < gap * gap * dot(&outward, &outward) || !is_negative(gap) {
                return Err(CertificateFault::NotShortest);
            }
        }
        if closes(facets) {
            Ok(())
        } else {
            Err(CertificateFault::ContactProof)
        }
    }
}

/// Whether facets make a closed surface: each ridge of each facet is the ridge of exactly one other, in the
/// opposite order.
///
/// Closed facets that all support one polytope are its whole border, since a part of a sphere without a rim
/// is the whole sphere.
fn closes(facets: &[Vec<u32>]) -> bool {
    let mut sides: Vec<(Vec<u32>, bool)> = Vec::new();
    for facet in facets {
        for i in 0..facet.len() {
            let mut rest: Vec<u32> = (1..facet.len()).map(|k| facet[(i + k) % facet.len()]).collect();
            let descends = rest.windows(2).any(|w| w[0] > w[1]);
            rest.sort_unstable();
            // In the plane a ridge is one vertex: the end of one edge and the start of another.
            let turned = if facet.len() == 2 { i == 1 } else { descends };
            sides.push((rest, turned));
        }
    }
    sides.sort_unstable();
    !sides.is_empty()
        && sides.len().is_multiple_of(2)
        && sides
            .chunks(2)
            .all(|two| two[0].0 == two[1].0 && two[0].1 != two[1].1)
        && sides.windows(3).all(|three| three[0].0 != three[2].0)
}
