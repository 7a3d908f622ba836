//! Two boxes face to face: a face of one, clipped by the rectangle of the other's.
//!
//! Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974, in the frame of the reference box,
//! where its sides are coordinates; D. Gregorius, "Robust contact creation for physics simulations", Game
//! Developers Conference 2015, for the choice of the faces. The normal is the reference face's own, exactly.

use arrayvec::ArrayVec;
use glam::{DVec2, DVec3};

use super::reduce::{best, largest_triangle};
use crate::math::{Vector, Vector2};
use crate::pair::support_feature::SupportFeature;

/// A quadrilateral cut by four lines has eight corners at most; rounding must not push more out of the list.
const MOST_CORNERS: usize = 12;

/// The corners of the common part, in order around it.
pub(crate) type FaceCorners = ArrayVec<FaceCorner, MOST_CORNERS>;

/// A face of the reference box, and the other box in the reference's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxFace {
    /// Half extents of the reference.
    pub reference: DVec3,
    /// The reference face is perpendicular to this axis, on the side of this sign.
    pub axis: usize,
    pub sign: f64,
    /// Half extents of the other box, its axes and its center.
    pub other: DVec3,
    pub axes: [DVec3; 3],
    pub center: DVec3,
}

/// A corner of the common part of the two faces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceCorner {
    /// Along the two axes of the reference after that of its face.
    pub at: DVec2,
    /// Above the reference face: the clearance here.
    pub height: f64,
    /// The features of the reference and of the other box that meet here.
    pub of_reference: u32,
    pub of_other: u32,
    /// The edge of the other box to the next corner, or none where the border of the reference leads there.
    edge: Option<u32>,
}

/// A clip line, along a side of the reference's rectangle: `sign * at[axis] <= limit` is kept.
#[derive(Clone, Copy)]
struct RectangleSide {
    axis: usize,
    sign: f64,
    limit: f64,
}

impl RectangleSide {
    #[inline]
    fn depth(&self, corner: &FaceCorner) -> f64 {
        self.limit - self.sign * corner.at[self.axis]
    }
}

impl BoxFace {
    /// The other two axes of the reference.
    #[inline]
    pub fn across(&self) -> (usize, usize) {
        [(1, 2), (2, 0), (0, 1)][self.axis]
    }
    /// The point of the reference face under a corner, and that of the other face, in the reference's frame.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn points(&self, corner: &FaceCorner) -> (DVec3, DVec3) {
        let (u, v) = self.across();
        let mut point = DVec3::ZERO;
        point[u] = corner.at.x;
        point[v] = corner.at.y;
        point[self.axis] = self.sign * self.reference[self.axis];
        let mut above = point;
        above[self.axis] += self.sign * corner.height;
        (point, above)
    }

    /// The incident face, clipped by the reference's sides.
    #[inline]
    pub fn clip(&self, corners: &mut FaceCorners) {
        let face = self.incident_face(corners);
        let (u, v) = self.across();
        let half = DVec2::new(self.reference[u], self.reference[v]);
        let mut reach = DVec2::ZERO;
        for corner in corners.iter() {
            reach = Vector::max(reach, Vector::abs(corner.at));
        }
        let mut kept = FaceCorners::new();
        for axis in 0..2 {
            if reach[axis] > half[axis] {
                let side = |sign: f64| RectangleSide {
                    axis,
                    sign,
                    limit: half[axis],
                };
                // From one list into the other and back.
                self.keep_inside(corners, side(1.0), face, &mut kept);
                self.keep_inside(&kept, side(-1.0), face, corners);
            }
        }
    }

    /// The incident face: that face of the other box whose normal is most nearly opposite to the reference's.
    /// Its number; its corners go to the list.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn incident_face(&self, corners: &mut FaceCorners) -> u32 {
        let lean = DVec3::from_array(self.axes.map(|a| a[self.axis] * self.sign));
        let cosines = Vector::abs(lean);
        let k = (1..3).fold(0, |best, k| if cosines[k] > cosines[best] { k } else { best });
        let (i, j) = [(1, 2), (2, 0), (0, 1)][k];
        let positive = lean[k] < 0.0;
        let outward = if positive { 1.0 } else { -1.0 };
        let center = self.center + self.axes[k] * (self.other[k] * outward);
        let (along, beside) = (self.axes[i] * self.other[i], self.axes[j] * self.other[j]);
        let base = u32::from(positive) << k;
        let (first, second) = (1 << i, 1 << j);
        let ring = [
            (center - along - beside, base),
            (center + along - beside, base | first),
            (center + along + beside, base | first | second),
            (center - along + beside, base | second),
        ];
        let flat = SupportFeature::face_of_box(self.axis, self.sign > 0.0);
        let (u, v) = self.across();
        for i in 0..4 {
            let ((point, vertex), (_, next)) = (ring[i], ring[(i + 1) % 4]);
            corners.push(FaceCorner {
                at: DVec2::new(point[u], point[v]),
                height: self.sign * point[self.axis] - self.reference[self.axis],
                of_reference: flat,
                of_other: vertex,
                edge: Some(SupportFeature::edge_id(vertex, next)),
            });
        }
        SupportFeature::face_of_box(k, positive)
    }

    /// One pass of Sutherland and Hodgman: keeps what is inside of one line.
    #[inline]
    fn keep_inside(&self, corners: &FaceCorners, side: RectangleSide, face: u32, kept: &mut FaceCorners) {
        kept.clear();
        let Some(mut here) = corners.last() else {
            return;
        };
        let mut depth = side.depth(here);
        for next in corners {
            let depth_next = side.depth(next);
            if (depth >= 0.0) != (depth_next >= 0.0) {
                let mut corner = self.between(here, next, depth / (depth - depth_next), side, face);
                // Inwards the edge goes on; outwards the border follows the side.
                corner.edge = if depth >= 0.0 { None } else { here.edge };
                // The list is full only if rounding made a corner too many, which is then left out.
                let _ = kept.try_push(corner);
            }
            if depth_next >= 0.0 {
                let _ = kept.try_push(*next);
            }
            (here, depth) = (next, depth_next);
        }
    }

    /// The corner at `t` of the way from one corner to the next, where their edge crosses a side.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn between(&self, p: &FaceCorner, q: &FaceCorner, t: f64, side: RectangleSide, face: u32) -> FaceCorner {
        // From the nearer one, with the same bits from either end.
        let (p_first, t) = if t <= 0.5 { (true, t) } else { (false, 1.0 - t) };
        let (from, to) = if p_first { (p, q) } else { (q, p) };
        let mut at = from.at + (to.at - from.at) * t;
        at[side.axis] = side.sign * side.limit;
        let (of_reference, of_other) = match p.edge {
            Some(edge) => (self.edge_of_reference(side), edge),
            // Along another side: a corner of the reference, over the other's face.
            None => (self.corner_of_reference(at), face),
        };
        FaceCorner {
            at,
            height: from.height + (to.height - from.height) * t,
            of_reference,
            of_other,
            edge: None,
        }
    }
    fn edge_of_reference(&self, side: RectangleSide) -> u32 {
        let mut end = DVec2::ZERO;
        end[side.axis] = side.sign;
        let low = self.corner_of_reference(end);
        let (u, v) = self.across();
        let other_axis = if side.axis == 0 { v } else { u };
        SupportFeature::edge_id(low, low | 1 << other_axis)
    }
    fn corner_of_reference(&self, at: DVec2) -> u32 {
        let (u, v) = self.across();
        u32::from(self.sign > 0.0) << self.axis | u32::from(at.x > 0.0) << u | u32::from(at.y > 0.0) << v
    }
}

/// Merges neighboring corners that are closer than `tolerance`; the lower one stays.
pub(crate) fn merge(corners: &mut FaceCorners, tolerance: f64) {
    let near = |p: &FaceCorner, q: &FaceCorner| (p.at - q.at).length_squared() <= tolerance * tolerance;
    let mut count = 0;
    for i in 0..corners.len() {
        let corner = corners[i];
        let near_one = if count > 0 && near(&corners[count - 1], &corner) {
            count - 1
        } else if i + 1 == corners.len() && count > 1 && near(&corners[0], &corner) {
            0
        } else {
            corners[count] = corner;
            count += 1;
            continue;
        };
        if corner.height < corners[near_one].height {
            corners[near_one] = corner;
        }
    }
    corners.truncate(count);
}

/// Keeps the four that carry the rest, as `reduce.rs` chooses them.
pub(crate) fn to_four(corners: &mut FaceCorners) {
    if corners.len() <= 4 {
        return;
    }
    let area = |p: usize, q: usize, c: &FaceCorner| {
        let (p, q) = (corners[p].at, corners[q].at);
        Vector2::perp_dot(q - p, c.at - p)
    };
    let squared = |p: usize, c: &FaceCorner| (c.at - corners[p].at).length_squared();
    let [first, second, third] = largest_triangle(corners, &|c| c.height, &squared, &area);
    let turn = area(first, second, &corners[third]).signum();
    let outside = |c: &FaceCorner| {
        let edges = [(first, second), (second, third), (third, first)];
        let [p, q, r] = edges.map(|(p, q)| -turn * area(p, q, c));
        p.max(q).max(r).max(0.0)
    };
    let fourth = best(corners, &outside);
    let mut i = 0;
    corners.retain(|_| {
        i += 1;
        [first, second, third, fourth].contains(&(i - 1))
    });
}
