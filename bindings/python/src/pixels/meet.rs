//! Two masks on each other: common pixels, and drawing one on the other.
//!
//! Which common pixel is the first: word by word of this mask from the left; where two words of the other
//! lie on one, first those bits that are on the left one; then row by row from the top; then from the left.
//! So pygame-ce looks, and so do we.

use super::{Pixels, WORD};

/// Rows of a stripe, with what of the other mask lies on them.
struct Strip<'a> {
    stripe: usize,
    /// The first of the words, of all that this mask has.
    first: usize,
    rows: usize,
    /// The words of the other mask of which the highest bits lie on the lowest bits here.
    left: Option<&'a [u64]>,
    /// Those to the right of them, if they are needed.
    right: Option<&'a [u64]>,
    /// How many bits of `left` do not lie on this stripe.
    shift: usize,
}

impl<'a> Strip<'a> {
    /// Calls `act` with an item for each row and the bits of the other mask there.
    #[inline(always)]
    fn each<T>(&self, rows: impl Iterator<Item = T>, mut act: impl FnMut(T, u64)) {
        let shift = self.shift;
        match (self.left, self.right) {
            (Some(left), Some(right)) => rows
                .zip(left)
                .zip(right)
                .for_each(|((row, left), right)| act(row, left >> shift | right << (WORD - shift))),
            (Some(left), None) => rows.zip(left).for_each(|(row, left)| act(row, left >> shift)),
            (None, Some(right)) => {
                rows.zip(right)
                    .for_each(|(row, right)| act(row, right << (WORD - shift)));
            }
            (None, None) => {}
        }
    }
    fn of<'b>(&self, words: &'b [u64]) -> &'b [u64] {
        &words[self.first..][..self.rows]
    }
    fn of_mut<'b>(&self, words: &'b mut [u64]) -> &'b mut [u64] {
        &mut words[self.first..][..self.rows]
    }
}

impl Pixels {
    /// The stripes on which the other mask lies.
    fn strips<'a>(&self, other: &'a Self, [x, y]: [i64; 2]) -> impl Iterator<Item = Strip<'a>> + use<'a> {
        let height = self.height;
        let (left, right) = (x.max(0), (x + other.width as i64).min(self.width as i64));
        let (top, bottom) = (y.max(0), (y + other.height as i64).min(height as i64));
        let stripes = match left < right && top < bottom {
            true => left / WORD as i64..(right - 1) / WORD as i64 + 1,
            false => 0..0,
        };
        stripes.map(move |stripe| {
            let rows = (bottom - top) as usize;
            let from = stripe * WORD as i64 - x;
            let (number, shift) = (from.div_euclid(WORD as i64), from.rem_euclid(WORD as i64));
            let words = |number: i64| {
                let number = usize::try_from(number).ok()?;
                let start = number * other.height + (top - y) as usize;
                (number < other.stripes()).then(|| &other.words[start..][..rows])
            };
            Strip {
                stripe: stripe as usize,
                first: stripe as usize * height + top as usize,
                rows,
                left: words(number),
                right: words(number + 1).filter(|_| shift > 0),
                shift: shift as usize,
            }
        })
    }
    pub fn overlap_area(&self, other: &Self, by: [i64; 2]) -> u64 {
        let mut area = 0;
        for strip in self.strips(other, by) {
            let mine = strip.of(&self.words).iter();
            strip.each(mine, |mine, its| area += u64::from((mine & its).count_ones()));
        }
        area
    }
    /// The first common pixel.
    pub fn overlap(&self, other: &Self, by: [i64; 2]) -> Option<[usize; 2]> {
        for strip in self.strips(other, by) {
            let mine = strip.of(&self.words);
            let found = |its: Option<&[u64]>, moved: &dyn Fn(u64) -> u64| {
                let common = mine.iter().zip(its?).map(|(mine, its)| mine & moved(*its));
                let row = common.clone().position(|word| word != 0)?;
                let bit = common.clone().nth(row)?.trailing_zeros() as usize;
                Some([
                    strip.stripe * WORD + bit,
                    strip.first + row - strip.stripe * self.height,
                ])
            };
            let pixel = found(strip.left, &|word| word >> strip.shift)
                .or_else(|| found(strip.right, &|word| word << (WORD - strip.shift)));
            if pixel.is_some() {
                return pixel;
            }
        }
        None
    }
    /// Fills, in an empty mask of this size, the common pixels.
    pub fn overlap_onto(&self, other: &Self, by: [i64; 2], common: &mut Self) {
        for strip in self.strips(other, by) {
            let mine = strip.of(&self.words).iter();
            let onto = strip.of_mut(&mut common.words).iter_mut();
            strip.each(onto.zip(mine), |(onto, mine), its| *onto = mine & its);
        }
    }
    pub fn draw(&mut self, other: &Self, by: [i64; 2]) {
        for strip in self.strips(other, by) {
            let inside = self.inside(strip.stripe);
            let mine = strip.of_mut(&mut self.words).iter_mut();
            strip.each(mine, |mine, its| *mine |= its & inside);
        }
    }
    pub fn erase(&mut self, other: &Self, by: [i64; 2]) {
        for strip in self.strips(other, by) {
            let mine = strip.of_mut(&mut self.words).iter_mut();
            strip.each(mine, |mine, its| *mine &= !its);
        }
    }
}
