//! The passes over a piece of pairs by index: eight at a time, what is left by the edges of small polygons,
//! and the rest one by one.

use alloc::vec;
use alloc::vec::Vec;

use super::PlacedColumn;
use crate::math::Real;
use crate::pair::ask::table::PairSpace;
use crate::pair::batch::passes::{edges_meet, pass};
use crate::pair::eight::{
    Balls, BoxAndCapsule, BoxAndTriangle, Capsules, Kernel, PlaneBoxAndBall, PlaneBoxes, RowKind,
    SpaceBoxAndBall, SpaceBoxes, Sure, Triangles,
};
use crate::pair::{self, Relation};
use crate::shape::{AnyShape as _, Placed};
use crate::simd::{AHEAD, EIGHT, Job, Lanes, dispatch, prefetch, widest};

/// A piece of the pairs of a column.
pub(super) struct PassesByIndex<'a, V: PairSpace> {
    pub of: &'a PlacedColumn<V>,
    pub pairs: &'a [[u32; 2]],
}

impl<V: PairSpace> PassesByIndex<'_, V> {
    /// Whether each pair meets; as many answers as there are pairs.
    pub fn intersects(&self, answers: &mut [bool]) {
        let left = self.decide(answers);
        self.each(&left, |k, a, b| answers[k] = pair::intersects(a, b));
    }
    /// The relation of each pair: only those that meet, or may, are asked more.
    pub fn relation(&self, answers: &mut [Relation]) {
        answers.fill(Relation::Disjoint);
        let those_that_meet = self.those_that_may(true);
        self.each(&those_that_meet, |k, a, b| answers[k] = pair::relation(a, b));
    }
    /// The distance of each pair: only of those that are apart, or may be, it is computed.
    pub fn distance(&self, answers: &mut [V::Scalar]) {
        answers.fill(Real::ZERO);
        let those_apart = self.those_that_may(false);
        self.each(&those_apart, |k, a, b| answers[k] = pair::distance(a, b));
    }
    /// Asks about these pairs one by one; what those ahead will read is prefetched.
    fn each(&self, list: &[u32], mut ask: impl FnMut(usize, Placed<'_, V>, Placed<'_, V>)) {
        let shapes = |at: Option<&u32>| at.map(|&k| self.placed(k as usize).map(|placed| placed.shape));
        for (at, &k) in list.iter().enumerate() {
            for shape in shapes(list.get(at + 2 * AHEAD)).into_iter().flatten() {
                prefetch(core::slice::from_ref(shape), 0);
            }
            for shape in shapes(list.get(at + AHEAD)).into_iter().flatten() {
                shape.prefetch();
            }
            let [a, b] = self.placed(k as usize);
            ask(k as usize, a, b);
        }
    }
    #[inline]
    fn placed(&self, k: usize) -> [Placed<'_, V>; 2] {
        self.pairs[k].map(|i| self.of.get(i as usize))
    }
    /// The pairs that meet, or those that do not, and those of which that is not sure.
    fn those_that_may(&self, meet: bool) -> Vec<u32> {
        let mut answers = vec![false; self.pairs.len()];
        for k in self.decide(&mut answers) {
            answers[k as usize] = meet;
        }
        let all = 0..self.pairs.len() as u32;
        all.filter(|&k| answers[k as usize] == meet).collect()
    }
    /// Whether each pair meets, where that is sure; returns the others.
    fn decide(&self, answers: &mut [bool]) -> Vec<u32> {
        let mut left = (0..self.pairs.len() as u32).collect();
        eights::<Balls>((&self.of.balls, &self.of.balls), self.pairs, answers, &mut left);
        self.by_rows(answers, &mut left);
        if V::DIM == 2 {
            widest(
                #[inline(always)]
                || pass(answers, &mut left, self.by_edges()),
            );
        }
        left
    }
    /// Those pairs of which one kernel reads both rows.
    fn by_rows(&self, answers: &mut [bool], left: &mut Vec<u32>) {
        if let Some(kind) = self.of.common_kind {
            return self.by_rows_of(kind, answers, left);
        }
        if self.of.kinds.is_empty() {
            return;
        }
        let (mut of_kinds, mut of_boxes) = (RowKind::ALL.map(|_| Vec::new()), BoxPairs::default());
        left.retain(|&k| {
            let own = match self.kinds(k as usize) {
                [Some(a), Some(b)] if a == b => &mut of_kinds[a as usize],
                kinds if kinds.iter().any(is_box) => of_boxes.with(kinds),
                _ => return true,
            };
            own.push(k);
            false
        });
        self.by_boxes(answers, of_boxes, left);
        for (kind, own) in RowKind::ALL.into_iter().zip(&mut of_kinds) {
            self.by_rows_of(kind, answers, own);
            left.append(own);
        }
    }
    fn kinds(&self, k: usize) -> [Option<RowKind>; 2] {
        self.pairs[k].map(|i| self.of.kinds[i as usize])
    }
    /// Pairs of a box and another shape; those that are not sure are added to `left`.
    fn by_boxes(&self, answers: &mut [bool], mut of_boxes: BoxPairs, left: &mut Vec<u32>) {
        if of_boxes.lists().into_iter().all(|list| list.is_empty()) {
            return;
        }
        let box_first = |&[i, j]: &[u32; 2]| {
            if is_box(&self.of.kinds[i as usize]) {
                [i, j]
            } else {
                [j, i]
            }
        };
        let pairs: Vec<_> = self.pairs.iter().map(box_first).collect();
        let (rows, balls) = (&*self.of.rows, &*self.of.balls);
        if V::DIM == 2 {
            eights::<PlaneBoxAndBall>((rows, balls), &pairs, answers, &mut of_boxes.by_balls);
        } else {
            eights::<SpaceBoxAndBall>((rows, balls), &pairs, answers, &mut of_boxes.by_balls);
            eights::<BoxAndTriangle>((rows, rows), &pairs, answers, &mut of_boxes.of_triangles);
            eights::<BoxAndCapsule>((rows, rows), &pairs, answers, &mut of_boxes.of_capsules);
        }
        for list in of_boxes.lists() {
            left.append(list);
        }
    }
    fn by_rows_of(&self, kind: RowKind, answers: &mut [bool], left: &mut Vec<u32>) {
        let both = (&*self.of.rows, &*self.of.rows);
        match kind {
            RowKind::PlaneBox => eights::<PlaneBoxes>(both, self.pairs, answers, left),
            RowKind::SpaceBox => eights::<SpaceBoxes>(both, self.pairs, answers, left),
            RowKind::Triangle => eights::<Triangles>(both, self.pairs, answers, left),
            RowKind::Capsule => eights::<Capsules>(both, self.pairs, answers, left),
        }
    }
    /// Of two small polygons, by their edges.
    #[inline]
    fn by_edges(&self) -> impl Fn(usize) -> Option<bool> {
        #[inline(always)]
        move |k| {
            let both = self.pairs[k].map(
                #[inline(always)]
                |i| &self.of.placed[i as usize],
            );
            let edges = both.map(
                #[inline(always)]
                |(shape, _)| self.of.shapes.few_edges(*shape as usize),
            );
            edges_meet(
                edges,
                #[inline(always)]
                || [both[0].1, both[1].1],
            )
        }
    }
}

/// Lists of pairs of a box and another shape.
#[derive(Default)]
struct BoxPairs {
    of_triangles: Vec<u32>,
    of_capsules: Vec<u32>,
    /// By the balls of the other shape.
    by_balls: Vec<u32>,
}

impl BoxPairs {
    /// The list of pairs of these kinds.
    fn with(&mut self, kinds: [Option<RowKind>; 2]) -> &mut Vec<u32> {
        let is_of =
            |kind| kinds == [Some(RowKind::SpaceBox), kind] || kinds == [kind, Some(RowKind::SpaceBox)];
        if is_of(Some(RowKind::Triangle)) {
            &mut self.of_triangles
        } else if is_of(Some(RowKind::Capsule)) {
            &mut self.of_capsules
        } else {
            &mut self.by_balls
        }
    }
    fn lists(&mut self) -> [&mut Vec<u32>; 3] {
        [&mut self.of_triangles, &mut self.of_capsules, &mut self.by_balls]
    }
}

fn is_box(kind: &Option<RowKind>) -> bool {
    matches!(kind, Some(RowKind::PlaneBox | RowKind::SpaceBox))
}

/// Answers those pairs of a list that a kernel is sure of, and keeps the rest.
fn eights<K: Kernel>(
    rows: (&[K::A], &[K::B]),
    pairs: &[[u32; 2]],
    answers: &mut [bool],
    left: &mut Vec<u32>,
) {
    dispatch(PassOfEights::<K> {
        rows,
        pairs,
        answers,
        left,
    });
}

struct PassOfEights<'a, K: Kernel> {
    rows: (&'a [K::A], &'a [K::B]),
    pairs: &'a [[u32; 2]],
    answers: &'a mut [bool],
    left: &'a mut Vec<u32>,
}

impl<K: Kernel> Job for PassOfEights<'_, K> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let (mut count, all) = (0, self.left.len());
        let Some(&last) = self.left.last() else {
            return;
        };
        // The last pair is repeated, and its repetitions are not kept.
        self.left.resize(all.next_multiple_of(EIGHT), last);
        for first in (0..all).step_by(EIGHT) {
            let mut at = [0; EIGHT];
            at.copy_from_slice(&self.left[first..first + EIGHT]);
            let (mut a, mut b) = ([&self.rows.0[0]; EIGHT], [&self.rows.1[0]; EIGHT]);
            for (&at, (a, b)) in at.iter().zip(a.iter_mut().zip(&mut b)) {
                let [i, j] = self.pairs[at as usize];
                (*a, *b) = (&self.rows.0[i as usize], &self.rows.1[j as usize]);
            }
            let Sure { meet, apart } = K::ask(lanes, a, b);
            for (k, &at) in at.iter().enumerate() {
                self.answers[at as usize] = meet >> k & 1 == 1;
            }
            let unsure = !(meet | apart) & (u8::MAX >> EIGHT.saturating_sub(all - first));
            let mut packed = [0; EIGHT];
            let kept = lanes.pack(&at, unsure, &mut packed);
            self.left[count..count + EIGHT].copy_from_slice(&packed);
            count += kept;
        }
        self.left.truncate(count);
    }
}
