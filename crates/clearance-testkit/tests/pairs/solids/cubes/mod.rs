//! Solids made of unit cubes on a grid: from the sets of cells follows whether their interiors meet, whether
//! they touch, and whether one contains the other.

mod held;
mod kinds;
mod thin;

use std::cmp::Ordering;

use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::math::{Pose, Real, Rotation, Rotation2, Vector};
use clearance::pair::{DepthKind, clearance, intersects, relation};
use clearance::shape::{Shape2, Shape3};
use clearance::{Placed, Relation};
use clearance_testkit::cubes::{self, Cell, Cells};
use clearance_testkit::{Hits, Random};

/// The surface of a union of unit cubes, enlarged.
fn mesh_of(cells: &Cells, scale: f64) -> Shape3<DVec3> {
    cubes::mesh_of(cells, |p| DVec3::from(p) * scale)
}

fn moved(cells: &Cells, by: Cell) -> Cells {
    cells.iter().map(|c| [0, 1, 2].map(|i| c[i] + by[i])).collect()
}

/// What follows from the sets of cells.
fn expected(a: &Cells, b: &Cells) -> Relation {
    if a.intersection(b).next().is_some() {
        return match (a.is_subset(b), b.is_subset(a)) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::AInB,
            (false, true) => Relation::BInA,
            (false, false) => Relation::Overlapping,
        };
    }
    let near = |p: &Cell, q: &Cell| (0..3).all(|i| (p[i] - q[i]).abs() <= 1);
    if a.iter().any(|p| b.iter().any(|q| near(p, q))) {
        Relation::Touching
    } else {
        Relation::Disjoint
    }
}

fn box_of(low: Cell, high: Cell) -> Cells {
    (low[0]..high[0])
        .flat_map(|x| (low[1]..high[1]).flat_map(move |y| (low[2]..high[2]).map(move |z| [x, y, z])))
        .collect()
}

/// A few shapes: a cube, an L, a frame with a hole, a hollow box, a slab.
fn solids() -> Vec<Cells> {
    let l: Cells = box_of([0, 0, 0], [2, 1, 1])
        .union(&box_of([0, 0, 0], [1, 2, 1]))
        .copied()
        .collect();
    let frame: Cells = box_of([0, 0, 0], [3, 3, 1])
        .into_iter()
        .filter(|c| *c != [1, 1, 0])
        .collect();
    let hollow: Cells = box_of([0, 0, 0], [3, 3, 3])
        .into_iter()
        .filter(|c| *c != [1, 1, 1])
        .collect();
    vec![
        box_of([0, 0, 0], [1, 1, 1]),
        l,
        frame,
        hollow,
        box_of([0, 0, 0], [3, 2, 1]),
    ]
}

/// The same set as a compound of boxes.
fn boxes_of(cells: &Cells) -> Shape3<DVec3> {
    let unit = Shape3::cuboid(DVec3::splat(0.5)).unwrap();
    let at = |c: &Cell| Pose::at(DVec3::from(c.map(|x| f64::from(x) + 0.5))).unwrap();
    Shape3::compound(cells.iter().map(|c| (unit.clone(), at(c))).collect()).unwrap()
}

fn check(a: (&Shape3<DVec3>, &Pose<DVec3>), b: (&Shape3<DVec3>, &Pose<DVec3>), what: Relation, name: &str) {
    let (pa, pb) = (Placed::new(a.0, a.1), Placed::new(b.0, b.1));
    assert_eq!(relation(pa, pb), what, "{name}");
    assert_eq!(intersects(pa, pb), what.intersects(), "{name}");
    let c = clearance(pa, pb).unwrap();
    let sign = match what {
        Relation::Disjoint => c.distance > 0.0,
        Relation::Touching => c.distance == 0.0,
        _ => c.distance < 0.0,
    };
    assert!(sign, "{name}: {what} but {c:?}");
    assert!((c.normal.length() - 1.0).abs() < 1e-12, "{name}: {c:?}");
    let off = c.point_b - c.point_a - c.normal * c.distance;
    assert!(off.max_abs() < 1e-9, "{name}: {c:?}");
    if c.distance >= 0.0 {
        assert_eq!(c.depth_kind, DepthKind::Exact);
    }
}

#[test]
fn every_neighbour_relation_of_small_solids() {
    let solids = solids();
    let meshes: Vec<_> = solids.iter().map(|s| mesh_of(s, 1.0)).collect();
    let mut random = Random::new(11);
    let mut hits = Hits::default();
    for i in 0..solids.len() {
        for j in 0..solids.len() {
            for _ in 0..12 {
                let by = [0; 3].map(|_| random.whole(-3, 3) as i32);
                let what = expected(&solids[i], &moved(&solids[j], by));
                hits.count(what.intersects());
                let pose = Pose::at(DVec3::from(by.map(f64::from))).unwrap();
                check(
                    (&meshes[i], &Pose::IDENTITY),
                    (&meshes[j], &pose),
                    what,
                    &format!("{i} {j} {by:?}"),
                );
            }
        }
    }
    assert!(hits.rate() > 0.3, "{}", hits.rate());
}

#[test]
fn the_same_at_other_scales() {
    let solids = solids();
    let mut random = Random::new(12);
    for (up, i, j) in [(-60, 1, 2), (300, 2, 1), (-340, 3, 1), (0, 1, 4), (470, 3, 3)] {
        let scale = 2.0_f64.powi(up);
        let (a, b) = (mesh_of(&solids[i], scale), mesh_of(&solids[j], scale));
        for _ in 0..6 {
            let by = [0; 3].map(|_| random.whole(-2, 2) as i32);
            let what = expected(&solids[i], &moved(&solids[j], by));
            let pose = Pose::at(DVec3::from(by.map(f64::from)) * scale).unwrap();
            let (pa, pb) = (Placed::new(&a, &Pose::IDENTITY), Placed::new(&b, &pose));
            assert_eq!(relation(pa, pb), what, "{up} {i} {j} {by:?}");
            assert_eq!(relation(pb, pa), what.mirrored(), "{up} {i} {j} {by:?}");
        }
    }
}
