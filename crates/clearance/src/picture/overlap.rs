//! Two masks on one grid: 64 pixels at a time.
//!
//! At an offset of `dx` pixels a word of A is aligned with the ends of two neighbouring words of B, each of
//! which takes one shift; `dy` tells which rows of a stripe are compared. So every question is one pass
//! over pairs of stripes, and differs only in what it does with the words of common pixels.

use super::{MOST, Mask, WORD};

trait Gather {
    /// Takes the words of common pixels of one stripe of A, row by row from row `y` on. Returns whether to go
    /// on with the next stripe.
    fn stripe(&mut self, stripe: usize, y: usize, words: impl Iterator<Item = u64>) -> bool;
}

impl Mask {
    /// Whether the two masks have a filled pixel in common, with the lower left pixel of `other` on pixel
    /// `offset` of this mask.
    ///
    /// Cost: a few instructions for 64 pixels; stops at the first stripe that has one.
    ///
    /// ```
    /// use clearance::picture::Mask;
    /// let (corner, dot) = (Mask::from_rows(&["10", "11"])?, Mask::from_rows(&["1"])?);
    /// assert!(corner.overlaps(&dot, [0, 1]) && !corner.overlaps(&dot, [1, 1]) && !corner.overlaps(&dot, [-1, 0]));
    /// # Ok::<(), clearance::picture::InvalidMask>(())
    /// ```
    pub fn overlaps(&self, other: &Self, offset: [i64; 2]) -> bool {
        let mut any = Any(false);
        self.gather(other, offset, &mut any);
        any.0
    }
    /// How many filled pixels the two have in common.
    pub fn overlap_area(&self, other: &Self, offset: [i64; 2]) -> u64 {
        let mut area = Area(0);
        self.gather(other, offset, &mut area);
        area.0
    }
    /// A pixel of this mask that is filled in both: the leftmost of the lowest ones.
    pub fn common_pixel(&self, other: &Self, offset: [i64; 2]) -> Option<[usize; 2]> {
        let mut lowest = Lowest(None);
        self.gather(other, offset, &mut lowest);
        lowest.0.map(|[y, x]| [x, y])
    }
    /// The centroid of the filled pixels that the two have in common, on the grid of this mask.
    pub fn overlap_centroid(&self, other: &Self, offset: [i64; 2]) -> Option<[f64; 2]> {
        let mut sums = Sums::default();
        self.gather(other, offset, &mut sums);
        let middle = |sum: u64| sum as f64 / sums.area as f64 + 0.5;
        (sums.area > 0).then(|| [middle(sums.x), middle(sums.y)])
    }
    /// The filled pixels the two have in common, on the grid of this mask.
    pub fn overlap(&self, other: &Self, offset: [i64; 2]) -> Self {
        let mut common = Self {
            words: alloc::vec![0; self.words.len()],
            ..*self
        };
        self.gather(other, offset, &mut common);
        common
    }

    fn gather(&self, other: &Self, [dx, dy]: [i64; 2], gather: &mut impl Gather) {
        // Beyond this the masks are apart whatever their sizes; up to this no sum overflows.
        let most = MOST as i64;
        if dx.unsigned_abs().max(dy.unsigned_abs()) > most as u64 {
            return;
        }
        let (low, high) = (dy.max(0), (self.height as i64).min(other.height as i64 + dy));
        if low >= high {
            return;
        }
        let mine = low as usize..high as usize;
        let its = (low - dy) as usize..(high - dy) as usize;
        let stripe_of = |i: i64| {
            let i = usize::try_from(i).ok().filter(|i| *i < other.stripe_count())?;
            Some(&other.stripe(i)[its.clone()])
        };
        let word = WORD as i64;
        for i in 0..self.stripe_count() {
            // The position of the first pixel of this stripe on the other's grid.
            let at = i as i64 * word - dx;
            let (first, shift) = (at.div_euclid(word), at.rem_euclid(word) as u32);
            let next = stripe_of(first + 1).filter(|_| shift > 0);
            let (y, own) = (mine.start, self.stripe(i)[mine.clone()].iter());
            let goes_on = match (stripe_of(first), next) {
                (Some(a), Some(b)) => {
                    let both = own.zip(a.iter().zip(b));
                    gather.stripe(i, y, both.map(|(w, (a, b))| w & (a >> shift | b << (64 - shift))))
                }
                (Some(a), None) => gather.stripe(i, y, own.zip(a).map(|(w, a)| w & a >> shift)),
                (None, Some(b)) => gather.stripe(i, y, own.zip(b).map(|(w, b)| w & b << (64 - shift))),
                (None, None) => true,
            };
            if !goes_on {
                return;
            }
        }
    }
}

struct Any(bool);

impl Gather for Any {
    fn stripe(&mut self, _: usize, _: usize, words: impl Iterator<Item = u64>) -> bool {
        // Without a branch for each word, so that the compiler takes several at once.
        self.0 = words.fold(0, |any, word| any | word) != 0;
        !self.0
    }
}

struct Area(u64);

impl Gather for Area {
    fn stripe(&mut self, _: usize, _: usize, words: impl Iterator<Item = u64>) -> bool {
        self.0 += words.map(|word| u64::from(word.count_ones())).sum::<u64>();
        true
    }
}

/// Row and column.
struct Lowest(Option<[usize; 2]>);

impl Gather for Lowest {
    fn stripe(&mut self, stripe: usize, y: usize, words: impl Iterator<Item = u64>) -> bool {
        let below = self.0.map_or(usize::MAX, |[y, _]| y);
        let found = (y..below).zip(words).find(|(_, word)| *word != 0);
        if let Some((y, word)) = found {
            self.0 = Some([y, stripe * WORD + word.trailing_zeros() as usize]);
        }
        true
    }
}

/// How many pixels, and the sums of their columns and rows.
#[derive(Default)]
struct Sums {
    area: u64,
    x: u64,
    y: u64,
}

/// For each bit of the number of a column within a word, the columns that have this bit.
const COLUMNS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

impl Gather for Sums {
    fn stripe(&mut self, stripe: usize, y: usize, words: impl Iterator<Item = u64>) -> bool {
        for (y, word) in (y as u64..).zip(words) {
            let count = u64::from(word.count_ones());
            let columns = (0..).zip(COLUMNS);
            let within: u64 = columns
                .map(|(bit, having)| u64::from((word & having).count_ones()) << bit)
                .sum();
            self.area += count;
            self.x += count * (stripe * WORD) as u64 + within;
            self.y += count * y;
        }
        true
    }
}

impl Gather for Mask {
    fn stripe(&mut self, stripe: usize, y: usize, words: impl Iterator<Item = u64>) -> bool {
        let own = &mut self.words[stripe * self.height + y..];
        own.iter_mut().zip(words).for_each(|(to, word)| *to = word);
        true
    }
}
