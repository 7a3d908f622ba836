//! Boxes along long thin facets: that they hold them, and that searches by two trees use them and lose
//! nothing.

use core::ops::ControlFlow;

use glam::{DQuat, DVec3};

use super::super::oriented::OrientedBox;
use super::super::{TwoTrees, WideTree};
use super::slabs::{Facets, over, rotation, scattered, vector};
use super::tree_in;
use crate::math::{DoubleFrame, Pose};

/// A tapering tube of so many long strips around an axis that is not a coordinate axis.
pub(super) fn strips(count: usize, (size, at): (f64, DVec3)) -> Facets {
    let turn = DQuat::from_xyzw(0.2, 0.4, -0.3, 0.8).normalize();
    let corner = |k: usize, up: f64| {
        let (sin, cos) = libm::sincos(k as f64 / count as f64 * core::f64::consts::TAU);
        let radius = 0.4 - 0.2 * up;
        at + turn * DVec3::new(radius * cos, radius * sin, up) * size
    };
    let strip = |k: usize| {
        let [a, b, c, d] = [
            corner(k, -1.0),
            corner(k + 1, -1.0),
            corner(k + 1, 1.0),
            corner(k, 1.0),
        ];
        [[a, b, c], [a, c, d]]
    };
    (0..count).flat_map(strip).collect()
}

impl WideTree<DVec3> {
    pub(super) fn oriented_box_holds(&self, own: &OrientedBox, facet: &[DVec3; 3]) -> bool {
        facet.iter().all(|p| {
            let p = DVec3::from_array(core::array::from_fn(|i| self.unit.coordinate(p[i], i)));
            let from = p - own.center.as_dvec3();
            let along = own.axes.iter().zip(own.half.to_array());
            along
                .into_iter()
                .all(|(axis, half)| from.dot(axis.as_dvec3()).abs() <= f64::from(half))
        })
    }
    fn oriented_boxes_hold(&self, facets: &Facets) {
        assert_eq!(self.oriented.len(), self.nodes.len());
        for (node, boxes) in self.nodes.iter().zip(&self.oriented) {
            for k in 0..node.count() {
                let own = boxes.get(k);
                for item in self.items_below(node.child(k)) {
                    assert!(self.oriented_box_holds(&own, &facets[item as usize]));
                }
            }
        }
    }
}

#[test]
fn boxes_along_facets_hold_them() {
    let mut seed = 41;
    for (size, at) in [
        (1.0, DVec3::ZERO),
        (1e-9, DVec3::splat(3e-9)),
        (1e9, DVec3::new(1e10, 0.0, -1e9)),
    ] {
        let facets = strips(700, (size, at));
        over(&facets).oriented_boxes_hold(&facets);
    }
    // Needles in all directions, some of them points.
    let mut facets = scattered(&mut seed, 500);
    for (k, facet) in facets.iter_mut().enumerate() {
        let (p, way) = (facet[0], vector(&mut seed));
        *facet = [p, p + way, p + way * if k % 5 == 0 { 1.0 } else { 0.999 }];
    }
    over(&facets).oriented_boxes_hold(&facets);
    // What is not thin has none.
    assert!(
        over(&super::slabs::ball(&mut seed, 20, 0.0, (1.0, DVec3::ZERO)))
            .oriented
            .is_empty()
    );
}

#[test]
fn few_pairs_of_long_thin_facets_are_visited() {
    let mut seed = 42;
    let facets = strips(1000, (1.0, DVec3::ZERO));
    let tree = over(&facets);
    let frames: [DoubleFrame; 2] = [DVec3::new(0.1, 0.2, 0.15), DVec3::new(1.3, 0.9, 0.7)]
        .map(|at| DoubleFrame::of_pose(&Pose::new(at, rotation(&mut seed)).unwrap()));
    let identity = DoubleFrame::of_pose(&Pose::<DVec3>::IDENTITY);
    let (mut met, mut near) = (0, 0);
    let _ = TwoTrees::new(&tree_in(&tree, identity), &tree_in(&tree, frames[0]), 0.0).meeting(&mut |_, _| {
        met += 1;
        ControlFlow::Continue(())
    });
    let mut best = f64::INFINITY;
    TwoTrees::new(&tree_in(&tree, identity), &tree_in(&tree, frames[1]), 0.0).nearest(&mut |own, others| {
        near += own.len() * others.len();
        let placed = |p: DVec3| frames[1].outward(p);
        for p in own.iter().flat_map(|&i| facets[i as usize]) {
            for q in others.iter().flat_map(|&j| facets[j as usize]) {
                best = best.min((p - placed(q)).length());
            }
        }
        best
    });
    assert!(met < 40_000 && near < 60_000, "{met} met, {near} near");
}
