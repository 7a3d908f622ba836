//! What a heap orders.

use core::cmp::Ordering;

/// An item of a heap, which has the order of its rank.
pub(crate) struct Ranked<R, T> {
    pub rank: R,
    pub item: T,
}

impl<R: Ord, T> Ord for Ranked<R, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.cmp(&other.rank)
    }
}
impl<R: Ord, T> PartialOrd for Ranked<R, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<R: Ord, T> PartialEq for Ranked<R, T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl<R: Ord, T> Eq for Ranked<R, T> {}

/// A number as a rank: in the order of [`f64::total_cmp`].
pub(crate) fn rank_of(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    // Of negative numbers, larger bits are smaller numbers.
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

/// The same in single precision: in the order of [`f32::total_cmp`], and never negative, to stand above other
/// bits.
pub(crate) fn rank_of_single(x: f32) -> u32 {
    let bits = x.to_bits();
    // Of a negative number all bits are reversed, of others the sign.
    bits ^ ((bits as i32 >> 31) as u32 | 1 << 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_the_order_of_numbers() {
        let all = [
            f64::NEG_INFINITY,
            -2.0,
            -1.0,
            -1e-310,
            -0.0,
            0.0,
            1e-310,
            1.0,
            2.0,
            f64::INFINITY,
            f64::NAN,
        ];
        for (p, q) in all.iter().flat_map(|p| all.iter().map(move |q| (p, q))) {
            assert_eq!(rank_of(*p).cmp(&rank_of(*q)), p.total_cmp(q));
            let [p, q] = [*p as f32, *q as f32];
            assert_eq!(rank_of_single(p).cmp(&rank_of_single(q)), p.total_cmp(&q));
        }
    }
}
