//! Random numbers for unit tests.

use alloc::vec::Vec;

use glam::{DQuat, DVec3};

use crate::math::Pose;

/// A generator of the same numbers on every machine (Steele, Lea, Flood, "splitmix64", 2014).
pub(crate) struct Dice(pub u64);
impl Dice {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }
    /// Any rotation, of any length.
    pub fn turn(&mut self) -> DQuat {
        DQuat::from_xyzw(self.next(), self.next(), self.next(), 1.01 + self.next())
    }
    pub fn cloud(&mut self, count: usize, around: DVec3, size: f64) -> Vec<DVec3> {
        (0..count).map(|_| (self.vector() + around) * size).collect()
    }
}

/// Half extents of the box of a [`BoxContact`].
pub(crate) const HALF: DVec3 = DVec3::new(0.5, 1.0, 2.0);

/// Where a shape touches a turned box, and how near to touching it is at most.
#[derive(Clone, Copy)]
pub(crate) struct Nearness {
    /// The point at which they touch is no further from the origin.
    reach: f64,
    /// Of the shape that touches the box.
    pub size: f64,
    gap: f64,
}

/// Where the rounding of world vertices counts in single precision; and where only that of a kernel does,
/// since the vertices of the shape have small coordinates.
pub(crate) const NEAR: [Nearness; 2] = [
    Nearness {
        reach: 64.0,
        size: 1.0,
        gap: 2e-5,
    },
    Nearness {
        reach: 0.0,
        size: 0.01,
        gap: 1e-6,
    },
];

/// A turned box that something nearly touches.
pub(crate) struct BoxContact {
    /// Where: at a face, an edge or a corner.
    pub kind: usize,
    pub pose: Pose<DVec3>,
    from: DVec3,
}

impl BoxContact {
    pub fn new(dice: &mut Dice, kind: usize, nearness: Nearness) -> Self {
        let point = [DVec3::X * HALF.x, HALF.with_z(0.0), HALF][kind];
        let turn = dice.turn().normalize();
        let position = dice.vector() * nearness.reach - turn * point;
        let pose = Pose::new(position, turn).expect("a rotation");
        let from = point + HALF * (nearness.gap * dice.next());
        Self { kind, pose, from }
    }
    /// A vector from the point at which they touch, in the axes of the box, as a point of the world.
    pub fn place(&self, v: DVec3) -> DVec3 {
        self.pose.position() + self.pose.rotation() * (self.from + v)
    }
    /// The ends of a segment that has this distance from the box there.
    pub fn segment(&self, size: f64) -> [DVec3; 2] {
        let along = [DVec3::new(0.0, 0.25, 0.5), DVec3::new(0.8, -0.6, 1.0)];
        let (ends, away) = match self.kind {
            0 => ([along[0], -along[0]], DVec3::X),
            1 => ([along[1], -along[1]], DVec3::new(0.6, 0.8, 0.0)),
            _ => ([DVec3::ZERO, DVec3::ONE], DVec3::new(2.0, 3.0, 6.0) / 7.0),
        };
        ends.map(|end| self.place((end + away) * size))
    }
    /// The corners of a triangle of about this size that touches it there.
    pub fn triangle(&self, size: f64) -> [DVec3; 3] {
        let along = DVec3::new(0.5, -0.5, 0.75);
        let corners = match self.kind {
            0 => [DVec3::ZERO, DVec3::new(1.0, 1.0, 2.0), DVec3::new(2.5, 0.0, 2.0)],
            1 => [along, -along, DVec3::new(0.5, 1.0, 4.0)],
            _ => DVec3::AXES.map(|axis| axis - DVec3::splat(1.0 / 3.0)),
        };
        corners.map(|v| self.place(v * size))
    }
}
