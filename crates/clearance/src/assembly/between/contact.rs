//! Where two parts are in contact: the area in which their faces lie on each other.
//!
//! Each pair of facets that face each other within the tolerance is projected onto the plane midway between
//! theirs, where the triangles are clipped against each other (Sutherland and Hodgman, 1974). The facets of a
//! face do not overlap, so the areas add up. Onto the plane of the first, the area would depend on which part
//! is the first.
//!
//! Limits: areas are those of facets, which for curved faces are a little smaller than those of the surfaces.
//! Where parts meet in a line or point the area is 0, and the center is the middle of the nearest points.

use alloc::vec::Vec;

use arrayvec::ArrayVec;
use glam::DVec3;

use super::near_faces::NearFacets;
use super::two::Two;
use crate::assembly::class::Contact;
use crate::math::clip_polygon;

/// Facets face each other where the cosine of their normals is less.
const FACING: f64 = -0.7;

/// Two triangles have six corners in common at most.
type Clipped = ArrayVec<DVec3, 8>;

/// Adds up contacts.
#[derive(Default)]
pub(in crate::assembly) struct Contacts {
    area: f64,
    moment: DVec3,
    normal: DVec3,
    /// The nearest points that are no area.
    points: Vec<DVec3>,
    polygons: Vec<Vec<DVec3>>,
}

impl Contacts {
    /// Adds two faces that are in contact, with gaps up to `tolerance` between their facets; gives their
    /// area.
    pub fn add(&mut self, two: &Two<'_>, near: &[NearFacets], tolerance: f64, keep: bool) -> f64 {
        let before = self.area;
        for pair in near.iter().filter(|pair| pair.distance <= tolerance) {
            self.points.push((pair.points[0] + pair.points[1]) / 2.0);
            let [i, j] = pair.facets;
            let (normal, other) = (two.a.normal(i), two.b.normal(j));
            if normal.dot(other) >= FACING {
                continue;
            }
            let normal = (normal - other).normalize_or_zero();
            let polygon = common_polygon(&two.a.corners(i), &two.b.corners(j), normal);
            let (area, moment) = area_and_moment(&polygon, normal);
            if area > 0.0 {
                self.area += area;
                self.moment += moment;
                self.normal += normal * area;
                if keep {
                    self.polygons.push(polygon.to_vec());
                }
            }
        }
        self.area - before
    }
    pub fn has_area(&self) -> bool {
        self.area > 0.0
    }
    /// What was added; `None` if nothing was.
    pub fn total(self) -> Option<Contact> {
        let count = self.points.len();
        let center = match self.area > 0.0 {
            true => self.moment / self.area,
            false if count > 0 => self.points.iter().sum::<DVec3>() / count as f64,
            false => return None,
        };
        // All around a pin the normals cancel out, but for rounding.
        let is_one = self.normal.length() > 1e-6 * self.area;
        Some(Contact {
            area: self.area,
            center,
            normal: if is_one {
                self.normal.normalize_or_zero()
            } else {
                DVec3::ZERO
            },
            polygons: self.polygons,
        })
    }
}

/// What two triangles have in common as seen along a normal, in the plane midway between their first corners.
fn common_polygon(a: &[DVec3; 3], b: &[DVec3; 3], normal: DVec3) -> Clipped {
    let origin = a[0].midpoint(b[0]);
    let in_plane = |p: DVec3| p - normal * normal.dot(p - origin);
    let [p, q, r] = a.map(in_plane);
    let mut polygon: Clipped = b.iter().map(|&p| in_plane(p)).collect();
    for (start, end) in [(p, q), (q, r), (r, p)] {
        let inward = normal.cross(end - start);
        let mut kept = Clipped::new();
        clip_polygon(&polygon, |p| inward.dot(p - start), |p| kept.push(p));
        polygon = kept;
    }
    polygon
}

/// The area of a convex polygon, and its center times that.
fn area_and_moment(polygon: &Clipped, normal: DVec3) -> (f64, DVec3) {
    let Some(&first) = polygon.first() else {
        return (0.0, DVec3::ZERO);
    };
    let (mut area, mut moment) = (0.0, DVec3::ZERO);
    for edge in polygon.windows(2) {
        let (p, q) = (edge[0] - first, edge[1] - first);
        let part = p.cross(q).dot(normal) / 2.0;
        area += part;
        moment += (p + q) * (part / 3.0);
    }
    let sign = if area < 0.0 { -1.0 } else { 1.0 };
    (sign * area, sign * (first * area + moment))
}
