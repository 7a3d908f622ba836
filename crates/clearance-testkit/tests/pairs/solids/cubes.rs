//! Solids made of unit cubes on a grid: from the sets of cells follows whether their interiors meet, whether
//! they touch, and whether one contains the other.

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

/// A box in a compound of boxes: contained in several of them together, counted in cells of half the size.
#[test]
fn a_box_held_by_boxes_together() {
    let mut random = Random::new(5);
    let mut hits = Hits::default();
    for i in 0..400 {
        let mut cell =
            |low: i64, high: i64| -> [i64; 3] { core::array::from_fn(|_| random.whole(low, high)) };
        // Two boxes, and a third across both, in units of half a cell.
        let held: Vec<_> = (0..4).map(|_| (cell(0, 3), cell(2, 6))).collect();
        let (corner, size) = (cell(0, 4), cell(1, 3));
        let scale = 0.5_f64.powi((i % 5) * 7 - 10);
        let boxed = |corner: [i64; 3], size: [i64; 3]| {
            let half = DVec3::from(size.map(|x| x as f64 * 0.5));
            let middle = DVec3::from(corner.map(|x| x as f64)) + half;
            (Shape3::cuboid(half).unwrap(), Pose::at(middle).unwrap())
        };
        let parts: Vec<_> = held.iter().map(|&(c, s)| boxed(c, s)).collect();
        // Boxes inside boxes inside the whole.
        let inner = Shape3::compound(parts[..2].to_vec()).unwrap();
        let rest = parts[2..].iter().cloned().chain([(inner, Pose::IDENTITY)]);
        let union = Shape3::compound(rest.collect()).unwrap();
        let (small, at) = boxed(corner, size);
        let is_in =
            |p: [i64; 3], c: [i64; 3], s: [i64; 3]| (0..3).all(|k| c[k] <= p[k] && p[k] < c[k] + s[k]);
        let mut cells = Vec::new();
        for x in 0..size[0] {
            for y in 0..size[1] {
                for z in 0..size[2] {
                    cells.push([corner[0] + x, corner[1] + y, corner[2] + z]);
                }
            }
        }
        let count = cells
            .iter()
            .filter(|&&p| held.iter().any(|&(c, s)| is_in(p, c, s)))
            .count();
        hits.count(count == cells.len());
        let pose = at.position();
        let at = Pose::at(pose * scale).unwrap().scaled(scale).unwrap();
        let whole = Pose::IDENTITY.scaled(scale).unwrap();
        let relation = relation(Placed::new(&small, &at), Placed::new(&union, &whole));
        assert_eq!(
            count == cells.len(),
            matches!(relation, Relation::AInB | Relation::Equal),
            "{i}: {relation}"
        );
        assert_eq!(count > 0, relation.overlaps(), "{i}: {relation}");
    }
    hits.check("held together");
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

#[test]
fn convex_shapes_and_flat_ones_in_a_frame() {
    let frame = mesh_of(&solids()[2], 1.0);
    let at = |x: f64, y: f64, z: f64| Pose::at(DVec3::new(x, y, z)).unwrap();
    let ball = |r: f64| Shape3::sphere(r).unwrap();
    let block = |h: f64| Shape3::cuboid(DVec3::splat(h)).unwrap();
    let cases = [
        (ball(0.5), at(1.5, 1.5, 0.5), Relation::Touching),
        (ball(0.499), at(1.5, 1.5, 0.5), Relation::Disjoint),
        (ball(0.501), at(1.5, 1.5, 0.5), Relation::Overlapping),
        (ball(0.5), at(0.5, 0.5, 0.5), Relation::BInA),
        (ball(0.51), at(0.5, 0.5, 0.5), Relation::Overlapping),
        (ball(9.0), at(0.5, 0.5, 0.5), Relation::AInB),
        (block(0.5), at(0.5, 1.5, 0.5), Relation::BInA),
        (block(0.5), at(1.5, 1.5, 0.5), Relation::Touching),
        (block(0.25), at(1.5, 1.5, 0.5), Relation::Disjoint),
        (block(1.5), at(1.5, 1.5, 0.5), Relation::AInB),
        (Shape3::Point, at(1.5, 1.5, 0.5), Relation::Disjoint),
        (Shape3::Point, at(1.0, 1.5, 0.5), Relation::Touching),
        (Shape3::Point, at(0.5, 1.5, 0.5), Relation::BInA),
        (
            Shape3::cuboid(DVec3::new(1.0, 1.0, 0.0)).unwrap(),
            at(1.5, 1.5, 1.0),
            Relation::Touching,
        ),
        (
            Shape3::cuboid(DVec3::new(1.0, 1.0, 0.0)).unwrap(),
            at(1.5, 1.5, 0.5),
            Relation::Overlapping,
        ),
        (
            Shape3::cuboid(DVec3::new(0.5, 0.5, 0.0)).unwrap(),
            at(1.5, 1.5, 0.5),
            Relation::Touching,
        ),
        (
            Shape3::cuboid(DVec3::new(0.5, 0.5, 0.0)).unwrap(),
            at(0.5, 0.5, 0.5),
            Relation::BInA,
        ),
        (
            Shape3::segment(DVec3::ZERO, DVec3::X * 3.0).unwrap(),
            at(0.0, 1.5, 0.5),
            Relation::Overlapping,
        ),
        (
            Shape3::segment(DVec3::ZERO, DVec3::X * 3.0).unwrap(),
            at(0.0, 0.5, 0.5),
            Relation::BInA,
        ),
        (
            Shape3::segment(DVec3::ZERO, DVec3::X * 3.0).unwrap(),
            at(0.0, 0.0, 0.5),
            Relation::Touching,
        ),
        (
            Shape3::segment(DVec3::ZERO, DVec3::X * 3.0).unwrap(),
            at(0.0, 1.0, 1.0),
            Relation::Touching,
        ),
        (
            Shape3::segment(DVec3::ZERO, DVec3::X).unwrap(),
            at(1.0, 1.5, 0.5),
            Relation::Touching,
        ),
        (
            Shape3::half_space(DVec3::Z, 0.0).unwrap(),
            at(0.0, 0.0, 0.0),
            Relation::Touching,
        ),
        (
            Shape3::half_space(DVec3::Z, 0.0).unwrap(),
            at(0.0, 0.0, 0.5),
            Relation::Overlapping,
        ),
        (
            Shape3::half_space(DVec3::Z, 0.0).unwrap(),
            at(0.0, 0.0, 1.0),
            Relation::AInB,
        ),
        (
            Shape3::triangle([DVec3::ZERO, DVec3::X, DVec3::Y]).unwrap(),
            at(0.0, 0.0, 0.25),
            Relation::BInA,
        ),
    ];
    for (n, (shape, pose, what)) in cases.iter().enumerate() {
        check(
            (&frame, &Pose::IDENTITY),
            (shape, pose),
            *what,
            &format!("case {n}"),
        );
        check(
            (shape, pose),
            (&frame, &Pose::IDENTITY),
            what.mirrored(),
            &format!("swapped {n}"),
        );
    }
}

#[test]
fn unions_of_boxes_against_solids() {
    let solids = solids();
    let mut random = Random::new(13);
    let mut hits = Hits::default();
    for _ in 0..60 {
        let (i, j) = (random.count(0, 4), random.count(0, 4));
        let by = [0; 3].map(|_| random.whole(-2, 2) as i32);
        // A part of a union that only several parts of another union contain together counts as sticking out.
        // A single box does not.
        let lone = &solids[0];
        for (a, b) in [(&solids[i], &solids[j]), (lone, &solids[j])] {
            let what = expected(a, &moved(b, by));
            hits.count(what.intersects());
            let what = if a.len() > 1 && what.overlaps() {
                Relation::Overlapping
            } else {
                what
            };
            let pose = Pose::at(DVec3::from(by.map(f64::from))).unwrap();
            let (union, solid) = (boxes_of(a), mesh_of(b, 1.0));
            let (pa, pb) = (Placed::new(&union, &Pose::IDENTITY), Placed::new(&solid, &pose));
            let found = relation(pa, pb);
            let weaker = if a.len() > 1 {
                found.min(Relation::Overlapping)
            } else {
                found
            };
            assert_eq!(weaker, what, "{i} {j} {by:?}");
            assert_eq!(relation(pb, pa), found.mirrored());
            let c = clearance(pa, pb).unwrap();
            assert_eq!(
                c.distance.partial_cmp(&0.0),
                what.overlaps()
                    .then_some(Ordering::Less)
                    .or(Some(if what.intersects() {
                        Ordering::Equal
                    } else {
                        Ordering::Greater
                    }))
            );
        }
    }
    hits.check("unions of boxes against solids");
}

#[test]
fn pixel_masks_and_polygons() {
    let mut random = Random::new(14);
    let mut hits = Hits::default();
    for n in 0..300 {
        let mut mask = |size: i32| -> Cells {
            let mut cells: Cells = [[0, 0, 0]].into();
            for x in 0..size {
                cells.extend((0..size).filter(|_| !random.one_in(3)).map(|y| [x, y, 0]));
            }
            cells
        };
        let (a, b) = (mask(3), mask(if n % 2 == 0 { 3 } else { 6 }));
        let by = [random.whole(-7, 5) as i32, random.whole(-7, 5) as i32, 0];
        let what = expected(&a, &moved(&b, by));
        hits.count(what.intersects());
        let shape = |cells: &Cells| {
            let row = |y: i32| -> String {
                (0..6)
                    .map(|x| if cells.contains(&[x, y, 0]) { '1' } else { '0' })
                    .collect()
            };
            let rows: Vec<String> = (0..6).rev().map(row).collect();
            Shape2::<DVec2>::bitmap(&rows, 1.0).unwrap()
        };
        let pose = Pose::at(DVec2::new(f64::from(by[0]), f64::from(by[1]))).unwrap();
        let (sa, sb) = (shape(&a), shape(&b));
        let (pa, pb) = (Placed::new(&sa, &Pose::IDENTITY), Placed::new(&sb, &pose));
        assert_eq!(relation(pa, pb), what, "{a:?} {b:?} {by:?}");
        assert_eq!(relation(pb, pa), what.mirrored());
        assert_eq!(intersects(pa, pb), what.intersects());
        let c = clearance(pa, pb).unwrap();
        assert_eq!(c.distance < 0.0, what.overlaps());
        assert_eq!(c.distance == 0.0, what == Relation::Touching);
    }
    hits.check("pixel masks");
    // A segment along the line between two of its convex parts is inside nevertheless.
    let points = |list: &[[f64; 2]]| list.iter().map(|&p| DVec2::from(p)).collect::<Vec<_>>();
    let l = points(&[
        [0.0, 0.0],
        [2.0, 0.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 2.0],
        [0.0, 2.0],
    ]);
    let l = Shape2::polygon(&l, &[]).unwrap();
    let at = Pose::<DVec2>::IDENTITY;
    for (ends, what) in [
        ([[0.0, 0.0], [1.0, 1.0]], Relation::BInA),
        ([[0.0, 1.0], [2.0, 1.0]], Relation::BInA),
        ([[1.0, 0.0], [1.0, 2.0]], Relation::BInA),
        ([[1.0, 1.0], [2.0, 1.0]], Relation::Touching),
        ([[1.0, 1.0], [2.0, 2.0]], Relation::Touching),
        ([[0.5, 1.5], [1.5, 0.5]], Relation::BInA),
        ([[0.5, 1.75], [1.75, 0.5]], Relation::Overlapping),
    ] {
        let segment = Shape2::segment(DVec2::from(ends[0]), DVec2::from(ends[1])).unwrap();
        let (pa, pb) = (Placed::new(&l, &at), Placed::new(&segment, &at));
        assert_eq!(relation(pa, pb), what, "{ends:?}");
        assert_eq!(
            clearance(pa, pb).unwrap().distance < 0.0,
            what.overlaps(),
            "{ends:?}"
        );
    }
}

/// Asks everything about two placed shapes, rotated about the origin.
fn check_thin<V: clearance_testkit::TestSpace>(
    [a, b]: [(&V::Shape, V); 2],
    turn: V::Rotation,
    expected: Relation,
) {
    let stand = |at: V| Pose::new(V::combine(&turn.axes(), at), turn).unwrap();
    let (here, there) = (stand(a.1), stand(b.1));
    let (a, b) = (Placed::new(a.0, &here), Placed::new(b.0, &there));
    assert_eq!(relation(a, b), expected, "{a:?} {b:?}");
    assert_eq!(relation(b, a), expected.mirrored());
    assert_eq!(intersects(a, b), expected != Relation::Disjoint);
    let sign = clearance(a, b).unwrap().distance.partial_cmp(&V::Scalar::ZERO);
    let right = match expected {
        Relation::Disjoint => Ordering::Greater,
        Relation::Touching => Ordering::Equal,
        _ => Ordering::Less,
    };
    assert_eq!(sign, Some(right), "{expected}");
}

/// Segments of length 0 have no sides to look at and were skipped: a polyline that is one point was disjoint
/// from the region around it. In the border of a region neighbours contain such points; in a polyline they
/// may be everything.
#[test]
fn a_line_that_is_one_point() {
    let square = Shape2::bitmap(&["1"], 9.0).unwrap();
    let point = Shape2::polyline(&[DVec2::ZERO; 3], true).unwrap();
    for (x, expected) in [
        (4.0, Relation::AInB),
        (0.0, Relation::Touching),
        (9.0, Relation::Touching),
        (9.5, Relation::Disjoint),
    ] {
        let pair = [(&point, DVec2::new(x, 4.5)), (&square, DVec2::ZERO)];
        check_thin(pair, Rotation2::from_angle(0.0), expected);
        if expected != Relation::Touching {
            check_thin(pair, Rotation2::from_angle(0.5), expected); // no corner is then exactly on the border
        }
    }
}

/// The same for triangles without area: a needle was disjoint from the solid that it pierces.
#[test]
fn a_mesh_that_is_one_needle() {
    let cube = mesh_of(&box_of([0; 3], [1; 3]), 1.0);
    for (from, to, expected) in [
        (0.25, 0.75, Relation::AInB),
        (0.5, 1.5, Relation::Overlapping),
        (-0.5, 1.5, Relation::Overlapping),
        (0.0, 0.5, Relation::AInB),
        (1.0, 2.0, Relation::Touching),
        (1.25, 2.0, Relation::Disjoint),
        (0.5, 0.5, Relation::AInB),
    ] {
        let corners = [from, (from + to) * 0.5, to].map(|x| DVec3::new(x, 0.25, 0.5));
        let needle = Shape3::mesh(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
        let pair = [(&needle, DVec3::ZERO), (&cube, DVec3::ZERO)];
        check_thin(pair, DQuat::IDENTITY, expected);
    }
}
