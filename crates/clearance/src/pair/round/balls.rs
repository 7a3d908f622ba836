//! Two balls, in the plane and in space alike: the difference of their centers decides everything.
//!
//! A rotation does not move a center that is the origin of its frame, so no frame is computed. Distance,
//! normal and points are the same numbers whichever ball is called A. The answer is `None` where the sign of
//! the distance is not sure, or the centers coincide.

use crate::exact::filter::{Bound, Reach};
use crate::math::{Place, Real, Space, Vector, length};
use crate::pair::answer::{Clearance, Contact, DepthKind, FeatureId, Manifold, Relation};

/// A ball around the origin of its place, in the world.
#[derive(Clone, Copy)]
struct WorldBall<V: Vector> {
    center: V,
    radius: V::Scalar,
    reach: Reach<V::Scalar>,
}

impl<V: Space> WorldBall<V> {
    #[inline(always)]
    fn new(place: Place<'_, V>, radius: V::Scalar) -> Self {
        let (center, scale) = place.origin_and_scale();
        Self {
            center,
            radius: radius * scale,
            reach: Reach::new(&place, radius),
        }
    }
}

/// Two balls and their distance.
#[derive(Clone, Copy)]
struct BallPair<V: Vector> {
    a: WorldBall<V>,
    b: WorldBall<V>,
    /// From A's center to B's.
    between: V,
    /// The length of that.
    length: V::Scalar,
    distance: V::Scalar,
}

/// A radius and the place whose origin is the ball's center.
type PlacedBall<'a, V> = (<V as Vector>::Scalar, Place<'a, V>);

impl<V: Space> BallPair<V> {
    #[inline(always)]
    fn new(a: PlacedBall<'_, V>, b: PlacedBall<'_, V>) -> Self {
        let (a, b) = (WorldBall::new(a.1, a.0), WorldBall::new(b.1, b.0));
        let between = b.center - a.center;
        let length = length(between);
        Self {
            a,
            b,
            between,
            length,
            distance: length - (a.radius + b.radius),
        }
    }
    #[inline]
    fn bound(&self) -> Bound<V::Scalar> {
        Bound::new::<V>(self.a.reach, self.b.reach)
    }
    #[inline]
    fn meet(&self) -> Option<bool> {
        self.bound().meets(self.distance)
    }
    /// One contains the other if the centers are no further apart than the radii differ.
    #[inline]
    fn relation(&self) -> Option<Relation> {
        let (bound, spare) = (self.bound(), self.b.radius - self.a.radius);
        if !bound.meets(self.distance)? {
            return Some(Relation::Disjoint);
        }
        Relation::of_overlapping(
            bound.meets(self.length - spare)?,
            bound.meets(self.length + spare)?,
        )
    }
    #[inline(always)]
    fn clearance(&self) -> Option<Clearance<V>> {
        self.meet()?;
        if self.length <= Real::MIN_POSITIVE {
            return None;
        }
        let normal = self.between / self.length;
        Some(Clearance {
            distance: self.distance,
            normal,
            point_a: self.a.center + normal * self.a.radius,
            point_b: self.b.center - normal * self.b.radius,
            depth_kind: DepthKind::Exact,
        })
    }
}

/// Whether two balls meet.
#[inline]
pub(crate) fn meet<V: Space>(a: PlacedBall<'_, V>, b: PlacedBall<'_, V>) -> Option<bool> {
    BallPair::new(a, b).meet()
}

/// The relation of two balls.
#[inline]
pub(crate) fn relation<V: Space>(a: PlacedBall<'_, V>, b: PlacedBall<'_, V>) -> Option<Relation> {
    BallPair::new(a, b).relation()
}

/// The distance of two balls, 0 where they meet.
#[inline]
pub(crate) fn distance<V: Space>(a: PlacedBall<'_, V>, b: PlacedBall<'_, V>) -> Option<V::Scalar> {
    let balls = BallPair::new(a, b);
    balls.meet().map(|_| balls.distance.max(Real::ZERO))
}

/// The signed distance of two balls with its witness.
#[inline]
pub(crate) fn clearance<V: Space>(a: PlacedBall<'_, V>, b: PlacedBall<'_, V>) -> Option<Clearance<V>> {
    BallPair::new(a, b).clearance()
}

/// The one contact of two balls.
#[inline]
pub(crate) fn manifold<V: Space>(
    a: PlacedBall<'_, V>,
    b: PlacedBall<'_, V>,
    margin: V::Scalar,
) -> Option<Manifold<V>> {
    let c = BallPair::new(a, b).clearance()?;
    let contact = Contact {
        point_a: c.point_a,
        point_b: c.point_b,
        clearance: c.distance,
        feature: FeatureId::default(),
    };
    Some(Manifold::of_one(c.normal, contact, c.distance <= margin))
}
