//! Polygon with holes, convex or not: cut into convex parts at construction.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::decompose::{decompose, field, ring_field};
use super::few_segments::{FewSegments, SegmentColumns, segment_columns};
use super::holding::{CellGrid, EdgeList, few_hold};
use super::{Border, Components, LocalPoint, PartBoxes, PartView, Parts, PrefetchStage};
use crate::math::{Aabb, Real, Vector, magnitude};
use crate::shape::check;
use crate::shape::convex::ConvexPolygon;
use crate::shape::error::{Fault, InvalidShape};
use crate::shape::kinds::any::Space2;
use crate::shape::kinds::shape2::Shape2;
use crate::simd::prefetch_all;

/// A simple polygon with holes: its interior and its border. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Polygon<V: Space2>(Arc<PolygonData<V>>);

#[derive(Debug)]
struct PolygonData<V: Space2> {
    rings: Vec<Vec<V>>,
    parts: Vec<Shape2<V>>,
    part_boxes: PartBoxes<V>,
    corners: Vec<V>,
    edges: Vec<[u32; 2]>,
    /// For each of these the number of the given edge on which it lies.
    numbers: Vec<u32>,
    next: Vec<[u32; 2]>,
    components: Components,
    edge_boxes: PartBoxes<V>,
    /// The border, if that has few segments.
    segment_columns: Vec<SegmentColumns<V::Scalar>>,
    reach: V::Scalar,
    /// Of a polygon with many segments, what tells where most points are.
    grid: Option<CellGrid>,
    /// Of a polygon with few segments, the corners of all parts and where those of each end.
    few_parts: Option<(Vec<V>, Vec<u32>)>,
}

impl<V: Space2> Polygon<V> {
    /// The outer ring and the holes, each of any winding; the last vertex is joined to the first.
    ///
    /// Repeated and collinear vertices are allowed, and so are rings that touch themselves or each other in
    /// points or along edges. Errors: rings of fewer than three vertices, edges that cross, rings without
    /// area, and holes outside the outer ring or in each other. Takes O(n log n) time for ordinary outlines.
    ///
    /// ```
    /// use clearance::{d2::Shape, glam::DVec2, shape::Fault};
    /// let bow_tie = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)].map(DVec2::from);
    /// let error = Shape::polygon(&bow_tie, &[]).unwrap_err();
    /// assert_eq!((error.path().as_str(), error.fault), ("vertices[2]", Fault::EdgesCross { other: 0 }));
    /// ```
    pub fn new(vertices: &[V], holes: &[Vec<V>]) -> Result<Self, InvalidShape> {
        let rings: Vec<Vec<V>> = core::iter::once(vertices.to_vec())
            .chain(holes.iter().cloned())
            .collect();
        check_rings(&rings)?;
        let cut = decompose(&in_doubles(&rings))?;
        let corners: Vec<V> = cut.points.iter().map(|&(r, k)| rings[r][k]).collect();
        let corner = |&i: &u32| corners[i as usize];
        let bounds = Aabb::from_points(corners.iter().copied()).unwrap_or_else(Aabb::everything);
        let part_boxes = PartBoxes::of_groups(cut.parts.iter().map(|part| part.iter().map(corner)));
        let edge_boxes = PartBoxes::of_segments(
            cut.border
                .iter()
                .map(|edge| [edge[0], edge[1]].map(|i| corner(&i))),
        );
        let parts = cut
            .parts
            .iter()
            .map(|part| {
                let vertices: Vec<V> = part.iter().map(corner).collect();
                ConvexPolygon::new(&vertices).map(Shape2::Convex)
            })
            .collect::<Result<_, _>>()?;
        let next = chained(&cut.border);
        let segment_columns = segment_columns(cut.border.len(), |i| cut.border[i].map(|k| corner(&k)));
        let edges = Edges(&corners, &cut.border);
        let grid = CellGrid::new(&edges, [bounds.min, bounds.max].map(|v| in_double(&v)));
        let few_parts = (!segment_columns.is_empty()).then(|| listed(&cut.parts, &corners));
        Ok(Self(Arc::new(PolygonData {
            rings,
            parts,
            part_boxes,
            corners,
            components: Components::new(next.len(), |i| next[i]),
            next,
            grid,
            few_parts,
            segment_columns,
            reach: magnitude(bounds.min.abs().max(bounds.max.abs())),
            edges: cut.border,
            numbers: cut.numbers,
            edge_boxes,
        })))
    }
    /// The outer ring, then the holes, as given.
    pub fn rings(&self) -> &[Vec<V>] {
        &self.0.rings
    }
    /// The box around it, exact.
    pub fn bounds(&self) -> Aabb<V> {
        self.0.part_boxes.whole()
    }
    /// Triangles that fill it, and the corners that they are between: those of the rings, each once, which
    /// includes those in the middle of straight sides. Triangles are counter-clockwise. Takes as long as
    /// making the polygon.
    ///
    /// ```
    /// use clearance::{glam::DVec2, shape::Polygon};
    /// let square = |r: f64| [(-r, -r), (r, -r), (r, r), (-r, r)].map(DVec2::from).to_vec();
    /// let (corners, triangles) = Polygon::new(&square(2.0), &[square(1.0)])?.triangles();
    /// assert_eq!((corners.len(), triangles.len()), (8, 8));
    /// # Ok::<(), clearance::shape::InvalidShape>(())
    /// ```
    pub fn triangles(&self) -> (Vec<V>, Vec<[u32; 3]>) {
        let rings = &self.0.rings;
        // What made the polygon did so without an error.
        decompose(&in_doubles(rings)).map_or_else(
            |_| Default::default(),
            |cut| {
                let corners = cut.points.iter().map(|&(r, k)| rings[r][k]);
                (corners.collect(), cut.triangles)
            },
        )
    }
    /// Its border, if that has few segments.
    pub(crate) fn few_segments(&self) -> FewSegments<'_, V::Scalar> {
        FewSegments {
            columns: &self.0.segment_columns,
            count: self.0.edges.len(),
            reach: self.0.reach,
        }
    }
    /// The first segment of each piece of its border.
    pub(crate) fn pieces(&self) -> &[u32] {
        self.0.components.firsts()
    }
}

fn in_doubles<V: Vector>(rings: &[Vec<V>]) -> Vec<Vec<[f64; 2]>> {
    let ring = |ring: &Vec<V>| ring.iter().map(in_double).collect();
    rings.iter().map(ring).collect()
}

fn in_double<V: Vector>(v: &V) -> [f64; 2] {
    [v.get(0).to_f64(), v.get(1).to_f64()]
}

/// Corners, and the edges between them.
struct Edges<'a, V>(&'a [V], &'a [[u32; 2]]);

impl<V: Vector> EdgeList for Edges<'_, V> {
    fn count(&self) -> usize {
        self.1.len()
    }
    #[inline(always)]
    fn ends(&self, i: usize) -> [[f64; 2]; 2] {
        self.1[i].map(|k| in_double(&self.0[k as usize]))
    }
}

fn convex<V: Space2>(part: &Shape2<V>) -> Option<&ConvexPolygon<V>> {
    match part {
        Shape2::Convex(convex) => Some(convex),
        _ => None,
    }
}

/// The corners of all parts, part by part, and where those of each end.
fn listed<V: Vector>(parts: &[Vec<u32>], corners: &[V]) -> (Vec<V>, Vec<u32>) {
    let mut end = 0;
    let ends = parts.iter().map(|part| {
        end += part.len() as u32;
        end
    });
    let ends = ends.collect();
    (
        parts.iter().flatten().map(|&i| corners[i as usize]).collect(),
        ends,
    )
}

/// For each edge the number of one that ends where it starts, and of one that starts where it ends.
fn chained(edges: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let sorted_by = |k: usize| {
        let mut order: Vec<u32> = (0..edges.len() as u32).collect();
        order.sort_unstable_by_key(|&e| edges[e as usize][k]);
        order
    };
    let (by_start, by_end) = (sorted_by(0), sorted_by(1));
    let at = |order: &[u32], k: usize, corner: u32| {
        order[order.partition_point(|&e| edges[e as usize][k] < corner)]
    };
    edges
        .iter()
        .map(|e| [at(&by_end, 1, e[0]), at(&by_start, 0, e[1])])
        .collect()
}

fn check_rings<V: Vector>(rings: &[Vec<V>]) -> Result<(), InvalidShape> {
    for (r, ring) in rings.iter().enumerate() {
        if ring.len() < 3 {
            return Err(Fault::too_few(3, ring.len()).in_field(ring_field(r)));
        }
        for (k, &v) in ring.iter().enumerate() {
            check::point(field(r, k), v)?;
        }
    }
    Ok(())
}

impl<V: Space2> Parts<V> for Polygon<V> {
    fn part(&self, i: usize) -> PartView<'_, V> {
        PartView::stored(&self.0.parts[i], None)
    }
    fn part_boxes(&self) -> &PartBoxes<V> {
        &self.0.part_boxes
    }
    fn facets(&self) -> Option<&dyn Border<V>> {
        Some(self)
    }
    fn is_solid(&self) -> bool {
        true
    }
    fn few_parts(&self) -> Option<(&[V], &[u32])> {
        let (corners, ends) = self.0.few_parts.as_ref()?;
        Some((corners, ends))
    }
    fn prefetch(&self, stage: PrefetchStage) {
        let data = &*self.0;
        match (stage, &data.few_parts) {
            (PrefetchStage::Shape, _) => prefetch_all(core::slice::from_ref(data)),
            (PrefetchStage::Lists, Some((corners, ends))) => {
                prefetch_all(corners);
                prefetch_all(ends);
                prefetch_all(&data.parts);
            }
            (PrefetchStage::Parts, Some(_)) => {
                let convex_parts = data.parts.iter().filter_map(convex);
                convex_parts.for_each(ConvexPolygon::prefetch_whole);
            }
            (_, None) => {}
        }
    }
    fn as_convex(&self) -> Option<&Shape2<V>> {
        match self.0.parts.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}

impl<V: Space2> Border<V> for Polygon<V> {
    fn corner(&self, i: usize, k: usize) -> V {
        self.0.corners[self.0.edges[i][k] as usize]
    }
    fn number(&self, i: usize) -> Option<usize> {
        self.0.numbers.get(i).map(|&number| number as usize)
    }
    fn corner_index(&self, i: usize, k: usize) -> usize {
        self.0.edges[i][k] as usize
    }
    fn corner_count(&self) -> usize {
        self.0.corners.len()
    }
    fn facet_boxes(&self) -> &PartBoxes<V> {
        &self.0.edge_boxes
    }
    fn neighbour(&self, i: usize, k: usize) -> Option<usize> {
        Some(self.0.next[i][k] as usize)
    }
    fn components(&self) -> Option<&Components> {
        Some(&self.0.components)
    }
    fn surely_holds(&self, point: &LocalPoint) -> Option<bool> {
        if let Some(grid) = &self.0.grid {
            return grid.holds(&Edges(&self.0.corners, &self.0.edges), point);
        }
        let bounds = self.bounds();
        if point.is_beyond([bounds.min, bounds.max].map(|v| in_double(&v))) {
            return Some(false);
        }
        let few = self.few_segments();
        if few.columns.is_empty() {
            return None;
        }
        few_hold(few, point)
    }
}

#[cfg(test)]
mod tests;
