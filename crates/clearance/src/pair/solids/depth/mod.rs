//! How deep a solid and another shape overlap: the deepest point found of either within the other.
//!
//! A point of A inside B is as deep as it is far from the border of B, and the vector to the nearest point of
//! that border is a way out for it. The points tried are the corners of both shapes and the middles of those
//! pieces of their edges that run inside the other (`edge_points.rs`). Where all of these are on the border,
//! as with two equal solids, the ways straight through behind the middles of facets are tried. A ball adds
//! its radius, and a convex shape is also tried against each facet on its own.
//!
//! The depth is that of one place ([`DepthKind::Local`]): moving by it frees this point, not always the
//! whole.

mod deepest_corner;
mod edge_points;

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use crate::exact::Dyadic;
use crate::exact::number::round::{keep_sign, times_power_of_two};
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, DepthKind, QueryError};
use crate::pair::ask::table::PairSpace;
use crate::pair::dimension::in_dimension;
use crate::pair::near_parts::at_world_point;
use crate::pair::near_parts::deepest::deepest_parts;
use crate::pair::near_parts::facet_distance::{BallAround, WorldFacets, rounding};
use crate::pair::solids::Solid;
use crate::pair::solids::border::Sample;
use crate::pair::solids::border::float_normal;
use crate::pair::solids::border::{PlacedBorder, exponent_of};
use crate::shape::{AnyShape, BoundedFrame, Flat, Placed};
use deepest_corner::deepest_corner;
use edge_points::{crossings, points_to_try};

/// The clearance of a solid and a shape that is not a compound, whose interiors meet.
pub(in crate::pair) fn deepest<V: PairSpace>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    match in_dimension!(V, deepest_in(a, b)) {
        Some(c) => Ok(c),
        None => smallest(a, b),
    }
}

/// `None` where floats find no point of either inside the other.
fn deepest_in<V: PairSpace, const D: usize>(a: Solid<'_, V>, b: Placed<'_, V>) -> Option<Clearance<V>> {
    let mut deepest = DeepestWayOut::<V>(None);
    let exponent = exponent_of(&a.placed.aabb(), &b.aabb());
    let of_a = InteriorTest::<V, D>::new(a, b, exponent);
    let flat = b.shape.flat();
    let facets_of_b = match (b.shape.parts().and_then(|p| p.facets()), &flat) {
        (Some(facets), _) => facets,
        (None, Some(Flat::Facets(sheet))) => &**sheet,
        _ => {
            let (points, radius) = core_points(b);
            for p in points.into_iter().filter(|&p| of_a.contains(p, [0.0; D])) {
                deepest.try_point(p, a, radius, true);
            }
            deepest.try_facets(a, b);
            return deepest.0;
        }
    };
    let b_border = PlacedBorder::<V, D>::new(facets_of_b, &b.place, exponent);
    deepest.try_border(&b_border, &of_a, true);
    let Some(b) = Solid::new(b) else {
        return deepest.0;
    };
    let of_b = InteriorTest::<V, D>::new(b, a.placed, exponent);
    deepest.try_border(&of_a.border, &of_b, false);
    // Points on both borders may seem inside because of a rounding error.
    let error = ScalarOf::<V>::lit(times_power_of_two(1e-12, exponent));
    if deepest.0.is_none_or(|c| -c.distance <= error)
        && let Some(c) = shortest_behind_facets(&of_a, &of_b)
    {
        deepest.offer(c);
    }
    deepest.0
}

/// Whether points are inside a solid.
pub(in crate::pair::solids) struct InteriorTest<'a, V: PairSpace, const D: usize> {
    pub solid: Solid<'a, V>,
    pub border: PlacedBorder<'a, V, D>,
    pub facets: WorldFacets<'a, V>,
    /// A bound on the rounding of distances from its facets; `None` for numbers of unusual sizes.
    error: Option<f64>,
}

impl<'a, V: PairSpace, const D: usize> InteriorTest<'a, V, D> {
    fn new(solid: Solid<'a, V>, other: Placed<'_, V>, exponent: i64) -> Self {
        Self {
            border: PlacedBorder::new(solid.border, &solid.placed.place, exponent),
            facets: WorldFacets::new(solid.border, &solid.placed.place),
            error: rounding([solid.placed, other]),
            solid,
        }
    }
    /// Whether no facet is surely within a distance of a point.
    fn may_be_further_than(&self, enough: V::Scalar, p: V) -> bool {
        let Some(error) = self.error else { return true };
        let enough = enough.to_f64() - error;
        let mut is_near = false;
        let boxes = self.solid.border.facet_boxes();
        boxes.nearest_to(&self.solid.placed.place, &Aabb::at(p), &mut |i| {
            is_near = is_near || self.facets.distance_from(i, p) <= enough;
            match is_near {
                true => -ScalarOf::<V>::INFINITY,
                false => V::Scalar::lit(enough),
            }
        });
        !is_near
    }
    /// Counting facets along the axis that is nearest to `normal`.
    pub fn contains(&self, p: V, normal: [f64; D]) -> bool {
        let at = core::array::from_fn(|i| Dyadic::from_real(p.get(i)));
        let sample = Sample::new(at, Dyadic::one(), self.border.exponent);
        self.border.contains(&sample.along(normal))
    }
}

/// The deepest way out so far.
struct DeepestWayOut<V: Vector>(Option<Clearance<V>>);

impl<V: PairSpace> DeepestWayOut<V> {
    fn offer(&mut self, c: Clearance<V>) {
        if c.distance < self.0.map_or(Real::ZERO, |best| best.distance) {
            self.0 = Some(Clearance {
                depth_kind: DepthKind::Local,
                ..c
            });
        }
    }
    /// The ways out of a solid for points of a border. With `border_is_b` that is B's, else A's.
    fn try_border<const D: usize>(
        &mut self,
        border: &PlacedBorder<'_, V, D>,
        interior: &InteriorTest<'_, V, D>,
        border_is_b: bool,
    ) {
        let tried = points_to_try(border, &interior.border, &interior.solid.placed.aabb());
        let deepest = match tried.has_all_corners {
            true => None,
            false => deepest_corner(border, interior).map(|p| (p, [0.0; D])),
        };
        for (p, normal) in tried.points.into_iter().chain(deepest) {
            let enough = -self.0.map_or(Real::ZERO, |best| best.distance);
            if interior.may_be_further_than(enough, p) && interior.contains(p, normal) {
                self.try_point(p, interior.solid, Real::ZERO, border_is_b);
            }
        }
    }
    /// The way out of `solid` for a ball of this radius around `p`, which is inside. With `p_is_b` the point
    /// is one of B and the solid is A, else the other way round.
    fn try_point(&mut self, p: V, solid: Solid<'_, V>, radius: V::Scalar, p_is_b: bool) {
        let enough = -self.0.map_or(Real::ZERO, |best| best.distance) - radius;
        let Some(out) = to_border(p, solid, enough) else {
            return;
        };
        let c = Clearance {
            distance: -(out.distance + radius),
            normal: out.normal,
            point_a: out.point_b,
            point_b: p - out.normal * radius,
            depth_kind: DepthKind::Local,
        };
        self.offer(if p_is_b { c } else { c.mirrored() });
    }
    /// Each facet of the solid on its own against the convex shape.
    fn try_facets(&mut self, a: Solid<'_, V>, b: Placed<'_, V>) {
        let boxes = a.border.facet_boxes();
        let mut try_facet = |i: usize| {
            let facet = a.border.facet(i);
            if let Ok(c) = facet.placed_in(&a.placed.place, |f| crate::pair::clearance(f, b)) {
                self.offer(c);
            }
            self.0.map_or(0.0, |best| best.distance.to_f64())
        };
        let Some(ball) = BallAround::new(b, a.placed) else {
            let _ = boxes.meeting(&a.placed.place, &b.aabb(), &mut |i| {
                try_facet(i);
                ControlFlow::Continue(())
            });
            return;
        };
        // A facet and a ball overlap by no more than the radius less the distance of the center.
        let facets = WorldFacets::new(a.border, &a.placed.place);
        let mut deepest = 0.0_f64;
        boxes.nearest_to(&a.placed.place, &ball.center(), &mut |i| {
            if ball.distance_to(&facets, i) - ball.radius <= deepest {
                deepest = try_facet(i);
            }
            V::Scalar::lit(ball.radius + deepest + ball.error)
        });
    }
}

/// From a point of the world (A) to the nearest point of a border (B), or to any no further than `enough`.
fn to_border<V: PairSpace>(p: V, solid: Solid<'_, V>, enough: V::Scalar) -> Option<Clearance<V>> {
    let here = Aabb::at(p);
    let mut nearest = None;
    let mut best = ScalarOf::<V>::INFINITY;
    let facets = WorldFacets::new(solid.border, &solid.placed.place);
    at_world_point(p, |point| {
        let ball = BallAround::new(point, solid.placed);
        solid
            .border
            .facet_boxes()
            .nearest_to(&solid.placed.place, &here, &mut |i| {
                let bound = ball
                    .as_ref()
                    .map(|ball| ball.distance_to(&facets, i) - ball.radius);
                if bound.is_some_and(|bound| bound > best.to_f64()) {
                    return best;
                }
                let facet = solid.border.facet(i);
                match facet.placed_in(&solid.placed.place, |f| crate::pair::clearance(point, f)) {
                    Ok(c) if c.distance < best => {
                        (nearest, best) = (Some(c), c.distance);
                        if c.distance > enough {
                            best
                        } else {
                            -ScalarOf::<V>::INFINITY
                        }
                    }
                    _ => best,
                }
            });
    });
    nearest
}

/// The points of a convex shape that may be inside a solid: the vertices of its core and their mean, with the
/// radius of its ball; of a curved shape its middle.
fn core_points<V: PairSpace>(b: Placed<'_, V>) -> (Vec<V>, V::Scalar) {
    let frame = BoundedFrame::of(&b.place);
    let (vertices, radius): (Vec<V>, _) = match b.shape.core() {
        None if b.shape.local_aabb().min.is_finite() => (Vec::from([V::ZERO]), Real::ZERO),
        None => (Vec::new(), Real::ZERO),
        Some(core) => {
            let mean = core.vertices.iter().copied().fold(V::ZERO, |s, v| s + v)
                / ScalarOf::<V>::lit(core.vertices.len() as f64);
            let all = core.vertices.iter().copied().chain([mean]);
            (all.collect(), core.radius * frame.scale())
        }
    };
    (vertices.into_iter().map(|v| frame.point(v)).collect(), radius)
}

/// The shortest way through both solids from the middle of a facet of A, straight in: from that point to
/// where the first of the two ends. Both ends are on borders, so that the witness points are, too.
fn shortest_behind_facets<V: PairSpace, const D: usize>(
    a: &InteriorTest<'_, V, D>,
    b: &InteriorTest<'_, V, D>,
) -> Option<Clearance<V>> {
    let step = a.border.count().div_ceil(64).max(1);
    let mut shortest: Option<Clearance<V>> = None;
    for c in (0..a.border.count())
        .step_by(step)
        .map(|i| a.border.facet(i).corners)
    {
        let middle: [f64; D] = core::array::from_fn(|x| c.iter().map(|p| p[x]).sum::<f64>() / D as f64);
        let n = float_normal(&c);
        let length = libm::sqrt(n.iter().map(|x| x * x).sum());
        if !(length > 0.0 && length.is_finite()) {
            continue;
        }
        // Coordinates are at most 2: this end is outside.
        let far: [f64; D] = core::array::from_fn(|x| middle[x] - n[x] / length * 8.0);
        let of_a = crossings(middle, far, &a.border);
        let mut times = [of_a.clone(), crossings(middle, far, &b.border)].concat();
        times.sort_by(f64::total_cmp);
        let Some(w) = times.windows(2).find(|w| w[1] - w[0] > 1e-12) else {
            continue;
        };
        let at = |t: f64| {
            let p = core::array::from_fn(|x| middle[x] + t * (far[x] - middle[x]));
            a.border.world_point(p)
        };
        let half_way = at(0.5 * (w[0] + w[1]));
        if a.contains(half_way, n) && b.contains(half_way, n) {
            let way = way_through([at(w[0]), at(w[1])], of_a.contains(&w[1]));
            shortest = match (shortest, way) {
                (Some(best), Some(c)) if c.distance <= best.distance => Some(best),
                (best, way) => way.or(best),
            };
        }
    }
    shortest
}

/// From a point on both borders through both solids to another: on A's border if `ends_at_a`, else on B's.
fn way_through<V: PairSpace>([start, end]: [V; 2], ends_at_a: bool) -> Option<Clearance<V>> {
    let (point_a, point_b) = if ends_at_a { (end, start) } else { (start, end) };
    let way = point_a - point_b;
    let normal = way.normalized()?;
    Some(Clearance {
        distance: -way.dot(normal),
        normal,
        point_a,
        point_b,
        depth_kind: DepthKind::Local,
    })
}

/// An overlap too small to be measured in floats: the deepest pair of facets, or the smallest number there
/// is.
fn smallest<V: PairSpace>(a: Solid<'_, V>, b: Placed<'_, V>) -> Result<Clearance<V>, QueryError> {
    let c = match deepest_parts(a.placed, b)? {
        Some(c) => c,
        None => Clearance {
            distance: keep_sign(0.0, Ordering::Less),
            ..crate::pair::solids::touching::clearance(a.placed, b)?
        },
    };
    Ok(Clearance {
        depth_kind: DepthKind::Local,
        ..c
    })
}
