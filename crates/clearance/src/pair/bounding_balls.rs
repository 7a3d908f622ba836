//! `BoundingBalls`: what answers for most pairs of a batch before either shape is fetched from memory.
//!
//! A ball around a shape shows that it is apart from another, a ball within it that the two meet (Ericson,
//! "Real-Time Collision Detection", 2005, 4.3). Both have one center, four numbers in the plane, so that
//! those of a whole batch stand side by side where the shapes themselves, of some hundred bytes each, are
//! spread over the memory.
//!
//! # The inner radius
//!
//! It may be negative, and then says: some point of the shape is no further from the center than its
//! magnitude. The sum of two inner radii is therefore right for each sign. Two balls that overlap have a
//! point in common; a ball of radius `r` around `c` holds the point of the other shape within `s` of `d` if
//! `|c - d| <= r - s`; and of two negative ones the sum is negative, which decides nothing.
//!
//! # Roundings
//!
//! A center is placed as any vertex, and the radii are rounded sums of a few terms no greater than the reach:
//! with the world vertices' own 4 ulp all that stays within half of the bound in `exact/filter.rs`, which is
//! taken as a whole.

use crate::exact::filter::{Bound, Reach};
use crate::math::{Place, Pose, Real, ScalarOf, Space, Vector, length, magnitude};
use crate::shape::{
    Capsule, ConvexPolygon, Ellipsoid, Polyhedron, Shape2, Shape3, ShapeSpace, Space2, Space3,
};

/// A ball around a shape and a ball within it, with one center, in the shape's own frame: made once for each
/// shape of a batch.
///
/// ```
/// use clearance::{Pose, d2::Shape, glam::DVec2, math::Rotation2, pair::BoundingBalls};
/// let square = BoundingBalls::<DVec2>::of(&Shape::cuboid(DVec2::ONE)?);
/// let poses = [Pose::IDENTITY, Pose::at(DVec2::X * 1.9)?, Pose::at(DVec2::X * 2.5)?, Pose::at(DVec2::X * 3.0)?];
/// let [here, near, between, far] = poses.map(|pose| square.standing(&pose, || Rotation2::from_angle(0.5)));
/// assert_eq!(here.meet(&far), Some(false)); // further apart than both half diagonals
/// assert_eq!(here.meet(&near), Some(true)); // nearer than both half sides
/// assert_eq!(here.meet(&between), None); // ask `intersects`
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBalls<V: Vector> {
    center: V,
    /// Not a number or infinite where there is none.
    outer: V::Scalar,
    inner: V::Scalar,
}

/// A center that is this much worse than the best is taken still, if it is the origin, which no rotation
/// moves.
const WORSE: f64 = 1.125;

impl<V: Space> BoundingBalls<V> {
    /// Where the shape stands at a pose.
    #[inline(always)]
    pub fn placed(&self, pose: &Pose<V>) -> PlacedBalls<V> {
        self.standing(pose, || pose.rotation())
    }
    /// Where the shape stands at the position and scale of a pose and turned by a rotation, which is asked
    /// for only where it matters: of balls around the origin it does not. So a sine and cosine need not be
    /// computed where balls decide; that they could be, that the angle is finite, is for the caller to check.
    #[inline(always)]
    pub fn standing(&self, unturned: &Pose<V>, rotation: impl FnOnce() -> V::Rotation) -> PlacedBalls<V> {
        use crate::math::Rotation as _;
        let (position, scale) = (unturned.position(), unturned.scale());
        let local = magnitude(self.center) + self.outer;
        PlacedBalls {
            center: if self.center == V::ZERO {
                position
            } else {
                V::combine(&rotation().axes(), self.center * scale) + position
            },
            outer: self.outer * scale,
            inner: self.inner * scale,
            reach: Reach::new(&Place::world(unturned), local),
        }
    }
    fn around_origin(outer: V::Scalar, inner: V::Scalar) -> Self {
        Self {
            center: V::ZERO,
            outer,
            inner,
        }
    }
    /// This, or what has its center at the origin and is hardly worse.
    fn or(self, other: Self) -> Self {
        let hardly_worse = other.outer <= self.outer * ScalarOf::<V>::lit(WORSE);
        if hardly_worse { other } else { self }
    }
    /// Of a shape that is known by the corners of a box around it alone.
    fn of_corners([low, high]: [V; 2]) -> Self {
        let half = (high - low) * ScalarOf::<V>::HALF;
        let (own, origin) = (above(length(half)), above(length(low.abs().max(high.abs()))));
        let own = Self {
            center: low + half,
            outer: own,
            inner: -own,
        };
        own.or(Self::around_origin(origin, -origin))
    }
    fn of_box(half_extents: V) -> Self {
        Self::around_origin(above(length(half_extents)), half_extents.min_element())
    }
    fn of_ellipsoid(ellipsoid: &Ellipsoid<V>) -> Self {
        let radii = ellipsoid.radii();
        Self::around_origin(radii.max_element(), radii.min_element())
    }
    fn of_rod([a, b]: [V; 2]) -> Self {
        Self {
            center: a.midpoint(b),
            outer: above(length((b - a) * ScalarOf::<V>::HALF)),
            inner: Real::ZERO,
        }
    }
    fn of_capsule(capsule: &Capsule<V>) -> Self {
        Self::of_rod(*capsule.ends()).grown(capsule.radius())
    }
    /// Of the hull of `vertices` with a center of its own; `heights` are those of its faces above the origin,
    /// if it has an inside.
    fn or_of_hull(self, vertices: &[V], heights: impl Iterator<Item = V::Scalar>) -> Self {
        let longest = vertices.iter().map(|&v| length(v)).fold(Real::ZERO, Real::max);
        let outer = above(longest);
        let least = heights.fold(ScalarOf::<V>::INFINITY, Real::min);
        self.or(Self::around_origin(outer, sound(least, outer)))
    }
    /// With a ball added.
    fn grown(self, radius: V::Scalar) -> Self {
        Self {
            outer: self.outer + radius,
            inner: self.inner + radius,
            ..self
        }
    }
}

/// A length that is more than the true one by more than it was rounded.
fn above<S: Real>(length: S) -> S {
    length * (S::ONE + S::EPSILON * S::lit(8.0)) + S::MIN_POSITIVE
}

/// The least height of a face above the center as an inner radius: where the center is not inside, the other
/// says.
fn sound<S: Real>(least: S, outer: S) -> S {
    if least >= S::ZERO && least.is_finite() {
        least
    } else {
        -outer
    }
}

/// The balls of a shape of the plane.
pub(crate) fn of_shape2<V: Space2>(shape: &Shape2<V>) -> BoundingBalls<V> {
    use Shape2 as S;
    match shape {
        S::Point => BoundingBalls::around_origin(Real::ZERO, Real::ZERO),
        S::Segment(it) => BoundingBalls::of_rod(*it.ends()),
        S::Circle(it) => BoundingBalls::around_origin(it.radius(), it.radius()),
        S::Ellipse(it) => BoundingBalls::of_ellipsoid(it),
        S::Capsule(it) => BoundingBalls::of_capsule(it),
        S::Box(it) => BoundingBalls::of_box(it.half_extents()),
        S::Convex(it) => of_polygon(it),
        S::Rounded(it) => of_shape2(it.shape()).grown(it.radius()),
        S::Polygon(_) | S::Polyline(_) | S::HalfSpace(_) | S::Bitmap(_) | S::Compound(_) => {
            of_others::<V>(shape)
        }
    }
}

/// The balls of a shape of space.
pub(crate) fn of_shape3<V: Space3>(shape: &Shape3<V>) -> BoundingBalls<V> {
    use Shape3 as S;
    match shape {
        S::Point => BoundingBalls::around_origin(Real::ZERO, Real::ZERO),
        S::Segment(it) => BoundingBalls::of_rod(*it.ends()),
        S::Sphere(it) => BoundingBalls::around_origin(it.radius(), it.radius()),
        S::Ellipsoid(it) => BoundingBalls::of_ellipsoid(it),
        S::Capsule(it) => BoundingBalls::of_capsule(it),
        S::Box(it) => BoundingBalls::of_box(it.half_extents()),
        S::Convex(it) => of_polyhedron(it),
        S::Rounded(it) => of_shape3(it.shape()).grown(it.radius()),
        S::Triangle(_)
        | S::Cylinder(_)
        | S::Cone(_)
        | S::Mesh(_)
        | S::Terrain(_)
        | S::HalfSpace(_)
        | S::Compound(_) => of_others::<V>(shape),
    }
}

fn of_polygon<V: Space2>(polygon: &ConvexPolygon<V>) -> BoundingBalls<V> {
    let own = BoundingBalls {
        center: polygon.center(),
        outer: polygon.radius(),
        inner: polygon.inner_radius(),
    };
    let corners = if polygon.rank() == V::DIM {
        polygon.vertices()
    } else {
        &[]
    };
    let heights = polygon.normals().iter().zip(corners).map(|(n, &v)| n.dot(v));
    own.or_of_hull(polygon.vertices(), heights)
}

fn of_polyhedron<V: Space3>(hull: &Polyhedron<V>) -> BoundingBalls<V> {
    let solid = hull.rank() == V::DIM;
    let faces = || 0..if solid { hull.face_count() } else { 0 };
    let depth = |i| hull.face_offset(i) - hull.face_normal(i).dot(hull.center());
    let least = faces().map(depth).fold(ScalarOf::<V>::INFINITY, Real::min);
    let own = BoundingBalls {
        center: hull.center(),
        outer: hull.radius(),
        inner: sound(least, hull.radius()),
    };
    own.or_of_hull(hull.vertices(), faces().map(|i| hull.face_offset(i)))
}

fn of_others<V: ShapeSpace>(shape: &V::Shape) -> BoundingBalls<V> {
    use crate::shape::AnyShape as _;
    let around = shape.local_aabb();
    if around.min.is_finite() && around.max.is_finite() {
        BoundingBalls::of_corners([around.min, around.max])
    } else {
        BoundingBalls::around_origin(Real::INFINITY, -ScalarOf::<V>::INFINITY)
    }
}

/// The balls of a shape where it stands.
#[derive(Clone, Copy, Debug)]
pub struct PlacedBalls<V: Vector> {
    center: V,
    outer: V::Scalar,
    inner: V::Scalar,
    reach: Reach<V::Scalar>,
}

impl<V: Space> PlacedBalls<V> {
    /// Whether the two shapes meet, touching included, where the balls are sure of it: then
    /// [`intersects`](crate::pair::intersects) says the same.
    #[inline(always)]
    pub fn meet(&self, other: &Self) -> Option<bool> {
        let error = Bound::new::<V>(self.reach, other.reach).error;
        let squared = (other.center - self.center).length_squared();
        decide(
            squared,
            self.outer + other.outer + error,
            self.inner + other.inner - error,
        )
    }
}

/// Whether two shapes surely meet, or surely do not, by the squared distance of their centers: they do not
/// where it is more than `around`, they do where it is less than `within`.
#[inline(always)]
pub(crate) fn decide<S: Real>(squared: S, around: S, within: S) -> Option<bool> {
    // What the roundings of squares and their underflow may add. Of numbers that are none, no comparison
    // holds.
    let above_one = S::ONE + S::EPSILON * S::lit(8.0);
    let more = |x| x * above_one + S::MIN_POSITIVE;
    if squared > more(around * around) {
        Some(false)
    } else if within > S::ZERO && more(squared) < within * within {
        Some(true)
    } else {
        None
    }
}
