//! Fewer corners for a ring: Ramer 1972, Douglas & Peucker 1973.
//!
//! Of the corners between two that stay, the one furthest from the segment between them stays, too, if it
//! is further away than the tolerance; then the same is done on both sides of it. A ring begins with two
//! corners that are far apart.

use alloc::vec;
use alloc::vec::Vec;

/// The ring with fewer corners; all others are within the tolerance of it, and at least three stay.
pub(super) fn simplified(ring: Vec<[f64; 2]>, tolerance: f64) -> Vec<[f64; 2]> {
    let count = ring.len();
    if count <= 4 || tolerance.is_nan() || tolerance <= 0.0 {
        return ring;
    }
    let far = furthest(&ring, 0..count, |p| length_squared(minus(p, ring[0]))).0;
    let mut stays = vec![false; count];
    (stays[0], stays[far]) = (true, true);
    let mut open = vec![[0, far], [far, count]];
    let mut widest = (0, -1.0);
    while let Some([from, to]) = open.pop() {
        let (a, b) = (ring[from], ring[to % count]);
        if to - from < 2 {
            continue;
        }
        let (corner, most) = furthest(&ring, from + 1..to, |p| distance_squared(p, a, b));
        if most > tolerance * tolerance {
            stays[corner] = true;
            open.extend([[from, corner], [corner, to]]);
        } else if most > widest.1 {
            widest = (corner, most);
        }
    }
    // A ring of two corners encloses nothing: the furthest of the others stays as well.
    if stays.iter().filter(|s| **s).count() < 3 {
        stays[widest.0] = true;
    }
    ring.into_iter()
        .zip(stays)
        .filter_map(|(p, s)| s.then_some(p))
        .collect()
}

fn furthest(
    ring: &[[f64; 2]],
    range: core::ops::Range<usize>,
    measure: impl Fn([f64; 2]) -> f64,
) -> (usize, f64) {
    let mut best = (range.start, -1.0);
    for i in range {
        let size = measure(ring[i]);
        if size > best.1 {
            best = (i, size);
        }
    }
    best
}

fn minus(p: [f64; 2], q: [f64; 2]) -> [f64; 2] {
    [p[0] - q[0], p[1] - q[1]]
}

fn length_squared([x, y]: [f64; 2]) -> f64 {
    x * x + y * y
}

/// The squared distance of a point from a segment.
pub(super) fn distance_squared(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (along, to) = (minus(b, a), minus(p, a));
    let length = length_squared(along);
    let t = if length > 0.0 {
        ((along[0] * to[0] + along[1] * to[1]) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    length_squared(minus(to, [along[0] * t, along[1] * t]))
}
