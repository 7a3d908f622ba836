//! Triangle soup and cloth: a vertex against a face, an edge against an edge, all vertices moving straight.
//!
//! Two features miss each other if a plane separates them. Vertices that move straight cross a plane of fixed
//! normal at zeros of linear functions, so a plane that separates the features now does so until the first of
//! these times. Time advances from plane to plane. Each plane is the best of a few candidates through the
//! features as they are then: the face's normal, the common normal of two edges, the directions between
//! closest points of borders. As with Newton's method the steps double their digits towards a contact, and a
//! plane that lasts to the end proves a miss.
//!
//! Inclusion-based root finding (Snyder, "Interval analysis for computer graphics", 1992; Wang et al., "A
//! large scale benchmark and an inclusion-based algorithm for continuous collision detection", 2021) bisects
//! time and two more parameters instead: some thousand boxes where this takes a few planes. As with theirs,
//! the answer is never a miss where there is a contact: a plane counts only while its gap exceeds the error
//! bound.
//!
//! Limits: features that come closer than that bound, some 1e-15 of their size, or graze each other for
//! longer than [`STEPS`] planes, count as meeting.

use glam::DVec3;

use crate::math::{Real, Vector3, lift};
use crate::pair::QueryError;

/// After so many planes, features that are still about to meet count as meeting; only grazes take more than
/// about 20.
const STEPS: usize = 1000;

/// Where a vertex is at time 0 and at time 1.
pub type Path<V> = [V; 2];

/// The first time from 0 to 1 at which a moving vertex may come within `separation` of a moving triangle;
/// never later than the truth, and `None` only where there surely is none. With a separation of 0: when they
/// may meet.
///
/// Degenerate triangles are what is left of them. Errors: a coordinate or a separation that is not finite, or
/// a negative separation.
///
/// ```
/// use clearance::{cast::vertex_face, glam::DVec3};
/// let still = |x, z| [DVec3::new(x, 0.0, z); 2];
/// let face = [still(-1.0, -1.0), still(1.0, -1.0), still(0.0, 1.0)];
/// let falls = [DVec3::Y, DVec3::NEG_Y * 3.0];
/// let time = vertex_face(falls, face, 0.0).unwrap().unwrap();
/// assert!((0.25 - 1e-12..=0.25).contains(&time)); // never late
/// let beside = falls.map(|p| p + DVec3::X * 1.5);
/// assert_eq!(vertex_face(beside, face, 0.0), Ok(None));
/// ```
pub fn vertex_face<V: Vector3>(
    vertex: Path<V>,
    face: [Path<V>; 3],
    separation: V::Scalar,
) -> Result<Option<f64>, QueryError> {
    let features = Features::new(&[vertex], &face, separation)?;
    Ok(features.first(|a, b| vertex_face_planes(a[0], [b[0], b[1], b[2]])))
}

/// The first time from 0 to 1 at which two moving edges may come within `separation` of each other; never
/// later than the truth, and `None` only where they surely do not.
///
/// An edge of no length is a point. Errors: as of [`vertex_face`].
///
/// ```
/// use clearance::{cast::edge_edge, glam::DVec3};
/// let still = [[DVec3::NEG_X; 2], [DVec3::X; 2]];
/// let falls = [DVec3::NEG_Z, DVec3::Z].map(|p| [p + DVec3::Y, p + DVec3::NEG_Y]);
/// let time = edge_edge(still, falls, 0.0).unwrap().unwrap();
/// assert!((0.5 - 1e-12..=0.5).contains(&time));
/// let aside = falls.map(|path| path.map(|p| p + DVec3::X * 1.5));
/// assert_eq!(edge_edge(still, aside, 0.0), Ok(None));
/// ```
pub fn edge_edge<V: Vector3>(
    a: [Path<V>; 2],
    b: [Path<V>; 2],
    separation: V::Scalar,
) -> Result<Option<f64>, QueryError> {
    let features = Features::new(&a, &b, separation)?;
    Ok(features.first(|a, b| edge_edge_planes([a[0], a[1]], [b[0], b[1]])))
}

/// The vertices of two moving features.
struct Features {
    a: [[DVec3; 2]; 2],
    b: [[DVec3; 2]; 3],
    counts: [usize; 2],
    /// A gap that surely separates the features.
    margin: f64,
}

impl Features {
    fn new<V: Vector3>(a: &[Path<V>], b: &[Path<V>], separation: V::Scalar) -> Result<Self, QueryError> {
        let finite = |paths: &[Path<V>]| paths.iter().flatten().all(|p| p.is_finite());
        for (name, sound) in [
            ("a", finite(a)),
            ("b", finite(b)),
            ("separation", separation.is_finite() && separation >= Real::ZERO),
        ] {
            if !sound {
                return Err(QueryError::NotFinite(name));
            }
        }
        let mut features = Self {
            a: [[DVec3::ZERO; 2]; 2],
            b: [[DVec3::ZERO; 2]; 3],
            counts: [a.len(), b.len()],
            margin: 0.0,
        };
        // In a unit near their size, so that no product overflows or vanishes.
        let largest = a.iter().chain(b).flatten().map(|p| p.max_abs().to_f64());
        let unit = libm::frexp(largest.fold(separation.to_f64(), f64::max)).1;
        let scaled = |p: V| lift(p).map(|x| libm::scalbn(x, -unit));
        a.iter()
            .zip(&mut features.a)
            .for_each(|(p, q)| *q = p.map(scaled));
        b.iter()
            .zip(&mut features.b)
            .for_each(|(p, q)| *q = p.map(scaled));
        let apart = libm::scalbn(separation.to_f64(), -unit) * (1.0 + 8.0 * f64::EPSILON);
        features.margin = features.rounding() + apart;
        Ok(features)
    }
    fn pairs(&self) -> impl Iterator<Item = [DVec3; 2]> {
        let (a, b) = (&self.a[..self.counts[0]], &self.b[..self.counts[1]]);
        a.iter()
            .flat_map(move |p| b.iter().map(move |q| [q[0] - p[0], q[1] - p[1]]))
    }
    /// The error bound of the gap along a unit vector: a difference has an error of half an EPSILON of
    /// itself, its product with a vector three halves more of the product of the lengths, and the value
    /// between two ends two EPSILON more. All are of differences, however far from the origin the features
    /// are.
    fn rounding(&self) -> f64 {
        let largest = self.pairs().flatten().map(|d| d.abs().max_element());
        largest.fold(0.0, f64::max) * (4.0 * 1.7320508075688774 * f64::EPSILON) + f64::MIN_POSITIVE
    }
    /// Advances from plane to plane; `planes` gives candidate normals for the features where they are.
    fn first<const N: usize>(&self, planes: impl Fn(&[DVec3], &[DVec3]) -> [DVec3; N]) -> Option<f64> {
        let mut time = 0.0;
        for _ in 0..STEPS {
            let (a, b) = (self.a.map(|p| between(p, time)), self.b.map(|p| between(p, time)));
            let lasts = planes(&a, &b).into_iter().filter_map(|n| self.lasts(n, time));
            let next = lasts.fold(time, f64::max);
            if next > 1.0 {
                return None;
            }
            if next <= time {
                break;
            }
            time = next;
        }
        Some(time)
    }
    /// Until when a plane of this normal, of any length, separates the features that it separates now; more
    /// than 1 means to the end.
    fn lasts(&self, normal: DVec3, now: f64) -> Option<f64> {
        let normal = normal.try_normalize()?;
        let ends = |d: [DVec3; 2]| d.map(|d| normal.dot(d));
        // The plane faces B.
        let middle: f64 = self.pairs().map(|d| between_numbers(ends(d), now)).sum();
        let side = if middle < 0.0 { -1.0 } else { 1.0 };
        let mut end = 2.0;
        for d in self.pairs() {
            let [start, stop] = ends(d).map(|x| x * side);
            if between_numbers([start, stop], now) <= self.margin {
                return None;
            }
            if stop <= self.margin {
                let crossed = (start - self.margin) / (start - stop);
                end = end.min(crossed - 4.0 * f64::EPSILON);
            }
        }
        Some(end)
    }
}

fn between(path: [DVec3; 2], time: f64) -> DVec3 {
    path[0] + (path[1] - path[0]) * time
}

fn between_numbers([start, stop]: [f64; 2], time: f64) -> f64 {
    start + (stop - start) * time
}

/// Normals of planes, one of which separates a point and a triangle, if any plane does.
fn vertex_face_planes(p: DVec3, [a, b, c]: [DVec3; 3]) -> [DVec3; 4] {
    [
        (b - a).cross(c - a),
        from_edge(p, a, b),
        from_edge(p, b, c),
        from_edge(p, c, a),
    ]
}

/// Normals of planes, one of which separates two segments, if any plane does.
fn edge_edge_planes([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> [DVec3; 5] {
    [
        (b - a).cross(d - c),
        from_edge(a, c, d),
        from_edge(b, c, d),
        from_edge(c, a, b),
        from_edge(d, a, b),
    ]
}

/// From the closest point of a segment to a point.
fn from_edge(p: DVec3, a: DVec3, b: DVec3) -> DVec3 {
    let along = b - a;
    let t = (p - a).dot(along) / along.length_squared();
    // NaN, for a segment of no length: any end.
    let t = if t > 0.0 { t.min(1.0) } else { 0.0 };
    (p - a) - along * t
}
