//! Normals that were offered for two shapes that touch, and the one along which the shapes overlap least.
//!
//! Beside a polytope or a round shape a mesh counts as far as its facets near that shape: what rests in a
//! valley is not held back by the hills around it, and the question does not walk the whole mesh.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, DepthKind, QueryError};
use crate::pair::ask::table::PairSpace;
use crate::pair::near_parts::facets_beside;
use crate::shape::{AnyShape, BoundedFrame, Parts, Placed};

/// At most this many different normals are compared.
const NORMALS: usize = 24;
/// So many votes for a normal are enough.
const ENOUGH: usize = 32;

/// A normal that was offered, where, and by how many touching parts.
struct Candidate<V: Vector> {
    normal: V,
    /// Where it was offered with the most votes at once.
    point: V,
    most_at_once: usize,
    votes: usize,
    /// By how much the shapes overlap along it; 0 where a plane across it separates them.
    overlap: V::Scalar,
}

/// Different normals, at most `NORMALS`.
pub(super) struct Candidates<'a, V: PairSpace> {
    shapes: [Placed<'a, V>; 2],
    /// Of a mesh beside a core: which of the two it is, and the corners of its facets near the core.
    near_corners: Option<(usize, Vec<V>)>,
    /// What the reach of the two may lose by rounding.
    rounding: V::Scalar,
    all: Vec<Candidate<V>>,
}

impl<'a, V: PairSpace> Candidates<'a, V> {
    pub fn new(shapes: [Placed<'a, V>; 2]) -> Self {
        let sizes = shapes.map(|s| {
            let around = s.aabb();
            around.min.max_abs().max(around.max.max_abs())
        });
        Self {
            shapes,
            near_corners: near_corners(shapes),
            rounding: sizes[0].max(sizes[1]) * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(256.0),
            all: Vec::new(),
        }
    }
    /// Whether there is no room, or the last normal separates the shapes.
    pub fn is_settled(&self) -> bool {
        let is_parted = self.all.last().is_some_and(|c| c.overlap == Real::ZERO);
        is_parted || self.all.len() == NORMALS
    }
    /// Whether a normal has votes enough: more take time and change little.
    pub fn is_well_known(&self, normal: V) -> bool {
        self.all
            .iter()
            .any(|c| c.votes >= ENOUGH && is_same(c.normal, normal))
    }
    /// Votes for a normal; `point` is asked where it is not known better.
    pub fn offer(
        &mut self,
        normal: V,
        votes: usize,
        point: impl FnOnce() -> Result<V, QueryError>,
    ) -> Result<(), QueryError> {
        if let Some(known) = self.all.iter_mut().find(|c| is_same(c.normal, normal)) {
            known.votes += votes;
            if votes > known.most_at_once {
                (known.point, known.most_at_once) = (point()?, votes);
            }
        } else if self.all.len() < NORMALS {
            self.all.push(Candidate {
                normal,
                point: point()?,
                most_at_once: votes,
                votes,
                overlap: self.overlap(normal),
            });
        }
        Ok(())
    }
    /// By how much the shapes overlap along a normal. Beside smooth shapes and half-spaces no normal is worse
    /// than others.
    fn overlap(&self, normal: V) -> V::Scalar {
        let reach_of = |side: usize, along: V| match &self.near_corners {
            Some((of, corners)) if *of == side => Some(furthest_along(corners.iter().copied(), along)),
            _ => reach(self.shapes[side], along),
        };
        match (reach_of(0, normal), reach_of(1, -normal)) {
            (Some(of_a), Some(of_b)) => (of_a + of_b - self.rounding).max(Real::ZERO),
            _ => Real::ZERO,
        }
    }
    /// A touch along the normal along which the shapes overlap least; of several, the one with most votes.
    /// Where none separates them, a normal that facets offered comes first: two flat parts in one plane do
    /// not know which way is out.
    pub fn best(self) -> Option<Clearance<V>> {
        let is_better = |c: &Candidate<V>, best: &Candidate<V>| {
            let is_closer = c.overlap < best.overlap || (c.overlap == best.overlap && c.votes > best.votes);
            let of_both = c.overlap.min(best.overlap);
            match c.most_at_once.cmp(&best.most_at_once) {
                Ordering::Less if of_both > Real::ZERO => false,
                Ordering::Greater if of_both > Real::ZERO => true,
                _ => is_closer,
            }
        };
        let best = self
            .all
            .into_iter()
            .reduce(|best, c| if is_better(&c, &best) { c } else { best })?;
        Some(Clearance {
            distance: Real::ZERO,
            normal: best.normal,
            point_a: best.point,
            point_b: best.point,
            depth_kind: DepthKind::Exact,
        })
    }
}

/// Whether two unit vectors are one, up to rounding.
pub(super) fn is_same<V: Vector>(n: V, m: V) -> bool {
    n.dot(m) > ScalarOf::<V>::ONE - ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(1024.0)
}

/// How far a shape reaches along a unit vector in the world; `None` for smooth shapes and half-spaces.
fn reach<V: PairSpace>(s: Placed<'_, V>, normal: V) -> Option<V::Scalar> {
    if let Some(parts) = s.shape.parts() {
        return furthest_part(s, parts, normal);
    }
    let (core, frame) = (s.shape.core()?, BoundedFrame::of(&s.place));
    let furthest = furthest_along(core.vertices.iter().map(|&v| frame.point(v)), normal);
    Some(furthest + core.radius * frame.scale())
}

fn furthest_along<V: Vector>(points: impl Iterator<Item = V>, normal: V) -> V::Scalar {
    points
        .map(|p| p.dot(normal))
        .fold(-ScalarOf::<V>::INFINITY, Real::max)
}

/// Of a mesh and a core: which is the mesh, and the corners in the world of its facets whose boxes meet that
/// of the core. `None` for all other shapes.
fn near_corners<V: PairSpace>(shapes: [Placed<'_, V>; 2]) -> Option<(usize, Vec<V>)> {
    let (side, (placed, facets)) = facets_beside(shapes)?;
    let other = shapes[1 - side];
    other.shape.core()?;
    let frame = BoundedFrame::of(&facets.place_in(&placed.place));
    let (mut corners, query) = (Vec::new(), (&other.aabb(), &other.own_box()));
    let _ = facets.facet_boxes().meeting_box(&placed.place, query, &mut |i| {
        corners.extend(facets.corners(i).map(|p| frame.point(p)));
        ControlFlow::Continue(())
    });
    Some((side, corners))
}

/// How far the parts of a shape reach. Of a compound all are asked, for one may not tell. Of other shapes,
/// boxes that do not reach as far as a part that was seen are passed over.
fn furthest_part<V: PairSpace>(s: Placed<'_, V>, parts: &dyn Parts<V>, normal: V) -> Option<V::Scalar> {
    let of_part = |i: usize| parts.part(i).placed_in(&s.place, |p| reach(p, normal));
    if parts.holds_any_shape() {
        let all = (0..parts.part_count()).map(of_part);
        return all.reduce(|a, b| Some(a?.max(b?))).flatten();
    }
    let frame = BoundedFrame::of(&s.place);
    let least = parts.part_boxes().nearest(
        |b| -box_reach(&frame.turned_box(*b), normal),
        |i, best| of_part(i).map_or(best, |part| best.min(-part)),
    );
    Some(-least)
}

/// How far a box reaches along a unit vector, rounded up.
fn box_reach<V: Vector>(b: &Aabb<V>, normal: V) -> V::Scalar {
    let corner = V::from_fn(|i| {
        let end = if normal.get(i) < Real::ZERO { b.min } else { b.max };
        end.get(i)
    });
    let size = (0..V::DIM).map(|i| (corner.get(i) * normal.get(i)).abs());
    let error = size.sum::<V::Scalar>() * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(16.0);
    let reach = corner.dot(normal) + error + V::Scalar::MIN_POSITIVE;
    if reach.is_finite() { reach } else { Real::INFINITY }
}
