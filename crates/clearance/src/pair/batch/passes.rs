//! `intersects_many`: the passes of a batch.

use alloc::vec::Vec;

use super::column::Column;
use super::side::{Poses, Side};
use crate::math::Pose;
use crate::pair::ask::table::PairSpace;
use crate::pair::intersects;
use crate::shape::{FewEdges, Placed};
use crate::simd::widest;

/// Whether the shapes of pairs `first`, `first + 1` … meet, touching included: what [`intersects`] says of
/// each.
///
/// Pieces of some hundred pairs are best: what one pass leaves then stays in the cache for the next.
///
/// Poses are one for all pairs, a slice with one for each pair, or a type of yours that implements [`Poses`]:
///
/// ```
/// use clearance::pair::{Column, Side, intersects_many};
/// use clearance::{Pose, d2::Shape, glam::DVec2};
/// let square = Column::<DVec2>::new(vec![Shape::cuboid(DVec2::ONE)?.into()]);
/// let circles = Column::new((1..=3).map(|r| Shape::circle(r.into()).map(Into::into)).collect::<Result<_, _>>()?);
/// let (left, right) = (Pose::IDENTITY, Pose::at(DVec2::X * 3.0)?);
/// let mut answers = [false; 3];
/// let sides = (Side { shapes: &square, poses: &left }, Side { shapes: &circles, poses: &right });
/// intersects_many(sides.0, sides.1, 0, &mut answers);
/// assert_eq!(answers, [false, true, true]);
///
/// let poses = [1.5, 3.5, 3.5].map(|x| Pose::at(DVec2::X * x).unwrap());
/// let moved = Side { shapes: &circles, poses: &poses };
/// intersects_many(sides.0, moved, 0, &mut answers);
/// assert_eq!(answers, [true, false, true]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn intersects_many<V: PairSpace, P: Poses<V> + ?Sized, Q: Poses<V> + ?Sized>(
    a: Side<'_, V, P>,
    b: Side<'_, V, Q>,
    first: usize,
    answers: &mut [bool],
) {
    let mut left: Vec<u32> = (0..answers.len() as u32).collect();
    widest(
        #[inline(always)]
        || pass(answers, &mut left, by_balls(a, b, first)),
    );
    widest(
        #[inline(always)]
        || pass(answers, &mut left, by_edges(a, b, first)),
    );
    for k in left {
        let i = first + k as usize;
        let (pose_a, pose_b) = (a.poses.pose(i), b.poses.pose(i));
        let placed_a = Placed::new(&**a.shapes.get(i), &pose_a);
        let placed_b = Placed::new(&**b.shapes.get(i), &pose_b);
        // Of a point and a small polygon, neither shape need be fetched.
        let by_point = || match (a.shapes.few_segments(i), b.shapes.few_segments(i)) {
            (Some(few), None) => few.surely_hold(&pose_a, placed_b.as_point()?),
            (None, Some(few)) => few.surely_hold(&pose_b, placed_a.as_point()?),
            _ => None,
        };
        let by_segments = || by_segments([a.shapes, b.shapes], i, [&placed_a, &placed_b]);
        let known = by_point().or_else(by_segments);
        answers[k as usize] = known.unwrap_or_else(|| intersects(placed_a, placed_b));
    }
}

/// Answers those pairs of the list that `decide` is sure about, and keeps the rest of the list.
#[inline(always)]
pub(super) fn pass(answers: &mut [bool], left: &mut Vec<u32>, decide: impl Fn(usize) -> Option<bool>) {
    let mut count = 0;
    for at in 0..left.len() {
        let k = left[at];
        let meet = decide(k as usize);
        answers[k as usize] = meet == Some(true);
        // Always written, and kept by the count: whether a pass decides is unpredictable.
        left[count] = k;
        count += usize::from(meet.is_none());
    }
    left.truncate(count);
}

/// Whether two shapes meet, where their balls decide.
#[inline]
fn by_balls<V: PairSpace, P: Poses<V> + ?Sized, Q: Poses<V> + ?Sized>(
    a: Side<'_, V, P>,
    b: Side<'_, V, Q>,
    first: usize,
) -> impl Fn(usize) -> Option<bool> {
    #[inline(always)]
    move |k| a.balls(first + k).meet(&b.balls(first + k))
}

/// Whether two small polygons that may be concave meet, where the segments of their borders decide.
pub(super) fn by_segments<V: PairSpace>(
    [a, b]: [&Column<V>; 2],
    i: usize,
    placed: [&Placed<'_, V>; 2],
) -> Option<bool> {
    V::few_regions_meet(placed, [a.few_segments(i)?, b.few_segments(i)?])
}

/// Whether two small polygons meet, where their edges decide.
#[inline(always)]
fn by_edges<V: PairSpace, P: Poses<V> + ?Sized, Q: Poses<V> + ?Sized>(
    a: Side<'_, V, P>,
    b: Side<'_, V, Q>,
    first: usize,
) -> impl Fn(usize) -> Option<bool> {
    #[inline(always)]
    move |k| {
        let i = first + k;
        let edges = [a.shapes.few_edges(i), b.shapes.few_edges(i)];
        edges_meet(
            edges,
            #[inline(always)]
            || [a.poses.pose(i), b.poses.pose(i)],
        )
    }
}

/// Whether the edges of two small polygons tell that they meet, or do not; `None` also where one has no
/// edges: then no poses are asked for.
#[inline(always)]
pub(super) fn edges_meet<V: PairSpace>(
    edges: [FewEdges<'_, V::Scalar>; 2],
    poses: impl FnOnce() -> [Pose<V>; 2],
) -> Option<bool> {
    if edges[0].columns.is_empty() || edges[1].columns.is_empty() {
        return None;
    }
    let [a, b] = poses();
    V::few_meet(edges, [&a, &b])
}
