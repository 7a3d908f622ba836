//! Parts that are no solids: an open surface does not tell inside from outside. Where it matters the pair is
//! unanswered.
//!
//! Triangles that hang together nowhere are no surface either: their corners were scattered, and nobody knows
//! how far.
//!
//! It does not matter where the surfaces are apart and neither part may be inside the other. An open surface
//! that reaches deep into a solid interferes with it, whatever is missing elsewhere: its border is a border
//! of the part. What remains is whether the other part is inside the open one. Its vertices are asked, and
//! points of its inside, since all vertices of a copy of the open part are on that one's surface: where such
//! a point is within the box of the open part and is seen by more than a part of its surface from behind
//! (Jacobson et al., "Robust inside-outside segmentation using generalized winding numbers", 2013), it may
//! be inside, and nobody can tell.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use glam::DVec3;

use crate::assembly::between::explained::explained_at;
use crate::assembly::between::two::Two;
use crate::assembly::class::{Class, Unanswerable};
use crate::assembly::placed::PlacedBody;
use crate::cast::{Ray, all_hits, contains};
use crate::measure::{Which, triangle_segments};
use crate::mesh::winding_number;
use core::ops::ControlFlow;

/// An open surface winds around a point that is surely outside by less than this.
const WINDS_NO_MORE: f64 = 0.1;
/// Fewer triangles may be sheets, each by itself.
const SCATTERED: usize = 12;
/// How many vertices of the other part are asked, and how many lines through it.
const SAMPLES: usize = 8;

/// What is known of two parts of which one at least is open.
pub(in crate::assembly) enum Broken {
    /// This class, whatever is missing.
    Surely(Class),
    /// No class.
    Unanswered(Unanswerable),
    /// Neither is inside the other: only the surfaces count.
    Surfaces,
}

/// What is known of two parts; `None` if both are solids. `do_meet` tells whether their surfaces meet.
pub(in crate::assembly) fn broken(two: &Two<'_>, do_meet: bool) -> Option<Broken> {
    let is_open = [!two.a.body.is_solid(), !two.b.body.is_solid()];
    let which = match is_open {
        [false, false] => return None,
        [true, _] => Which::A,
        [false, true] => Which::B,
    };
    let unanswered = |which| Some(Broken::Unanswered(Unanswerable::Open(which)));
    if is_open == [true; 2] {
        return match do_meet || may_be_inside(two, Which::A) || may_be_inside(two, Which::B) {
            true => unanswered(which),
            false => Some(Broken::Surfaces),
        };
    }
    if do_meet && is_scattered(two.from(which)[0]) {
        return unanswered(which);
    }
    if let Some(inside) = reaches_inside(two, which) {
        let class = if inside {
            Class::Containment
        } else {
            Class::Interference
        };
        return Some(Broken::Surely(class));
    }
    match may_be_inside(two, which) {
        true => unanswered(which),
        false => Some(Broken::Surfaces),
    }
}

/// Whether most edges of many triangles are of one triangle alone: where their corners were meant to be is
/// not known.
fn is_scattered(part: &PlacedBody<'_>) -> bool {
    let neighbours = part.body.mesh.neighbours();
    let alone = neighbours.iter().flatten().filter(|n| **n == u32::MAX).count();
    neighbours.len() >= SCATTERED && 2 * alone > 3 * neighbours.len()
}

/// Whether the open part reaches into the other, which is a solid, deeper than their faces may differ; if so,
/// whether all of it is inside.
fn reaches_inside(two: &Two<'_>, open: Which) -> Option<bool> {
    let [own, other] = two.from(open);
    let (mut is_deep, mut is_out) = (false, false);
    let samples = (0..own.facet_count()).flat_map(|facet| own.samples(facet).map(|p| (facet, p)));
    for (facet, p) in samples.chain(middles_of_crossings(own, other)) {
        match contains(other.placed(), p).unwrap_or(false) {
            true => is_deep = is_deep || explained_at(two, (open, facet), p).is_err(),
            false => is_out = true,
        }
        if is_deep && is_out {
            break;
        }
    }
    is_deep.then_some(!is_out)
}

/// Points of facets of one part between where the border of the other crosses them.
fn middles_of_crossings(own: &PlacedBody<'_>, other: &PlacedBody<'_>) -> Vec<(u32, DVec3)> {
    let Ok(found) = triangle_segments(own.placed(), other.placed()) else {
        return Vec::new();
    };
    let mut ends: BTreeMap<u32, Vec<DVec3>> = BTreeMap::new();
    for (pair, segment) in found.pairs.iter().zip(&found.segments) {
        ends.entry(pair[0]).or_default().extend(segment.iter().flatten());
    }
    let middles = |(facet, points): (u32, Vec<DVec3>)| {
        let mean = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
        let between = points.windows(2).map(|ends| (ends[0] + ends[1]) / 2.0);
        between.chain([mean]).map(|p| (facet, p)).collect::<Vec<_>>()
    };
    ends.into_iter().flat_map(middles).collect()
}

/// Whether the other part may be inside this open one.
fn may_be_inside(two: &Two<'_>, open: Which) -> bool {
    let [own, other] = two.from(open);
    let vertices = other.body.mesh.vertices();
    let mut sampled = vertices.iter().step_by(step_of(vertices.len()));
    let facets = || (0..other.facet_count()).step_by(step_of(other.facet_count() as usize));
    sampled.any(|&v| is_wound_around(two, own, other.point(v)))
        || facets().any(|facet| {
            let points = points_below(other, facet);
            points.into_iter().any(|p| is_wound_around(two, own, p))
        })
}

fn step_of(count: usize) -> usize {
    count.div_ceil(SAMPLES).max(1)
}

/// Points inside a part on the line through the middle of a facet along its normal: midway between where the
/// line crosses the border. None if the part is no solid.
fn points_below(part: &PlacedBody<'_>, facet: u32) -> Vec<DVec3> {
    let [.., middle] = part.samples(facet);
    let direction = -part.normal(facet);
    let line = Ray {
        origin: middle - direction * part.size(),
        direction,
        max_time: f64::INFINITY,
    };
    let hits = all_hits(part.placed(), &line).unwrap_or_default();
    let between = hits.windows(2).map(|ends| ends[0].point.midpoint(ends[1].point));
    let is_inside = |p: &DVec3| contains(part.placed(), *p).unwrap_or(false);
    between.filter(is_inside).collect()
}

/// Whether an open part winds around a point that is not on it.
fn is_wound_around(two: &Two<'_>, open: &PlacedBody<'_>, p: DVec3) -> bool {
    let is_in_box = p.cmpge(open.bounds.min).all() && p.cmple(open.bounds.max).all();
    if !is_in_box {
        return false;
    }
    let mut is_on_it = false;
    open.near(p, two.reach(), &mut |_| {
        is_on_it = true;
        ControlFlow::Break(())
    });
    !is_on_it && winding_number(open.placed(), p).is_ok_and(|w| w.abs() > WINDS_NO_MORE)
}
