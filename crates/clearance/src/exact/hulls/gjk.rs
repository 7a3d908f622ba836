//! Is the origin in D, and if not, which point of D is nearest? The algorithm of Gilbert, Johnson and Keerthi
//! (GJK) in integers.
//!
//! Source: "A fast procedure for computing the distance between complex objects in three-dimensional space",
//! IEEE Journal of Robotics and Automation 4 (1988). A simplex of vertices of D moves towards the origin. The
//! next vertex is the support point against the direction of the nearest point so far. When it lies no nearer
//! than that point, that point is the nearest of D, and the plane through it separates. In exact arithmetic
//! each step brings the simplex strictly nearer, so no simplex occurs twice and the loop ends: there is no
//! tolerance, no limit of iterations, and no special case for flat or touching sets.

use alloc::vec::Vec;

use super::difference::{DifferenceVertex, MinkowskiDifference};
use super::initial_simplex::initial_simplex;
use super::simplex::{NearestPoint, SeparatingPlane, facet_normal, nearest, nearest_of_any};
use crate::exact::number::integer::{Int, axis, cross, dot, is_positive, negated};

/// Vertices of D with positive weights: their weighted mean is the nearest point, or the origin.
pub(crate) type Combination<const D: usize> = Vec<(DifferenceVertex<D>, Int)>;

/// Whether the origin is in D.
pub(crate) enum GjkResult<const D: usize> {
    /// Outside: all of D has `normal · x >= offset > 0`. The combination is the foot of the perpendicular
    /// from the origin to that plane.
    Apart {
        /// The plane, perpendicular to the shortest segment from A to B.
        plane: SeparatingPlane<D>,
        /// The nearest point of D.
        nearest: Combination<D>,
    },
    /// Inside or on the border: the origin as a combination of at most D + 1 affinely independent vertices.
    Meet(Combination<D>),
}

/// Whether the origin is in D, and the nearest point of D if not.
pub(crate) fn gjk<const D: usize>(difference: &MinkowskiDifference<'_, D>) -> GjkResult<D> {
    gjk_from(difference, initial_simplex(difference))
}

/// The same, starting from one to D + 1 vertices that are likely nearest.
pub(crate) fn gjk_from<const D: usize>(
    difference: &MinkowskiDifference<'_, D>,
    mut simplex: Vec<DifferenceVertex<D>>,
) -> GjkResult<D> {
    let mut found = nearest_of_any(&simplex);
    loop {
        // A smallest subset always exists; this branch only avoids a panic.
        let Some(NearestPoint { weights, plane }) = found else {
            return GjkResult::Meet(Vec::new());
        };
        let mut kept: Vec<Option<DifferenceVertex<D>>> = simplex.into_iter().map(Some).collect();
        let combination: Combination<D> = weights
            .into_iter()
            .filter_map(|(i, w)| Some((kept[i].take()?, w)))
            .collect();
        let Some(plane) = plane else {
            return GjkResult::Meet(combination);
        };
        let next = difference.support(&negated(&plane.normal));
        if dot(&plane.normal, &next.position) >= plane.offset {
            return GjkResult::Apart {
                plane,
                nearest: combination,
            };
        }
        simplex = combination.into_iter().map(|(v, _)| v).collect();
        simplex.push(next);
        found = nearest(&simplex);
    }
}

/// What comes of growing a simplex that contains the origin.
pub(crate) enum SimplexGrowth<const D: usize> {
    /// All of D has `normal · x <= 0`: the origin is on the border, and the two touch.
    Touching {
        /// Points out of D.
        normal: [Int; D],
    },
    /// D + 1 affinely independent vertices whose hull contains the origin.
    Full(Vec<DifferenceVertex<D>>),
}

/// Adds vertices to the independent ones of a combination that is the origin, until they span the space or a
/// plane through the origin supports D.
pub(crate) fn grow<const D: usize>(
    difference: &MinkowskiDifference<'_, D>,
    common: Combination<D>,
) -> SimplexGrowth<D> {
    let mut simplex: Vec<_> = common.into_iter().map(|(v, _)| v).collect();
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

/// A vector that is not zero and perpendicular to at most D independent points whose hull contains the
/// origin.
fn perpendicular<const D: usize>(simplex: &[DifferenceVertex<D>]) -> [Int; D] {
    match simplex {
        [a, b] if D == 3 => {
            let edge = crate::exact::number::integer::minus(&b.position, &a.position);
            // The axis along which the edge is shortest is not parallel to it.
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
