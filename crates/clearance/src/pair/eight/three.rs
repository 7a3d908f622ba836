//! Vectors of three eights, and the eights of a coordinate.

use crate::simd::Eight;

/// A vector in each lane.
pub(super) type Three<E> = [E; 3];

#[inline(always)]
pub(super) fn minus<E: Eight>(a: Three<E>, b: Three<E>) -> Three<E> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(super) fn dot<E: Eight>(a: Three<E>, b: Three<E>) -> E {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn cross<E: Eight>(a: Three<E>, b: Three<E>) -> Three<E> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[inline(always)]
pub(super) fn absolute<E: Eight>(v: Three<E>) -> Three<E> {
    [v[0].abs(), v[1].abs(), v[2].abs()]
}

#[inline(always)]
pub(super) fn total<E: Eight>([x, y, z]: Three<E>) -> E {
    x + y + z
}

#[inline(always)]
pub(super) fn most<E: Eight>([x, y, z]: Three<E>) -> E {
    x.max(y).max(z)
}

#[inline(always)]
pub(super) fn least<E: Eight>([x, y, z]: Three<E>) -> E {
    x.min(y).min(z)
}
