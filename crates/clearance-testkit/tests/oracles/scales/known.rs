//! Contacts, points at a solid, and the smallest gaps, in closed form; cases that were wrong.

use super::*;

/// A solid of triangles that is a box: points near its faces, edges and corners, inside and outside, compared
/// with the closed form.
#[test]
fn closest_points_of_a_solid_at_every_scale() {
    let half = DVec3::new(2.0, 3.0, 5.0);
    let corner =
        |i: usize| DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] }));
    let quads = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangles: Vec<[u32; 3]> = quads
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
        .collect();
    for exponent in (-1074..=472).step_by(17) {
        let corners: Vec<DVec3> = (0..8).map(|i| corner(i).map(|x| times(x, exponent))).collect();
        let solid = Shape3::mesh(corners, triangles.clone()).unwrap();
        let solid = Placed::new(&solid, &Pose::IDENTITY);
        for i in 0..7 * 7 * 7 {
            let p = DVec3::new((i % 7) as f64, (i / 7 % 7) as f64, (i / 49) as f64) - 3.0;
            let beyond = p.abs() - half;
            let truth = if beyond.max_element() > 0.0 {
                beyond.max(DVec3::ZERO).length()
            } else {
                beyond.max_element()
            };
            let found = closest_point(solid, p.map(|x| times(x, exponent))).unwrap();
            let off = times(truth, exponent) - found.distance;
            assert!(
                off.abs() <= times(1e-12, exponent) + 5e-324,
                "2^{exponent}: {p} {truth} {found:?}"
            );
            let shot = Ray {
                origin: (p - DVec3::Y * 8.0).map(|x| times(x, exponent)),
                direction: DVec3::Y.map(|x| times(x, exponent)),
                max_time: f64::INFINITY,
            };
            let hit = ray(solid, &shot).unwrap().map(|hit| hit.time);
            let wanted = (beyond.x <= 0.0 && beyond.z <= 0.0).then_some(5.0 - p.y);
            assert_eq!(hit, wanted.map(|t| t.max(0.0)), "2^{exponent}: {p}");
        }
    }
}

/// Two boxes face to face have four contacts at every scale, and a polygon in two parts has as many as at
/// size 1.
#[test]
fn contacts_at_every_scale() {
    for exponent in (-1070..=470).step_by(22) {
        let unit = times(1.0, exponent);
        let cube = Shape3::cuboid(DVec3::splat(unit)).unwrap().rounded(unit).unwrap();
        let above = Pose::at(DVec3::new(unit, 4.0 * unit, 0.0)).unwrap();
        let found = manifold(
            Placed::new(&cube, &Pose::IDENTITY),
            Placed::new(&cube, &above),
            0.0,
        )
        .unwrap();
        assert_eq!(
            (found.contacts().len(), found.normal),
            (4, DVec3::Y),
            "2^{exponent}"
        );
    }
}

/// The smallest possible gap, and one smaller than any number.
#[test]
fn subnormal_gaps() {
    let (least, unit) = (5e-324, 1.0);
    let cube = Shape3::cuboid(DVec3::splat(unit)).unwrap();
    for gap in [least, 3.0 * least, 1e-310] {
        let at = |shape: &Shape3<DVec3>, x: f64| {
            let pose = Pose::at(DVec3::X * x).unwrap();
            clearance(
                Placed::new(shape, &pose),
                Placed::new(&Shape3::Point, &Pose::IDENTITY),
            )
            .unwrap()
        };
        let ball = Shape3::sphere(gap).unwrap();
        assert_eq!(at(&ball, 2.0 * gap).distance, gap);
        assert_eq!(at(&Shape3::Point, gap).distance, gap);
        let c = at(&cube, -unit);
        assert_eq!((c.distance, c.point_a), (0.0, c.point_b));
    }
    // Sqrt(2) apart, minus a radius of 1: less than half of the smallest number.
    let ball = Shape3::sphere(least).unwrap();
    let corner = Pose::at(DVec3::new(least, least, 0.0)).unwrap();
    let c = clearance(
        Placed::new(&ball, &Pose::IDENTITY),
        Placed::new(&Shape3::Point, &corner),
    )
    .unwrap();
    assert_eq!(c.distance, least);
    assert_eq!(ball.kind(), "sphere");
}

/// Cases that were answered wrongly: squares vanished in a distance that was regarded as certain.
#[test]
fn cases_that_were_wrong() {
    let at = |x: f64, y: f64, z: f64, exponent: i32| {
        let position = DVec3::new(x, y, z).map(|x| times(x, exponent));
        Pose::at(position).unwrap()
    };
    // A sphere and a box that overlap by more than a radius: their squared distance was rounded up to the
    // smallest number.
    let ball = Shape3::sphere(times(14.0, -541)).unwrap();
    let cube = Shape3::cuboid(DVec3::splat(times(3.0, -541))).unwrap();
    let poses = [at(-4.0, -5.0, 4.0, -541), at(-2.0, 2.0, -8.0, -541)];
    let (p, q) = (Placed::new(&ball, &poses[0]), Placed::new(&cube, &poses[1]));
    assert_eq!(relation(p, q), Relation::Overlapping);

    // A triangle with hardly any width: products that were 0 decided on which side of its edges a point lies.
    let (dust, wide) = (1.3772540099066388e-281, 6.886270049533194e-282);
    let corners = [
        DVec3::new(-3.0 * dust, -dust, -1.0),
        DVec3::new(-0.5, -3.0 * dust, wide),
        DVec3::new(-0.5, -2.5 * dust, -wide),
    ];
    let sliver = Shape3::triangle(corners).unwrap();
    let pose = Pose::at(DVec3::new(-4.5, -6.052385785722534e-284, 3.0 * dust)).unwrap();
    let found = closest_point(Placed::new(&sliver, &pose), DVec3::splat(dust)).unwrap();
    assert!((found.distance - 4.6097722286464435).abs() < 1e-12, "{found:?}");

    // An edge of a mesh far beyond 1e90: products of four lengths were infinite.
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| p * 1e100);
    let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mesh = Shape3::mesh(corners.to_vec(), triangles).unwrap();
    let on_edge = DVec3::new(5e99, 0.0, 0.0);
    let found = closest_point(Placed::new(&mesh, &Pose::IDENTITY), on_edge).unwrap();
    assert_eq!((found.distance, found.point), (0.0, on_edge));
}
