//! The right answers: the testkit's oracle, which tries every feature, where shapes are small; for hulls of
//! many vertices, clearance in double precision, each answer with its own proof checked.

use clearance::glam::{DVec2, DVec3};
use clearance_testkit::{Object, Pair, oracle};

use crate::case::{Body, Solid};
use crate::ours::BenchSpace;

/// Shapes of more vertices than this are too many for the oracle.
const FEW: usize = 8;

/// The signed distance of each pair.
pub fn distances(dimension: usize, pairs: &[(Body, Body)]) -> Vec<f64> {
    pairs.iter().map(|(a, b)| of_pair(dimension, a, b)).collect()
}

/// The signed distance of two.
pub fn of_pair(dimension: usize, a: &Body, b: &Body) -> f64 {
    if dimension == 2 {
        distance::<DVec2>(a, b)
    } else {
        distance::<DVec3>(a, b)
    }
}

fn distance<V: BenchSpace<Scalar = f64>>(a: &Body, b: &Body) -> f64 {
    let pair = Pair::<V> {
        a: object(a),
        b: object(b),
    };
    let many = |body: &Body| matches!(&body.solid, Solid::Hull(vertices) if vertices.len() > FEW);
    if !many(a) && !many(b) {
        return oracle::distance(&pair);
    }
    let answer =
        clearance::clearance(pair.a.placed(), pair.b.placed()).expect("convex shapes have an answer");
    check(&pair, &answer);
    answer.distance
}

/// The witness points lie as far apart as the answer says, and the normal's plane parts the vertices that
/// much.
fn check<V: BenchSpace<Scalar = f64>>(pair: &Pair<V>, answer: &clearance::Clearance<V>) {
    let ((a, radius_a), (b, radius_b)) = (oracle::world(&pair.a), oracle::world(&pair.b));
    let n = DVec3::from_array(std::array::from_fn(|i| {
        if i < V::DIM { answer.normal.get(i) } else { 0.0 }
    }));
    let reach =
        |points: &[DVec3], n: DVec3| points.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max);
    let gap = -reach(&b, -n) - reach(&a, n) - (radius_a + radius_b);
    assert!(
        (gap - answer.distance).abs() < 1e-9,
        "a wrong reference: {gap} is not {answer:?}"
    );
    let step = answer.point_b - answer.point_a - answer.normal * answer.distance;
    assert!(step.max_abs() < 1e-9, "a wrong reference: {answer:?}");
}

fn object<V: BenchSpace>(body: &Body) -> Object<V> {
    Object {
        shape: V::solid(&body.solid),
        pose: V::pose(body),
    }
}
