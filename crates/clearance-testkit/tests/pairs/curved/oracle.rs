//! The oracle of the gaps: shapes with their own support mappings, and the largest gap along any direction.
//!
//! An answer is right if its value is the gap along its normal, and none of thousands of directions, improved
//! by hill climbing, has a larger gap.

use clearance::glam::DVec3;
use clearance::math::Pose;
use clearance::shape::{Placed, Shape3};
use clearance::{Clearance, clearance, relation};
use clearance_testkit::Random;

pub type Support = Box<dyn Fn(DVec3) -> DVec3>;

/// A shape, its support mapping, and a distance function (negative inside) where that is easy.
pub struct Solid {
    pub name: &'static str,
    pub shape: Shape3<DVec3>,
    pub support: Support,
}

pub fn solid(name: &'static str, shape: Shape3<DVec3>, support: impl Fn(DVec3) -> DVec3 + 'static) -> Solid {
    let support = Box::new(support);
    Solid { name, shape, support }
}
pub fn furthest(points: Vec<DVec3>) -> impl Fn(DVec3) -> DVec3 {
    move |n| {
        points
            .iter()
            .copied()
            .max_by(|a, b| a.dot(n).total_cmp(&b.dot(n)))
            .unwrap()
    }
}
pub fn ring(n: DVec3, r: f64) -> DVec3 {
    DVec3::new(n.x, 0.0, n.z).normalize_or_zero() * r
}
pub fn cylinder(h: f64, r: f64) -> impl Fn(DVec3) -> DVec3 {
    move |n| ring(n, r) + DVec3::Y * h.copysign(n.y)
}
pub fn cone(h: f64, r: f64) -> impl Fn(DVec3) -> DVec3 {
    move |n| {
        let (apex, rim) = (DVec3::Y * h, ring(n, r) - DVec3::Y * h);
        if apex.dot(n) > rim.dot(n) { apex } else { rim }
    }
}
pub fn ellipsoid(r: DVec3) -> impl Fn(DVec3) -> DVec3 {
    move |n| r * (r * n).normalize()
}
pub fn grown(by: f64, f: impl Fn(DVec3) -> DVec3) -> impl Fn(DVec3) -> DVec3 {
    move |n| f(n) + n.normalize() * by
}
pub fn corners(h: DVec3) -> Vec<DVec3> {
    let sign = |i: usize, k: usize| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
    (0..8)
        .map(|i| h * DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2)))
        .collect()
}

pub fn curved(random: &mut Random) -> Solid {
    let mut size = || random.between(0.3, 1.5);
    let (h, r, e, g) = (size(), size(), DVec3::new(size(), size(), size()), 0.5 * size());
    type S = Shape3<DVec3>;
    match random.count(0, 5) {
        0 => solid("cylinder", S::cylinder(h, r).unwrap(), cylinder(h, r)),
        1 => solid("cone", S::cone(h, r).unwrap(), cone(h, r)),
        2 => solid("ellipsoid", S::ellipsoid(e).unwrap(), ellipsoid(e)),
        3 => solid(
            "rounded cylinder",
            S::cylinder(h, r).unwrap().rounded(g).unwrap(),
            grown(g, cylinder(h, r)),
        ),
        4 => solid(
            "rounded cone",
            S::cone(h, r).unwrap().rounded(g).unwrap(),
            grown(g, cone(h, r)),
        ),
        _ => solid(
            "rounded ellipsoid",
            S::ellipsoid(e).unwrap().rounded(g).unwrap(),
            grown(g, ellipsoid(e)),
        ),
    }
}

pub fn any(random: &mut Random) -> Solid {
    if random.one_in(3) {
        return curved(random);
    }
    let mut size = || random.between(0.3, 1.5);
    let (r, e) = (size(), DVec3::new(size(), size(), size()));
    let points: Vec<DVec3> = (0..10).map(|_| random.vector(1.2)).collect();
    type S = Shape3<DVec3>;
    match random.count(0, 6) {
        0 => solid("point", S::Point, |_| DVec3::ZERO),
        1 => solid("sphere", S::sphere(r).unwrap(), move |n| n.normalize() * r),
        2 => solid(
            "segment",
            S::segment(points[0], points[1]).unwrap(),
            furthest(points[..2].to_vec()),
        ),
        3 => solid(
            "capsule",
            S::capsule(points[0], points[1], r).unwrap(),
            grown(r, furthest(points[..2].to_vec())),
        ),
        4 => solid(
            "triangle",
            S::triangle([points[0], points[1], points[2]]).unwrap(),
            furthest(points[..3].to_vec()),
        ),
        5 => solid("box", S::cuboid(e).unwrap(), furthest(corners(e))),
        _ => solid("convex", S::convex(&points).unwrap(), furthest(points)),
    }
}

/// The gap along a direction.
pub fn gap(a: &Solid, pa: &Pose<DVec3>, b: &Solid, pb: &Pose<DVec3>, n: DVec3) -> f64 {
    let reach = |s: &Solid, p: &Pose<DVec3>, n: DVec3| {
        let f = p.frame();
        f.point((s.support)(f.local_direction(n))).dot(n)
    };
    -reach(b, pb, -n) - reach(a, pa, n)
}

/// The largest gap found: over a spiral of directions, then by hill climbing from the best few.
pub fn widest(gap: impl Fn(DVec3) -> f64, count: usize) -> (f64, DVec3) {
    let spiral = |i: usize| {
        let y = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (sin, cos) = (2.399_963_229_728_653 * i as f64).sin_cos();
        let r = (1.0 - y * y).sqrt();
        DVec3::new(r * cos, y, r * sin)
    };
    let mut all: Vec<_> = (0..count).map(spiral).map(|n| (gap(n), n)).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.truncate(4);
    let climbed = all.into_iter().map(|(mut value, mut n)| {
        let mut step = 0.05;
        for _ in 0..200 {
            let (u, v) = n.any_orthonormal_pair();
            let ways = [u, -u, v, -v, u + v, -u - v, u - v, v - u];
            let tried = ways.map(|w| (n + w * step).normalize()).map(|n| (gap(n), n));
            let better = tried.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            if better.0 > value {
                (value, n) = better
            } else {
                step *= 0.5
            }
        }
        (value, n)
    });
    climbed.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

pub fn check(a: &Solid, pa: &Pose<DVec3>, b: &Solid, pb: &Pose<DVec3>, unit: f64) -> Clearance<DVec3> {
    let (p, q) = (Placed::new(&a.shape, pa), Placed::new(&b.shape, pb));
    let c = clearance(p, q).unwrap();
    let gap = |n| gap(a, pa, b, pb, n) / unit;
    let (best, at) = widest(gap, 400);
    let (distance, name) = (c.distance / unit, (a.name, b.name));
    assert!((c.normal.length() - 1.0).abs() < 1e-14, "{name:?}");
    assert!(
        (gap(c.normal) - distance).abs() < 2e-14,
        "{name:?}: {distance} is not the gap {} {pa:?} {pb:?}",
        gap(c.normal)
    );
    assert!(
        distance > best - 1e-12,
        "{name:?}: {distance} is beaten by {best} along {at}\n{:?} {pa:?}\n{:?} {pb:?}\n{:?}",
        a.shape,
        b.shape,
        c.normal
    );
    let off = (c.point_b - c.point_a) / unit - c.normal * distance;
    assert!(off.length() < 1e-14, "{name:?}: {off}");
    for (s, p, x) in [(a, pa, c.point_a), (b, pb, c.point_b)] {
        // Inside means: below the support in every direction tried.
        let f = p.frame();
        let local = f.local_point(x);
        let out = widest(|n| local.dot(n) - (s.support)(n).dot(n), 100).0;
        assert!(
            out < 1e-7,
            "{name:?}: a witness of {} is {out} outside, {c:?}",
            s.name
        );
    }
    let mirrored = clearance(q, p).unwrap();
    assert!(
        (mirrored.distance - c.distance).abs() < 1e-14 * unit,
        "{name:?} {c:?} {mirrored:?} {:?} {pa:?} {:?} {pb:?}",
        a.shape,
        b.shape
    );
    let r = relation(p, q);
    assert_eq!(
        (r.intersects(), r.overlaps()),
        (c.distance <= 0.0, c.distance < 0.0),
        "{name:?}"
    );
    assert_eq!(relation(q, p), r.mirrored(), "{name:?}");
    c
}
