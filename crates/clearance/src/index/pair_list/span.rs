//! The range of the numbers in each block of a long list, so that a search for some numbers passes over
//! most blocks.

/// So many items are a block. For boxes that lie in the table as in space, it is a small neighbourhood.
pub(crate) const BLOCK: usize = 128;

/// The lowest and the highest number of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    low: u32,
    high: u32,
}

impl Span {
    /// The span of a block without numbers.
    pub(crate) const NONE: Self = Self {
        low: u32::MAX,
        high: 0,
    };
    /// The span of some numbers.
    pub(crate) fn of(numbers: impl Iterator<Item = u32>) -> Self {
        let mut span = Self::NONE;
        numbers.for_each(|number| span.add(number));
        span
    }
    /// Adds a number.
    #[inline]
    pub(crate) fn add(&mut self, number: u32) {
        self.low = self.low.min(number);
        self.high = self.high.max(number);
    }
    /// Whether one of `count` numbers from `first` on may be in the block.
    #[inline]
    pub(crate) fn meets(&self, first: u32, count: usize) -> bool {
        (u64::from(self.low) < u64::from(first) + count as u64) & (self.high >= first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_passed_over_only_where_no_number_is_in_range() {
        let numbers = [7_u32, 3, 9];
        let span = Span::of(numbers.into_iter());
        for first in 0..12 {
            for count in 0..12_usize {
                let range = first..first + count as u32;
                let is_met = span.meets(first, count);
                assert!(is_met || !numbers.iter().any(|number| range.contains(number)));
                // Nor is it hit without need, because its ends are numbers.
                assert_eq!(is_met, range.start <= 9 && range.end > 3);
            }
        }
        assert!(!Span::NONE.meets(0, u32::MAX as usize));
        assert!(Span::of([u32::MAX].into_iter()).meets(u32::MAX, 1));
    }
}
