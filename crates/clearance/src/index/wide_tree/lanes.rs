//! Vectors of space, four at a time: a register for each coordinate.

use glam::Vec4;

use crate::math::Real;

/// Three coordinates of four points.
pub(super) type Points = [Vec4; 3];

#[inline(always)]
pub(super) fn minus(a: &Points, b: &Points) -> Points {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(super) fn dot(a: &Points, b: &Points) -> Vec4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn cross(a: &Points, b: &Points) -> Points {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[inline(always)]
pub(super) fn sum(v: &Points) -> Vec4 {
    v[0] + v[1] + v[2]
}

#[inline(always)]
pub(super) fn absolute(v: &Points) -> Points {
    [v[0].abs(), v[1].abs(), v[2].abs()]
}

#[inline(always)]
pub(super) fn lengths(v: &Points) -> Vec4 {
    square_roots(dot(v, v))
}

/// Four square roots; a negative number's is not a number.
#[inline(always)]
pub(super) fn square_roots(x: Vec4) -> Vec4 {
    let [a, b, c, d] = x.to_array();
    Vec4::new(Real::sqrt(a), Real::sqrt(b), Real::sqrt(c), Real::sqrt(d))
}
