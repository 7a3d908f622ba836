//! `Outline`: a core of the plane made ready for separating axes: corners, unit normals, frame, radius.

use core::cmp::Ordering;

use crate::exact::filter::{Bound, Reach, magnitude};
use crate::math::{Frame, Real, ScalarOf};
use crate::pair::closed_form::{Rod, compare};
use crate::shape::{Placed, Shape2, Space2};

/// Corners and normals, in the local frame before scale: a few made on the fly, or a polygon's own.
#[derive(Clone, Copy)]
enum Corners<'a, V> {
    Few([V; 4], [V; 4], usize, usize),
    Many(&'a [V], &'a [V]),
}

/// A core of the plane, placed. Edge `i` runs counter-clockwise from corner `i` to the next one.
///
/// A segment has two edges with opposite normals, a point has none, a flat box has four, two of them of no length.
#[derive(Clone, Copy)]
pub(crate) struct Outline<'a, V: Space2> {
    corners: Corners<'a, V>,
    /// Where the local frame is.
    pub frame: Frame<V>,
    /// Radius of the ball that is added, in world lengths.
    pub radius: V::Scalar,
    /// Bounds the shape's distance from the world's origin.
    pub reach: Reach<V::Scalar>,
}

/// What `Outline` needs of a shape, before it is placed.
struct Local<'a, V: Space2> {
    corners: Corners<'a, V>,
    radius: V::Scalar,
    reach: V::Scalar,
}

impl<'a, V: Space2> Local<'a, V> {
    fn point(radius: V::Scalar) -> Self {
        Self {
            corners: Corners::Few([V::ZERO; 4], [V::ZERO; 4], 1, 0),
            radius,
            reach: radius,
        }
    }
    fn segment([a, b]: [V; 2], radius: V::Scalar) -> Self {
        let reach = magnitude(a).max(magnitude(b)) + radius;
        let corners = match (b - a).normalized() {
            Some(along) => {
                let n = along.right();
                Corners::Few([a, b, a, a], [n, -n, n, n], 2, 2)
            }
            None => Corners::Few([a; 4], [V::ZERO; 4], 1, 0),
        };
        Self {
            corners,
            radius,
            reach,
        }
    }
    #[inline(always)]
    fn cuboid(half: V) -> Self {
        let (x, y) = (half.x(), half.y());
        let corners = [V::new(-x, -y), V::new(x, -y), half, V::new(-x, y)];
        let zero: V::Scalar = Real::ZERO;
        let one: V::Scalar = Real::ONE;
        let normals = [
            V::new(zero, -one),
            V::new(one, zero),
            V::new(zero, one),
            V::new(-one, zero),
        ];
        Self {
            corners: Corners::Few(corners, normals, 4, 4),
            radius: zero,
            reach: x + y,
        }
    }
    #[inline]
    fn of(shape: &'a Shape2<V>) -> Option<Self> {
        let zero: V::Scalar = Real::ZERO;
        Some(match shape {
            Shape2::Box(c) => Self::cuboid(c.half_extents()),
            Shape2::Convex(c) => match *c.vertices() {
                [_, _, _, ..] => Self {
                    corners: Corners::Many(c.vertices(), c.normals()),
                    radius: zero,
                    reach: magnitude(c.center()) + c.radius(),
                },
                [a, b] => Self::segment([a, b], zero),
                [a] => Self::segment([a, a], zero),
                [] => return None,
            },
            Shape2::Point => Self::point(zero),
            Shape2::Circle(b) => Self::point(b.radius()),
            Shape2::Segment(s) => Self::segment(*s.ends(), zero),
            Shape2::Capsule(c) => Self::segment(*c.ends(), c.radius()),
            Shape2::Rounded(r) => {
                let inner = Self::of(r.shape())?;
                Self {
                    radius: inner.radius + r.radius(),
                    reach: inner.reach + r.radius(),
                    ..inner
                }
            }
            _ => return None,
        })
    }
}

impl<'a, V: Space2> Outline<'a, V> {
    /// `None` for a shape that is not a core.
    #[inline]
    pub fn new(placed: Placed<'a, V>) -> Option<Self> {
        let Local {
            corners,
            radius,
            reach,
        } = Local::of(placed.shape)?;
        let frame = placed.place.frame();
        Some(Self {
            corners,
            frame,
            radius: radius * frame.scale,
            reach: Reach::new(&placed.place, reach),
        })
    }
    /// The corners in the local frame, before scale, counter-clockwise.
    #[inline(always)]
    pub fn corners(&self) -> &[V] {
        match &self.corners {
            Corners::Few(list, _, n, _) => &list[..*n],
            Corners::Many(list, _) => list,
        }
    }
    /// The unit normals of the edges, outward, in the local frame.
    #[inline(always)]
    pub fn normals(&self) -> &[V] {
        match &self.corners {
            Corners::Few(_, list, _, n) => &list[..*n],
            Corners::Many(_, list) => list,
        }
    }
    /// Corner `i`, and the first after the last, in world lengths along the local axes.
    #[inline(always)]
    pub fn corner(&self, i: usize) -> V {
        let corners = self.corners();
        corners[if i < corners.len() { i } else { 0 }] * self.frame.scale
    }
    /// Whether the hull of the corners is a point or a segment.
    #[inline(always)]
    pub fn is_thin(&self) -> bool {
        self.corners().len() < 3
    }
    /// The corners as a rod, of a thin outline.
    pub fn rod(&self) -> Rod<V> {
        let corners = self.corners();
        let end = |i: usize| self.frame.point(corners[i]);
        Rod {
            ends: [end(0), end(corners.len() - 1)],
            radius: self.radius,
            reach: self.reach,
        }
    }
    /// A total order of different outlines, so that ties are broken alike whichever is called A.
    #[cold]
    pub fn order(&self, other: &Self) -> Ordering {
        let place = |o: &Self| [o.frame.origin, o.frame.axes[0], V::new(o.frame.scale, o.radius)];
        let lists = |p: &[V], q: &[V]| {
            let differ = p.iter().zip(q).map(|(p, q)| compare(*p, *q)).find(|o| o.is_ne());
            differ.unwrap_or(p.len().cmp(&q.len()))
        };
        lists(&place(self), &place(other)).then_with(|| lists(self.corners(), other.corners()))
    }
    /// The error bound of gaps between two outlines.
    #[inline(always)]
    pub fn bound(&self, other: &Self) -> Bound<ScalarOf<V>> {
        Bound::new::<V>(self.reach, other.reach)
    }
}

/// Another outline as seen from this one's axes and origin, in world lengths.
#[derive(Clone, Copy)]
pub(crate) struct View<V: Space2> {
    axis: V,
    origin: V,
    scale: V::Scalar,
}

impl<V: Space2> View<V> {
    /// `other` as seen from `from`.
    #[inline(always)]
    pub fn new(from: &Frame<V>, other: &Frame<V>) -> Self {
        Self {
            axis: V::project(&from.axes, other.axes[0]),
            origin: V::project(&from.axes, other.origin - from.origin),
            scale: other.scale,
        }
    }
    /// A local point of the other, before its scale.
    #[inline(always)]
    pub fn point(&self, p: V) -> V {
        self.turned(p * self.scale) + self.origin
    }
    /// A local direction of the other.
    #[inline(always)]
    pub fn turned(&self, d: V) -> V {
        self.axis * d.x() + self.axis.left() * d.y()
    }
    /// Corner `i` of the other.
    #[inline(always)]
    pub fn corner(&self, other: &Outline<'_, V>, i: usize) -> V {
        self.turned(other.corner(i)) + self.origin
    }
}
