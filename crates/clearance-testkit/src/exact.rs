//! An oracle in integers: the relation and the distance of two hulls, each grown by a ball, by trying every
//! feature.
//!
//! Every float is an integer multiple of 2^-1074, so world coordinates of shapes without a rotation are
//! integers in that unit, however small or large. This shares no code with the library, and rounds only the
//! length that [`Sets::clearance_is_within`] compares:
//! - the distance of two hulls that are apart is that of two features (points, segments, triangles of
//!   vertices), as the root of a fraction;
//! - two hulls have interior points in common if they overlap along every normal of a face of their
//!   difference: the normals are those of triangles of vertices and the cross products of segments of both
//!   (Ericson, Real-Time Collision Detection, 2005, 5.2.1), and the least overlap is the depth;
//! - a hull grown by a ball contains a ball if the center of that is no farther from the hull than the
//!   difference of the radii, or, where the contained ball has the larger radius, so deep behind every face.

use std::cmp::Ordering;

use clearance::Relation;
use dashu_int::IBig;
use dashu_int::ops::SquareRoot;

/// A point or vector; the third coordinate is 0 in the plane.
pub type Point = [IBig; 3];

/// The hull of some points, grown by a ball, in units of 2^-1074.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The points, at least one.
    pub points: Vec<Point>,
    /// The radius, not negative.
    pub radius: IBig,
}

/// Two sets in the plane or in space.
#[derive(Clone, Debug)]
pub struct Sets {
    /// The first.
    pub a: Grown,
    /// The second.
    pub b: Grown,
    /// 2 or 3.
    pub dimension: usize,
}

/// A float in units of 2^-1074.
///
/// # Panics
/// Where it is not finite.
pub fn whole(x: f64) -> IBig {
    assert!(x.is_finite());
    let bits = x.abs().to_bits();
    let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
    let magnitude = match exponent {
        0 => IBig::from(fraction),
        e => IBig::from(fraction | 1 << 52) << (e - 1) as usize,
    };
    if x < 0.0 { -magnitude } else { magnitude }
}

/// The distance of two hulls if they are apart, else their depth: the root of a fraction.
struct Measure {
    apart: bool,
    squared: Fraction,
}

/// A fraction that is not negative.
#[derive(Clone)]
struct Fraction {
    numerator: IBig,
    denominator: IBig,
}

impl Fraction {
    fn new(numerator: IBig, denominator: IBig) -> Self {
        Self {
            numerator,
            denominator,
        }
    }
    fn compare(&self, other: &Self) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
    fn least(self, other: Self) -> Self {
        if other.compare(&self).is_lt() { other } else { self }
    }
    /// Compares this square of a length with another one.
    fn compare_to_square(&self, length: &IBig) -> Ordering {
        self.numerator.cmp(&(length * length * &self.denominator))
    }
    /// The root times 2^64, rounded down.
    fn root(&self) -> IBig {
        let quotient = (&self.numerator << 128) / &self.denominator;
        IBig::from(quotient.sqrt())
    }
}

impl Sets {
    /// The relation, exact.
    pub fn relation(&self) -> Relation {
        let reach = &self.a.radius + &self.b.radius;
        let measure = self.measure();
        let sign = match (measure.apart, measure.squared.numerator == IBig::ZERO) {
            (false, _) => Ordering::Less,
            (true, true) if reach == IBig::ZERO => Ordering::Equal,
            (true, _) => measure.squared.compare_to_square(&reach),
        };
        match sign {
            Ordering::Greater => Relation::Disjoint,
            Ordering::Equal => Relation::Touching,
            Ordering::Less => match (self.holds(&self.b, &self.a), self.holds(&self.a, &self.b)) {
                (true, true) => Relation::Equal,
                (true, false) => Relation::AInB,
                (false, true) => Relation::BInA,
                (false, false) => Relation::Overlapping,
            },
        }
    }
    /// Whether a length is the signed distance, within an error; both finite.
    pub fn clearance_is_within(&self, length: f64, error: f64) -> bool {
        let measure = self.measure();
        let root = measure.squared.root();
        let signed = if measure.apart { root } else { -root };
        let truth = signed - ((&self.a.radius + &self.b.radius) << 64);
        let off = (whole(length) << 64) - truth;
        let magnitude = if off < IBig::ZERO { -off } else { off };
        magnitude <= ((whole(error) << 64) + 2)
    }
    /// Of the hulls, without the balls.
    fn measure(&self) -> Measure {
        if self.spans() {
            let depths = self.normals().into_iter().map(|n| {
                let overlap = self.overlap(&n);
                (overlap, dot(&n, &n))
            });
            let mut least: Option<Fraction> = None;
            let mut apart = false;
            for (overlap, square) in depths {
                apart |= overlap <= IBig::ZERO;
                let depth = Fraction::new(&overlap * &overlap, square);
                least = Some(least.map_or(depth.clone(), |least| least.least(depth)));
            }
            if let (false, Some(squared)) = (apart, least) {
                return Measure {
                    apart: false,
                    squared,
                };
            }
        }
        let squared = distance_squared(&self.a.points, &self.b.points);
        Measure { apart: true, squared }
    }
    /// Whether the difference of the hulls has an interior.
    fn spans(&self) -> bool {
        let mut edges = edges(&self.a.points);
        edges.extend(edges_of(&self.b));
        rank(&edges) >= self.dimension
    }
    /// Normals of all faces that the difference of the hulls may have.
    fn normals(&self) -> Vec<Point> {
        let (a, b) = (edges(&self.a.points), edges(&self.b.points));
        let up: Point = [IBig::ZERO, IBig::ZERO, IBig::ONE];
        let all: Vec<Point> = if self.dimension == 2 {
            a.iter().chain(&b).map(|e| cross(e, &up)).collect()
        } else {
            let own = |points: &[Point]| {
                let mut normals = Vec::new();
                for [p, q, r] in triples(points) {
                    normals.push(cross(&minus(q, p), &minus(r, p)));
                }
                normals
            };
            let mut all = own(&self.a.points);
            all.extend(own(&self.b.points));
            all.extend(a.iter().flat_map(|e| b.iter().map(|f| cross(e, f))));
            all
        };
        all.into_iter().filter(|n| !is_zero(n)).collect()
    }
    /// The overlap of the hulls along a normal or against it, whichever is less, times the normal's length.
    fn overlap(&self, n: &Point) -> IBig {
        let span = |points: &[Point]| {
            let heights = || points.iter().map(|p| dot(n, p));
            (heights().min().unwrap(), heights().max().unwrap())
        };
        let (a, b) = (span(&self.a.points), span(&self.b.points));
        (a.1 - b.0).min(b.1 - a.0)
    }
    /// Whether one set contains another, as closed sets.
    pub fn holds(&self, outer: &Grown, inner: &Grown) -> bool {
        inner
            .points
            .iter()
            .all(|p| self.holds_ball(outer, p, &inner.radius))
    }
    fn holds_ball(&self, outer: &Grown, p: &Point, radius: &IBig) -> bool {
        let spare = &outer.radius - radius;
        if spare >= IBig::ZERO {
            return distance_of_point(p, outer, self.dimension)
                .compare_to_square(&spare)
                .is_le();
        }
        let faces = faces(outer, self.dimension);
        !faces.is_empty()
            && faces.iter().all(|(n, height)| {
                let below = height - dot(n, p);
                below >= IBig::ZERO && &below * &below >= &spare * &spare * dot(n, n)
            })
    }
}

fn edges_of(grown: &Grown) -> Vec<Point> {
    edges(&grown.points)
}

/// The planes of the faces of a hull with an interior: outward normals and heights; empty for a flat hull.
fn faces(grown: &Grown, dimension: usize) -> Vec<(Point, IBig)> {
    if rank(&edges(&grown.points)) < dimension {
        return Vec::new();
    }
    let alone = Sets {
        a: grown.clone(),
        b: Grown {
            points: vec![grown.points[0].clone()],
            radius: IBig::ZERO,
        },
        dimension,
    };
    let mut faces = Vec::new();
    for n in alone.normals() {
        for n in [n.clone(), n.map(|c| -c)] {
            let highest = grown.points.iter().map(|p| dot(&n, p)).max().unwrap();
            let on = grown.points.iter().filter(|p| dot(&n, p) == highest);
            let on: Vec<Point> = on.cloned().collect();
            if rank(&edges(&on)) + 1 >= dimension {
                faces.push((n, highest));
            }
        }
    }
    faces
}

fn distance_of_point(p: &Point, hull: &Grown, dimension: usize) -> Fraction {
    let faces = faces(hull, dimension);
    if !faces.is_empty() && faces.iter().all(|(n, height)| dot(n, p) <= *height) {
        return Fraction::new(IBig::ZERO, IBig::ONE);
    }
    distance_squared(std::slice::from_ref(p), &hull.points)
}

/// The least squared distance of two features; that of the hulls, unless one is inside the other.
fn distance_squared(a: &[Point], b: &[Point]) -> Fraction {
    let mut least: Option<Fraction> = None;
    let mut take = |f: Fraction| least = Some(least.take().map_or(f.clone(), |least| least.least(f)));
    for [p, q] in pairs(a) {
        for [r, s] in pairs(b) {
            take(between_segments([p, q], [r, s]));
        }
    }
    for (points, others) in [(a, b), (b, a)] {
        for [p, q, r] in triples(others) {
            points
                .iter()
                .filter_map(|x| over_triangle(x, [p, q, r]))
                .for_each(&mut take);
        }
        // A segment that crosses a triangle.
        for [p, q, r] in triples(others) {
            if pairs(points).any(|ends| pierces(ends, [p, q, r])) {
                take(Fraction::new(IBig::ZERO, IBig::ONE));
            }
        }
    }
    least.expect("each has a point")
}

/// The squared distance of a point from the plane of a triangle, if its projection is inside the triangle.
fn over_triangle(x: &Point, [p, q, r]: [&Point; 3]) -> Option<Fraction> {
    let n = cross(&minus(q, p), &minus(r, p));
    let square = dot(&n, &n);
    if square == IBig::ZERO {
        return None;
    }
    let inside = |p: &Point, q: &Point| dot(&cross(&minus(q, p), &minus(x, p)), &n) >= IBig::ZERO;
    if !(inside(p, q) && inside(q, r) && inside(r, p)) {
        return None;
    }
    let height = dot(&n, &minus(x, p));
    Some(Fraction::new(&height * &height, square))
}

fn pierces([u, v]: [&Point; 2], [p, q, r]: [&Point; 3]) -> bool {
    let n = cross(&minus(q, p), &minus(r, p));
    let (from, to) = (dot(&n, &minus(u, p)), dot(&n, &minus(v, p)));
    if is_zero(&n) || (&from * &to) >= IBig::ZERO {
        return false;
    }
    // On which side of each edge the segment passes.
    let along = minus(v, u);
    let side = |p: &Point, q: &Point| dot(&cross(&minus(p, u), &minus(q, u)), &along);
    let sides = [side(p, q), side(q, r), side(r, p)];
    sides.iter().all(|s| *s >= IBig::ZERO) || sides.iter().all(|s| *s <= IBig::ZERO)
}

fn between_segments([p, q]: [&Point; 2], [r, s]: [&Point; 2]) -> Fraction {
    let ends = [
        point_to_segment(p, [r, s]),
        point_to_segment(q, [r, s]),
        point_to_segment(r, [p, q]),
        point_to_segment(s, [p, q]),
    ];
    let least = ends.into_iter().reduce(Fraction::least).expect("four");
    let (u, v, w) = (minus(q, p), minus(s, r), minus(r, p));
    let n = cross(&u, &v);
    let square = dot(&n, &n);
    if square == IBig::ZERO {
        return least;
    }
    // Where the two lines are nearest, times the square.
    let (on_u, on_v) = (dot(&cross(&w, &v), &n), dot(&cross(&w, &u), &n));
    let within = |x: &IBig| *x >= IBig::ZERO && *x <= square;
    if !(within(&on_u) && within(&on_v)) {
        return least;
    }
    let height = dot(&n, &w);
    least.least(Fraction::new(&height * &height, square))
}

fn point_to_segment(x: &Point, [p, q]: [&Point; 2]) -> Fraction {
    let (along, from) = (minus(q, p), minus(x, p));
    let (t, square) = (dot(&from, &along), dot(&along, &along));
    if t <= IBig::ZERO {
        return Fraction::new(dot(&from, &from), IBig::ONE);
    }
    if t >= square {
        let from = minus(x, q);
        return Fraction::new(dot(&from, &from), IBig::ONE);
    }
    let n = cross(&from, &along);
    Fraction::new(dot(&n, &n), square)
}

/// The rank of some vectors.
fn rank(vectors: &[Point]) -> usize {
    let Some(first) = vectors.iter().find(|v| !is_zero(v)) else {
        return 0;
    };
    let mut across = vectors.iter().map(|v| cross(first, v)).filter(|n| !is_zero(n));
    let Some(n) = across.next() else { return 1 };
    2 + usize::from(vectors.iter().any(|v| dot(&n, v) != IBig::ZERO))
}

fn edges(points: &[Point]) -> Vec<Point> {
    let n = points.len();
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    pairs.map(|(i, j)| minus(&points[j], &points[i])).collect()
}
/// Every two points; a single point twice.
fn pairs(points: &[Point]) -> impl Iterator<Item = [&Point; 2]> {
    let n = points.len();
    let two = (0..n).flat_map(move |i| (i + 1..n).map(move |j| [&points[i], &points[j]]));
    two.chain((n == 1).then(|| [&points[0], &points[0]]))
}
fn triples(points: &[Point]) -> impl Iterator<Item = [&Point; 3]> {
    let n = points.len();
    (0..n).flat_map(move |i| {
        (i + 1..n).flat_map(move |j| (j + 1..n).map(move |k| [&points[i], &points[j], &points[k]]))
    })
}
fn minus(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|i| &a[i] - &b[i])
}
fn dot(a: &Point, b: &Point) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}
fn cross(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}
fn is_zero(v: &Point) -> bool {
    v.iter().all(|c| *c == IBig::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(points: &[[i64; 3]], radius: i64) -> Grown {
        Grown {
            points: points.iter().map(|p| p.map(IBig::from)).collect(),
            radius: IBig::from(radius),
        }
    }
    fn sets(a: Grown, b: Grown, dimension: usize) -> Sets {
        Sets { a, b, dimension }
    }

    #[test]
    fn what_can_be_told_by_hand() {
        let square = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]];
        let relation = |a: &Grown, b: &Grown| sets(a.clone(), b.clone(), 2).relation();
        let (flat, round) = (grown(&square, 0), grown(&square, 5));
        let corner = |radius| grown(&[[7, 8, 0]], radius);
        assert_eq!(relation(&flat, &corner(5)), Relation::Touching); // 3, 4, 5
        assert_eq!(relation(&flat, &corner(4)), Relation::Disjoint);
        assert_eq!(relation(&flat, &corner(6)), Relation::Overlapping);
        assert_eq!(relation(&corner(0), &round), Relation::Touching);
        assert_eq!(relation(&grown(&[[4, 4, 0]], 5), &round), Relation::AInB);
        assert_eq!(relation(&round, &grown(&[[2, 2, 0]], 7)), Relation::BInA);
        assert_eq!(relation(&round, &grown(&[[2, 2, 0]], 8)), Relation::AInB); // 5 and the root of 8 are less
        assert_eq!(relation(&round, &grown(&[[3, 2, 0]], 7)), Relation::Overlapping);
        assert_eq!(relation(&grown(&[[2, 2, 0]], 2), &flat), Relation::AInB);
        assert_eq!(relation(&grown(&[[2, 2, 0]], 3), &flat), Relation::BInA); // the root of 8 is less
        assert_eq!(relation(&round, &round), Relation::Equal);
        assert!(sets(flat.clone(), corner(4), 2).clearance_is_within(5e-324, 0.0));
        assert!(!sets(flat, corner(4), 2).clearance_is_within(0.0, 0.0));
    }
    #[test]
    fn flat_things_in_space() {
        let triangle = grown(&[[-4, -4, 0], [4, -4, 0], [0, 4, 0]], 0);
        let needle = |x| grown(&[[x, 0, -3], [x, 0, 3]], 0);
        let relation = |b: Grown| sets(triangle.clone(), b, 3).relation();
        assert_eq!(relation(needle(0)), Relation::Overlapping);
        assert_eq!(relation(needle(2)), Relation::Touching);
        assert_eq!(relation(needle(3)), Relation::Disjoint);
        assert_eq!(relation(grown(&[[0, 0, 0]], 0)), Relation::Touching);
        assert_eq!(relation(grown(&[[0, 0, 2]], 2)), Relation::Touching);
        assert_eq!(relation(grown(&[[0, 0, 2]], 3)), Relation::Overlapping);
    }
    #[test]
    fn floats_are_whole() {
        assert_eq!(whole(5e-324), IBig::ONE);
        assert_eq!(whole(-f64::MIN_POSITIVE), -(IBig::ONE << 52));
        assert_eq!(whole(1.5), IBig::from(3) << 1073);
    }
}
