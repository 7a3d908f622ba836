//! `Column` and `intersects_many`: many pairs at once, for the doors that take arrays.
//!
//! Of a batch of small polygons, most of the time would go into fetching shapes from memory and into branches
//! foreseen wrongly. So a column holds what is asked for first in the order of the batch, one array each,
//! which the processor fetches ahead by itself: the balls of all shapes and the edges of small polygons. And
//! a piece of the batch is asked in passes: all balls; of the pairs left, all edges, without a branch on the
//! outcome and with the widest registers there are; and what is left then, as a single question.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{Pose, Space};
use crate::pair::answer::QueryError;
use crate::pair::bounding_balls::{BoundingBalls, PlacedBalls};
use crate::pair::intersects;
use crate::pair::table::PairSpace;
use crate::shape::{EdgeColumns, FewEdges, Placed};
use crate::simd::widest;

/// The shapes of one side of a batch, laid out for it: made once, asked often.
///
/// A column of one shape serves any number of pairs.
#[derive(Clone, Debug)]
pub struct Column<V: PairSpace> {
    shapes: Vec<Arc<V::Shape>>,
    balls: Vec<BoundingBalls<V>>,
    edges: Vec<EdgeColumns<V::Scalar>>,
    /// One for each shape.
    edge_runs: Vec<EdgeRun<V::Scalar>>,
}

/// Where the edges of a shape are; none for those that are no small polygons.
#[derive(Clone, Copy, Debug)]
struct EdgeRun<S> {
    first: u32,
    count: u32,
    reach: S,
}

impl<V: PairSpace> Default for Column<V> {
    fn default() -> Self {
        Self {
            shapes: Vec::new(),
            balls: Vec::new(),
            edges: Vec::new(),
            edge_runs: Vec::new(),
        }
    }
}

impl<V: PairSpace> Column<V> {
    /// A column of these shapes.
    pub fn new(shapes: Vec<Arc<V::Shape>>) -> Self {
        let mut column = Self::default();
        shapes.into_iter().for_each(|shape| column.push(shape));
        column
    }
    /// Puts one more at the end.
    pub fn push(&mut self, shape: Arc<V::Shape>) {
        let few = V::few_edges(&shape).unwrap_or(FewEdges {
            columns: &[],
            reach: V::Scalar::default(),
        });
        self.edge_runs.push(EdgeRun {
            first: self.edges.len() as u32,
            count: few.columns.len() as u32,
            reach: few.reach,
        });
        self.edges.extend_from_slice(few.columns);
        self.balls.push(BoundingBalls::of(&*shape));
        self.shapes.push(shape);
    }
    /// All shapes.
    pub fn shapes(&self) -> &[Arc<V::Shape>] {
        &self.shapes
    }
    /// The shape of pair `i`.
    #[inline(always)]
    pub fn get(&self, i: usize) -> &Arc<V::Shape> {
        &self.shapes[self.place(i)]
    }
    /// The balls of the shape of pair `i`.
    #[inline(always)]
    pub fn balls(&self, i: usize) -> &BoundingBalls<V> {
        &self.balls[self.place(i)]
    }
    #[inline(always)]
    fn place(&self, i: usize) -> usize {
        if self.shapes.len() == 1 { 0 } else { i }
    }
    #[inline(always)]
    fn few_edges(&self, i: usize) -> FewEdges<'_, V::Scalar> {
        let run = &self.edge_runs[self.place(i)];
        let first = run.first as usize;
        FewEdges {
            columns: &self.edges[first..first + run.count as usize],
            reach: run.reach,
        }
    }
}

/// Where the shapes of one side of a batch stand, all valid: read in place, from whatever holds the numbers.
pub trait Poses<V: Space> {
    /// Position and scale of pair `i`.
    fn unturned(&self, i: usize) -> Pose<V>;
    /// How pair `i` is turned: asked for only where it matters.
    fn rotation(&self, i: usize) -> V::Rotation;
    /// The whole pose of pair `i`.
    #[inline(always)]
    fn pose(&self, i: usize) -> Pose<V> {
        let unturned = self.unturned(i);
        Pose::from_parts(unturned.position(), self.rotation(i), unturned.scale())
    }
}

/// One pose for all pairs.
impl<V: Space> Poses<V> for Pose<V> {
    #[inline(always)]
    fn unturned(&self, _: usize) -> Pose<V> {
        *self
    }
    #[inline(always)]
    fn rotation(&self, _: usize) -> V::Rotation {
        Pose::rotation(self)
    }
    #[inline(always)]
    fn pose(&self, _: usize) -> Pose<V> {
        *self
    }
}

/// One side of a batch: a column of shapes, and where they stand.
#[derive(Debug)]
pub struct Side<'a, V: PairSpace, P> {
    /// The shapes.
    pub shapes: &'a Column<V>,
    /// Their poses.
    pub poses: &'a P,
}

impl<V: PairSpace, P> Clone for Side<'_, V, P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: PairSpace, P> Copy for Side<'_, V, P> {}

impl<V: PairSpace, P: Poses<V>> Side<'_, V, P> {
    /// The balls of the shape of pair `i` where it stands.
    #[inline(always)]
    pub fn balls(&self, i: usize) -> PlacedBalls<V> {
        let unturned = self.poses.unturned(i);
        self.shapes.balls(i).standing(
            &unturned,
            #[inline(always)]
            || self.poses.rotation(i),
        )
    }
}

/// Whether the shapes of pairs `first`, `first + 1` … meet, touching included: what [`intersects`] says of
/// each, one answer for each place. Errors: the index of the first pair that has one, and the error.
///
/// Pieces of some hundred pairs are best: what is left of one from pass to pass stays at hand.
///
/// ```
/// use clearance::pair::{Column, Side, intersects_many};
/// use clearance::{Pose, d2::Shape, glam::DVec2};
/// let square = Column::<DVec2>::new(vec![Shape::cuboid(DVec2::ONE)?.into()]);
/// let circles = Column::new((1..=3).map(|r| Shape::circle(r.into()).map(Into::into)).collect::<Result<_, _>>()?);
/// let (left, right) = (Pose::IDENTITY, Pose::at(DVec2::X * 3.0)?);
/// let mut answers = [false; 3];
/// let sides = (Side { shapes: &square, poses: &left }, Side { shapes: &circles, poses: &right });
/// intersects_many(sides.0, sides.1, 0, &mut answers).map_err(|(_, error)| error)?;
/// assert_eq!(answers, [false, true, true]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn intersects_many<V: PairSpace, P: Poses<V>, Q: Poses<V>>(
    a: Side<'_, V, P>,
    b: Side<'_, V, Q>,
    first: usize,
    answers: &mut [bool],
) -> Result<(), (usize, QueryError)> {
    let mut left = widest(
        #[inline(always)]
        || by_balls(a, b, first, answers),
    );
    widest(
        #[inline(always)]
        || by_edges(a, b, first, answers, &mut left),
    );
    for k in left {
        let i = first + k as usize;
        let (pose_a, pose_b) = (a.poses.pose(i), b.poses.pose(i));
        let placed_a = Placed::new(&**a.shapes.get(i), &pose_a);
        let placed_b = Placed::new(&**b.shapes.get(i), &pose_b);
        answers[k as usize] = intersects(placed_a, placed_b).map_err(|error| (i, error))?;
    }
    Ok(())
}

/// Answers what balls decide, and lists the rest.
#[inline(always)]
fn by_balls<V: PairSpace, P: Poses<V>, Q: Poses<V>>(
    a: Side<'_, V, P>,
    b: Side<'_, V, Q>,
    first: usize,
    answers: &mut [bool],
) -> Vec<u32> {
    let mut left = alloc::vec![0; answers.len()];
    let mut count = 0;
    for (k, answer) in answers.iter_mut().enumerate() {
        let meet = a.balls(first + k).meet(&b.balls(first + k));
        *answer = meet == Some(true);
        // Written always, kept where it is to be: whether balls decide cannot be foreseen.
        left[count] = k as u32;
        count += usize::from(meet.is_none());
    }
    left.truncate(count);
    left
}

/// Answers what small polygons decide by their edges, and keeps the rest of the list.
#[inline(always)]
fn by_edges<V: PairSpace, P: Poses<V>, Q: Poses<V>>(
    a: Side<'_, V, P>,
    b: Side<'_, V, Q>,
    first: usize,
    answers: &mut [bool],
    left: &mut Vec<u32>,
) {
    let mut count = 0;
    for at in 0..left.len() {
        let k = left[at];
        let i = first + k as usize;
        let edges = [a.shapes.few_edges(i), b.shapes.few_edges(i)];
        let meet = if edges[0].columns.is_empty() || edges[1].columns.is_empty() {
            None
        } else {
            V::few_meet(edges, [&a.poses.pose(i), &b.poses.pose(i)])
        };
        answers[k as usize] = meet == Some(true);
        left[count] = k;
        count += usize::from(meet.is_none());
    }
    left.truncate(count);
}
