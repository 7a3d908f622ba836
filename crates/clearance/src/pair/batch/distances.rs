//! `distance_many`: distances, of which those that are 0 are mostly seen without the shapes.

use alloc::vec::Vec;

use super::column::Column;
use super::passes::by_segments;
use super::side::{Poses, Side};
use crate::math::{Pose, Real};
use crate::pair::ask::table::PairSpace;
use crate::pair::{distance, union};
use crate::shape::{AnyShape, Placed, PrefetchStage};
use crate::simd::prefetch_all;

/// How many pairs ahead each stage is prefetched.
const STAGES: [(usize, PrefetchStage); 3] = [
    (9, PrefetchStage::Shape),
    (6, PrefetchStage::Lists),
    (3, PrefetchStage::Parts),
];
/// How many pairs ahead the enums are.
const ENUMS: usize = 12;

/// A pair of which the distance is not known yet.
struct Open {
    at: u32,
    /// Whether the shapes are known not to meet.
    is_apart: bool,
}

/// The distances of pairs `first`, `first + 1` …, 0 where they meet: what [`distance`] says of each.
///
/// Pieces of some hundred pairs are best, as for [`intersects_many`](super::passes::intersects_many), which
/// also says what poses may be.
///
/// ```
/// use clearance::pair::{Column, Side, distance_many};
/// use clearance::{Pose, d2::Shape, glam::DVec2};
/// let square = Column::<DVec2>::new(vec![Shape::cuboid(DVec2::ONE)?.into()]);
/// let circles = Column::new((1..=3).map(|r| Shape::circle(r.into()).map(Into::into)).collect::<Result<_, _>>()?);
/// let (left, right) = (Pose::IDENTITY, Pose::at(DVec2::X * 3.5)?);
/// let mut distances = [0.0; 3];
/// distance_many(Side { shapes: &square, poses: &left }, Side { shapes: &circles, poses: &right }, 0, &mut distances);
/// assert_eq!(distances, [1.5, 0.5, 0.0]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn distance_many<V: PairSpace, P: Poses<V> + ?Sized, Q: Poses<V> + ?Sized>(
    a: Side<'_, V, P>,
    b: Side<'_, V, Q>,
    first: usize,
    distances: &mut [V::Scalar],
) {
    let mut open: Vec<Open> = Vec::with_capacity(distances.len());
    for (k, answer) in distances.iter_mut().enumerate() {
        *answer = Real::ZERO;
        match meet(a, b, first + k) {
            Some(true) => {}
            known => open.push(Open {
                at: k as u32,
                is_apart: known.is_some(),
            }),
        }
    }
    for k in 0..open.len() {
        for shapes in [a.shapes, b.shapes] {
            prefetch_ahead(shapes, first, &open[k..]);
        }
        let i = first + open[k].at as usize;
        distances[open[k].at as usize] = with_pair(a, b, i, |p, q| match open[k].is_apart {
            true => union::distance_apart(p, q),
            false => distance(p, q),
        });
    }
}

/// Prefetches what the pairs ahead will read.
fn prefetch_ahead<V: PairSpace>(shapes: &Column<V>, first: usize, open: &[Open]) {
    let ahead = |by: usize| open.get(by).map(|pair| shapes.get(first + pair.at as usize));
    if let Some(shape) = ahead(ENUMS) {
        prefetch_all(core::slice::from_ref(&**shape));
    }
    for (by, stage) in STAGES {
        if let Some(parts) = ahead(by).and_then(|shape| shape.parts()) {
            parts.prefetch(stage);
        }
    }
}

/// Whether the shapes of a pair meet, where that is seen without them.
fn meet<V: PairSpace, P: Poses<V> + ?Sized, Q: Poses<V> + ?Sized>(
    a: Side<'_, V, P>,
    b: Side<'_, V, Q>,
    i: usize,
) -> Option<bool> {
    let by_balls = a.balls(i).meet(&b.balls(i));
    by_balls.or_else(|| with_pair(a, b, i, |p, q| by_segments([a.shapes, b.shapes], i, [&p, &q])))
}

fn with_pair<V: PairSpace, P: Poses<V> + ?Sized, Q: Poses<V> + ?Sized, R>(
    a: Side<'_, V, P>,
    b: Side<'_, V, Q>,
    i: usize,
    ask: impl FnOnce(Placed<'_, V>, Placed<'_, V>) -> R,
) -> R {
    let poses: [Pose<V>; 2] = [a.poses.pose(i), b.poses.pose(i)];
    ask(
        Placed::new(&**a.shapes.get(i), &poses[0]),
        Placed::new(&**b.shapes.get(i), &poses[1]),
    )
}
