//! Pixels: masks on a grid, and what their filled pixels have in common.
//!
//! Two masks at a whole number of pixels from each other are compared 64 pixels at a time, exactly
//! ([`overlap`](self)), without shapes or floats. A mask that is rotated or scaled is a shape,
//! [`Bitmap`](crate::shape::Bitmap), and treated like all shapes; how much two masks then have in common is
//! computed in `turned.rs`. The shortest way out of an overlap is in `parting.rs`, outlines as polygons are
//! in `outline.rs` and `radial.rs`.
//!
//! Pixel `[x, y]` is the square from (x, y) to (x + 1, y + 1): x to the right, y **up**, as everywhere in
//! this library. Rows of a picture are given from the top, as pictures are stored.

mod outline;
mod overlap;
mod parting;
mod radial;
mod sides;
mod simplify;
mod turned;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub use outline::Outline;
pub use turned::Common;

/// The largest number of pixels a side: single precision can then represent every corner.
const MOST: usize = 1 << 24;
/// Pixels in one word.
const WORD: usize = 64;

/// Filled and empty pixels on a grid.
///
/// Kept in stripes 64 pixels wide, one word for each row of a stripe, so that questions about two masks run
/// down contiguous memory at any offset (the layout of `bitmask.c`, Ulf Ekström 2002, which pygame has).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mask {
    width: usize,
    height: usize,
    /// Stripe by stripe from the left, each from the bottom; bits beyond the width are 0.
    words: Vec<u64>,
}

/// Why an input is not a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidMask {
    /// A side of more than 2^24 pixels, or more than 2^32 pixels in all.
    TooLarge,
    /// This row has another length than the first, or a character other than `0` and `1`.
    Row(usize),
    /// So many values do not fill rows of that width.
    Length(usize),
}

impl fmt::Display for InvalidMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("a mask has at most 2^24 pixels a side and 2^32 in all"),
            Self::Row(i) => write!(
                f,
                "row {i}: must be as long as the first, of the characters 0 and 1"
            ),
            Self::Length(n) => write!(f, "{n} values do not fill rows of that width"),
        }
    }
}

impl core::error::Error for InvalidMask {}

impl Mask {
    /// A mask of this size with all pixels empty.
    ///
    /// Errors: [`InvalidMask::TooLarge`].
    pub fn new(width: usize, height: usize) -> Result<Self, InvalidMask> {
        let fits = width.max(height) <= MOST && width as u64 * height as u64 <= 1 << 32;
        if !fits {
            return Err(InvalidMask::TooLarge);
        }
        Ok(Self {
            width,
            height,
            words: vec![0; width.div_ceil(WORD) * height],
        })
    }
    /// A mask filled where the function of column and row, counted from the lower left, is true.
    ///
    /// ```
    /// use clearance::picture::Mask;
    /// let disc = Mask::from_fn(9, 9, |x, y| x.abs_diff(4).pow(2) + y.abs_diff(4).pow(2) <= 16)?;
    /// assert_eq!((disc.area(), disc.centroid()), (49, Some([4.5, 4.5])));
    /// # Ok::<(), clearance::picture::InvalidMask>(())
    /// ```
    pub fn from_fn(
        width: usize,
        height: usize,
        mut is_filled: impl FnMut(usize, usize) -> bool,
    ) -> Result<Self, InvalidMask> {
        let mut mask = Self::new(width, height)?;
        for y in 0..height {
            (0..width).for_each(|x| mask.set(x, y, is_filled(x, y)));
        }
        Ok(mask)
    }
    /// A mask from rows of `0` and `1`, all of one length, the first row on top.
    ///
    /// Errors: [`InvalidMask::Row`], [`InvalidMask::TooLarge`].
    pub fn from_rows<R: AsRef<str>>(rows: &[R]) -> Result<Self, InvalidMask> {
        let width = rows.first().map_or(0, |r| r.as_ref().len());
        let mut mask = Self::new(width, rows.len())?;
        for (i, row) in rows.iter().enumerate() {
            let row = row.as_ref().as_bytes();
            if row.len() != width || row.iter().any(|c| !matches!(c, b'0' | b'1')) {
                return Err(InvalidMask::Row(i));
            }
            let y = rows.len() - 1 - i;
            (0..width).for_each(|x| mask.set(x, y, row[x] == b'1'));
        }
        Ok(mask)
    }
    /// A mask filled where a picture is more opaque than the threshold: `alpha` row by row from the top,
    /// from 0 (clear) to 255.
    ///
    /// Errors: [`InvalidMask::Length`] if the rows are not complete, [`InvalidMask::TooLarge`].
    pub fn from_alpha(alpha: &[u8], width: usize, threshold: u8) -> Result<Self, InvalidMask> {
        if alpha.is_empty() {
            return Self::new(width, 0);
        }
        if width == 0 || !alpha.len().is_multiple_of(width) {
            return Err(InvalidMask::Length(alpha.len()));
        }
        let height = alpha.len() / width;
        Self::from_fn(width, height, |x, y| {
            alpha[(height - 1 - y) * width + x] > threshold
        })
    }
    /// Fills or empties a pixel; outside of the grid, does nothing.
    pub fn set(&mut self, x: usize, y: usize, filled: bool) {
        if x < self.width && y < self.height {
            let (word, bit) = (&mut self.words[x / WORD * self.height + y], 1 << (x % WORD));
            *word = if filled { *word | bit } else { *word & !bit };
        }
    }
    /// The numbers of columns and rows.
    pub fn size(&self) -> [usize; 2] {
        [self.width, self.height]
    }
    /// Whether the pixel at column `x` from the left and row `y` from the bottom is filled; `false` outside.
    #[inline]
    pub fn is_filled(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.words[x / WORD * self.height + y] >> (x % WORD) & 1 == 1
    }
    /// How many pixels are filled.
    pub fn area(&self) -> u64 {
        self.words.iter().map(|w| u64::from(w.count_ones())).sum()
    }
    /// The centroid of the filled pixels; `None` if there are none.
    pub fn centroid(&self) -> Option<[f64; 2]> {
        self.overlap_centroid(self, [0, 0])
    }
    /// The runs of filled pixels of a row, each from and to, ascending.
    pub(crate) fn runs(&self, y: usize) -> impl Iterator<Item = [u32; 2]> + '_ {
        let mut x = 0;
        core::iter::from_fn(move || {
            let from = self.next(x, y, true)?;
            let to = self.next(from, y, false).unwrap_or(self.width);
            x = to;
            Some([from as u32, to as u32])
        })
    }
    /// The first pixel of a row, from `x` on, that is filled (or, if not `filled`, empty).
    fn next(&self, x: usize, y: usize, filled: bool) -> Option<usize> {
        let mut x = x;
        while x < self.width && y < self.height {
            let word = self.words[x / WORD * self.height + y];
            let wanted = if filled { word } else { !word } >> (x % WORD);
            if wanted != 0 {
                let found = x + wanted.trailing_zeros() as usize;
                return (found < self.width).then_some(found);
            }
            x = (x / WORD + 1) * WORD;
        }
        None
    }
    /// The rows of one stripe.
    fn stripe(&self, i: usize) -> &[u64] {
        &self.words[i * self.height..(i + 1) * self.height]
    }
    fn stripe_count(&self) -> usize {
        self.width.div_ceil(WORD)
    }
}

#[cfg(test)]
mod tests;
