//! The boxes that a tree is built from, each corner in a register.

use glam::Vec4;

use crate::index::wide_tree::UnitBox;

/// Stands for infinity, so that middles are numbers; what is finite is below 3 in the unit of a tree.
const FAR: f32 = 1e30;
/// A box and the number of its item, which is in the fourth lane of the low corner. What is computed in
/// fourth lanes is not read.
#[derive(Clone, Copy)]
pub(super) struct Entry(pub LaneBox);

impl Entry {
    /// Makes numbers of ordinary size from the bits of small ones: others are slow to add.
    const ORDINARY: u32 = 2.0_f32.to_bits();

    pub fn new(mut lanes: LaneBox, id: u32) -> Self {
        lanes.low.w = f32::from_bits(id.wrapping_add(Self::ORDINARY));
        Self(lanes)
    }
    pub fn id(&self) -> u32 {
        self.0.low.w.to_bits().wrapping_sub(Self::ORDINARY)
    }
    /// Twice the middle, along one axis.
    #[inline]
    pub fn middle_along(&self, axis: usize) -> f32 {
        self.0.low[axis] + self.0.high[axis]
    }
    /// Twice the middle.
    #[inline]
    pub fn middle(&self) -> Vec4 {
        self.0.low + self.0.high
    }
}

/// A box with each corner in a register.
#[derive(Clone, Copy)]
pub(in crate::index::wide_tree) struct LaneBox {
    pub low: Vec4,
    pub high: Vec4,
}

impl LaneBox {
    pub const EMPTY: Self = Self {
        low: Vec4::INFINITY,
        high: Vec4::NEG_INFINITY,
    };
    /// Numbers stay finite.
    pub fn new(b: &UnitBox) -> Self {
        let far = Vec4::splat(FAR);
        let lanes = |[x, y, z]: [f32; 3]| Vec4::new(x, y, z, 0.0).clamp(-far, far);
        Self {
            low: lanes(b.low),
            high: lanes(b.high),
        }
    }
    pub fn unit_box(&self) -> UnitBox {
        let restored = |x: f32| {
            if x.abs() < FAR {
                x
            } else {
                f32::INFINITY.copysign(x)
            }
        };
        let corner = |v: Vec4| v.truncate().to_array().map(restored);
        UnitBox {
            low: corner(self.low),
            high: corner(self.high),
        }
    }
    /// As of a [`UnitBox`].
    #[inline]
    pub fn half_surface(&self) -> f32 {
        let extent = (self.high - self.low).max(Vec4::ZERO);
        let [x, y, z, _] = extent.to_array();
        x * y + y * z + z * x + (x + y + z) * 1e-6
    }
    #[inline]
    pub fn with(&self, point: Vec4) -> Self {
        Self {
            low: self.low.min(point),
            high: self.high.max(point),
        }
    }
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }
}
