//! The flat round end of a cylinder or cone against what faces it: where the common part has its extreme
//! points.
//!
//! Idea: seen along the contact's normal, the common part of a disc and a polygon is bounded by straight
//! pieces and arcs. Its extreme points are the polygon's corners within the disc, the places where the two
//! borders cross, and points of the arcs: of these the middle of each arc, and those of eight fixed points of
//! the rim that are in common. Two discs have eight fixed points each, the two places where the rims cross,
//! and the rims' points on the line through the middles.
//!
//! Everything is measured in the disc's own plane, onto which the other feature is moved along the normal:
//! straight lines stay straight, and the rim stays a circle, at whatever angle the two meet.
//!
//! Limits: two discs that are not parallel are taken as a disc and the octagon in the other.

use core::f64::consts::{FRAC_PI_4, TAU};

use glam::{DVec2, DVec3};
use smallvec::SmallVec;

use super::cut3::{RawContact, RawContacts};
use super::patch::{Corner, Patch};
use crate::pair::answer::FeatureId;

/// Numbers of features of the rim: eight corners from 0 (base) or 8 (top), then places where another border
/// crosses it, arcs between these, and the ends of the line through two middles.
const CROSSING: u32 = 16;
const ARC: u32 = 24;
const FAR_END: u32 = 32;

/// Sines up to which two discs count as parallel.
const PARALLEL: f64 = 1e-9;

/// A flat round end, relative to some origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub center: DVec3,
    /// Out of the shape, of length 1.
    pub normal: DVec3,
    /// To the first of the fixed points of the rim, of length 1.
    pub spoke: DVec3,
    pub radius: f64,
    pub is_top: bool,
}

/// What a disc faces: the contact's normal, of length 1, away from the disc.
#[derive(Clone, Copy)]
pub(crate) struct Towards {
    pub n: DVec3,
    /// Whether the disc is A's.
    pub disc_is_a: bool,
    /// How far outside a point may be that counts as inside.
    pub slack: f64,
}

impl Towards {
    fn contact(&self, [own, other]: [DVec3; 2], [own_id, other_id]: [u32; 2]) -> RawContact {
        let clearance = (other - own).dot(self.n);
        let (a, b, feature) = if self.disc_is_a {
            let feature = FeatureId {
                a: own_id,
                b: other_id,
            };
            (own, other, feature)
        } else {
            let feature = FeatureId {
                a: other_id,
                b: own_id,
            };
            (other, own, feature)
        };
        RawContact {
            a,
            b,
            clearance,
            feature,
        }
    }
    fn swapped(&self) -> Self {
        Self {
            n: -self.n,
            disc_is_a: !self.disc_is_a,
            ..*self
        }
    }
}

/// The unit vector at an angle.
fn turn(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos, sin)
}

impl Disc {
    fn face(&self) -> u32 {
        Patch::face_id(usize::from(self.is_top))
    }
    /// The number of a feature of the rim.
    fn rim(&self, number: u32) -> u32 {
        number + if self.is_top { 64 } else { 0 }
    }
    /// In the disc's plane.
    fn flat(&self, p: DVec3) -> DVec2 {
        let from = p - self.center;
        DVec2::new(from.dot(self.spoke), from.dot(self.normal.cross(self.spoke)))
    }
    fn point(&self, q: DVec2) -> DVec3 {
        self.center + self.spoke * q.x + self.normal.cross(self.spoke) * q.y
    }
    /// The fixed points of the rim.
    pub fn corners(&self) -> [Corner; 8] {
        core::array::from_fn(|i| Corner {
            point: self.point(turn(FRAC_PI_4 * i as f64) * self.radius),
            vertex: self.rim(i as u32),
        })
    }
    /// The octagon within.
    pub fn as_patch(&self) -> Patch {
        Patch {
            corners: SmallVec::from_slice(&self.corners()),
            normal: self.normal,
            face: self.face(),
        }
    }
    /// The point of the disc's plane over or under `p`.
    fn foot(&self, p: DVec3, n: DVec3) -> DVec3 {
        p - n * ((p - self.center).dot(self.normal) / n.dot(self.normal))
    }
    fn holds(&self, q: DVec2, slack: f64) -> bool {
        q.length() <= self.radius + slack
    }
    /// All extreme points of the common part with a feature that faces the disc.
    pub fn against_patch(&self, patch: &Patch, to: Towards) -> RawContacts {
        let mut found = RawContacts::new();
        let own = |p: DVec3| self.foot(p, to.n);
        let ring = Ring::new(self, patch, to);
        for (corner, q) in patch.corners.iter().zip(&ring.corners) {
            if self.holds(*q, to.slack) {
                found.push(to.contact([own(corner.point), corner.point], [self.face(), corner.vertex]));
            }
        }
        let crossings = ring.crossings(self.radius);
        for c in &crossings {
            let point = ring.point_of_edge(patch, c);
            let number = CROSSING + u32::from(c.leaves);
            found.push(to.contact(
                [own(point), point],
                [self.rim(number), ring.edge_id(patch, c.edge)],
            ));
        }
        if patch.corners.len() < 3 {
            return found;
        }
        let over = |p: DVec3| {
            let height = (patch.corners[0].point - p).dot(patch.normal) / to.n.dot(patch.normal);
            p + to.n * height
        };
        let mut offer = |q: DVec2, ids: [u32; 2]| {
            if ring.holds(q, to.slack) {
                let p = self.point(q);
                found.push(to.contact([p, over(p)], ids));
            }
        };
        for i in 0..8 {
            offer(
                turn(FRAC_PI_4 * f64::from(i)) * self.radius,
                [self.rim(i), patch.face],
            );
        }
        for (angle, edge) in arcs(&crossings) {
            offer(
                turn(angle) * self.radius,
                [self.rim(ARC), ring.edge_id(patch, edge)],
            );
        }
        found
    }
    /// All extreme points of the common part with another disc.
    pub fn against_disc(&self, other: &Self, to: Towards) -> RawContacts {
        if self.normal.cross(other.normal).length() > PARALLEL {
            return self.against_patch(&other.as_patch(), to);
        }
        let mut found = self.rim_within(other, to);
        found.extend(other.rim_within(self, to.swapped()));
        let offset = self.flat(other.center);
        let (distance, r, s) = (offset.length(), self.radius, other.radius);
        if distance > 0.0 && distance < r + s && distance > (r - s).abs() {
            let along = (distance * distance + (r - s) * (r + s)) / (2.0 * distance);
            let across = libm::sqrt((r - along) * (r + along));
            for (number, side) in [(CROSSING, across), (CROSSING + 1, -across)] {
                let unit = offset / distance;
                let p = self.point(unit * along + unit.perp() * side);
                let ids = [self.rim(number), other.rim(number)];
                found.push(to.contact([p, other.foot(p, to.n)], ids));
            }
        }
        found
    }
    /// Fixed points of the rim, and those on the line through both middles, that are over or under the other
    /// disc.
    fn rim_within(&self, other: &Self, to: Towards) -> RawContacts {
        let fixed = (0..8).map(|i| (turn(FRAC_PI_4 * f64::from(i)), i));
        let way = self.flat(other.center);
        let ends = [way, -way].into_iter().zip([FAR_END, FAR_END + 1]);
        let ends = ends.filter_map(|(q, number)| Some((q.try_normalize()?, number)));
        fixed
            .chain(ends)
            .filter_map(|(unit, number)| {
                let p = self.point(unit * self.radius);
                let foot = other.foot(p, to.n);
                let ids = [self.rim(number), other.face()];
                other
                    .holds(other.flat(foot), to.slack)
                    .then(|| to.contact([p, foot], ids))
            })
            .collect()
    }
}

/// The middles of the arcs between places on a circle, as angles, each with the edge where its arc begins.
fn arcs(crossings: &[Crossing]) -> SmallVec<[(f64, usize); 8]> {
    let mut angles: SmallVec<[(f64, usize); 8]> = crossings
        .iter()
        .map(|c| (libm::atan2(c.at.y, c.at.x), c.edge))
        .collect();
    angles.sort_by(|p, q| p.0.total_cmp(&q.0));
    let count = angles.len();
    (0..count)
        .map(|i| {
            let (from, edge) = angles[i];
            let to = angles[(i + 1) % count].0 + if i + 1 == count { TAU } else { 0.0 };
            (0.5 * (from + to), edge)
        })
        .collect()
}

/// Where an edge crosses the rim.
#[derive(Clone, Copy)]
struct Crossing {
    at: DVec2,
    edge: usize,
    /// The part of the edge before it.
    time: f64,
    leaves: bool,
}

/// A feature seen in the plane of a disc.
struct Ring {
    corners: SmallVec<[DVec2; 8]>,
    /// 1 where it turns counter-clockwise there, else -1.
    sense: f64,
}

impl Ring {
    fn new(disc: &Disc, patch: &Patch, to: Towards) -> Self {
        let flat = |c: &Corner| disc.flat(disc.foot(c.point, to.n));
        // Faces turn counter-clockwise seen from outside.
        let faces = patch.normal.dot(disc.normal);
        Self {
            corners: patch.corners.iter().map(flat).collect(),
            sense: if faces < 0.0 { -1.0 } else { 1.0 },
        }
    }
    /// Of a segment one, of a face as many as corners.
    fn edges(&self) -> usize {
        match self.corners.len() {
            0 | 1 => 0,
            2 => 1,
            count => count,
        }
    }
    fn ends(&self, edge: usize) -> [DVec2; 2] {
        [edge, edge + 1].map(|i| self.corners[i % self.corners.len()])
    }
    fn edge_id(&self, patch: &Patch, edge: usize) -> u32 {
        let [p, q] = [edge, edge + 1].map(|i| patch.corners[i % patch.corners.len()].vertex);
        Patch::edge_id(p, q)
    }
    fn point_of_edge(&self, patch: &Patch, c: &Crossing) -> DVec3 {
        let [p, q] = [c.edge, c.edge + 1].map(|i| patch.corners[i % patch.corners.len()].point);
        if c.time <= 0.5 {
            p + (q - p) * c.time
        } else {
            q + (p - q) * (1.0 - c.time)
        }
    }
    /// Whether a point is in the polygon, up to `slack`.
    fn holds(&self, q: DVec2, slack: f64) -> bool {
        (0..self.edges()).all(|e| {
            let [from, to] = self.ends(e);
            let along = to - from;
            along.perp_dot(q - from) * self.sense >= -slack * along.length()
        })
    }
    fn crossings(&self, radius: f64) -> SmallVec<[Crossing; 8]> {
        let mut found = SmallVec::new();
        for edge in 0..self.edges() {
            let [from, to] = self.ends(edge);
            let along = to - from;
            let length = along.length();
            if length == 0.0 {
                continue;
            }
            let unit = along / length;
            let (start, aside) = (from.dot(unit), from.perp_dot(unit));
            if aside.abs() >= radius {
                continue;
            }
            let half = libm::sqrt((radius - aside) * (radius + aside));
            for (way, leaves) in [(-half - start, false), (half - start, true)] {
                if (0.0..=length).contains(&way) {
                    found.push(Crossing {
                        at: from + unit * way,
                        edge,
                        time: way / length,
                        leaves,
                    });
                }
            }
        }
        found
    }
}
