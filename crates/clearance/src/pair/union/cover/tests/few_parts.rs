//! Two or three parts side by side, with a gap of one unit in the last place or without one: boxes, balls and
//! rods.

use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

use super::{Built, ask};
use crate::math::{Pose, Real, Vector};
use crate::pair::Relation;
use crate::shape::Shape3;

fn cuboid<V: Built>(low: &[f64], high: &[f64]) -> V::Shape {
    let corner = |c: usize| V::from_fn(|x| V::Scalar::lit(if c >> x & 1 == 1 { high[x] } else { low[x] }));
    let corners: Vec<V> = (0..1 << V::DIM).map(corner).collect();
    V::convex(&corners)
}

pub(super) fn turned_boxes_side_by_side<V: Built>() {
    let whole = |gap: f64| {
        let parts = [
            cuboid::<V>(&[-1.0, 0.0, 0.0], &[1.0, 2.0, 2.0]),
            cuboid::<V>(&[1.0 + gap, 0.0, 0.0], &[3.0, 2.0, 2.0]),
        ];
        V::compound(parts.into_iter().map(|p| (p, Pose::IDENTITY)).collect())
    };
    let bar = cuboid::<V>(&[0.0, 0.5, 0.5], &[2.5, 1.0, 1.0]);
    assert_eq!(ask::<V>(&bar, &whole(0.0)), Relation::AInB);
    assert_eq!(
        ask::<V>(&bar, &whole(V::Scalar::EPSILON.to_f64())),
        Relation::Overlapping
    );
    assert_eq!(
        ask::<V>(&bar, &whole(-V::Scalar::EPSILON.to_f64())),
        Relation::AInB
    );
    // Flat: a segment across the seam, and one along a border.
    let capsule = V::convex(&[
        V::from_fn(|_| Real::lit(0.5)),
        V::from_fn(|x| Real::lit([2.5, 1.0, 0.75][x])),
    ]);
    assert_eq!(ask::<V>(&capsule, &whole(0.0)), Relation::AInB);
    assert_eq!(
        ask::<V>(&capsule, &whole(V::Scalar::EPSILON.to_f64())),
        Relation::Overlapping
    );
    // Boxes that share only an edge (in the plane a corner).
    let corners = [
        cuboid::<V>(&[0.0, 0.0, 0.0], &[1.0, 1.0, 2.0]),
        cuboid::<V>(&[1.0, 1.0, 0.0], &[2.0, 2.0, 2.0]),
    ];
    let stairs = V::compound(corners.into_iter().map(|p| (p, Pose::IDENTITY)).collect());
    let across = |y: f64| {
        V::convex(&[
            V::from_fn(|x| Real::lit([0.5, 0.5, 1.0][x])),
            V::from_fn(|x| Real::lit([1.5, y, 1.0][x])),
        ])
    };
    assert_eq!(ask::<V>(&across(1.5), &stairs), Relation::AInB);
    assert_eq!(
        ask::<V>(&across(1.5 + V::Scalar::EPSILON.to_f64()), &stairs),
        Relation::Overlapping
    );
    assert_eq!(
        ask::<V>(&cuboid::<V>(&[0.5; 3], &[1.5; 3]), &stairs),
        Relation::Overlapping
    );
}

pub(super) fn balls_in_boxes<V: Built>() {
    let boxes = |top: f64| {
        let parts = [
            cuboid::<V>(&[-1.0, -1.0, -1.0], &[0.25, top, 1.0]),
            cuboid::<V>(&[0.25, -1.0, -1.0], &[1.0, 1.0, 1.0]),
        ];
        V::compound(parts.into_iter().map(|p| (p, Pose::IDENTITY)).collect())
    };
    let ball = V::ball(1.0);
    assert_eq!(ask::<V>(&ball, &boxes(1.0)), Relation::AInB);
    assert_eq!(
        ask::<V>(&ball, &boxes(1.0 - V::Scalar::EPSILON.to_f64())),
        Relation::Overlapping
    );
    // And a box in balls that overlap with a margin.
    let at = |x: f64| Pose::at(V::from_fn(|i| Real::lit(if i == 0 { x } else { 0.0 }))).unwrap();
    let balls = |x: f64| V::compound(vec![(V::ball(1.0), at(-x)), (V::ball(1.0), at(x))]);
    let bar = cuboid::<V>(&[-1.0, -0.25, -0.25], &[1.0, 0.25, 0.25]);
    assert_eq!(ask::<V>(&bar, &balls(0.75)), Relation::AInB);
    assert_eq!(ask::<V>(&bar, &balls(0.98)), Relation::Overlapping);
    assert_eq!(ask::<V>(&V::ball(0.5), &balls(0.75)), Relation::AInB);
    assert_eq!(ask::<V>(&V::ball(0.7), &balls(0.75)), Relation::Overlapping);
}

pub(super) fn rods_in_rods<V: Built>() {
    let rods = |gap: f64, radius: f64| {
        let parts = [V::capsule(0.0, 1.0, radius), V::capsule(1.0 + gap, 2.0, radius)];
        V::compound(parts.into_iter().map(|p| (p, Pose::IDENTITY)).collect())
    };
    let whole = V::capsule(0.0, 2.0, 0.5);
    assert_eq!(ask::<V>(&whole, &rods(0.0, 0.5)), Relation::Equal);
    assert_eq!(ask::<V>(&whole, &rods(0.0, 0.625)), Relation::AInB);
    assert_eq!(ask::<V>(&whole, &rods(0.25, 0.5)), Relation::BInA);
    assert_eq!(
        ask::<V>(&V::capsule(0.5, 1.5, 0.5), &rods(0.0, 0.5)),
        Relation::AInB
    );
    assert_eq!(
        ask::<V>(&V::capsule(0.5, 1.5, 0.625), &rods(0.0, 0.5)),
        Relation::Overlapping
    );
}

#[test]
fn smooth_shapes_in_boxes() {
    let cuboid = |low: f64, high: f64| {
        let corner = |c: usize| {
            DVec3::from_fn(|x| {
                if c >> x & 1 == 1 {
                    [high, 2.0, 2.0][x]
                } else {
                    [low, -2.0, -2.0][x]
                }
            })
        };
        (
            Shape3::convex(&(0..8).map(corner).collect::<Vec<_>>()).unwrap(),
            Pose::IDENTITY,
        )
    };
    let can = Shape3::cylinder(1.5, 1.0).unwrap();
    let boxes = |gap: f64| Shape3::compound(vec![cuboid(-2.0, 0.3), cuboid(0.3 + gap, 2.0)]).unwrap();
    assert_eq!(ask::<DVec3>(&can, &boxes(0.0)), Relation::AInB);
    assert_eq!(ask::<DVec3>(&can, &boxes(1e-3)), Relation::Overlapping);
}
