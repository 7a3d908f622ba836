//! The nearest way out of simplices that fill a box (`simplices.rs`): to a side of it, or to the place of one
//! that is not there.

use alloc::vec::Vec;

use super::simplices::{points, simplices, union};
use super::{Built, Random};
use crate::cast::{CastSpace, closest_point};
use crate::math::{Pose, Real};
use crate::shape::Placed;

pub(super) fn ways_out_of_unions<V: Built + CastSpace>() {
    let mut random = Random(11);
    let mut by_gap = 0;
    for round in 0..40 {
        let cut = simplices(&mut random, V::DIM, 1 + round % 5);
        let pieces: Vec<Vec<V>> = cut.iter().map(|s| points(s, 1.0)).collect();
        let here: Pose<V> = Pose::IDENTITY;
        let p = V::from_fn(|_| V::Scalar::lit(1.0 + random.below(620) as f64 * 0.1));
        // The nearest side of the box, whatever the box is made of.
        let to_side = (0..V::DIM).map(|x| p.get(x).min(V::Scalar::lit(64.0) - p.get(x)));
        let to_side = to_side.fold(V::Scalar::INFINITY, Real::min);
        let check = |shape: &V::Shape, distance: V::Scalar| {
            let found = closest_point(Placed::new(shape, &here), p).unwrap();
            let error = V::Scalar::EPSILON * V::Scalar::lit(512.0);
            assert!(
                (found.distance + distance).abs() < error,
                "{found:?} {distance} {p:?} {shape:?}"
            );
            assert!((found.point - p - found.normal * distance).length() < error * V::Scalar::lit(2.0));
        };
        check(&union(&pieces), to_side);
        // Without one of the pieces, the hole is a way out, too.
        let mut rest = pieces.clone();
        let gap = V::convex(&rest.swap_remove(random.below(pieces.len())));
        let to_gap = convex_distance(&gap, p);
        if to_gap > Real::ZERO {
            check(&union(&rest), to_gap.min(to_side));
            by_gap += usize::from(to_gap < to_side);
        }
    }
    assert!(by_gap > 5, "{by_gap}");
}
fn convex_distance<V: Built + CastSpace>(shape: &V::Shape, p: V) -> V::Scalar {
    let here: Pose<V> = Pose::IDENTITY;
    closest_point(Placed::new(shape, &here), p).unwrap().distance
}
