//! Rays against shapes made of parts: polygons and solid meshes by their border, the others part by part.
//!
//! All facets of one border, and all triangles of one surface, are seen along the same ray, so that none slips
//! through between them (`along.rs`).

use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::ControlFlow;

use glam::DVec3;

use super::along::{Seen, Sight};
use super::line::{Crossing, LocalRay, Span};
use super::ray::Line;
use super::shapes::{CastSpace, Hits};
use super::winding::is_inside;
use crate::math::{Aabb, Pose, Stand, lift};
use crate::shape::{AnyShape, Border, PartBoxes, Parts, ShapeSpace};

/// The first hit of a shape made of parts.
pub(super) fn hit<V: CastSpace>(shape: &V::Shape, hits: &Hits) -> Option<Crossing> {
    let parts = shape.parts()?;
    match parts.border() {
        Some(border) => hit_solid(border, hits),
        None => hit_parts::<V>(parts, hits),
    }
}

fn hit_parts<V: CastSpace>(parts: &dyn Parts<V>, hits: &Hits) -> Option<Crossing> {
    first_of(parts.part_boxes(), hits, |i| {
        let part = parts.part(i);
        match part.pose() {
            None => V::first_hit(part.shape(), hits),
            Some(pose) => hit_posed::<V>(part.shape(), pose, hits),
        }
    })
}

/// The first hit of what is in the boxes that the ray may meet.
fn first_of<V: ShapeSpace>(
    boxes: &PartBoxes<V>,
    hits: &Hits,
    hit: impl Fn(usize) -> Option<Crossing>,
) -> Option<Crossing> {
    let best = Cell::new(None);
    let _ = boxes
        .tree()
        .passing(&|bounds| may_meet(hits, bounds, best.get()), &mut |i| {
            best.set(earlier(best.get(), hit(i as usize), &hits.ray));
            ControlFlow::Continue(())
        });
    best.get()
}

fn hit_posed<V: CastSpace>(shape: &V::Shape, pose: &Pose<V>, hits: &Hits) -> Option<Crossing> {
    let line = Line {
        origin: hits.ray.origin,
        direction: hits.ray.direction,
    };
    let stand = Stand::of_pose(pose).enlarged(hits.scale);
    let (time, normal) = line.cast::<V>(shape, &stand)?;
    Some(Crossing { time, normal })
}

fn earlier(one: Option<Crossing>, other: Option<Crossing>, ray: &LocalRay) -> Option<Crossing> {
    match (one, other) {
        (Some(a), Some(b)) => Some(a.earlier(b, ray.direction)),
        (a, b) => a.or(b),
    }
}

/// A solid or a region: from inside at once, else where the border is first met.
fn hit_solid<V: CastSpace>(border: &dyn Border<V>, hits: &Hits) -> Option<Crossing> {
    let facets = Facets::new(border, hits.scale);
    let sight = Sight::new(hits.ray);
    let best = first_of(border.facet_boxes(), hits, |i| {
        facets.span(i, &sight).and_then(Span::first_hit)
    });
    if best.is_some_and(|hit| hit.time == 0.0) || !is_inside(&facets, hits.ray.origin) {
        return best;
    }
    Some(Crossing {
        time: 0.0,
        normal: None,
    })
}

/// The facets of a border in the units of a ray.
pub(super) struct Facets<'a, V: ShapeSpace> {
    border: &'a dyn Border<V>,
    stand: Option<Stand>,
    scale: f64,
}

impl<'a, V: ShapeSpace> Facets<'a, V> {
    pub(super) fn new(border: &'a dyn Border<V>, scale: f64) -> Self {
        Self {
            border,
            stand: border.pose().map(|pose| Stand::of_pose(pose).enlarged(scale)),
            scale,
        }
    }
    pub(super) fn count(&self) -> usize {
        self.border.facet_count()
    }
    /// Whether a point is in the box around all of them; never wrongly `false`.
    pub(super) fn may_hold(&self, point: DVec3) -> bool {
        let whole = self.border.facet_boxes().whole();
        let (min, max) = (lift(whole.min) * self.scale, lift(whole.max) * self.scale);
        (0..V::DIM).all(|i| {
            let slack = 1e-14 * (min[i].abs() + max[i].abs());
            (min[i] - slack..=max[i] + slack).contains(&point[i])
        })
    }
    /// The facets that a ray may meet.
    pub(super) fn near(&self, ray: LocalRay) -> Vec<usize> {
        let hits = Hits::new(ray, self.scale);
        let mut found = Vec::new();
        let tree = self.border.facet_boxes().tree();
        let _ = tree.passing(&|bounds| may_meet(&hits, bounds, None), &mut |i| {
            found.push(i as usize);
            ControlFlow::Continue(())
        });
        found
    }
    /// Two in the plane, three in space.
    pub(super) fn corners(&self, i: usize) -> impl ExactSizeIterator<Item = DVec3> {
        (0..V::DIM).map(move |k| {
            let corner = lift(self.border.corner(i, k));
            match &self.stand {
                None => corner * self.scale,
                Some(stand) => stand.outward(corner * stand.scale),
            }
        })
    }
    pub(super) fn seen(&self, i: usize, sight: &Sight) -> [Seen; 3] {
        let mut corners = self.corners(i).map(|p| sight.see(p));
        let first = corners.next().unwrap_or_else(|| sight.see(DVec3::ZERO));
        let second = corners.next().unwrap_or(first);
        [first, second, corners.next().unwrap_or(second)]
    }
    fn span(&self, i: usize, sight: &Sight) -> Option<Span> {
        let [a, b, c] = self.seen(i, sight);
        let outward = self.normal(i).try_normalize();
        if V::DIM == 2 {
            return sight.segment(&a, &b, outward);
        }
        sight.triangle([&a, &b, &c], outward)
    }
    /// The outward normal, of any length; zero for a facet without size.
    pub(super) fn normal(&self, i: usize) -> DVec3 {
        let mut corners = self.corners(i);
        let first = corners.next().unwrap_or_default();
        let e = corners.next().unwrap_or(first) - first;
        match corners.next() {
            None => DVec3::new(e.y, -e.x, 0.0),
            Some(third) => e.cross(third - first),
        }
    }
}

/// Whether a ray may meet what is in a box before the best hit so far; never wrongly `false`.
fn may_meet<V: ShapeSpace>(hits: &Hits, bounds: &Aabb<V>, best: Option<Crossing>) -> bool {
    let (min, max) = (lift(bounds.min) * hits.scale, lift(bounds.max) * hits.scale);
    let (o, d) = (hits.ray.origin, hits.ray.direction);
    let (mut enter, mut exit) = (0.0_f64, best.map_or(f64::INFINITY, |hit| hit.time));
    for i in 0..V::DIM {
        // A few roundings of numbers no larger than these.
        let slack = 1e-14 * (min[i].abs() + max[i].abs() + o[i].abs());
        let (low, high) = (min[i] - slack - o[i], max[i] + slack - o[i]);
        if d[i] == 0.0 {
            if low > 0.0 || high < 0.0 {
                return false;
            }
            continue;
        }
        let (t0, t1) = (low / d[i], high / d[i]);
        enter = enter.max(t0.min(t1));
        exit = exit.min(t0.max(t1));
    }
    enter <= exit + 1e-14 * exit.abs()
}
