//! Boxes inside a solid, each grown from a point until it meets the border.
//!
//! A box counts only where the solid contains a small one around its start, and no facet of the border meets
//! it, so it is never too large. For that it is kept a little away from the border: facets that it touches
//! would be compared in exact arithmetic, one by one. It starts at the middle of the solid along a line into
//! a facet, with sides along that facet; or at a point of a grid, with sides along the solid's own axes. Each
//! side is moved out as far as a ray from the start gets, or, where the box does not fit then, about as far
//! as it does.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::body::{Body, world_pose};
use crate::cast::ray::all::all_hits;
use crate::cast::ray::closest::closest_point;
use crate::cast::ray::contains::contains;
use crate::cast::{Ray, spaces::CastSpace};
use crate::math::{Aabb, Pose, Real, Rotation, ScalarOf, Vector};
use crate::pair::{self, Relation};
use crate::shape::{AnyShape, Border, Placed};

/// How many boxes start at facets, and how many in all.
const MOST_AT_FACETS: usize = 10;
const MOST_BOXES: usize = 16;
/// How many facets are looked at.
const MOST_FACETS: usize = 32;
/// How often the place of a side is halved.
const HALVINGS: usize = 7;

/// How far boxes are kept from the border, as a share of the largest coordinate, in double and single
/// precision.
const KEPT_AWAY: [f64; 2] = [4e-12, 1e-5];

/// Where a box starts: a point, how far from it the border is, and along what its sides are.
struct Seed<V: CastSpace> {
    at: V,
    depth: V::Scalar,
    rotation: V::Rotation,
}

/// Boxes inside a solid that come near `region`.
pub(super) fn boxes_in<V: CastSpace>(
    solid: Placed<'_, V>,
    border: &dyn Border<V>,
    region: &Aabb<V>,
) -> Vec<Body<V>> {
    let mut boxes = Vec::new();
    let seeds = seeds_at_facets(solid, border, region);
    grow_all((solid, border), seeds, MOST_AT_FACETS, &mut boxes);
    let at_facets = boxes.len();
    let mut others = Vec::new();
    let left = MOST_BOXES - at_facets;
    grow_all((solid, border), seeds_on_grid(solid, region), left, &mut others);
    boxes.append(&mut others);
    boxes
}

/// Grows boxes from the deepest seeds that are in no box yet.
fn grow_all<V: CastSpace>(
    (solid, border): (Placed<'_, V>, &dyn Border<V>),
    mut seeds: Vec<Seed<V>>,
    most: usize,
    boxes: &mut Vec<Body<V>>,
) {
    seeds.sort_by(|p, q| q.depth.to_f64().total_cmp(&p.depth.to_f64()));
    for (i, seed) in seeds.iter().enumerate() {
        if boxes.len() >= most {
            return;
        }
        let is_new = |body: &Body<V>| contains(body.placed(), seed.at) == Ok(false);
        if boxes.iter().all(is_new) {
            boxes.extend(Growth::new((solid, border), seed).and_then(|growth| growth.grown(i)));
        }
    }
}

/// In the middle of the solid behind some facets.
fn seeds_at_facets<V: CastSpace>(
    solid: Placed<'_, V>,
    border: &dyn Border<V>,
    region: &Aabb<V>,
) -> Vec<Seed<V>> {
    let place = border.place_in(&solid.place);
    let frame = place.frame();
    let corners = |i: usize| border.corners(i).map(|p| frame.point(p));
    let count = border.facet_count();
    let near = (0..count)
        .step_by(count.div_ceil(MOST_FACETS * 8).max(1))
        .filter(|&i| Aabb::around(corners(i)).overlaps(region));
    let near: Vec<usize> = near.collect();
    let step = near.len().div_ceil(MOST_FACETS).max(1);
    let seeds = near.into_iter().step_by(step);
    seeds.filter_map(|i| seed_behind(solid, corners(i))).collect()
}

/// Half way from the middle of a facet straight through the solid.
fn seed_behind<V: CastSpace>(solid: Placed<'_, V>, corners: [V; 3]) -> Option<Seed<V>> {
    let along = (corners[1] - corners[0]).normalized()?;
    let across = (corners[2] - corners[0]).normalized();
    let inward = match along.across(across.unwrap_or(along)) {
        Some(outward) => -outward.normalized()?,
        None => V::from_fn(|i| if i == 0 { -along.get(1) } else { along.get(0) }),
    };
    let third = ScalarOf::<V>::lit(1.0 / V::DIM as f64);
    let sum = corners[..V::DIM].iter().fold(V::ZERO, |sum, &p| sum + p * third);
    let way = first_hit(solid, sum, inward)?;
    let depth = way * ScalarOf::<V>::HALF;
    Some(Seed {
        at: sum + inward * depth,
        depth,
        rotation: V::facing(inward, along)?,
    })
}

/// How far a point inside a solid, or on its border, is from the border along a direction.
fn first_hit<V: CastSpace>(solid: Placed<'_, V>, origin: V, direction: V) -> Option<V::Scalar> {
    let size = solid.aabb();
    let least = size.min.max_abs().max(size.max.max_abs()) * ScalarOf::<V>::lit(64.0) * V::Scalar::EPSILON;
    let max_time = Real::INFINITY;
    let ray = Ray {
        origin,
        direction,
        max_time,
    };
    let hits = all_hits(solid, &ray).ok()?;
    hits.into_iter().map(|hit| hit.time).find(|&time| time > least)
}

/// Points of a grid inside the solid and the region.
fn seeds_on_grid<V: CastSpace>(solid: Placed<'_, V>, region: &Aabb<V>) -> Vec<Seed<V>> {
    let Some(rotation) = world_pose(&solid.place).map(|pose| pose.rotation()) else {
        return Vec::new();
    };
    let inside = |p: V| closest_point(solid, p).ok().filter(|c| c.distance < Real::ZERO);
    let seed = |at: V| {
        inside(at).map(|c| Seed {
            at,
            depth: -c.distance,
            rotation,
        })
    };
    grid(&common_box(&solid.aabb(), region))
        .into_iter()
        .filter_map(seed)
        .collect()
}

pub(super) fn common_box<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> Aabb<V> {
    Aabb::new(a.min.max(b.min), a.max.min(b.max))
}

/// A few points evenly spread in a box: 81 in the plane, 125 in space.
pub(super) fn grid<V: Vector>(within: &Aabb<V>) -> Vec<V> {
    let side: usize = if V::DIM == 2 { 9 } else { 5 };
    let sides = within.max - within.min;
    let points = (0..side.pow(V::DIM as u32)).map(|k| {
        within.min
            + V::from_fn(|i| {
                let step = (k / side.pow(i as u32) % side) as f64;
                sides.get(i) * ScalarOf::<V>::lit((step + 0.5) / side as f64)
            })
    });
    points.filter(|p| p.is_finite()).collect()
}

/// A box that grows inside a solid.
struct Growth<'g, V: CastSpace> {
    solid: Placed<'g, V>,
    border: &'g dyn Border<V>,
    seed: &'g Seed<V>,
    axes: V::Axes,
    /// How far the sides are from the seed: those along the axes, and those against them.
    reach: [V; 2],
    /// How far they are kept from the border.
    away: V::Scalar,
}

impl<'g, V: CastSpace> Growth<'g, V> {
    /// A small cube around the seed.
    fn new((solid, border): (Placed<'g, V>, &'g dyn Border<V>), seed: &'g Seed<V>) -> Option<Self> {
        let small = seed.depth * ScalarOf::<V>::lit(0.5);
        let bounds = solid.aabb();
        let size = bounds.min.max_abs().max(bounds.max.max_abs());
        let is_single = V::Scalar::IS_SINGLE;
        let growth = |part: f64| Self {
            solid,
            border,
            seed,
            axes: seed.rotation.axes(),
            reach: [V::splat(small * ScalarOf::<V>::lit(part)); 2],
            away: size * V::Scalar::lit(KEPT_AWAY[usize::from(is_single)]),
        };
        let mut growths = [1.0, 0.25, 1.0 / 16.0].map(growth).into_iter();
        growths.find(|growth| growth.body(growth.reach).is_some_and(|body| growth.holds(&body)))
    }
    /// The box with these sides, a little smaller.
    fn body(&self, [ahead, behind]: [V; 2]) -> Option<Body<V>> {
        let middle = V::combine(&self.axes, (ahead - behind) * ScalarOf::<V>::HALF) + self.seed.at;
        let half = (ahead + behind) * ScalarOf::<V>::HALF - V::splat(self.away);
        let shape = V::Shape::rounded_box(half, Real::ZERO).ok()?;
        let pose = Pose::new(middle, self.seed.rotation).ok()?;
        Some(Body::new(shape, pose))
    }
    /// Whether the solid contains a box.
    fn holds(&self, body: &Body<V>) -> bool {
        let relation = pair::relation(body.placed(), self.solid);
        matches!(relation, Relation::AInB | Relation::Equal)
    }
    /// The box with these sides, if the solid contains it. It contains one around the seed, so the border
    /// tells.
    fn fits(&self, reach: [V; 2]) -> Option<Body<V>> {
        let body = self.body(reach)?;
        let boxes = self.border.facet_boxes();
        let own = (&body.aabb, &body.placed().own_box());
        let is_free = boxes.meeting_box(&self.solid.place, own, &mut |i| {
            let meets = |facet: Placed<'_, V>| pair::intersects(facet, body.placed());
            match self.border.facet(i).placed_in(&self.solid.place, meets) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        is_free.is_continue().then_some(body)
    }
    /// All sides moved out, one after the other, from one that depends on `turn`.
    fn grown(mut self, turn: usize) -> Option<Body<V>> {
        for k in 0..2 * V::DIM {
            let side = (k + 2 * turn) % (2 * V::DIM);
            self.move_out(side / 2, side % 2);
        }
        self.fits(self.reach)
    }
    fn move_out(&mut self, axis: usize, sign: usize) {
        let out = self.axes.as_ref()[axis];
        let out = if sign == 0 { out } else { -out };
        let Some(mut far) = first_hit(self.solid, self.seed.at, out) else {
            return;
        };
        let mut near = self.reach[sign].get(axis);
        let with = |to: V::Scalar| {
            let mut reach = self.reach;
            reach[sign] = V::from_fn(|i| if i == axis { to } else { reach[sign].get(i) });
            reach
        };
        if self.fits(with(far)).is_some() {
            near = far;
        }
        for _ in 0..HALVINGS {
            if near >= far {
                break;
            }
            let middle = (near + far) * ScalarOf::<V>::HALF;
            match self.fits(with(middle)) {
                Some(_) => near = middle,
                None => far = middle,
            }
        }
        self.reach = with(near);
    }
}
