//! Against an oracle that enumerates: every axis that could be a facet normal of the difference, and every
//! triangle of its points, in `i128` on small grids, where flat, touching, equal and nested sets are common.

mod half_spaces;
mod oracle;
mod triangles;

use alloc::vec::Vec;

use crate::math::{Pose, Real, ScalarOf, Vector};
use crate::noise;
use crate::pair::decide;
use crate::pair::{Clearance, Relation};
use crate::pair::{PairSpace, Shown, prove, verify, verify_proof};
use crate::shape::{AnyShape, Placed, ShapeSpace, Space2, Space3};
use glam::{DVec2, DVec3, Vec2, Vec3};

use oracle::{P, dot, expected, sub};

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
