//! Rotations of a cube onto itself: thirds of a turn about a diagonal, half turns about an axis or an edge,
//! quarter turns about an axis. The vertices of a shape rotated by one of these are those of the shape with
//! its coordinates permuted and negated, whatever their size.

use clearance::glam::{DQuat, DVec3};
use clearance_testkit::Random;

/// A rotation of a cube onto itself.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// As a quaternion of integers, 1 and 0 only; half of them are not of unit length, and none is rounded.
    pub quaternion: DQuat,
    /// What it does to the axes: the columns of its matrix.
    axes: [[i32; 3]; 3],
}

impl Turn {
    /// The identity.
    pub fn none() -> Self {
        Self::of(DQuat::IDENTITY)
    }
    /// Any of them.
    pub fn any(random: &mut Random) -> Self {
        loop {
            let mut part = || random.whole(-1, 1) as f64;
            let q = DQuat::from_xyzw(part(), part(), part(), part());
            // Three non-zero components are a rotation that does not map the cube onto itself.
            if [1, 2, 4].contains(&(q.length_squared() as i32)) {
                return Self::of(q);
            }
        }
    }
    fn of(quaternion: DQuat) -> Self {
        let unit = quaternion.normalize();
        let axes = DVec3::AXES.map(|axis| (unit * axis).to_array().map(|x| x.round() as i32));
        Self { quaternion, axes }
    }
    /// A corner before the rotation.
    pub fn back(&self, p: [i32; 3]) -> [i32; 3] {
        self.axes
            .map(|axis| axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2])
    }
}
