//! The exchange array: a few numbers in memory that both halves read and write, so that a question about two
//! shapes allocates nothing.
//!
//! JavaScript writes poses (and other arguments) into it and reads answers from it, each at a fixed index. A
//! pose takes [`POSE`] numbers: position, rotation (an angle or a quaternion), scale.

pub mod kept;
pub mod space;

use std::cell::Cell;

use wasm_bindgen::prelude::*;

/// The most numbers that one call takes: half a gigabyte.
pub const MOST_NUMBERS: usize = 1 << 26;

/// The length of the exchange array; an answer with four contacts in 3D takes 39 numbers.
const SIZE: usize = 96;
/// The number of numbers of a pose.
pub const POSE: usize = 8;
/// The index of the pose of A.
pub const A: usize = 0;
/// The index of the pose of B.
pub const B: usize = POSE;
/// The index of all other arguments: a margin, a ray, motions.
pub const MORE: usize = 2 * POSE;
/// The index of answers.
pub const ANSWER: usize = 4 * POSE;

thread_local! {
    static EXCHANGE: [Cell<f64>; SIZE] = const { [const { Cell::new(0.0) }; SIZE] };
}

/// The address of the exchange array in memory, in bytes.
#[wasm_bindgen]
pub fn exchange() -> usize {
    EXCHANGE.with(|exchange| exchange.as_ptr() as usize)
}

/// The number of its numbers.
#[wasm_bindgen(js_name = exchangeSize)]
pub fn exchange_size() -> usize {
    SIZE
}

/// `N` numbers, starting at an index.
pub fn read<const N: usize>(from: usize) -> [f64; N] {
    EXCHANGE.with(|exchange| std::array::from_fn(|i| exchange[from + i].get()))
}

/// Writes an answer, number after number.
pub struct Writer(usize);

impl Writer {
    /// A writer that begins at the index of answers.
    pub fn answer() -> Self {
        Self(ANSWER)
    }
    /// Writes a number; it is dropped if there is no space.
    pub fn number(&mut self, x: f64) {
        EXCHANGE.with(|exchange| {
            if let Some(cell) = exchange.get(self.0) {
                cell.set(x);
            }
        });
        self.0 += 1;
    }
    /// Writes the components of a vector.
    pub fn vector<V: space::AsNumbers>(&mut self, v: V) {
        (0..V::DIM).for_each(|i| self.number(v.get(i)));
    }
}
