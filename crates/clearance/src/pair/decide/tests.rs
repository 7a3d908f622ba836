//! Against an oracle that enumerates: every axis that could be a facet normal of the difference, and every
//! triangle of its points, in `i128` on small grids, where flat, touching, equal and nested sets are common.

use alloc::vec::Vec;

use crate::math::{Pose, Real, ScalarOf, Vector};
use crate::noise;
use crate::pair::decide;
use crate::pair::{Clearance, Relation};
use crate::pair::{PairSpace, Shown, prove, verify, verify_proof};
use crate::shape::{AnyShape, Placed, ShapeSpace, Space2, Space3};
use glam::{DVec2, DVec3, Vec2, Vec3};

type P = [i128; 3];

fn sub(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
fn dot(a: P, b: P) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: P, b: P) -> P {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// What enumeration finds about the hulls of two lists of points.
struct Oracle {
    /// Squared distance as a fraction, 0 where they meet.
    distance_squared: (i128, i128),
    /// Squared depth as a fraction, 0 where the interiors do not meet.
    depth_squared: (i128, i128),
    meet: bool,
    inside: bool,
}

fn oracle(dim: usize, a: &[P], b: &[P]) -> Oracle {
    let edges = |s: &[P]| -> Vec<P> {
        s.iter()
            .flat_map(|&p| s.iter().map(move |&q| sub(q, p)))
            .collect()
    };
    let mut directions: Vec<P> = edges(a).into_iter().chain(edges(b)).collect();
    directions.sort_unstable();
    directions.dedup();
    let units = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut axes: Vec<P> = units[..dim].to_vec();
    axes.extend(units[..dim].iter().map(|&e| sub([0; 3], e)));
    axes.extend(&directions);
    let mut full = false;
    if dim == 2 {
        axes.extend(directions.iter().map(|u| [u[1], -u[0], 0]));
        full = directions
            .iter()
            .any(|&u| directions.iter().any(|&v| cross(u, v)[2] != 0));
    } else {
        for &u in &directions {
            axes.extend(units.map(|e| cross(u, e)));
            for &v in &directions {
                let n = cross(u, v);
                axes.extend([n, cross(n, u)]);
                full |= directions.iter().any(|&w| dot(n, w) != 0);
            }
        }
    }
    axes.sort_unstable();
    axes.dedup();
    let difference: Vec<P> = a
        .iter()
        .flat_map(|&p| b.iter().map(move |&q| sub(q, p)))
        .collect();
    let mut depth = None::<(i128, i128)>;
    let mut meet = true;
    for &n in axes.iter().filter(|n| **n != [0; 3]) {
        let h = difference.iter().map(|&p| dot(n, p)).max().unwrap();
        meet &= h >= 0;
        let d = (h.max(0).pow(2), dot(n, n));
        if depth.is_none_or(|best| d.0 * best.1 < best.0 * d.1) {
            depth = Some(d);
        }
    }
    let depth = depth.unwrap();
    let inside = meet && full && depth.0 > 0;
    Oracle {
        distance_squared: if meet {
            (0, 1)
        } else {
            distance_squared(&difference)
        },
        depth_squared: if inside { depth } else { (0, 1) },
        meet,
        inside,
    }
}

/// The least over all points, edges and triangles of the list.
fn distance_squared(points: &[P]) -> (i128, i128) {
    let mut best = (i128::MAX >> 64, 1);
    let mut keep = |n: i128, d: i128| {
        if d > 0 && n * best.1 < best.0 * d {
            best = (n, d);
        }
    };
    for (i, &p) in points.iter().enumerate() {
        keep(dot(p, p), 1);
        for (j, &q) in points.iter().enumerate().skip(i + 1) {
            let u = sub(q, p);
            if -dot(p, u) > 0 && dot(q, u) > 0 {
                let c = cross(p, u);
                keep(dot(c, c), dot(u, u));
            }
            for &r in &points[j + 1..] {
                let n = cross(u, sub(r, p));
                let within = [(p, q), (q, r), (r, p)]
                    .iter()
                    .all(|&(x, y)| dot(n, cross(x, y)) > 0);
                if within {
                    keep(dot(n, p).pow(2), dot(n, n));
                }
            }
        }
    }
    best
}

fn expected(dim: usize, a: &[P], b: &[P], ra: i128, rb: i128) -> (Relation, f64) {
    let o = oracle(dim, a, b);
    let reach = ra + rb;
    let root = |(n, d): (i128, i128)| (n as f64 / d as f64).sqrt();
    let clearance = if o.meet {
        -root(o.depth_squared) - reach as f64
    } else {
        root(o.distance_squared) - reach as f64
    };
    let (n, d) = o.distance_squared;
    let sign = if o.meet {
        if o.inside || reach > 0 { -1 } else { 0 }
    } else {
        (n - reach * reach * d).signum()
    };
    let contained = |x: &[P], y: &[P], rx: i128, ry: i128| {
        x.iter().all(|&p| {
            let o = oracle(dim, &[p], y);
            let (spare, (n, d)) = (ry - rx, o.distance_squared);
            if spare >= 0 {
                o.meet || n <= spare * spare * d
            } else {
                let (n, d) = o.depth_squared;
                o.inside && n >= spare * spare * d
            }
        })
    };
    let relation = match sign {
        1 => Relation::Disjoint,
        0 => Relation::Touching,
        _ => match (contained(a, b, ra, rb), contained(b, a, rb, ra)) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::AInB,
            (false, true) => Relation::BInA,
            _ => Relation::Overlapping,
        },
    };
    (relation, if sign == 0 { 0.0 } else { clearance })
}

struct Random(u64);
impl Random {
    fn below(&mut self, n: u64) -> u64 {
        (noise::next(&mut self.0) >> 33) % n
    }
    fn point(&mut self, dim: usize, reach: i128) -> P {
        let mut c = || i128::from(self.below(2 * reach as u64 + 1)) - reach;
        let p = [c(), c(), c()];
        if dim == 2 { [p[0], p[1], 0] } else { p }
    }
    /// Up to eight points, often flat; some sets are the other one again, changed, shrunk or grown.
    fn points(&mut self, dim: usize, other: &[P]) -> Vec<P> {
        let count = 1 + self.below(8);
        let reach = 1 + i128::from(self.below(3));
        let mut points: Vec<P> = (0..count).map(|_| self.point(dim, reach)).collect();
        match self.below(10) {
            0 => points.iter_mut().for_each(|p| p[0] = 1),
            1 => points.iter_mut().for_each(|p| p[1] = p[0]),
            2 if !other.is_empty() => return other.to_vec(),
            3 | 4 if !other.is_empty() => {
                points = other.to_vec();
                points[0] = self.point(dim, 3);
            }
            5 if !other.is_empty() => return other.iter().map(|&p| p.map(|c| c / 2)).collect(),
            6 if !other.is_empty() => return other.iter().map(|&p| p.map(|c| c * 2)).collect(),
            _ => {}
        }
        let reach = [0, 0, 1, 2, 3][self.below(5) as usize];
        let shift = self.point(dim, reach);
        points.iter().map(|&p| sub(p, shift)).collect()
    }
}

fn vectors<V: Vector>(points: &[P], scale: f64) -> Vec<V> {
    let vector = |p: &P| V::from_fn(|i| Real::lit(p[i] as f64 * scale));
    points.iter().map(vector).collect()
}

type Make<V> = fn(&[V], ScalarOf<V>) -> <V as ShapeSpace>::Shape;

/// Runs the exact decision against the oracle, and against itself mirrored and scaled; counts the relations
/// met.
fn run<V: PairSpace>(make: Make<V>, exponents: [i32; 3], cases: u32, most_radius: u64) -> [u32; 6] {
    let mut random = Random(0xC1EA_4A9C_E000 + most_radius);
    let mut counts = [0; 6];
    for case in 0..cases {
        let a = random.points(V::DIM, &[]);
        let b = random.points(V::DIM, &a);
        let (ra, rb) = (random.below(most_radius + 1), random.below(most_radius + 1));
        let (relation, clearance) = expected(V::DIM, &a, &b, i128::from(ra as u32), i128::from(rb as u32));
        counts[relation as usize] += 1;
        let pose = Pose::IDENTITY;
        for exponent in exponents {
            let scale = 2.0_f64.powi(exponent);
            let shapes = [
                make(&vectors(&a, scale), Real::lit(ra as f64 * scale)),
                make(&vectors(&b, scale), Real::lit(rb as f64 * scale)),
            ];
            let [sa, sb] = [&shapes[0], &shapes[1]].map(|s| Placed::<V>::new(s, &pose));
            let context = || alloc::format!("case {case} scale 2^{exponent}: {a:?} {ra} against {b:?} {rb}");
            assert_eq!(decide::relation(sa, sb), relation, "{}", context());
            assert_eq!(decide::relation(sb, sa), relation.mirrored(), "{}", context());
            assert_eq!(decide::intersects(sa, sb), relation.intersects(), "{}", context());
            let c = decide::clearance(sa, sb);
            let size = a.iter().chain(&b).flatten().map(|c| c.abs()).max().unwrap() as f64 + (ra + rb) as f64;
            check(&c, clearance * scale, size.max(1.0) * scale, relation, &context());
            proven(sa, sb, relation, &c, &context());
            // Of two sets given by the same numbers, neither comes first.
            let given = |s: Placed<'_, V>| s.shape.core().map(|c| (c.vertices.to_vec(), c.radius));
            if given(sa) != given(sb) {
                assert_eq!(decide::clearance(sb, sa).mirrored(), c, "{}", context());
            }
        }
    }
    counts
}

/// The proof holds for these two and for no others; the answer passes, and no other does.
fn proven<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    relation: Relation,
    c: &Clearance<V>,
    context: &str,
) {
    let proof = prove(a, b).unwrap();
    assert_eq!(proof.relation(), relation, "{context}");
    assert_eq!(verify_proof(&proof, a, b), Ok(Shown::Exactly), "{context}");
    assert!(verify(c, a, b).is_ok_and(|v| v.is_proven()), "{context}");
    let size = c.point_a.max_abs().max(c.point_b.max_abs()).max(c.distance.abs());
    let little = size * ScalarOf::<V>::lit(1e5 * ScalarOf::<V>::EPSILON.to_f64());
    let zero = ScalarOf::<V>::ZERO;
    let shift = V::from_fn(|i| {
        if i == 0 {
            size * ScalarOf::<V>::lit(0.25)
        } else {
            zero
        }
    });
    let moved = Pose::at(shift).unwrap();
    let elsewhere = Placed::new(b.shape, &moved);
    if decide::relation(a, elsewhere) != relation {
        assert!(verify_proof(&proof, a, elsewhere).is_err(), "{context}");
    }
    let other = Clearance {
        distance: c.distance + little,
        ..*c
    };
    assert!(size == zero || verify(&other, a, b).is_err(), "{context}");
    let other = Clearance {
        point_a: c.point_a + shift,
        point_b: c.point_b + shift,
        ..*c
    };
    let moved_out = decide::relation(elsewhere, b) == Relation::Disjoint
        && b.shape
            .core()
            .is_some_and(|k| k.vertices.len() == 1 && k.radius == zero);
    assert!(!moved_out || verify(&other, a, b).is_err(), "{context}");
    let other = Clearance {
        normal: -c.normal,
        point_a: c.point_b,
        point_b: c.point_a,
        ..*c
    };
    assert!(c.distance <= little || verify(&other, a, b).is_err(), "{context}");
}

fn check<V: Vector>(c: &Clearance<V>, expected: f64, size: f64, relation: Relation, context: &str) {
    let (distance, epsilon) = (c.distance.to_f64(), ScalarOf::<V>::EPSILON.to_f64());
    let within = (distance - expected).abs() <= 5.0 * epsilon * size;
    assert!(within, "{context}: {c:?} {expected}");
    assert_eq!(distance > 0.0, relation == Relation::Disjoint, "{context}");
    assert_eq!(distance == 0.0, relation == Relation::Touching, "{context}");
    let normal = c.normal.to_double();
    assert!((normal.length() - 1.0).abs() < 5.0 * epsilon, "{context}");
    let off = c.point_b.to_double() - c.point_a.to_double() - normal * distance;
    assert!(off.max_abs() <= 10.0 * epsilon * size, "{context}: {c:?}");
}

fn convex2<V: Space2>(points: &[V], radius: V::Scalar) -> crate::d2::Shape<V> {
    crate::d2::Shape::convex(points).unwrap().rounded(radius).unwrap()
}
fn convex3<V: Space3>(points: &[V], radius: V::Scalar) -> crate::d3::Shape<V> {
    crate::d3::Shape::convex(points).unwrap().rounded(radius).unwrap()
}

/// Every relation must occur, and hits must be neither rare nor the rule.
fn well_mixed(counts: [u32; 6]) {
    let all: u32 = counts.iter().sum();
    let hits = all - counts[0];
    assert!(hits * 10 > all * 3 && hits * 10 < all * 7, "{counts:?}");
    assert!(counts.iter().all(|&c| c * 200 > all), "{counts:?}");
}

/// Powers of two to scale by, in double and in single precision.
const DOUBLE: [i32; 3] = [0, -300, 200];
const SINGLE: [i32; 3] = [0, -40, 30];

#[test]
fn the_plane() {
    well_mixed(run::<DVec2>(convex2, DOUBLE, 700, 0));
    run::<Vec2>(convex2, SINGLE, 250, 0);
}
#[test]
fn the_plane_with_balls() {
    run::<DVec2>(convex2, DOUBLE, 700, 3);
    run::<Vec2>(convex2, SINGLE, 250, 3);
}
#[test]
fn space() {
    well_mixed(run::<DVec3>(convex3, DOUBLE, 150, 0));
    run::<Vec3>(convex3, SINGLE, 100, 0);
}
#[test]
fn space_with_balls() {
    run::<DVec3>(convex3, DOUBLE, 80, 3);
    run::<Vec3>(convex3, SINGLE, 60, 3);
}

/// Half-spaces against hulls and each other, with radii, against integers: heights compared with lengths by
/// squares.
#[test]
fn half_spaces() {
    let mut random = Random(11);
    let mut counts = [0; 6];
    for _ in 0..4000 {
        let n = random.point(3, 2);
        if n == [0; 3] {
            continue;
        }
        let points = random.points(3, &[]);
        let (o, ra, rb) = (
            i128::from(random.below(13)) - 6,
            i128::from(random.below(3)),
            i128::from(random.below(3)),
        );
        let length = |value: i128, length: i128| {
            // value - length |n|, its sign.
            let square = (length * length * dot(n, n)).cmp(&(value * value)).reverse() as i128;
            match (value > 0, length > 0) {
                (true, true) => square,
                (false, false) => -square,
                (positive, _) => {
                    if positive {
                        1
                    } else {
                        -1
                    }
                }
            }
        };
        let heights: Vec<i128> = points.iter().map(|&p| dot(n, p) - o).collect();
        let (low, high) = (*heights.iter().min().unwrap(), *heights.iter().max().unwrap());
        let expected = match length(low, ra + rb) {
            1 => Relation::Disjoint,
            0 => Relation::Touching,
            _ if length(high, ra - rb) <= 0 => Relation::BInA,
            _ => Relation::Overlapping,
        };
        counts[expected as usize] += 1;
        let vector = |p: P| DVec3::new(p[0] as f64, p[1] as f64, p[2] as f64);
        let half_space = crate::d3::Shape::half_space(vector(n), o as f64)
            .unwrap()
            .rounded(ra as f64)
            .unwrap();
        let hull = convex3(&vectors(&points, 1.0), rb as f64);
        let pose = Pose::<DVec3>::IDENTITY;
        let (a, b) = (Placed::new(&half_space, &pose), Placed::new(&hull, &pose));
        let context = alloc::format!("{n:?} {o} {ra} {points:?} {rb}");
        assert_eq!(decide::relation(a, b), expected, "{context}");
        assert_eq!(decide::relation(b, a), expected.mirrored(), "{context}");
        let c = decide::clearance(a, b);
        let square = (dot(n, n) as f64).sqrt();
        let distance = if expected == Relation::Touching {
            0.0
        } else {
            low as f64 / square - (ra + rb) as f64
        };
        check(&c, distance, 16.0, expected, &context);
        assert_eq!(decide::clearance(b, a).mirrored(), c);
        assert!(verify(&c, a, b).is_ok_and(|v| v.is_proven()), "{context}");
        let proof = prove(a, b).unwrap();
        assert_eq!(verify_proof(&proof, a, b), Ok(Shown::Exactly), "{context}");
    }
    assert!([0, 1, 2, 4].iter().all(|&i: &usize| counts[i] > 50), "{counts:?}");
}

#[test]
fn two_half_spaces() {
    use crate::pair::{clearance, relation};
    let half_space = |n: [f64; 2], o: f64| crate::d2::Shape::half_space(DVec2::from(n), o).unwrap();
    let ask = |a: &crate::d2::Shape<DVec2>, b: &crate::d2::Shape<DVec2>| {
        let pose = Pose::<DVec2>::IDENTITY;
        let (a, b) = (Placed::new(a, &pose), Placed::new(b, &pose));
        (relation(a, b), clearance(a, b).ok())
    };
    // x + y <= 1 and -x - y <= -1, lengths differ: the same border.
    let (a, b) = (half_space([1.0, 1.0], 1.0), half_space([-3.0, -3.0], -3.0));
    let (r, c) = ask(&a, &b);
    assert_eq!((r, c.unwrap().distance), (Relation::Touching, 0.0));
    let apart = half_space([-0.1, -0.1], -0.3);
    let (r, c) = ask(&a, &apart);
    assert_eq!(r, Relation::Disjoint);
    let c = c.unwrap();
    assert!((c.distance - 2.0_f64.sqrt()).abs() < 1e-15, "{c:?}");
    assert!((c.normal - DVec2::ONE / 2.0_f64.sqrt()).length() < 1e-15);
    assert!((c.point_b - c.point_a - c.normal * c.distance).length() < 1e-15);
    assert_eq!(ask(&half_space([-1.0, -1.0], 1.0), &a).0, Relation::Overlapping);
    assert_eq!(ask(&half_space([2.0, 2.0], 2.0), &a), (Relation::Equal, None));
    assert_eq!(ask(&half_space([2.0, 2.0], 1.0), &a), (Relation::AInB, None));
    assert_eq!(ask(&a, &half_space([2.0, 2.0], 1.0)), (Relation::BInA, None));
    assert_eq!(
        ask(&a, &half_space([1.0, 0.0], 1.0)),
        (Relation::Overlapping, None)
    );
    // Rounded: x <= 1 grown by 2 is x <= 3.
    let grown = half_space([1.0, 0.0], 1.0).rounded(2.0).unwrap();
    assert_eq!(ask(&grown, &half_space([5.0, 0.0], 15.0)).0, Relation::Equal);
    assert_eq!(ask(&grown, &half_space([-1.0, 0.0], -3.0)).0, Relation::Touching);
}

/// No finite input panics, hangs or gives a number that is not finite.
#[test]
fn any_finite_input() {
    let extremes = [0.0, 5e-324, 1e-300, 1e-9, 1.0, 1e9, 1e144, -1e144, 3.0e144];
    let mut random = Random(5);
    let mut pick = |list: &[f64]| list[random.below(list.len() as u64) as usize];
    for _ in 0..300 {
        let mut vector = || DVec3::new(pick(&extremes), pick(&extremes), pick(&extremes));
        let points = [vector(), vector(), vector(), vector()];
        let quaternion = glam::DQuat::from_xyzw(1e-300, vector().x, 0.3, 1e150);
        let positions = [vector(), vector()];
        let scale = vector().x.abs().max(1e-320); // world coordinates up to 2^960
        let a = crate::d3::Shape::triangle([points[0], points[1], points[2]]).unwrap();
        let b = crate::d3::Shape::capsule(points[2], points[3], 1e-300).unwrap();
        let pose_a = Pose::new(positions[0], quaternion)
            .unwrap()
            .scaled(scale)
            .unwrap();
        let pose_b = Pose::at(positions[1]).unwrap().scaled(1e144).unwrap();
        let (a, b) = (Placed::new(&a, &pose_a), Placed::new(&b, &pose_b));
        let relation = decide::relation(a, b);
        let c = decide::clearance(a, b);
        assert!(
            c.distance.is_finite() && c.normal.is_finite() && c.point_a.is_finite() && c.point_b.is_finite()
        );
        assert_eq!(c.distance > 0.0, relation == Relation::Disjoint);
        assert_eq!(c.distance == 0.0, relation == Relation::Touching);
        assert!((c.normal.length() - 1.0).abs() < 1e-15);
    }
}
