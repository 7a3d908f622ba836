//! When two hulls grown by balls first meet, one going straight: by the feature that is nearest, and proven
//! in integers.
//!
//! # The search
//!
//! The gap of two convex sets, one going straight, is a convex function of time. Near a graze it goes with
//! the square of the time left, so a search that ends where the gap is small ends early by the root of that,
//! and Newton's method only halves what is left. But the point of the difference D = { b - a } nearest to the
//! origin lies on a vertex, an edge or a facet of it, and while it does, the square of its distance is a
//! quadratic function of time: the root of that is the guess (`moment.rs`). At a graze it is the one double
//! root, a quotient, so that even the very time is looked at exactly (`sweep.rs`).
//!
//! # The proof
//!
//! Whether the guess is right needs no more than a look at that time. Let n be the normal of the plane that
//! parts the two there, with a gap g across it, the radii r taken off; v is the way of B.
//!
//! - g > 0 and n·v < 0: before, the gap across this plane was wider still. So nothing has met yet, and the
//!   search goes on from there.
//! - g > 0 and n·v = 0: this plane parts the two for ever.
//! - g > 0 and n·v > 0: it parts them from now on. They never meet if the plane of the look before parts them
//!   until now.
//! - g = 0: they meet, and for the first time if that plane parts them until now, or n·v < 0, as in the first
//!   case. If n·v = 0 they may have slid along each other for a while. They have not if the vertices nearest
//!   in both looks lie in the planes of both, which is to say that a facet (edge, vertex) F of D holds the
//!   nearest points p of both and both directions are normals to D on all of F. For the points `q + m`, q of
//!   F and m such a normal, are a convex set: it holds the origin, as D sees it, in both looks, so all the
//!   time between. The nearest point is then on F and moves straight from p to p', so that its distance is
//!   `|p + s (p' - p)|`, s from 0 to 1; at s = 1 this is r and has stopped falling, so it was more before.
//! - else the guess is too late: another feature has come nearer. Then the plane of the last look is crossed
//!   instead, Newton's step, which is never too late.
//!
//! So the answer is never late, whatever the features were; and where the guess is accepted it is the truth,
//! rounded down. Where a step is less than a float's last place the search ends: at a time that is proven,
//! and that a closed form or Newton's method holds for the last float before they meet.

use core::cmp::Ordering;

use super::rational_time::RationalTime;
use super::straight_sweep::{StraightSweep, SweepGap, SweepState};
use crate::exact::hulls::gjk::Combination;
use crate::exact::number::integer::IntVector;

/// Looks at most, two for each step: Newton's method alone takes one for each bit that is left.
const STEPS: usize = 200;

/// What became of two on their way.
pub(crate) enum FirstContact<const D: usize> {
    Never,
    /// Not before this time, and what is nearest then.
    At(RationalTime, IntVector<D>, Combination<D>),
}

/// What a look at a guess says.
enum StepResult<const D: usize> {
    Done(FirstContact<D>),
    /// Nothing has met yet.
    Onward(SeparatedUntil<D>),
    /// The guess may be too late.
    Unclear,
}

/// Until when nothing has met, and the plane that parts the two then.
struct SeparatedUntil<const D: usize> {
    time: RationalTime,
    view: SweepGap<D>,
}

impl<const D: usize> SeparatedUntil<D> {
    fn met(self) -> FirstContact<D> {
        FirstContact::At(self.time, self.view.normal, self.view.nearest)
    }
}

impl<const D: usize> StraightSweep<D> {
    /// When the two first meet after `from`, when they are apart, and not after `limit`; `None` where they
    /// are not apart then.
    pub(crate) fn first_contact(&self, from: f64, limit: f64) -> Option<FirstContact<D>> {
        let time = RationalTime::from_real(from);
        let mut here = match self.state_at(&time, &Combination::new()) {
            SweepState::Apart(view) if view.gap == Ordering::Greater => SeparatedUntil { time, view },
            _ => return None,
        };
        let limit = RationalTime::from_real(limit);
        for _ in 0..STEPS {
            if here.view.going != Ordering::Less {
                return Some(FirstContact::Never);
            }
            match self.step(&here, &limit) {
                StepResult::Done(meeting) => return Some(meeting),
                StepResult::Onward(next) => here = next,
                StepResult::Unclear => break,
            }
        }
        Some(here.met())
    }
    /// The feature's guess, or else the plane's.
    fn step(&self, here: &SeparatedUntil<D>, limit: &RationalTime) -> StepResult<D> {
        let guess = self.entry_time(&here.view);
        match self.judge(here, guess, limit) {
            StepResult::Unclear => self.judge(here, self.plane_entry_time(&here.view), limit),
            verdict => verdict,
        }
    }
    fn judge(
        &self,
        here: &SeparatedUntil<D>,
        guess: Option<RationalTime>,
        limit: &RationalTime,
    ) -> StepResult<D> {
        let Some(guess) = guess else {
            return StepResult::Unclear;
        };
        let is_limit = guess.compare(limit) != Ordering::Less;
        let time = if is_limit { limit.clone() } else { guess };
        if time.compare(&here.time) != Ordering::Greater {
            return StepResult::Unclear;
        }
        let is_parted = self.still_separates(&here.view, &time);
        let view = match self.state_at(&time, &here.view.nearest) {
            SweepState::Apart(view) => view,
            SweepState::Together(common) if is_parted => {
                return StepResult::Done(FirstContact::At(time, here.view.normal.clone(), common));
            }
            SweepState::Together(_) => return StepResult::Unclear,
        };
        match (view.gap, view.going) {
            (Ordering::Greater, Ordering::Less) if !is_limit => {
                StepResult::Onward(SeparatedUntil { time, view })
            }
            (Ordering::Greater, Ordering::Less | Ordering::Equal) => StepResult::Done(FirstContact::Never),
            (Ordering::Greater, Ordering::Greater) if is_parted => StepResult::Done(FirstContact::Never),
            (Ordering::Equal, going) => {
                let is_first = is_parted
                    || going == Ordering::Less
                    || (going == Ordering::Equal && self.is_one_feature(&here.view, &view));
                if is_first {
                    StepResult::Done(SeparatedUntil { time, view }.met())
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

    /// Up to five points of a coarse grid that go along an axis over others, not far aside: they slide,
    /// graze, hit or miss.
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
            SweepState::Apart(view) => view.gap,
            SweepState::Together(_) => Ordering::Less,
        }
    }
    /// From the very start, where most guesses are of a feature that is not met: apart at all times before
    /// the answer, together at it or by the next float.
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
            // Not at any float, it may be.
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
