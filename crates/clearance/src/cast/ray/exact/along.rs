//! Points, segments and triangles, projected along a ray.
//!
//! Along its direction the ray projects to a point, the origin of a plane, and it hits whatever covers that
//! point. A vertex is projected once, by a function of the vertex and the ray alone, and sides are then
//! decided exactly (`robust`, after Shewchuk 1997). So two triangles that share an edge agree on which side
//! of it the ray passes, and no ray slips through between them; a ray through the edge hits both. After Woop,
//! Benthin & Wald 2013, "Watertight Ray/Triangle Intersection". They shear with a rounded quotient; we take
//! cross products, which vanish exactly where the vertex is on the ray's plane. A triangle seen edge-on is
//! not dropped but hit at its edges.

use glam::DVec3;

use super::line::{Crossing, LocalRay, Span, squared};
use crate::exact::number::double_double::{DoubleDouble, DoubleDoubleVector};
use crate::exact::orientation::orient2d;

/// A ray, and the projection along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projection {
    pub ray: LocalRay,
    /// The axes; the last is the one along which the ray is fastest.
    axes: [usize; 3],
    length_squared: f64,
}

/// A vertex and its projection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProjectedVertex {
    pub point: DVec3,
    across: [f64; 2],
}

impl ProjectedVertex {
    fn is_on_ray(&self) -> bool {
        self.across == [0.0, 0.0]
    }
    /// Its distance from the ray, up to a factor that all vertices share.
    fn off(&self) -> f64 {
        libm::hypot(self.across[0], self.across[1])
    }
}

impl Projection {
    pub(crate) fn new(ray: LocalRay) -> Self {
        let d = ray.direction.abs();
        let fastest = if d.x >= d.y && d.x >= d.z {
            0
        } else if d.y >= d.z {
            1
        } else {
            2
        };
        Self {
            ray,
            axes: [(fastest + 1) % 3, (fastest + 2) % 3, fastest],
            length_squared: ray.direction.length_squared(),
        }
    }
    pub(crate) fn project(&self, point: DVec3) -> ProjectedVertex {
        let [x, y, z] = self.axes;
        ProjectedVertex {
            point,
            across: [self.minor(point, x, z), self.minor(point, y, z)],
        }
    }
    /// `(p - o)ᵢ dⱼ - (p - o)ⱼ dᵢ` with the right sign: the error of the four operations is at most 3
    /// roundings, and where that could matter, twice the precision is used.
    fn minor(&self, p: DVec3, i: usize, j: usize) -> f64 {
        let (o, d) = (self.ray.origin, self.ray.direction);
        let (one, other) = ((p[i] - o[i]) * d[j], (p[j] - o[j]) * d[i]);
        let difference = one - other;
        if difference.abs() > 1e-12 * (one.abs() + other.abs()) {
            return difference;
        }
        let wide = |i: usize, j: usize| DoubleDouble::difference(p[i], o[i]) * DoubleDouble::from(d[j]);
        (wide(i, j) - wide(j, i)).value()
    }
    /// The time at which the ray is nearest to a point.
    fn time_of(&self, p: DVec3) -> f64 {
        (p - self.ray.origin).dot(self.ray.direction) / self.length_squared
    }
    /// The normal of a flat shape without an outside: against the ray.
    fn facing(&self, normal: DVec3) -> DVec3 {
        let turned = if normal.dot(self.ray.direction) > 0.0 {
            -normal
        } else {
            normal
        };
        turned.normalize_or(self.ray.backwards())
    }

    /// A point, on the ray or not.
    pub(crate) fn point(&self, p: DVec3) -> Option<Span> {
        let seen = self.project(p);
        seen.is_on_ray()
            .then(|| Span::instant(Crossing::new(self.time_of(p), self.ray.backwards())))
    }

    /// A segment: hit at a point, or along all of it by a ray on its line; `outward` is its normal if it has
    /// one.
    pub(crate) fn segment(
        &self,
        a: &ProjectedVertex,
        b: &ProjectedVertex,
        outward: Option<DVec3>,
    ) -> Option<Span> {
        if side(a, b) != 0.0 {
            return None;
        }
        if a.is_on_ray() && b.is_on_ray() {
            let normal = outward.unwrap_or(self.ray.backwards());
            let [first, last] = [a, b].map(|v| Span::instant(Crossing::new(self.time_of(v.point), normal)));
            return Some(first.joined(last, self.ray.direction));
        }
        if a.across[0] * b.across[0] + a.across[1] * b.across[1] > 0.0 {
            return None;
        }
        let edge = b.point - a.point;
        let normal = outward.unwrap_or_else(|| self.facing(-self.ray.direction.reject_from(edge)));
        let fraction = a.off() / (a.off() + b.off());
        let time = self
            .meeting_time(a.point, b.point)
            .unwrap_or_else(|| self.time_of(a.point) * (1.0 - fraction) + self.time_of(b.point) * fraction);
        Some(Span::instant(Crossing::new(time, normal)))
    }
    /// When the ray crosses the line from `a` to `b`, which it does: `(m × e) · (d × e) / (d × e)²`.
    fn meeting_time(&self, a: DVec3, b: DVec3) -> Option<f64> {
        let (e, m) = (
            DoubleDoubleVector::between(a, b),
            DoubleDoubleVector::between(self.ray.origin, a),
        );
        let across = DoubleDoubleVector::from(self.ray.direction).cross(e);
        let divisor = squared(across);
        let time = m.cross(e).dot(across).ratio(divisor);
        time.is_finite().then_some(time)
    }

    /// A triangle with its interior; `outward` is its normal if it has one, else the normal faces the ray.
    pub(crate) fn triangle(&self, corners: [&ProjectedVertex; 3], outward: Option<DVec3>) -> Option<Span> {
        let [a, b, c] = corners;
        let (ab, bc, ca) = (side(a, b), side(b, c), side(c, a));
        if ab.min(bc).min(ca) < 0.0 && ab.max(bc).max(ca) > 0.0 {
            return None;
        }
        if ab == 0.0 && bc == 0.0 && ca == 0.0 {
            return self.edge_on(corners, outward);
        }
        let (e, f) = (
            DoubleDoubleVector::between(a.point, b.point),
            DoubleDoubleVector::between(a.point, c.point),
        );
        let normal = e.cross(f);
        let m = DoubleDoubleVector::between(self.ray.origin, a.point);
        let plane = m
            .dot(normal)
            .ratio(normal.dot(DoubleDoubleVector::from(self.ray.direction)));
        let times = [a, b, c].map(|v| self.time_of(v.point));
        let earliest = times[0].min(times[1]).min(times[2]);
        let latest = times[0].max(times[1]).max(times[2]);
        let error = 1e-12 * earliest.abs().max(latest.abs()); // the rounding of `times`, not of `plane`
        let time = if plane.is_finite() {
            plane.clamp(earliest - error, latest + error)
        } else {
            earliest
        };
        let normal = outward.unwrap_or_else(|| self.facing(unit(normal.value())));
        Some(Span::instant(Crossing::new(time, normal)))
    }
    /// 1 where the ray leaves through the back of a triangle, -1 where it enters through the front, 0 where
    /// it misses; `None` where it meets the edge or that is undecided.
    pub(crate) fn passes_triangle(
        &self,
        a: &ProjectedVertex,
        b: &ProjectedVertex,
        c: &ProjectedVertex,
    ) -> Option<i32> {
        let sides = [(a, b), (b, c), (c, a)].map(|(p, q)| side(p, q));
        let (least, most) = (
            sides[0].min(sides[1]).min(sides[2]),
            sides[0].max(sides[1]).max(sides[2]),
        );
        if least < 0.0 && most > 0.0 {
            return Some(0);
        }
        if least == 0.0 || most == 0.0 {
            return (least == 0.0 && most == 0.0 && !self.is_in_reach(&[a, b, c])).then_some(0);
        }
        let normal = DoubleDoubleVector::between(a.point, b.point)
            .cross(DoubleDoubleVector::between(a.point, c.point));
        let ahead = DoubleDoubleVector::between(self.ray.origin, a.point)
            .dot(normal)
            .value();
        let speed = normal.dot(DoubleDoubleVector::from(self.ray.direction)).value();
        crossing(ahead, speed)
    }
    /// Whether the projected ray may be within the box of these vertices.
    fn is_in_reach(&self, corners: &[&ProjectedVertex; 3]) -> bool {
        (0..2).all(|k| {
            let across = corners.map(|c| c.across[k]);
            across.iter().any(|&x| x <= 0.0) && across.iter().any(|&x| x >= 0.0)
        })
    }
    /// The same for a segment of the plane, whose front is on its right.
    pub(crate) fn passes_segment(&self, a: &ProjectedVertex, b: &ProjectedVertex) -> Option<i32> {
        // In the plane one of the two is always 0.
        let [one, other] = [a, b].map(|v| v.across[0] + v.across[1]);
        if (one > 0.0 && other > 0.0) || (one < 0.0 && other < 0.0) {
            return Some(0);
        }
        if one == 0.0 || other == 0.0 {
            return None;
        }
        let e = b.point - a.point;
        let normal = DoubleDoubleVector::from(DVec3::new(e.y, -e.x, 0.0));
        let ahead = DoubleDoubleVector::between(self.ray.origin, a.point)
            .dot(normal)
            .value();
        let speed = normal.dot(DoubleDoubleVector::from(self.ray.direction)).value();
        crossing(ahead, speed)
    }

    /// A triangle whose plane contains the ray, or one without area: its edges.
    fn edge_on(&self, [a, b, c]: [&ProjectedVertex; 3], outward: Option<DVec3>) -> Option<Span> {
        let edges = [(a, b), (b, c), (c, a)].map(|(p, q)| self.segment(p, q, outward));
        let join = |one: Span, other: Span| one.joined(other, self.ray.direction);
        edges.into_iter().flatten().reduce(join)
    }
}

/// Positive where the ray passes on the left of an edge.
#[inline]
fn side(p: &ProjectedVertex, q: &ProjectedVertex) -> f64 {
    orient2d([p.across, q.across, [0.0; 2]])
}

/// A unit vector at any magnitude, or zero.
fn unit(v: DVec3) -> DVec3 {
    let largest = v.abs().max_element();
    if largest > 0.0 {
        (v / largest).normalize()
    } else {
        DVec3::ZERO
    }
}

/// Whether a ray crosses a plane, and which way: `ahead` is the plane's distance along its normal, `speed`
/// that of the ray along the normal.
fn crossing(ahead: f64, speed: f64) -> Option<i32> {
    if ahead == 0.0 || speed == 0.0 {
        return None;
    }
    let is_ahead = (ahead > 0.0) == (speed > 0.0);
    Some(if !is_ahead {
        0
    } else if speed > 0.0 {
        1
    } else {
        -1
    })
}
