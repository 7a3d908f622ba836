//! A convex shape with an interior against a solid.
//!
//! The interior of a convex shape is connected. So either some facet of the solid runs through it (then the
//! interiors meet, and the convex shape is not within the solid), or all of it lies on one side of the
//! solid's border, and any point of it tells which. The solid is within the convex shape if all its corners
//! are.
//!
//! Where the boxes around both are side by side the interiors do not meet, and one facet that touches is enough. Once
//! one does, another is of interest only if it runs through the interior. Where floats do not tell this of a facet and a
//! polytope, the plane of the facet often does: if it has the polytope on one side. The corners of the polytope are placed
//! exactly once; to compare each facet with it exactly, this would be done each time.

use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::Solid;
use crate::exact::Dyadic;
use crate::exact::number::round::times_power_of_two;
use crate::exact::place::{self, ExactFrame, ExactPoint};
use crate::math::{Place, Real};
use crate::pair::ask::question::{IntersectsQuestion, RelationQuestion};
use crate::pair::ask::table::{Family, PairSpace, Test, choose};
use crate::pair::near_parts::{at_point, meeting};
use crate::pair::solids::border::{
    CornerFrame, PlacedBorder, PlacedCorner, PlacedFacet, RationalPoint, Sample, dot, exponent_of,
};
use crate::pair::{self, Relation};
use crate::shape::{AnyShape, BoundedFrame, Placed, Vertices};

/// The relation of a solid to a convex shape with an interior.
pub(super) fn relation<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    intersects_only: bool,
) -> Relation {
    let are_beside = a.placed.aabb().is_beside(&b.aabb());
    let strongest = strongest_facet::<V, D>(a, b, intersects_only || are_beside);
    if are_beside {
        return strongest;
    }
    if strongest == Relation::Overlapping {
        return match !intersects_only && corners_within(a, b) {
            true => Relation::AInB,
            false => Relation::Overlapping,
        };
    }
    if intersects_only && strongest == Relation::Touching {
        return strongest;
    }
    if !inner_point_is_inside::<V, D>(a, b) {
        return strongest;
    }
    // The two may be the same set.
    match strongest == Relation::Touching && corners_within(a, b) {
        true => Relation::Equal,
        false => Relation::BInA,
    }
}

/// The strongest relation of a facet to the convex shape: `Disjoint`, `Touching` or `Overlapping`. With
/// `first_only`, that of the first facet that meets it: no facet runs through the interior, or that is of no interest.
fn strongest_facet<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    first_only: bool,
) -> Relation {
    let query = b.aabb();
    let (mut strongest, mut planes) = (Relation::Disjoint, None);
    let boxes = a.border.facet_boxes();
    let _ = boxes.meeting_box(&a.placed.place, (&query, &b.own_box()), &mut |i| {
        let relation = a.border.facet(i).placed_in(&a.placed.place, |facet| {
            in_floats(facet, b, first_only).unwrap_or_else(|| {
                let planes = planes.get_or_insert_with(|| FacetPlanes::<V, D>::new(a, b));
                match planes.most(i) {
                    Relation::Overlapping if first_only => meeting(facet, b),
                    Relation::Overlapping => pair::relation(facet, b),
                    most if most <= strongest => most,
                    _ => meeting(facet, b),
                }
            })
        });
        strongest = strongest.max(relation.min(Relation::Overlapping));
        match strongest {
            Relation::Disjoint => ControlFlow::Continue(()),
            Relation::Touching if !first_only => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    strongest
}

/// The relation of a facet to a convex shape, if floats tell it; with `first_only`, `Touching` where they meet.
fn in_floats<V: PairSpace>(facet: Placed<'_, V>, b: Placed<'_, V>, first_only: bool) -> Option<Relation> {
    if choose::<V>(facet.shape, b.shape) != Test::Core {
        return None;
    }
    match first_only {
        true => V::filter(IntersectsQuestion, facet, b).map(|they_meet| match they_meet {
            true => Relation::Touching,
            false => Relation::Disjoint,
        }),
        false => V::filter(RelationQuestion, facet, b),
    }
}

/// The planes of a solid's facets, and the corners of a polytope.
struct FacetPlanes<'a, V: PairSpace, const D: usize> {
    border: PlacedBorder<'a, V, D>,
    polytope: Placed<'a, V>,
    /// Empty for other shapes.
    corners: Vec<PlacedCorner<D>>,
    /// The same, where floats do not tell on which side of a plane they are.
    exact: OnceCell<Vec<ExactPoint<D>>>,
}

impl<'a, V: PairSpace, const D: usize> FacetPlanes<'a, V, D> {
    fn new(a: Solid<'a, V>, polytope: Placed<'a, V>) -> Self {
        let exponent = exponent_of(&a.placed.aabb(), &polytope.aabb());
        let vertices = vertices(&polytope);
        let reach = vertices.iter().fold(V::ZERO, |reach, p| reach.max(p.abs()));
        let place = &polytope.place;
        let frame = CornerFrame::new(place, &ExactFrame::new(place), reach, exponent);
        Self {
            border: PlacedBorder::new(a.border, &a.placed.place, exponent),
            corners: vertices.iter().map(|v| frame.corner(*v)).collect(),
            polytope,
            exact: OnceCell::new(),
        }
    }
    /// The strongest relation that the plane of facet `i` allows: `Disjoint` where the polytope is on one side of it,
    /// `Touching` where some corners are in the plane, else `Overlapping`.
    fn most(&self, i: usize) -> Relation {
        let facet = self.border.facet(i);
        let (mut outside, mut inside, mut within) = (false, false, false);
        for k in 0..self.corners.len() {
            match self.side(&facet, k) {
                Ordering::Greater => outside = true,
                Ordering::Less => inside = true,
                Ordering::Equal => within = true,
            }
            if outside && inside {
                return Relation::Overlapping;
            }
        }
        match outside || inside {
            true if within => Relation::Touching,
            true => Relation::Disjoint,
            // All are in the plane of a facet without area, or there are none.
            false => Relation::Overlapping,
        }
    }
    fn side(&self, facet: &PlacedFacet<'_, '_, V, D>, k: usize) -> Ordering {
        facet.side_in_floats(&self.corners[k]).unwrap_or_else(|| {
            let Self { polytope, exact, .. } = self;
            let corners = exact.get_or_init(|| place::points(&vertices(polytope), &polytope.place));
            let facet = facet.exact();
            dot(&facet.normal, &corners[k]).minus(&facet.offset).sign()
        })
    }
}

/// The vertices of a polytope; none of other shapes.
fn vertices<'a, V: PairSpace>(placed: &Placed<'a, V>) -> Vertices<'a, V> {
    let core = placed.shape.core().filter(|core| core.radius == Real::ZERO);
    core.map_or(Vertices::few([]), |core| core.vertices)
}

/// Whether every corner of the solid is in the convex shape.
pub(in crate::pair) fn corners_within<V: PairSpace>(a: Solid<'_, V>, b: Placed<'_, V>) -> bool {
    let place = a.border.place_in(&a.placed.place);
    let mut corners = (0..a.border.facet_count()).flat_map(|i| (0..V::DIM).map(move |k| (i, k)));
    corners.all(|(i, k)| at_point(a.border.corner(i, k), &place, |p| pair::intersects(p, b)))
}

/// Whether a point of the convex shape's interior is inside the solid. No facet runs through that interior.
fn inner_point_is_inside<V: PairSpace, const D: usize>(a: Solid<'_, V>, b: Placed<'_, V>) -> bool {
    let (a_box, b_box) = (a.placed.aabb(), b.aabb());
    if V::family(b.shape) == Family::HalfSpace || !a_box.overlaps(&b_box) {
        return false;
    }
    let exponent = exponent_of(&a_box, &b_box);
    let local = inner_points(&b);
    let exact = || mean(&place::points::<V, D>(&local, &b.place));
    let sample = match approximate_mean(&local, &b.place, exponent) {
        Some((point, error)) => Sample::near(point, error, &exact),
        None => {
            let point = exact();
            Sample::new(point.numerator, point.denominator, exponent)
        }
    };
    PlacedBorder::<V, D>::new(a.border, &a.placed.place, exponent).contains(&sample)
}

/// Points whose mean is in the interior: the vertices; any vertex where a ball is added; else the local origin, which is inside
/// every smooth shape.
fn inner_points<'a, V: PairSpace>(b: &Placed<'a, V>) -> Vertices<'a, V> {
    match b.shape.core() {
        None => Vertices::few([V::ZERO]),
        Some(core) if core.radius > Real::ZERO => Vertices::few([core.vertices[0]]),
        Some(core) => core.vertices,
    }
}

fn mean<const D: usize>(points: &[ExactPoint<D>]) -> RationalPoint<D> {
    let zero = core::array::from_fn(|_| Dyadic::zero());
    let add = |a: ExactPoint<D>, b: &ExactPoint<D>| core::array::from_fn(|i| a[i].plus(&b[i]));
    RationalPoint {
        numerator: points.iter().fold(zero, add),
        denominator: Dyadic::integer(points.len() as i64),
    }
}

/// The mean of points in the world times `2^-exponent`, in floats, and how far it may be off. `None` where these are no ordinary
/// numbers.
///
/// The error bound of a frame covers a point and the rounding of world vertices, 32 roundings of what enters it. A mean of `n`
/// points adds `n` roundings of the largest.
fn approximate_mean<V: PairSpace, const D: usize>(
    points: &[V],
    place: &Place<'_, V>,
    exponent: i64,
) -> Option<([f64; D], f64)> {
    let (frame, count) = (BoundedFrame::of(place), points.len() as f64);
    let sum = points.iter().fold(V::ZERO, |sum, p| sum + *p);
    let reach = points.iter().fold(V::ZERO, |reach, p| reach.max(p.abs()));
    let world = frame.point(sum / V::Scalar::lit(count));
    let error = frame.error(reach).to_f64() * (1.0 + count / 16.0);
    let unit = |x: f64| times_power_of_two(x, -exponent);
    let point: [f64; D] = core::array::from_fn(|i| unit(world.get(i).to_f64()));
    let error = unit(error) + f64::MIN_POSITIVE;
    let is_known = error < 1.0 && point.iter().all(|x| x.is_finite());
    is_known.then_some((point, error))
}
