//! What stands in the unit of one tree, in the unit of another: points, boxes, discs.
//!
//! All in single precision, with one bound on the error of a coordinate, which bounds and distances are moved
//! by.

use glam::{DVec3, Vec3, Vec4};

use super::disc::Disc;
use super::oriented::OrientedBox;
use super::slab::SHORTER;
use super::unit::up;
use super::view::View;
use super::{Lanes3, Unit, UnitBox};
use crate::math::{DoubleFrame, Vector};

/// Takes boxes from the unit of one tree to that of another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transform {
    /// The images of the axes.
    axes: [[f32; 3]; 3],
    absolute: [[f32; 3]; 3],
    origin: [f32; 3],
    /// How much of an error in each coordinate there is at most in one of an image.
    pub most: f32,
    /// A bound on the error of a coordinate, and by how much boxes are enlarged.
    pub error: f32,
    /// How long the unit is in the other one; 0, which bounds nothing, where single precision does not hold
    /// it.
    pub scale: f32,
}

impl Transform {
    pub fn new<V: Vector>(from: (&Unit<V>, &DoubleFrame), to: (&Unit<V>, &DoubleFrame), margin: f64) -> Self {
        let corner = DVec3::from_array(core::array::from_fn(|i| from.0.outward(0.0, i)));
        let corner = to.1.inward(from.1.outward(corner * from.1.scale)) / to.1.scale;
        let origin = DVec3::from_array(core::array::from_fn(|i| to.0.coordinate(corner[i], i)));
        let scale = to.0.per_length / to.1.scale * from.1.scale / from.0.per_length;
        let axes = DVec3::AXES.map(|axis| to.1.turned_back(from.1.turned(axis)) * scale);
        let size = axes
            .iter()
            .fold(origin.abs(), |sum, a| sum + a.abs())
            .max_element();
        let single = |v: DVec3| v.to_array().map(|x| x as f32);
        let absolute = axes.map(|a| single(a.abs()));
        let most = |i: usize| absolute[0][i] + absolute[1][i] + absolute[2][i];
        let margin = margin / to.1.scale * to.0.per_length;
        Self {
            axes: axes.map(single),
            most: most(0).max(most(1)).max(most(2)) * (1.0 + 1e-6),
            absolute,
            origin: single(origin),
            error: up(margin + size * 2e-6),
            scale: if (1e-30..1e30).contains(&scale) {
                scale as f32
            } else {
                0.0
            },
        }
    }
    /// The box around the image of one.
    #[inline(always)]
    pub fn of_one(&self, b: &UnitBox) -> UnitBox {
        let middle: [f32; 3] = core::array::from_fn(|j| 0.5 * (b.low[j] + b.high[j]));
        let half: [f32; 3] = core::array::from_fn(|j| 0.5 * (b.high[j] - b.low[j]));
        let mut image = UnitBox {
            low: [0.0; 3],
            high: [0.0; 3],
        };
        for i in 0..3 {
            let (mut at, mut reach) = (self.origin[i], self.error);
            for j in 0..3 {
                at += self.axes[j][i] * middle[j];
                reach += self.absolute[j][i] * half[j];
            }
            (image.low[i], image.high[i]) = (at - reach, at + reach);
        }
        image
    }
    /// The images of four points, from a point.
    #[inline(always)]
    pub fn of_points(&self, points: &[Vec4; 3], from: &[f32; 3]) -> [Vec4; 3] {
        let [x, y, z] = points;
        let along = |i: usize| {
            let turned = *x * self.axes[0][i] + *y * self.axes[1][i] + *z * self.axes[2][i];
            turned + self.origin[i] - from[i]
        };
        [along(0), along(1), along(2)]
    }
    /// The image of a disc.
    #[inline(always)]
    pub fn of_disc(&self, disc: &Disc) -> Disc {
        if self.scale == 0.0 {
            return Disc::EVERYTHING;
        }
        let [x, y, z] = self.axes.map(Vec3::from_array);
        let turned = |v: Vec3| x * v.x + y * v.y + z * v.z;
        Disc {
            center: turned(disc.center) + Vec3::from_array(self.origin),
            normal: turned(disc.normal) / self.scale * SHORTER,
            half: disc.half * self.scale,
            radius: disc.radius * self.scale,
        }
    }
    /// The image of a box of any direction.
    pub fn of_oriented(&self, b: &OrientedBox) -> Option<OrientedBox> {
        let [x, y, z] = self.axes.map(Vec3::from_array);
        let turned = |v: Vec3| x * v.x + y * v.y + z * v.z;
        (self.scale > 0.0).then(|| OrientedBox {
            center: turned(b.center) + Vec3::from_array(self.origin),
            axes: b.axes.map(|axis| turned(axis) / self.scale),
            half: b.half * self.scale,
        })
    }
    /// The boxes around the images of eight.
    #[inline(always)]
    pub fn of_eight(&self, node: &View<'_>) -> (Lanes3, Lanes3) {
        let half = Vec4::splat(0.5);
        let (mut low, mut high) = ([[Vec4::ZERO; 2]; 3], [[Vec4::ZERO; 2]; 3]);
        for h in 0..2 {
            let middle: [Vec4; 3] = core::array::from_fn(|j| half * (node.low[j][h] + node.high[j][h]));
            let reach: [Vec4; 3] = core::array::from_fn(|j| half * (node.high[j][h] - node.low[j][h]));
            for i in 0..3 {
                let (mut at, mut room) = (Vec4::splat(self.origin[i]), Vec4::splat(self.error));
                for j in 0..3 {
                    at += Vec4::splat(self.axes[j][i]) * middle[j];
                    room += Vec4::splat(self.absolute[j][i]) * reach[j];
                }
                (low[i][h], high[i][h]) = (at - room, at + room);
            }
        }
        (low, high)
    }
}
