//! The hull of points in the plane: Andrew's monotone chain ("Another efficient algorithm for convex hulls in
//! two dimensions", 1979) on exact orientation tests.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::lifted::Lifted;
use crate::math::{Vector, Vector2};

/// The corners of the hull of `points`, as indices, counter-clockwise from the one of smallest x (then y).
///
/// Repeated points and points on an edge are left out, so every corner turns strictly left, exactly and at
/// every scale. One index for equal points, two (the ends) for points on a line, none if there are no
/// points. Points that are not finite are ignored. O(n log n).
///
/// ```
/// use clearance::{glam::DVec2, hull::d2::hull};
/// let square = [(0.0, 0.0), (1.0, 0.0), (0.5, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 1.0)].map(DVec2::from);
/// assert_eq!(hull(&square), [0, 1, 3, 4]);
/// ```
pub fn hull<V: Vector2>(points: &[V]) -> Vec<u32> {
    let order = sorted_unique(points);
    let lifted = Lifted::<2>::new(order.iter().map(|&i| points[i as usize]));
    let all: Vec<u32> = (0..order.len() as u32).collect();
    let mut corners = monotone_chain(&lifted, &all, [0, 1]);
    for i in &mut corners {
        *i = order[*i as usize];
    }
    corners
}

/// Indices of the distinct finite points in lexicographic order; of equal points, the first.
pub(super) fn sorted_unique<V: Vector>(points: &[V]) -> Vec<u32> {
    let compare = |&i: &u32, &j: &u32| lexicographic(points[i as usize], points[j as usize]);
    let mut order: Vec<u32> = (0..points.len() as u32)
        .filter(|&i| points[i as usize].is_finite())
        .collect();
    order.sort_unstable_by(|i, j| compare(i, j).then(i.cmp(j)));
    order.dedup_by(|next, kept| compare(next, kept).is_eq());
    order
}

fn lexicographic<V: Vector>(p: V, q: V) -> Ordering {
    (0..V::DIM)
        .map(|k| p.get(k).partial_cmp(&q.get(k)).unwrap_or(Ordering::Equal))
        .find(|o| o.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The hull of distinct points, given in lexicographic order of two of their coordinates and projected to
/// these.
pub(super) fn monotone_chain<const N: usize>(
    points: &Lifted<N>,
    order: &[u32],
    axes: [usize; 2],
) -> Vec<u32> {
    if order.len() < 3 {
        return order.to_vec();
    }
    let mut corners = half_chain(points, axes, order.iter());
    let mut upper = half_chain(points, axes, order.iter().rev());
    corners.pop();
    upper.pop();
    corners.append(&mut upper);
    corners
}

/// The chain of strict left turns over points in order.
fn half_chain<'a, const N: usize>(
    points: &Lifted<N>,
    axes: [usize; 2],
    order: impl Iterator<Item = &'a u32>,
) -> Vec<u32> {
    let mut chain: Vec<u32> = Vec::new();
    for &i in order {
        while let [.., a, b] = chain[..] {
            if points.turn([a, b, i], axes).is_gt() {
                break;
            }
            chain.pop();
        }
        chain.push(i);
    }
    chain
}
