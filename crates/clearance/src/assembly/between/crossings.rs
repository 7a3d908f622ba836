//! The gaps between sharp edges of both parts that cross, where one is a curve.
//!
//! The tilted rim of a disc touches the edge of a box in a point that is in no face of either. There the
//! nearest points of both curves are on a line that is square to both, between the normals of both faces of
//! each edge. They are found by steps: from a point of each along the tangents to where these are nearest, and
//! back onto the curves.
//!
//! Limits: edges that are not hollow, and that cross at an angle; of two lines the facets tell.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::edge_gaps::{EdgeGap, Wanted};
use super::edges::Edge;
use super::explained::explained_at;
use super::two::Two;
use crate::assembly::placed::PlacedBody;
use crate::index::StaticTree;
use crate::math::Aabb;
use crate::measure::Which;

/// Steps along the tangents.
const STEPS: usize = 8;
/// Edges cross where the sine of the angle between them is more.
const CROSS: f64 = 0.02;
/// By how much of a chord the point found may be beyond its ends: the next chord finds it, too.
const BEYOND: f64 = 1e-6;

/// The gaps of edges of A and of B that cross.
pub(super) fn crossing_gaps(two: &Two<'_>, edges: &[Vec<Edge>; 2], wanted: Wanted) -> Vec<EdgeGap> {
    let [own, others] = edges
        .each_ref()
        .map(|edges| edges.iter().filter(|edge| is_asked(edge)));
    let others: Vec<_> = others.collect();
    let boxes: Vec<_> = others.iter().map(|edge| around(edge)).collect();
    let tree = StaticTree::build(&boxes);
    let mut found = Vec::new();
    for a in own {
        let _ = tree.overlapping(&around(a).inflated(two.reach()), &mut |slot| {
            let b = others[slot as usize];
            if (a.is_curve || b.is_curve) && may_cross([(a, &two.a), (b, &two.b)]) {
                found.extend(gap_of(two, [a, b], wanted));
            }
            ControlFlow::Continue(())
        });
    }
    found
}

fn is_asked(edge: &Edge) -> bool {
    edge.is_convex && edge.ends[0] != edge.ends[1]
}

fn around(edge: &Edge) -> Aabb<DVec3> {
    let [p, q] = edge.ends;
    Aabb::around([p, q, q])
}

/// Whether chords cross at an angle, square to a direction that may be between the normals of both edges.
fn may_cross(edges: [(&Edge, &PlacedBody<'_>); 2]) -> bool {
    let [chord, other] = edges.map(|(edge, _)| edge.ends[1] - edge.ends[0]);
    let across = chord.cross(other);
    let sine = across.length() / (chord.length() * other.length());
    let turned_by: f64 = edges.iter().map(|(edge, part)| edge.turned_by(part)).sum();
    let sign = edges[0].0.middle.iter().sum::<DVec3>().dot(across).signum();
    let direction = across.normalize_or_zero() * sign;
    sine > CROSS
        && edges[0].0.may_be_between_normals(direction, turned_by)
        && edges[1].0.may_be_between_normals(-direction, turned_by)
}

/// The gap of two edges where they cross, if it is one of a contact or an overlap.
fn gap_of(two: &Two<'_>, [a, b]: [&Edge; 2], wanted: Wanted) -> Option<EdgeGap> {
    let points = nearest([(a, &two.a), (b, &two.b)])?;
    let (normal, sine) = across([(a, &two.a, points[0]), (b, &two.b, points[1])])?;
    let is_between =
        a.is_between_normals(&two.a, points[0], normal) && b.is_between_normals(&two.b, points[1], -normal);
    let gap = (points[1] - points[0]).dot(normal);
    let slack = slack_of(two, a, b) / sine;
    let faces = [
        a.face_towards(&two.a, points[0], normal),
        b.face_towards(&two.b, points[1], -normal),
    ];
    // Behind the wall of a thin part the other edge is outside again.
    let is_inside = |which, edge: &Edge, p| explained_at(two, (which, edge.facet), p).is_err();
    let is_told = || gap >= -slack || is_inside(Which::A, a, points[0]) && is_inside(Which::B, b, points[1]);
    (is_between && gap <= wanted.up_to(two, slack) && is_told()).then_some(EdgeGap { faces, gap, slack })
}

fn slack_of(two: &Two<'_>, a: &Edge, b: &Edge) -> f64 {
    let slack = |k: usize| two.slack([a.faces[k], b.faces[k]]);
    (slack(0) + slack(1)) / a.sine.min(b.sine)
}

/// The direction from A to B square to both edges, out of A, and the sine of the angle between them.
fn across([a, b]: [(&Edge, &PlacedBody<'_>, DVec3); 2]) -> Option<(DVec3, f64)> {
    let [t, u] = [a, b].map(|(edge, part, p)| edge.tangent(part, p));
    let across = t?.cross(u?);
    let sine = across.length();
    let (edge, part, p) = a;
    let out = edge.normals(part, p)?;
    let sign = (out[0] + out[1]).dot(across).signum();
    (sine > CROSS).then(|| (across * (sign / sine), sine))
}

/// The points of two curves that are nearest to each other, if they are near both chords.
fn nearest([(a, own), (b, other)]: [(&Edge, &PlacedBody<'_>); 2]) -> Option<[DVec3; 2]> {
    let mut p = a.point(own, 0.5);
    let mut q = b.point(other, 0.5);
    for _ in 0..STEPS {
        let (t, u) = (a.tangent(own, p)?, b.tangent(other, q)?);
        let (between, cos) = (q - p, t.dot(u));
        let whole = 1.0 - cos * cos;
        if whole <= CROSS * CROSS {
            return None;
        }
        let along_t = (between.dot(t) - cos * between.dot(u)) / whole;
        let along_u = (cos * between.dot(t) - between.dot(u)) / whole;
        p = a.onto_curve(own, p + t * along_t);
        q = b.onto_curve(other, q + u * along_u);
    }
    (is_on_chord(a, p) && is_on_chord(b, q)).then_some([p, q])
}

fn is_on_chord(edge: &Edge, p: DVec3) -> bool {
    let chord = edge.ends[1] - edge.ends[0];
    let t = (p - edge.ends[0]).dot(chord) / chord.length_squared();
    (-BEYOND..=1.0 + BEYOND).contains(&t)
}
