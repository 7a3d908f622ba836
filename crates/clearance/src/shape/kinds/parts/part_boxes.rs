//! The boxes around a shape's parts, in a tree.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use crate::index::{Facets, HeightGrid, OwnBox, PlacedTree, PointQuery, TreeBuild, TwoTrees, WideTree};
use crate::math::{Aabb, DoubleFrame, Place, Real, ScalarOf, Space, Vector, lift};
use crate::shape::BoundedFrame;

/// The boxes around a shape's parts, in the order of the parts, and a tree over them.
#[derive(Clone, Debug)]
pub struct PartBoxes<V: Vector> {
    boxes: Boxes<V>,
    tree: WideTree<V>,
}

/// Where boxes come from.
#[derive(Clone, Debug)]
enum Boxes<V: Vector> {
    Stored(Vec<Aabb<V>>),
    /// Made from the corners when one is asked for: of a large mesh, boxes would take more memory than all
    /// else.
    Made(Arc<Triangles<V>>),
    /// Likewise, of two triangles in each cell of a grid.
    OfHeights(Arc<HeightGrid<V>>),
}

/// Triangles with shared vertices. Meshes of the same triangles share their list.
#[derive(Clone, Debug)]
pub(crate) struct Triangles<V> {
    pub vertices: Vec<V>,
    pub triangles: Arc<[[u32; 3]]>,
}

impl<V: Vector> Triangles<V> {
    #[inline]
    pub(crate) fn corners(&self, i: usize) -> [V; 3] {
        self.triangles[i].map(|k| self.vertices[k as usize])
    }
    #[inline]
    fn aabb(&self, i: usize) -> Aabb<V> {
        Aabb::around(self.corners(i))
    }
    fn facets(&self) -> Facets<'_, V> {
        Facets {
            vertices: &self.vertices,
            indices: &self.triangles,
        }
    }
}

type Flow = ControlFlow<()>;
/// Visits some parts of a shape with some of another, and answers up to which distance others are of
/// interest.
type VisitFew<'v, V> = &'v mut dyn FnMut(&[u32], &[u32]) -> ScalarOf<V>;

impl<V: Vector> PartBoxes<V> {
    /// From at least one box.
    pub(crate) fn new(boxes: Vec<Aabb<V>>) -> Self {
        let tree = WideTree::build(boxes.len(), |i| boxes[i]);
        let boxes = Boxes::Stored(boxes);
        Self { boxes, tree }
    }
    /// Around at least one triangle.
    pub(crate) fn of_triangles(all: &Arc<Triangles<V>>, how: TreeBuild) -> Self {
        let tree = WideTree::of_facets(all.facets(), how);
        let boxes = Boxes::Made(all.clone());
        Self { boxes, tree }
    }
    /// Around as many triangles, which are elsewhere.
    pub(crate) fn refit(&self, all: &Arc<Triangles<V>>) -> Self {
        Self {
            tree: self.tree.refit_facets(all.facets()),
            boxes: Boxes::Made(all.clone()),
        }
    }
    /// Around the triangles of a grid, of which there is at least one.
    pub(crate) fn of_heights(grid: &Arc<HeightGrid<V>>) -> Self {
        Self {
            tree: WideTree::of_heights(grid),
            boxes: Boxes::OfHeights(grid.clone()),
        }
    }
    /// Around at least one segment.
    pub(crate) fn of_segments(ends: impl Iterator<Item = [V; 2]>) -> Self {
        let ends: Vec<[V; 2]> = ends.collect();
        let indices: Vec<[u32; 3]> = (0..ends.len() as u32)
            .map(|i| [2 * i, 2 * i + 1, 2 * i + 1])
            .collect();
        let facets = Facets {
            vertices: ends.as_flattened(),
            indices: &indices,
        };
        Self {
            tree: WideTree::of_facets(facets, TreeBuild::Good),
            boxes: Boxes::Stored(ends.iter().map(|[p, q]| Aabb::around([*p, *q, *q])).collect()),
        }
    }
    /// A box around each group of points.
    pub(crate) fn of_groups<G: IntoIterator<Item = V>>(groups: impl Iterator<Item = G>) -> Self {
        Self::new(groups.filter_map(Aabb::from_points).collect())
    }
    /// Around each group of points that were rounded once: enlarged to contain the true ones.
    pub(crate) fn of_groups_rounded<G: IntoIterator<Item = V>>(groups: impl Iterator<Item = G>) -> Self {
        let grown = |b: Aabb<V>| {
            let largest = b.min.max_abs().max(b.max.max_abs());
            b.inflated(largest * ScalarOf::<V>::EPSILON + ScalarOf::<V>::MIN_POSITIVE)
        };
        Self::new(groups.filter_map(Aabb::from_points).map(grown).collect())
    }
    /// How many parts there are.
    pub fn count(&self) -> usize {
        match &self.boxes {
            Boxes::Stored(boxes) => boxes.len(),
            Boxes::Made(all) => all.triangles.len(),
            Boxes::OfHeights(grid) => grid.triangle_count(),
        }
    }
    /// The box around part `i`.
    #[inline]
    pub fn aabb(&self, i: usize) -> Aabb<V> {
        match &self.boxes {
            Boxes::Stored(boxes) => boxes[i],
            Boxes::Made(all) => all.aabb(i),
            Boxes::OfHeights(grid) => grid.aabb(i),
        }
    }
    /// The tree over them.
    pub(crate) fn tree(&self) -> &WideTree<V> {
        &self.tree
    }
    /// The box around them all.
    pub fn whole(&self) -> Aabb<V> {
        self.tree.whole()
    }
    /// Calls `visit` with every part whose box passes a test, until it breaks. Where the test holds for a
    /// box, it must hold for larger ones.
    pub fn passing(&self, test: &impl Fn(&Aabb<V>) -> bool, visit: &mut dyn FnMut(usize) -> Flow) -> Flow {
        self.tree.passing(test, &mut |i| self.visit_if(i, test, visit))
    }
    fn visit_if(
        &self,
        i: u32,
        test: &impl Fn(&Aabb<V>) -> bool,
        visit: &mut dyn FnMut(usize) -> Flow,
    ) -> Flow {
        match test(&self.aabb(i as usize)) {
            true => visit(i as usize),
            false => ControlFlow::Continue(()),
        }
    }
    /// Searches for the part of the smallest value, those of small lower bounds first. `visit` gets a part
    /// and the best value so far (at first infinity), and returns the better of that and the part's own.
    pub fn nearest(
        &self,
        lower_bound: impl Fn(&Aabb<V>) -> V::Scalar,
        mut visit: impl FnMut(usize, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        self.tree.nearest(&lower_bound, |i, best| {
            let bound = lower_bound(&self.aabb(i as usize));
            if bound <= best && bound < Real::INFINITY {
                visit(i as usize, best)
            } else {
                best
            }
        })
    }
    /// Calls `visit` with every pair of a part here and one of `other` whose boxes, and all boxes around
    /// them, pass `overlap`, until it breaks.
    pub fn pairs(
        &self,
        other: &Self,
        overlap: &impl Fn(&Aabb<V>, &Aabb<V>) -> bool,
        visit: &mut dyn FnMut(usize, usize) -> Flow,
    ) -> Flow {
        self.tree.pairs(&other.tree, overlap, &mut |i, j| {
            let (i, j) = (i as usize, j as usize);
            match overlap(&self.aabb(i), &other.aabb(j)) {
                true => visit(i, j),
                false => ControlFlow::Continue(()),
            }
        })
    }
}

impl<V: Space> PartBoxes<V> {
    /// Calls `visit` with every part of a shape at `place` whose box in the world meets `query`, until it
    /// breaks.
    pub fn meeting(
        &self,
        place: &Place<'_, V>,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(usize) -> Flow,
    ) -> Flow {
        let frame = BoundedFrame::of(place);
        let test = |b: &Aabb<V>| frame.turned_box(*b).overlaps(query);
        self.meeting_in((&DoubleFrame::of_place(place), &frame), query, &test, visit)
    }
    /// The same for what is in two boxes: parts are passed over, too, that the second does not come near.
    pub(crate) fn meeting_box(
        &self,
        place: &Place<'_, V>,
        (query, own): (&Aabb<V>, &OwnBox),
        visit: &mut dyn FnMut(usize) -> Flow,
    ) -> Flow {
        let (world, frame) = (BoundedFrame::of(place), DoubleFrame::of_place(place));
        let near = self.meeting_query((&frame, &world), query);
        let near = self.closer_query(&frame, near, own);
        let test = |b: &Aabb<V>| world.turned_box(*b).overlaps(query);
        self.tree.meeting(&near, &mut |i| self.visit_if(i, &test, visit))
    }
    /// The same of a shape in a frame, given twice; `test` says exactly which boxes meet the query. Boxes in
    /// the world are rounded outwards, so the query is grown by as much.
    pub(crate) fn meeting_in(
        &self,
        (frame, bounded): (&DoubleFrame, &BoundedFrame<V>),
        query: &Aabb<V>,
        test: &impl Fn(&Aabb<V>) -> bool,
        visit: &mut dyn FnMut(usize) -> Flow,
    ) -> Flow {
        let near = self.meeting_query((frame, bounded), query);
        self.tree.meeting(&near, &mut |i| self.visit_if(i, test, visit))
    }
    fn meeting_query(
        &self,
        (frame, bounded): (&DoubleFrame, &BoundedFrame<V>),
        query: &Aabb<V>,
    ) -> PointQuery {
        let grown = query.inflated(self.rounding(bounded));
        self.local_query(frame, self.clipped(frame, &grown))
    }
    /// Visits the parts of a shape at `place`, those whose boxes are nearest to `query` first. `visit`
    /// returns up to which distance others are of interest.
    pub fn nearest_to(
        &self,
        place: &Place<'_, V>,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(usize) -> V::Scalar,
    ) {
        let frame = DoubleFrame::of_place(place);
        let near = self.local_query(&frame, [lift(query.min), lift(query.max)]);
        self.nearest_of((place, &frame), query, &near, visit);
    }
    /// The same for a shape with a box around it along axes of its own.
    pub(crate) fn nearest_to_box(
        &self,
        place: &Place<'_, V>,
        (query, own): (&Aabb<V>, &OwnBox),
        visit: &mut dyn FnMut(usize) -> V::Scalar,
    ) {
        let frame = DoubleFrame::of_place(place);
        let near = self.local_query(&frame, [lift(query.min), lift(query.max)]);
        let near = self.closer_query(&frame, near, own);
        self.nearest_of((place, &frame), query, &near, visit);
    }
    fn nearest_of(
        &self,
        (place, frame): (&Place<'_, V>, &DoubleFrame),
        query: &Aabb<V>,
        near: &PointQuery,
        visit: &mut dyn FnMut(usize) -> V::Scalar,
    ) {
        let (world, mut best) = (BoundedFrame::of(place), ScalarOf::<V>::INFINITY);
        self.tree.nearest_to(near, &mut |i| {
            let own = self.stored(i as usize).map(|b| world.turned_box(*b));
            if own.is_none_or(|own| own.distance(query) <= best) {
                best = visit(i as usize);
            }
            best.to_f64() / frame.scale
        });
    }
    /// The box of part `i`, where it is stored. Boxes in the tree are coarse where sizes are far apart, and
    /// of a part that is no facet, its own box tells most cheaply that it is too far away.
    fn stored(&self, i: usize) -> Option<&Aabb<V>> {
        match &self.boxes {
            Boxes::Stored(boxes) => boxes.get(i),
            Boxes::Made(_) | Boxes::OfHeights(_) => None,
        }
    }
    /// How far the box around a part may reach beyond it in the world, along each axis.
    fn rounding(&self, frame: &BoundedFrame<V>) -> V::Scalar {
        let whole = self.whole();
        frame.error(whole.min.abs().max(whole.max.abs()))
    }
    /// The part of a box of the world, which may be endless, that is near the box around the whole.
    fn clipped(&self, frame: &DoubleFrame, query: &Aabb<V>) -> [DVec3; 2] {
        let whole = self.whole();
        let (low, high) = (lift(whole.min), lift(whole.max));
        let reach = frame.extent(0.5 * high - 0.5 * low) * (frame.scale * (1.0 + 1e-9));
        let middle = frame.outward((0.5 * low + 0.5 * high) * frame.scale);
        let room = reach + 1e-9 * (reach + middle.abs()) + f64::MIN_POSITIVE;
        [
            lift(query.min).max(middle - room),
            lift(query.max).min(middle + room),
        ]
    }
    /// The same query closer, for what is in a box of the world.
    fn closer_query(&self, frame: &DoubleFrame, query: PointQuery, own: &OwnBox) -> PointQuery {
        let local = OwnBox {
            middle: frame.inward(own.middle) / frame.scale,
            axes: own.axes.map(|axis| frame.turned_back(axis)),
            half: own.half / frame.scale,
            radius: own.radius / frame.scale,
        };
        let size = own.middle.abs().max_element() + own.half.max_element() + own.radius;
        let size = size + frame.origin().abs().max_element();
        query.for_box(self.tree.unit(), &local, 1e-13 * size / frame.scale)
    }
    /// A box of the world in the frame of the shape.
    fn local_query(&self, frame: &DoubleFrame, [low, high]: [DVec3; 2]) -> PointQuery {
        if !(low.is_finite() && high.is_finite()) {
            return PointQuery::everywhere();
        }
        if low.cmpgt(high).any() {
            return PointQuery::nowhere();
        }
        let half = frame.extent_back(0.5 * high - 0.5 * low) / frame.scale;
        let middle = frame.inward(0.5 * low + 0.5 * high) / frame.scale;
        let size = low.abs().max(high.abs()).max_element() + frame.origin().abs().max_element();
        let error = 1e-13 * size / frame.scale;
        PointQuery::around(
            self.tree.unit(),
            (middle - half).to_array(),
            (middle + half).to_array(),
            error,
        )
    }
    /// Calls `visit` with every part of a shape and of another whose boxes in the world are within `margin`
    /// of each other, until it breaks.
    pub fn meeting_pairs(
        [own, others]: [&Self; 2],
        places: [&Place<'_, V>; 2],
        margin: V::Scalar,
        visit: &mut dyn FnMut(usize, usize) -> Flow,
    ) -> Flow {
        let world = places.map(|place| BoundedFrame::of(place));
        let rounding = own.rounding(&world[0]) + others.rounding(&world[1]);
        let trees = Self::two_trees([own, others], places, (margin + rounding).to_f64());
        trees.meeting(&mut |i, j| {
            let (i, j) = (i as usize, j as usize);
            let near = world[0].turned_box(own.aabb(i)).inflated(margin);
            match near.overlaps(&world[1].turned_box(others.aabb(j))) {
                true => visit(i, j),
                false => ControlFlow::Continue(()),
            }
        })
    }
    fn two_trees<'t>(
        [own, others]: [&'t Self; 2],
        [place, other]: [&Place<'_, V>; 2],
        margin: f64,
    ) -> TwoTrees<'t, V> {
        let (a, b) = (
            PlacedTree::new(&own.tree, place),
            PlacedTree::new(&others.tree, other),
        );
        TwoTrees::new(&a, &b, margin)
    }
    /// Visits some parts of a shape with some of another, those whose boxes are nearest to each other first.
    /// `visit` returns up to which distance others are of interest.
    pub fn nearest_pairs([own, others]: [&Self; 2], places: [&Place<'_, V>; 2], visit: VisitFew<'_, V>) {
        let trees = Self::two_trees([own, others], places, 0.0);
        let (Boxes::Stored(p), Boxes::Stored(q)) = (&own.boxes, &others.boxes) else {
            return trees.nearest(&mut |own, others| visit(own, others).to_f64());
        };
        let world = places.map(|place| BoundedFrame::of(place));
        let gap = |i: u32, j: u32| {
            let (p, q) = (p[i as usize], q[j as usize]);
            world[0].turned_box(p).distance(&world[1].turned_box(q))
        };
        let mut best = ScalarOf::<V>::INFINITY;
        trees.nearest(&mut |own, others| {
            for (&i, &j) in own.iter().flat_map(|i| others.iter().map(move |j| (i, j))) {
                if gap(i, j) <= best {
                    best = visit(&[i], &[j]);
                }
            }
            best.to_f64()
        });
    }
}
