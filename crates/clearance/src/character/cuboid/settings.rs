//! What a box character is like, checked once, and where it is.

use glam::DVec3;

use super::obstacle::BoxBody;
use crate::character::CharacterSpace;
use crate::character::check;
use crate::character::error::InvalidCharacter;
use crate::character::state::{Crush, Standing};
use crate::math::{Real, ScalarOf, Space, Vector, lift};

/// The fraction of the skin that is the tolerance of all positions and gaps.
const TOLERANCE: f64 = 1.0 / 64.0;

/// What a box character is like. Up is Y; its origin is the centre of its lowest face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxSettings<V: Vector> {
    /// Half its size along each axis.
    pub half_extents: V,
    /// Its acceleration when it falls, in lengths per unit of time squared.
    pub gravity: V::Scalar,
    /// The slope limit: the steepest ground that it stands on, in radians from level ground.
    pub max_slope: V::Scalar,
    /// How far above and below its feet it finds ground: the highest step, up or down.
    pub reach: V::Scalar,
    /// The gap it keeps to everything.
    pub skin: V::Scalar,
}

/// A character that is an upright box.
#[derive(Clone, Debug)]
pub struct Box<V: CharacterSpace> {
    pub(super) settings: BoxSettings<V>,
    /// Cosine of the slope limit.
    pub(super) slope_cosine: V::Scalar,
}

/// Where a box character is and how it falls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoxState<V: Space> {
    /// The centre of its lowest face.
    pub position: V,
    /// Its own velocity of falling or rising. A character that leaves a platform keeps the platform's
    /// velocity, which is added here.
    pub fall: V,
    /// The ground: the object under its highest corner that meets ground, and the mean normal under all
    /// corners.
    pub ground: Option<Standing<V>>,
    /// Set if something overlaps it that it could not be moved out of in the last step.
    pub crushed: Option<Crush<V>>,
}

impl<V: CharacterSpace> BoxState<V> {
    /// At rest in the air, feet here.
    pub fn at(position: V) -> Self {
        Self {
            position,
            ..Self::default()
        }
    }
}

impl<V: CharacterSpace> Box<V> {
    /// A character with these settings.
    ///
    /// Errors: [`InvalidCharacter`] names the setting that is wrong.
    pub fn new(settings: &BoxSettings<V>) -> Result<Self, InvalidCharacter> {
        let half = settings.half_extents;
        for i in 0..V::DIM {
            check::positive(&[("half_extents", half.get(i))])?;
        }
        check::positive(&[("skin", settings.skin)])?;
        if settings.skin > half.min_element() * ScalarOf::<V>::HALF {
            return Err(InvalidCharacter::SkinTooThick);
        }
        check::not_negative(&[("gravity", settings.gravity), ("reach", settings.reach)])?;
        let slope_cosine = check::slope_cosine(settings.max_slope)?;
        if settings.reach > half.get(1) * ScalarOf::<V>::TWO {
            return Err(InvalidCharacter::StepTooHigh);
        }
        let settings = *settings;
        Ok(Self {
            settings,
            slope_cosine,
        })
    }
    /// The box as obstacles are made for it.
    pub(super) fn body(&self) -> BoxBody {
        let half = lift(self.settings.half_extents);
        let skin = self.settings.skin.to_f64();
        let grown = half + DVec3::splat(skin);
        BoxBody {
            half: if V::DIM == 2 { grown.with_z(0.0) } else { grown },
            middle: half.y,
            dimension: V::DIM,
            slope_cosine: self.slope_cosine.to_f64(),
            skin,
            tolerance: skin * TOLERANCE,
        }
    }
}
