//! Rings whose smallest coordinates are tiny beside the others: the same rings with the tiny ones enlarged.
//!
//! How rings divide the plane, and into which convex parts, depends only on which side of a line through two
//! corners a third one lies. Divide each axis by its largest coordinate, and write a corner as
//! `(X + e x, Y + e y)`: the large numbers X and Y are multiples of `2^-u`; e is greater than all tiny
//! coordinates, so that x and y are below 1, and these are multiples of `2^-v`. Twice the area of three
//! corners is then `A + e B + e² C`. Its parts, where they are not 0, are at least `2^-2u`, `2^-(u + v)` and
//! `2^-2v`; B and C are below 16. So the first part that is not 0 decides the sign, for every e up to `2^-(2u
//! + 5)` and
//! `2^-(u + v + 4)`. The largest such e replaces the given one, and all corners stay on their sides.
//!
//! Limit: one magnitude of tiny coordinates. Coordinates of three magnitudes far apart are refused.

use alloc::vec::Vec;

use crate::hull::split;

/// The rings with coordinates from -1 to 1, each 0 or at least `2^-range`: each axis, and the tiny
/// coordinates, are multiplied by a power of two. `None` where that is not possible.
pub(super) fn with_tiny_enlarged(rings: &[Vec<[f64; 2]>], range: i32) -> Option<Vec<Vec<[f64; 2]>>> {
    let points = || rings.iter().flatten();
    let tops = [0, 1].map(|axis| points().filter_map(|p| bits(p[axis])).map(|b| b.high).max());
    let tops = [tops[0]?, tops[1]?];
    let relative = |axis: usize, x: f64| bits(x).map(|b| b.below(tops[axis]));
    let mut all: Vec<BitSpan> = points()
        .flat_map(|p| [0, 1].map(|axis| relative(axis, p[axis])))
        .flatten()
        .collect();
    all.sort_unstable_by_key(|b| -b.high);
    // The tiny numbers begin after the largest step from one magnitude to the next.
    let first = (1..all.len()).max_by_key(|&i| all[i - 1].high - all[i].high)?;
    let (large, tiny) = all.split_at(first);
    let lowest = |list: &[BitSpan]| list.iter().map(|b| b.low).min();
    let (u, top) = (-lowest(large)?, tiny[0].high);
    let v = top - lowest(tiny)?;
    let exponent = (2 * u + 5).max(u + v + 4);
    if top > -exponent || exponent + v > range {
        return None;
    }
    let place = |axis: usize, x: f64| {
        let is_tiny = relative(axis, x).is_some_and(|b| b.high <= top);
        let up = if is_tiny { -exponent - top } else { 0 };
        libm::scalbn(x, up - tops[axis])
    };
    let ring = |ring: &Vec<[f64; 2]>| ring.iter().map(|p| [place(0, p[0]), place(1, p[1])]).collect();
    Some(rings.iter().map(ring).collect())
}

/// The exponent of a number's last bit, and one more than that of its first.
#[derive(Clone, Copy)]
struct BitSpan {
    low: i32,
    high: i32,
}

impl BitSpan {
    fn below(self, top: i32) -> Self {
        Self {
            low: self.low - top,
            high: self.high - top,
        }
    }
}

/// `None` for 0.
fn bits(x: f64) -> Option<BitSpan> {
    let (mantissa, low) = split(x);
    let length = 64 - mantissa.unsigned_abs().leading_zeros() as i32;
    (mantissa != 0).then_some(BitSpan {
        low,
        high: low + length,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::Lifted;
    use crate::noise;
    use glam::DVec2;

    /// Every three corners have the same orientation as before, computed in integers.
    #[test]
    fn corners_stay_on_their_sides() {
        let mut state = 5;
        let mut next = |n: u64| (noise::next(&mut state) >> 33) % n;
        let mut turned = 0;
        for _ in 0..300 {
            let tiny = libm::scalbn(1.0, -(next(600) as i32) - 460);
            let mut number = || {
                let whole = next(5) as f64 - 2.0;
                if next(3) == 0 { whole * tiny } else { whole }
            };
            let ring: Vec<[f64; 2]> = (0..6).map(|_| [number(), number() * 1e-100]).collect();
            let Some(larger) = with_tiny_enlarged(core::slice::from_ref(&ring), 340) else {
                continue;
            };
            let small = larger[0].iter().flatten().filter(|x| **x != 0.0);
            assert!(
                small
                    .clone()
                    .all(|x| x.abs() >= libm::scalbn(1.0, -341) && x.abs() <= 1.0)
            );
            let lifted = |ring: &[[f64; 2]]| Lifted::<2>::new(ring.iter().map(|&p| DVec2::from(p)));
            let (given, made) = (lifted(&ring), lifted(&larger[0]));
            for i in 0..6 * 6 * 6 {
                let corners = [i % 6, i / 6 % 6, i / 36];
                turned += usize::from(given.turn(corners, [0, 1]).is_ne());
                assert_eq!(
                    given.turn(corners, [0, 1]),
                    made.turn(corners, [0, 1]),
                    "{ring:?}"
                );
            }
        }
        assert!(turned > 5000, "{turned}");
    }
}
