//! Polygons are cut exactly, and bad rings are named.

use super::*;
use glam::DVec2;

fn points(list: &[[f64; 2]]) -> Vec<DVec2> {
    list.iter().map(|&p| DVec2::from(p)).collect()
}
fn twice_area(ring: &[DVec2]) -> f64 {
    (0..ring.len())
        .map(|k| ring[k].perp_dot(ring[(k + 1) % ring.len()]))
        .sum()
}
fn area(polygon: &Polygon<DVec2>) -> f64 {
    (0..polygon.part_count())
        .map(|i| match polygon.part(i).shape() {
            Shape2::Convex(c) => twice_area(c.vertices()).abs(),
            _ => 0.0,
        })
        .sum::<f64>()
        / 2.0
}
fn fault(outer: &[[f64; 2]], holes: &[&[[f64; 2]]]) -> (alloc::string::String, Fault) {
    let holes: Vec<_> = holes.iter().map(|h| points(h)).collect();
    let error = Polygon::new(&points(outer), &holes).unwrap_err();
    (error.path(), error.fault)
}
const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];

#[test]
fn parts_add_up_to_the_whole() {
    let hole = [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]];
    for scale in [1.0, 2.0_f64.powi(-900), 2.0_f64.powi(400)] {
        let by = |list: &[[f64; 2]]| points(list).iter().map(|&p| p * scale).collect::<Vec<_>>();
        let p = Polygon::new(&by(&SQUARE), &[by(&hole)]).unwrap();
        let sum: f64 = (0..p.facet_count())
            .map(|i| (p.corner(i, 0) / scale).perp_dot(p.corner(i, 1) / scale))
            .sum();
        assert_eq!(sum / 2.0, 15.0);
        assert!(p.part_count() <= 4);
    }
    let p = Polygon::new(&points(&SQUARE), &[points(&hole)]).unwrap();
    assert_eq!(area(&p), 15.0);
}
// With one unit of length for both axes the smaller one was too small for the triangulation, and the
// polygon was refused as too large or without area.
#[test]
fn thin_polygons_are_cut_exactly() {
    let hole = [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]];
    for [x, y] in [
        [1.0, 1e-320],
        [1e-320, 1.0],
        [1e140, 1e-300],
        [5e-324, 2.0_f64.powi(470)],
    ] {
        let by = |list: &[[f64; 2]]| {
            list.iter()
                .map(|p| DVec2::new(p[0] * x, p[1] * y))
                .collect::<Vec<_>>()
        };
        let p = Polygon::new(&by(&SQUARE), &[by(&hole)]).unwrap();
        let sum: f64 = (0..p.facet_count())
            .map(|i| [0, 1].map(|k| p.corner(i, k) / DVec2::new(x, y)))
            .map(|[a, b]| a.perp_dot(b))
            .sum();
        assert!((sum / 2.0 - 15.0).abs() < 0.01, "{x} {y}: {sum}");
    }
    // Tiny coordinates beside 1: their sign decides whether the middle of the lower edge is a corner.
    for dust in [1e-320, 1e-300, 1e-120] {
        let bent = |y: f64| points(&[[0.0, 0.0], [1.0, y], [2.0, 0.0], [1.0, 1.0]]);
        let parts = [dust, 0.0, -dust].map(|y| Polygon::new(&bent(y), &[]).unwrap().part_count());
        assert_eq!(parts, [2, 1, 1]);
    }
    let mixed = [[0.0, 1e-300], [1.0, 1e-150], [0.5, 1.0]];
    assert_eq!(fault(&mixed, &[]), ("vertices".into(), Fault::TooWide));
}
#[test]
fn convex_outline_is_one_part() {
    let mut ring = points(&SQUARE);
    ring.insert(1, DVec2::new(2.0, 0.0));
    ring.insert(1, DVec2::new(2.0, 0.0));
    let p = Polygon::new(&ring, &[]).unwrap();
    assert_eq!((p.part_count(), area(&p)), (1, 16.0));
}
#[test]
fn rings_may_touch() {
    // A hole with a corner on the outer edge, one that shares a piece of an edge, and a pinched outer
    // ring.
    let on_edge = points(&[[2.0, 0.0], [3.0, 1.0], [1.0, 1.0]]);
    let shared = points(&[[1.0, 4.0], [1.0, 3.0], [2.0, 3.0], [2.0, 4.0]]);
    let p = Polygon::new(&points(&SQUARE), &[on_edge, shared]).unwrap();
    assert_eq!(area(&p), 14.0);
    let pinched = [
        [0.0, 0.0],
        [2.0, 2.0],
        [4.0, 0.0],
        [4.0, 4.0],
        [2.0, 2.0],
        [0.0, 4.0],
    ];
    assert_eq!(area(&Polygon::new(&points(&pinched), &[]).unwrap()), 8.0);
    let antenna = [
        [0.0, 0.0],
        [4.0, 0.0],
        [9.0, 0.0],
        [4.0, 0.0],
        [4.0, 4.0],
        [0.0, 4.0],
    ];
    let p = Polygon::new(&points(&antenna), &[]).unwrap();
    assert_eq!((area(&p), p.facet_count()), (16.0, 4));
}
#[test]
fn bad_rings_are_named() {
    let two = [[0.0, 0.0], [1.0, 1.0]];
    assert_eq!(fault(&two, &[]).1, Fault::TooFew { least: 3, got: 2 });
    let line = [[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]];
    assert_eq!(fault(&line, &[]), ("vertices".into(), Fault::NoArea));
    assert_eq!(fault(&SQUARE, &[&line]), ("holes[0]".into(), Fault::NoArea));
    assert_eq!(fault(&SQUARE, &[&SQUARE]), ("holes".into(), Fault::NoArea));
    let outside = SQUARE.map(|p| [p[0] + 4.0, p[1]]);
    assert_eq!(
        fault(&SQUARE, &[&outside]),
        ("holes[0]".into(), Fault::HoleOutside)
    );
    let (small, inner) = (
        [[1.0, 1.0], [3.0, 1.0], [2.0, 3.0]],
        [[2.0, 1.5], [2.2, 1.5], [2.0, 2.0]],
    );
    assert_eq!(fault(&SQUARE, &[&small, &inner]).1, Fault::HoleOutside);
    let crossing = [[1.0, 1.0], [5.0, 1.0], [1.0, 3.0]];
    let (path, fault) = fault(&SQUARE, &[&crossing]);
    assert_eq!(
        (path.as_str(), fault),
        ("holes[0][0]", Fault::EdgesCross { other: 1 })
    );
}
#[test]
fn stars_are_cut_exactly() {
    // Star-shaped outlines of 3 to 60 corners; the area of the parts is that of the outline up to
    // rounding.
    let mut seed = 7_u64;
    let mut random = || {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 40) as f64 / (1_u64 << 24) as f64
    };
    for n in 3..60 {
        let ring: Vec<DVec2> = (0..n)
            .map(|k| {
                let angle = core::f64::consts::TAU * f64::from(k) / f64::from(n);
                DVec2::from_angle(angle) * (0.1 + random())
            })
            .collect();
        let p = Polygon::new(&ring, &[]).unwrap();
        let expected = twice_area(&ring) / 2.0;
        assert!((area(&p) - expected).abs() < 1e-12, "{n}");
        assert!(p.part_count() < n as usize - 1);
    }
}
