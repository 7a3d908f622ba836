//! Sums over the filled pixels: their center, and their direction.
//!
//! The moments of a word about its first bit are those of its bytes, which come from a table; those about the
//! first column follow from them by moving the axis. All sums are whole numbers, and exact.

use super::{Pixels, WORD};

/// For each byte at each place in a word: how many pixels it has, the sum of their columns, and that of the
/// squares of these, in 16, 16 and 32 bits. The sums of a word do not overflow them.
static OF_BYTES: [[u64; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut i = 0;
    while i < 8 * 256 * 8 {
        let (place, byte, bit) = (i / 2048, i / 8 % 256, i % 8);
        if byte >> bit & 1 == 1 {
            let x = (8 * place + bit) as u64;
            table[place][byte] += 1 | (x << 16) | ((x * x) << 32);
        }
        i += 1;
    }
    table
};

/// The three sums for a word.
fn of_word(word: u64) -> [u64; 3] {
    let bytes = word.to_le_bytes();
    let places = OF_BYTES.iter().zip(bytes);
    let sums: u64 = places.map(|(of_byte, byte)| of_byte[usize::from(byte)]).sum();
    [sums & 0xffff, sums >> 16 & 0xffff, sums >> 32]
}

/// Sums over all filled pixels.
#[derive(Default)]
pub struct Moments {
    pub count: u64,
    x: u128,
    y: u128,
    xx: u128,
    xy: u128,
    yy: u128,
}

impl Moments {
    /// Adds the pixels of a word that begins at column `from`.
    fn add(&mut self, from: u64, y: u64, word: u64) {
        let [count, x, xx] = of_word(word);
        let its_x = from * count + x;
        self.count += count;
        self.x += u128::from(its_x);
        self.y += u128::from(y * count);
        self.xx += u128::from(from * from * count + 2 * from * x + xx);
        self.xy += u128::from(y) * u128::from(its_x);
        self.yy += u128::from(y * y) * u128::from(count);
    }
}

impl Pixels {
    pub fn moments(&self) -> Moments {
        let mut sums = Moments::default();
        for (from, words) in (0..).step_by(WORD).zip(self.words.chunks(self.height.max(1))) {
            for (y, word) in (0..).zip(words).filter(|(_, word)| **word != 0) {
                sums.add(from, y, *word);
            }
        }
        sums
    }
}

impl Moments {
    /// The mean, rounded down; the origin if there are no pixels.
    pub fn centroid(&self) -> [u128; 2] {
        [self.x, self.y].map(|sum| sum / u128::from(self.count.max(1)))
    }
    /// The direction of the longer axis in degrees; means are rounded down first, as in pygame.
    pub fn angle(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        let mean = |sum: u128| (sum / u128::from(self.count)) as i128;
        let [x, y] = [mean(self.x), mean(self.y)];
        let across = 2 * (mean(self.xy) - x * y);
        let along = (mean(self.xx) - x * x) - (mean(self.yy) - y * y);
        -90.0 * (across as f64).atan2(along as f64) / std::f64::consts::PI
    }
}
