//! What differs between the plane and space when numbers are read and written.

use clearance::cast::{CastSpace, Motion};
use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::math::{Pose, Rotation, Rotation2, Vector};

use crate::desk;
use crate::error::{Answer, Problem};

/// A space as numbers: the plane or space, in `f64`.
pub trait Door: CastSpace + Vector<Scalar = f64> {
    /// Numbers of a position and a rotation: x, y, angle, or x, y, z and a quaternion.
    const POSE: usize;
    /// A rotation from its numbers, whatever they are.
    fn rotation(numbers: &[f64]) -> Self::Rotation;
    /// A rate of turning from its numbers.
    fn angular(numbers: &[f64]) -> <Self::Rotation as Rotation<Self>>::Angular;
    /// The numbers a rotation was given as.
    fn rotation_numbers(rotation: &Self::Rotation, write: impl FnMut(f64));
}

impl Door for DVec2 {
    const POSE: usize = 3;
    fn rotation(numbers: &[f64]) -> Rotation2<f64> {
        match numbers.first() {
            Some(&angle) if angle != 0.0 => Rotation2::from_angle(angle),
            _ => <Rotation2<f64> as Rotation<Self>>::IDENTITY,
        }
    }
    fn angular(numbers: &[f64]) -> f64 {
        numbers.first().copied().unwrap_or(0.0)
    }
    fn rotation_numbers(rotation: &Rotation2<f64>, mut write: impl FnMut(f64)) {
        write(rotation.angle());
    }
}

impl Door for DVec3 {
    const POSE: usize = 7;
    fn rotation(numbers: &[f64]) -> DQuat {
        match numbers {
            [x, y, z, w, ..] => DQuat::from_xyzw(*x, *y, *z, *w),
            _ => DQuat::IDENTITY,
        }
    }
    fn angular(numbers: &[f64]) -> Self {
        vector(numbers)
    }
    fn rotation_numbers(rotation: &DQuat, write: impl FnMut(f64)) {
        rotation.to_array().into_iter().for_each(write);
    }
}

/// A vector from as many numbers as it has components; those that are not there are 0.
pub fn vector<V: Door>(numbers: &[f64]) -> V {
    V::from_fn(|i| numbers.get(i).copied().unwrap_or(0.0))
}

/// Vectors from numbers, component after component.
pub fn vectors<V: Door>(field: &str, numbers: &[f64]) -> Answer<Vec<V>> {
    if !numbers.len().is_multiple_of(V::DIM) {
        return Err(Problem::ragged(field, V::DIM));
    }
    Ok(numbers.chunks(V::DIM).map(vector).collect())
}

/// A pose from its numbers, without scale or followed by one.
pub fn pose<V: Door>(numbers: &[f64]) -> Answer<Pose<V>> {
    let pose = Pose::new(vector(numbers), V::rotation(&numbers[V::DIM..]))?;
    match numbers.get(V::POSE) {
        Some(&scale) if scale != 1.0 => Ok(pose.scaled(scale)?),
        _ => Ok(pose),
    }
}

/// The pose at a place of the desk; `name` is that of the argument.
pub fn pose_on_desk<V: Door>(place: usize, name: &str) -> Answer<Pose<V>> {
    let numbers: [f64; desk::POSE] = desk::read(place);
    pose(&numbers[..V::POSE + 1]).map_err(|problem| problem.within(name))
}

/// Poses without scale, one after the other.
pub fn poses<V: Door>(field: &str, numbers: &[f64]) -> Answer<Vec<Pose<V>>> {
    if !numbers.len().is_multiple_of(V::POSE) {
        return Err(Problem::ragged(field, V::POSE));
    }
    let each = numbers.chunks(V::POSE).enumerate();
    each.map(|(i, numbers)| pose(numbers).map_err(|problem| problem.of(field, i)))
        .collect()
}

/// The motion at a place of the desk: how far it goes, then how far it turns.
pub fn motion_on_desk<V: Door>(place: usize) -> Motion<V> {
    let numbers: [f64; 6] = desk::read(place);
    Motion {
        linear: vector(&numbers),
        angular: V::angular(&numbers[V::DIM..]),
    }
}

/// Two points, one after the other.
pub fn ends<V: Door>(numbers: &[f64]) -> Answer<[V; 2]> {
    match vectors(field_of_ends(), numbers)?.as_slice() {
        [a, b] => Ok([*a, *b]),
        _ => Err(Problem::new(
            "invalid_shape",
            field_of_ends(),
            "must be two points",
        )),
    }
}

const fn field_of_ends() -> &'static str {
    "ends"
}

/// The numbers of vectors, component after component.
pub fn numbers<V: Door>(vectors: impl IntoIterator<Item = V>) -> Vec<f64> {
    let components = |v: V| (0..V::DIM).map(move |i| v.get(i));
    vectors.into_iter().flat_map(components).collect()
}
