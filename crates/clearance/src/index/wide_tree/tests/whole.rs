//! The box around a whole tree: that it holds all facets, and that what it tells apart is apart.

use glam::{DQuat, DVec3};

use super::super::TwoTrees;
use super::super::oriented::whole::are_apart;
use super::oriented::strips;
use super::slabs::{Facets, ball, over, rotation, vector};
use super::tree_in;
use crate::math::{DoubleFrame, Pose};

#[test]
fn it_holds_all_facets() {
    for (size, at) in [
        (1.0, DVec3::ZERO),
        (1e-9, DVec3::splat(3e-9)),
        (1e9, DVec3::new(1e10, 0.0, -1e9)),
    ] {
        let facets = strips(300, (size, at));
        let tree = over(&facets);
        let own = tree.along_facets.expect("it runs askew");
        assert!(facets.iter().all(|facet| tree.oriented_box_holds(&own, facet)));
    }
    let round = ball(&mut 5, 12, 0.0, (1.0, DVec3::ZERO));
    assert!(
        over(&round).along_facets.is_none(),
        "a ball is as large along all axes"
    );
}

/// The corner that is farthest in a direction.
fn extreme(facets: &Facets, direction: DVec3) -> DVec3 {
    let corners = facets.iter().flatten().copied();
    let farther = |p: DVec3, q: DVec3| if q.dot(direction) > p.dot(direction) { q } else { p };
    corners.reduce(farther).expect("some facets")
}

/// One body on each side of a plane, in which each has a corner. The two corners are at the same point, or a
/// gap apart.
#[test]
fn what_touches_is_never_apart() {
    let (mut seed, mut told) = (11, 0);
    let identity = DoubleFrame::of_pose(&Pose::<DVec3>::IDENTITY);
    for round in 0..2000 {
        let size = [1.0, 1e-6, 1e6][round % 3];
        let (a, b) = (
            strips(20, (1.0, DVec3::ZERO)),
            strips(30, (size, DVec3::X * size)),
        );
        let (turn, direction) = (rotation(&mut seed), vector(&mut seed).normalize());
        // Every other body lies with its flattest side on the plane: then the boxes touch, too.
        let along = DQuat::from_xyzw(0.2, 0.4, -0.3, 0.8).normalize() * DVec3::Z;
        let direction = match round % 2 {
            0 => direction,
            _ => direction.cross(along).normalize(),
        };
        let touching = extreme(&a, direction) - turn * extreme(&b, -(turn.inverse() * direction));
        let (tree_a, tree_b) = (over(&a), over(&b));
        let apart_by = |gap: f64| {
            let frame = DoubleFrame::of_pose(&Pose::new(touching + direction * gap, turn).unwrap());
            tree_in(&tree_a, identity).is_apart(&tree_in(&tree_b, frame))
        };
        assert!(!apart_by(0.0), "round {round}");
        told += u32::from(apart_by(0.5 * size));
    }
    assert!(told > 600, "only {told} of 2000 told apart");
}

#[test]
fn long_parts_side_by_side_are_told_apart() {
    let facets = strips(50, (1.0, DVec3::ZERO));
    let (tree, across) = (
        over(&facets),
        DQuat::from_xyzw(0.2, 0.4, -0.3, 0.8).normalize() * DVec3::X,
    );
    let frames = [0.0, 1.75].map(|by| DoubleFrame::of_pose(&Pose::at(across * by).unwrap()));
    let (low, high) = (tree.whole().min, tree.whole().max);
    assert!(
        (low + across * 1.75).cmple(high).all(),
        "the boxes along the axes meet"
    );
    let [a, b] = frames.map(|frame| tree_in(&tree, frame));
    assert!(a.is_apart(&b));
    let with_margin = TwoTrees::new(&a, &b, 0.7);
    assert!(
        !are_apart(with_margin.a, with_margin.b, &with_margin.to_a),
        "within the margin"
    );
}
