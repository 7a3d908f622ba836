//! How deep two small polyhedra overlap, by every candidate axis.
//!
//! Source: D. Gregorius, "The Separating Axis Test between Convex Polyhedra", Game Developers Conference
//! 2013. The faces of the Minkowski difference are the faces of A, those of B, and one parallelogram for each
//! pair of edges whose arcs cross on the Gauss map (an edge is the arc between the normals of its two faces;
//! B's are mirrored). The least offset of all these faces is the depth.
//!
//! Where we differ: where rounding may have changed a sign on the Gauss map, the arcs count as crossing,
//! since one axis too many does no harm: the depth along any axis is no less than the true one, and the best
//! axis is measured again over all vertices. Nearly parallel edges whose arcs may cross have no accurate
//! axis: there the expanding polytope decides. Edges parallel to the last digits have none at all: their
//! parallelogram has no width.
//!
//! Limits: the work grows with the product of the edge counts. For more than [`MOST_PAIRS`] (two tetrahedra
//! have 36) the expanding polytope, whose steps hardly grow, is faster: at 144 pairs it takes half the
//! instructions.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::candidate_axis::{AxisKind, CandidateAxis};
use super::core_clearance::CoreClearance;
use crate::math::{Real, ScalarOf, Space, Vector};
use crate::pair::contact::core_manifold;
use crate::pair::core_pair::{CoreHull, CorePair};
use crate::shape::{Polyhedron, Space3};

const MOST_VERTICES: usize = 12;
const MOST_FACES: usize = 16;
const MOST_EDGES: usize = 24;
const MOST_PAIRS: usize = 60;

/// The sine of the angle between two edges below which they count as parallel.
const PARALLEL: f64 = 1e-14;

#[derive(Clone, Copy)]
struct HullFace {
    /// Outward unit normal, right to two units in the last place of the scene's precision.
    normal: DVec3,
    /// No vertex is higher along it.
    offset: f64,
}

#[derive(Clone, Copy)]
struct HullEdge {
    start: DVec3,
    /// Unit vector.
    along: DVec3,
    length: f64,
    faces: [usize; 2],
    /// The sum of its faces' normals: its arc is on that side of the sphere.
    outward: DVec3,
}

/// A polyhedron in A's frame.
struct SmallHull {
    vertices: ArrayVec<DVec3, MOST_VERTICES>,
    faces: ArrayVec<HullFace, MOST_FACES>,
    edges: ArrayVec<HullEdge, MOST_EDGES>,
}

/// The depth of two polyhedra that overlap; `None` where they are too large for this, or it is undecided.
pub(crate) fn deepest<V: Space3>(pair: &CorePair<'_, V>) -> Option<CoreClearance> {
    let (CoreHull::Polyhedron(a), CoreHull::Polyhedron(b)) = (pair.a.hull, pair.b.hull) else {
        return None;
    };
    if a.edges().len() * b.edges().len() > MOST_PAIRS {
        return None;
    }
    by_every_axis(pair, a, b)
}

fn by_every_axis<V: Space3>(
    pair: &CorePair<'_, V>,
    a: &Polyhedron<V>,
    b: &Polyhedron<V>,
) -> Option<CoreClearance> {
    if a.rank() < 3 || b.rank() < 3 {
        return None;
    }
    let (scale_a, scale_b) = (pair.a.frame.scale, pair.b.frame.scale);
    let a = SmallHull::new(a, |p| p * scale_a, |n| n)?;
    let b = SmallHull::new(
        b,
        |p| pair.placed_b(p * scale_b),
        |n| DVec3::combine(&pair.axes, n),
    )?;
    let epsilon = ScalarOf::<V>::EPSILON.to_f64();
    let mut best = best_face(&a, &b);
    // Of equal axes a face's is preferred.
    let equal = 4.0 * f64::EPSILON * pair.scale;
    let crossings = EdgeCrossings::new(&a, &b, 4.0 * epsilon + 16.0 * f64::EPSILON);
    crossings.improve(&mut best, equal)?;
    let error_bound = 2.0 * epsilon * pair.scale + equal;
    let over = a.highest(best.normal).dot(best.normal) - b.highest(-best.normal).dot(best.normal);
    if over <= 0.0 || (over + best.gap).abs() > error_bound {
        return None;
    }
    let best = CandidateAxis { gap: -over, ..best };
    let (point_a, point_b) = witnesses(pair, &a, &b, &best, error_bound)?;
    Some(CoreClearance {
        distance: best.gap,
        error_bound,
        normal: best.normal,
        point_a,
        point_b,
    })
}

impl SmallHull {
    fn new<V: Space3>(
        p: &Polyhedron<V>,
        point: impl Fn(DVec3) -> DVec3,
        direction: impl Fn(DVec3) -> DVec3,
    ) -> Option<Self> {
        if p.vertices().len() > MOST_VERTICES || p.face_count() > MOST_FACES || p.edges().len() > MOST_EDGES {
            return None;
        }
        let vertices: ArrayVec<_, MOST_VERTICES> =
            p.vertices().iter().map(|v| point(v.to_double())).collect();
        let face = |n: &V| {
            let normal = direction(n.to_double());
            let heights = vertices.iter().map(|v| v.dot(normal));
            HullFace {
                normal,
                offset: heights.fold(-f64::INFINITY, Real::max),
            }
        };
        let faces: ArrayVec<_, MOST_FACES> = p.face_normals().iter().map(face).collect();
        let mut edges = ArrayVec::new();
        for edge in p.edges() {
            let [start, end] = edge.vertices.map(|i| vertices[i as usize]);
            let length = (end - start).length();
            let sides = edge.faces.map(|i| i as usize);
            edges.push(HullEdge {
                start,
                along: (end - start) * (1.0 / length),
                length,
                faces: sides,
                outward: faces[sides[0]].normal + faces[sides[1]].normal,
            });
        }
        Some(Self {
            vertices,
            faces,
            edges,
        })
    }
    fn highest(&self, n: DVec3) -> DVec3 {
        let higher = |p: DVec3, q: DVec3| if q.dot(n) > p.dot(n) { q } else { p };
        self.vertices.iter().copied().reduce(higher).unwrap_or_default()
    }
    fn contains(&self, p: DVec3, tolerance: f64) -> bool {
        self.faces.iter().all(|f| f.normal.dot(p) <= f.offset + tolerance)
    }
    fn lowest_along(&self, n: DVec3) -> f64 {
        self.vertices
            .iter()
            .map(|v| v.dot(n))
            .fold(f64::INFINITY, Real::min)
    }
    /// For each face the edges of `other` that surely rise from its plane, and those that surely fall, one
    /// bit each.
    fn slopes(&self, other: &Self, tolerance: f64) -> ArrayVec<[u32; 2], MOST_FACES> {
        let slopes = |face: &HullFace| {
            let mut bits = [0; 2];
            for (j, edge) in other.edges.iter().enumerate() {
                let rise = edge.along.dot(face.normal);
                bits[0] |= u32::from(rise > tolerance) << j;
                bits[1] |= u32::from(rise < -tolerance) << j;
            }
            bits
        };
        self.faces.iter().map(slopes).collect()
    }
}

fn best_face(a: &SmallHull, b: &SmallHull) -> CandidateAxis {
    let mut best = CandidateAxis {
        gap: -f64::INFINITY,
        normal: DVec3::X,
        kind: AxisKind::FaceOfA(0),
    };
    let kinds: [fn(usize) -> AxisKind; 2] = [AxisKind::FaceOfA, AxisKind::FaceOfB];
    let both = [(kinds[0], a, b, 1.0), (kinds[1], b, a, -1.0)];
    for (kind, solid, other, sign) in both {
        for (i, face) in solid.faces.iter().enumerate() {
            let gap = other.lowest_along(face.normal) - face.offset;
            if gap > best.gap {
                best = CandidateAxis {
                    gap,
                    normal: face.normal * sign,
                    kind: kind(i),
                };
            }
        }
    }
    best
}

/// Which arcs of A cross which mirrored arcs of B on the Gauss map: each leads from one side of the other to
/// the other side, and both on the same half of the sphere.
struct EdgeCrossings<'s> {
    a: &'s SmallHull,
    b: &'s SmallHull,
    of_a: ArrayVec<[u32; 2], MOST_FACES>,
    of_b: ArrayVec<[u32; 2], MOST_FACES>,
    /// The square of the sine below which the cross product of two edges is not accurate enough.
    least_square: f64,
}

impl<'s> EdgeCrossings<'s> {
    fn new(a: &'s SmallHull, b: &'s SmallHull, tolerance: f64) -> Self {
        Self {
            a,
            b,
            of_a: a.slopes(b, tolerance),
            of_b: b.slopes(a, tolerance),
            least_square: if tolerance > 1e-10 { 1e-6 } else { 1e-3 },
        }
    }
    /// Tries all crossings; `None` where an axis that may be the best is not accurate.
    fn improve(&self, best: &mut CandidateAxis, equal: f64) -> Option<()> {
        let one_side = |slopes: &[[u32; 2]], faces: [usize; 2]| {
            let [p, q] = faces.map(|f| slopes[f]);
            (p[0] & q[0]) | (p[1] & q[1])
        };
        let all = (1_u32 << self.b.edges.len()) - 1;
        let mut closed = [0_u32; MOST_EDGES];
        for (j, edge) in self.b.edges.iter().enumerate() {
            closed[j] = one_side(&self.of_b, edge.faces);
        }
        for (i, edge) in self.a.edges.iter().enumerate() {
            let mut open = all & !one_side(&self.of_a, edge.faces);
            while open != 0 {
                let j = open.trailing_zeros() as usize;
                open &= open - 1;
                if closed[j] >> i & 1 == 0 {
                    self.try_edges(i, j, best, equal)?;
                }
            }
        }
        Some(())
    }
    #[inline]
    fn try_edges(&self, i: usize, j: usize, best: &mut CandidateAxis, equal: f64) -> Option<()> {
        let (a, b) = (&self.a.edges[i], &self.b.edges[j]);
        let across = a.along.cross(b.along);
        let square = across.length_squared();
        if square <= PARALLEL * PARALLEL {
            return Some(());
        }
        let (side_a, side_b) = (across.dot(a.outward), -across.dot(b.outward));
        let sure = 1e-12 * square;
        if square < self.least_square || side_a * side_a < sure || side_b * side_b < sure {
            return None;
        }
        if (side_a > 0.0) != (side_b > 0.0) {
            return Some(());
        }
        let normal = across * (1.0_f64.copysign(side_a) / square.sqrt());
        let gap = -normal.dot(a.start - b.start);
        if gap > best.gap + equal {
            *best = CandidateAxis {
                gap,
                normal,
                kind: AxisKind::Edges(i, j),
            };
        }
        Some(())
    }
}

/// A point of each; they coincide once B has moved by the depth.
fn witnesses<V: Space3>(
    pair: &CorePair<'_, V>,
    a: &SmallHull,
    b: &SmallHull,
    best: &CandidateAxis,
    tolerance: f64,
) -> Option<(DVec3, DVec3)> {
    let step = best.normal * -best.gap;
    let point_a = match best.kind {
        AxisKind::FaceOfA(_) => {
            let point = b.highest(-best.normal) + step;
            a.contains(point, tolerance).then_some(point)
        }
        AxisKind::FaceOfB(_) => {
            let point = a.highest(best.normal);
            b.contains(point - step, tolerance).then_some(point)
        }
        AxisKind::Edges(i, j) => return crossing(&a.edges[i], &b.edges[j], step, tolerance),
    };
    match point_a {
        Some(point) => Some((point, point - step)),
        // A face on a face or on an edge: the vertex chosen may be beyond the border.
        None => core_manifold::common_point(pair, best.normal, best.gap, tolerance),
    }
}

/// The closest points of two lines, if they are `step` apart and within the edges.
fn crossing(a: &HullEdge, b: &HullEdge, step: DVec3, tolerance: f64) -> Option<(DVec3, DVec3)> {
    let between = a.start - b.start;
    let (cosine, d, e) = (a.along.dot(b.along), a.along.dot(between), b.along.dot(between));
    let square = a.along.cross(b.along).length_squared();
    let on_a = ((cosine * e - d) / square).clamp(0.0, a.length);
    let on_b = ((e - cosine * d) / square).clamp(0.0, b.length);
    let (p, q) = (a.start + a.along * on_a, b.start + b.along * on_b);
    ((q - p + step).max_abs() <= tolerance).then_some((p, q))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::math::Pose;
    use crate::pair::core_pair::ConvexCore;
    use crate::pair::dice::Dice;
    use crate::pair::gjk_epa::epa::Depth;
    use crate::pair::gjk_epa::gjk::Outcome;
    use crate::pair::space::search::{closest_points, depth};
    use crate::shape::{Placed, Shape3};

    /// A few corners of a cube or of a random cloud.
    fn small(dice: &mut Dice, case: usize) -> Vec<DVec3> {
        let cube = |i: usize| DVec3::from_fn(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 });
        match case % 4 {
            0 => (0..8).map(cube).collect(),
            1 => (0..6).map(|i| cube(i) * DVec3::new(1.0, 0.5, 0.25)).collect(),
            _ => dice.cloud(4 + case % 3, DVec3::ZERO, 1.0),
        }
    }
    /// The depth by the expanding polytope.
    fn expanded(pair: &CorePair<'_, DVec3>) -> Option<f64> {
        let enough = f64::INFINITY;
        let Outcome::Overlapping(simplex) = closest_points(pair, pair.between, enough) else {
            return None;
        };
        match depth(pair, &simplex, enough) {
            Depth::Found(f) => Some(f.at_most),
            _ => None,
        }
    }

    #[test]
    fn agrees_with_the_expanding_polytope() {
        let mut dice = Dice(5);
        let (mut overlapping, mut answered) = (0, 0);
        for case in 0..1500 {
            let shapes = [0, 1]
                .map(|k| Shape3::Convex(Polyhedron::new(&small(&mut dice, case + k * (case / 4))).unwrap()));
            let turn = if case % 5 == 0 {
                glam::DQuat::IDENTITY
            } else {
                glam::DQuat::from_vec4(dice.vector().extend(0.3)).normalize()
            };
            let poses = [
                Pose::<DVec3>::default(),
                Pose::new(dice.vector() * 1.5, turn).unwrap(),
            ];
            let [a, b] = [0, 1].map(|k| ConvexCore::new(Placed::new(&shapes[k], &poses[k])).unwrap());
            let pair = CorePair::new(&a, &b);
            let Some(want) = expanded(&pair) else { continue };
            overlapping += 1;
            let (CoreHull::Polyhedron(p), CoreHull::Polyhedron(q)) = (a.hull, b.hull) else {
                continue;
            };
            let Some(found) = by_every_axis(&pair, p, q) else {
                continue;
            };
            answered += 1;
            assert!((found.distance + want).abs() < 1e-13, "{case}: {want} {found:?}");
            let beside = found.point_b - found.point_a - found.normal * found.distance;
            assert!(beside.max_abs() < 1e-13, "{case}: {found:?}");
        }
        assert!((450..1050).contains(&overlapping), "{overlapping}");
        assert!(answered * 100 > overlapping * 90, "{answered} of {overlapping}");
    }
}
