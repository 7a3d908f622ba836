//! The signs of determinants of differences of corners.
//!
//! They come from floats with an error bound (Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997,
//! for the bound `(7 + 56 u) u` times the permanent), then from his adaptive arithmetic where all corners are
//! floats, else from exact numbers. A determinant that is 0 is what these take longest for. So first it is
//! looked whether it plainly is: whether two corners are the same, or all have a coordinate in common.

use core::cmp::Ordering;

use super::site::Site;
use crate::exact::Dyadic;
use crate::exact::orientation::{orient2d, orient3d, sign};
use crate::exact::place::ExactPoint;

/// A computed determinant and its error bound decide, or not.
#[inline]
pub(in crate::measure) fn decided(value: f64, permanent: f64, error: f64) -> Option<Ordering> {
    let bound = permanent * (8.0 * f64::EPSILON) + error;
    if value > bound {
        Some(Ordering::Greater)
    } else if value < -bound {
        Some(Ordering::Less)
    } else if bound == 0.0 {
        Some(Ordering::Equal) // every product has a factor 0
    } else {
        None
    }
}

pub(in crate::measure) fn error_of(sites: &[&Site]) -> f64 {
    sites.iter().fold(0.0, |e: f64, s| e.max(s.error()))
}

/// A bound on what the errors of the corners do to a determinant of differences: 6 products of `power`
/// differences, each difference at most `largest` and off by twice the error.
#[inline]
pub(in crate::measure) fn inherited(error: f64, largest: f64, power: usize) -> f64 {
    if error == 0.0 {
        return 0.0;
    }
    let m = largest + 2.0 * error;
    64.0 * error * if power == 2 { m } else { m * m } + f64::MIN_POSITIVE
}

#[inline]
pub(in crate::measure) fn difference(a: &Site, b: &Site) -> [f64; 3] {
    let (a, b) = (&a.high, &b.high);
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline]
pub(in crate::measure) fn largest(v: &[f64; 3]) -> f64 {
    libm::fabs(v[0]).max(libm::fabs(v[1])).max(libm::fabs(v[2]))
}

fn are_plain(sites: &[&Site]) -> bool {
    sites.iter().all(|s| s.is_plain)
}

/// The sign of the volume of a tetrahedron: `Greater` where the fourth corner is on the side from which the
/// others turn counter-clockwise.
pub(in crate::measure) fn volume(corners: [&Site; 4]) -> Ordering {
    let [a, b, c, p] = corners;
    let (u, v, w) = (difference(b, a), difference(c, a), difference(p, a));
    let (mut value, mut permanent) = (0.0, 0.0);
    for (i, across) in w.iter().enumerate() {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (first, second) = (u[j] * v[k], u[k] * v[j]);
        value += across * (first - second);
        permanent += libm::fabs(*across) * (libm::fabs(first) + libm::fabs(second));
    }
    let size = largest(&u).max(largest(&v)).max(largest(&w));
    let error = inherited(error_of(&corners), size, 3);
    decided(value, permanent, error).unwrap_or_else(|| exact_volume(corners))
}

#[inline(never)]
pub(in crate::measure) fn exact_volume(corners: [&Site; 4]) -> Ordering {
    if are_plain(&corners) {
        return sign(orient3d(corners.map(|s| s.high)));
    }
    if is_plainly_flat(&corners, &[0, 1, 2]) {
        return Ordering::Equal;
    }
    let [a, b, c, p] = corners.map(Site::exact);
    let minus = |p: &ExactPoint<3>| -> ExactPoint<3> { core::array::from_fn(|i| p[i].minus(&a[i])) };
    let [u, v, w] = [minus(b), minus(c), minus(p)];
    let minor = |j: usize, k: usize| u[j].times(&v[k]).minus(&u[k].times(&v[j]));
    let terms = [0, 1, 2].map(|i| w[i].times(&minor((i + 1) % 3, (i + 2) % 3)));
    terms[0].plus(&terms[1]).plus(&terms[2]).sign()
}

/// Which way three corners turn, projected on two axes.
pub(in crate::measure) fn turn(corners: [&Site; 3], [j, k]: [usize; 2]) -> Ordering {
    let [a, b, c] = corners;
    let (u, v) = (difference(b, a), difference(c, a));
    let (first, second) = (u[j] * v[k], u[k] * v[j]);
    let error = inherited(error_of(&corners), largest(&u).max(largest(&v)), 2);
    let permanent = libm::fabs(first) + libm::fabs(second);
    decided(first - second, permanent, error).unwrap_or_else(|| exact_turn(corners, [j, k]))
}

/// Whether two corners are the same or all have a coordinate in common, as far as this shows without
/// arithmetic; `false` proves nothing.
fn is_plainly_flat(corners: &[&Site], axes: &[usize]) -> bool {
    let [first, rest @ ..] = corners else { return true };
    let is_shared = |&i: &usize| rest.iter().all(|p| first.shares(p, i));
    let is_twice = |n: usize| {
        let later = &corners[n + 1..];
        later
            .iter()
            .any(|q| axes.iter().all(|&i| corners[n].shares(q, i)))
    };
    axes.iter().any(is_shared) || (0..corners.len()).any(is_twice)
}

#[inline(never)]
pub(in crate::measure) fn exact_turn(corners: [&Site; 3], [j, k]: [usize; 2]) -> Ordering {
    if are_plain(&corners) {
        return sign(orient2d(corners.map(|s| [s.high[j], s.high[k]])));
    }
    if is_plainly_flat(&corners, &[j, k]) {
        return Ordering::Equal;
    }
    let [a, b, c] = corners.map(Site::exact);
    let of = |p: &ExactPoint<3>, q: &ExactPoint<3>, i: usize| p[i].minus(&q[i]);
    let first = of(b, a, j).times(&of(c, a, k));
    first.minus(&of(b, a, k).times(&of(c, a, j))).sign()
}

/// The sign of a component of the cross product of two edges.
pub(in crate::measure) fn cross(f: [&Site; 2], e: [&Site; 2], j: usize, k: usize) -> Ordering {
    let (u, v) = (difference(f[1], f[0]), difference(e[1], e[0]));
    let (first, second) = (u[j] * v[k], u[k] * v[j]);
    let error = inherited(
        error_of(&[f[0], f[1], e[0], e[1]]),
        largest(&u).max(largest(&v)),
        2,
    );
    let permanent = libm::fabs(first) + libm::fabs(second);
    decided(first - second, permanent, error).unwrap_or_else(|| {
        let [a, b, c, d] = [f[0], f[1], e[0], e[1]].map(Site::exact);
        let u = |i: usize| b[i].minus(&a[i]);
        let v = |i: usize| d[i].minus(&c[i]);
        u(j).times(&v(k)).minus(&u(k).times(&v(j))).sign()
    })
}

/// The order of two corners along an axis.
pub(in crate::measure) fn compare(a: &Site, b: &Site, axis: usize) -> Ordering {
    let (x, y) = (a.high[axis], b.high[axis]);
    let error = a.error() + b.error();
    if error == 0.0 || libm::fabs(x - y) > 2.0 * error + f64::EPSILON * libm::fabs(x) {
        return sign(x - y);
    }
    if a.is_same(b) {
        return Ordering::Equal;
    }
    Dyadic::compare(&a.exact()[axis], &b.exact()[axis])
}
