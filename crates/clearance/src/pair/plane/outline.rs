//! `PlaneOutline`: a core of the plane, ready for separating axes: hull, frame, radius.

use core::cmp::Ordering;

use super::hull::{AnyHull, EdgeGroup, EdgeLanes, FourLanes, OutlineHull};
use crate::exact::filter::{Bound, Reach};
use crate::math::{Frame, Lanes as _, Place, Real, ScalarOf, magnitude};
use crate::pair::round::world_capsule::{WorldCapsule, compare};
use crate::shape::{EDGES, EdgeColumns, Placed, Space2};

/// A core of the plane and its frame. Every length and point that it gives is in the local axes, in world
/// lengths.
#[derive(Clone, Copy)]
pub(crate) struct PlaneOutline<V: Space2, H> {
    /// The corners, before scale.
    pub hull: H,
    /// The local frame in the world.
    pub frame: Frame<V>,
    /// Radius of the ball that is added.
    pub radius: V::Scalar,
    /// Bounds the shape's distance from the world's origin.
    pub reach: Reach<V::Scalar>,
}

/// The outline of any core.
pub(super) type CoreOutline<'a, V> = PlaneOutline<V, AnyHull<'a, V>>;

impl<'a, V: Space2> CoreOutline<'a, V> {
    /// The outline of any core; `None` for other shapes.
    #[inline]
    pub fn of(placed: Placed<'a, V>) -> Option<Self> {
        let (hull, radius) = AnyHull::of(placed.shape)?;
        Some(Self::new(&placed.place, hull, radius))
    }
}

impl<V: Space2, H: OutlineHull<V>> PlaneOutline<V, H> {
    /// A hull with a ball of `radius`, both before scale.
    #[inline]
    pub fn new(place: &Place<'_, V>, hull: H, radius: V::Scalar) -> Self {
        let frame = place.frame();
        let reach = magnitude(hull.center()) + hull.outer_radius() + radius;
        Self {
            hull,
            radius: radius * frame.scale,
            reach: Reach::new(place, reach),
            frame,
        }
    }
    /// How many corners there are. There are as many edges, except that a point has none.
    #[inline]
    pub fn count(&self) -> usize {
        self.hull.count()
    }
    /// The corner before corner `i`.
    #[inline]
    pub fn before(&self, i: usize) -> usize {
        if i == 0 { self.count() - 1 } else { i - 1 }
    }
    /// The corner after corner `i`.
    #[inline]
    pub fn after(&self, i: usize) -> usize {
        if i + 1 == self.count() { 0 } else { i + 1 }
    }
    /// Corner `i`.
    #[inline]
    pub fn corner(&self, i: usize) -> V {
        self.hull.corner(i) * self.frame.scale
    }
    /// The outward unit normal of edge `i`; zero for a point.
    #[inline]
    pub fn normal(&self, i: usize) -> V {
        self.hull.normal(i)
    }
    /// Whether the hull of the corners is a point or a segment.
    #[inline]
    pub fn is_thin(&self) -> bool {
        self.hull.is_thin()
    }
    /// How many groups of four edges there are.
    #[inline]
    pub fn groups(&self) -> usize {
        if self.count() == 1 {
            0
        } else {
            self.count().div_ceil(EDGES)
        }
    }
    /// Edges `4 g` to `4 g + 3`.
    #[inline]
    pub fn edges(&self, g: usize) -> EdgeGroup<V> {
        let mut edges = self.hull.edges(g);
        for offset in &mut edges.offset {
            *offset *= self.frame.scale;
        }
        edges
    }
    /// The smallest value of `direction · corner` for each of four directions.
    #[inline]
    fn lowest_heights(&self, x: &EdgeLanes<V>, y: &EdgeLanes<V>) -> EdgeLanes<V> {
        self.hull
            .lowest_heights(x, y)
            .map(|height| height * self.frame.scale)
    }
    /// The corner of the smallest value of `direction · corner`, and that value.
    #[inline]
    pub fn lowest(&self, direction: V) -> (usize, V::Scalar) {
        let (corner, height) = self.hull.lowest(direction);
        (corner, height * self.frame.scale)
    }
    /// The center of the balls of [`inner_radius`](Self::inner_radius) and
    /// [`outer_radius`](Self::outer_radius).
    #[inline]
    pub fn center(&self) -> V {
        self.hull.center() * self.frame.scale
    }
    /// The lowest corner in any direction is at least this far below the center; negative where it may be
    /// above.
    #[inline]
    pub fn inner_radius(&self) -> V::Scalar {
        self.hull.inner_radius() * self.frame.scale
    }
    /// No corner is further from the center.
    #[inline]
    pub fn outer_radius(&self) -> V::Scalar {
        self.hull.outer_radius() * self.frame.scale
    }
    /// A point or segment as a capsule.
    pub fn capsule(&self) -> WorldCapsule<V> {
        let (first, last) = (self.corner(0), self.corner(self.count() - 1));
        let half = ScalarOf::<V>::HALF;
        WorldCapsule {
            center: self.frame.direction((first + last) * half) + self.frame.origin,
            half: self.frame.direction((last - first) * half),
            radius: self.radius,
            reach: self.reach,
        }
    }
    /// A total order of different outlines, so that ties are broken in the same way whichever is called A.
    #[cold]
    pub fn order(&self, other: &Self) -> Ordering {
        let place = |f: &Frame<V>, radius| [f.origin, f.axes[0], V::new(f.scale, radius)];
        let places = place(&self.frame, self.radius)
            .into_iter()
            .zip(place(&other.frame, other.radius));
        let places = places.map(|(p, q)| compare(p, q));
        let counts = self.count().cmp(&other.count());
        let corners = (0..self.count().min(other.count())).map(|i| compare(self.corner(i), other.corner(i)));
        places
            .chain([counts])
            .chain(corners)
            .find(|o| o.is_ne())
            .unwrap_or(Ordering::Equal)
    }
    /// The error bound of gaps between two outlines.
    #[inline]
    pub fn bound(&self, other: &Self) -> Bound<ScalarOf<V>> {
        Bound::new::<V>(self.reach, other.reach)
    }
}

/// The frame of an outline in that of another one.
#[derive(Clone, Copy)]
pub(crate) struct RelativeFrame<V: Space2> {
    axis: V,
    origin: V,
}

impl<V: Space2> RelativeFrame<V> {
    /// The frame `other` in the frame `from`.
    #[inline]
    pub fn new(from: &Frame<V>, other: &Frame<V>) -> Self {
        Self {
            axis: V::project(&from.axes, other.axes[0]),
            origin: V::project(&from.axes, other.origin - from.origin),
        }
    }
    /// A point of the other in this frame.
    #[inline]
    pub fn point(&self, p: V) -> V {
        self.axis * p.x() + self.axis.left() * p.y() + self.origin
    }
    /// A direction of this frame in that of the other.
    #[inline]
    pub fn in_other(&self, direction: V) -> V {
        V::new(self.axis.dot(direction), self.axis.perp_dot(direction))
    }
    /// The smallest height of the other along a direction.
    #[inline]
    pub fn lowest_height<H: OutlineHull<V>>(&self, other: &PlaneOutline<V, H>, direction: V) -> V::Scalar {
        other.lowest(self.in_other(direction)).1 + direction.dot(self.origin)
    }
    /// The normals of four edges in the other frame, by their components.
    #[inline]
    pub fn turned(&self, edges: &EdgeColumns<V::Scalar>) -> [FourLanes<V>; 2] {
        let [x, y] = [
            FourLanes::<V>::new(&edges.normal[0]),
            FourLanes::<V>::new(&edges.normal[1]),
        ];
        let (c, s) = (
            FourLanes::<V>::splat(self.axis.x()),
            FourLanes::<V>::splat(self.axis.y()),
        );
        [x * c + y * s, y * c - x * s]
    }
    /// The gaps between four edges and the other, given the other's lowest heights along them in its own
    /// axes, and both scales.
    #[inline]
    pub fn gaps_from_heights(
        &self,
        edges: &EdgeColumns<V::Scalar>,
        lowest: FourLanes<V>,
        [mine, its]: [V::Scalar; 2],
    ) -> FourLanes<V> {
        let [x, y] = [
            FourLanes::<V>::new(&edges.normal[0]),
            FourLanes::<V>::new(&edges.normal[1]),
        ];
        let offset = FourLanes::<V>::new(&edges.offset) * FourLanes::<V>::splat(mine);
        let (ox, oy) = (self.origin.x(), self.origin.y());
        let origin = x * FourLanes::<V>::splat(ox) + y * FourLanes::<V>::splat(oy);
        lowest * FourLanes::<V>::splat(its) + (origin - offset)
    }
    /// The gaps between four edges and the other.
    #[inline(always)]
    pub fn gaps<H: OutlineHull<V>>(&self, other: &PlaneOutline<V, H>, edges: &EdgeGroup<V>) -> EdgeLanes<V> {
        let (c, s) = (self.axis.x(), self.axis.y());
        let x = core::array::from_fn(|lane| edges.x[lane] * c + edges.y[lane] * s);
        let y = core::array::from_fn(|lane| edges.y[lane] * c - edges.x[lane] * s);
        let gaps = other.lowest_heights(&x, &y);
        core::array::from_fn(|lane| {
            let origin = edges.x[lane] * self.origin.x() + edges.y[lane] * self.origin.y();
            gaps[lane] + (origin - edges.offset[lane])
        })
    }
}
