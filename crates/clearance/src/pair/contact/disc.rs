//! The contacts of the flat round end of a cylinder or cone with the feature that faces it.
//!
//! Idea: seen along the contact's normal, the common part of a disc and a polygon is bounded by straight
//! pieces and arcs. Its contacts are: the polygon's corners within the disc, the points where the two borders
//! cross, the middle of each arc, and those of eight fixed points of the rim that are within the polygon. Two
//! discs have eight fixed points each, the two points where the rims cross, and the rims' points on the line
//! through the centers.
//!
//! Everything is measured in the disc's own plane, onto which the other feature is projected along the
//! normal: straight lines stay straight, and the rim stays a circle, at whatever angle the two meet.
//!
//! Limits: of two discs that are not parallel, one is replaced by the octagon within it.

use core::f64::consts::{FRAC_PI_4, TAU};

use glam::{DVec2, DVec3};
use smallvec::SmallVec;

use super::raw_contact::{RawContact, RawContacts};
use crate::pair::support_feature::{FeatureCorner, SupportFeature};

/// Numbers of features of the rim, those of the top plus 64: eight fixed points from 0, then the points where
/// another border crosses it, the arcs between these, and the ends of the line through two centers.
const CROSSING: u32 = 16;
const ARC: u32 = 24;
const FAR_END: u32 = 32;

/// Sines up to which two discs count as parallel.
const PARALLEL: f64 = 1e-9;

/// A flat round end, relative to an origin near both shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub center: DVec3,
    /// Unit vector out of the shape.
    pub normal: DVec3,
    /// Unit vector to the first of the fixed points of the rim.
    pub spoke: DVec3,
    pub radius: f64,
    pub is_top: bool,
}

/// The direction from a disc to the feature that it faces.
#[derive(Clone, Copy)]
pub(crate) struct DiscDirection {
    /// The contact's normal, a unit vector away from the disc.
    pub n: DVec3,
    /// Whether the disc is A's.
    pub disc_is_a: bool,
    /// A point this far outside still counts as inside.
    pub tolerance: f64,
}

impl DiscDirection {
    /// The contact of a point of the disc with one of the other feature.
    fn contact(&self, [own, other]: [DVec3; 2], features: [u32; 2]) -> RawContact {
        let clearance = (other - own).dot(self.n);
        RawContact::new([own, other], features, clearance, self.disc_is_a)
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
        SupportFeature::face_id(usize::from(self.is_top))
    }
    /// The number of a feature of the rim.
    fn rim(&self, number: u32) -> u32 {
        number + if self.is_top { 64 } else { 0 }
    }
    /// A point of the disc's plane in its own coordinates.
    fn project(&self, p: DVec3) -> DVec2 {
        let from = p - self.center;
        DVec2::new(from.dot(self.spoke), from.dot(self.normal.cross(self.spoke)))
    }
    fn point(&self, q: DVec2) -> DVec3 {
        self.center + self.spoke * q.x + self.normal.cross(self.spoke) * q.y
    }
    /// The fixed points of the rim.
    pub fn corners(&self) -> [FeatureCorner; 8] {
        core::array::from_fn(|i| FeatureCorner {
            point: self.point(turn(FRAC_PI_4 * i as f64) * self.radius),
            vertex: self.rim(i as u32),
        })
    }
    /// The octagon of the fixed points.
    pub fn octagon(&self) -> SupportFeature {
        SupportFeature {
            corners: SmallVec::from_slice(&self.corners()),
            normal: self.normal,
            face: self.face(),
        }
    }
    /// The point of the disc's plane over or under `p`.
    fn foot(&self, p: DVec3, n: DVec3) -> DVec3 {
        p - n * ((p - self.center).dot(self.normal) / n.dot(self.normal))
    }
    fn contains(&self, q: DVec2, tolerance: f64) -> bool {
        q.length() <= self.radius + tolerance
    }
    /// The contacts with a feature that faces the disc.
    pub fn against_feature(&self, feature: &SupportFeature, to: DiscDirection) -> RawContacts {
        let projected = ProjectedFeature::new(self, feature, to);
        let crossings = projected.crossings(self.radius);
        let mut found = RawContacts::new();
        let mut offer = |point: DVec3, features: [u32; 2]| {
            found.push(to.contact([self.foot(point, to.n), point], features));
        };
        for (corner, q) in feature.corners.iter().zip(&projected.corners) {
            if self.contains(*q, to.tolerance) {
                offer(corner.point, [self.face(), corner.vertex]);
            }
        }
        for c in &crossings {
            let rim = self.rim(CROSSING + u32::from(c.leaves));
            offer(
                projected.point_of_edge(feature, c),
                [rim, projected.edge_id(feature, c.edge)],
            );
        }
        if feature.corners.len() > 2 {
            self.rim_within_face(feature, &projected, &crossings, to, &mut found);
        }
        found
    }
    /// Adds the contacts of the fixed points of the rim, and of the middles of its arcs, that are within a
    /// face.
    fn rim_within_face(
        &self,
        face: &SupportFeature,
        projected: &ProjectedFeature,
        crossings: &[RimCrossing],
        to: DiscDirection,
        found: &mut RawContacts,
    ) {
        let on_face = |p: DVec3| {
            let height = (face.corners[0].point - p).dot(face.normal) / to.n.dot(face.normal);
            p + to.n * height
        };
        let fixed = (0..8).map(|i| (FRAC_PI_4 * f64::from(i), [self.rim(i), face.face]));
        let arcs = arcs(crossings).into_iter();
        let arcs = arcs.map(|(angle, edge)| (angle, [self.rim(ARC), projected.edge_id(face, edge)]));
        for (angle, features) in fixed.chain(arcs) {
            let q = turn(angle) * self.radius;
            if projected.contains(q, to.tolerance) {
                let p = self.point(q);
                found.push(to.contact([p, on_face(p)], features));
            }
        }
    }
    /// The contacts with another disc.
    pub fn against_disc(&self, other: &Self, to: DiscDirection) -> RawContacts {
        if self.normal.cross(other.normal).length() > PARALLEL {
            return self.against_feature(&other.octagon(), to);
        }
        let mut found = self.rim_within(other, to);
        found.extend(other.rim_within(self, to.swapped()));
        let offset = self.project(other.center);
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
    /// Those fixed points of the rim, and rim points on the line through both centers, that are over or under
    /// the other disc.
    fn rim_within(&self, other: &Self, to: DiscDirection) -> RawContacts {
        let fixed = (0..8).map(|i| (turn(FRAC_PI_4 * f64::from(i)), i));
        let way = self.project(other.center);
        let ends = [way, -way].into_iter().zip([FAR_END, FAR_END + 1]);
        let ends = ends.filter_map(|(q, number)| Some((q.try_normalize()?, number)));
        fixed
            .chain(ends)
            .filter_map(|(unit, number)| {
                let p = self.point(unit * self.radius);
                let foot = other.foot(p, to.n);
                let ids = [self.rim(number), other.face()];
                other
                    .contains(other.project(foot), to.tolerance)
                    .then(|| to.contact([p, foot], ids))
            })
            .collect()
    }
}

/// The middles of the arcs between points of a circle, as angles, each with the edge where its arc begins.
fn arcs(crossings: &[RimCrossing]) -> SmallVec<[(f64, usize); 8]> {
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
struct RimCrossing {
    at: DVec2,
    edge: usize,
    /// The part of the edge before it, from 0 to 1.
    along: f64,
    leaves: bool,
}

/// A feature projected to the plane of a disc.
struct ProjectedFeature {
    corners: SmallVec<[DVec2; 8]>,
    /// 1 where its corners run counter-clockwise there, else -1.
    winding: f64,
}

impl ProjectedFeature {
    fn new(disc: &Disc, feature: &SupportFeature, to: DiscDirection) -> Self {
        let flat = |c: &FeatureCorner| disc.project(disc.foot(c.point, to.n));
        // The corners of a face run counter-clockwise seen from outside.
        let faces = feature.normal.dot(disc.normal);
        Self {
            corners: feature.corners.iter().map(flat).collect(),
            winding: if faces < 0.0 { -1.0 } else { 1.0 },
        }
    }
    /// One for a segment, as many as corners for a face.
    fn edge_count(&self) -> usize {
        match self.corners.len() {
            0 | 1 => 0,
            2 => 1,
            count => count,
        }
    }
    fn ends(&self, edge: usize) -> [DVec2; 2] {
        [edge, edge + 1].map(|i| self.corners[i % self.corners.len()])
    }
    fn edge_id(&self, feature: &SupportFeature, edge: usize) -> u32 {
        let [p, q] = [edge, edge + 1].map(|i| feature.corners[i % feature.corners.len()].vertex);
        SupportFeature::edge_id(p, q)
    }
    fn point_of_edge(&self, feature: &SupportFeature, c: &RimCrossing) -> DVec3 {
        let [p, q] = [c.edge, c.edge + 1].map(|i| feature.corners[i % feature.corners.len()].point);
        if c.along <= 0.5 {
            p + (q - p) * c.along
        } else {
            q + (p - q) * (1.0 - c.along)
        }
    }
    /// Whether a point is in the polygon, or no more than `tolerance` outside.
    fn contains(&self, q: DVec2, tolerance: f64) -> bool {
        (0..self.edge_count()).all(|e| {
            let [from, to] = self.ends(e);
            let along = to - from;
            along.perp_dot(q - from) * self.winding >= -tolerance * along.length()
        })
    }
    fn crossings(&self, radius: f64) -> SmallVec<[RimCrossing; 8]> {
        let mut found = SmallVec::new();
        for edge in 0..self.edge_count() {
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
                    found.push(RimCrossing {
                        at: from + unit * way,
                        edge,
                        along: way / length,
                        leaves,
                    });
                }
            }
        }
        found
    }
}
