//! Every scale, and many facets in contact.

use super::*;

/// A scene scaled by a power of two: the same times, bit by bit.
///
/// At 1e-110 a block met the floor that it slid on, and places at 1e110 were not numbers: products of four
/// lengths are no floats there.
#[test]
fn the_same_at_every_scale() {
    let mut random = Random::new(32);
    let mut hits = Hits::default();
    for case in 0..50 {
        let cells = [random_cells(&mut random, 2, 60), random_cells(&mut random, 2, 60)];
        let away: DVec3 = random.direction::<DVec3>() * random.between(3.6, 5.0);
        let screw = random_screw(&mut random, away);
        let report = |scale: f64| {
            let shapes = cells
                .each_ref()
                .map(|cells| mesh_of(cells, |c| (DVec3::from(c) - DVec3::ONE) * scale));
            let [a, b] = shapes;
            let there = Pose::at(away * scale).expect("in range");
            let screw = Screw {
                about: screw.about * scale,
                linear: screw.linear * scale,
                angular: screw.angular,
            };
            of_first(&assembly_of([(a, Pose::IDENTITY), (b, there)]), screw)
        };
        let usual = report(1.0);
        let exponent = if case % 2 == 0 { 20 } else { 380 };
        for scale in [2.0_f64.powi(-exponent), 2.0_f64.powi(exponent)] {
            let scaled = report(scale);
            let times = |report: &MoveReport| report.contacts.first().map(|contact| contact.time);
            assert_eq!(times(&scaled), times(&usual));
            let least = |report: &MoveReport| report.least_clearance.expect("another part").value;
            assert_eq!(least(&scaled), least(&usual) * scale);
        }
        hits.count(!usual.contacts.is_empty());
    }
    hits.check("scaled scenes");
}

/// Plates of 3,200 facets lie on each other, and one slides. However short a time, some 40,000 pairs of
/// facets touch.
///
/// It did not end: a window with more than 32,768 pairs was halved until it was as short as a rounding.
#[test]
fn many_facets_in_contact() {
    let cells = |z: i32| -> Cells { (0..40).flat_map(|x| (0..40).map(move |y| [x, y, z])).collect() };
    let plate = |z: i32| (mesh_of(&cells(z), DVec3::from), Pose::IDENTITY);
    let assembly = assembly_of([plate(1), plate(0)]);
    let moves = [Move {
        parts: vec![0],
        screw: Screw::straight(DVec3::X * 1.5),
    }];
    let as_facets = Tolerance::Length(0.0);
    let report = follow(&assembly, &moves, as_facets, &|_, _| true, &|| Continue(())).expect("a valid move");
    assert!(report.moves[0].contacts.is_empty() && report.moves[0].is_certified);
}
