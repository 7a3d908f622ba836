//! Turns of a cube onto itself: thirds about a diagonal, halves about an axis or an edge, quarters about an
//! axis. The vertices of a shape that is turned so are those of a shape with its coordinates exchanged,
//! whatever their size.

use clearance::glam::{DQuat, DVec3};
use clearance_testkit::Random;

/// A turn of a cube onto itself.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// As whole numbers: 1 and 0 only, so that half of the turns are not of unit length and none is rounded.
    pub quaternion: DQuat,
    /// What it does to the axes: the columns of its matrix.
    axes: [[i32; 3]; 3],
}

impl Turn {
    /// No turn.
    pub fn none() -> Self {
        Self::of(DQuat::IDENTITY)
    }
    /// Any of them.
    pub fn any(random: &mut Random) -> Self {
        loop {
            let mut part = || random.whole(-1, 1) as f64;
            let q = DQuat::from_xyzw(part(), part(), part(), part());
            // Three parts that are not 0 make a turn that does not keep the cube.
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
    /// A corner before the turn.
    pub fn back(&self, p: [i32; 3]) -> [i32; 3] {
        self.axes
            .map(|axis| axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2])
    }
}
