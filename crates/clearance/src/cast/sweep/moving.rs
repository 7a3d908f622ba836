//! A moving shape: where it is at a time, and how far it may have moved.

use super::motion::Motion;
use crate::math::{Aabb, Place, Pose, Real, Rotation, ScalarOf, Vector, length_above};
use crate::pair::{PairSpace, QueryError};
use crate::shape::Placed;

/// A motion that leaves the range of supported positions.
const OUT_OF_RANGE: QueryError = QueryError::NotFinite("motion");

/// A placed shape, or a part of one, that moves with the pose at the outer end of its chain.
#[derive(Clone, Copy)]
pub(super) struct Moving<'a, V: PairSpace> {
    /// Its place at time 0.
    pub(super) start: Placed<'a, V>,
    pub(super) linear: V,
    pub(super) angular: <V::Rotation as Rotation<V>>::Angular,
    /// No point is further from the position that it turns about; 0 where it does not turn.
    pub(super) reach: V::Scalar,
}

impl<'a, V: PairSpace> Moving<'a, V> {
    pub(super) fn new(
        start: Placed<'a, V>,
        linear: V,
        angular: <V::Rotation as Rotation<V>>::Angular,
    ) -> Self {
        let still = Self {
            start,
            linear,
            angular,
            reach: Real::ZERO,
        };
        if !still.turns() {
            return still;
        }
        let Some(pose) = start.place.chain().last() else {
            return still;
        };
        let aabb = start.aabb();
        let corner = (aabb.min - pose.position())
            .abs()
            .max((aabb.max - pose.position()).abs());
        Self {
            reach: length_above(corner),
            ..still
        }
    }
    /// A part of it, or a shape that replaces it, with the same motion.
    pub(super) fn with<'b>(&self, start: Placed<'b, V>) -> Moving<'b, V> {
        Moving {
            start,
            linear: self.linear,
            angular: self.angular,
            reach: self.reach,
        }
    }
    pub(super) fn turns(&self) -> bool {
        self.angular != Default::default()
    }
    /// How many radians it turns in a unit of time.
    pub(super) fn rate(&self) -> V::Scalar {
        <V::Rotation as Rotation<V>>::rate(self.angular)
    }
    /// The unit vector about which it turns; `None` in the plane.
    pub(super) fn axis(&self) -> Option<V> {
        <V::Rotation as Rotation<V>>::axis(self.angular)
    }
    /// The position that it turns about, at time 0.
    pub(super) fn center(&self) -> Option<V> {
        self.start.place.chain().last().map(|pose| pose.position())
    }
    /// Asks `question` about the shape where it is at a time.
    pub(super) fn at<R>(
        &self,
        time: V::Scalar,
        question: impl FnOnce(Placed<'_, V>) -> R,
    ) -> Result<R, QueryError> {
        let (shape, mut question, mut answer) = (self.start.shape, Some(question), None);
        self.outermost(&self.start.place, time, &mut |place| {
            answer = question.take().map(|ask| ask(Placed { shape, place: *place }));
        })?;
        answer.ok_or(OUT_OF_RANGE)
    }
    /// Moves the pose at the outer end of a chain, and calls `then` once with the new chain.
    fn outermost(
        &self,
        place: &Place<'_, V>,
        time: V::Scalar,
        then: &mut dyn FnMut(&Place<'_, V>),
    ) -> Result<(), QueryError> {
        let pose = place.pose;
        match place.outer {
            None => then(&Place::world(&self.moved(pose, time)?)),
            Some(outer) => self.outermost(outer, time, &mut |outer| {
                then(&Place {
                    pose,
                    outer: Some(outer),
                });
            })?,
        }
        Ok(())
    }
    fn moved(&self, pose: &Pose<V>, time: V::Scalar) -> Result<Pose<V>, QueryError> {
        let motion = Motion {
            linear: self.linear,
            angular: self.angular,
        };
        motion.at(pose, time).map_err(|_| OUT_OF_RANGE)
    }
    /// The box around all its places.
    pub(super) fn swept_aabb(&self) -> Aabb<V> {
        let mut aabb = self.start.aabb();
        if let (true, Some(pose)) = (self.turns(), self.start.place.chain().last()) {
            let reach = V::splat(self.reach);
            let around = Aabb {
                min: pose.position() - reach,
                max: pose.position() + reach,
            };
            let error = (pose.position().max_abs() + self.reach) * ScalarOf::<V>::EPSILON;
            aabb = aabb.union(&around.inflated(error));
        }
        swept(&aabb, self.linear)
    }
    /// An upper bound of the speed of its points due to turning.
    pub(super) fn turning(&self) -> V::Scalar {
        <V::Rotation as Rotation<V>>::rate(self.angular) * self.reach
    }
    /// Whether its motion is bounded.
    pub(super) fn is_bounded(&self) -> bool {
        self.reach.is_finite()
    }
    /// A bound of the distance from the world's origin at any time, if the shape is bounded.
    pub(super) fn size(&self) -> V::Scalar {
        let aabb = self.start.aabb();
        let largest = [aabb.min, aabb.max]
            .map(|corner| corner.max_abs())
            .into_iter()
            .filter(|x| x.is_finite())
            .fold(ScalarOf::<V>::ZERO, Real::max);
        largest + self.reach + self.linear.max_abs()
    }
}

/// The box around a box and all its places while it moves by `motion`, enlarged by a bound of the rounding
/// errors.
pub(super) fn swept<V: Vector>(aabb: &Aabb<V>, motion: V) -> Aabb<V> {
    let error = motion.max_abs() * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0);
    let grown = Aabb {
        min: aabb.min + motion.min(V::ZERO),
        max: aabb.max + motion.max(V::ZERO),
    };
    let largest = [grown.min.max_abs(), grown.max.max_abs()]
        .into_iter()
        .filter(|x| x.is_finite());
    let largest = largest.fold(ScalarOf::<V>::ZERO, Real::max);
    grown.inflated(error + largest * ScalarOf::<V>::EPSILON)
}

/// The box around all places of a moving shape, never too small.
///
/// Errors: a motion that is not finite.
pub fn swept_aabb<V: PairSpace>(a: Placed<'_, V>, motion: &Motion<V>) -> Result<Aabb<V>, QueryError> {
    motion.check("motion")?;
    Ok(Moving::new(a, motion.linear, motion.angular).swept_aabb())
}
