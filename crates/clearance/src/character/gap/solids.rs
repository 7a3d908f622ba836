//! The gap to a box, to a polyhedron, or to a cylinder that is parallel to the segment.

use glam::DVec3;

use super::{CLOSE, LocalSegment, SegmentGap};
use crate::math::{Real, lift};
use crate::shape::{Polyhedron, Space3};

/// A polyhedron with more edges than this is searched faster by its support mapping.
const EDGES: usize = 32;

impl LocalSegment {
    /// The gap to a box around the origin. In 2D the third components of all vectors are 0.
    #[inline]
    pub(super) fn cuboid(&self, half: DVec3, enough: f64) -> Option<SegmentGap> {
        let [a, b] = self.ends;
        let gaps = (a.min(b) - half).max(-half - a.max(b));
        let widest = gaps.max_element();
        if widest > enough {
            let k = (0..3).find(|&k| gaps[k] == widest)?;
            let normal = DVec3::AXES[k] * (a[k] + b[k]).signum();
            return Some(SegmentGap::by_plane(widest, normal, self));
        }
        let kept = |p: DVec3| p.max(-half).min(half);
        self.by_end(0, kept(a))
            .or_else(|| self.by_end(1, kept(b)))
            .or_else(|| {
                let point = a + self.vector() * self.nearest_to_box(half);
                let nearest = kept(point);
                self.between(nearest, point, |n| {
                    (n.abs() * half).element_sum() - n.dot(nearest)
                })
            })
    }
    /// The parameter, from 0 to 1, of the segment's point nearest to a box. The squared distance is convex,
    /// and its slope is piecewise linear, with breaks where the segment crosses the plane of a face: the
    /// breaks narrow the interval, then one linear equation is solved.
    fn nearest_to_box(&self, half: DVec3) -> f64 {
        let (start, way) = (self.ends[0], self.vector());
        let slope = |t: f64| {
            let p = start + way * t;
            way.dot(p - p.max(-half).min(half))
        };
        let (mut low, mut high) = ((0.0, slope(0.0)), (1.0, slope(1.0)));
        if low.1 >= 0.0 {
            return 0.0;
        }
        if high.1 <= 0.0 {
            return 1.0;
        }
        for plane in [-half, half] {
            for t in ((plane - start) / way).to_array() {
                if t > low.0 && t < high.0 {
                    let at = (t, slope(t));
                    if at.1 < 0.0 {
                        low = at;
                    } else {
                        high = at;
                    }
                }
            }
        }
        low.0 - low.1 * ((high.0 - low.0) / (high.1 - low.1))
    }
    /// The gap to a solid polyhedron.
    pub(super) fn polyhedron<V: Space3>(&self, solid: &Polyhedron<V>, enough: f64) -> Option<SegmentGap> {
        if solid.rank() < 3 || solid.edges().len() > EDGES {
            return None;
        }
        let (mut face, mut widest) = (0, -f64::INFINITY);
        for (i, normal) in solid.face_normals().iter().enumerate() {
            let gap = self.lowest(lift(*normal)) - solid.face_offset(i).to_f64();
            if gap > widest {
                (face, widest) = (i, gap);
            }
        }
        let normal = lift(solid.face_normal(face));
        if widest > enough {
            return Some(SegmentGap::by_plane(widest, normal, self));
        }
        let vertex = |i: u32| lift(solid.vertices()[i as usize]);
        let [a, b] = self.along(normal);
        let foot = self.ends[usize::from(b < a)] - normal * widest;
        if widest > CLOSE * self.size() && is_within(solid.face_vertices(face), vertex, normal, foot) {
            return Some(SegmentGap {
                distance: widest,
                normal,
                point: foot,
                is_distance: true,
            });
        }
        let sides = solid.edges().iter().map(|edge| {
            let [p, q] = edge.vertices.map(vertex);
            (p, q - p)
        });
        let (nearest, point) = self.nearest_of(sides)?;
        self.between(nearest, point, |n| {
            let heights = solid.vertices().iter().map(|v| n.dot(lift(*v) - nearest));
            heights.fold(-f64::INFINITY, f64::max)
        })
    }
    /// The gap to a cylinder around Y of a segment along Y: the directions across and along are independent.
    pub(super) fn upright_cylinder(&self, half_height: f64, radius: f64) -> Option<SegmentGap> {
        let [a, b] = self.ends;
        if a.x != b.x || a.z != b.z {
            return None;
        }
        let out = DVec3::new(a.x, 0.0, a.z);
        let from_middle = out.length();
        let (low, high) = (a.y.min(b.y), a.y.max(b.y));
        let rim = if from_middle > radius {
            out * (radius / from_middle)
        } else {
            out
        };
        // The height at which both are nearest; where their heights overlap, the middle of that.
        let y = if low > half_height {
            half_height
        } else if high < -half_height {
            -half_height
        } else {
            (low.max(-half_height) + high.min(half_height)) * 0.5
        };
        let nearest = DVec3::new(rim.x, y, rim.z);
        let point = DVec3::new(a.x, y.max(low).min(high), a.z);
        self.between(nearest, point, |n| {
            let across = DVec3::new(n.x, 0.0, n.z).length() * radius;
            across + n.y.abs() * half_height - n.dot(nearest)
        })
    }
}

/// Whether a point in a face's plane is within the face, whose corners are counter-clockwise.
fn is_within(corners: &[u32], vertex: impl Fn(u32) -> DVec3, normal: DVec3, point: DVec3) -> bool {
    let Some(mut last) = corners.last().map(|i| vertex(*i)) else {
        return false;
    };
    corners.iter().all(|i| {
        let start = core::mem::replace(&mut last, vertex(*i));
        (last - start).cross(point - start).dot(normal) >= 0.0
    })
}
