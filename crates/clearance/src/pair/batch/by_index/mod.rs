//! `PlacedColumn`: shapes at poses, of which pairs are asked by index.

mod passes;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use passes::PassesByIndex;

use super::column::Column;
use crate::index::Threads;
use crate::math::Pose;
use crate::pair::ask::table::PairSpace;
use crate::pair::eight::{BallRow, Row, RowKind};
use crate::pair::{self, BoundingBalls, Clearance, Manifold, QueryError, Relation};
use crate::shape::Placed;
use crate::simd::widest;

/// How many pairs are asked in one pass: their rows stay in the cache for the next.
const PIECE: usize = 512;
/// How many pairs a thread takes at a time, where each is asked by itself.
const EACH: usize = 64;

/// Shapes at poses, of which pairs are asked by index: those that a broad phase found, say. Each answer is
/// that of the single question, to the last bit, on any number of threads.
///
/// What the first tests need of a shape is computed once here, for all pairs that it is in: some tens of
/// nanoseconds for each shape. Whether two meet is then asked of eight pairs at a time: the balls around and
/// within all shapes, then boxes, triangles and capsules among themselves, boxes of space with triangles and
/// capsules, and boxes with the balls of any other shape. What is not sure is asked by itself, and so are the
/// relation of those that meet, the distance of those that are apart, and the other questions.
///
/// ```
/// use clearance::pair::{Column, PlacedColumn};
/// use clearance::{Pose, d3::Shape, glam::DVec3};
/// let shapes = Column::<DVec3>::new(vec![Shape::cuboid(DVec3::ONE)?.into(), Shape::sphere(1.0)?.into()]);
/// // A box, a ball beside it, and another box, further on.
/// let at = |shape: u32, x: f64| Pose::at(DVec3::X * x).map(|pose| (shape, pose));
/// let mut placed = PlacedColumn::new(shapes, vec![at(0, 0.0)?, at(1, 1.5)?, at(0, 2.5)?])?;
/// let pairs = [[0, 1], [0, 2], [1, 2]];
/// let mut meet = [false; 3];
/// placed.intersects(&pairs, &mut meet)?;
/// assert_eq!(meet, [true, false, true]);
/// placed.set_pose(2, Pose::at(DVec3::X * 2.0)?)?;
/// placed.intersects(&pairs, &mut meet)?;
/// assert_eq!(meet, [true, true, true]);
/// assert_eq!(placed.placed(2).map(|(_, pose)| pose.position()), Some(DVec3::X * 2.0));
/// assert!(placed.intersects(&[[0, 3]], &mut meet).is_err());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlacedColumn<V: PairSpace> {
    shapes: Arc<Column<V>>,
    /// The smallest balls of each shape of the column.
    tight: Vec<BoundingBalls<V>>,
    placed: Vec<(u32, Pose<V>)>,
    balls: Vec<BallRow>,
    /// Empty where no shape has one.
    rows: Vec<Row>,
    /// One for each row.
    kinds: Vec<Option<RowKind>>,
    /// The kind of all shapes, where it is one.
    common_kind: Option<RowKind>,
    threads: Threads,
}

/// An index without a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchShape {
    /// The index given.
    pub index: u32,
    /// How many shapes there are.
    pub count: usize,
}

impl NoSuchShape {
    /// Refuses indices that are not below `count`.
    pub(crate) fn check(indices: impl IntoIterator<Item = u32>, count: usize) -> Result<(), Self> {
        let mut indices = indices.into_iter();
        let Some(first) = indices.next() else {
            return Ok(());
        };
        let index = widest(
            #[inline(always)]
            || indices.fold(first, u32::max),
        );
        if index as usize >= count {
            return Err(Self { index, count });
        }
        Ok(())
    }
}

impl fmt::Display for NoSuchShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no shape {} of {}", self.index, self.count)
    }
}

impl core::error::Error for NoSuchShape {}

impl<V: PairSpace> PlacedColumn<V> {
    /// Shapes of a column, each by its index there, and their poses.
    ///
    /// Errors: an index without a shape.
    pub fn new(shapes: impl Into<Arc<Column<V>>>, placed: Vec<(u32, Pose<V>)>) -> Result<Self, NoSuchShape> {
        let shapes = shapes.into();
        NoSuchShape::check(placed.iter().map(|(shape, _)| *shape), shapes.shapes().len())?;
        let mut this = Self {
            tight: shapes
                .shapes()
                .iter()
                .map(|shape| V::tight_balls(shape))
                .collect(),
            shapes,
            placed,
            balls: Vec::new(),
            rows: Vec::new(),
            kinds: Vec::new(),
            common_kind: None,
            threads: Threads::One,
        };
        this.balls = (0..this.len()).map(|i| this.ball_row(i)).collect();
        let kinds: Vec<_> = (0..this.len()).map(|i| V::row_kind(this.get(i).shape)).collect();
        if kinds.iter().any(Option::is_some) {
            this.rows = (0..this.len()).map(|i| V::row(&this.get(i))).collect();
            this.common_kind = kinds[0].filter(|first| kinds.iter().all(|kind| *kind == Some(*first)));
            this.kinds = kinds;
        }
        Ok(this)
    }
    /// With [`Threads::All`] and the feature `rayon`, questions are asked on all threads of rayon's pool.
    #[must_use]
    pub fn with_threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }
    /// How many shapes there are.
    pub fn len(&self) -> usize {
        self.placed.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }
    /// A shape and its pose; `None` for an index without a shape.
    pub fn placed(&self, index: u32) -> Option<(&Arc<V::Shape>, &Pose<V>)> {
        let (shape, pose) = self.placed.get(index as usize)?;
        Some((self.shapes.get(*shape as usize), pose))
    }
    /// Moves a shape.
    ///
    /// Errors: an index without a shape.
    pub fn set_pose(&mut self, index: u32, pose: Pose<V>) -> Result<(), NoSuchShape> {
        self.check([index])?;
        let i = index as usize;
        self.placed[i].1 = pose;
        self.balls[i] = self.ball_row(i);
        if self.rows.get(i).is_some() {
            self.rows[i] = V::row(&self.get(i));
        }
        Ok(())
    }
    /// Whether the shapes of each pair meet, touching included: what [`intersects`](crate::intersects) says.
    ///
    /// Errors: an index without a shape. Answers beyond the pairs, and pairs beyond the answers, are left
    /// alone.
    pub fn intersects(&self, pairs: &[[u32; 2]], answers: &mut [bool]) -> Result<(), NoSuchShape> {
        self.in_passes(pairs, answers, |passes, answers| passes.intersects(answers))
    }
    /// The relation of each pair, as [`relation`](crate::relation()) says it.
    ///
    /// Errors: those of [`intersects`](Self::intersects).
    pub fn relation(&self, pairs: &[[u32; 2]], answers: &mut [Relation]) -> Result<(), NoSuchShape> {
        self.in_passes(pairs, answers, |passes, answers| passes.relation(answers))
    }
    /// The distance of each pair, 0 where they meet, as [`distance`](crate::distance) says it.
    ///
    /// Errors: those of [`intersects`](Self::intersects).
    pub fn distance(&self, pairs: &[[u32; 2]], answers: &mut [V::Scalar]) -> Result<(), NoSuchShape> {
        self.in_passes(pairs, answers, |passes, answers| passes.distance(answers))
    }
    /// The clearance of each pair, as [`clearance`](crate::clearance()) says it.
    ///
    /// Errors: those of [`intersects`](Self::intersects).
    pub fn clearance(
        &self,
        pairs: &[[u32; 2]],
        answers: &mut [Result<Clearance<V>, QueryError>],
    ) -> Result<(), NoSuchShape> {
        self.each_pair(pairs, answers, |a, b| pair::clearance(a, b))
    }
    /// The manifold of each pair, with contacts up to `margin` apart, as [`manifold`](crate::manifold) says
    /// it.
    ///
    /// Errors: those of [`intersects`](Self::intersects).
    pub fn manifold(
        &self,
        pairs: &[[u32; 2]],
        margin: V::Scalar,
        answers: &mut [Result<Manifold<V>, QueryError>],
    ) -> Result<(), NoSuchShape> {
        self.each_pair(pairs, answers, |a, b| pair::manifold(a, b, margin))
    }
    /// A shape at its pose.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> Placed<'_, V> {
        let (shape, pose) = &self.placed[i];
        Placed::new(&**self.shapes.get(*shape as usize), pose)
    }
    /// Asks each question by itself.
    pub(crate) fn each<Q: Sync, T: Send>(
        &self,
        questions: &[Q],
        answers: &mut [T],
        ask: impl Fn(&Q) -> T + Sync,
    ) {
        let count = questions.len().min(answers.len());
        in_pieces(
            self.threads,
            (&questions[..count], &mut answers[..count]),
            EACH,
            |questions, answers| {
                for (question, answer) in questions.iter().zip(answers) {
                    *answer = ask(question);
                }
            },
        );
    }
    /// Refuses indices without a shape.
    pub(crate) fn check(&self, indices: impl IntoIterator<Item = u32>) -> Result<(), NoSuchShape> {
        NoSuchShape::check(indices, self.len())
    }
    fn in_passes<T: Send>(
        &self,
        pairs: &[[u32; 2]],
        answers: &mut [T],
        ask: impl Fn(&PassesByIndex<'_, V>, &mut [T]) + Sync,
    ) -> Result<(), NoSuchShape> {
        self.check(pairs.as_flattened().iter().copied())?;
        let count = pairs.len().min(answers.len());
        let (pairs, answers) = (&pairs[..count], &mut answers[..count]);
        in_pieces(self.threads, (pairs, answers), PIECE, |pairs, answers| {
            ask(&PassesByIndex { of: self, pairs }, answers);
        });
        Ok(())
    }
    fn each_pair<T: Send>(
        &self,
        pairs: &[[u32; 2]],
        answers: &mut [T],
        ask: impl Fn(Placed<'_, V>, Placed<'_, V>) -> T + Sync,
    ) -> Result<(), NoSuchShape> {
        self.check(pairs.as_flattened().iter().copied())?;
        self.each(pairs, answers, |[a, b]| {
            ask(self.get(*a as usize), self.get(*b as usize))
        });
        Ok(())
    }
    fn ball_row(&self, i: usize) -> BallRow {
        let (shape, pose) = &self.placed[i];
        BallRow::of(&self.tight[*shape as usize].placed(pose))
    }
}

/// Asks questions, of which there are as many as answers, in pieces: on several threads, or one after the
/// other.
fn in_pieces<Q: Sync, T: Send>(
    threads: Threads,
    (questions, answers): (&[Q], &mut [T]),
    piece: usize,
    ask: impl Fn(&[Q], &mut [T]) + Sync,
) {
    #[cfg(feature = "rayon")]
    if threads == Threads::All {
        use rayon::prelude::*;
        let pieces = questions.par_chunks(piece).zip(answers.par_chunks_mut(piece));
        return pieces.for_each(|(questions, answers)| ask(questions, answers));
    }
    let _ = threads;
    let pieces = questions.chunks(piece).zip(answers.chunks_mut(piece));
    pieces.for_each(|(questions, answers)| ask(questions, answers));
}
