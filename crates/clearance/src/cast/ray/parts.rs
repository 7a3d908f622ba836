//! Rays against shapes made of parts: polygons and solid meshes by their border, the others part by part.
//!
//! All facets of one border, and all triangles of one surface, are seen along the same ray, so that none
//! slips through between them (`exact/along.rs`).

use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::Line;
use super::exact::along::{Seen, Sight};
use super::exact::line::{Crossing, LocalRay, Span};
use super::exact::winding::is_inside;
use super::filter;
use super::filter::Verdict;
use crate::cast::ray::space::{Hits, RaySpace};
use crate::math::{Aabb, DoubleFrame, Pose, Real, lift};
use crate::shape::{AnyShape, Border, PartBoxes, Parts, ShapeSpace};

/// The first hit of a shape made of parts.
pub(crate) fn hit<V: RaySpace>(shape: &V::Shape, hits: &Hits) -> Option<Crossing> {
    let parts = shape.parts()?;
    match parts.border() {
        Some(border) => hit_solid(border, hits),
        None => hit_parts::<V>(parts, hits),
    }
}

fn hit_parts<V: RaySpace>(parts: &dyn Parts<V>, hits: &Hits) -> Option<Crossing> {
    first_of(parts.part_boxes(), hits, |i| {
        let part = parts.part(i);
        match part.pose() {
            None => filter::local::<V>(part.shape(), &hits.aim::<V>())
                .unwrap_or_else(|| V::first_hit(part.shape(), hits)),
            Some(pose) => hit_posed::<V>(part.shape(), pose, hits),
        }
    })
}

/// The first hit of what is in the boxes that the ray may meet, nearest boxes first.
fn first_of<V: ShapeSpace>(
    boxes: &PartBoxes<V>,
    hits: &Hits,
    hit: impl Fn(usize) -> Option<Crossing>,
) -> Option<Crossing> {
    let slabs = Slabs::new(hits, &boxes.whole());
    let mut best = None;
    boxes.tree().nearest(
        |bounds| V::Scalar::lit(slabs.enters(bounds)),
        |i, _| {
            best = earlier(best, hit(i as usize), &hits.ray);
            best.map_or(Real::INFINITY, |hit: Crossing| V::Scalar::lit(hit.time))
        },
    );
    best
}

fn hit_posed<V: RaySpace>(shape: &V::Shape, pose: &Pose<V>, hits: &Hits) -> Option<Crossing> {
    let line = Line {
        origin: hits.ray.origin,
        direction: hits.ray.direction,
        last: hits.last,
    };
    line.cast::<V>(shape, &DoubleFrame::of_pose(pose).enlarged(hits.scale))
}

fn earlier(one: Option<Crossing>, other: Option<Crossing>, ray: &LocalRay) -> Option<Crossing> {
    match (one, other) {
        (Some(a), Some(b)) => Some(a.earlier(b, ray.direction)),
        (a, b) => a.or(b),
    }
}

/// A solid or a region: from inside at once, else where the border is first met.
fn hit_solid<V: RaySpace>(border: &dyn Border<V>, hits: &Hits) -> Option<Crossing> {
    let facets = Facets::new(border, hits.scale);
    let sight = Sight::new(hits.ray);
    let best = first_of(border.facet_boxes(), hits, |i| {
        facets
            .quick(i, hits)
            .unwrap_or_else(|| facets.span(i, &sight).and_then(Span::first_hit))
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
pub(crate) struct Facets<'a, V: ShapeSpace> {
    border: &'a dyn Border<V>,
    stand: Option<DoubleFrame>,
    scale: f64,
}

impl<'a, V: ShapeSpace> Facets<'a, V> {
    pub(crate) fn new(border: &'a dyn Border<V>, scale: f64) -> Self {
        Self {
            border,
            stand: border
                .pose()
                .map(|pose| DoubleFrame::of_pose(pose).enlarged(scale)),
            scale,
        }
    }
    pub(crate) fn count(&self) -> usize {
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
    pub(crate) fn near(&self, ray: LocalRay) -> Vec<usize> {
        let hits = Hits {
            ray,
            scale: self.scale,
            last: f64::INFINITY,
        };
        let mut found = Vec::new();
        let boxes = self.border.facet_boxes();
        let slabs = Slabs::new(&hits, &boxes.whole());
        let _ = boxes
            .tree()
            .passing(&|bounds| slabs.enters(bounds) < f64::INFINITY, &mut |i| {
                found.push(i as usize);
                ControlFlow::Continue(())
            });
        found
    }
    /// Two in the plane, three in space.
    pub(crate) fn corners(&self, i: usize) -> impl ExactSizeIterator<Item = DVec3> {
        (0..V::DIM).map(move |k| {
            let corner = lift(self.border.corner(i, k));
            match &self.stand {
                None => corner * self.scale,
                Some(stand) => stand.outward(corner * stand.scale),
            }
        })
    }
    pub(crate) fn seen(&self, i: usize, sight: &Sight) -> [Seen; 3] {
        let mut corners = self.corners(i).map(|p| sight.see(p));
        let first = corners.next().unwrap_or_else(|| sight.see(DVec3::ZERO));
        let second = corners.next().unwrap_or(first);
        [first, second, corners.next().unwrap_or(second)]
    }
    /// The hit of a facet of space that is surely crossed within its edges, or surely not.
    fn quick(&self, i: usize, hits: &Hits) -> Verdict {
        if V::DIM == 2 {
            return None;
        }
        let mut corners = self.corners(i);
        let corners = [corners.next()?, corners.next()?, corners.next()?];
        filter::facet(&hits.aim::<V>(), corners)
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
    pub(crate) fn normal(&self, i: usize) -> DVec3 {
        let mut corners = self.corners(i);
        let first = corners.next().unwrap_or_default();
        let e = corners.next().unwrap_or(first) - first;
        match corners.next() {
            None => DVec3::new(e.y, -e.x, 0.0),
            Some(third) => e.cross(third - first),
        }
    }
}

/// A ray against many boxes of one tree: when it comes in, never too late (Kay & Kajiya 1986).
struct Slabs {
    origin: DVec3,
    inverse: DVec3,
    /// What rounding does to a plane of a box.
    slack: DVec3,
    scale: f64,
    last: f64,
    dimension: usize,
}

impl Slabs {
    fn new<V: ShapeSpace>(hits: &Hits, whole: &Aabb<V>) -> Self {
        let (min, max) = (lift(whole.min) * hits.scale, lift(whole.max) * hits.scale);
        Self {
            origin: hits.ray.origin,
            inverse: hits.ray.direction.recip(),
            slack: 1e-14 * (min.abs() + max.abs() + hits.ray.origin.abs()),
            scale: hits.scale,
            last: hits.last * (1.0 + 1e-12),
            dimension: V::DIM,
        }
    }
    /// When the ray comes into a box; infinite where it does not, or not in time.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn enters<V: ShapeSpace>(&self, bounds: &Aabb<V>) -> f64 {
        let low = (lift(bounds.min) * self.scale - self.origin - self.slack) * self.inverse;
        let high = (lift(bounds.max) * self.scale - self.origin + self.slack) * self.inverse;
        let (mut enter, mut exit) = (0.0_f64, self.last);
        for i in 0..self.dimension {
            // Of a ray along the plane that is on it, not a number, which the comparisons pass over.
            enter = enter.max(low[i].min(high[i]));
            exit = exit.min(low[i].max(high[i]));
        }
        // A few roundings of each quotient.
        if enter <= exit * (1.0 + 1e-14) {
            enter * (1.0 - 1e-14)
        } else {
            f64::INFINITY
        }
    }
}
