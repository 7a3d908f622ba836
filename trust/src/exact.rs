//! Relations of rounded hulls in whole numbers of any length: slow, plain, and with no way in common with the library.
//!
//! A core is the hull of some vertices, grown by a ball. Two cores are as far apart as the nearest two of their features:
//! a vertex and a triangle of vertices, or two segments of vertices (Ericson, Real-Time Collision Detection, 2005, 5.1).
//! Each such distance is the root of a fraction; the fractions are compared. Where the hulls meet, the origin lies in their
//! difference; it lies on its border if a face of the difference has it on its plane or outside (5.2.1: a face of the
//! difference is a face of one hull, or the product of two edges).

use core::cmp::Ordering;

use clearance::Relation;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// A vector of whole numbers.
pub type Point = [BigInt; 3];

/// The hull of some vertices, grown by a ball; in the plane all z are 0.
#[derive(Clone, Debug)]
pub struct Core {
    /// At least one.
    pub vertices: Vec<Point>,
    /// Not negative.
    pub radius: BigInt,
}

/// The relation of two cores in 2 or 3 dimensions.
pub fn relation(a: &Core, b: &Core, dimension: usize) -> Relation {
    let reach = &a.radius + &b.radius;
    let meets = match gap(&a.vertices, &b.vertices) {
        Some(apart) => match apart.compare_to_square_of(&reach) {
            Ordering::Greater => return Relation::Disjoint,
            Ordering::Equal => return Relation::Touching,
            Ordering::Less => true,
        },
        None => reach.is_positive() || is_deep(a, b, dimension),
    };
    match (meets, contains(b, a, dimension), contains(a, b, dimension)) {
        (false, ..) => Relation::Touching,
        (_, true, true) => Relation::Equal,
        (_, true, false) => Relation::AInB,
        (_, false, true) => Relation::BInA,
        _ => Relation::Overlapping,
    }
}

/// A vector `way / scale`.
struct Difference {
    way: Point,
    scale: BigInt,
}

impl Difference {
    fn whole(way: Point) -> Self {
        Self { way, scale: 1.into() }
    }
    fn compare_to_square_of(&self, length: &BigInt) -> Ordering {
        let square = length * length;
        dot(&self.way, &self.way).cmp(&(square * &self.scale * &self.scale))
    }
    fn is_shorter_than(&self, other: &Self) -> bool {
        let here = dot(&self.way, &self.way) * &other.scale * &other.scale;
        here < dot(&other.way, &other.way) * &self.scale * &self.scale
    }
}

/// The shortest way from one hull to another; `None` where they meet.
fn gap(a: &[Point], b: &[Point]) -> Option<Difference> {
    let mut shortest: Option<Difference> = None;
    let mut offer = |found: Difference| {
        if shortest.as_ref().is_none_or(|old| found.is_shorter_than(old)) {
            shortest = Some(found);
        }
    };
    for p in a {
        for q in b {
            offer(Difference::whole(sub(q, p)));
        }
    }
    for s in segments(a) {
        segments(b)
            .filter_map(|t| between_lines(s, t))
            .for_each(&mut offer);
    }
    // The way is from A to B: turned round where the roles are exchanged, which its length does not tell.
    for (points, others, is_turned) in [(a, b, false), (b, a, true)] {
        for x in points {
            let to_segments = segments(others).filter_map(|s| to_line(x, s));
            for mut found in to_segments.chain(triangles(others).filter_map(|t| to_plane(x, t))) {
                if is_turned {
                    found.way = found.way.map(|c| -c);
                }
                offer(found);
            }
        }
    }
    // The nearest of all points of the difference has no other nearer along it; else the origin is inside.
    let shortest = shortest?;
    let square = dot(&shortest.way, &shortest.way);
    let is_outermost = |d: &Point| dot(d, &shortest.way) * &shortest.scale >= square;
    let all = differences(a, b).iter().all(is_outermost);
    (all && !square.is_zero()).then_some(shortest)
}

/// From a point at a right angle to a segment, if it meets it between its ends.
fn to_line(x: &Point, [p, q]: [&Point; 2]) -> Option<Difference> {
    let d = sub(q, p);
    let (along, square) = (dot(&sub(x, p), &d), dot(&d, &d));
    let is_between = along.is_positive() && along < square;
    is_between.then(|| Difference {
        way: core::array::from_fn(|i| (&p[i] - &x[i]) * &square + &d[i] * &along),
        scale: square.clone(),
    })
}

/// From a point at a right angle to a triangle, if it meets it.
fn to_plane(x: &Point, [p, q, r]: [&Point; 3]) -> Option<Difference> {
    let n = cross(&sub(q, p), &sub(r, p));
    let inside = |s: &Point, t: &Point| !dot(&cross(&sub(t, s), &sub(x, s)), &n).is_negative();
    if is_zero(&n) || !(inside(p, q) && inside(q, r) && inside(r, p)) {
        return None;
    }
    let height = dot(&sub(p, x), &n);
    let scale = dot(&n, &n);
    Some(Difference {
        way: n.map(|c| c * &height),
        scale,
    })
}

/// Between two segments along their common normal, if it meets both.
fn between_lines([p, q]: [&Point; 2], [r, s]: [&Point; 2]) -> Option<Difference> {
    let (d, e, w) = (sub(q, p), sub(s, r), sub(r, p));
    let n = cross(&d, &e);
    let scale = dot(&n, &n);
    let (t, u) = (dot(&cross(&w, &e), &n), dot(&cross(&w, &d), &n));
    let is_between = |t: &BigInt| !t.is_negative() && *t <= scale;
    if scale.is_zero() || !is_between(&t) || !is_between(&u) {
        return None;
    }
    let height = dot(&w, &n);
    Some(Difference {
        way: n.map(|c| c * &height),
        scale,
    })
}

/// Whether two hulls that meet overlap: the origin is inside their difference, not on its border.
fn is_deep(a: &Core, b: &Core, dimension: usize) -> bool {
    let all = differences(&a.vertices, &b.vertices);
    if is_flat(&all, dimension) {
        return false;
    }
    let edges = |core: &'_ Core| -> Vec<Point> { segments(&core.vertices).map(|[p, q]| sub(q, p)).collect() };
    let (along_a, along_b) = (edges(a), edges(b));
    let mut normals: Vec<Point> = Vec::new();
    if dimension == 2 {
        let right = |d: &Point| [-d[1].clone(), d[0].clone(), BigInt::zero()];
        normals.extend(along_a.iter().chain(&along_b).map(right));
    } else {
        let faces = triangles(&a.vertices).chain(triangles(&b.vertices));
        normals.extend(faces.map(|[p, q, r]| cross(&sub(q, p), &sub(r, p))));
        normals.extend(along_a.iter().flat_map(|d| along_b.iter().map(|e| cross(d, e))));
    }
    let parts = |n: &Point| {
        let heights: Vec<BigInt> = all.iter().map(|d| dot(d, n)).collect();
        heights.iter().all(|h| !h.is_positive()) || heights.iter().all(|h| !h.is_negative())
    };
    !normals.iter().any(|n| !is_zero(n) && parts(n))
}

/// Whether points have no room between them: all on a line (in the plane), or on a plane.
fn is_flat(points: &[Point], dimension: usize) -> bool {
    let from_first: Vec<Point> = points.iter().map(|p| sub(p, &points[0])).collect();
    let Some(first) = from_first.iter().find(|d| !is_zero(d)) else {
        return true;
    };
    let Some(normal) = from_first.iter().map(|d| cross(first, d)).find(|n| !is_zero(n)) else {
        return true;
    };
    dimension == 3 && from_first.iter().all(|d| dot(d, &normal).is_zero())
}

/// Whether all of one core lies in another, as closed sets. By support functions: hull + r lies in hull' + r' just where
/// the hulls do once the smaller ball is taken off both.
pub fn contains(outer: &Core, inner: &Core, dimension: usize) -> bool {
    let spare = &outer.radius - &inner.radius;
    if spare.is_negative() {
        let needed = -spare;
        return inner
            .vertices
            .iter()
            .all(|v| is_as_deep(&outer.vertices, v, &needed, dimension));
    }
    inner.vertices.iter().all(|v| {
        gap(core::slice::from_ref(v), &outer.vertices)
            .is_none_or(|apart| apart.compare_to_square_of(&spare).is_le())
    })
}

/// Whether a ball about `v` lies in a hull: every plane through its vertices that has all of them on one side is that far.
fn is_as_deep(hull: &[Point], v: &Point, depth: &BigInt, dimension: usize) -> bool {
    if is_flat(hull, dimension) {
        return false;
    }
    let planes: Vec<(Point, &Point)> = if dimension == 2 {
        let right = |d: Point| [-d[1].clone(), d[0].clone(), BigInt::zero()];
        segments(hull).map(|[p, q]| (right(sub(q, p)), p)).collect()
    } else {
        triangles(hull)
            .map(|[p, q, r]| (cross(&sub(q, p), &sub(r, p)), p))
            .collect()
    };
    planes.into_iter().filter(|(n, _)| !is_zero(n)).all(|(n, p)| {
        let height = |x: &Point| dot(&sub(x, p), &n);
        let (any_above, any_below) = (
            hull.iter().any(|x| height(x).is_positive()),
            hull.iter().any(|x| height(x).is_negative()),
        );
        if any_above && any_below {
            return true; // it cuts through the hull
        }
        let inwards = if any_above { height(v) } else { -height(v) };
        !inwards.is_negative() && &inwards * &inwards >= depth * depth * dot(&n, &n)
    })
}

fn differences(a: &[Point], b: &[Point]) -> Vec<Point> {
    a.iter().flat_map(|p| b.iter().map(move |q| sub(q, p))).collect()
}
fn segments(points: &[Point]) -> impl Iterator<Item = [&Point; 2]> {
    (0..points.len()).flat_map(move |i| (i + 1..points.len()).map(move |j| [&points[i], &points[j]]))
}
fn triangles(points: &[Point]) -> impl Iterator<Item = [&Point; 3]> {
    let n = points.len();
    (0..n).flat_map(move |i| {
        (i + 1..n).flat_map(move |j| (j + 1..n).map(move |k| [&points[i], &points[j], &points[k]]))
    })
}
fn sub(p: &Point, q: &Point) -> Point {
    core::array::from_fn(|i| &p[i] - &q[i])
}
fn dot(p: &Point, q: &Point) -> BigInt {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}
fn cross(p: &Point, q: &Point) -> Point {
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &p[j] * &q[k] - &p[k] * &q[j]
    })
}
fn is_zero(p: &Point) -> bool {
    p.iter().all(Zero::is_zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn core(vertices: &[[i32; 3]], radius: i32) -> Core {
        let whole = |p: &[i32; 3]| p.map(BigInt::from);
        Core {
            vertices: vertices.iter().map(whole).collect(),
            radius: radius.into(),
        }
    }
    const SQUARE: [[i32; 3]; 4] = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]];

    #[test]
    fn what_can_be_seen_by_eye() {
        let square = core(&SQUARE, 0);
        let ball = |x, y, r| core(&[[x, y, 0]], r);
        let cases = [
            (ball(9, 2, 4), Relation::Disjoint),
            (ball(9, 2, 5), Relation::Touching),
            (ball(7, 8, 5), Relation::Touching), // at the corner, 3-4-5
            (ball(7, 8, 6), Relation::Overlapping),
            (ball(2, 2, 2), Relation::BInA),
            (ball(2, 2, 3), Relation::Overlapping),
            (ball(2, 2, 90), Relation::AInB),
            (ball(4, 1, 0), Relation::Touching),
            (ball(3, 1, 0), Relation::BInA),
            (core(&[[0, 0, 0], [4, 0, 0]], 0), Relation::Touching),
            (core(&[[0, 0, 0], [4, 4, 0]], 0), Relation::BInA),
            (core(&[[1, 1, 0], [9, 4, 0]], 0), Relation::Overlapping),
            (core(&SQUARE, 0), Relation::Equal),
            (core(&SQUARE, 1), Relation::AInB),
        ];
        for (other, expected) in cases {
            assert_eq!(relation(&square, &other, 2), expected, "{other:?}");
            assert_eq!(relation(&other, &square, 2), expected.mirrored(), "{other:?}");
            // In space both are flat: they touch at most, unless a ball gives them room.
            if other.radius.is_zero() && expected != Relation::Disjoint {
                assert_eq!(relation(&square, &other, 3), Relation::Touching, "{other:?}");
            }
        }
    }

    #[test]
    fn edges_that_cross_and_boxes_within_boxes() {
        let cross = |z| core(&[[2, -3, z], [2, 9, z]], 2);
        let square = core(&SQUARE, 0);
        assert_eq!(relation(&square, &cross(3), 3), Relation::Disjoint);
        assert_eq!(relation(&square, &cross(2), 3), Relation::Touching);
        assert_eq!(relation(&square, &cross(1), 3), Relation::Overlapping);
        let cube = |low: i32, high: i32| {
            let corner = |i: i32| [0, 1, 2].map(|k| if i >> k & 1 == 0 { low } else { high });
            core(&(0..8).map(corner).collect::<Vec<_>>(), 0)
        };
        assert_eq!(relation(&cube(0, 9), &cube(1, 9), 3), Relation::BInA);
        assert_eq!(relation(&cube(0, 9), &cube(9, 12), 3), Relation::Touching);
        assert_eq!(relation(&cube(0, 9), &cube(8, 12), 3), Relation::Overlapping);
    }
}
