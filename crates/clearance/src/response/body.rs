//! A rigid body: its pose, motion and mass.

use core::fmt;

use crate::math::{Angular, Pose, Real, Rotation, ScalarOf, Space};

type AngularOf<V> = <<V as Space>::Rotation as Rotation<V>>::Angular;

/// The mass and moments of inertia of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass<V: Space> {
    inverse: V::Scalar,
    inverse_moments: AngularOf<V>,
}

/// The mass or one of the moments of inertia is not a positive finite number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidMass;

impl fmt::Display for InvalidMass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("mass and moments of inertia: must be positive and finite, and so must one over them")
    }
}
impl core::error::Error for InvalidMass {}

impl<V: Space> Mass<V> {
    /// A mass, and the moments of inertia about the axes of the body through its centre of mass: a number in
    /// 2D.
    pub fn new(mass: V::Scalar, moments: AngularOf<V>) -> Result<Self, InvalidMass> {
        let inverse_moments = moments.recip();
        let is_finite = |m: AngularOf<V>| m.dot(AngularOf::<V>::default()) == Real::ZERO;
        let is_valid = moments.smallest() > Real::ZERO && is_finite(moments) && is_finite(inverse_moments);
        if is_valid {
            Ok(Self {
                inverse_moments,
                ..Self::without_turning(mass)?
            })
        } else {
            Err(InvalidMass)
        }
    }
    /// A solid ball: a disc in 2D.
    pub fn ball(mass: V::Scalar, radius: V::Scalar) -> Result<Self, InvalidMass> {
        let part = if V::DIM == 2 { 0.5 } else { 0.4 };
        Self::new(
            mass,
            AngularOf::<V>::about_all(mass * radius * radius * ScalarOf::<V>::lit(part)),
        )
    }
    /// A solid box.
    pub fn cuboid(mass: V::Scalar, half_extents: V) -> Result<Self, InvalidMass> {
        Self::new(mass, AngularOf::<V>::of_box(half_extents) * mass)
    }
    /// A mass that moves but never turns.
    pub fn without_turning(mass: V::Scalar) -> Result<Self, InvalidMass> {
        let inverse = ScalarOf::<V>::ONE / mass;
        if mass > Real::ZERO && mass.is_finite() && inverse.is_finite() {
            Ok(Self {
                inverse,
                ..Self::fixed()
            })
        } else {
            Err(InvalidMass)
        }
    }
    /// A body that nothing moves: a wall, the ground, a platform.
    pub fn fixed() -> Self {
        Self {
            inverse: Real::ZERO,
            inverse_moments: Default::default(),
        }
    }
    /// The mass with these reciprocals, as [`Self::inverse`] and [`Self::inverse_moments`] give them: 0 where
    /// nothing moves or turns it.
    ///
    /// ```
    /// use clearance::{glam::DVec2, response::Mass};
    /// let mass = Mass::<DVec2>::ball(3.0, 0.1)?;
    /// assert_eq!(Mass::from_inverses(mass.inverse(), mass.inverse_moments()), Ok(mass));
    /// assert!(Mass::<DVec2>::from_inverses(-1.0, 0.0).is_err());
    /// # Ok::<(), clearance::response::InvalidMass>(())
    /// ```
    pub fn from_inverses(inverse: V::Scalar, inverse_moments: AngularOf<V>) -> Result<Self, InvalidMass> {
        let are_finite = inverse.is_finite() && inverse_moments.dot(AngularOf::<V>::default()) == Real::ZERO;
        if are_finite && inverse >= Real::ZERO && inverse_moments.smallest() >= Real::ZERO {
            Ok(Self {
                inverse,
                inverse_moments,
            })
        } else {
            Err(InvalidMass)
        }
    }
    /// The reciprocal of the mass; 0 for a fixed body.
    pub fn inverse(&self) -> V::Scalar {
        self.inverse
    }
    /// The reciprocals of the moments of inertia about the body's axes; 0 where nothing turns it.
    pub fn inverse_moments(&self) -> AngularOf<V> {
        self.inverse_moments
    }
}

/// A body and its motion. The position of its pose is its centre of mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<V: Space> {
    /// The position of its centre of mass, and the directions of its axes.
    pub pose: Pose<V>,
    /// Its mass.
    pub mass: Mass<V>,
    /// The velocity of its centre of mass.
    pub velocity: V,
    /// Its angular velocity in radians per unit of time: a number in 2D, a vector along the axis in 3D.
    pub angular: AngularOf<V>,
}

impl<V: Space> Body<V> {
    /// At rest.
    pub fn new(pose: Pose<V>, mass: Mass<V>) -> Self {
        Self {
            pose,
            mass,
            velocity: V::ZERO,
            angular: Default::default(),
        }
    }
    /// The velocity of its point at `arm` from its centre.
    pub fn velocity_at(&self, arm: V) -> V {
        self.velocity + self.angular.swing(arm)
    }
    /// Applies an impulse at `arm` from its centre.
    pub fn push(&mut self, arm: V, impulse: V) {
        self.velocity += impulse * self.mass.inverse;
        self.angular += self.turned_by(AngularOf::<V>::moment(arm, impulse));
    }
    /// The inverse effective mass at `arm`: how much an impulse of 1 there, along the unit vector
    /// `direction`, changes the speed there in that direction.
    pub(super) fn inverse_effective_mass(&self, arm: V, direction: V) -> V::Scalar {
        let turning = self.turned_by(AngularOf::<V>::moment(arm, direction));
        self.mass.inverse + turning.swing(arm).dot(direction)
    }
    fn turned_by(&self, moment: AngularOf<V>) -> AngularOf<V> {
        moment.weighted(self.mass.inverse_moments, &self.pose.rotation().axes())
    }
    /// The kinetic energy; 0 for a fixed body.
    pub fn energy(&self) -> V::Scalar {
        let (zero, inverse) = (ScalarOf::<V>::ZERO, self.mass.inverse);
        let straight = if inverse > zero {
            self.velocity.length_squared() / inverse
        } else {
            zero
        };
        let moments = self.mass.inverse_moments;
        let turning = if moments.smallest() > zero {
            let momentum = self
                .angular
                .weighted(moments.recip(), &self.pose.rotation().axes());
            self.angular.dot(momentum)
        } else {
            zero
        };
        (straight + turning) * ScalarOf::<V>::HALF
    }
}
