//! The gaps between sharp edges of both parts that cross, where one is a curve.
//!
//! The tilted rim of a disc touches the edge of a box in a point that is in no face of either. There the
//! nearest points of both curves are on a line that is square to both, between the normals of both faces of
//! each edge. They are found by steps: from a point of each along the tangents to where these are nearest,
//! and back onto the curves.
//!
//! Limits: edges that are not hollow, and that cross at more than some degrees; of two lines the facets tell.
//! That a tip is pressed onto an edge or a tip by less than facets are off is not seen.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::{DMat3, DVec3};

use super::edge_gaps::{EdgeGap, Wanted};
use super::edges::Edge;
use super::two::Two;
use crate::assembly::placed::PlacedBody;
use crate::cast::contains;
use crate::index::StaticTree;
use crate::math::Aabb;

/// Steps along the tangents.
const STEPS: usize = 16;
/// Edges cross where the sine of the angle between them is more.
const CROSS: f64 = 0.01;
/// A step of less than so many times the rounding of positions is the last one.
const NO_STEP: f64 = 1.0;
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
    sine + turned_by > CROSS
        && edges[0].0.may_be_between_normals(direction, turned_by)
        && edges[1].0.may_be_between_normals(-direction, turned_by)
}

/// The gap of two edges where they cross, if it is one of a contact or an overlap.
fn gap_of(two: &Two<'_>, [a, b]: [&Edge; 2], wanted: Wanted) -> Option<EdgeGap> {
    if is_on_curve((a, &two.a), (b, &two.b), two.rounding) {
        return None; // They do not cross: the rims of two tubes face on face.
    }
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
    let is_wanted = is_between && gap <= wanted.up_to(two, slack);
    (is_wanted && (gap >= -slack || do_overlap(two, [a, b], points))).then_some(EdgeGap { faces, gap, slack })
}

/// Whether both ends of an edge are on the curve of another.
fn is_on_curve(
    (a, own): (&Edge, &PlacedBody<'_>),
    (b, other): (&Edge, &PlacedBody<'_>),
    within: f64,
) -> bool {
    let is_on = |t: f64| {
        let p = a.point(own, t);
        (b.onto_curve(other, p) - p).length() <= within
    };
    b.is_curve && is_on(0.0) && is_on(1.0)
}

/// Whether what is inside of both edges is so of the parts: behind the wall of a thin one it is outside
/// again.
///
/// The four faces of two edges that overlap leave room for a ball. Its center is as deep below each of them:
/// three of these planes meet in a point, for each of two depths, and the fourth tells which depth it is.
fn do_overlap(two: &Two<'_>, [a, b]: [&Edge; 2], [p, q]: [DVec3; 2]) -> bool {
    let Some(([s, t], [u, v])) = a.normals(&two.a, p).zip(b.normals(&two.b, q)) else {
        return false;
    };
    let planes = DMat3::from_cols(s, t, u).transpose();
    if planes.determinant() == 0.0 {
        return false;
    }
    let meet = |depth: f64| {
        let offsets = DVec3::new(s.dot(p), t.dot(p), u.dot(q)) - DVec3::splat(depth);
        planes.inverse() * offsets
    };
    let below = |depth: f64| v.dot(q) - depth - v.dot(meet(depth));
    let (none, one) = (below(0.0), below(1.0));
    let depth = none / (none - one);
    let center = meet(depth);
    depth > 0.0 && is_inside(two, &two.a, a, center) && is_inside(two, &two.b, b, center)
}

/// Whether a point below both faces of an edge is inside the part: by its facets, or between these and the
/// faces, and not beyond another face.
fn is_inside(two: &Two<'_>, part: &PlacedBody<'_>, edge: &Edge, p: DVec3) -> bool {
    if contains(part.placed(), p).unwrap_or(false) {
        return true;
    }
    let (mut is_near, mut is_beyond) = (false, false);
    part.near(p, two.reach(), &mut |near| {
        if edge.faces.contains(&near.face) {
            is_near = true;
        } else if part.surface(near.face).is_some() {
            is_beyond |= two.depth_below(part, p, &near).is_some_and(|depth| depth < 0.0);
        }
        ControlFlow::Continue(())
    });
    is_near && !is_beyond
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

/// The points of two curves that are nearest to each other, if they are near both chords. Steps are no longer
/// than half a chord: curves that are nearly parallel bend away on longer ones.
fn nearest([(a, own), (b, other)]: [(&Edge, &PlacedBody<'_>); 2]) -> Option<[DVec3; 2]> {
    let mut p = a.point(own, 0.5);
    let mut q = b.point(other, 0.5);
    let [most_of_a, most_of_b] = [a, b].map(|edge| 0.5 * (edge.ends[1] - edge.ends[0]).length());
    for _ in 0..STEPS {
        let (t, u) = (a.tangent(own, p)?, b.tangent(other, q)?);
        let (between, cos) = (q - p, t.dot(u));
        let whole = (1.0 - cos * cos).max(CROSS * CROSS);
        let along_t = (between.dot(t) - cos * between.dot(u)) / whole;
        let along_u = (cos * between.dot(t) - between.dot(u)) / whole;
        p = a.onto_curve(own, p + t * along_t.clamp(-most_of_a, most_of_a));
        q = b.onto_curve(other, q + u * along_u.clamp(-most_of_b, most_of_b));
        if along_t.abs().max(along_u.abs()) <= NO_STEP * (own.rounding + other.rounding) {
            break;
        }
    }
    (is_on_chord(a, p) && is_on_chord(b, q)).then_some([p, q])
}

fn is_on_chord(edge: &Edge, p: DVec3) -> bool {
    let chord = edge.ends[1] - edge.ends[0];
    let t = (p - edge.ends[0]).dot(chord) / chord.length_squared();
    (-BEYOND..=1.0 + BEYOND).contains(&t)
}
