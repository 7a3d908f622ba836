//! Integers of any size and vectors of them.

use core::cmp::Ordering;

use dashu_int::IBig;

/// An integer of any size.
pub(crate) type Int = IBig;
/// A vector of integers: 2 or 3 of them.
pub(crate) type IntVector<const D: usize> = [Int; D];

/// `x` compared with 0.
#[inline]
pub(crate) fn sign(x: &Int) -> Ordering {
    x.cmp(&IBig::ZERO)
}
#[inline]
pub(crate) fn is_negative(x: &Int) -> bool {
    sign(x) == Ordering::Less
}
#[inline]
pub(crate) fn is_positive(x: &Int) -> bool {
    sign(x) == Ordering::Greater
}
/// `x * 2^shift`, rounded down.
pub(crate) fn shifted(x: &Int, shift: i64) -> Int {
    if shift >= 0 {
        x << shift as usize
    } else {
        x >> (-shift) as usize
    }
}
pub(crate) fn minus<const D: usize>(a: &IntVector<D>, b: &IntVector<D>) -> IntVector<D> {
    core::array::from_fn(|i| &a[i] - &b[i])
}
pub(crate) fn plus<const D: usize>(a: &IntVector<D>, b: &IntVector<D>) -> IntVector<D> {
    core::array::from_fn(|i| &a[i] + &b[i])
}
pub(crate) fn scaled<const D: usize>(a: &IntVector<D>, s: &Int) -> IntVector<D> {
    core::array::from_fn(|i| &a[i] * s)
}
pub(crate) fn negated<const D: usize>(a: &IntVector<D>) -> IntVector<D> {
    core::array::from_fn(|i| -&a[i])
}
pub(crate) fn dot<const D: usize>(a: &IntVector<D>, b: &IntVector<D>) -> Int {
    let mut sum = &a[0] * &b[0];
    for i in 1..D {
        sum += &a[i] * &b[i];
    }
    sum
}
pub(crate) fn is_zero<const D: usize>(a: &IntVector<D>) -> bool {
    a.iter().all(IBig::is_zero)
}
/// The unit vector along coordinate axis `i`.
pub(crate) fn axis<const D: usize>(i: usize) -> IntVector<D> {
    core::array::from_fn(|k| IBig::from(u8::from(k == i)))
}
/// `a.x b.y - a.y b.x`.
pub(crate) fn perp_dot<const D: usize>(a: &IntVector<D>, b: &IntVector<D>) -> Int {
    &a[0] * &b[1] - &a[1] * &b[0]
}
/// The cross product; in the plane the zero vector.
pub(crate) fn cross<const D: usize>(a: &IntVector<D>, b: &IntVector<D>) -> IntVector<D> {
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}
/// `a · (b × c)`; D is 3.
pub(crate) fn determinant<const D: usize>(a: &IntVector<D>, b: &IntVector<D>, c: &IntVector<D>) -> Int {
    dot(a, &cross(b, c))
}
