//! The least gaps between the sharp edges of one part and the faces of the other, where one of the three
//! faces is curved.
//!
//! Where the edge of a box touches a ball, neither of the two faces that meet in it faces the ball as they
//! would have to (`fit.rs`), and where one does, the gap is least at its end. So the edges are asked
//! themselves: the distance of an edge from the other part's surface is searched for its least value, at some
//! points, and between the neighbours of the lowest by the golden section.
//!
//! A point counts that is over the other face. Inside the other part it counts if nothing explains that
//! (`explained.rs`): it may be beyond a second surface.
//!
//! Limits: all three faces must be recognised; of planes the facets tell.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::edges::{Edge, TURNED_MORE, is_curved};
use super::explained::{explained_at, in_order};
use super::over::is_over_face;
use super::two::Two;
use crate::assembly::placed::PlacedBody;
use crate::assembly::surface::Surface;
use crate::index::StaticTree;
use crate::math::Aabb;
use crate::measure::Which;

/// Between so many points and one the least distance is searched for.
const PIECES: usize = 4;
/// Steps of the golden section: the last one is 10⁻⁸ of the first, where a minimum is flat within rounding.
const GOLDEN_STEPS: usize = 38;
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Planes are parallel where the cosine of their normals is more.
const PARALLEL: f64 = 1.0 - 1e-12;

/// A gap of an edge that is a contact or an overlap.
pub(super) struct EdgeGap {
    /// Of A and B: of an edge's faces the one that faces the other part more.
    pub faces: [u32; 2],
    /// Negative where they overlap.
    pub gap: f64,
    pub slack: f64,
}

/// Which gaps are asked for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wanted {
    /// Those that are contacts or overlaps.
    All,
    /// Only overlaps: that the parts are in contact is known.
    Overlaps,
}

impl Wanted {
    /// The largest gap that is asked for.
    pub fn up_to(self, two: &Two<'_>, slack: f64) -> f64 {
        match self {
            Self::All => slack.max(two.asked()),
            Self::Overlaps => -slack,
        }
    }
}

/// The least gaps of edges of either part and the faces of the other.
pub(super) fn edge_gaps(two: &Two<'_>, edges: &[Vec<Edge>; 2], wanted: Wanted) -> Vec<EdgeGap> {
    let mut found = Vec::new();
    for (which, edges) in [Which::A, Which::B].into_iter().zip(edges) {
        let boxes: Vec<_> = two.from(which)[1]
            .local()
            .faces
            .iter()
            .map(|face| face.bounds)
            .collect();
        let faces = StaticTree::build(&boxes);
        for edge in edges.iter().filter(|edge| edge.is_convex) {
            let near = faces_near(two, (which, edge), &faces, wanted);
            // A curve is asked as a whole: that takes longer to find than its distance from a surface.
            let is_whole = edge.is_curve && !near.is_empty();
            let whole = is_whole.then(|| marks(two.from(which)[0], edge, [0.0, 1.0]));
            for (face, range) in near {
                let beside = Beside {
                    two,
                    which,
                    edge,
                    face,
                };
                let marks = whole.unwrap_or_else(|| marks(two.from(which)[0], edge, range));
                found.extend(beside.least_gap(&marks, wanted));
            }
        }
    }
    found
}

/// The faces of the other part that are near an edge and may be nearest to it, and where along it.
fn faces_near(
    two: &Two<'_>,
    (which, edge): (Which, &Edge),
    faces: &StaticTree<DVec3>,
    wanted: Wanted,
) -> Vec<(u32, [f64; 2])> {
    let [own, other] = two.from(which);
    let local = other.local();
    let [p, q] = edge.ends;
    let reach = two.reach();
    let around = Aabb::around([p, q, q]).inflated(reach);
    let mut near = Vec::new();
    let _ = faces.overlapping(&around, &mut |slot| {
        let face = &local.faces[slot as usize];
        if faces_edge([own, other], edge, face.number, wanted) {
            let (facets, mut ranges) = (local.of(face), Vec::new());
            let _ = local.tree_of(face).overlapping(&around, &mut |slot| {
                ranges.extend(clipped(edge.ends, &facets[slot as usize].bounds.inflated(reach)));
                ControlFlow::Continue(())
            });
            near.extend(joined(ranges).into_iter().map(|range| (face.number, range)));
        }
        ControlFlow::Continue(())
    });
    near
}

/// Whether the surface of a face may be nearest to the edge. It may not be nearest to a curve where its
/// normal is not opposite to one between those of the curve's faces: one of these is nearer.
fn faces_edge([own, other]: [&PlacedBody<'_>; 2], edge: &Edge, face: u32, wanted: Wanted) -> bool {
    let Some(surface) = other.surface(face) else {
        return false;
    };
    if !edge.is_curve {
        return is_curved(other, face);
    }
    if !edge.is_curve {
        return is_curved(other, face);
    }
    let direction = -other.surface_normal(surface, edge.ends[0].midpoint(edge.ends[1]));
    let is_in_plane = |k: usize| !is_curved(own, edge.faces[k]) && edge.middle[k].dot(direction) > PARALLEL;
    if wanted == Wanted::Overlaps && !is_curved(other, face) && (is_in_plane(0) || is_in_plane(1)) {
        return false; // Of two planes the facets tell.
    }
    let turned_by = edge.turned_by(own) + TURNED_MORE * other.turn_of(face);
    edge.may_be_between_normals(direction, turned_by + 1.0 - PARALLEL)
}

/// Where along a chord, and the points of the edge there.
type Marks = [(f64, DVec3); PIECES + 1];

fn marks(part: &PlacedBody<'_>, edge: &Edge, [from, to]: [f64; 2]) -> Marks {
    core::array::from_fn(|i| {
        let t = from + (to - from) * (i as f64 / PIECES as f64);
        (t, edge.point(part, t))
    })
}

/// An edge of one part beside a face of the other.
struct Beside<'s, 'a> {
    two: &'s Two<'a>,
    /// The part of the edge.
    which: Which,
    edge: &'s Edge,
    face: u32,
}

impl Beside<'_, '_> {
    /// The least gap between the first and the last of these points, if it is one.
    fn least_gap(&self, marks: &Marks, wanted: Wanted) -> Option<EdgeGap> {
        let [own, other] = self.two.from(self.which);
        let surface = other.surface(self.face)?;
        let slack = self.slack();
        let limit = wanted.up_to(self.two, slack);
        let gap = |p: DVec3| other.signed_distance(surface, p);
        let points = marks.map(|(t, p)| (t, gap(p)));
        let mut points = lowest(&points, &|t| gap(self.edge.point(own, t)), [-slack, limit]);
        points.sort_by(|p, q| p.1.total_cmp(&q.1));
        let (t, gap) = points
            .into_iter()
            .find(|&(t, gap)| self.counts(surface, self.edge.point(own, t), gap))?;
        Some(EdgeGap {
            faces: in_order(self.which, [self.facing_face(surface, t), self.face]),
            gap,
            slack,
        })
    }
    /// Whether a gap at a point of the edge is one between the parts.
    fn counts(&self, surface: &Surface, p: DVec3, gap: f64) -> bool {
        let [_, other] = self.two.from(self.which);
        is_over_face(self.two, other, other.on_surface(surface, p), self.face)
            && (gap >= -self.slack() || self.is_inside(p))
    }
    /// Whether a point of the edge is inside the other part, below the face. Further from its facets than
    /// these are asked for, another wall may be between.
    fn is_inside(&self, p: DVec3) -> bool {
        let [_, other] = self.two.from(self.which);
        let mut is_near = false;
        other.near(p, self.two.reach(), &mut |near| {
            is_near |= near.face == self.face;
            ControlFlow::Continue(())
        });
        is_near && explained_at(self.two, (self.which, self.edge.facet), p).is_err()
    }
    /// By how much edge and face may overlap: an edge is further off where its faces meet at a small angle.
    fn slack(&self) -> f64 {
        let slack = |face: u32| self.two.slack(in_order(self.which, [face, self.face]));
        let [first, second] = self.edge.faces;
        (slack(first) + slack(second)) / self.edge.sine
    }
    /// The face of the edge that faces the other part more.
    fn facing_face(&self, surface: &Surface, t: f64) -> u32 {
        let [own, other] = self.two.from(self.which);
        let p = self.edge.point(own, t);
        let direction = -other.surface_normal(surface, p);
        self.edge.face_towards(own, p, direction)
    }
}

/// The part of a segment that is in a box.
fn clipped([start, end]: [DVec3; 2], within: &Aabb<DVec3>) -> Option<[f64; 2]> {
    let along = end - start;
    let mut range = [0.0_f64, 1.0];
    for k in 0..3 {
        let [low, high] = [within.min[k] - start[k], within.max[k] - start[k]];
        if along[k] == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (s, t) = (low / along[k], high / along[k]);
        range = [range[0].max(s.min(t)), range[1].min(s.max(t))];
    }
    (range[0] <= range[1]).then_some(range)
}

/// Ranges that overlap as one.
fn joined(mut ranges: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    ranges.sort_by(|p, q| p[0].total_cmp(&q[0]));
    let mut all: Vec<[f64; 2]> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if range[0] <= last[1] => last[1] = last[1].max(range[1]),
            _ => all.push(range),
        }
    }
    all
}

/// Of points along an edge with their values, and the lowest between the neighbours of the lowest of these,
/// those that are not above the limits. That one is not searched for where it would be between the limits,
/// too, or above them.
fn lowest(points: &[(f64, f64)], value: &dyn Fn(f64) -> f64, limits: [f64; 2]) -> Vec<(f64, f64)> {
    let (mut best, mut highest) = (0, f64::NEG_INFINITY);
    for (i, (_, value)) in points.iter().enumerate() {
        highest = highest.max(*value);
        if *value < points[best].1 {
            best = i;
        }
    }
    let least = points[best].1;
    // Between the points it is lower by less than they differ.
    let below = least - (highest - least);
    if below > limits[1] {
        return Vec::new();
    }
    let mut found: Vec<_> = points
        .iter()
        .copied()
        .filter(|(_, value)| *value <= limits[1])
        .collect();
    if below < limits[0] || least > limits[1] {
        let neighbours = [best.saturating_sub(1), (best + 1).min(points.len() - 1)];
        let between = lowest_between(neighbours.map(|i| points[i].0), value);
        found.extend(between.into_iter().filter(|(_, value)| *value <= limits[1]));
    }
    found
}

/// The lowest value between two places, by the golden section.
fn lowest_between([mut low, mut high]: [f64; 2], value: &dyn Fn(f64) -> f64) -> [(f64, f64); 2] {
    let inner = |low: f64, high: f64| [high - (high - low) * GOLDEN, low + (high - low) * GOLDEN];
    let [mut left, mut right] = inner(low, high).map(|t| (t, value(t)));
    for _ in 0..GOLDEN_STEPS {
        if left.1 < right.1 {
            (high, right) = (right.0, left);
            let t = inner(low, high)[0];
            left = (t, value(t));
        } else {
            (low, left) = (left.0, right);
            let t = inner(low, high)[1];
            right = (t, value(t));
        }
    }
    [left, right]
}
