//! Boxes and triangles of space: their face normals and the cross products of their edges are the candidate
//! axes.
//!
//! Source: S. Gottschalk, M. Lin & D. Manocha, "OBBTree", 1996 (fifteen axes for two boxes), in motion as in
//! D. Eberly, "Intersection of convex objects: the method of separating axes", 2001. Along each axis the two
//! overlap for an interval of time, and they meet when all of these overlap. Axes are not normalised, since
//! times do not depend on their length; the axis of two nearly parallel edges is left out.
//!
//! The meeting itself is then checked: the last axis to begin proves the two apart until then, and a common
//! point at that time is searched on the features across it. Where there is none within rounding,
//! `gjk_ray_cast.rs` searches.

use glam::DVec3;

use super::axes::{CandidateAxes, LANES, larger, smaller};
use super::body::PlacedCore;
use super::{CorePair, Found, SeparatingPlane, unit};
use crate::cast::cyrus_beck::ClipInterval;
use crate::cast::decided::Decided;
use crate::math::lift;
use crate::pair::PairSpace;
use crate::simd::widest;

/// The square of the sine below which two edges count as parallel.
const PARALLEL: f64 = 1e-12;

/// The most axes, in whole lanes: two boxes have fifteen.
const MOST: usize = 16;

/// A box or a triangle.
enum BoxOrTriangle {
    /// Half of each side, around the center.
    Box {
        center: DVec3,
        sides: [DVec3; 3],
        axes: [DVec3; 3],
        /// Perpendicular to the sides: rounded axes are not quite at right angles.
        normals: [DVec3; 3],
    },
    Triangle {
        corners: [DVec3; 3],
        normal: [DVec3; 1],
        edges: [DVec3; 3],
    },
}

/// When two of them first meet.
pub(super) fn search<V: PairSpace>(pair: &CorePair<'_, V>) -> Option<Found> {
    let (a, b) = (BoxOrTriangle::of(&pair.a)?, BoxOrTriangle::of(&pair.b)?);
    let mut axes = CandidateAxes::new();
    let clip = widest(
        #[inline(always)]
        || clip(pair, &a, &b, &mut axes),
    );
    let Decided::Hit(place) = pair.last_plane(&clip)? else {
        return Some(Found::Apart);
    };
    let axis = place / 2;
    let faces = a.normals().len() + b.normals().len();
    let outward = axes.outward(place);
    let normal = unit(outward)?;
    let plane = SeparatingPlane {
        normal,
        gap: b.span(normal).0 - a.span(normal).1,
        speed: -normal.dot(pair.way),
    };
    let feature = SharedFeature {
        a: &a,
        b: &b,
        normal,
        shift: pair.way * (plane.gap / plane.speed),
        level: 16.0 * pair.rounding,
    };
    let point = if axis < a.normals().len() {
        feature.on_face_of_a()
    } else if axis < faces {
        feature.on_face_of_b()
    } else {
        feature.of_edges((axis - faces) / 3, (axis - faces) % 3)
    };
    Some(Found::Together(plane, point?))
}

/// When the axes are crossed; it sets them first.
#[inline(always)]
fn clip<V: PairSpace>(
    pair: &CorePair<'_, V>,
    a: &BoxOrTriangle,
    b: &BoxOrTriangle,
    axes: &mut CandidateAxes<MOST>,
) -> ClipInterval {
    let count = set_axes(axes, a, b);
    for i in 0..count.div_ceil(LANES).min(MOST / LANES) {
        let normals = axes.block(i);
        let ((low_a, high_a), (low_b, high_b)) = (a.spans(normals), b.spans(normals));
        for k in 0..LANES {
            let is_axis = axes.is_set(i * LANES + k);
            let (near, far) = (low_b[k] - high_a[k], high_b[k] - low_a[k]);
            axes.near[i * LANES + k] = if is_axis { near } else { f64::NEG_INFINITY };
            axes.far[i * LANES + k] = if is_axis { far } else { f64::INFINITY };
        }
    }
    pair.clip(axes, count)
}

/// Sets the face normals of both, then the cross products of their edges, and returns how many there are.
/// Those of parallel edges are left out.
#[inline(always)]
fn set_axes(axes: &mut CandidateAxes<MOST>, a: &BoxOrTriangle, b: &BoxOrTriangle) -> usize {
    let mut count = 0;
    for &n in a.normals().iter().chain(b.normals()) {
        axes.set(count, n);
        count += 1;
    }
    for e in a.edges() {
        for f in b.edges() {
            let n = e.cross(*f);
            let is_parallel = n.length_squared() <= PARALLEL * e.length_squared() * f.length_squared();
            axes.set(count, if is_parallel { DVec3::ZERO } else { n });
            count += 1;
        }
    }
    count
}

impl BoxOrTriangle {
    #[inline(always)]
    fn of<V: PairSpace>(body: &PlacedCore<'_, V>) -> Option<Self> {
        match *body.vertices {
            [_, _, _, _, _, _, _, last] => {
                let half = lift(last);
                let [x, y, z] = body.axes;
                Some(Self::Box {
                    center: body.origin,
                    sides: [x * half.x, y * half.y, z * half.z],
                    axes: body.axes,
                    normals: [y.cross(z), z.cross(x), x.cross(y)],
                })
            }
            [a, b, c] => {
                let [a, b, c] = [body.point(a), body.point(b), body.point(c)];
                let corners = [a, b, c];
                let edges = [b - a, c - b, a - c];
                Some(Self::Triangle {
                    corners,
                    normal: [edges[0].cross(edges[1])],
                    edges,
                })
            }
            _ => None,
        }
    }
    #[inline]
    fn normals(&self) -> &[DVec3] {
        match self {
            Self::Box { normals, .. } => normals,
            Self::Triangle { normal, .. } => normal,
        }
    }
    #[inline]
    fn edges(&self) -> &[DVec3; 3] {
        match self {
            Self::Box { axes, .. } => axes,
            Self::Triangle { edges, .. } => edges,
        }
    }
    /// The extent along a normal.
    #[inline(always)]
    fn span(&self, n: DVec3) -> (f64, f64) {
        match self {
            Self::Box { center, sides, .. } => {
                let (middle, [x, y, z]) = (center.dot(n), sides.map(|side| side.dot(n).abs()));
                let half = x + y + z;
                (middle - half, middle + half)
            }
            Self::Triangle { corners, .. } => {
                let [a, b, c] = corners.map(|p| p.dot(n));
                (a.min(b).min(c), a.max(b).max(c))
            }
        }
    }
    /// The extents along four normals.
    #[inline(always)]
    fn spans(&self, [x, y, z]: [&[f64; LANES]; 3]) -> ([f64; LANES], [f64; LANES]) {
        let (mut low, mut high) = ([0.0; LANES], [0.0; LANES]);
        match self {
            Self::Box { center, sides, .. } => {
                for k in 0..LANES {
                    let along = |v: &DVec3| v.x * x[k] + v.y * y[k] + v.z * z[k];
                    let [p, q, r] = sides;
                    let half = along(p).abs() + along(q).abs() + along(r).abs();
                    let middle = along(center);
                    (low[k], high[k]) = (middle - half, middle + half);
                }
            }
            Self::Triangle { corners, .. } => {
                for k in 0..LANES {
                    let along = |v: &DVec3| v.x * x[k] + v.y * y[k] + v.z * z[k];
                    let [p, q, r] = corners;
                    let (p, q, r) = (along(p), along(q), along(r));
                    low[k] = smaller(smaller(p, q), r);
                    high[k] = larger(larger(p, q), r);
                }
            }
        }
        (low, high)
    }
    fn middle(&self) -> DVec3 {
        match self {
            Self::Box { center, .. } => *center,
            Self::Triangle {
                corners: [a, b, c], ..
            } => (*a + *b + *c) * (1.0 / 3.0),
        }
    }
    /// The point furthest along a unit normal; of several, about the one nearest to `near`.
    fn furthest(&self, n: DVec3, near: DVec3, level: f64) -> DVec3 {
        match self {
            Self::Box { center, sides, .. } => sides.iter().fold(*center, |point, &side| {
                let rise = side.dot(n);
                let part = if rise.abs() > level {
                    rise.signum()
                } else {
                    along(side, near - *center)
                };
                point + side * part
            }),
            Self::Triangle { corners, .. } => {
                let top = self.span(n).1;
                let is_top = |p: &DVec3| p.dot(n) >= top - level;
                match corners.map(|p| is_top(&p)) {
                    [true, true, true] => self.middle(),
                    [true, false, false] => corners[0],
                    [false, true, false] => corners[1],
                    [false, false, true] => corners[2],
                    [true, true, false] => on_edge(corners[0], corners[1], near),
                    [false, true, true] => on_edge(corners[1], corners[2], near),
                    _ => on_edge(corners[2], corners[0], near),
                }
            }
        }
    }
    /// Whether a point is within `level` of the shape.
    fn holds(&self, p: DVec3, level: f64) -> bool {
        match self {
            Self::Box {
                center,
                sides,
                normals,
                ..
            } => (0..3).all(|k| {
                let n = normals[k];
                (p - *center).dot(n).abs() <= sides[k].dot(n).abs() + level * n.length()
            }),
            Self::Triangle {
                corners,
                edges,
                normal: [normal],
            } => {
                let length = normal.length();
                let is_within = |k: usize| {
                    let side = edges[k].cross(p - corners[k]).dot(*normal);
                    side >= -level * length * edges[k].length()
                };
                (p - corners[0]).dot(*normal).abs() <= level * length && (0..3).all(is_within)
            }
        }
    }
    /// The middle and half of the edge in direction `i` that is furthest along a unit normal; `None` where
    /// there are several.
    fn top_edge(&self, i: usize, n: DVec3, level: f64) -> Option<(DVec3, DVec3)> {
        match self {
            Self::Box { center, sides, .. } => {
                let others = [(i + 1) % 3, (i + 2) % 3].map(|k| (sides[k], sides[k].dot(n)));
                let is_one = others
                    .iter()
                    .all(|(side, rise)| rise.abs() > level || *side == DVec3::ZERO);
                let middle = others
                    .iter()
                    .fold(*center, |point, (side, rise)| point + *side * rise.signum());
                is_one.then_some((middle, sides[i]))
            }
            Self::Triangle { corners, edges, .. } => {
                let middle = corners[i] + edges[i] * 0.5;
                let is_top = middle.dot(n) >= self.span(n).1 - level;
                is_top.then_some((middle, edges[i] * 0.5))
            }
        }
    }
}

/// The nearest point on a segment around the origin, in halves of it.
fn along(half: DVec3, to: DVec3) -> f64 {
    let length2 = half.length_squared();
    if length2 == 0.0 {
        return 0.0;
    }
    (to.dot(half) / length2).clamp(-1.0, 1.0)
}

fn on_edge(a: DVec3, b: DVec3, near: DVec3) -> DVec3 {
    let (middle, half) = ((a + b) * 0.5, (b - a) * 0.5);
    middle + half * along(half, near - middle)
}

/// Two that are together across a plane, B after moving by `shift`; the common point is searched.
struct SharedFeature<'s> {
    a: &'s BoxOrTriangle,
    b: &'s BoxOrTriangle,
    normal: DVec3,
    shift: DVec3,
    level: f64,
}

impl SharedFeature<'_> {
    fn on_face_of_a(&self) -> Option<DVec3> {
        let near = self.a.middle() - self.shift;
        let point = self.b.furthest(-self.normal, near, self.level) + self.shift;
        self.a.holds(point, self.level).then_some(point)
    }
    fn on_face_of_b(&self) -> Option<DVec3> {
        let point = self
            .a
            .furthest(self.normal, self.b.middle() + self.shift, self.level);
        self.b.holds(point - self.shift, self.level).then_some(point)
    }
    /// Where two edges cross (Ericson 2005, 5.1.8).
    fn of_edges(&self, i: usize, j: usize) -> Option<DVec3> {
        let (p, e) = self.a.top_edge(i, self.normal, self.level)?;
        let (q, f) = self.b.top_edge(j, -self.normal, self.level)?;
        let between = q + self.shift - p;
        let (ee, ff, ef) = (e.length_squared(), f.length_squared(), e.dot(f));
        let (be, bf) = (between.dot(e), between.dot(f));
        let determinant = ee * ff - ef * ef;
        let (s, t) = (
            (be * ff - bf * ef) / determinant,
            (be * ef - bf * ee) / determinant,
        );
        let off = (between + f * t - e * s).length();
        let most = 1.0 + 1e-9;
        let is_met = s.abs() <= most && t.abs() <= most && off <= self.level;
        is_met.then_some(p + e * s)
    }
}
