//! Frames in double precision and in 3D, for poses of any of the four spaces.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

use glam::{DQuat, DVec3};

use super::numbers::Real;
use super::pose::{Frame, Place, Pose};
use super::rotation::{GivenRotation, Rotation};
use super::vector::Space;

/// A frame in double precision: scale, then rotate, then translate. A pose of the plane rotates about Z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DoubleFrame {
    axes: [DVec3; 3],
    origin: DVec3,
    /// The scale.
    pub scale: f64,
}

/// A vector of any of the four spaces in 3D and double precision, exactly.
#[cfg_attr(not(target_family = "wasm"), inline)]
pub(crate) fn lift<V: Space>(v: V) -> DVec3 {
    let z = if V::DIM == 3 { v.get(2).to_f64() } else { 0.0 };
    DVec3::new(v.get(0).to_f64(), v.get(1).to_f64(), z)
}

/// The nearest vector of the given space.
#[inline]
pub(crate) fn lower<V: Space>(v: DVec3) -> V {
    V::from_fn(|i| V::Scalar::lit(v[i]))
}

#[inline]
fn axes(given: GivenRotation) -> [DVec3; 3] {
    let turn = |x: f64, y: f64| [DVec3::new(x, y, 0.0), DVec3::new(-y, x, 0.0), DVec3::Z];
    match given {
        GivenRotation::Identity => DVec3::AXES,
        GivenRotation::Angle(a) => {
            let (sin, cos) = libm::sincos(a);
            turn(cos, sin)
        }
        GivenRotation::Direction([x, y]) => {
            let unit = DVec3::new(x, y, 0.0).normalize();
            turn(unit.x, unit.y)
        }
        GivenRotation::Quaternion(q) => turned_axes(q),
    }
}

/// The images of the coordinate axes. A quaternion of ordinary length is not divided by its length first.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn turned_axes([x, y, z, w]: [f64; 4]) -> [DVec3; 3] {
    let length2 = x * x + y * y + z * z + w * w;
    if !(length2 > 1e-200 && length2 < 1e200) {
        return Rotation::<DVec3>::axes(&DQuat::from_xyzw(x, y, z, w));
    }
    let s = 2.0 / length2;
    let (xs, ys, zs) = (x * s, y * s, z * s);
    let (xx, yy, zz) = (x * xs, y * ys, z * zs);
    let (xy, xz, yz) = (x * ys, x * zs, y * zs);
    let (wx, wy, wz) = (w * xs, w * ys, w * zs);
    [
        DVec3::new(1.0 - (yy + zz), xy + wz, xz - wy),
        DVec3::new(xy - wz, 1.0 - (xx + zz), yz + wx),
        DVec3::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
    ]
}

impl DoubleFrame {
    /// The frame of a pose, with the rotation as rounded to the space's precision.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(crate) fn of_frame<V: Space>(frame: &Frame<V>) -> Self {
        let mut axes = DVec3::AXES;
        for (axis, given) in axes.iter_mut().zip(frame.axes.as_ref()) {
            *axis = lift(*given);
        }
        Self {
            axes,
            origin: lift(frame.origin),
            scale: frame.scale.to_f64(),
        }
    }
    /// Whether it rotates.
    #[inline]
    pub(crate) fn is_turned(&self) -> bool {
        self.axes != DVec3::AXES
    }
    /// The frame of a pose.
    #[inline]
    pub(crate) fn of_pose<V: Space>(pose: &Pose<V>) -> Self {
        Self {
            axes: axes(pose.rotation().given()),
            origin: lift(pose.position()),
            scale: pose.scale().to_f64(),
        }
    }
    /// The frame of a chain of poses.
    #[inline]
    pub(crate) fn of_place<V: Space>(place: &Place<'_, V>) -> Self {
        if place.outer.is_none() {
            return Self::of_pose(place.pose);
        }
        Self::of_chain(place)
    }
    #[inline(never)]
    fn of_chain<V: Space>(place: &Place<'_, V>) -> Self {
        let mut chain = place.chain().map(Self::of_pose);
        let inner = chain.next().unwrap_or(Self {
            axes: DVec3::AXES,
            origin: DVec3::ZERO,
            scale: 1.0,
        });
        chain.fold(inner, |inner, outer| outer.after(&inner))
    }
    /// The same with `outermost` as the frame of the outermost pose.
    pub(crate) fn of_place_in<V: Space>(place: &Place<'_, V>, outermost: Self) -> Self {
        match place.outer {
            None => outermost,
            Some(outer) => Self::of_place_in(outer, outermost).after(&Self::of_pose(place.pose)),
        }
    }
    fn after(&self, inner: &Self) -> Self {
        Self {
            axes: inner.axes.map(|a| self.turned(a)),
            origin: self.origin + self.turned(inner.origin * self.scale),
            scale: self.scale * inner.scale,
        }
    }
    /// A local direction in the outer frame; lengths are kept.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(crate) fn turned(&self, v: DVec3) -> DVec3 {
        self.axes[0] * v.x + self.axes[1] * v.y + self.axes[2] * v.z
    }
    /// An outer direction in the local frame; lengths are kept.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub(crate) fn turned_back(&self, v: DVec3) -> DVec3 {
        DVec3::from_array(self.axes.map(|a| a.dot(v)))
    }
    /// The half extents along the local axes of a box of these half extents in the outer frame.
    pub(crate) fn extent_back(&self, half: DVec3) -> DVec3 {
        DVec3::from_array(self.axes.map(|a| a.abs().dot(half)))
    }
    /// The half extents along the outer axes of a box of these half extents in the local frame.
    pub(crate) fn extent(&self, half: DVec3) -> DVec3 {
        let [x, y, z] = self.axes.map(DVec3::abs);
        x * half.x + y * half.y + z * half.z
    }
    /// An outer point in the local frame, still in outer units.
    pub(crate) fn inward(&self, p: DVec3) -> DVec3 {
        self.turned_back(p - self.origin)
    }
    /// A local point, given in outer units, in the outer frame.
    pub(crate) fn outward(&self, p: DVec3) -> DVec3 {
        self.turned(p) + self.origin
    }
    /// The same with all outer lengths multiplied.
    pub(crate) fn enlarged(&self, by: f64) -> Self {
        Self {
            origin: self.origin * by,
            scale: self.scale * by,
            ..*self
        }
    }
    /// The same with another origin of the outer frame.
    pub(crate) fn seen_from(&self, origin: DVec3) -> Self {
        Self {
            origin: self.origin - origin,
            ..*self
        }
    }
    /// The images of the coordinate axes.
    #[inline(always)]
    pub(crate) fn axes(&self) -> [DVec3; 3] {
        self.axes
    }
    /// The image of the local origin.
    #[inline]
    pub(crate) fn origin(&self) -> DVec3 {
        self.origin
    }
}
