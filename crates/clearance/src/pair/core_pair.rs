//! Two cores of space, ready for the float tests: in double precision, in A's local frame, with the error
//! bound of their clearance.
//!
//! A [`ConvexCore`] is the hull of points grown by a ball, with its frame in the world; a [`CorePair`] is two
//! of them seen from A's frame, where the numbers are small.
//!
//! Single-precision shapes are exact in double precision, so that one set of tests serves both, and the
//! tests' own rounding is negligible there. The world's rounding remains: with a rotation, relations are
//! defined on world vertices rounded to the scene's precision.
//!
//! Error bound: the sum of the three constants below, each times the magnitudes that entered. Limits: beyond
//! `ORDINARY_SIZES` squares and cubes of coordinates overflow or vanish; there the bound is infinite, and
//! nothing is decided here.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

use core::cmp::Ordering;

use glam::DVec3;

use crate::math::{Frame, GivenRotation, Place, Pose, Real, Rotation, ScalarOf, Space, Vector, turned_axes};
use crate::pair::gjk_epa::simplex::Support;
use crate::shape::{AnyShape, Placed, Polyhedron, Shape3, Space3};

/// The error bound of the tests' own sums, in units of `f64::EPSILON` times the magnitudes that entered: a
/// rotation's entries are right to 5, a point takes 3 products of these and 3 sums in each of two frames, a
/// height 3 more; doubled.
const OWN_ERROR: f64 = 32.0;
/// How far a rotated world vertex may be from the true one, in units of the scene's epsilon: each coordinate
/// is right to one unit in the last place, times the square root of 3.
pub(crate) const WORLD_ERROR: f64 = 2.0;
/// How far below the furthest vertex the one may be that a scan in the scene's precision finds, in units of
/// the scene's epsilon: each of two heights is right to 4 half units, and the direction to one.
const SCAN_ERROR: f64 = 5.0;

/// The points whose hull a core is, in its local frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CoreHull<'a, V: Space3> {
    /// A box with these half extents, scaled.
    Box(DVec3),
    /// A point, a segment or a triangle: the first `.1` of these points, scaled.
    Simplex([DVec3; 3], usize),
    /// The vertices are those of the shape, not scaled.
    Polyhedron(&'a Polyhedron<V>),
}

/// A core and its frame in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConvexCore<'a, V: Space3> {
    pub hull: CoreHull<'a, V>,
    pub frame: Frame<DVec3>,
    /// The ball added, in world lengths.
    pub radius: f64,
    /// The center of the hull, in the world; no vertex is further away than `reach`.
    pub center: DVec3,
    pub reach: f64,
    /// No number is larger on the way of a vertex to the world, its ball included.
    magnitude: f64,
    /// No vertex is further from the local origin, in world lengths.
    extent: f64,
    turned: bool,
}

impl<'a, V: Space3> ConvexCore<'a, V> {
    /// `None` for shapes that are not cores.
    #[inline]
    pub fn new(placed: Placed<'a, V>) -> Option<Self> {
        let (shape, added) = match placed.shape.as_rounded() {
            Some(r) => (r.shape(), r.radii().iter().map(|x| x.to_f64()).sum()),
            None => (placed.shape, 0.0),
        };
        let placed = PlacedFrame::of(placed.place);
        let s = placed.frame.scale;
        let few = |points: [V; 3], count| CoreHull::Simplex(points.map(|p| p.to_double() * s), count);
        let (hull, own) = match shape {
            Shape3::Point => (few([V::ZERO; 3], 1), 0.0),
            Shape3::Sphere(b) => (few([V::ZERO; 3], 1), b.radius().to_f64()),
            Shape3::Segment(g) => (few([g.ends()[0], g.ends()[1], V::ZERO], 2), 0.0),
            Shape3::Capsule(c) => (few([c.ends()[0], c.ends()[1], V::ZERO], 2), c.radius().to_f64()),
            Shape3::Triangle(t) => (few(*t.vertices(), 3), 0.0),
            Shape3::Box(b) => (CoreHull::Box(b.half_extents().to_double() * s), 0.0),
            Shape3::Convex(p) => (CoreHull::Polyhedron(p), 0.0),
            _ => return None,
        };
        Some(Self::assemble(hull, (own + added) * s, &placed))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn assemble(hull: CoreHull<'a, V>, radius: f64, placed: &PlacedFrame) -> Self {
        let frame = placed.frame;
        let (local_center, reach, extent) = match &hull {
            CoreHull::Box(h) => {
                let diagonal = h.length() * (1.0 + 1e-15);
                (DVec3::ZERO, diagonal, diagonal)
            }
            CoreHull::Simplex(points, count) => ball_around(&points[..*count]),
            CoreHull::Polyhedron(p) => {
                let center = p.center().to_double() * frame.scale;
                let reach = p.radius().to_f64() * frame.scale;
                (center, reach, center.length() + reach)
            }
        };
        Self {
            center: DVec3::combine(&frame.axes, local_center) + frame.origin,
            reach,
            extent,
            magnitude: placed.magnitude + extent + radius,
            turned: placed.turned,
            hull,
            frame,
            radius,
        }
    }

    /// The support point along a unit vector of the local frame, in that frame, scaled.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn support(&self, n: DVec3) -> DVec3 {
        match &self.hull {
            CoreHull::Box(h) => h.copysign(n),
            CoreHull::Simplex(points, count) => furthest_of_few(points, *count, n),
            CoreHull::Polyhedron(p) => p.support_point(V::from_double(n)).to_double() * self.frame.scale,
        }
    }
    /// Whether the hull has no inside.
    pub fn is_flat(&self) -> bool {
        match &self.hull {
            CoreHull::Box(h) => h.min_element() == 0.0,
            CoreHull::Simplex(..) => true,
            CoreHull::Polyhedron(p) => p.rank() < 3,
        }
    }
    /// No number is larger on the way of a vertex to the world, its ball included.
    #[inline]
    pub fn magnitude(&self) -> f64 {
        self.magnitude
    }
    /// A lower bound of the largest absolute world coordinate of the shape.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn least_size(&self) -> f64 {
        self.center
            .max_abs()
            .max(0.29 * self.reach)
            .max(0.5 * self.radius)
    }

    /// A total order by pose and shape that scaling by powers of two does not change. Questions are answered
    /// in this order, so that exchanging A and B gives the same bits, mirrored.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn order(&self, other: &Self) -> Ordering {
        // The origins nearly always differ.
        match lexicographic(self.frame.origin, other.frame.origin) {
            Ordering::Equal => self.order_of_frames(other),
            order => order,
        }
    }
    #[inline(never)]
    fn order_of_frames(&self, other: &Self) -> Ordering {
        let by_axes = self.frame.axes.into_iter().zip(other.frame.axes);
        by_axes
            .map(|(p, q)| lexicographic(p, q))
            .chain([self.radius.total_cmp(&other.radius)])
            .find(|o| o.is_ne())
            .unwrap_or_else(|| self.order_of_hulls(other))
    }
    fn order_of_hulls(&self, other: &Self) -> Ordering {
        let kind = |hull: &CoreHull<'_, V>| match hull {
            CoreHull::Box(_) => 0,
            CoreHull::Simplex(_, count) => *count,
            CoreHull::Polyhedron(p) => 3 + p.vertices().len(),
        };
        kind(&self.hull).cmp(&kind(&other.hull)).then_with(|| {
            let count = self.vertex_count();
            (0..count)
                .map(|i| lexicographic(self.vertex(i), other.vertex(i)))
                .find(|o| o.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }

    /// How many vertices the hull has.
    pub fn vertex_count(&self) -> usize {
        match &self.hull {
            CoreHull::Box(_) => 8,
            CoreHull::Simplex(_, count) => *count,
            CoreHull::Polyhedron(p) => p.vertices().len(),
        }
    }
    /// A vertex in the local frame, scaled.
    #[inline]
    pub fn vertex(&self, i: usize) -> DVec3 {
        match &self.hull {
            CoreHull::Box(h) => DVec3::from_fn(|k| if i >> k & 1 == 1 { h[k] } else { -h[k] }),
            CoreHull::Simplex(points, _) => points[i],
            CoreHull::Polyhedron(p) => p.vertices()[i].to_double() * self.frame.scale,
        }
    }
}

/// Two cores in A's local frame, where their numbers are small.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorePair<'a, V: Space3> {
    pub a: &'a ConvexCore<'a, V>,
    pub b: &'a ConvexCore<'a, V>,
    /// B's local frame in A's. Its scale is already in B's vertices.
    pub axes: [DVec3; 3],
    pub origin: DVec3,
    /// From A's center to B's.
    pub between: DVec3,
    /// No computed clearance is further from the true one than this; infinite where the numbers are out of
    /// range.
    pub error: f64,
    /// The magnitude of the numbers that the iterative searches work with.
    pub scale: f64,
}

impl<'a, V: Space3> CorePair<'a, V> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn new(a: &'a ConvexCore<'a, V>, b: &'a ConvexCore<'a, V>) -> Self {
        let to_a = |v: DVec3| DVec3::project(&a.frame.axes, v);
        let magnitude = a.magnitude + b.magnitude;
        let scene = ScalarOf::<V>::EPSILON.to_f64();
        let mut error = OWN_ERROR * f64::EPSILON * magnitude;
        for core in [a, b] {
            if core.turned {
                error += WORLD_ERROR * scene * core.magnitude;
            }
            if matches!(core.hull, CoreHull::Polyhedron(_)) {
                error += SCAN_ERROR * scene * core.extent;
            }
        }
        let between = to_a(b.center - a.center);
        let scale = between.length() + a.extent + b.extent;
        let [least, most] = V::Scalar::ORDINARY_SIZES.map(Real::to_f64);
        // In this range the bounds of the tests in the scene's own precision hold, too.
        let in_range = magnitude > 16.0 * least && 16.0 * magnitude < most && is_in_range(scale);
        Self {
            axes: b.frame.axes.map(to_a),
            origin: to_a(b.frame.origin - a.frame.origin),
            between,
            error: if in_range { error } else { f64::INFINITY },
            scale,
            a,
            b,
        }
    }
    /// The two in the order of [`ConvexCore::order`], so that the bits of an answer do not depend on which is
    /// called A; also whether they were exchanged.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn ordered(a: &'a ConvexCore<'a, V>, b: &'a ConvexCore<'a, V>) -> (Self, bool) {
        let swapped = a.order(b) == Ordering::Greater;
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        (Self::new(first, second), swapped)
    }
    /// The sum of both radii.
    #[inline]
    pub fn radii(&self) -> f64 {
        self.a.radius + self.b.radius
    }
    /// Whether the error bound is small enough for a clearance to be answered, and no number out of range.
    #[inline(always)]
    pub fn is_accurate(&self) -> bool {
        let least = self.a.least_size().max(self.b.least_size());
        let promised = 5e-13_f64.max(80.0 * ScalarOf::<V>::EPSILON.to_f64());
        self.error <= promised * least && self.is_in_range()
    }
    /// Whether all numbers are in range; else the error bound is infinite.
    #[inline]
    pub fn is_in_range(&self) -> bool {
        self.error < f64::INFINITY
    }
    /// How far apart the bounds of an iterative search may stay: a little more than the rounding of its own
    /// sums.
    #[inline(always)]
    pub fn search_gap(&self) -> f64 {
        let own = 16.0 * f64::EPSILON;
        let scene = 0.25 * ScalarOf::<V>::EPSILON.to_f64();
        own.max(scene) * self.scale
    }
    /// The largest error bound that a clearance of the hulls may have.
    #[inline]
    pub fn largest_error_bound(&self) -> f64 {
        1e-13_f64.max(4.0 * ScalarOf::<V>::EPSILON.to_f64()) * self.scale
    }
    /// The error bound of sums of the numbers of both hulls. An axis must be better by more to be preferred.
    #[inline]
    pub fn sum_error(&self) -> f64 {
        8.0 * f64::EPSILON * self.scale
    }
    /// The support point of A along a unit vector of A's frame, and that of B against it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn support(&self, n: DVec3) -> Support<DVec3> {
        Support::new(self.a.support(n), self.support_of_b(-n))
    }
    /// The support point of B along a unit vector of A's frame, in A's frame.
    #[inline(always)]
    pub fn support_of_b(&self, n: DVec3) -> DVec3 {
        self.placed_b(self.b.support(DVec3::project(&self.axes, n)))
    }
    /// A point of B's frame in A's.
    #[inline]
    pub fn placed_b(&self, p: DVec3) -> DVec3 {
        DVec3::combine(&self.axes, p) + self.origin
    }
    /// A point of A's frame in the world.
    #[inline]
    pub fn in_world(&self, p: DVec3) -> DVec3 {
        DVec3::combine(&self.a.frame.axes, p) + self.a.frame.origin
    }
}

/// Whether the fourth powers of these numbers, and of the rounding of their differences, neither overflow nor
/// vanish.
#[inline]
fn is_in_range(scale: f64) -> bool {
    let [least, most] = f64::ORDINARY_SIZES;
    scale > least && scale < most
}

/// A place as one frame in double precision, with what its error bound needs.
struct PlacedFrame {
    frame: Frame<DVec3>,
    turned: bool,
    /// No coordinate of the local origin is larger on its way to the world.
    magnitude: f64,
}

impl PlacedFrame {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn of<V: Space3>(place: Place<'_, V>) -> Self {
        let mut placed = Self::of_pose(place.pose);
        let mut outer = place.outer;
        while let Some(place) = outer {
            placed = Self::of_pose(place.pose).after(&placed);
            outer = place.outer;
        }
        placed
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn of_pose<V: Space3>(pose: &Pose<V>) -> Self {
        let (axes, turned) = match pose.rotation().given() {
            GivenRotation::Quaternion(q) => (turned_axes(q), true),
            _ => (DVec3::AXES, false),
        };
        let origin = pose.position().to_double();
        Self {
            frame: Frame {
                axes,
                origin,
                scale: pose.scale().to_f64(),
            },
            turned,
            magnitude: origin.length(),
        }
    }
    #[cold]
    fn after(&self, inner: &Self) -> Self {
        Self {
            frame: self.frame.after(&inner.frame),
            turned: self.turned || inner.turned,
            magnitude: self.magnitude + self.frame.scale * inner.magnitude,
        }
    }
}

fn lexicographic(p: DVec3, q: DVec3) -> Ordering {
    let by_component = (0..3).map(|k| p[k].partial_cmp(&q[k]).unwrap_or(Ordering::Equal));
    by_component.fold(Ordering::Equal, Ordering::then)
}

/// A ball around up to three points: its center, its radius, and a bound of the points' distance from the
/// origin.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn ball_around(points: &[DVec3]) -> (DVec3, f64, f64) {
    let (mut low, mut high) = (points[0], points[0]);
    for &p in &points[1..] {
        (low, high) = (low.min(p), high.max(p));
    }
    let center = (low + high) * 0.5;
    let reach = (high - center).length() * (1.0 + 1e-15);
    (center, reach, center.length() + reach)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn furthest_of_few(points: &[DVec3; 3], count: usize, n: DVec3) -> DVec3 {
    let mut best = points[0];
    let mut most = best.dot(n);
    for p in &points[1..count] {
        let height = p.dot(n);
        if height > most {
            (best, most) = (*p, height);
        }
    }
    best
}
