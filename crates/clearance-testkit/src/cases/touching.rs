//! Pairs that touch exactly, by construction: no number in them is rounded.
//!
//! All coordinates are integers, and all radii integer multiples of the length of a normal whose length is an
//! integer (3-4-5, 1-2-2, 2-3-6). A's support point along the normal and B's support point against it are
//! placed at one point, then moved apart by the sum of the radii. So a plane between them separates the two,
//! and they have one point of it in common.

use clearance::glam::DVec3;
use clearance::math::{Pose, Real};
use clearance::shape::AnyShape;

use crate::generate::{Object, Pair};
use crate::{Random, TestSpace};

/// Normals with integer components and an integer length.
const NORMALS_2D: [(DVec3, f64); 6] = [
    (DVec3::new(1.0, 0.0, 0.0), 1.0),
    (DVec3::new(0.0, -1.0, 0.0), 1.0),
    (DVec3::new(3.0, 4.0, 0.0), 5.0),
    (DVec3::new(-4.0, 3.0, 0.0), 5.0),
    (DVec3::new(5.0, -12.0, 0.0), 13.0),
    (DVec3::new(-15.0, -8.0, 0.0), 17.0),
];
const NORMALS_3D: [(DVec3, f64); 6] = [
    (DVec3::new(0.0, 0.0, -1.0), 1.0),
    (DVec3::new(0.0, 1.0, 0.0), 1.0),
    (DVec3::new(1.0, -2.0, 2.0), 3.0),
    (DVec3::new(-2.0, 3.0, 6.0), 7.0),
    (DVec3::new(4.0, 4.0, 7.0), 9.0),
    (DVec3::new(6.0, 2.0, -9.0), 11.0),
];

/// A pair that touches, and the normal (of integer length) of a plane between the two.
#[derive(Clone, Debug)]
pub struct TouchingPair<V: TestSpace> {
    /// The two shapes.
    pub pair: Pair<V>,
    /// From A to B, not of unit length.
    pub normal: V,
}

/// Two cores that touch exactly, in the plane through their common point with the normal given.
pub fn touching_pair<V: TestSpace>(random: &mut Random) -> TouchingPair<V> {
    let (normal, length) = *random.pick(if V::DIM == 2 { &NORMALS_2D } else { &NORMALS_3D });
    let n = V::cut(normal);
    let (shape_a, radius_a) = whole_shape::<V>(random, length);
    let (shape_b, radius_b) = whole_shape::<V>(random, length);
    let apart = V::cut(normal / length * (radius_a + radius_b));
    let position_a = random.grid::<V>(8);
    let position_b = position_a + furthest::<V>(&shape_a, n) + apart - furthest::<V>(&shape_b, -n);
    let object = |shape, position| Object {
        shape,
        pose: Pose::at(position).expect("finite"),
    };
    TouchingPair {
        pair: Pair {
            a: object(shape_a, position_a),
            b: object(shape_b, position_b),
        },
        normal: n,
    }
}

/// B moved by `ulps` units in the last place of one component of its position, apart or together along
/// `normal`: disjoint for `ulps > 0`, in general overlapping for `ulps < 0`.
pub fn ulps_off<V: TestSpace>(touching: &TouchingPair<V>, ulps: i32) -> Pair<V> {
    let n = touching.normal;
    let i = (0..V::DIM)
        .max_by(|i, j| n.get(*i).abs().to_f64().total_cmp(&n.get(*j).abs().to_f64()))
        .unwrap_or(0);
    let at = touching.pair.b.pose.position();
    let unit = V::Scalar::EPSILON * (at.get(i).abs().max(Real::ONE) * n.get(i).copysign(n.get(i)));
    let unit = unit / n.get(i).abs() * V::Scalar::lit(f64::from(ulps));
    let offset = V::from_fn(|k| if k == i { unit } else { Real::ZERO });
    Pair {
        a: touching.pair.a.clone(),
        b: touching.pair.b.moved(offset),
    }
}

/// A core with integer coordinates, and its radius, a multiple of `length`.
fn whole_shape<V: TestSpace>(random: &mut Random, length: f64) -> (V::Shape, f64) {
    let radius = length * random.whole(1, 3) as f64;
    let r = V::Scalar::lit(radius);
    let round = |shape| (V::rounded(shape, r).expect("positive"), radius);
    match random.count(0, 7) {
        0 => (V::ball(r).expect("positive"), radius),
        1 => (
            V::capsule(random.grid(8), random.grid(8), r).expect("positive"),
            radius,
        ),
        2 => (V::segment(random.grid(8), random.grid(8)).expect("finite"), 0.0),
        3 => (V::cuboid(random.grid::<V>(8).abs()).expect("not negative"), 0.0),
        4 => round(V::cuboid(random.grid::<V>(8).abs()).expect("not negative")),
        5 => round(grid_hull::<V>(random)),
        _ => (grid_hull::<V>(random), 0.0),
    }
}

fn grid_hull<V: TestSpace>(random: &mut Random) -> V::Shape {
    let points: Vec<V> = (0..random.count(1, 10)).map(|_| random.grid(8)).collect();
    V::convex(&points).expect("finite points have a hull")
}

/// The support point of a core along `n`, without its ball.
fn furthest<V: TestSpace>(shape: &V::Shape, n: V) -> V {
    let core = shape.core().expect("only cores are made here");
    let far = |p: &V| p.dot(n).to_f64();
    *core
        .vertices
        .iter()
        .max_by(|p, q| far(p).total_cmp(&far(q)))
        .expect("a vertex")
}
