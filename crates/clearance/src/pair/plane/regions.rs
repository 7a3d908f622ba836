//! Two polygons of few edges each, convex or not: whether they meet, by the edges of their borders.
//!
//! Source: segments that cross, by four orientations, and points in polygons, by counting crossings, are
//! textbook (O'Rourke, "Computational Geometry in C", 2nd edition, 1998, 1.5 and 7.4; J. Shewchuk, "Adaptive
//! Precision Floating-Point Arithmetic", 1997, for the filter).
//!
//! Idea: borders that cross can do so only in the box that both polygons have in common. Each edge of A that
//! comes near it is compared with four edges of B at a time, without a branch. If two surely cross, the
//! polygons meet. If all are surely apart, then each piece of a border lies in the other polygon as a whole
//! or not at all, and one point of it tells which. All else is undecided.
//!
//! Error bound: a corner is computed in the world within `E` of its true place in each coordinate, the bound
//! of `exact/filter.rs`. Let differences of coordinates be at most `L`; `L` times the unit roundoff is less
//! than `E / 48`. Then a product of two differences errs by at most `4.1 L E`, an orientation by `8.3 L E`,
//! and the sum of an orientation and a cross product by twice that. We take `32 L E`, and for gaps between
//! boxes `4 E`.
//!
//! Why a point may be counted by rounded corners: move all corners from where they were computed to where
//! they truly are. On the way they stay within `E`, so edges that are surely apart stay apart, and no point
//! of one border comes to lie on the other. So what is inside at the beginning is inside at the end, and at
//! the beginning corners are the floats themselves: only an orientation is rounded.
//!
//! Limits: borders that touch are undecided, and so are polygons of more than 64 edges.
//!
//! `inline(always)`: what is not inlined into `simd::widest` loses its wide registers.

use arrayvec::ArrayVec;

use super::hull::FourLanes;
use crate::exact::filter::{Bound, Reach};
use crate::math::{Aabb, Frame, Lanes, Real, ScalarOf};
use crate::shape::{EDGES, FewSegments, Placed, SEGMENT_GROUPS, SegmentColumns, Shape2, Space2};
use crate::simd::widest;

/// The segments of a polygon's border, if they are few; else none.
pub(crate) fn few_segments<V: Space2>(shape: &Shape2<V>) -> Option<FewSegments<'_, V::Scalar>> {
    match shape {
        Shape2::Polygon(polygon) => Some(polygon.few_segments()).filter(|few| !few.columns.is_empty()),
        _ => None,
    }
}

/// Whether two polygons surely meet, so that their interiors do, or surely do not; `None` for all other
/// shapes.
pub(crate) fn regions_meet<V: Space2>(a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<bool> {
    few_regions_meet([a, b], [few_segments(a.shape)?, few_segments(b.shape)?])
}

/// The same of two polygons whose segments are given.
pub(crate) fn few_regions_meet<V: Space2>(
    [a, b]: [&Placed<'_, V>; 2],
    [few_a, few_b]: [FewSegments<'_, V::Scalar>; 2],
) -> Option<bool> {
    let reach_a = Reach::new(&a.place, few_a.reach);
    let error = Bound::new::<V>(reach_a, Reach::new(&b.place, few_b.reach)).error;
    let sides = [(few_a, &a.place.frame()), (few_b, &b.place.frame())];
    let mut borders = Borders::new(error);
    let crossing = widest(
        #[inline(always)]
        || borders.crossing(sides),
    );
    match (crossing, a.shape, b.shape) {
        (Crossing::Sure, ..) => Some(true),
        (Crossing::FarApart, ..) => Some(false),
        (Crossing::No, Shape2::Polygon(p), Shape2::Polygon(q)) => {
            borders.one_contains([p.pieces(), q.pieces()])
        }
        _ => None,
    }
}

/// Whether two borders cross.
enum Crossing {
    Sure,
    Unsure,
    No,
    /// The boxes around them are apart.
    FarApart,
}

/// Four segments in the world.
#[derive(Clone, Copy)]
struct Segments<V: Space2> {
    start: [FourLanes<V>; 2],
    end: [FourLanes<V>; 2],
}

/// The least of two numbers each, and the greatest.
#[inline(always)]
fn sorted<S, L: Lanes<S>>(p: L, q: L) -> (L, L) {
    (p.min(q), p.max(q))
}

/// Four points in the world.
#[inline(always)]
fn placed<V: Space2>([x, y]: &[[V::Scalar; EDGES]; 2], frame: &Frame<V>) -> [FourLanes<V>; 2] {
    let splat = FourLanes::<V>::splat;
    let x_axis = frame.direction(V::new(Real::ONE, Real::ZERO));
    let y_axis = frame.direction(V::new(Real::ZERO, Real::ONE));
    let scale = splat(frame.scale);
    let (x, y) = (FourLanes::<V>::new(x) * scale, FourLanes::<V>::new(y) * scale);
    [
        x * splat(x_axis.x()) + y * splat(y_axis.x()) + splat(frame.origin.x()),
        x * splat(x_axis.y()) + y * splat(y_axis.y()) + splat(frame.origin.y()),
    ]
}

impl<V: Space2> Segments<V> {
    #[inline(always)]
    fn new(columns: &SegmentColumns<V::Scalar>, frame: &Frame<V>) -> Self {
        Self {
            start: placed(&columns.start, frame),
            end: placed(&columns.end, frame),
        }
    }
    /// A bit for each whose box meets another box.
    #[inline(always)]
    fn near(&self, common: &Aabb<V>) -> u32 {
        let mut mask = (1 << EDGES) - 1;
        for axis in 0..2 {
            let (low, high) = sorted(self.start[axis], self.end[axis]);
            mask &= FourLanes::<V>::splat(common.max.get(axis)).reach(low);
            mask &= high.reach(FourLanes::<V>::splat(common.min.get(axis)));
        }
        mask
    }
    /// One of the segments: where it starts and ends.
    #[inline(always)]
    fn one(&self, lane: usize) -> [[V::Scalar; 2]; 2] {
        let (start, end) = (&self.start, &self.end);
        [
            [start[0].numbers()[lane], start[1].numbers()[lane]],
            [end[0].numbers()[lane], end[1].numbers()[lane]],
        ]
    }
    /// From where they start to where they end.
    #[inline(always)]
    fn along(&self) -> [FourLanes<V>; 2] {
        [self.end[0] - self.start[0], self.end[1] - self.start[1]]
    }
    /// For each of the four and a segment: how surely they cross, and how surely they are apart.
    #[inline(always)]
    fn compare(&self, [from, to]: [[V::Scalar; 2]; 2], per_gap: V::Scalar) -> [FourLanes<V>; 2] {
        let splat = FourLanes::<V>::splat;
        let [own_x, own_y] = self.along();
        let (x, y) = (splat(to[0] - from[0]), splat(to[1] - from[1]));
        let away_x = self.start[0] - splat(from[0]);
        let away_y = self.start[1] - splat(from[1]);
        let turn = x * own_y - y * own_x;
        let starts = x * away_y - y * away_x;
        let from_side = away_x * own_y - away_y * own_x;
        let (low, high) = sorted(starts, starts + turn);
        let (own_low, own_high) = sorted(from_side, from_side - turn);
        let cross = high.min(-low).min(own_high.min(-own_low));
        let mut apart = low.max(-high).max(own_low.max(-own_high));
        for axis in 0..2 {
            let (low, high) = sorted(self.start[axis], self.end[axis]);
            let (other_low, other_high) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
            let gap = (low - splat(other_high)).max(splat(other_low) - high);
            apart = apart.max(gap * splat(per_gap));
        }
        [cross, apart]
    }
    /// Of which of the four the part in the positive x direction of a point is crossed by a ray; `None` where
    /// that is not sure.
    #[inline(always)]
    fn crossed_from(&self, [x, y]: [V::Scalar; 2], error: V::Scalar) -> Option<u32> {
        let splat = FourLanes::<V>::splat;
        let starts_below = splat(y).reach(self.start[1]);
        let ends_below = splat(y).reach(self.end[1]);
        let [own_x, own_y] = self.along();
        let side = own_x * (splat(y) - self.start[1]) - own_y * (splat(x) - self.start[0]);
        let is_left = side.reach(splat(Real::ZERO));
        let is_unsure = splat(error).reach(side.max(-side));
        let straddles = starts_below ^ ends_below;
        (straddles & is_unsure == 0).then_some(straddles & !(is_left ^ starts_below))
    }
}

/// The border of one polygon in the world, and the box around it.
struct Border<V: Space2> {
    groups: ArrayVec<Segments<V>, SEGMENT_GROUPS>,
    /// How many segments there are; the last group repeats the last.
    count: usize,
    around: Aabb<V>,
}

impl<V: Space2> Border<V> {
    #[inline]
    fn new() -> Self {
        Self {
            groups: ArrayVec::new(),
            count: 0,
            around: Aabb::empty(),
        }
    }
    #[inline(always)]
    fn fill(&mut self, (few, frame): (FewSegments<'_, V::Scalar>, &Frame<V>)) {
        let splat = FourLanes::<V>::splat;
        let (mut low, mut high) = ([splat(Real::INFINITY); 2], [splat(-ScalarOf::<V>::INFINITY); 2]);
        for columns in few.columns.iter().take(SEGMENT_GROUPS) {
            let segments = Segments::<V>::new(columns, frame);
            // Every corner of a border is where a segment starts.
            for axis in 0..2 {
                low[axis] = segments.start[axis].min(low[axis]);
                high[axis] = segments.start[axis].max(high[axis]);
            }
            self.groups.push(segments);
        }
        self.count = few.count;
        self.around = Aabb {
            min: V::new(low[0].least(), low[1].least()),
            max: V::new(high[0].greatest(), high[1].greatest()),
        };
    }
    /// Whether a point that is on no edge is inside.
    fn contains(&self, p: [V::Scalar; 2], error: V::Scalar) -> Option<bool> {
        let mut crossings = 0;
        for (g, segments) in self.groups.iter().enumerate() {
            let lanes = (self.count - g * EDGES).min(EDGES);
            let crossed = segments.crossed_from(p, error)? & ((1 << lanes) - 1);
            crossings += crossed.count_ones();
        }
        Some(crossings % 2 == 1)
    }
}

/// The borders of two polygons in the world.
struct Borders<V: Space2> {
    borders: [Border<V>; 2],
    /// What both boxes have in common, enlarged.
    common: Aabb<V>,
    /// The error bound of coordinates, later that of orientations.
    error: V::Scalar,
}

impl<V: Space2> Borders<V> {
    #[inline]
    fn new(error: V::Scalar) -> Self {
        Self {
            borders: [Border::new(), Border::new()],
            common: Aabb::empty(),
            error,
        }
    }
    /// Takes both borders to the world, and compares them.
    #[inline(always)]
    fn crossing(&mut self, sides: [(FewSegments<'_, V::Scalar>, &Frame<V>); 2]) -> Crossing {
        if !self.error.is_finite() {
            return Crossing::Unsure;
        }
        self.borders[0].fill(sides[0]);
        self.borders[1].fill(sides[1]);
        let [a, b] = [&self.borders[0].around, &self.borders[1].around];
        let room = self.error * ScalarOf::<V>::TWO;
        self.common = Aabb {
            min: a.min.max(b.min) - V::splat(room),
            max: a.max.min(b.max) + V::splat(room),
        };
        if self.common.min.x() > self.common.max.x() || self.common.min.y() > self.common.max.y() {
            return Crossing::FarApart;
        }
        let extent = a.max.max(b.max) - a.min.min(b.min);
        let per_gap = (extent.max_element() + room) * ScalarOf::<V>::lit(8.0);
        self.error *= per_gap * ScalarOf::<V>::lit(4.0);
        self.compare(per_gap)
    }
    /// Compares the edges near the common box.
    #[inline(always)]
    fn compare(&self, per_gap: V::Scalar) -> Crossing {
        let splat = FourLanes::<V>::splat;
        let [a, b] = &self.borders;
        let mut near_b = ArrayVec::<&Segments<V>, SEGMENT_GROUPS>::new();
        for segments in &b.groups {
            if segments.near(&self.common) != 0 {
                near_b.push(segments);
            }
        }
        let mut least_apart = splat(Real::INFINITY);
        for segments in &a.groups {
            let mut near = segments.near(&self.common);
            while near != 0 {
                let own = segments.one(near.trailing_zeros() as usize);
                near &= near - 1;
                let mut most_crossing = splat(Real::ZERO);
                for other in &near_b {
                    let [cross, apart] = other.compare(own, per_gap);
                    most_crossing = cross.max(most_crossing);
                    least_apart = apart.min(least_apart);
                }
                if most_crossing.greatest() > self.error {
                    return Crossing::Sure;
                }
            }
        }
        match least_apart.least() > self.error {
            true => Crossing::No,
            false => Crossing::Unsure,
        }
    }
    /// Whether a piece of one border, of which the first edges are given, lies in the other polygon.
    #[inline(never)]
    fn one_contains(&self, firsts: [&[u32]; 2]) -> Option<bool> {
        for (k, firsts) in firsts.into_iter().enumerate() {
            for &first in firsts {
                let [p, _] = self.borders[k].groups[first as usize / EDGES].one(first as usize % EDGES);
                if self.common.contains(&Aabb::at(V::new(p[0], p[1])))
                    && self.borders[1 - k].contains(p, self.error)?
                {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}
