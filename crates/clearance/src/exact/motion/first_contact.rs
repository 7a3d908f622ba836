//! When two cores first meet, one of them moving straight: guessed from the nearest feature, proven in
//! integers.
//!
//! # The search
//!
//! The gap of two convex sets, one moving straight, is a convex function of time. Near a graze it shrinks
//! like the square of the time left. So a search that ends where the gap is small ends too early by the root
//! of that gap, and Newton's method only halves the time left with each step. But the point of the difference
//! D = { b - a } nearest to the origin lies on a vertex, an edge or a facet of D. While it stays there, the
//! square of its distance is a quadratic function of time, and a root of that is the guess
//! (`rational_time.rs`). At a graze it is a double root, so a fraction, and that very time can be examined
//! exactly (`straight_sweep.rs`).
//!
//! # The proof
//!
//! Whether the guess is right follows from examining that one time. Let n be the normal of the plane that
//! separates the two then, g the gap across it (with the radii r subtracted), and v the displacement of B.
//!
//! - g > 0 and n·v < 0: before, the gap across this plane was larger. So the two have not met yet, and the
//!   search goes on from there.
//! - g > 0 and n·v = 0: this plane separates the two for ever.
//! - g > 0 and n·v > 0: it separates them from now on. They never meet if the plane of the time examined
//!   before separates them until now.
//! - g = 0: they meet, and for the first time if the plane before separates them until now, or if n·v < 0, as
//!   in the first case. If n·v = 0 they may have slid along each other for a while. They have not if the
//!   nearest vertices at both times lie in the planes of both times. Then a facet (edge, vertex) F of D has
//!   the nearest points p of both times, and both directions are normals of D on all of F. The points
//!   `q + m`, q of F and m such a normal, form a convex set. Relative to D, it contains the origin at both
//!   times, so at all times between. So the nearest point is on F and moves straight from p to p', and its
//!   distance is `|p + s (p' - p)|`, s from 0 to 1. At s = 1 this is r and has stopped decreasing, so it was
//!   larger before.
//! - else the guess is too late: another feature has become the nearest. Then the time at which the plane of
//!   the last examined time is crossed is taken instead. That is Newton's step, which is never too late.
//!
//! So the answer is never late, whatever the features were, and an accepted guess is the true time, rounded
//! down. Where a step is smaller than a unit in the last place the search ends, at a proven time which a
//! closed form or Newton's method gives as the last float before the two meet.

use core::cmp::Ordering;

use super::rational_time::RationalTime;
use super::straight_sweep::{StraightSweep, SweepGap, SweepState};
use crate::exact::hulls::gjk::Combination;
use crate::exact::number::integer::IntVector;

/// Steps at most, each of which examines up to two times: Newton's method alone takes a step for each bit.
const STEPS: usize = 200;

/// Whether two cores meet.
pub(crate) enum FirstContact<const D: usize> {
    Never,
    /// Not before this time; the normal and the nearest vertices then.
    At(RationalTime, IntVector<D>, Combination<D>),
}

/// What examining a guess shows.
enum StepResult<const D: usize> {
    Done(FirstContact<D>),
    /// The two have not met yet.
    Onward(SeparatedUntil<D>),
    /// The guess may be too late.
    Unclear,
}

/// A time until which the two have not met, and the plane that separates them then.
struct SeparatedUntil<const D: usize> {
    time: RationalTime,
    gap: SweepGap<D>,
}

impl<const D: usize> SeparatedUntil<D> {
    fn met(self) -> FirstContact<D> {
        FirstContact::At(self.time, self.gap.normal, self.gap.nearest)
    }
}

impl<const D: usize> StraightSweep<D> {
    /// When the two first meet after `from` and not after `limit`; `None` where they are not apart at `from`.
    pub(crate) fn first_contact(&self, from: f64, limit: f64) -> Option<FirstContact<D>> {
        let time = RationalTime::from_real(from);
        let mut last = match self.state_at(&time, &Combination::new()) {
            SweepState::Apart(gap) if gap.sign == Ordering::Greater => SeparatedUntil { time, gap },
            _ => return None,
        };
        let limit = RationalTime::from_real(limit);
        for _ in 0..STEPS {
            if last.gap.speed != Ordering::Less {
                return Some(FirstContact::Never);
            }
            match self.step(&last, &limit) {
                StepResult::Done(meeting) => return Some(meeting),
                StepResult::Onward(next) => last = next,
                StepResult::Unclear => break,
            }
        }
        Some(last.met())
    }
    /// Examines the guess from the nearest feature, and if that is unclear, Newton's step.
    fn step(&self, last: &SeparatedUntil<D>, limit: &RationalTime) -> StepResult<D> {
        let guess = self.entry_time(&last.gap);
        match self.judge(last, guess, limit) {
            StepResult::Unclear => self.judge(last, self.plane_entry_time(&last.gap), limit),
            verdict => verdict,
        }
    }
    fn judge(
        &self,
        last: &SeparatedUntil<D>,
        guess: Option<RationalTime>,
        limit: &RationalTime,
    ) -> StepResult<D> {
        let Some(guess) = guess else {
            return StepResult::Unclear;
        };
        let is_limit = guess.compare(limit) != Ordering::Less;
        let time = if is_limit { limit.clone() } else { guess };
        if time.compare(&last.time) != Ordering::Greater {
            return StepResult::Unclear;
        }
        let is_parted = self.still_separates(&last.gap, &time);
        let gap = match self.state_at(&time, &last.gap.nearest) {
            SweepState::Apart(gap) => gap,
            SweepState::Together(common) if is_parted => {
                return StepResult::Done(FirstContact::At(time, last.gap.normal.clone(), common));
            }
            SweepState::Together(_) => return StepResult::Unclear,
        };
        match (gap.sign, gap.speed) {
            (Ordering::Greater, Ordering::Less) if !is_limit => {
                StepResult::Onward(SeparatedUntil { time, gap })
            }
            (Ordering::Greater, Ordering::Less | Ordering::Equal) => StepResult::Done(FirstContact::Never),
            (Ordering::Greater, Ordering::Greater) if is_parted => StepResult::Done(FirstContact::Never),
            (Ordering::Equal, speed) => {
                let is_first = is_parted
                    || speed == Ordering::Less
                    || (speed == Ordering::Equal && self.is_one_feature(&last.gap, &gap));
                if is_first {
                    StepResult::Done(SeparatedUntil { time, gap }.met())
                } else {
                    StepResult::Unclear
                }
            }
            _ => StepResult::Unclear,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Dyadic;
    use crate::exact::place::ExactPoint;
    use crate::noise;
    use alloc::vec::Vec;

    struct Random(u64);
    impl Random {
        fn whole(&mut self, most: i64) -> i64 {
            (noise::next(&mut self.0) >> 33) as i64 % (2 * most + 1) - most
        }
        fn point<const D: usize>(&mut self, most: i64) -> [i64; D] {
            core::array::from_fn(|_| self.whole(most))
        }
    }

    /// Up to five points of a coarse grid that move along an axis past others nearby: they slide, graze, hit
    /// or miss.
    fn sweep<const D: usize>(random: &mut Random) -> StraightSweep<D> {
        let exact = |p: [i64; D]| -> ExactPoint<D> { p.map(Dyadic::integer) };
        let count = |random: &mut Random| 3 + random.whole(2);
        let a: Vec<_> = (0..count(random)).map(|_| exact(random.point(2))).collect();
        let mut start = random.point::<D>(2);
        (start[0], start[1]) = (start[0] - 8, start[1] + 4);
        let there = |p: [i64; D]| core::array::from_fn(|i| p[i] + start[i]);
        let b: Vec<_> = (0..count(random))
            .map(|_| exact(there(random.point(2))))
            .collect();
        let radius = Dyadic::integer(random.whole(1) + 1);
        let way = core::array::from_fn(|i| Dyadic::integer(if i == 0 { 16 } else { 0 }));
        StraightSweep::new((a, radius), (b, Dyadic::zero()), &way)
    }
    /// The sign of the gap at a time.
    fn gap<const D: usize>(sweep: &StraightSweep<D>, time: &RationalTime) -> Ordering {
        match sweep.state_at(time, &Combination::new()) {
            SweepState::Apart(gap) => gap.sign,
            SweepState::Together(_) => Ordering::Less,
        }
    }
    /// From the start, where most guesses come from a feature that is not hit: apart at all times before the
    /// answer, and not apart at it or at the next float.
    fn check<const D: usize>() {
        let mut random = Random(5);
        let mut counts = [0; 3];
        for round in 0..1500 {
            let sweep = sweep::<D>(&mut random);
            let samples = (0..64).map(|i| f64::from(i) / 64.0);
            let at = |time: f64| gap(&sweep, &RationalTime::from_real(time));
            let is_apart = |time: f64| at(time) == Ordering::Greater;
            let Some(meeting) = sweep.first_contact(0.0, 1.0) else {
                assert!(!is_apart(0.0));
                continue;
            };
            let FirstContact::At(time, ..) = meeting else {
                counts[0] += 1;
                assert!(samples.clone().all(is_apart), "{round}");
                continue;
            };
            // The touch may be between two floats.
            let is_touch = gap(&sweep, &time) != Ordering::Greater;
            let time = time.floor::<f64>();
            let is_graze = is_touch && at(time + 1e-6) != Ordering::Less;
            counts[1 + usize::from(is_graze)] += 1;
            let before = [time - 1e-9, time * (1.0 - 1e-12)];
            assert!(
                samples.filter(|t| *t < time).chain(before).all(is_apart),
                "{round} {time}"
            );
            assert!(is_touch || !is_apart(time.next_up()), "{round} {time}");
        }
        assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    }

    #[test]
    fn first_contacts_in_the_plane() {
        check::<2>();
    }
    #[test]
    fn first_contacts_in_space() {
        check::<3>();
    }
}
