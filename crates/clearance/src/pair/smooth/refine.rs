//! The direction of the shortest way, to the last bit, from one that is nearly right.
//!
//! Where the gap g(n) along n has its maximum, a point of A's support set and one of B's face each other
//! along n. There are three cases:
//!
//! - Both support sets are single points: Newton's method on the sphere of directions (`stationary.rs`).
//! - One is a straight line, an edge or the side of a cylinder or cone: n is on a circle, the line's crease,
//!   and g has a ridge along it. Newton's method runs along that circle, with derivatives in closed form. The
//!   witness is the point of the line that faces the other body, if there is one.
//! - One is a face, or both are lines: n is given by the face, or by both creases. Projected along n, the
//!   support sets must have a common point: GJK in the plane perpendicular to n finds it.
//!
//! Which lines and faces to try is guessed: those that reach almost as far along n as the support point. A
//! wrong guess only costs time. An answer is accepted if n is right to rounding and each witness is in its
//! support set, because this alone makes it a maximum.
//!
//! Limits: lines and faces further off than the guess allows are not tried; the caller then comes back with a
//! better n.

use glam::{DVec2, DVec3};

use super::polish::{on_crease, where_both};
use super::search::Search;
use super::shortest_way::ShortestWay;
use super::stationary::{LONGEST_SLIDE, MOST_USELESS, stationary};
use super::support_set::{BorderLine, SupportFace};
use crate::math::Vector;
use crate::pair::gjk_epa::gjk;
use crate::pair::gjk_epa::gjk::{Limits, Outcome};
use crate::pair::gjk_epa::simplex::Support;
use crate::shape::NormalCircle;

/// Steps of Newton's method along a crease.
const STEPS: usize = 12;
/// The longest step, as a tangent.
const LONGEST: f64 = 0.5;

impl Search<'_> {
    /// The maximum near `n`; lines and faces whose directions are within about `width` of it are tried.
    pub(super) fn refined<V: Vector>(&self, n: DVec3, width: f64) -> Option<ShortestWay> {
        if let Some(found) = stationary::<V>(self.a, self.b, n, self.scale) {
            return Some(found);
        }
        let (of_a, of_b) = (self.a.lines_near(n, width), self.b.lines_near(-n, width));
        let other = self.mirrored();
        let on_a = || of_a.iter().find_map(|l| self.along(l, n));
        let on_b = || {
            of_b.iter()
                .find_map(|l| other.along(l, -n))
                .map(ShortestWay::mirrored)
        };
        let found = on_a().or_else(on_b);
        if found.is_some() || V::DIM == 2 {
            return found;
        }
        let (faces_a, faces_b) = (self.a.flats_near(n, width), self.b.flats_near(-n, width));
        let faces = faces_a.into_iter().chain(faces_b.into_iter().map(|m| -m));
        let mut near = faces.filter(|m| m.dot(n) > 0.5);
        let mut pairs = of_a.iter().flat_map(|l| of_b.iter().map(move |m| (l, m)));
        near.find_map(|m| self.across::<V>(m))
            .or_else(|| pairs.find_map(|(l, m)| self.crossing(l, m, n)))
    }
    fn mirrored(&self) -> Self {
        Self {
            a: self.b,
            b: self.a,
            ..*self
        }
    }
    /// The maximum along the crease of a line of A.
    fn along(&self, line: &BorderLine, n: DVec3) -> Option<ShortestWay> {
        let mut n = on_crease(line.crease, n).filter(|m| m.dot(n) > 0.5)?;
        let (mut least, mut useless) = (f64::INFINITY, 0);
        for _ in 0..STEPS {
            let along = line.crease.axis.cross(n).normalized()?;
            let [p, q] = self.a.ends_of(line, n);
            let from_p = self.b.support(-n) - p;
            let across = n.cross(along);
            let share = |to: DVec3| (to.dot(across) / (q - p).dot(across)).clamp(0.0, 1.0);
            let ([of_p, of_q], of_b) = (
                self.a.end_derivatives(line, n, along),
                self.b.support_derivative(-n, along),
            );
            let of_a = of_p + (of_q - of_p) * share(from_p);
            let (off, distance) = (from_p.dot(along), from_p.dot(n));
            let bends = of_a + of_b.dot(along);
            let curvature = bends + distance;
            if off.abs() <= self.tolerance() + 4.0 * f64::EPSILON * bends {
                // The last bit of n leaves a remainder. It is removed by moving both points along their
                // borders.
                let turn = if curvature == 0.0 { 0.0 } else { off / curvature };
                let slide = of_b * turn;
                if slide.is_nan() || slide.length().max((of_a * turn).abs()) > LONGEST_SLIDE * self.scale {
                    return None;
                }
                let from_p = from_p - slide;
                let on_line = (q - p) * share(from_p);
                let faces = (from_p - on_line).dot(across).abs() <= self.tolerance();
                return (faces && self.is_support(p, n)).then_some(ShortestWay {
                    distance,
                    normal: n,
                    point_a: p + on_line + along * (of_a * turn),
                });
            }
            useless += usize::from(off.abs() > least);
            if useless > MOST_USELESS || curvature.is_nan() || curvature <= 0.0 {
                return None;
            }
            least = off.abs().min(least);
            let step = (off / curvature).clamp(-LONGEST, LONGEST);
            n = on_crease(line.crease, n + along * step)?;
        }
        None
    }
    /// The rounding of the numbers of which points are made.
    fn tolerance(&self) -> f64 {
        4.0 * f64::EPSILON * self.scale
    }
    /// Whether nothing of A is further along `n` than `p`, up to rounding.
    fn is_support(&self, p: DVec3, n: DVec3) -> bool {
        (self.a.support(n) - p).dot(n) <= self.tolerance()
    }
    /// The direction `n` with witnesses, if the support sets along it, projected along it, have a common
    /// point.
    pub(super) fn across<V: Vector>(&self, n: DVec3) -> Option<ShortestWay> {
        let (of_a, of_b) = (
            self.a.face(n, self.tolerance()),
            self.b.face(-n, self.tolerance()),
        );
        let common = if V::DIM == 2 {
            self.common_of_lines(&of_a, &of_b, DVec3::new(-n.y, n.x, 0.0))?
        } else {
            self.common_of_faces(&of_a, &of_b, n)?
        };
        let (top_a, top_b) = (self.a.support(n).dot(n), self.b.support(-n).dot(n));
        Some(ShortestWay {
            distance: top_b - top_a,
            normal: n,
            point_a: common + n * top_a,
        })
    }
    /// In the plane: the middle of the interval that two edges, or an edge and a point, have in common along
    /// `t`.
    fn common_of_lines(&self, of_a: &SupportFace, of_b: &SupportFace, t: DVec3) -> Option<DVec3> {
        let ends = |f: &SupportFace| [f.furthest(-t).dot(t), f.furthest(t).dot(t)];
        let ([a_low, a_high], [b_low, b_high]) = (ends(of_a), ends(of_b));
        let (low, high) = (a_low.max(b_low), a_high.min(b_high));
        (low <= high + self.tolerance()).then(|| t * (0.5 * (low + high)))
    }
    /// A common point of two faces projected along `n`.
    fn common_of_faces(&self, of_a: &SupportFace, of_b: &SupportFace, n: DVec3) -> Option<DVec3> {
        let (u, v) = n.any_orthonormal_pair();
        let flat = |p: DVec3| DVec2::new(p.dot(u), p.dot(v));
        let support = |m: DVec2| {
            let m = u * m.x + v * m.y;
            Support::new(flat(of_a.furthest(m)), flat(of_b.furthest(-m)))
        };
        let limits = Limits {
            gap: self.tolerance(),
            enough: f64::INFINITY,
            steps: 60,
        };
        let start = flat(of_b.middle() - of_a.middle());
        let Outcome::Overlapping(simplex) = gjk::search_by(start, limits, &support) else {
            return None;
        };
        let (here, there) = simplex.witnesses();
        ((there - here).length() <= self.tolerance()).then(|| u * here.x + v * here.y)
    }
    /// The direction near `n` that supports both a line of A and one of B, if the two cross when projected
    /// along it.
    fn crossing(&self, one: &BorderLine, other: &BorderLine, n: DVec3) -> Option<ShortestWay> {
        let n = on_both(one.crease, other.crease.mirrored(), n).filter(|m| m.dot(n) > 0.5)?;
        let ([p, q], [r, s]) = (self.a.ends_of(one, n), self.b.ends_of(other, -n));
        let (long, beside) = (q - p, (s - r).cross(n));
        let share = (r - p).dot(beside) / long.dot(beside);
        let point_a = p + long * share;
        let (way, back) = (r - point_a, (s - r).length_squared());
        let distance = way.dot(n);
        let share_of_b = -(way - n * distance).dot(s - r) / back;
        let is_within = |x: f64| (0.0..=1.0).contains(&x);
        let other = self.mirrored();
        let is_support = [p, q].into_iter().all(|p| self.is_support(p, n));
        let is_support = is_support && [r, s].into_iter().all(|r| other.is_support(r, -n));
        (is_within(share) && is_within(share_of_b) && is_support).then_some(ShortestWay {
            distance,
            normal: n,
            point_a,
        })
    }
}

/// The direction on both creases that is nearest to `n`, to rounding even where they almost touch.
fn on_both(one: NormalCircle, other: NormalCircle, n: DVec3) -> Option<DVec3> {
    let directions = where_both(one, other).into_iter().flatten();
    let mut n = directions.reduce(|m, k| if k.dot(n) > m.dot(n) { k } else { m })?;
    for _ in 0..2 {
        n = on_crease(one, n)?;
        let along = one.axis.cross(n).normalized()?;
        let up = (other.axis - n * other.axis.dot(n)).normalized()?;
        let low = other.height * other.axis.cross(n).length() - other.width * other.axis.dot(n);
        n = on_crease(one, n + along * (low / along.dot(up)))?;
    }
    Some(n)
}
