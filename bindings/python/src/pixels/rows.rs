//! Pixels row by row: as bytes that are 0 or 1, which numpy takes for bools, and at another size.
//!
//! Eight bytes are a word. They become eight bits, and bits become bytes, by one multiplication (H. Warren,
//! "Hacker's Delight", 2nd edition, chapter 7, on moving bits to other places).

use std::collections::TryReserveError;

use super::{Pixels, WORD};

/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;
/// Bit `k` of byte `k`.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;
/// Moves the lowest bit of byte `k` to bit `56 + k`, and no two bits to one place.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// Eight bits as bytes.
fn spread(bits: u8) -> [u8; 8] {
    let apart = (u64::from(bits) * LOWEST) & DIAGONAL;
    // A byte with a bit reaches its highest one.
    let highest = apart + LOWEST * 0x7f;
    (highest >> 7 & LOWEST).to_le_bytes()
}

fn eight(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes).wrapping_mul(GATHER) >> 56
}

/// Up to 64 bytes as a word.
fn gathered(bytes: &[u8]) -> u64 {
    let (chunks, rest) = bytes.as_chunks::<8>();
    let whole = chunks
        .iter()
        .enumerate()
        .fold(0, |word, (i, chunk)| word | eight(*chunk) << (8 * i));
    if rest.is_empty() {
        return whole;
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    whole | eight(last) << (8 * chunks.len())
}

impl Pixels {
    /// A mask of bytes that are 0 or 1, row after row from the top.
    pub fn of_bytes(width: usize, height: usize, bytes: &[u8]) -> Result<Self, TryReserveError> {
        let mut pixels = Self::empty(width, height)?;
        for (y, row) in bytes.chunks_exact(width.max(1)).take(height).enumerate() {
            pixels.set_row(y, row);
        }
        Ok(pixels)
    }
    fn set_row(&mut self, y: usize, row: &[u8]) {
        for (stripe, chunk) in row.chunks(WORD).enumerate() {
            self.words[stripe * self.height + y] = gathered(chunk);
        }
    }
    /// Reads a row.
    fn read_row(&self, y: usize, row: &mut [u8]) {
        for (stripe, chunk) in row.chunks_mut(WORD).enumerate() {
            let bytes = self.words[stripe * self.height + y].to_le_bytes().map(spread);
            match <&mut [u8; WORD]>::try_from(&mut *chunk) {
                Ok(whole) => whole.copy_from_slice(bytes.as_flattened()),
                Err(_) => chunk.copy_from_slice(&bytes.as_flattened()[..chunk.len()]),
            }
        }
    }
    /// Row after row from the top.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.width * self.height];
        for (y, row) in bytes.chunks_exact_mut(self.width.max(1)).enumerate() {
            self.read_row(y, row);
        }
        bytes
    }
    /// A mask of another size; neither of them is without pixels.
    pub fn scaled(&self, width: usize, height: usize) -> Result<Self, TryReserveError> {
        let mut scaled = Self::empty(width, height)?;
        let columns: Vec<_> = (0..width).map(|x| x * self.width / width).collect();
        let (mut row, mut wide) = (vec![0; self.width], vec![0; width]);
        let mut last = None;
        for y in 0..height {
            let from = y * self.height / height;
            if last.replace(from) == Some(from) {
                let above = (0..scaled.stripes()).map(|stripe| stripe * height + y);
                above.for_each(|i| scaled.words[i] = scaled.words[i - 1]);
                continue;
            }
            self.read_row(from, &mut row);
            wide.iter_mut()
                .zip(&columns)
                .for_each(|(byte, &x)| *byte = row[x]);
            scaled.set_row(y, &wide);
        }
        Ok(scaled)
    }
}
