//! How deep a solid and another shape overlap: the deepest point found of either within the other.
//!
//! A point of A inside B is as deep as it is far from the border of B, and the vector to the nearest point of
//! that border is a way out for it. Looked at are the corners of both and the middles of those pieces of
//! their edges that run inside the other; where all of these are on the border, as with two equal solids, the
//! ways straight through behind the middles of facets. A ball adds its radius, and a convex shape is also
//! tried against each facet on its own.
//!
//! The depth is that of a place ([`DepthKind::Local`]): moving by it frees this point, not always the whole.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::Solid;
use super::sample::Sample;
use super::world::{World, exponent_of, float_normal};
use crate::exact::Dyadic;
use crate::exact::number::round::{keep_sign, times_power_of_two};
use crate::math::{Aabb, Place, Pose, Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, DepthKind, QueryError};
use crate::pair::near_parts::at_point;
use crate::pair::near_parts::deepest::deepest_parts;
use crate::pair::table::PairSpace;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// Points looked at on each side, at most: of more, every so manieth.
const POINTS: usize = 1024;

/// The clearance of a solid and a shape that is not a compound, whose insides meet.
pub(in crate::pair) fn deepest<V: PairSpace>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    match V::DIM {
        2 => deepest_in::<V, 2>(a, b),
        _ => deepest_in::<V, 3>(a, b),
    }
}

fn deepest_in<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
) -> Result<Clearance<V>, QueryError> {
    let mut deepest = Deepest::<V>::default();
    let exponent = exponent_of(&a.placed.aabb(), &b.aabb());
    let inside = Inside::<V, D>::new(a, exponent);
    let flat = b.shape.flat();
    let facets_of_b = match (b.shape.parts().and_then(|p| p.facets()), &flat) {
        (Some(facets), _) => Some(facets),
        (None, Some(crate::shape::Flat::Facets(sheet))) => Some(&**sheet),
        _ => None,
    };
    if let Some(facets) = facets_of_b {
        let b_world = World::<V, D>::new(facets, &b.place, exponent);
        for p in points_within(&b_world, &inside, exponent) {
            deepest.way_out(p, a, Real::ZERO, true)?;
        }
        if let Some(b) = Solid::new(b) {
            let within_b = Inside::<V, D>::new(b, exponent);
            for p in points_within(&inside.world, &within_b, exponent) {
                deepest.way_out(p, b, Real::ZERO, false)?;
            }
        }
        // Points on both borders may seem inside by a rounding error.
        let noise = ScalarOf::<V>::lit(times_power_of_two(1e-12, exponent));
        if deepest.0.is_none_or(|c| -c.distance <= noise) {
            behind_facets::<V, D>(&inside, Solid::new(b), (&b_world, exponent), &mut deepest);
        }
    } else {
        core_points(a, b, &inside, exponent, &mut deepest)?;
        deepest.try_facets(a, b)?;
    }
    match deepest.0 {
        Some(c) => Ok(c),
        None => smallest(a, b),
    }
}

/// Whether points are inside a solid.
struct Inside<'a, V: PairSpace, const D: usize> {
    solid: Solid<'a, V>,
    world: World<'a, V, D>,
}

impl<'a, V: PairSpace, const D: usize> Inside<'a, V, D> {
    fn new(solid: Solid<'a, V>, exponent: i64) -> Self {
        Self {
            world: World::new(solid.border, &solid.placed.place, exponent),
            solid,
        }
    }
    /// Counting facets along the axis that is nearest to `normal`.
    fn holds(&self, p: V, normal: [f64; D], exponent: i64) -> bool {
        let at = core::array::from_fn(|i| Dyadic::from_real(p.get(i)));
        let sample = Sample::new(at, Dyadic::one(), exponent);
        self.world.holds(&sample.along(normal))
    }
}

/// The deepest way out so far.
struct Deepest<V: Vector>(Option<Clearance<V>>);

impl<V: Vector> Default for Deepest<V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<V: PairSpace> Deepest<V> {
    fn offer(&mut self, c: Clearance<V>) {
        if c.distance < self.0.map_or(Real::ZERO, |best| best.distance) {
            self.0 = Some(Clearance {
                depth_kind: DepthKind::Local,
                ..c
            });
        }
    }
    /// The way out of `solid` for a ball of this radius around `p`, which is inside. With `p_is_b` the point
    /// is one of B and the solid is A, else the other way round.
    fn way_out(
        &mut self,
        p: V,
        solid: Solid<'_, V>,
        radius: V::Scalar,
        p_is_b: bool,
    ) -> Result<(), QueryError> {
        let enough = -self.0.map_or(Real::ZERO, |best| best.distance) - radius;
        let Some(out) = to_border(p, solid, enough)? else {
            return Ok(());
        };
        let c = Clearance {
            distance: -(out.distance + radius),
            normal: out.normal,
            point_a: out.point_b,
            point_b: p - out.normal * radius,
            depth_kind: DepthKind::Local,
        };
        self.offer(if p_is_b { c } else { c.mirrored() });
        Ok(())
    }
    /// Each facet on its own against the convex shape.
    fn try_facets(&mut self, a: Solid<'_, V>, b: Placed<'_, V>) -> Result<(), QueryError> {
        let (view, query) = (BoundedFrame::of(&a.placed.place), b.aabb());
        let mut result = Ok(());
        let _ = a
            .border
            .facet_boxes()
            .tree()
            .passing(&|f| view.turned_box(*f).overlaps(&query), &mut |i| {
                let c = a
                    .border
                    .facet(i as usize)
                    .placed_in(&a.placed.place, |f| crate::pair::clearance(f, b));
                match c {
                    Ok(c) => self.offer(c),
                    Err(error) => {
                        result = Err(error);
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            });
        result
    }
}

/// From a point of the world to the nearest point of a border (A is the point), or to any no further than
/// `enough`.
fn to_border<V: PairSpace>(
    p: V,
    solid: Solid<'_, V>,
    enough: V::Scalar,
) -> Result<Option<Clearance<V>>, QueryError> {
    let view = BoundedFrame::of(&solid.placed.place);
    let here = Aabb { min: p, max: p };
    let nowhere = Pose::IDENTITY;
    let world = Place::world(&nowhere);
    let mut nearest: Result<Option<Clearance<V>>, QueryError> = Ok(None);
    at_point(p, &world, |point| {
        solid.border.facet_boxes().tree().nearest(
            |f| view.turned_box(*f).distance(&here),
            |i, best| {
                let facet = solid.border.facet(i as usize);
                let c = facet.placed_in(&solid.placed.place, |f| crate::pair::clearance(point, f));
                match c {
                    Ok(c) if c.distance < best => {
                        nearest = nearest.map(|_| Some(c));
                        if c.distance > enough {
                            c.distance
                        } else {
                            -ScalarOf::<V>::INFINITY
                        }
                    }
                    Ok(_) => best,
                    Err(error) => {
                        nearest = Err(error);
                        -ScalarOf::<V>::INFINITY
                    }
                }
            },
        );
    });
    nearest
}

/// Corners of a border and middles of pieces of its edges that are inside a solid, in the world.
fn points_within<V: PairSpace, const D: usize>(
    of: &World<'_, V, D>,
    inside: &Inside<'_, V, D>,
    exponent: i64,
) -> Vec<V> {
    let solid_box = inside.solid.placed.aabb();
    // With the normal of the facet that each is on.
    let mut points: Vec<(V, [f64; D])> = Vec::new();
    let world_point = |p: [f64; D]| V::from_fn(|i| V::Scalar::lit(times_power_of_two(p[i], exponent)));
    for i in 0..of.count() {
        if !of.facet_box(i).overlaps(&solid_box) {
            continue;
        }
        let c = &of.corners[i];
        let n = float_normal(c);
        for k in 0..if D == 2 { 1 } else { D } {
            let (a, b) = (c[k], c[(k + 1) % D]);
            // Every edge once; every corner at least once.
            if D == 3 && of.border.neighbour(i, k).is_some_and(|n| n < i) {
                continue;
            }
            points.extend([a, b].map(|p| (world_point(p), n)));
            let times = crossings(a, b, &inside.world);
            for w in times.windows(2).filter(|w| w[0] < w[1]) {
                let t = 0.5 * (w[0] + w[1]);
                let p = core::array::from_fn(|x| a[x] + t * (b[x] - a[x]));
                points.push((world_point(p), n));
            }
        }
    }
    points.retain(|(p, _)| solid_box.contains(&Aabb { min: *p, max: *p }));
    let step = points.len().div_ceil(POINTS).max(1);
    // Corners come once for each of their edges.
    let mut seen = BTreeSet::new();
    let chosen = points.into_iter().step_by(step);
    let mut new = |p: V| seen.insert(core::array::from_fn::<_, D, _>(|x| p.get(x).to_f64().to_bits()));
    chosen
        .filter(|(p, n)| new(*p) && inside.holds(*p, *n, exponent))
        .map(|(p, _)| p)
        .collect()
}

/// Where the way from `a` to `b` passes facets, with 0 and 1, sorted; rounded.
fn crossings<V: PairSpace, const D: usize>(a: [f64; D], b: [f64; D], world: &World<'_, V, D>) -> Vec<f64> {
    let mut times = Vec::from([0.0, 1.0]);
    let range = |c: &[[f64; D]; D], x: usize| {
        c.iter().fold((c[0][x], c[0][x]), |(low, high), p| {
            (low.min(p[x]), high.max(p[x]))
        })
    };
    let low = core::array::from_fn(|x| a[x].min(b[x]));
    let high = core::array::from_fn(|x| a[x].max(b[x]));
    let _ = world.within([low, high], 0.0, &mut |i| {
        let c = &world.corners[i];
        let near = (0..D).all(|x| {
            let (least, most) = range(c, x);
            least <= high[x] && low[x] <= most
        });
        if !near {
            return ControlFlow::Continue(());
        }
        let n = float_normal(c);
        let height = |p: [f64; D]| -> f64 { (0..D).map(|x| n[x] * (p[x] - c[0][x])).sum() };
        let (from, to) = (height(a), height(b));
        if (from < 0.0) != (to < 0.0) && from != to {
            let t = (from / (from - to)).clamp(0.0, 1.0);
            let p = core::array::from_fn(|x| a[x] + t * (b[x] - a[x]));
            if holds_foot(c, &n, p) {
                times.push(t);
            }
        }
        ControlFlow::Continue(())
    });
    times.sort_by(f64::total_cmp);
    times
}

/// Whether a point in the plane of a facet (with normal `n`) is in the facet, borders included; rounded. Each
/// of its weights is the share that the facet with the point for that corner has of the whole.
fn holds_foot<const D: usize>(c: &[[f64; D]; D], n: &[f64; D], p: [f64; D]) -> bool {
    let along = |m: [f64; D]| -> f64 { (0..D).map(|x| m[x] * n[x]).sum() };
    (0..D).all(|k| {
        let mut with = *c;
        with[k] = p;
        along(float_normal(&with)) >= -1e-9 * along(*n)
    })
}

/// The points of a convex shape that may be inside a solid: the vertices of its core with its radius, or its
/// middle.
fn core_points<V: PairSpace, const D: usize>(
    a: Solid<'_, V>,
    b: Placed<'_, V>,
    inside: &Inside<'_, V, D>,
    exponent: i64,
    deepest: &mut Deepest<V>,
) -> Result<(), QueryError> {
    let view = BoundedFrame::of(&b.place);
    let (vertices, radius): (Vec<V>, _) = match b.shape.core() {
        None if b.shape.local_aabb().min.is_finite() => (Vec::from([V::ZERO]), Real::ZERO),
        None => return Ok(()),
        Some(core) => {
            let mean = core.vertices.iter().copied().fold(V::ZERO, |s, v| s + v)
                / ScalarOf::<V>::lit(core.vertices.len() as f64);
            let all = core.vertices.iter().copied().chain([mean]);
            (all.collect(), core.radius * view.scale())
        }
    };
    for p in vertices.into_iter().map(|v| view.point(v)) {
        if inside.holds(p, [0.0; D], exponent) {
            deepest.way_out(p, a, radius, true)?;
        }
    }
    Ok(())
}

/// The shortest way through both solids from the middle of a facet, straight in: from that point to where the
/// first of the two ends. Both ends are on borders, so that the witness is too.
fn behind_facets<V: PairSpace, const D: usize>(
    a: &Inside<'_, V, D>,
    b: Option<Solid<'_, V>>,
    (b_world, exponent): (&World<'_, V, D>, i64),
    deepest: &mut Deepest<V>,
) {
    let world_point = |p: [f64; D]| V::from_fn(|i| V::Scalar::lit(times_power_of_two(p[i], exponent)));
    let within_b = b.map(|b| Inside::<V, D>::new(b, exponent));
    let step = a.world.count().div_ceil(64).max(1);
    let mut shortest: Option<Clearance<V>> = None;
    for c in a.world.corners.iter().step_by(step) {
        let middle: [f64; D] = core::array::from_fn(|x| c.iter().map(|p| p[x]).sum::<f64>() / D as f64);
        let n = float_normal(c);
        let length = libm::sqrt(n.iter().map(|x| x * x).sum());
        if !(length > 0.0 && length.is_finite()) {
            continue;
        }
        // Coordinates are at most 2: this end is outside.
        let far: [f64; D] = core::array::from_fn(|x| middle[x] - n[x] / length * 8.0);
        let mut times = crossings(middle, far, &a.world);
        times.extend(crossings(middle, far, b_world));
        times.sort_by(f64::total_cmp);
        let Some(w) = times.windows(2).find(|w| w[1] - w[0] > 1e-12) else {
            continue;
        };
        let at = |t: f64| world_point(core::array::from_fn(|x| middle[x] + t * (far[x] - middle[x])));
        let half_way = at(0.5 * (w[0] + w[1]));
        if a.holds(half_way, n, exponent) && within_b.as_ref().is_some_and(|b| b.holds(half_way, n, exponent))
        {
            let ends_at_a = crossings(middle, far, &a.world).contains(&w[1]);
            let way = way_through([at(w[0]), at(w[1])], ends_at_a);
            shortest = match (shortest, way) {
                (Some(best), Some(c)) if c.distance <= best.distance => Some(best),
                (best, way) => way.or(best),
            };
        }
    }
    if let Some(c) = shortest {
        deepest.offer(c);
    }
}

/// From a point on both borders through both to another: of A's border if `ends_at_a`, else of B's.
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
    if let Some(c) = deepest_parts(a.placed, b)? {
        return Ok(Clearance {
            depth_kind: DepthKind::Local,
            ..c
        });
    }
    let touching = super::touching::clearance(a.placed, b)?;
    Ok(Clearance {
        distance: keep_sign(0.0, Ordering::Less),
        depth_kind: DepthKind::Local,
        ..touching
    })
}
