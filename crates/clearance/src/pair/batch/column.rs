//! `Column`: the shapes of one side of a batch.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::pair::ask::table::PairSpace;
use crate::pair::bounding_balls::BoundingBalls;
use crate::shape::{EDGES, EdgeColumns, FewEdges, FewSegments, SegmentColumns};

/// The shapes of one side of a batch, with what a batch needs of them first: made once, asked often.
///
/// A column of one shape serves any number of pairs.
#[derive(Clone, Debug)]
pub struct Column<V: PairSpace> {
    shapes: Vec<Arc<V::Shape>>,
    balls: Vec<BoundingBalls<V>>,
    edges: Vec<EdgeColumns<V::Scalar>>,
    /// One for each shape.
    edge_runs: Vec<Run<V::Scalar>>,
    segments: Vec<SegmentColumns<V::Scalar>>,
    /// One for each shape up to the last small polygon that may be concave.
    segment_runs: Vec<Run<V::Scalar>>,
}

/// The groups of edges, or of segments of the border, of a shape; empty for a shape that is no small polygon.
#[derive(Clone, Copy, Debug, Default)]
struct Run<S> {
    /// The first group.
    first: u32,
    /// How many groups of edges, or how many segments.
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
            segments: Vec::new(),
            segment_runs: Vec::new(),
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
    /// Adds a shape at the end.
    pub fn push(&mut self, shape: Arc<V::Shape>) {
        let few = V::few_edges(&shape).unwrap_or(FewEdges {
            columns: &[],
            reach: V::Scalar::default(),
        });
        self.edge_runs.push(Run {
            first: self.edges.len() as u32,
            count: few.columns.len() as u32,
            reach: few.reach,
        });
        self.edges.extend_from_slice(few.columns);
        if let Some(few) = V::few_segments(&shape) {
            self.push_segments(few);
        }
        self.balls.push(BoundingBalls::of(&*shape));
        self.shapes.push(shape);
    }
    fn push_segments(&mut self, few: FewSegments<'_, V::Scalar>) {
        self.segment_runs.resize(self.shapes.len(), Run::default());
        self.segment_runs.push(Run {
            first: self.segments.len() as u32,
            count: few.count as u32,
            reach: few.reach,
        });
        self.segments.extend_from_slice(few.columns);
    }
    /// All shapes.
    pub fn shapes(&self) -> &[Arc<V::Shape>] {
        &self.shapes
    }
    /// The shape of pair `i`.
    #[inline]
    pub fn get(&self, i: usize) -> &Arc<V::Shape> {
        &self.shapes[self.index(i)]
    }
    /// The balls of the shape of pair `i`.
    #[inline]
    pub fn balls(&self, i: usize) -> &BoundingBalls<V> {
        &self.balls[self.index(i)]
    }
    #[inline]
    fn index(&self, i: usize) -> usize {
        if self.shapes.len() == 1 { 0 } else { i }
    }
    /// The edges of the shape of pair `i`, if it is a small polygon.
    #[inline(always)]
    pub(super) fn few_edges(&self, i: usize) -> FewEdges<'_, V::Scalar> {
        let run = &self.edge_runs[self.index(i)];
        let first = run.first as usize;
        FewEdges {
            columns: &self.edges[first..first + run.count as usize],
            reach: run.reach,
        }
    }
    /// The segments of the shape of pair `i`, if it is a small polygon that may be concave.
    #[inline]
    pub(super) fn few_segments(&self, i: usize) -> Option<FewSegments<'_, V::Scalar>> {
        let run = self.segment_runs.get(self.index(i)).filter(|run| run.count > 0)?;
        let (first, count) = (run.first as usize, run.count as usize);
        Some(FewSegments {
            columns: &self.segments[first..first + count.div_ceil(EDGES)],
            count,
            reach: run.reach,
        })
    }
}
