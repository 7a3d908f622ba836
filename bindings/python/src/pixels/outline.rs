//! The way round the group of the first pixel: Moore's way of following a border, in the order of pygame.
//!
//! At each pixel the neighbours are looked at clockwise, from the one behind the last step. The way has
//! ended where it would take its first step again.

use super::{Pixels, WORD};

/// The neighbours of a pixel, clockwise.
const AROUND: [[i64; 2]; 8] = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
];

fn step([x, y]: [i64; 2], turn: usize) -> [i64; 2] {
    let [dx, dy] = AROUND[turn % 8];
    [x + dx, y + dy]
}

impl Pixels {
    fn is_filled(&self, at: [i64; 2]) -> bool {
        self.get(at) == Some(true)
    }
    /// The first filled pixel, row by row from the top.
    fn first(&self) -> Option<[i64; 2]> {
        (0..self.height).find_map(|y| {
            (0..self.stripes()).find_map(|stripe| {
                let word = self.words[stripe * self.height + y];
                let x = stripe * WORD + word.trailing_zeros() as usize;
                (word != 0).then_some([x as i64, y as i64])
            })
        })
    }
    /// From the first pixel, there and back; a pixel without neighbours is there once.
    pub fn outline(&self) -> Vec<[i64; 2]> {
        let Some(start) = self.first() else {
            return Vec::new();
        };
        let mut way = vec![start];
        let Some(mut turn) = (0..8).find(|&turn| self.is_filled(step(start, turn))) else {
            return way;
        };
        let first = step(start, turn);
        let mut here = first;
        loop {
            way.push(here);
            // There is one: the pixel before.
            turn = (turn + 6..turn + 14)
                .find(|&turn| self.is_filled(step(here, turn)))
                .map_or(turn, |turn| turn % 8);
            let there = step(here, turn);
            if here == start && there == first {
                return way;
            }
            here = there;
        }
    }
}
