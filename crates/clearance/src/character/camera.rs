//! A camera on a spring arm: as far behind the character as possible, and never in a wall.

use super::check;
use super::error::InvalidCharacter;
use crate::cast::{Motion, Start};
use crate::character::CharacterSpace;
use crate::math::{Pose, Real, ScalarOf, Vector};
use crate::pair::QueryError;
use crate::scene::{Accept, Data, Scene};
use crate::shape::{AnyShape, Placed};

/// An arm from a pivot, such as a character's head, with a camera at its end. What comes between shortens the
/// arm at once; afterwards the arm extends again as by a spring.
#[derive(Clone, Debug)]
pub struct SpringArm<V: CharacterSpace> {
    length: V::Scalar,
    rate: V::Scalar,
    ball: V::Shape,
}

/// Where the camera is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera<V: Vector> {
    /// Its centre.
    pub position: V,
    /// The length of the arm now: the next step needs it.
    pub length: V::Scalar,
}

impl<V: CharacterSpace> SpringArm<V> {
    /// An arm of this length. The camera keeps the distance `radius` to everything. In a unit of time, the
    /// arm regains the fraction 1 - exp(-`rate`) of the length that is missing: with 8, most of it in a third
    /// of a unit. An infinite rate restores the length at once.
    ///
    /// Errors: a length or radius that is not positive, a rate that is negative.
    pub fn new(length: V::Scalar, radius: V::Scalar, rate: V::Scalar) -> Result<Self, InvalidCharacter> {
        check::positive(&[("length", length)])?;
        let is_rate = rate >= Real::ZERO;
        if !is_rate {
            return Err(InvalidCharacter::Negative("rate"));
        }
        let ball = <V::Shape as AnyShape<V>>::ball(radius);
        Ok(Self {
            length,
            rate,
            ball: ball.map_err(|_| InvalidCharacter::NotPositive("radius"))?,
        })
    }
    /// The camera after a step of time: behind `pivot` in the direction `behind`, of any length. `before` is
    /// the camera of the last step, none for a new one.
    ///
    /// A ball of the camera's radius is swept from the pivot, and the camera stays before the first thing
    /// that the ball meets. So it overlaps nothing if the ball overlaps nothing at the pivot. Costs one
    /// sweep.
    ///
    /// Errors: a pivot, direction or time that is not finite, a direction of zero, a negative time.
    ///
    /// ```
    /// use clearance::{Pose, character::SpringArm, d3::Shape, glam::DVec3, scene::{Filter, Object, Scene}};
    /// let mut scene = Scene::<DVec3>::default();
    /// let wall = Shape::cuboid(DVec3::new(5.0, 5.0, 0.5))?;
    /// scene.add(Object::new(wall, Pose::at(DVec3::Z * 3.0)?))?; // from 2.5 on
    /// let arm = SpringArm::new(4.0, 0.25, 8.0)?;
    /// let near = arm.follow(&scene, DVec3::ZERO, DVec3::Z, None, 0.1, &Filter::ALL)?;
    /// assert!((near.length - 2.25).abs() < 1e-9);
    /// let free = arm.follow(&scene, DVec3::ZERO, DVec3::X, Some(&near), 0.1, &Filter::ALL)?;
    /// assert!(free.length > 3.0 && free.length < 4.0); // on its way out
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow<T: Data>(
        &self,
        scene: &Scene<V, T>,
        pivot: V,
        behind: V,
        before: Option<&Camera<V>>,
        time: V::Scalar,
        about: &impl Accept<V, T>,
    ) -> Result<Camera<V>, QueryError> {
        if !(time >= Real::ZERO && time.is_finite()) {
            return Err(QueryError::NotFinite("time"));
        }
        let behind = behind.normalized().ok_or(QueryError::ZeroDirection)?;
        let pose = Pose::at(pivot).map_err(|_| QueryError::NotFinite("pivot"))?;
        let arm = Motion::linear(behind * self.length);
        let solid = |object: &crate::scene::ObjectRef<'_, V, T>| !object.is_sensor() && about.accepts(object);
        let hit = scene.sweep(Placed::new(&self.ball, &pose), &arm, Start::Touching, &solid)?;
        let free = self.length * hit.map_or(ScalarOf::<V>::ONE, |first| first.hit.time);
        let length = before.map_or(free, |before| self.let_out(before.length, free, time));
        Ok(Camera {
            position: pivot + behind * length,
            length,
        })
    }
    /// The length after some time of an arm that may become as long as `free`.
    fn let_out(&self, length: V::Scalar, free: V::Scalar, time: V::Scalar) -> V::Scalar {
        if length >= free {
            return free;
        }
        let missing = libm::exp(-(self.rate * time).to_f64());
        let length = free - (free - length.max(Real::ZERO)) * V::Scalar::lit(missing);
        if length.is_finite() {
            length.min(free)
        } else {
            free
        }
    }
}
