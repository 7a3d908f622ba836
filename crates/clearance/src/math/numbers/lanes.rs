//! Four numbers side by side, so that the compiler makes vector instructions of a loop over edges or corners.
//!
//! glam's `Vec4` is one register wherever the processor has such registers. Arrays of four are not always
//! recognised as one, and are shuffled. Each operation gives the same bits as on four single numbers.

use core::ops::{Add, Div, Mul, Neg, Sub};

use glam::{DVec4, Vec4};

/// Four numbers of one precision.
pub trait Lanes<S>:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Four numbers.
    fn new(numbers: &[S; 4]) -> Self;
    /// The four numbers.
    fn numbers(self) -> [S; 4];
    /// Four times the same number.
    fn splat(number: S) -> Self;
    /// Number by number, the smaller; none is NaN.
    fn min(self, o: Self) -> Self;
    /// Number by number, the larger; none is NaN.
    fn max(self, o: Self) -> Self;
    /// Number by number, that of `reached` where this one is at least as great as `least`, else that of
    /// `below`.
    fn where_reaching(self, least: Self, reached: Self, below: Self) -> Self;
    /// The greatest of the four.
    fn greatest(self) -> S;
    /// The least of the four.
    fn least(self) -> S;
    /// A bit for each number, the first in the lowest: whether it is at least as great as that of `o`.
    fn reach(self, o: Self) -> u32;
}

macro_rules! impl_lanes {
    ($($v:ty: $s:ty);+) => { $(impl Lanes<$s> for $v {
        #[inline]
        fn new(numbers: &[$s; 4]) -> Self { <$v>::from_array(*numbers) }
        #[inline]
        fn numbers(self) -> [$s; 4] { self.to_array() }
        #[inline]
        fn splat(number: $s) -> Self { <$v>::splat(number) }
        #[inline]
        fn min(self, o: Self) -> Self { <$v>::min(self, o) }
        #[inline]
        fn max(self, o: Self) -> Self { <$v>::max(self, o) }
        #[inline]
        fn where_reaching(self, least: Self, reached: Self, below: Self) -> Self {
            <$v>::select(self.cmpge(least), reached, below)
        }
        #[inline]
        fn greatest(self) -> $s { self.max_element() }
        #[inline]
        fn least(self) -> $s { self.min_element() }
        #[inline]
        fn reach(self, o: Self) -> u32 { self.cmpge(o).bitmask() }
    })+ };
}
impl_lanes!(Vec4: f32; DVec4: f64);
