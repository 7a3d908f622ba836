//! The unit of a tree: the middle of all boxes is the origin, and the whole reaches about 1 along each axis.
//!
//! Subtracting the middle rounds once, in double precision; the unit is a power of two, which rounds nothing.
//! A number that is rounded to single precision and then moved one step outwards is therefore never inside of
//! the true one.

use core::marker::PhantomData;

use super::UnitBox;
use crate::math::{Aabb, Real, ScalarOf, Vector};

/// Takes points to the unit of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit<V> {
    center: [f64; 3],
    /// A power of two.
    pub per_length: f64,
    /// Its inverse.
    length: f64,
    space: PhantomData<V>,
}

impl<V: Vector> Unit<V> {
    /// The unit for what is in a box.
    pub fn around(whole: &Aabb<V>) -> Self {
        let ends = |i: usize| [whole.min.get(i).to_f64(), whole.max.get(i).to_f64()];
        let middle = |i: usize| match ends(i) {
            [low, high] if low.is_finite() && high.is_finite() => 0.5 * low + 0.5 * high,
            _ => 0.0,
        };
        let center = core::array::from_fn(|i| if i < V::DIM { middle(i) } else { 0.0 });
        let reach = (0..V::DIM).flat_map(|i| ends(i).map(|x| libm::fabs(x - center[i])));
        let reach = reach.filter(|x| x.is_finite()).fold(0.0, f64::max);
        let exponent = if reach > 0.0 {
            libm::ilogb(reach).clamp(-1000, 1000)
        } else {
            0
        };
        Self {
            center,
            per_length: libm::scalbn(1.0, -exponent),
            length: libm::scalbn(1.0, exponent),
            space: PhantomData,
        }
    }
    /// A coordinate of a point in the unit, in double precision: rounded once, unless it is next to 0.
    #[inline]
    pub fn coordinate(&self, x: f64, axis: usize) -> f64 {
        (x - self.center[axis]) * self.per_length
    }
    /// A point of the unit, in the frame of the shape; rounded.
    pub fn outward(&self, x: f64, axis: usize) -> f64 {
        x * self.length + self.center[axis]
    }
    /// A box in the unit, rounded outwards.
    #[inline]
    pub fn of_box(&self, bounds: &Aabb<V>) -> UnitBox {
        let mut all = UnitBox {
            low: [0.0; 3],
            high: [0.0; 3],
        };
        for i in 0..V::DIM {
            all.low[i] = down(self.coordinate(bounds.min.get(i).to_f64(), i));
            all.high[i] = up(self.coordinate(bounds.max.get(i).to_f64(), i));
        }
        all
    }
    /// A box of the unit in the frame of the shape, rounded outwards.
    pub fn to_box(self, bounds: &UnitBox) -> Aabb<V> {
        let lit = ScalarOf::<V>::lit;
        let out = |x: f32, i: usize, way: f64| {
            let at = self.outward(f64::from(x), i);
            let error = (libm::fabs(at) + libm::fabs(self.center[i])) * f64::EPSILON + f64::MIN_POSITIVE;
            let rounded = lit(at + way * error);
            rounded + (rounded.abs() * ScalarOf::<V>::EPSILON + ScalarOf::<V>::MIN_POSITIVE) * lit(way)
        };
        Aabb {
            min: V::from_fn(|i| out(bounds.low[i], i, -1.0)),
            max: V::from_fn(|i| out(bounds.high[i], i, 1.0)),
        }
    }
}

/// The greatest single-precision number below, or one step less.
#[inline]
pub(super) fn down(x: f64) -> f32 {
    (x as f32).next_down()
}

/// The least single-precision number above, or one step more.
#[inline]
pub(super) fn up(x: f64) -> f32 {
    (x as f32).next_up()
}
