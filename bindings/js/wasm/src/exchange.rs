//! The exchange: a few numbers in memory that both sides see, so that a question about two shapes allocates
//! nothing.
//!
//! JavaScript lays poses (and whatever else a question needs) on it and reads answers off it, each at a fixed
//! place. A pose takes [`POSE`] places: position, rotation (an angle or a quaternion), scale.

use std::cell::Cell;

use wasm_bindgen::prelude::*;

/// Places in the exchange array array; an answer with four contacts in space takes 39.
const SIZE: usize = 96;
/// Places of a pose.
pub const POSE: usize = 8;
/// Where the pose of A lies.
pub const A: usize = 0;
/// Where the pose of B lies.
pub const B: usize = POSE;
/// Where everything else lies that a question needs: a margin, a ray, motions.
pub const MORE: usize = 2 * POSE;
/// Where answers lie.
pub const ANSWER: usize = 4 * POSE;

thread_local! {
    static EXCHANGE: [Cell<f64>; SIZE] = const { [const { Cell::new(0.0) }; SIZE] };
}

/// Where the exchange is in memory, in bytes.
#[wasm_bindgen]
pub fn exchange() -> usize {
    EXCHANGE.with(|exchange| exchange.as_ptr() as usize)
}

/// How many numbers it holds.
#[wasm_bindgen(js_name = exchangeSize)]
pub fn exchange_size() -> usize {
    SIZE
}

/// So many numbers, from a place on.
pub fn read<const N: usize>(from: usize) -> [f64; N] {
    EXCHANGE.with(|exchange| std::array::from_fn(|i| exchange[from + i].get()))
}

/// Writes an answer, number after number.
pub struct Writer(usize);

impl Writer {
    /// From the place of answers on.
    pub fn answer() -> Self {
        Self(ANSWER)
    }
    /// Writes a number; one that no longer fits is dropped.
    pub fn number(&mut self, x: f64) {
        EXCHANGE.with(|exchange| {
            if let Some(cell) = exchange.get(self.0) {
                cell.set(x);
            }
        });
        self.0 += 1;
    }
    /// Writes the components of a vector.
    pub fn vector<V: super::space::AsNumbers>(&mut self, v: V) {
        (0..V::DIM).for_each(|i| self.number(v.get(i)));
    }
}
