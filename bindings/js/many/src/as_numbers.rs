//! What differs between 2D and 3D when numbers are read and written.

use clearance::character::CharacterSpace;
use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::math::{InvalidPose, Pose, Rotation, Rotation2, Vector};

/// A space whose vectors, rotations and poses are read from numbers: 2D or 3D, in `f64`.
pub trait AsNumbers: CharacterSpace + Vector<Scalar = f64> {
    /// The number of numbers of a position and a rotation: x, y, angle, or x, y, z and a quaternion.
    const POSE: usize;
    /// The number of numbers of an angular velocity.
    const ANGULAR: usize;
    /// A rotation from its numbers, which may be anything.
    fn rotation(numbers: &[f64]) -> Self::Rotation;
    /// Whether these numbers are a rotation: as [`Rotation::is_valid`], but without sine and cosine.
    fn is_rotation(numbers: &[f64]) -> bool;
    /// An angular velocity from its numbers.
    fn angular(numbers: &[f64]) -> <Self::Rotation as Rotation<Self>>::Angular;
    /// The numbers that a rotation was given as.
    fn rotation_numbers(rotation: &Self::Rotation, write: impl FnMut(f64));
}

impl AsNumbers for DVec2 {
    const POSE: usize = 3;
    const ANGULAR: usize = 1;
    fn rotation(numbers: &[f64]) -> Rotation2<f64> {
        match numbers.first() {
            Some(&angle) if angle != 0.0 => Rotation2::from_angle(angle),
            _ => <Rotation2<f64> as Rotation<Self>>::IDENTITY,
        }
    }
    fn is_rotation(numbers: &[f64]) -> bool {
        numbers.first().is_some_and(|angle| angle.is_finite())
    }
    fn angular(numbers: &[f64]) -> f64 {
        numbers.first().copied().unwrap_or(0.0)
    }
    fn rotation_numbers(rotation: &Rotation2<f64>, mut write: impl FnMut(f64)) {
        write(rotation.angle());
    }
}

impl AsNumbers for DVec3 {
    const POSE: usize = 7;
    const ANGULAR: usize = 3;
    fn rotation(numbers: &[f64]) -> DQuat {
        match numbers {
            [x, y, z, w, ..] => DQuat::from_xyzw(*x, *y, *z, *w),
            _ => DQuat::IDENTITY,
        }
    }
    fn is_rotation(numbers: &[f64]) -> bool {
        Rotation::<Self>::is_valid(&Self::rotation(numbers))
    }
    fn angular(numbers: &[f64]) -> Self {
        vector(numbers)
    }
    fn rotation_numbers(rotation: &DQuat, write: impl FnMut(f64)) {
        rotation.to_array().into_iter().for_each(write);
    }
}

/// A vector from its numbers; missing ones are 0.
#[inline]
pub fn vector<V: AsNumbers>(numbers: &[f64]) -> V {
    V::from_fn(|i| numbers.get(i).copied().unwrap_or(0.0))
}

/// A pose without scale.
#[inline]
pub(crate) fn pose<V: AsNumbers>(numbers: &[f64]) -> Result<Pose<V>, InvalidPose> {
    Pose::new(vector(numbers), V::rotation(&numbers[V::DIM..]))
}

/// The same without its rotation, which is checked nevertheless.
#[inline]
fn unturned<V: AsNumbers>(numbers: &[f64]) -> Result<Pose<V>, InvalidPose> {
    let pose = Pose::at(vector(numbers))?;
    if V::is_rotation(&numbers[V::DIM..]) {
        Ok(pose)
    } else {
        Err(InvalidPose::Rotation)
    }
}

/// Checks poses; the error is the index of the first invalid pose, and why it is invalid.
pub(crate) fn check<V: AsNumbers>(poses: &[f64]) -> Result<(), (usize, InvalidPose)> {
    let mut each = poses.chunks_exact(V::POSE).enumerate();
    each.try_for_each(|(i, numbers)| match unturned::<V>(numbers) {
        Ok(_) => Ok(()),
        Err(why) => Err((i, why)),
    })
}
