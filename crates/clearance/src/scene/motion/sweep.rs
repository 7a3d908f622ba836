//! One moving shape in a scene that stands still: what it meets first.

use core::ops::ControlFlow;

use crate::cast::{CastSpace, Motion, Start, SweepHit, sweep, swept_aabb};
use crate::math::{Aabb, Ray, Real, ScalarOf, Vector};
use crate::pair::QueryError;
use crate::scene::store::object::Data;
use crate::scene::{Accept, Handle, ObjectRef, Scene};
use crate::shape::Placed;

/// What a moving shape meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneSweepHit<V: Vector> {
    /// The object.
    pub handle: Handle,
    /// When and where it meets the object; the normal is from the moving shape to the object.
    pub hit: SweepHit<V>,
}

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// The first object that a moving shape meets; the objects stand still. If it meets several at the same
    /// time, the one with the smallest handle.
    ///
    /// What it touches or overlaps at the start is met at time 0 or ignored, as [`Start`] says. After it is
    /// moved to the time of a hit, it may overlap by rounding what it has met. So for a next sweep from there
    /// use [`Start::ReleaseOverlap`], and keep a small gap; [`sweep_step`](Self::sweep_step) does both.
    ///
    /// Errors: those of [`sweep`](crate::cast::sweep()).
    ///
    /// ```
    /// use clearance::{Placed, Pose, cast::{Motion, Start}, d2::Shape, glam::DVec2, scene::{Filter, Object, Scene}};
    /// let mut scene = Scene::<DVec2>::default();
    /// let paper = Shape::segment(DVec2::new(5.0, -1.0), DVec2::new(5.0, 1.0))?;
    /// let paper = scene.add(Object::new(paper, Pose::IDENTITY))?;
    /// let (bullet, muzzle) = (Shape::circle(0.5)?, Pose::IDENTITY);
    /// let flight = Motion::linear(DVec2::X * 9000.0);
    /// let first = scene.sweep(Placed::new(&bullet, &muzzle), &flight, Start::Release, &Filter::ALL)?.unwrap();
    /// assert_eq!((first.handle, first.hit.time), (paper, 4.5 / 9000.0)); // between two frames
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep(
        &self,
        shape: Placed<'_, V>,
        motion: &Motion<V>,
        start: Start,
        about: &impl Accept<V, T>,
    ) -> Result<Option<SceneSweepHit<V>>, QueryError> {
        let mut first: Option<SceneSweepHit<V>> = None;
        let mut failed = Ok(());
        let path = BoxPath::new(shape, motion)?;
        let _ = self.for_each_meeting(&path.swept, about, &mut |_, object| {
            let end = first.map_or(ScalarOf::<V>::ONE, |first| first.hit.time);
            if !path.may_meet(object.aabb(), end) {
                return ControlFlow::Continue(());
            }
            match sweep(shape, motion, object.placed(), &Motion::none(), start) {
                Ok(Some(hit)) => {
                    let found = SceneSweepHit {
                        handle: object.handle(),
                        hit,
                    };
                    let is_sooner = |old: SceneSweepHit<V>| {
                        hit.time < old.hit.time || hit.time == old.hit.time && found.handle < old.handle
                    };
                    if first.is_none_or(is_sooner) {
                        first = Some(found);
                    }
                }
                Ok(None) => {}
                Err(error) => failed = Err(error),
            }
            ControlFlow::Continue(())
        });
        failed.map(|()| first)
    }
    /// The first object that a moving shape meets where objects move, too: `others` says how each does. No
    /// point of an object may move further than `reach`, or the object may be missed. If it meets several at
    /// the same time, the one with the smallest handle.
    ///
    /// Only objects within `reach` of what the shape sweeps over are asked.
    ///
    /// Errors: those of [`sweep`](crate::cast::sweep()), and a `reach` that is negative or not a number.
    ///
    /// ```
    /// use clearance::{Placed, Pose, cast::{Motion, Start}, d2::Shape, glam::DVec2, scene::{Filter, Object, Scene}};
    /// let mut scene = Scene::<DVec2>::default();
    /// let car = scene.add(Object::new(Shape::cuboid(DVec2::ONE)?, Pose::at(DVec2::X * 10.0)?))?;
    /// let (other, here, east) = (Shape::cuboid(DVec2::ONE)?, Pose::IDENTITY, Motion::linear(DVec2::X * 6.0));
    /// let other = Placed::new(&other, &here);
    /// let west = Motion::linear(DVec2::X * -10.0);
    /// let first = scene.sweep_among_moving(other, &east, Start::Touching, &Filter::ALL, 10.0, &|_| west)?.unwrap();
    /// assert_eq!((first.handle, first.hit.time), (car, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep_among_moving(
        &self,
        shape: Placed<'_, V>,
        motion: &Motion<V>,
        start: Start,
        about: &impl Accept<V, T>,
        reach: V::Scalar,
        others: &impl Fn(&ObjectRef<'_, V, T>) -> Motion<V>,
    ) -> Result<Option<SceneSweepHit<V>>, QueryError> {
        let is_length = reach >= Real::ZERO;
        if !is_length {
            return Err(QueryError::NotFinite("reach"));
        }
        let swept = swept_aabb(shape, motion)?;
        let mut first: Option<SceneSweepHit<V>> = None;
        let mut failed = Ok(());
        let _ = self.for_each_meeting(&swept.inflated(reach), about, &mut |_, object| {
            let handle = object.handle();
            match sweep(shape, motion, object.placed(), &others(object), start) {
                Ok(Some(hit)) if first.is_none_or(|old| (hit.time, handle) < (old.hit.time, old.handle)) => {
                    first = Some(SceneSweepHit { handle, hit });
                }
                Ok(_) => {}
                Err(error) => failed = Err(error),
            }
            ControlFlow::Continue(())
        });
        failed.map(|()| first)
    }
}

/// The path of a box: with it, boxes that are met only after a time are skipped.
struct BoxPath<V: Vector> {
    swept: Aabb<V>,
    /// The path of its centre; `None` if the box is infinite or the shape turns.
    ray: Option<Ray<V>>,
    half: V,
}

impl<V: CastSpace> BoxPath<V> {
    fn new(shape: Placed<'_, V>, motion: &Motion<V>) -> Result<Self, QueryError> {
        let aabb = shape.aabb();
        let ray = Ray {
            origin: aabb.center(),
            direction: motion.linear,
            max_time: Real::ONE,
        };
        let is_plain = !motion.turns() && ray.origin.is_finite();
        Ok(Self {
            swept: swept_aabb(shape, motion)?,
            ray: is_plain.then_some(ray),
            half: (aabb.max - aabb.min) * ScalarOf::<V>::HALF,
        })
    }
    /// Whether the box may come to another by a time.
    fn may_meet(&self, aabb: &Aabb<V>, end: V::Scalar) -> bool {
        let Some(ray) = &self.ray else { return true };
        let size = aabb.min.abs().max(aabb.max.abs()) + self.half + ray.origin.abs();
        let half = self.half + size * (ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(4.0));
        let grown = Aabb {
            min: aabb.min - half,
            max: aabb.max + half,
        };
        ray.enters(&grown, end).is_some()
    }
}
