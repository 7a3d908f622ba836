//! The point of a simplex nearest to the origin, exact.
//!
//! Source: Johnson's sub-algorithm as van den Bergen presents it ("Collision Detection in Interactive 3D
//! Environments", 2004, 4.3.2). Of all subsets of the vertices it finds the one such that the origin's
//! projection onto its affine hull is inside it (all barycentric coordinates are positive) and no other
//! vertex is nearer. In floats its conditions can all fail; in integers exactly one smallest subset passes.
//! We compute the numbers in another way: the barycentric coordinates are cofactors, written as cross
//! products, and the nearest point of a facet follows from its normal. Both have far fewer bits than Gram
//! determinants.

use alloc::vec::Vec;

use super::difference::DifferenceVertex;
use crate::exact::number::integer::{
    Int, IntVector, cross, determinant, dot, is_negative, is_positive, is_zero, minus, negated, perp_dot,
    plus, scaled,
};

/// The nearest point of a simplex to the origin.
#[derive(Debug)]
pub(crate) struct NearestPoint<const D: usize> {
    /// The vertices that span it, and their weights: positive, to be divided by their sum.
    pub(crate) weights: Vec<(usize, Int)>,
    /// `None` where it is the origin itself.
    pub(crate) plane: Option<SeparatingPlane<D>>,
}

/// A plane `normal · x = offset`, offset positive, through the nearest point and perpendicular to the segment
/// from the origin to it.
#[derive(Clone, Debug)]
pub(crate) struct SeparatingPlane<const D: usize> {
    pub(crate) normal: IntVector<D>,
    pub(crate) offset: Int,
}

/// The point nearest to the origin of the hull of up to D + 1 vertices, the last of which is known to be
/// needed.
pub(crate) fn nearest<const D: usize>(vertices: &[DifferenceVertex<D>]) -> Option<NearestPoint<D>> {
    let last = vertices.len().checked_sub(1)?;
    // All subsets with the last vertex, small ones first.
    (1..=vertices.len())
        .flat_map(|size| (0..1usize << last).filter(move |s| s.count_ones() as usize + 1 == size))
        .find_map(|s| try_subset(vertices, s | 1 << last))
}

/// The same for any one to D + 1 vertices, which may be dependent; the set of all of them is tried first.
pub(crate) fn nearest_of_any<const D: usize>(vertices: &[DifferenceVertex<D>]) -> Option<NearestPoint<D>> {
    let all = 1usize << vertices.len();
    try_subset(vertices, all - 1).or_else(|| (1..all - 1).find_map(|subset| try_subset(vertices, subset)))
}

fn try_subset<const D: usize>(vertices: &[DifferenceVertex<D>], subset: usize) -> Option<NearestPoint<D>> {
    let chosen = |i: &usize| subset >> i & 1 == 1;
    let indices: Vec<usize> = (0..vertices.len()).filter(chosen).collect();
    let points: Vec<&IntVector<D>> = indices.iter().map(|&i| &vertices[i].position).collect();
    let weights = weights(&points);
    if !weights.iter().all(is_positive) {
        return None;
    }
    let plane = plane(&points, &weights);
    if let Some(plane) = &plane {
        let nearer = |i: usize| dot(&plane.normal, &vertices[i].position) < plane.offset;
        if (0..vertices.len()).any(|i| !chosen(&i) && nearer(i)) {
            return None;
        }
    }
    Some(NearestPoint {
        weights: indices.into_iter().zip(weights).collect(),
        plane,
    })
}

/// The barycentric coordinates of the origin's projection onto the affine hull of up to D + 1 points, times
/// their sum, which is not negative, and zero where the points are dependent.
pub(crate) fn weights<const D: usize>(points: &[&IntVector<D>]) -> Vec<Int> {
    match *points {
        [_] => [Int::ONE].into(),
        [a, b] => {
            let ab = minus(b, a);
            [dot(b, &ab), -dot(a, &ab)].into()
        }
        [a, b, c] if D == 2 => same_sign([perp_dot(b, c), perp_dot(c, a), perp_dot(a, b)].into()),
        [a, b, c] => {
            let (bc, ca, ab) = (cross(b, c), cross(c, a), cross(a, b));
            let normal = plus(&plus(&bc, &ca), &ab);
            [dot(&normal, &bc), dot(&normal, &ca), dot(&normal, &ab)].into()
        }
        [a, b, c, d] => same_sign(
            [
                determinant(b, c, d),
                -determinant(a, c, d),
                determinant(a, b, d),
                -determinant(a, b, c),
            ]
            .into(),
        ),
        _ => Vec::new(),
    }
}

/// Turns the signs so that the sum is not negative.
fn same_sign(weights: Vec<Int>) -> Vec<Int> {
    if is_negative(&weights.iter().sum::<Int>()) {
        weights.into_iter().map(|w| -w).collect()
    } else {
        weights
    }
}

/// The plane through the point of the affine hull of independent points nearest to the origin; `None` where
/// that is the origin.
fn plane<const D: usize>(points: &[&IntVector<D>], weights: &[Int]) -> Option<SeparatingPlane<D>> {
    if points.len() > D {
        return None;
    }
    let normal = if points.len() == D {
        facet_normal(points)
    } else {
        let mut sum = scaled(points[0], &weights[0]);
        for (p, w) in points.iter().zip(weights).skip(1) {
            sum = plus(&sum, &scaled(p, w));
        }
        sum
    };
    let offset = dot(&normal, points[0]);
    if offset.is_zero() || is_zero(&normal) {
        return None;
    }
    Some(if is_negative(&offset) {
        SeparatingPlane {
            normal: negated(&normal),
            offset: -offset,
        }
    } else {
        SeparatingPlane { normal, offset }
    })
}

/// The normal of the facet of D points: to the right of an edge in the plane; in space on the side from which
/// the triangle is counter-clockwise.
pub(crate) fn facet_normal<const D: usize>(points: &[&IntVector<D>]) -> IntVector<D> {
    let edge = minus(points[1], points[0]);
    if D == 2 {
        let right = [edge[1].clone(), -&edge[0]];
        return core::array::from_fn(|i| right[i].clone());
    }
    cross(&edge, &minus(points[2], points[0]))
}
