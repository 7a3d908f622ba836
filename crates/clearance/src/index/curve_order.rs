//! An order of boxes in which those that follow each other are near each other: along a Hilbert curve through
//! their middles (`math/curve/`). Who loads what belongs to boxes in this order needs few of them at a time.

use alloc::vec::Vec;

use crate::math::{Aabb, CURVE_CELLS, Real, Vector, along_curve, sort_by_high_half};

/// The numbers of the boxes in the order of the curve; boxes of one cell stay in their order.
///
/// The curve has 2^10 cells along the longest side of what the finite boxes cover. A box without end, or with
/// a coordinate that is NaN, counts as one in the first or the last cell of that axis.
///
/// Cost: that of sorting as many numbers.
///
/// ```
/// use clearance::{glam::DVec3, index::curve_order, math::Aabb};
/// let at = |x: f64, y: f64| Aabb { min: DVec3::new(x, y, 0.0), max: DVec3::new(x + 0.5, y + 0.5, 0.5) };
/// let corners = [at(0.0, 0.0), at(9.0, 9.0), at(9.0, 0.0), at(0.0, 9.0)];
/// let order = curve_order(&corners);
/// let opposite = |pair: &[u32]| pair[0] ^ pair[1] == 1; // 0 and 1, or 2 and 3
/// assert!(!order.windows(2).any(opposite)); // each is followed by a neighbour
/// ```
pub fn curve_order<V: Vector>(boxes: &[Aabb<V>]) -> Vec<u32> {
    let (low, per_length) = cells_of(boxes);
    let cell = |aabb: &Aabb<V>| {
        let mut cell = [[0]; 3];
        for (k, number) in cell.iter_mut().enumerate().take(V::DIM) {
            // A product that is too large or NaN becomes the largest or the first.
            let steps = (middle(aabb, k) - low[k]) * per_length;
            *number = [(steps as u32).min(CURVE_CELLS - 1)];
        }
        cell
    };
    let number = |aabb: &Aabb<V>| along_curve(cell(aabb))[0];
    let numbered = (0..)
        .zip(boxes)
        .map(|(i, aabb)| u64::from(number(aabb)) << 32 | i);
    let mut numbered: Vec<u64> = numbered.collect();
    sort_by_high_half(&mut numbered);
    numbered.into_iter().map(|n| n as u32).collect()
}

/// The least middle of a finite box along each axis, and how many cells there are along a length.
fn cells_of<V: Vector>(boxes: &[Aabb<V>]) -> ([f64; 3], f64) {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for aabb in boxes {
        for k in 0..V::DIM {
            let x = middle(aabb, k);
            if x.is_finite() {
                (low[k], high[k]) = (low[k].min(x), high[k].max(x));
            }
        }
    }
    let sides = (0..V::DIM).map(|k| high[k] - low[k]);
    let longest = sides.fold(0.0, f64::max);
    let per_length = if longest > 0.0 && longest.is_finite() {
        f64::from(CURVE_CELLS) / longest
    } else {
        0.0
    };
    (low, per_length)
}

/// Half the sum of both corners, without leaving the range of floats.
fn middle<V: Vector>(aabb: &Aabb<V>, k: usize) -> f64 {
    0.5 * aabb.min.get(k).to_f64() + 0.5 * aabb.max.get(k).to_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec2};

    /// Along the curve neighbours are near: a walk over a grid of boxes takes steps of one side each.
    #[test]
    fn neighbours_follow_each_other() {
        let at = |i: u32| DVec3::new(f64::from(i & 7), f64::from(i >> 3 & 7), f64::from(i >> 6));
        let boxes: Vec<_> = (0..512)
            .map(|i| Aabb {
                min: at(i),
                max: at(i),
            })
            .collect();
        let order = curve_order(&boxes);
        let steps = order.windows(2).map(|pair| at(pair[0]).distance(at(pair[1])));
        assert!(steps.clone().all(|step| step <= 2.0));
        assert!(steps.filter(|step| *step > 1.0).count() < 64);
    }

    /// Every box is listed once, whatever its numbers are.
    #[test]
    fn all_are_listed() {
        let values = [
            f32::NEG_INFINITY,
            f32::MIN,
            -1.0,
            0.0,
            1.0,
            f32::MAX,
            f32::INFINITY,
            f32::NAN,
        ];
        let corner = |i: usize| Vec2::new(values[i % 8], values[i / 8]);
        let boxes: Vec<_> = (0..64)
            .map(|i| Aabb {
                min: corner(i),
                max: corner(63 - i),
            })
            .collect();
        let mut order = curve_order(&boxes);
        order.sort_unstable();
        assert_eq!(order, (0..64).collect::<Vec<u32>>());
        assert!(curve_order::<Vec2>(&[]).is_empty());
    }
}
