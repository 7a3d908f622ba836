//! The images of the coordinate axes under a quaternion of any length, in either precision.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

use glam::{DQuat, DVec3, Quat, Vec3, Vec4, Vec4Swizzles};

use crate::math::numbers::Real;

/// The images of the coordinate axes.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn axes_one_by_one(q: DQuat) -> [DVec3; 3] {
    let largest = Real::max(Real::max(q.x.abs(), q.y.abs()), Real::max(q.z.abs(), q.w.abs()));
    let (x, y, z, w) = (q.x / largest, q.y / largest, q.z / largest, q.w / largest);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    let (xx, yy, zz) = (x * x * s, y * y * s, z * z * s);
    let (xy, xz, yz) = (x * y * s, x * z * s, y * z * s);
    let (wx, wy, wz) = (w * x * s, w * y * s, w * z * s);
    [
        DVec3::new(1.0 - (yy + zz), xy + wz, xz - wy),
        DVec3::new(xy - wz, 1.0 - (xx + zz), yz + wx),
        DVec3::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
    ]
}

/// The same sums and products in single precision, which fit into registers: the compiler does not find by
/// itself which of them to put side by side.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn axes_in_lanes(q: Quat) -> [Vec3; 3] {
    let given = Vec4::from(q);
    let size = given.abs();
    let largest = Real::max(Real::max(size.x, size.y), Real::max(size.z, size.w));
    let v = given / largest;
    let squares = v * v;
    let s = 2.0 / (squares.x + squares.y + squares.z + squares.w);
    let squares = squares * s;
    let mixed = v.xxyy() * v.yzzz() * s; // xy, xz, yz
    let turned = v.wwww() * v.zyxx() * s; // wz, wy, wx
    let diagonal = Vec4::ONE - (squares.yxxx() + squares.zzyy());
    let (sum, difference) = (mixed + turned, mixed - turned);
    [
        Vec3::new(diagonal.x, sum.x, difference.y),
        Vec3::new(difference.x, diagonal.y, sum.z),
        Vec3::new(sum.y, difference.z, diagonal.z),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Rotation;
    use crate::noise;

    /// The axes of a quaternion in single precision, number by number.
    fn axes_of_numbers(q: Quat) -> [Vec3; 3] {
        let largest = q.x.abs().max(q.y.abs()).max(q.z.abs().max(q.w.abs()));
        let [x, y, z, w] = q.to_array().map(|c| c / largest);
        let s = 2.0 / (x * x + y * y + z * z + w * w);
        let (xx, yy, zz) = (x * x * s, y * y * s, z * z * s);
        let (xy, xz, yz) = (x * y * s, x * z * s, y * z * s);
        let (wx, wy, wz) = (w * x * s, w * y * s, w * z * s);
        [
            Vec3::new(1.0 - (yy + zz), xy + wz, xz - wy),
            Vec3::new(xy - wz, 1.0 - (xx + zz), yz + wx),
            Vec3::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
        ]
    }

    #[test]
    fn lanes_give_the_bits_of_numbers() {
        let mut state = 7;
        let mut next = |steps: f32| {
            let noise = (noise::next(&mut state) >> 40) as f32 / (1 << 23) as f32 - 1.0;
            (noise * steps).round_ties_even() / steps
        };
        let bits = |axes: [Vec3; 3]| axes.map(|axis| axis.to_array().map(f32::to_bits));
        for i in 0..4000 {
            let steps = if i % 2 == 0 { 1e6 } else { 1.0 };
            let scale = [1.0, 1e-30, 1e30][i % 3];
            let q = Quat::from_xyzw(next(steps), next(steps), next(steps), next(steps)) * scale;
            if q.is_valid() {
                assert_eq!(bits(q.axes()), bits(axes_of_numbers(q)), "{q:?}");
            }
        }
    }
}
