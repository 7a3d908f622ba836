//! Questions about pair after pair: balls answer for what is far apart or deep in each other, then the test of the kind
//! of shape that both are, then the caller's function, which answers for all.
//!
//! The shapes of a large batch are not in the cache, and one pair after the other would wait for each of its lines of
//! memory. So the pairs that the balls leave open are gathered in blocks, without a branch that could be mispredicted, and
//! all shapes of a block are looked at once before the first is tested: that many are on their way at the same time.

use std::hint::black_box;

use clearance::pair::QueryError;
use clearance::shape::Placed;

use crate::{Door, Side};

/// Pairs of a block: their shapes' first lines fit into a first-level cache.
const BLOCK: usize = 32;

/// A question about two shapes.
pub type Question<V, R> = for<'a> fn(Placed<'a, V>, Placed<'a, V>) -> Result<R, QueryError>;

/// Which pair has no answer, and why not.
pub type Unanswered = (usize, QueryError);

/// What is asked: an answer from whether two shapes meet, where that says enough; the test of one kind of shape; and the
/// test of all.
struct Asked<V: Door, R, B, O> {
    by_balls: B,
    at_once: O,
    rest: Question<V, R>,
}

impl<V: Door, R: Copy, B, O> Asked<V, R, B, O>
where
    B: Fn(bool) -> Option<R>,
    O: Fn(&Placed<'_, V>, &Placed<'_, V>) -> Option<R>,
{
    /// Writes the answer of each pair in place of `none`.
    #[inline(always)]
    fn of_all(&self, sides: [&Side<'_, V>; 2], none: R) -> Result<Vec<R>, Unanswered> {
        let mut answers = vec![none; count(sides)];
        for first in (0..answers.len()).step_by(BLOCK) {
            let end = answers.len().min(first + BLOCK);
            self.of_block(sides, first, &mut answers[first..end])?;
        }
        Ok(answers)
    }
    #[inline(always)]
    fn of_block(&self, sides: [&Side<'_, V>; 2], first: usize, answers: &mut [R]) -> Result<(), Unanswered> {
        let mut open = [0; BLOCK];
        let mut count = 0;
        for (i, answer) in answers.iter_mut().enumerate() {
            let decided = balls_meet(sides, first + i).and_then(&self.by_balls);
            *answer = decided.unwrap_or(*answer);
            open[count] = i;
            count += usize::from(decided.is_none());
        }
        let open = &open[..count];
        let seen = |i: &usize| sides.map(|side| side.shape(first + i).map_or(0.0, V::look));
        black_box(open.iter().flat_map(seen).sum::<f64>());
        for &i in open {
            answers[i] = self.of_shapes(sides, first + i)?.unwrap_or(answers[i]);
        }
        Ok(())
    }
    #[inline(always)]
    fn of_shapes(&self, [a, b]: [&Side<'_, V>; 2], i: usize) -> Result<Option<R>, Unanswered> {
        let (Some((shape_a, pose_a)), Some((shape_b, pose_b))) = (a.standing(i), b.standing(i)) else {
            return Ok(None);
        };
        let (a, b) = (Placed::new(shape_a, &pose_a), Placed::new(shape_b, &pose_b));
        match (self.at_once)(&a, &b) {
            Some(answer) => Ok(Some(answer)),
            None => (self.rest)(a, b).map(Some).map_err(|error| (i, error)),
        }
    }
}

/// Whether the shapes of pair `i` meet, where their balls are sure of it.
#[inline(never)]
fn balls_meet<V: Door>([a, b]: [&Side<'_, V>; 2], i: usize) -> Option<bool> {
    a.balls(i)?.meet(&b.balls(i)?)
}

/// How many pairs two sides make, where one serves all.
fn count<V: Door>(sides: [&Side<'_, V>; 2]) -> usize {
    let lengths = sides.map(Side::lengths);
    let mut many = lengths.as_flattened().iter().copied().filter(|n| *n != 1);
    many.next().unwrap_or(1)
}

pub fn intersects<V: Door>(
    sides: [&Side<'_, V>; 2],
    rest: Question<V, bool>,
) -> Result<Vec<bool>, Unanswered> {
    let asked = Asked {
        by_balls: Some,
        at_once: V::intersects_at_once,
        rest,
    };
    asked.of_all(sides, false)
}

pub fn distance<V: Door>(sides: [&Side<'_, V>; 2], rest: Question<V, f64>) -> Result<Vec<f64>, Unanswered> {
    let asked = Asked {
        by_balls: |meet: bool| meet.then_some(0.0),
        at_once: V::distance_at_once,
        rest,
    };
    asked.of_all(sides, f64::NAN)
}
