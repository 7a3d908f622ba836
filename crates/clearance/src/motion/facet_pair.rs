//! Two facets, one of which moves: whether they are surely apart during a time, and when they first may not
//! be.
//!
//! Two triangles are apart if their projections on some axis are (the separating axis theorem). Along a fixed
//! axis a corner that moves on a screw has a height whose first and second derivative are bounded, so the gap
//! during a time is no less than that in the middle, less what the rate and half the acceleration make of it.
//! A time for which no axis is found is divided; the first that is shorter than a resolution and still not
//! decided is when they meet. So nothing is passed over, and what is reported is a meeting within what bodies
//! move in that time. Facets that slide along each other keep a gap of zero along their normal, whose rate is
//! zero: this is seen at once, and for all of a straight motion or a turn about that normal.
//!
//! Source: conservative advancement with directional bounds (Zhang, Lee and Kim, "Interactive continuous
//! collision detection for non-convex polyhedra", 2006; Redon and others, "Fast continuous collision
//! detection between rigid bodies", 2002).
//!
//! Limits: a facet that starts in the plane of another one and faces it may not pass behind it. What passes
//! through in any other degenerate way, with all edges in planes of the other body, is seen by these facets.

use glam::DVec3;

use super::screw::Screw;
use crate::pair::{closest_of_segments, closest_on_triangle};

/// A facet of the moving body at time 0, and one of the other body.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacetPair {
    pub moving: [DVec3; 3],
    pub other: [DVec3; 3],
    /// By how much they may overlap.
    pub slack: Slack,
}

/// By how much two facets may overlap, since each may be off the face that it stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slack {
    /// How far each facet may be off across its plane.
    pub across: [f64; 2],
    /// How far its sides may be off along its plane: they are those of curved faces beside it, too.
    pub along: [f64; 2],
    /// What counts in place of these, where any of them does.
    pub given: Option<f64>,
    /// How far rounding may have moved corners.
    pub rounding: f64,
    /// Whether facets that stand for themselves may touch.
    pub may_touch: bool,
}

impl Slack {
    /// By how much they may overlap along a unit vector; negative: the gap that they must keep.
    fn on(&self, n: DVec3, normals: &[DVec3; 2]) -> f64 {
        let off = |k: usize| match n.dot(normals[k]).abs() > BEHIND {
            true => self.across[k],
            false => self.across[k].max(self.along[k]),
        };
        let off = off(0) + off(1);
        match off > 0.0 || self.may_touch {
            true => self.given.filter(|_| off > 0.0).unwrap_or(off) + self.rounding,
            false => -self.rounding,
        }
    }
    fn largest(&self) -> f64 {
        let off = self.across[0].max(self.along[0]) + self.across[1].max(self.along[1]);
        self.given.filter(|_| off > 0.0).unwrap_or(off) + self.rounding
    }
}

/// A part of the time from 0 to 1.
pub(super) type Time = [f64; 2];

/// The pair in the middle of a time.
struct Middle<'a> {
    screw: &'a Screw,
    corners: [DVec3; 3],
    other: [DVec3; 3],
    time: f64,
    half: f64,
}

/// The points of two triangles nearest to each other: the one of the first, and the one of the second.
pub(super) fn nearest_points(a: &[DVec3; 3], b: &[DVec3; 3]) -> (DVec3, DVec3) {
    let of_a = a.iter().map(|&p| (p, closest_on_triangle(b, p)));
    let of_b = b.iter().map(|&q| (closest_on_triangle(a, q), q));
    let edges = |t: &[DVec3; 3]| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    let of_edges = edges(a)
        .into_iter()
        .flat_map(|e| edges(b).map(|f| closest_of_segments((e.0, e.1 - e.0), (f.0, f.1 - f.0))));
    let piercing = piercing(a, b).or_else(|| piercing(b, a)).map(|p| (p, p));
    let all = piercing.into_iter().chain(of_a).chain(of_b).chain(of_edges);
    let length = |(p, q): &(DVec3, DVec3)| (*p - *q).length_squared();
    all.min_by(|s, t| length(s).total_cmp(&length(t)))
        .unwrap_or((a[0], b[0]))
}

/// Where an edge of the first triangle goes through the second one, but for what is rounded.
fn piercing(a: &[DVec3; 3], b: &[DVec3; 3]) -> Option<DVec3> {
    let n = (b[1] - b[0]).cross(b[2] - b[0]);
    (0..3).find_map(|k| {
        let (start, end) = (a[k], a[(k + 1) % 3]);
        let (from, to) = (n.dot(start - b[0]), n.dot(end - b[0]));
        if from * to >= 0.0 {
            return None;
        }
        let p = start + (end - start) * (from / (from - to));
        let is_within = |i: usize| n.dot((b[(i + 1) % 3] - b[i]).cross(p - b[i])) >= 0.0;
        (0..3).all(is_within).then_some(p)
    })
}

impl Middle<'_> {
    /// A bound below the gap along a unit vector that points away from the other facet, during all of the
    /// time.
    fn least_gap(&self, n: DVec3) -> f64 {
        let across = self.screw.across(n);
        let low = self.corners.iter().map(|&p| {
            let rate = n.dot(self.screw.velocity(p, self.time)).abs();
            let bend = across * self.screw.acceleration(p, self.time);
            n.dot(p) - self.half * (rate + 0.5 * bend * self.half)
        });
        let high = self
            .other
            .iter()
            .map(|&q| n.dot(q))
            .fold(f64::NEG_INFINITY, f64::max);
        low.fold(f64::INFINITY, f64::min) - high
    }
    /// The same along a unit vector that the motion carries along, as the normal of the moving facet is: seen
    /// from there the corners of the other facet move. Only so a body is parted from an edge about which it
    /// tips.
    fn least_gap_carried(&self, n: DVec3) -> f64 {
        let high = self.other.iter().map(|&q| {
            let rate = n.dot(self.screw.velocity(q, self.time)).abs();
            let bend = self.screw.acceleration_seen(q, self.time, self.half);
            n.dot(q) + self.half * (rate + 0.5 * bend * self.half)
        });
        let low = self
            .corners
            .iter()
            .map(|&p| n.dot(p))
            .fold(f64::INFINITY, f64::min);
        low - high.fold(f64::NEG_INFINITY, f64::max)
    }
}

fn normal(t: &[DVec3; 3]) -> DVec3 {
    (t[1] - t[0]).cross(t[2] - t[0]).normalize_or_zero()
}

fn edges(t: &[DVec3; 3]) -> [DVec3; 3] {
    [t[1] - t[0], t[2] - t[1], t[0] - t[2]]
}

impl FacetPair {
    fn middle<'a>(&self, screw: &'a Screw, [start, end]: Time) -> Middle<'a> {
        let time = 0.5 * (start + end);
        let moment = screw.at(time);
        Middle {
            screw,
            corners: self.moving.map(|p| moment.point(p)),
            other: self.other,
            time,
            half: 0.5 * (end - start),
        }
    }
    /// Whether they are apart, but for the slack, during all of a time.
    pub fn are_apart(&self, screw: &Screw, time: Time) -> bool {
        let middle = self.middle(screw, time);
        let normals = [normal(&middle.corners), normal(&middle.other)];
        let parts = |n: DVec3, gap: f64| {
            n != DVec3::ZERO && gap >= -self.slack.on(n, &normals) && self.may_part(screw, time, n)
        };
        let allows = |n: DVec3| parts(n, middle.least_gap(n));
        let (p, q) = nearest_points(&middle.corners, &middle.other);
        let carries = |n: DVec3| screw.angular != DVec3::ZERO && parts(n, middle.least_gap_carried(n));
        allows((p - q).normalize_or_zero())
            || axes(&middle, normals).any(allows)
            || [normals[0], -normals[0]].into_iter().any(carries)
            || (self.slack.may_touch && tipping_axes(&middle).any(carries))
    }
    /// A facet that faces another one and lies in its plane when the time begins may not be parted from it by
    /// the plane's back.
    fn may_part(&self, screw: &Screw, [start, _]: Time, n: DVec3) -> bool {
        let other = normal(&self.other);
        if n.dot(other) > -BEHIND {
            return true;
        }
        let moment = screw.at(start);
        let begin = self.moving.map(|p| moment.point(p));
        let are_facing = normal(&begin).dot(other) < -BEHIND;
        let room = self.slack.largest() * 2.0;
        let is_in_plane = begin.iter().all(|p| other.dot(*p - self.other[0]).abs() <= room);
        !(are_facing && is_in_plane)
    }
    /// When they may first meet during a time: never later than they do, and earlier by the resolution at
    /// most. `budget` counts times that were looked at; when it is used up, the first time that is not
    /// decided counts as a meeting.
    pub fn meeting(&self, screw: &Screw, time: Time, resolution: f64, budget: &mut u32) -> Option<f64> {
        let mut open = alloc::vec![time];
        while let Some([start, end]) = open.pop() {
            *budget = budget.saturating_sub(1);
            if self.are_apart(screw, [start, end]) {
                continue;
            }
            if end - start <= resolution || *budget == 0 {
                return Some(start);
            }
            let middle = 0.5 * (start + end);
            open.extend([[middle, end], [start, middle]]);
        }
        None
    }
    /// Whether the curved faces that they stand for may overlap at a time.
    pub fn may_overlap(&self, screw: &Screw, time: f64) -> bool {
        let slack = self.slack.largest();
        slack > self.slack.rounding && {
            let middle = self.middle(screw, [time, time]);
            let (p, q) = nearest_points(&middle.corners, &middle.other);
            p.distance(q) <= slack
        }
    }
    /// Points of both that are nearest to each other at a time, and the unit vector from the moving one to
    /// the other along which they are furthest apart, or overlap the least.
    pub fn witness(&self, screw: &Screw, time: f64) -> (DVec3, DVec3, DVec3) {
        let middle = self.middle(screw, [time, time]);
        let (p, q) = nearest_points(&middle.corners, &middle.other);
        let normals = [normal(&middle.corners), normal(&middle.other)];
        let best =
            axes(&middle, normals).max_by(|m, n| middle.least_gap(*m).total_cmp(&middle.least_gap(*n)));
        (p, q, -best.unwrap_or_else(|| (p - q).normalize_or_zero()))
    }
    /// Lowers `nearest` to their least distance during a time, where that is less by more than what is asked
    /// for.
    pub fn approach(&self, screw: &Screw, time: Time, nearest: &mut Nearest) {
        let mut open = alloc::vec![time];
        while let Some([start, end]) = open.pop() {
            let middle = self.middle(screw, [start, end]);
            let (p, q) = nearest_points(&middle.corners, &middle.other);
            let distance = (p - q).length();
            nearest.note(distance, middle.time);
            let bound = middle.least_gap((p - q).normalize_or_zero());
            if nearest.is_enough(bound) || end - start <= nearest.shortest {
                continue;
            }
            nearest.budget = nearest.budget.saturating_sub(1);
            open.extend([[middle.time, end], [start, middle.time]]);
        }
    }
}

/// The least distance is asked for within this part of it: facets that go along each other at a constant
/// distance have many places at which it is nearly the least.
const SHARE: f64 = 1e-3;

/// The least distance so far, and how exactly it is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub distance: f64,
    /// When, if a time was found.
    pub time: Option<f64>,
    /// By how much less it may be.
    pub within: f64,
    /// In a shorter time it does not change by more than that.
    pub shortest: f64,
    /// How many times may still be divided.
    pub budget: u32,
}

impl Nearest {
    pub fn note(&mut self, distance: f64, time: f64) {
        if distance < self.distance {
            (self.distance, self.time) = (distance, Some(time));
        }
    }
    /// By how much less the least distance may be, if the search comes to its end.
    pub fn uncertainty(&self) -> f64 {
        self.within.max(self.distance * SHARE)
    }
    /// Whether nothing is to be gained where no distance is less than this.
    pub fn is_enough(&self, bound: f64) -> bool {
        bound >= self.distance - self.uncertainty() || self.distance <= self.within || self.budget == 0
    }
}

/// The directions along which two triangles are apart if they are apart at all, and the moving one is beyond
/// the other: their normals, those across an edge of each, and, for triangles in one plane, those across an
/// edge in its plane.
fn axes(middle: &Middle<'_>, [mine, others]: [DVec3; 2]) -> impl Iterator<Item = DVec3> + use<> {
    let (of_mine, of_others) = (edges(&middle.corners), edges(&middle.other));
    let across = of_mine
        .into_iter()
        .flat_map(move |e| of_others.map(|f| e.cross(f)));
    let beside = of_mine
        .map(|e| e.cross(mine))
        .into_iter()
        .chain(of_others.map(|f| f.cross(others)));
    let across = across.chain(beside).map(DVec3::normalize_or_zero);
    let all = [others, -mine, -others, mine]
        .into_iter()
        .chain(across.flat_map(|n| [n, -n]));
    all.filter(|n| *n != DVec3::ZERO)
}

/// The directions across an edge of the moving triangle and the axis of the motion: what rests on that axis
/// with an edge or a corner, and is beyond it, stays beyond one of these while it tips about it.
fn tipping_axes(middle: &Middle<'_>) -> impl Iterator<Item = DVec3> + use<> {
    let axis = middle.screw.angular.normalize_or_zero();
    let across = edges(&middle.corners).map(|e| e.cross(axis).normalize_or_zero());
    across.into_iter().flat_map(|n| [n, -n])
}

/// The cosine from which on directions point to the same side.
const BEHIND: f64 = 0.5;

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Screw = Screw {
        about: DVec3::ZERO,
        linear: DVec3::ZERO,
        angular: DVec3::new(0.0, 0.0, 0.2),
    };

    /// The moving facet as it is in the middle of the time.
    fn pair(middle: [DVec3; 3], other: [DVec3; 3]) -> FacetPair {
        let back = Screw {
            angular: -TURN.angular,
            ..TURN
        };
        FacetPair {
            moving: middle.map(|p| back.at(0.5).point(p)),
            other,
            slack: Slack {
                across: [0.0; 2],
                along: [0.0; 2],
                given: None,
                rounding: 1e-12,
                may_touch: false,
            },
        }
    }

    /// A wide one in the plane y = height.
    fn wide(height: f64) -> [DVec3; 3] {
        [(-5.0, 3.0), (5.0, 3.0), (0.0, -9.0)].map(|(x, z)| DVec3::new(x, height, z))
    }

    fn in_plane(corners: [(f64, f64); 3]) -> [DVec3; 3] {
        corners.map(|(x, y)| DVec3::new(x, y, 0.0))
    }

    /// A corner at the top of its circle in the middle of the time is lower before and after: the rate is
    /// zero there, and only the acceleration tells.
    #[test]
    fn a_corner_falls_on_both_sides_of_the_middle() {
        let pair = |height: f64| pair(in_plane([(0.0, 1.0), (0.5, 2.0), (-0.5, 2.0)]), wide(height));
        // At both ends the corner is at cos 0.1 = 0.995.
        assert!(!pair(0.997).are_apart(&TURN, [0.0, 1.0]));
        assert!(pair(0.994).are_apart(&TURN, [0.0, 1.0]));
        assert!(pair(0.997).are_apart(&TURN, [0.4, 0.6]));
    }

    /// The same as the moving facet sees it: the corner of the other one, which is below the axis, rises on
    /// both sides of the middle.
    #[test]
    fn a_corner_rises_on_both_sides_of_the_middle() {
        let pair = |height: f64| pair(wide(height), in_plane([(0.0, -1.0), (0.5, -2.0), (-0.5, -2.0)]));
        // At both ends the corner is at -cos 0.1 = -0.995.
        assert!(!pair(-0.997).are_apart(&TURN, [0.0, 1.0]));
        assert!(pair(-0.994).are_apart(&TURN, [0.0, 1.0]));
    }
}
