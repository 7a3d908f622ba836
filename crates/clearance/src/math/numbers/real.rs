//! `Real`: the floats that the library works in.

use core::fmt::{Debug, Display};
use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use super::lanes::Lanes;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// What numbers, vectors and angular quantities have in common: values with a sum and a difference.
pub trait Additive:
    Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
{
}
/// A float the library works in: `f32` or `f64`. Sealed: no other type can implement it.
///
/// Every operation here is correctly rounded by IEEE 754, so that results have the same bits on every
/// machine.
pub trait Real:
    sealed::Sealed
    + Additive
    + Display
    + PartialOrd
    + SubAssign
    + Mul<Output = Self>
    + MulAssign
    + Div<Output = Self>
    + Neg<Output = Self>
    + Sum
{
    /// Four numbers of this type side by side.
    type Lanes: Lanes<Self>;

    /// 0.
    const ZERO: Self;
    /// One half.
    const HALF: Self;
    /// 1.
    const ONE: Self;
    /// 2.
    const TWO: Self;
    /// The largest finite value.
    const MAX: Self;
    /// The smallest positive normal value.
    const MIN_POSITIVE: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// The distance from 1 to the next float: twice the unit roundoff.
    const EPSILON: Self;
    /// Whether this is single precision, not double.
    const IS_SINGLE: bool;
    /// The largest magnitude of a coordinate, length or scale that shapes and poses accept, so that products
    /// of a few of them stay finite: 2^480 in double precision, 2^56 in single.
    const LARGEST_COORDINATE: Self;
    /// The least and the greatest size of a pair of shapes for which the filters answer: the fourth powers of
    /// these are far from the limits of the type. Pairs of other sizes are scaled first.
    #[doc(hidden)]
    const ORDINARY_SIZES: [Self; 2];

    /// A literal, rounded to this precision: `R::lit(0.25)`. Folds to a constant in release builds.
    fn lit(x: f64) -> Self;
    /// The same number in double precision, always exact.
    fn to_f64(self) -> f64;
    /// Square root, correctly rounded.
    fn sqrt(self) -> Self;
    /// Magnitude.
    fn abs(self) -> Self;
    /// The smaller of two numbers that are not NaN.
    fn min(self, o: Self) -> Self;
    /// The larger of two numbers that are not NaN.
    fn max(self, o: Self) -> Self;
    /// Magnitude of `self`, sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// Neither infinite nor NaN.
    fn is_finite(self) -> bool;

    /// `self` limited to `low..=high`.
    #[inline]
    fn clamped(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }
}

macro_rules! impl_real {
    ($($t:ident: $lanes:ty, $sqrt:ident, $bits:literal, $ordinary:literal);+) => { $(
        impl Additive for $t {}
        impl Real for $t {
            type Lanes = $lanes;
            const ZERO: Self = 0.0;
            const HALF: Self = 0.5;
            const ONE: Self = 1.0;
            const TWO: Self = 2.0;
            const MAX: Self = $t::MAX;
            const MIN_POSITIVE: Self = $t::MIN_POSITIVE;
            const INFINITY: Self = $t::INFINITY;
            const EPSILON: Self = $t::EPSILON;
            const IS_SINGLE: bool = size_of::<$t>() == 4;
            const LARGEST_COORDINATE: Self = $t::from_bits($bits);
            const ORDINARY_SIZES: [Self; 2] = [1.0 / $ordinary, $ordinary];
            #[inline]
            fn lit(x: f64) -> Self { x as $t }
            #[inline]
            fn to_f64(self) -> f64 { f64::from(self) }
            #[cfg(feature = "std")]
            #[inline]
            fn sqrt(self) -> Self { <$t>::sqrt(self) }
            #[cfg(not(feature = "std"))]
            #[inline]
            fn sqrt(self) -> Self { libm::$sqrt(self) }
            #[inline]
            fn abs(self) -> Self { <$t>::abs(self) }
            #[inline]
            fn min(self, o: Self) -> Self { if self < o { self } else { o } }
            #[inline]
            fn max(self, o: Self) -> Self { if self > o { self } else { o } }
            #[inline]
            fn copysign(self, sign: Self) -> Self { <$t>::copysign(self, sign) }
            #[inline]
            fn is_finite(self) -> bool { <$t>::is_finite(self) }
        }
    )+ };
}

impl_real!(
    f32: glam::Vec4, sqrtf, 0x5b80_0000, 268_435_456.0;
    f64: glam::DVec4, sqrt, 0x5df0_0000_0000_0000, 1.461501637330903e48
);
