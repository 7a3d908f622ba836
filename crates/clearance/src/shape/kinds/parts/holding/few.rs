//! A polygon of few corners: crossings of its border are counted along a ray, without a branch.

use super::LocalPoint;
use crate::math::Real;
use crate::shape::convex::EDGES;
use crate::shape::kinds::parts::few_segments::{FewSegments, SegmentColumns};

/// Whether the polygon holds a point; `None` where the point may be on the border.
pub(in crate::shape::kinds::parts) fn few_hold<S: Real>(
    few: FewSegments<'_, S>,
    point: &LocalPoint,
) -> Option<bool> {
    let (mut crossings, mut is_sure) = (0, true);
    for (g, columns) in few.columns.iter().enumerate() {
        let count = (few.count - g * EDGES).min(EDGES);
        let [crossed, sure] = four(columns, point);
        crossings += (crossed & ((1 << count) - 1)).count_ones();
        is_sure &= sure == (1 << EDGES) - 1;
    }
    is_sure.then_some(crossings % 2 == 1)
}

/// A bit for each of four segments that a ray from the point along x crosses, and for each of which that is
/// sure, and that the point is not on it.
#[inline(always)]
fn four<S: Real>(columns: &SegmentColumns<S>, point: &LocalPoint) -> [u32; 2] {
    let mut bits = [0; 2];
    for lane in 0..EDGES {
        let corner = |of: &[[S; EDGES]; 2]| point.to([of[0][lane].to_f64(), of[1][lane].to_f64()]);
        let (u, v) = (corner(&columns.start), corner(&columns.end));
        let (turn, bound) = point.turn(u, v);
        let (starts_below, ends_below) = (u[1] <= 0.0, v[1] <= 0.0);
        let straddles = starts_below != ends_below;
        let gap = (u[0].min(v[0]))
            .max(-u[0].max(v[0]))
            .max((u[1].min(v[1])).max(-u[1].max(v[1])));
        let is_sure = (turn.abs() > bound) | (!straddles & (gap > 2.0 * point.error));
        bits[0] |= u32::from(straddles & ((turn > 0.0) == starts_below)) << lane;
        bits[1] |= u32::from(is_sure) << lane;
    }
    bits
}
