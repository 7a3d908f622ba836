//! Solids of cubes against other kinds of shapes: convex and flat ones, unions, masks and polygons.

use super::*;

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
