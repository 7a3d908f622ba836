//! A border in the world: facets in floats with an error bound, and in exact numbers where these are needed.
//!
//! Nothing is computed before it is asked for: a border of a million facets costs no more than those that a
//! question comes near. Boxes of facets are searched in the frame of the shape, and only those that are read
//! are taken to the world.
//!
//! What a facet decides stands in `placed_facet.rs`.

use alloc::boxed::Box;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use glam::DVec3;

use super::facet_forms::{cross, difference, dot, normal};
use super::placed_corner::{CornerFrame, PlacedCorner};
use super::placed_facet::PlacedFacet;
use super::sparse_cells::SparseCells;
use crate::exact::Dyadic;
use crate::exact::number::round::times_power_of_two;
use crate::exact::place::{ExactFrame, ExactPoint};
use crate::index::{PlacedTree, RayLanes, TwoTrees};
use crate::math::{Aabb, Place, Pose, Real, ScalarOf, Vector};
use crate::shape::{Border, BoundedFrame, ShapeSpace};

/// A facet in exact numbers: the points `p` of its plane have `normal · p = offset`. The normal points
/// outwards.
#[derive(Debug)]
pub(in crate::pair) struct ExactFacet<const D: usize> {
    pub corners: [ExactPoint<D>; D],
    pub normal: ExactPoint<D>,
    pub offset: Dyadic,
}

impl<const D: usize> ExactFacet<D> {
    /// In space: the plane through side `k` that is perpendicular to the facet. Its normal points inwards,
    /// and its points `p` have `normal · p = offset`.
    pub fn side_plane(&self, k: usize) -> (ExactPoint<D>, Dyadic) {
        let corner = &self.corners[k];
        let inwards = cross(&self.normal, &difference(&self.corners[(k + 1) % D], corner));
        let offset = dot(&inwards, corner);
        (inwards, offset)
    }
}

/// The facets of a border in the world.
pub(in crate::pair) struct PlacedBorder<'a, V: ShapeSpace, const D: usize> {
    /// The border in the frame of its shape.
    pub local: &'a dyn Border<V>,
    /// Takes boxes from the shape's frame to the world.
    frame: BoundedFrame<V>,
    /// The tree over the facets, in double precision.
    tree: PlacedTree<'a, V>,
    /// Takes corners from the border's frame to the world.
    corner_frame: CornerFrame<D>,
    /// Whether the pose of the border changes nothing.
    is_in_own_frame: bool,
    /// The pose, where it is a single one.
    pub(in crate::pair::solids) pose: Option<Pose<V>>,
    pub exponent: i64,
    exact_frame: ExactFrame<D>,
    exact: SparseCells<Box<ExactFacet<D>>>,
}

/// The exponent of the largest coordinate of two boxes. Divided by this power of two, coordinates are at most
/// 2.
pub(in crate::pair) fn exponent_of<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> i64 {
    let size = |x: &Aabb<V>| x.min.max_abs().max(x.max.max_abs());
    let largest = size(a).max(size(b)).to_f64();
    if largest > 0.0 && largest.is_finite() {
        i64::from(libm::ilogb(largest))
    } else {
        0
    }
}

impl<'a, V: ShapeSpace, const D: usize> PlacedBorder<'a, V, D> {
    /// The border of a shape at `place`.
    pub fn new(border: &'a dyn Border<V>, place: &Place<'_, V>, exponent: i64) -> Self {
        let own = border.place_in(place);
        let exact_frame = ExactFrame::new(&own);
        let corner_frame = CornerFrame::new(&own, &exact_frame, reach(border), exponent);
        Self {
            local: border,
            frame: BoundedFrame::of(place),
            tree: PlacedTree::new(border.facet_boxes().tree(), place),
            is_in_own_frame: border.pose().is_none() && corner_frame.changes_nothing(),
            corner_frame,
            pose: own.outer.is_none().then_some(*own.pose),
            exponent,
            exact_frame,
            exact: SparseCells::new(border.facet_count()),
        }
    }
    /// How many facets there are.
    pub fn count(&self) -> usize {
        self.local.facet_count()
    }
    /// A bound on how far corners in floats are from the true ones in each coordinate, times `2^-exponent`.
    pub fn error(&self) -> f64 {
        self.corner_frame.error
    }
    /// Corner `k` of facet `i`.
    pub(in crate::pair::solids) fn corner(&self, i: usize, k: usize) -> PlacedCorner<D> {
        self.corner_frame.corner(self.local.corner(i, k))
    }
    /// Facet `i` in floats.
    pub fn facet(&self, i: usize) -> PlacedFacet<'_, 'a, V, D> {
        PlacedFacet::new(self, i)
    }
    /// Calls `visit` with the facets whose boxes meet that of facet `i` of `other`.
    pub fn near(
        &self,
        other: &PlacedBorder<'_, V, D>,
        i: usize,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.meeting_box(&other.facet_box(i), visit)
    }
    /// Calls `visit` with every facet of this border and of another whose boxes meet.
    pub fn pairs(
        &self,
        other: &PlacedBorder<'_, V, D>,
        visit: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let trees = TwoTrees::new(&self.tree, &other.tree, 0.0);
        trees.meeting(&mut |i, j| {
            let (i, j) = (i as usize, j as usize);
            match self.facet_box(i).overlaps(&other.facet_box(j)) {
                true => visit(i, j),
                false => ControlFlow::Continue(()),
            }
        })
    }
    /// The box around the whole border.
    pub fn bounds(&self) -> Aabb<V> {
        self.placed_box(&self.local.facet_boxes().whole())
    }
    /// Whether `counts` holds for some facet whose box does not meet `query`. What reaches out of it the
    /// farthest is looked at first.
    pub fn reaches_out_of(&self, query: &Aabb<V>, counts: &impl Fn(usize) -> bool) -> bool {
        let out = |b: &Aabb<V>| {
            let b = self.placed_box(b);
            match query.contains(&b) {
                true => V::Scalar::INFINITY,
                false => (b.min - query.min).min(query.max - b.max).min_element(),
            }
        };
        let found = self.tree.tree.nearest(out, |i, best| {
            let is_out = !self.facet_box(i as usize).overlaps(query) && counts(i as usize);
            if is_out { -V::Scalar::INFINITY } else { best }
        });
        found < V::Scalar::ZERO
    }
    /// Whether no corner is on the other side of the plane of a facet than `side`, which is `Less` inside of
    /// it and `Greater` outside.
    pub fn is_beside(&self, plane: &PlacedFacet<'_, '_, V, D>, side: Ordering) -> bool {
        let unit = |p: V| core::array::from_fn(|i| self.in_unit(p.get(i).to_f64()));
        let unsure = |b: &Aabb<V>| {
            let b = self.placed_box(b);
            match plane.surely_parts([unit(b.min), unit(b.max)], side, f64::MIN_POSITIVE) {
                true => V::Scalar::INFINITY,
                false => V::Scalar::ZERO,
            }
        };
        let found = self.tree.tree.nearest(unsure, |i, best| {
            let facet = self.facet(i as usize);
            let is_beyond = (0..D).any(|k| plane.side(&facet, k) == side.reverse());
            if is_beyond { -V::Scalar::INFINITY } else { best }
        });
        found >= V::Scalar::ZERO
    }
    /// The box around facet `i`.
    pub fn facet_box(&self, i: usize) -> Aabb<V> {
        self.placed_box(&self.local.facet_boxes().aabb(i))
    }
    pub fn placed_box(&self, local: &Aabb<V>) -> Aabb<V> {
        if self.is_in_own_frame {
            *local
        } else {
            self.frame.turned_box(*local)
        }
    }
    /// Calls `visit` with the facets whose boxes meet `query`.
    pub fn meeting_box(
        &self,
        query: &Aabb<V>,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let boxes = self.local.facet_boxes();
        boxes.meeting_in(
            (&self.tree.frame, &self.frame),
            query,
            &|b| self.placed_box(b).overlaps(query),
            visit,
        )
    }
    /// Calls `visit` with the facets whose boxes meet the one from `low` to `high`, grown by `error`. The two
    /// points are approximate, in the units of `corners`.
    pub fn within(
        &self,
        [low, high]: [[f64; D]; 2],
        error: f64,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let exponent = self.exponent;
        let out = |x: f64, way: f64| {
            let grown = x + way * (error + f64::MIN_POSITIVE);
            let rounded = V::Scalar::lit(times_power_of_two(grown, exponent));
            let room = rounded.abs() * (V::Scalar::EPSILON * V::Scalar::lit(2.0)) + V::Scalar::MIN_POSITIVE;
            rounded + room * V::Scalar::lit(way)
        };
        let query = Aabb {
            min: V::from_fn(|i| out(low[i], -1.0)),
            max: V::from_fn(|i| out(high[i], 1.0)),
        };
        self.meeting_box(&query, visit)
    }
    /// Calls `visit` with the facets whose boxes, grown by `error`, a ray from `p` along an axis enters.
    pub fn along_axis(
        &self,
        p: [f64; D],
        axis: usize,
        error: f64,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let PlacedTree { tree, frame, .. } = &self.tree;
        let length = |x: f64| times_power_of_two(x, self.exponent) / frame.scale;
        let lifted =
            |v: [f64; D]| DVec3::from_array(core::array::from_fn(|i| if i < D { v[i] } else { 0.0 }));
        let start = frame.inward(lifted(p.map(|x| times_power_of_two(x, self.exponent)))) / frame.scale;
        let along = frame.turned_back(DVec3::AXES[axis]) / tree.unit().per_length;
        let origin = self.in_unit(frame.origin().abs().max_element());
        let size = p.iter().fold(origin, |m: f64, x| m.max(libm::fabs(*x)));
        let error_there = length(error + 1e-13 * size);
        let Some(ray) = RayLanes::new(tree.unit(), start.to_array(), along.to_array(), error_there) else {
            let mut far = p;
            far[axis] = f64::INFINITY;
            return self.within([p, far], error, visit);
        };
        tree.crossed_by(&ray, &mut |i| visit(i as usize))
    }
    /// A coordinate of the world in the units of `corners`.
    fn in_unit(&self, x: f64) -> f64 {
        self.corner_frame.in_unit(x)
    }
    /// A point in the units of `corners`, in the world.
    pub fn world_point(&self, p: [f64; D]) -> V {
        V::from_fn(|i| V::Scalar::lit(times_power_of_two(p[i], self.exponent)))
    }
    /// Facet `i` in exact numbers.
    pub fn exact(&self, i: usize) -> &ExactFacet<D> {
        self.exact.get_or_init(i, || {
            let corners: [ExactPoint<D>; D] =
                core::array::from_fn(|k| self.exact_frame.point(self.local.corner(i, k)));
            let normal = normal(&corners);
            let offset = dot(&normal, &corners[0]);
            Box::new(ExactFacet {
                corners,
                normal,
                offset,
            })
        })
    }
}

/// The largest coordinates of a border's corners, in its own frame; a little larger where that is not the
/// frame of its shape.
fn reach<V: ShapeSpace>(border: &dyn Border<V>) -> V {
    let whole = border.facet_boxes().whole();
    let reach = whole.min.abs().max(whole.max.abs());
    let Some(pose) = border.pose() else {
        return reach;
    };
    let sum = (0..V::DIM).map(|i| reach.get(i) + pose.position().get(i).abs());
    V::splat(sum.sum::<V::Scalar>() / pose.scale() * ScalarOf::<V>::lit(1.0 + 1.0 / 1024.0))
}
