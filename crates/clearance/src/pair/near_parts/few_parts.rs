//! Two polygons of few parts: which pairs of their parts may be the nearest, without a tree.
//!
//! Parts of one polygon lie side by side, so a direction along which the nearest two have their gap tells
//! nearly all others to be farther apart: a lower bound of a distance is the gap along any unit vector. So
//! the corners of all parts are taken to the world once, and each time that a nearer pair is found, all pairs
//! left are looked at along its normal. The one of the least bound so far is next.
//!
//! All is in double precision, and bounds are made smaller by what is rounded.

use arrayvec::ArrayVec;

use super::facet_distance::rounding;
use crate::math::{DoubleFrame, Real, lift};
use crate::pair::ask::table::PairSpace;
use crate::shape::{Parts, Placed};

/// The most parts of a polygon.
const MOST: usize = 12;
/// The most corners of all parts of a polygon.
const CORNERS: usize = 64;

/// The corners of the parts of a polygon in the world.
struct Corners<'a> {
    points: ArrayVec<[f64; 2], CORNERS>,
    /// Where the corners of each part end.
    ends: &'a [u32],
    /// The least and greatest number of the corners of each part, along the direction looked along last.
    ranges: [[f64; 2]; MOST],
}

impl<'a> Corners<'a> {
    #[inline]
    fn new() -> Self {
        Self {
            points: ArrayVec::new(),
            ends: &[],
            ranges: [[0.0; 2]; MOST],
        }
    }
    /// `None` where there are many, or a part is no polygon.
    fn fill<V: PairSpace>(&mut self, (a, parts): (Placed<'_, V>, &'a dyn Parts<V>)) -> Option<()> {
        let (corners, ends) = parts.few_parts()?;
        if ends.len() > MOST || corners.len() > CORNERS {
            return None;
        }
        let frame = DoubleFrame::of_place(&a.place);
        let [x, y, _] = frame.axes().map(|axis| axis * frame.scale);
        let origin = frame.origin();
        for corner in corners {
            let at = [corner.get(0).to_f64(), corner.get(1).to_f64()];
            self.points.push([
                x.x * at[0] + y.x * at[1] + origin.x,
                x.y * at[0] + y.y * at[1] + origin.y,
            ]);
        }
        self.ends = ends;
        Some(())
    }
    fn look_along(&mut self, [x, y]: [f64; 2]) {
        let mut start = 0;
        for (range, &end) in self.ranges.iter_mut().zip(self.ends) {
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            for p in &self.points[start..end as usize] {
                let at = p[0] * x + p[1] * y;
                (least, most) = (Real::min(at, least), Real::max(at, most));
            }
            *range = [least, most];
            start = end as usize;
        }
    }
}

/// The pairs of parts of two polygons that have not been looked at, and a lower bound of the distance of
/// each.
pub(super) struct FewPairs<'a> {
    corners: [Corners<'a>; 2],
    gaps: ArrayVec<(f64, [u8; 2]), { MOST * MOST }>,
    rounding: f64,
}

impl<'a> FewPairs<'a> {
    /// None.
    #[inline]
    pub fn new() -> Self {
        Self {
            corners: [Corners::new(), Corners::new()],
            gaps: ArrayVec::new(),
            rounding: 0.0,
        }
    }
    /// All pairs; `None` where there are many parts, or numbers are far from ordinary.
    pub fn fill<V: PairSpace>(&mut self, sides: [(Placed<'_, V>, &'a dyn Parts<V>); 2]) -> Option<()> {
        self.corners[0].fill(sides[0])?;
        self.corners[1].fill(sides[1])?;
        self.rounding = rounding([sides[0].0, sides[1].0])?;
        for i in 0..self.corners[0].ends.len() {
            for j in 0..self.corners[1].ends.len() {
                self.gaps.push((f64::NEG_INFINITY, [i as u8, j as u8]));
            }
        }
        self.look([1.0, 0.0]);
        self.look([0.0, 1.0]);
        Some(())
    }
    /// Raises bounds to the gaps along a unit vector.
    pub fn look_along<V: PairSpace>(&mut self, direction: V) {
        let direction = lift(direction);
        self.look([direction.x, direction.y]);
    }
    fn look(&mut self, direction: [f64; 2]) {
        let [a, b] = &mut self.corners;
        a.look_along(direction);
        b.look_along(direction);
        for (gap, [i, j]) in &mut self.gaps {
            let (a, b) = (a.ranges[usize::from(*i)], b.ranges[usize::from(*j)]);
            let along = Real::max(b[0] - a[1], a[0] - b[1]);
            *gap = Real::max(along - self.rounding, *gap);
        }
    }
    /// The pair of the least bound, of which there is no other then.
    pub fn next(&mut self) -> Option<(f64, [usize; 2])> {
        let (mut place, mut least) = (0, f64::INFINITY);
        for (k, (gap, _)) in self.gaps.iter().enumerate() {
            (place, least) = if *gap < least { (k, *gap) } else { (place, least) };
        }
        let (gap, parts) = self.gaps.swap_pop(place)?;
        Some((gap, parts.map(usize::from)))
    }
}
