//! `BoundingBalls`: a ball around a shape and a ball within it, which decide most pairs of a batch before
//! either shape is fetched from memory.
//!
//! If the balls around two shapes are apart, so are the shapes; if the balls within them meet, so do the
//! shapes (Ericson, "Real-Time Collision Detection", 2005, 4.3). Both balls of a shape have one center. That
//! is four numbers in the plane, so that the balls of a whole batch are close together in memory, while the
//! shapes themselves, of some hundred bytes each, are not.
//!
//! # The inner radius
//!
//! It may be negative. Then some point of the shape is no further from the center than its magnitude. The sum
//! of two inner radii is right for each sign: two balls that overlap have a point in common; a ball of radius
//! `r` around `c` contains the point of the other shape within `s` of `d` if `|c - d| <= r - s`; and the sum
//! of two negative ones is negative, which decides nothing.
//!
//! # Error bound
//!
//! A center is rounded as any vertex is, and the radii are rounded sums of a few terms no greater than the
//! reach. With the 4 units in the last place of the world vertices, all that is within half of the bound of
//! `exact/filter.rs`; the whole of it is taken.
//!
//! `inline(always)`: what is not inlined into `simd::widest` loses its wide registers.

use crate::exact::filter::{Bound, Reach};
use crate::math::{Place, Pose, Real, ScalarOf, Space, Vector, length, magnitude};
use crate::shape::{
    Capsule, ConvexPolygon, Ellipsoid, Polyhedron, Shape2, Shape3, ShapeSpace, Space2, Space3,
};

/// A ball around a shape and a ball within it, with one center, in the shape's own frame. They are made once
/// for each shape of a batch.
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
    /// Not a number or infinite where the shape has no end.
    outer: V::Scalar,
    inner: V::Scalar,
}

/// By how much larger the ball around the origin may be than the best one to be taken instead: no rotation
/// moves the origin.
const WORSE: f64 = 1.125;

impl<V: Space> BoundingBalls<V> {
    /// The balls at a pose.
    #[inline]
    pub fn placed(&self, pose: &Pose<V>) -> PlacedBalls<V> {
        self.standing(pose, || pose.rotation())
    }
    /// The balls at the position and scale of a pose, and at a rotation that is asked for only where it
    /// matters: for balls around the origin it does not. So no sine and cosine need be computed where balls
    /// decide. The caller checks that they could be: that the angle is finite.
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
    /// This, or the other around the origin, if that is hardly larger.
    fn or(self, other: Self) -> Self {
        let hardly_worse = other.outer <= self.outer * ScalarOf::<V>::lit(WORSE);
        if hardly_worse { other } else { self }
    }
    /// Of a shape of which only the corners of a box around it are known.
    fn of_corners([low, high]: [V; 2]) -> Self {
        let half = (high - low) * ScalarOf::<V>::HALF;
        let (own, origin) = (above(length(half)), above(length(low.abs().max(high.abs()))));
        let center = low + half;
        let own = Self {
            center,
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
    /// This, around the center of the hull of `vertices`, or a ball around the origin. `heights` are those of
    /// the hull's faces above the origin, if it has an inside.
    fn or_of_hull(self, vertices: &[V], heights: impl Iterator<Item = V::Scalar>) -> Self {
        let longest = vertices.iter().map(|&v| length(v)).fold(Real::ZERO, Real::max);
        let outer = above(longest);
        let least = heights.fold(ScalarOf::<V>::INFINITY, Real::min);
        self.or(Self::around_origin(outer, inner_radius(least, outer)))
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

/// An upper bound of a length: more by more than its rounding.
fn above<S: Real>(length: S) -> S {
    length * (S::ONE + S::EPSILON * S::lit(8.0)) + S::MIN_POSITIVE
}

/// The least height of a face above the center as an inner radius. Where the center is not inside, that is
/// minus the outer radius.
fn inner_radius<S: Real>(least: S, outer: S) -> S {
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

/// The smallest balls of a shape of the plane, wherever their center is.
pub(crate) fn tight2<V: Space2>(shape: &Shape2<V>) -> BoundingBalls<V> {
    match shape {
        Shape2::Convex(it) => around_center_of_polygon(it),
        Shape2::Rounded(it) => tight2(it.shape()).grown(it.radius()),
        _ => of_shape2(shape),
    }
}

/// The smallest balls of a shape of space, wherever their center is.
pub(crate) fn tight3<V: Space3>(shape: &Shape3<V>) -> BoundingBalls<V> {
    match shape {
        Shape3::Convex(it) => around_center_of_polyhedron(it),
        Shape3::Rounded(it) => tight3(it.shape()).grown(it.radius()),
        _ => of_shape3(shape),
    }
}

fn around_center_of_polygon<V: Space2>(polygon: &ConvexPolygon<V>) -> BoundingBalls<V> {
    BoundingBalls {
        center: polygon.center(),
        outer: polygon.radius(),
        inner: polygon.inner_radius(),
    }
}

fn of_polygon<V: Space2>(polygon: &ConvexPolygon<V>) -> BoundingBalls<V> {
    let corners = if polygon.rank() == V::DIM {
        polygon.vertices()
    } else {
        &[]
    };
    let heights = polygon.normals().iter().zip(corners).map(|(n, &v)| n.dot(v));
    around_center_of_polygon(polygon).or_of_hull(polygon.vertices(), heights)
}

fn of_polyhedron<V: Space3>(hull: &Polyhedron<V>) -> BoundingBalls<V> {
    let solid = hull.rank() == V::DIM;
    let offsets = (0..if solid { hull.face_count() } else { 0 }).map(|i| hull.face_offset(i));
    around_center_of_polyhedron(hull).or_of_hull(hull.vertices(), offsets)
}

fn around_center_of_polyhedron<V: Space3>(hull: &Polyhedron<V>) -> BoundingBalls<V> {
    let solid = hull.rank() == V::DIM;
    let faces = || 0..if solid { hull.face_count() } else { 0 };
    let depth = |i| hull.face_offset(i) - hull.face_normal(i).dot(hull.center());
    let least = faces().map(depth).fold(ScalarOf::<V>::INFINITY, Real::min);
    BoundingBalls {
        center: hull.center(),
        outer: hull.radius(),
        inner: inner_radius(least, hull.radius()),
    }
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

/// The balls of a shape in the world.
#[derive(Clone, Copy, Debug)]
pub struct PlacedBalls<V: Vector> {
    center: V,
    outer: V::Scalar,
    inner: V::Scalar,
    reach: Reach<V::Scalar>,
}

impl<V: Space> PlacedBalls<V> {
    /// The center of both.
    pub(crate) fn center(&self) -> V {
        self.center
    }
    /// The outer radius and the inner one.
    pub(crate) fn radii(&self) -> [V::Scalar; 2] {
        [self.outer, self.inner]
    }
    /// How far the shape reaches from the world's origin.
    pub(crate) fn reach(&self) -> Reach<V::Scalar> {
        self.reach
    }
    /// Whether the two shapes meet, touching included, where the balls decide it: then
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

/// Whether two shapes meet, by the squared distance of their centers: surely not where the distance is more
/// than `around`, surely where it is less than `within`.
#[inline(always)]
pub(crate) fn decide<S: Real>(squared: S, around: S, within: S) -> Option<bool> {
    // More than the rounding of squares and their underflow. With a NaN no comparison is true.
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
