//! Polygons with holes, pixels, and meshes that are not convex.

use alloc::vec;
use alloc::vec::Vec;
use glam::{DQuat, DVec2, DVec3};

use super::ask;
use crate::math::{Pose, Vector};
use crate::pair::Relation;
use crate::shape::{Shape2, Shape3};

#[test]
fn polygons_with_holes_and_pixels() {
    let ring = |low: f64, high: f64| [(low, low), (high, low), (high, high), (low, high)].map(DVec2::from);
    let frame = Shape2::polygon(&ring(0.0, 4.0), &[ring(1.0, 3.0).to_vec()]).unwrap();
    let plug = Shape2::convex(&ring(1.0, 3.0)).unwrap();
    let whole = Shape2::convex(&ring(0.0, 4.0)).unwrap();
    let at = |shape: &Shape2<DVec2>| (shape.clone(), Pose::IDENTITY);
    let filled = Shape2::compound(vec![at(&frame), at(&plug)]).unwrap();
    assert_eq!(ask::<DVec2>(&whole, &filled), Relation::Equal);
    assert_eq!(ask::<DVec2>(&frame, &filled), Relation::AInB);
    let small = Shape2::convex(&ring(1.0, 3.0_f64.next_down())).unwrap();
    let loose = Shape2::compound(vec![at(&frame), at(&small)]).unwrap();
    assert_eq!(ask::<DVec2>(&whole, &loose), Relation::BInA);
    assert_eq!(ask::<DVec2>(&frame, &loose), Relation::AInB);
    // Four bars make the frame.
    let bar = |low: (f64, f64), high: (f64, f64)| {
        let corners = [low, (high.0, low.1), high, (low.0, high.1)].map(DVec2::from);
        (Shape2::convex(&corners).unwrap(), Pose::IDENTITY)
    };
    let bars = vec![
        bar((0.0, 0.0), (4.0, 1.0)),
        bar((3.0, 1.0), (4.0, 4.0)),
        bar((0.0, 3.0), (3.0, 4.0)),
        bar((0.0, 1.0), (1.0, 3.0)),
    ];
    assert_eq!(
        ask::<DVec2>(&frame, &Shape2::compound(bars.clone()).unwrap()),
        Relation::Equal
    );
    assert_eq!(
        ask::<DVec2>(&frame, &Shape2::compound(bars[1..].to_vec()).unwrap()),
        Relation::BInA
    );
    // Pixels: two that share a side, and the rest of the square.
    let half = Shape2::bitmap(&["11", "00"], 2.0).unwrap();
    let rest = Shape2::bitmap(&["00", "11"], 2.0).unwrap();
    let both = Shape2::compound(vec![at(&half), at(&rest)]).unwrap();
    assert_eq!(ask::<DVec2>(&whole, &both), Relation::Equal);
    assert_eq!(ask::<DVec2>(&frame, &both), Relation::AInB);
    let cross = Shape2::bitmap(&["10", "01"], 2.0).unwrap();
    let other = Shape2::bitmap(&["01", "10"], 2.0).unwrap();
    let both = Shape2::compound(vec![at(&cross), at(&other)]).unwrap();
    assert_eq!(ask::<DVec2>(&whole, &both), Relation::Equal);
    assert_eq!(ask::<DVec2>(&frame, &both), Relation::AInB);
}

/// The mesh around a box, without its corner piece between `notch` and `high`: an L from above, along Z.
fn bracket(notch: f64, high: f64) -> Shape3<DVec3> {
    let outline = [
        (0.0, 0.0),
        (high, 0.0),
        (high, notch),
        (notch, notch),
        (notch, high),
        (0.0, high),
    ];
    let mut vertices = Vec::new();
    for z in [0.0, high] {
        vertices.extend(outline.map(|(x, y)| DVec3::new(x, y, z)));
    }
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for [a, b, c] in [[0, 1, 3], [1, 2, 3], [0, 3, 5], [3, 4, 5]] {
        triangles.push([c, b, a]);
        triangles.push([a + 6, b + 6, c + 6]);
    }
    for i in 0..6 {
        let j = (i + 1) % 6;
        triangles.push([i, j, j + 6]);
        triangles.push([i, j + 6, i + 6]);
    }
    Shape3::mesh(vertices, triangles).unwrap()
}

#[test]
fn meshes_that_are_not_convex() {
    let mesh = bracket(2.0, 4.0);
    let cuboid = |low: [f64; 3], high: [f64; 3]| {
        let corner = |c: usize| DVec3::from_fn(|x| if c >> x & 1 == 1 { high[x] } else { low[x] });
        Shape3::convex(&(0..8).map(corner).collect::<Vec<_>>()).unwrap()
    };
    let at = |shape: &Shape3<DVec3>| (shape.clone(), Pose::IDENTITY);
    let whole = cuboid([0.0; 3], [4.0; 3]);
    let corner = cuboid([2.0, 2.0, 0.0], [4.0; 3]);
    let filled = Shape3::compound(vec![at(&mesh), at(&corner)]).unwrap();
    assert_eq!(ask::<DVec3>(&whole, &filled), Relation::Equal);
    assert_eq!(ask::<DVec3>(&mesh, &filled), Relation::AInB);
    let short = cuboid([2.0, 2.0, 0.0], [4.0, 4.0, 4.0_f64.next_down()]);
    let loose = Shape3::compound(vec![at(&mesh), at(&short)]).unwrap();
    assert_eq!(ask::<DVec3>(&whole, &loose), Relation::BInA);
    // The bracket from two boxes, and from one that is a little too thin.
    let arm = |thick: f64| {
        Shape3::compound(vec![
            at(&cuboid([0.0; 3], [4.0, thick, 4.0])),
            at(&cuboid([0.0; 3], [2.0, 4.0, 4.0])),
        ])
        .unwrap()
    };
    assert_eq!(ask::<DVec3>(&mesh, &arm(2.0)), Relation::Equal);
    assert_eq!(ask::<DVec3>(&mesh, &arm(2.0_f64.next_down())), Relation::BInA);
    assert_eq!(ask::<DVec3>(&mesh, &arm(2.0_f64.next_up())), Relation::AInB);
    // Two brackets, one turned by half a turn, cross each other.
    let turned = Pose::new(DVec3::new(4.0, 4.0, 0.0), DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0)).unwrap();
    let both = Shape3::compound(vec![at(&mesh), (mesh.clone(), turned)]).unwrap();
    assert_eq!(ask::<DVec3>(&whole, &both), Relation::Equal);
    let higher = cuboid([0.0; 3], [4.0, 4.0, 4.0_f64.next_up()]);
    assert_eq!(ask::<DVec3>(&higher, &both), Relation::BInA);
    assert_eq!(
        ask::<DVec3>(&Shape3::cylinder(1.5, 1.0).unwrap(), &both),
        Relation::Overlapping
    );
}
