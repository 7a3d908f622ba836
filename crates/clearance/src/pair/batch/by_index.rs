//! `PlacedColumn`: shapes at poses, of which pairs are asked by index.

use alloc::vec::Vec;
use core::fmt;

use super::column::Column;
use super::passes::{edges_meet, pass};
use crate::math::Pose;
use crate::pair::bounding_balls::PlacedBalls;
use crate::pair::box_row::BoxRow;
use crate::pair::space::eight_boxes::{Sure, eight_boxes};
use crate::pair::table::PairSpace;
use crate::pair::{self, Clearance, Manifold, QueryError, Relation};
use crate::shape::Placed;
use crate::simd::{EIGHT, Job, Lanes, dispatch, widest};

/// How many pairs are asked in one pass: their rows stay in the cache for the next.
const PIECE: usize = 512;

/// Shapes at poses, of which pairs are asked by index: those that a broad phase found, say. Each answer is that of the single
/// question, to the last bit.
///
/// What the first tests need of a shape is computed once here, for all pairs that it is in. Cost of that: some tens of nanoseconds
/// for each shape. A pair of boxes of space takes a few nanoseconds then, eight of them are asked at a time; so do pairs
/// that their bounding balls tell apart. Other pairs take as long as a single question.
///
/// Pairs of one column can be asked from several threads, some hundred for each at a time.
///
/// ```
/// use clearance::pair::{Column, PlacedColumn};
/// use clearance::{Pose, d3::Shape, glam::DVec3};
/// let shapes = Column::<DVec3>::new(vec![Shape::cuboid(DVec3::ONE)?.into(), Shape::sphere(1.0)?.into()]);
/// // A box, a ball beside it, and another box, further on.
/// let at = |shape: u32, x: f64| Pose::at(DVec3::X * x).map(|pose| (shape, pose));
/// let all = [at(0, 0.0)?, at(1, 1.5)?, at(0, 2.5)?];
/// let placed = PlacedColumn::new(&shapes, &all)?;
/// let mut meet = [false; 3];
/// placed.intersects(&[[0, 1], [0, 2], [1, 2]], &mut meet)?;
/// assert_eq!(meet, [true, false, true]);
/// assert!(placed.intersects(&[[0, 3]], &mut meet).is_err());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlacedColumn<'a, V: PairSpace> {
    shapes: &'a Column<V>,
    placed: &'a [(u32, Pose<V>)],
    balls: Vec<PlacedBalls<V>>,
    /// Empty where there is no box.
    boxes: Vec<BoxRow>,
    /// Whether all are boxes.
    is_boxes: bool,
}

/// An index without a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchShape {
    /// The index given.
    pub index: u32,
    /// How many shapes there are.
    pub count: usize,
}

impl fmt::Display for NoSuchShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no shape {} of {}", self.index, self.count)
    }
}

impl core::error::Error for NoSuchShape {}

impl<'a, V: PairSpace> PlacedColumn<'a, V> {
    /// Shapes of a column, each by its index there, and their poses.
    ///
    /// Errors: an index without a shape.
    pub fn new(shapes: &'a Column<V>, placed: &'a [(u32, Pose<V>)]) -> Result<Self, NoSuchShape> {
        let count = shapes.shapes().len();
        check(placed.iter().map(|(shape, _)| *shape), count)?;
        let balls = placed
            .iter()
            .map(|(shape, pose)| shapes.balls(*shape as usize).placed(pose));
        let mut this = Self {
            shapes,
            placed,
            balls: balls.collect(),
            boxes: Vec::new(),
            is_boxes: false,
        };
        let rows = (0..placed.len()).map(|i| V::box_row(&this.get(i)).unwrap_or(BoxRow::NONE));
        let rows: Vec<BoxRow> = rows.collect();
        if rows.iter().any(BoxRow::is_box) {
            this.is_boxes = rows.iter().all(BoxRow::is_box);
            this.boxes = rows;
        }
        Ok(this)
    }
    /// How many shapes there are.
    pub fn len(&self) -> usize {
        self.placed.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }
    /// Whether the shapes of each pair meet, touching included: what [`intersects`](crate::intersects) says.
    ///
    /// Errors: an index without a shape. Answers beyond the pairs, and pairs beyond the answers, are left alone.
    pub fn intersects(&self, pairs: &[[u32; 2]], answers: &mut [bool]) -> Result<(), NoSuchShape> {
        self.check(pairs)?;
        for (pairs, answers) in pairs.chunks(PIECE).zip(answers.chunks_mut(PIECE)) {
            self.intersects_piece(&pairs[..answers.len().min(pairs.len())], answers);
        }
        Ok(())
    }
    /// The relation of each pair, as [`relation`](crate::relation()) says it.
    ///
    /// Errors: those of [`intersects`](Self::intersects).
    pub fn relation(&self, pairs: &[[u32; 2]], answers: &mut [Relation]) -> Result<(), NoSuchShape> {
        self.each(pairs, answers, |a, b| pair::relation(a, b))
    }
    /// The distance of each pair, 0 where they meet, as [`distance`](crate::distance) says it.
    ///
    /// Errors: those of [`intersects`](Self::intersects).
    pub fn distance(&self, pairs: &[[u32; 2]], answers: &mut [V::Scalar]) -> Result<(), NoSuchShape> {
        self.each(pairs, answers, |a, b| pair::distance(a, b))
    }
    /// The clearance of each pair, as [`clearance`](crate::clearance()) says it.
    ///
    /// Errors: those of [`intersects`](Self::intersects).
    pub fn clearance(
        &self,
        pairs: &[[u32; 2]],
        answers: &mut [Result<Clearance<V>, QueryError>],
    ) -> Result<(), NoSuchShape> {
        self.each(pairs, answers, |a, b| pair::clearance(a, b))
    }
    /// The manifold of each pair, with contacts up to `margin` apart, as [`manifold`](crate::manifold) says it.
    ///
    /// Errors: those of [`intersects`](Self::intersects).
    pub fn manifold(
        &self,
        pairs: &[[u32; 2]],
        margin: V::Scalar,
        answers: &mut [Result<Manifold<V>, QueryError>],
    ) -> Result<(), NoSuchShape> {
        self.each(pairs, answers, |a, b| pair::manifold(a, b, margin))
    }
    fn get(&self, i: usize) -> Placed<'_, V> {
        let (shape, pose) = &self.placed[i];
        Placed::new(&**self.shapes.get(*shape as usize), pose)
    }
    fn check(&self, pairs: &[[u32; 2]]) -> Result<(), NoSuchShape> {
        check(pairs.as_flattened().iter().copied(), self.placed.len())
    }
    fn each<T>(
        &self,
        pairs: &[[u32; 2]],
        answers: &mut [T],
        ask: impl Fn(Placed<'_, V>, Placed<'_, V>) -> T,
    ) -> Result<(), NoSuchShape> {
        self.check(pairs)?;
        for ([a, b], answer) in pairs.iter().zip(answers) {
            *answer = ask(self.get(*a as usize), self.get(*b as usize));
        }
        Ok(())
    }
    fn intersects_piece(&self, pairs: &[[u32; 2]], answers: &mut [bool]) {
        let (mut boxes, mut left): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let all = 0..pairs.len() as u32;
        match (self.is_boxes, self.boxes.is_empty()) {
            (true, _) => boxes = all.collect(),
            (false, true) => left = all.collect(),
            (false, false) => (boxes, left) = all.partition(|&k| self.are_boxes(pairs[k as usize])),
        }
        dispatch(PassOfBoxes {
            rows: &self.boxes,
            pairs,
            answers: &mut *answers,
            left: &mut boxes,
        });
        widest(
            #[inline(always)]
            || pass(answers, &mut left, self.by_balls(pairs)),
        );
        widest(
            #[inline(always)]
            || pass(answers, &mut left, self.by_edges(pairs)),
        );
        for k in boxes.into_iter().chain(left) {
            let [a, b] = pairs[k as usize].map(|i| self.get(i as usize));
            answers[k as usize] = pair::intersects(a, b);
        }
    }
    fn are_boxes(&self, [a, b]: [u32; 2]) -> bool {
        self.boxes[a as usize].is_box() && self.boxes[b as usize].is_box()
    }
    #[inline]
    fn by_balls(&self, pairs: &[[u32; 2]]) -> impl Fn(usize) -> Option<bool> {
        #[inline(always)]
        move |k| {
            let [a, b] = pairs[k];
            self.balls[a as usize].meet(&self.balls[b as usize])
        }
    }
    /// Of two small polygons, by their edges.
    #[inline]
    fn by_edges(&self, pairs: &[[u32; 2]]) -> impl Fn(usize) -> Option<bool> {
        #[inline(always)]
        move |k| {
            let both = pairs[k].map(
                #[inline(always)]
                |i| &self.placed[i as usize],
            );
            let edges = both.map(
                #[inline(always)]
                |(shape, _)| self.shapes.few_edges(*shape as usize),
            );
            edges_meet(
                edges,
                #[inline(always)]
                || [both[0].1, both[1].1],
            )
        }
    }
}

/// Answers those pairs of boxes that are sure, and keeps the rest of the list.
struct PassOfBoxes<'a> {
    rows: &'a [BoxRow],
    pairs: &'a [[u32; 2]],
    answers: &'a mut [bool],
    left: &'a mut Vec<u32>,
}

impl Job for PassOfBoxes<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let (mut count, all) = (0, self.left.len());
        let Some(&last) = self.left.last() else {
            return;
        };
        self.left.resize(all.next_multiple_of(EIGHT), last);
        for first in (0..all).step_by(EIGHT) {
            let mut at = [0; EIGHT];
            at.copy_from_slice(&self.left[first..first + EIGHT]);
            let (mut a, mut b) = ([&BoxRow::NONE; EIGHT], [&BoxRow::NONE; EIGHT]);
            for (&at, (a, b)) in at.iter().zip(a.iter_mut().zip(&mut b)) {
                let [i, j] = self.pairs[at as usize];
                (*a, *b) = (&self.rows[i as usize], &self.rows[j as usize]);
            }
            let Sure { meet, apart } = eight_boxes(lanes, a, b);
            for (k, &at) in at.iter().enumerate() {
                self.answers[at as usize] = meet >> k & 1 == 1;
            }
            if meet | apart != u8::MAX {
                for (k, &at) in at.iter().enumerate().take(all - first) {
                    self.left[count] = at;
                    count += usize::from((meet | apart) >> k & 1 == 0);
                }
            }
        }
        self.left.truncate(count);
    }
}

fn check(indices: impl Iterator<Item = u32>, count: usize) -> Result<(), NoSuchShape> {
    match indices.max() {
        Some(index) if index as usize >= count => Err(NoSuchShape { index, count }),
        _ => Ok(()),
    }
}
