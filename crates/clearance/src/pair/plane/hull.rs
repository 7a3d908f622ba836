//! The hull of a core's corners, by kind: a point or segment, a box, a polygon.
//!
//! The kinds differ in how a support point and the edge normals are found; a box needs no corners for that.
//! The trait lets the fast path of polygons be compiled for polygons alone, as sweeps are for boxes and
//! polygons. Everything else is compiled once, for [`AnyHull`].

use crate::math::{Lanes as _, Real, ScalarOf, magnitude};
use crate::shape::{ConvexPolygon, EDGES, EdgeColumns, Shape2, Space2};

/// Four values side by side, one for each edge of a group.
pub(crate) type EdgeLanes<V> = [ScalarOf<V>; EDGES];

/// The same in one register.
pub(super) type FourLanes<V> = <ScalarOf<V> as Real>::Lanes;

/// Four edges in a row: normals by component, and the offsets of their lines. The last group repeats an edge.
#[derive(Clone, Copy)]
pub(crate) struct EdgeGroup<V: Space2> {
    pub x: EdgeLanes<V>,
    pub y: EdgeLanes<V>,
    pub offset: EdgeLanes<V>,
}

/// The hull of a core's corners in the local frame, before scale. Edge `i` runs counter-clockwise from corner
/// `i`.
///
/// A segment has two edges with opposite normals, a point has none, a flat box has four, two of them of no
/// length.
pub(crate) trait OutlineHull<V: Space2>: Copy {
    /// How many corners there are. There are as many edges, except that a point has none.
    fn count(&self) -> usize;
    /// Corner `i`, less than the count.
    fn corner(&self, i: usize) -> V;
    /// The outward unit normal of edge `i`; zero for the point.
    fn normal(&self, i: usize) -> V;
    /// Edges `4 g` to `4 g + 3`, for `g` below a fourth of the count, rounded up.
    fn edges(&self, g: usize) -> EdgeGroup<V>;
    /// The smallest value of `direction · corner` for each of four directions.
    fn lowest_heights(&self, x: &EdgeLanes<V>, y: &EdgeLanes<V>) -> EdgeLanes<V>;
    /// The corner of the smallest value of `direction · corner`, and that value.
    fn lowest(&self, direction: V) -> (usize, V::Scalar);
    /// The center of two balls, one within the hull and one around it.
    fn center(&self) -> V;
    /// The radius of the ball within; where there is none, minus a bound of the hull's distance from the
    /// center.
    fn inner_radius(&self) -> V::Scalar;
    /// The radius of the ball around.
    fn outer_radius(&self) -> V::Scalar;
    /// Whether there is no inside: a point or a segment.
    #[inline]
    fn is_thin(&self) -> bool {
        self.count() < 3
    }
}

/// A box around the origin, by its half extents. Corners and edges: lower left, lower right, upper right,
/// upper left; bottom, right, top, left.
#[derive(Clone, Copy)]
pub(crate) struct CuboidHull<V>(pub V);

impl<V: Space2> OutlineHull<V> for CuboidHull<V> {
    #[inline]
    fn count(&self) -> usize {
        4
    }
    #[inline]
    fn corner(&self, i: usize) -> V {
        // Looked up, since which corner it is is unpredictable.
        let one: V::Scalar = Real::ONE;
        V::new(
            self.0.x() * [-one, one, one, -one][i & 3],
            self.0.y() * [-one, -one, one, one][i & 3],
        )
    }
    #[inline]
    fn normal(&self, i: usize) -> V {
        let (zero, one): (V::Scalar, V::Scalar) = (Real::ZERO, Real::ONE);
        V::new([zero, one, zero, -one][i & 3], [-one, zero, one, zero][i & 3])
    }
    #[inline]
    fn edges(&self, _: usize) -> EdgeGroup<V> {
        let (zero, one): (V::Scalar, V::Scalar) = (Real::ZERO, Real::ONE);
        let (hx, hy) = (self.0.x(), self.0.y());
        EdgeGroup {
            x: [zero, one, zero, -one],
            y: [-one, zero, one, zero],
            offset: [hy, hx, hy, hx],
        }
    }
    #[inline(always)]
    fn lowest_heights(&self, x: &EdgeLanes<V>, y: &EdgeLanes<V>) -> EdgeLanes<V> {
        let (hx, hy) = (self.0.x(), self.0.y());
        core::array::from_fn(|lane| -(x[lane].abs() * hx + y[lane].abs() * hy))
    }
    #[inline(always)]
    fn lowest(&self, direction: V) -> (usize, V::Scalar) {
        let (right, upper) = (direction.x() < Real::ZERO, direction.y() < Real::ZERO);
        let corner = usize::from(right) ^ (3 * usize::from(upper));
        (corner, -self.0.dot(direction.abs()))
    }
    #[inline]
    fn center(&self) -> V {
        V::ZERO
    }
    #[inline]
    fn inner_radius(&self) -> V::Scalar {
        self.0.min_element()
    }
    #[inline]
    fn outer_radius(&self) -> V::Scalar {
        magnitude(self.0)
    }
}

impl<V: Space2> OutlineHull<V> for &ConvexPolygon<V> {
    #[inline]
    fn count(&self) -> usize {
        self.vertices().len()
    }
    #[inline]
    fn corner(&self, i: usize) -> V {
        self.vertices()[i]
    }
    #[inline]
    fn normal(&self, i: usize) -> V {
        self.normals()[i]
    }
    #[inline]
    fn edges(&self, g: usize) -> EdgeGroup<V> {
        let edges = &self.columns()[g];
        EdgeGroup {
            x: edges.normal[0],
            y: edges.normal[1],
            offset: edges.offset,
        }
    }
    #[inline(always)]
    fn lowest_heights(&self, x: &EdgeLanes<V>, y: &EdgeLanes<V>) -> EdgeLanes<V> {
        let mut least = [ScalarOf::<V>::INFINITY; EDGES];
        for corner in self.vertices() {
            least =
                core::array::from_fn(|lane| (x[lane] * corner.x() + y[lane] * corner.y()).min(least[lane]));
        }
        least
    }
    #[inline(always)]
    fn lowest(&self, direction: V) -> (usize, V::Scalar) {
        let (x, y) = (
            FourLanes::<V>::splat(direction.x()),
            FourLanes::<V>::splat(direction.y()),
        );
        let heights = |edges: &EdgeColumns<V::Scalar>| {
            FourLanes::<V>::new(&edges.corner[0]) * x + FourLanes::<V>::new(&edges.corner[1]) * y
        };
        let columns = self.columns();
        let mut least = FourLanes::<V>::splat(Real::INFINITY);
        for edges in columns {
            least = heights(edges).min(least);
        }
        let least = least.least();
        let at_least = FourLanes::<V>::splat(least);
        // One bit for each corner that low, since which is the first is unpredictable.
        let lowest = |edges| at_least.reach(heights(edges));
        if columns.len() > 8 {
            let found = columns
                .iter()
                .map(lowest)
                .enumerate()
                .find(|(_, lanes)| *lanes != 0);
            let corner = found.map_or(0, |(g, lanes)| g * EDGES + lanes.trailing_zeros() as usize);
            return (corner.min(self.count() - 1), least);
        }
        let mut corners = 0_u32;
        for (g, edges) in columns.iter().enumerate() {
            corners |= lowest(edges) << (g * EDGES);
        }
        let first = corners.trailing_zeros() as usize;
        (first.min(self.count() - 1), least)
    }
    #[inline]
    fn center(&self) -> V {
        ConvexPolygon::center(self)
    }
    #[inline]
    fn inner_radius(&self) -> V::Scalar {
        ConvexPolygon::inner_radius(self)
    }
    #[inline]
    fn outer_radius(&self) -> V::Scalar {
        self.radius()
    }
}

/// A point or a segment, with the normal on its right.
#[derive(Clone, Copy)]
pub(crate) struct SegmentHull<V> {
    ends: [V; 2],
    normal: V,
    count: usize,
}

impl<V: Space2> SegmentHull<V> {
    pub fn new(a: V, b: V) -> Self {
        let along = (b - a).normalized();
        Self {
            ends: [a, b],
            normal: along.map_or(V::ZERO, V::right),
            count: 1 + usize::from(along.is_some()),
        }
    }
}

impl<V: Space2> OutlineHull<V> for SegmentHull<V> {
    fn count(&self) -> usize {
        self.count
    }
    fn corner(&self, i: usize) -> V {
        self.ends[i]
    }
    fn normal(&self, i: usize) -> V {
        if i == 0 { self.normal } else { -self.normal }
    }
    fn edges(&self, _: usize) -> EdgeGroup<V> {
        let (x, y) = (self.normal.x(), self.normal.y());
        let offset = self.normal.dot(self.ends[0]);
        EdgeGroup {
            x: [x, -x, x, -x],
            y: [y, -y, y, -y],
            offset: [offset, -offset, offset, -offset],
        }
    }
    fn lowest_heights(&self, x: &EdgeLanes<V>, y: &EdgeLanes<V>) -> EdgeLanes<V> {
        core::array::from_fn(|lane| self.lowest(V::new(x[lane], y[lane])).1)
    }
    fn lowest(&self, direction: V) -> (usize, V::Scalar) {
        let [a, b] = self.ends.map(|p| direction.dot(p));
        if b < a { (1, b) } else { (0, a) }
    }
    fn center(&self) -> V {
        self.ends[0].midpoint(self.ends[1])
    }
    fn inner_radius(&self) -> V::Scalar {
        Real::ZERO
    }
    fn outer_radius(&self) -> V::Scalar {
        magnitude(self.ends[1] - self.ends[0]) * ScalarOf::<V>::HALF
    }
}

/// Any of these.
#[derive(Clone, Copy)]
pub(crate) enum AnyHull<'a, V: Space2> {
    Segment(SegmentHull<V>),
    Cuboid(CuboidHull<V>),
    Polygon(&'a ConvexPolygon<V>),
}

impl<'a, V: Space2> AnyHull<'a, V> {
    /// The hull of a core and the radius of its ball, before scale; `None` for a shape that is no core.
    pub fn of(shape: &'a Shape2<V>) -> Option<(Self, V::Scalar)> {
        let segment = |a, b, radius| (Self::Segment(SegmentHull::new(a, b)), radius);
        let sharp: V::Scalar = Real::ZERO;
        Some(match shape {
            Shape2::Box(c) => (Self::Cuboid(CuboidHull(c.half_extents())), sharp),
            Shape2::Convex(c) => match *c.vertices() {
                [a] => segment(a, a, sharp),
                [a, b] => segment(a, b, sharp),
                _ => (Self::Polygon(c), sharp),
            },
            Shape2::Point => segment(V::ZERO, V::ZERO, sharp),
            Shape2::Circle(b) => segment(V::ZERO, V::ZERO, b.radius()),
            Shape2::Segment(s) => segment(s.ends()[0], s.ends()[1], sharp),
            Shape2::Capsule(c) => segment(c.ends()[0], c.ends()[1], c.radius()),
            // The shape within is not itself rounded.
            Shape2::Rounded(r) if !matches!(r.shape(), Shape2::Rounded(_)) => {
                let (hull, radius) = Self::of(r.shape())?;
                (hull, radius + r.radius())
            }
            _ => return None,
        })
    }
}

/// Forwards each method to whichever hull it is.
macro_rules! forward {
    ($(fn $name:ident(&self $(, $arg:ident: $type:ty)*) -> $result:ty;)+) => { $(
        #[inline]
        fn $name(&self $(, $arg: $type)*) -> $result {
            match self {
                AnyHull::Segment(hull) => hull.$name($($arg),*),
                AnyHull::Cuboid(hull) => hull.$name($($arg),*),
                AnyHull::Polygon(hull) => OutlineHull::$name(hull $(, $arg)*),
            }
        }
    )+ };
}

impl<V: Space2> OutlineHull<V> for AnyHull<'_, V> {
    forward! {
        fn count(&self) -> usize;
        fn corner(&self, i: usize) -> V;
        fn normal(&self, i: usize) -> V;
        fn edges(&self, g: usize) -> EdgeGroup<V>;
        fn lowest_heights(&self, x: &EdgeLanes<V>, y: &EdgeLanes<V>) -> EdgeLanes<V>;
        fn lowest(&self, direction: V) -> (usize, V::Scalar);
        fn center(&self) -> V;
        fn inner_radius(&self) -> V::Scalar;
        fn outer_radius(&self) -> V::Scalar;
    }
}
