//! What a capsule character is like, checked once.

use crate::character::CharacterSpace;
use crate::character::check;
use crate::character::error::InvalidCharacter;
use crate::character::nearby::CapsuleBody;
use crate::character::planes::horizontal;
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::shape::AnyShape;

/// What a capsule character is like. All lengths are in the scene's unit, whichever that is.
///
/// ```
/// use clearance::{character::{Capsule, InvalidCharacter, Settings}, glam::DVec3};
/// let walker = Settings::<DVec3>::new(0.3, 1.8, 9.81);
/// assert!(Capsule::new(&walker).is_ok());
/// let giant = Settings { step_height: 2.0, ..walker };
/// assert_eq!(Capsule::new(&giant).unwrap_err(), InvalidCharacter::StepTooHigh);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings<V: Vector> {
    /// The direction up, of any length.
    pub up: V,
    /// The radius of its round ends.
    pub radius: V::Scalar,
    /// The distance from its lowest to its highest point.
    pub height: V::Scalar,
    /// Its acceleration when it falls, in lengths per unit of time squared.
    pub gravity: V::Scalar,
    /// The slope limit: the steepest ground that it stands on, in radians from level ground.
    pub max_slope: V::Scalar,
    /// The highest step that it climbs without a jump; 0 for none.
    pub step_height: V::Scalar,
    /// How far the ground may fall away under it within a time step so that it still stays on the ground; 0
    /// for not at all.
    pub snap: V::Scalar,
    /// The gap it keeps to everything.
    pub skin: V::Scalar,
}

impl<V: Vector> Settings<V> {
    /// Upright along Y, with a slope limit of 45 degrees, steps as high as the radius, and a skin of a 32nd
    /// of the radius.
    pub fn new(radius: V::Scalar, height: V::Scalar, gravity: V::Scalar) -> Self {
        Self {
            up: check::upright(),
            radius,
            height,
            gravity,
            max_slope: Real::lit(core::f64::consts::FRAC_PI_4),
            step_height: radius,
            snap: radius,
            skin: radius * ScalarOf::<V>::lit(1.0 / 32.0),
        }
    }
    fn check(&self) -> Result<(), InvalidCharacter> {
        check::positive(&[
            ("radius", self.radius),
            ("height", self.height),
            ("skin", self.skin),
        ])?;
        check::not_negative(&[
            ("gravity", self.gravity),
            ("step_height", self.step_height),
            ("snap", self.snap),
        ])?;
        if self.height < self.radius * ScalarOf::<V>::TWO {
            return Err(InvalidCharacter::TooLow);
        }
        if self.step_height > self.height {
            return Err(InvalidCharacter::StepTooHigh);
        }
        if self.skin > self.radius * ScalarOf::<V>::HALF {
            return Err(InvalidCharacter::SkinTooThick);
        }
        Ok(())
    }
}

/// A character that is a capsule, with settings that were checked. Its origin is its lowest point: its feet.
#[derive(Clone, Debug)]
pub struct Capsule<V: CharacterSpace> {
    settings: Settings<V>,
    shape: V::Shape,
    /// The ends of the segment in its middle, the lower first.
    ends: [V; 2],
    /// The box around it.
    around: Aabb<V>,
    /// Cosine of the slope limit.
    pub(super) slope_cosine: V::Scalar,
}

impl<V: CharacterSpace> Capsule<V> {
    /// A character with these settings.
    ///
    /// Errors: [`InvalidCharacter`] names the setting that is wrong.
    pub fn new(settings: &Settings<V>) -> Result<Self, InvalidCharacter> {
        settings.check()?;
        let slope_cosine = check::slope_cosine(settings.max_slope)?;
        let up = settings.up.normalized().ok_or(InvalidCharacter::Up)?;
        let settings = Settings { up, ..*settings };
        let ends = [settings.radius, settings.height - settings.radius].map(|h| up * h);
        let shape = <V::Shape as AnyShape<V>>::rod(ends, settings.radius);
        let shape = shape.map_err(|_| InvalidCharacter::NotPositive("radius"))?;
        Ok(Self {
            around: shape.local_aabb(),
            shape,
            ends,
            settings,
            slope_cosine,
        })
    }
    /// Its settings; `up` has length 1.
    pub fn settings(&self) -> &Settings<V> {
        &self.settings
    }
    /// Its shape, whose origin is its lowest point.
    pub fn shape(&self) -> &V::Shape {
        &self.shape
    }
    /// Its shape as distance queries take it.
    pub(super) fn body(&self) -> CapsuleBody<'_, V> {
        CapsuleBody {
            ends: self.ends,
            radius: self.settings.radius,
            shape: &self.shape,
        }
    }
    /// The centre of its lower end, relative to its lowest point. It has the same distance from the ground on
    /// every slope.
    pub(in crate::character) fn lower_center(&self) -> V {
        self.ends[0]
    }
    /// The box around it with its feet at a position.
    pub(super) fn aabb(&self, at: V) -> Aabb<V> {
        Aabb {
            min: self.around.min + at,
            max: self.around.max + at,
        }
    }
    /// Tolerance: how much a gap may differ from the skin.
    pub(super) fn tolerance(&self) -> V::Scalar {
        self.settings.skin * ScalarOf::<V>::lit(0.125)
    }
    /// What is not further than this counts as touched.
    pub(super) fn touch_distance(&self) -> V::Scalar {
        self.settings.skin + self.tolerance()
    }
    /// How far a vector leads up.
    pub(super) fn rise(&self, v: V) -> V::Scalar {
        v.dot(self.settings.up)
    }
    /// Whether ground with this normal is within the slope limit.
    pub(super) fn is_walkable(&self, normal: V) -> bool {
        self.rise(normal) >= self.slope_cosine
    }
    /// A vector without its part along up.
    pub(in crate::character) fn horizontal(&self, v: V) -> V {
        horizontal(v, self.settings.up)
    }
}
