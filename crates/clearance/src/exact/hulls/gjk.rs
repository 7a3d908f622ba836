//! Is the origin in D, and if not, which point of D is nearest? Gilbert, Johnson and Keerthi's algorithm in
//! integers.
//!
//! *A fast procedure for computing the distance between complex objects in three-dimensional space*, IEEE J.
//! Robotics and Automation 4 (1988). A simplex of vertices of D walks towards the origin; each new vertex is
//! the one farthest against the direction of the nearest point so far, and when none lies nearer, that point
//! is proven nearest: the plane through it separates. Each step brings the simplex strictly nearer in exact
//! arithmetic, so no simplex comes twice and the walk ends. No tolerance, no iteration limit, no special case
//! for flat or touching sets.

use alloc::vec::Vec;

use super::difference::{DifferenceVertex, MinkowskiDifference};
use super::initial_simplex::initial_simplex;
use super::simplex::{NearestPoint, SeparatingPlane, facet_normal, nearest, nearest_of_guess};
use crate::exact::number::integer::{Int, axis, cross, dot, is_positive, negated};

/// Vertices of D and positive weights: their mean is the nearest point, or the origin.
pub(crate) type Combination<const D: usize> = Vec<(DifferenceVertex<D>, Int)>;

/// Where the origin is.
pub(crate) enum GjkResult<const D: usize> {
    /// Outside: all of D has `normal · x >= offset > 0`, and the combination is on that plane,
    /// perpendicularly.
    Apart {
        /// The plane, perpendicular to the shortest way from A to B.
        axis: SeparatingPlane<D>,
        /// The nearest point of D.
        nearest: Combination<D>,
    },
    /// In D: the origin as a combination of at most D + 1 independent vertices.
    Meet(Combination<D>),
}

/// Where the origin is with regard to D.
pub(crate) fn gjk<const D: usize>(difference: &MinkowskiDifference<'_, D>) -> GjkResult<D> {
    gjk_from(difference, initial_simplex(difference))
}

/// The same from up to D + 1 vertices, at least one, which are likely those nearest.
pub(crate) fn gjk_from<const D: usize>(
    difference: &MinkowskiDifference<'_, D>,
    mut simplex: Vec<DifferenceVertex<D>>,
) -> GjkResult<D> {
    let mut found = nearest_of_guess(&simplex);
    loop {
        // A smallest subset always exists; the fallback is only there to have no panic.
        let Some(NearestPoint { weights, axis }) = found else {
            return GjkResult::Meet(Vec::new());
        };
        let mut kept: Vec<Option<DifferenceVertex<D>>> = simplex.into_iter().map(Some).collect();
        let combination: Combination<D> = weights
            .into_iter()
            .filter_map(|(i, w)| Some((kept[i].take()?, w)))
            .collect();
        let Some(axis) = axis else {
            return GjkResult::Meet(combination);
        };
        let next = difference.support(&negated(&axis.normal));
        if dot(&axis.normal, &next.position) >= axis.offset {
            return GjkResult::Apart {
                axis,
                nearest: combination,
            };
        }
        simplex = combination.into_iter().map(|(v, _)| v).collect();
        simplex.push(next);
        found = nearest(&simplex);
    }
}

/// What a simplex that holds the origin grows to.
pub(crate) enum SimplexGrowth<const D: usize> {
    /// All of D has `normal · x <= 0`, and the origin is in D: the two touch.
    Touching {
        /// Points out of D.
        normal: [Int; D],
    },
    /// D + 1 independent vertices whose hull has the origin.
    Full(Vec<DifferenceVertex<D>>),
}

/// Adds vertices to independent ones whose hull has the origin, until they span the space or a plane through
/// the origin turns out to support D.
pub(crate) fn grow<const D: usize>(
    difference: &MinkowskiDifference<'_, D>,
    mut simplex: Vec<DifferenceVertex<D>>,
) -> SimplexGrowth<D> {
    while simplex.len() <= D {
        let normal = perpendicular(&simplex);
        let next = difference.support(&normal);
        if !is_positive(&dot(&normal, &next.position)) {
            return SimplexGrowth::Touching { normal };
        }
        simplex.push(next);
    }
    SimplexGrowth::Full(simplex)
}

/// Some vector, not zero, perpendicular to the linear hull of at most D independent points whose hull has the
/// origin.
fn perpendicular<const D: usize>(simplex: &[DifferenceVertex<D>]) -> [Int; D] {
    match simplex {
        [a, b] if D == 3 => {
            let edge = crate::exact::number::integer::minus(&b.position, &a.position);
            // The axis along which the edge is shortest is surely not parallel to it.
            let magnitude = |i: &usize| dashu_int::ops::UnsignedAbs::unsigned_abs(&edge[*i]);
            let shortest = (0..D).min_by_key(magnitude).unwrap_or(0);
            cross(&edge, &axis(shortest))
        }
        [_] | [] => axis(0),
        _ => {
            let points: Vec<_> = simplex.iter().map(|v| &v.position).collect();
            facet_normal(&points)
        }
    }
}
