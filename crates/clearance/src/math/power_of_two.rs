//! A power of two as a factor. Scaling by it is exact, unless a number becomes subnormal or too large.

use super::numbers::Real;
use super::vector::{ScalarOf, Vector};

/// A power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PowerOfTwo(pub i32);

impl PowerOfTwo {
    /// The exponent of the least power of two above a finite number's magnitude; `None` for 0.
    #[inline]
    pub fn above<S: Real>(x: S) -> Option<i32> {
        let x = x.to_f64();
        match (x.to_bits() >> 52 & 0x7ff) as i32 {
            0 if x == 0.0 => None,
            0 => Some(libm::frexp(x).1),
            exponent => Some(exponent - 1022),
        }
    }
    /// The reciprocal.
    pub fn inverse(self) -> Self {
        Self(-self.0)
    }
    /// The product, rounded once; infinite where it is too large.
    #[inline]
    pub fn times<S: Real>(self, x: S) -> S {
        let x = x.to_f64();
        if (-1022..1024).contains(&self.0) {
            return S::lit(x * f64::from_bits(((self.0 + 1023) as u64) << 52));
        }
        S::lit(libm::scalbn(x, self.0))
    }
    /// The product, or `None` where it is not a number of this precision.
    pub fn exactly<S: Real>(self, x: S) -> Option<S> {
        let product: S = self.times(x);
        (product.is_finite() && self.inverse().times(product) == x).then_some(product)
    }
    /// The product of each component, rounded once.
    pub fn times_each<V: Vector>(self, v: V) -> V {
        V::from_fn(|i| self.times(v.get(i)))
    }
    /// The product of each component, or `None` where one is not a number of this precision.
    pub fn exactly_each<V: Vector>(self, v: V) -> Option<V> {
        let product: V = self.times_each(v);
        let exact = |i: usize| self.exactly::<ScalarOf<V>>(v.get(i)).is_some();
        (0..V::DIM).all(exact).then_some(product)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, Vec3};

    #[test]
    fn exact_or_not_at_all() {
        let (up, down) = (PowerOfTwo(1074), PowerOfTwo(-1074));
        assert_eq!(up.exactly(5e-324), Some(1.0));
        assert_eq!(down.exactly(3.0), Some(1.5e-323));
        assert_eq!(down.exactly(1.5), None);
        assert_eq!(down.times(1.5), 1e-323); // to even
        assert_eq!(PowerOfTwo(149).exactly(1e-45_f32), Some(1.0));
        assert_eq!(PowerOfTwo(200).exactly(1.0_f32), None);
        assert_eq!(PowerOfTwo(-1).exactly_each(DVec2::new(2.0, 5e-324)), None);
        assert_eq!(PowerOfTwo(1).exactly_each(Vec3::ONE), Some(Vec3::splat(2.0)));
    }
    #[test]
    fn powers_above() {
        assert_eq!(PowerOfTwo::above(0.0), None);
        assert_eq!(
            [1.0, -0.75, 5e-324].map(PowerOfTwo::above),
            [Some(1), Some(0), Some(-1073)]
        );
    }
}
