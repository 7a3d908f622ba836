//! Questions about many pairs, most of which are decided by bounding balls.

use clearance::pair::{self, QueryError};

use crate::side::of_pair;
use crate::{AsNumbers, Side};

/// The number of pairs asked together.
const PIECE: usize = 512;

/// The index of a pair without an answer, and why it has none.
pub type Unanswered = (usize, QueryError);

/// The number of pairs of two sides; a side of one shape serves all.
fn count<V: AsNumbers>(sides: [&Side<'_, V>; 2]) -> usize {
    let lengths = sides.map(Side::lengths);
    let mut many = lengths.as_flattened().iter().copied().filter(|n| *n != 1);
    many.next().unwrap_or(1)
}

pub fn intersects<V: AsNumbers>(sides: [&Side<'_, V>; 2]) -> Result<Vec<bool>, Unanswered> {
    let mut answers = vec![false; count(sides)];
    let [a, b] = sides.map(Side::native);
    for (i, piece) in answers.chunks_mut(PIECE).enumerate() {
        pair::intersects_many(a, b, i * PIECE, piece);
    }
    Ok(answers)
}

pub fn distance<V: AsNumbers>(sides: [&Side<'_, V>; 2]) -> Result<Vec<f64>, Unanswered> {
    let [a, b] = sides.map(Side::native);
    let one = |i: usize| {
        if a.balls(i).meet(&b.balls(i)) == Some(true) {
            return Ok(0.0);
        }
        of_pair(sides, i, |a, b| Ok(pair::distance(a, b))).map_err(|error| (i, error))
    };
    (0..count(sides)).map(one).collect()
}
