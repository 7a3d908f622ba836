//! Moving vertices, edges and faces that are constructed to meet: the time found is never late, and at that
//! time they are as near as promised.

use clearance::cast::{Path, edge_edge, vertex_face};
use clearance::glam::DVec3;
use clearance::{Placed, Pose, clearance, d3::Shape};
use clearance_testkit::{Hits, Random};

fn at(path: Path<DVec3>, time: f64) -> DVec3 {
    path[0].lerp(path[1], time)
}

fn distance(a: &Shape<DVec3>, b: &Shape<DVec3>) -> f64 {
    let here = Pose::<DVec3>::IDENTITY;
    clearance(Placed::new(a, &here), Placed::new(b, &here))
        .unwrap()
        .distance
}

/// The distance of the features at a time.
fn apart(v: &[Path<DVec3>; 4], are_edges: bool, time: f64) -> f64 {
    let [p, q, r, s] = v.map(|path| at(path, time));
    if are_edges {
        return distance(&Shape::segment(p, q).unwrap(), &Shape::segment(r, s).unwrap());
    }
    distance(
        &Shape::segment(p, p).unwrap(),
        &Shape::triangle([q, r, s]).unwrap(),
    )
}

fn ask(v: &[Path<DVec3>; 4], are_edges: bool, separation: f64) -> Option<f64> {
    let [p, q, r, s] = *v;
    if are_edges {
        edge_edge([p, q], [r, s], separation).unwrap()
    } else {
        vertex_face(p, [q, r, s], separation).unwrap()
    }
}

/// Features on random paths that meet, and the time. All numbers are small multiples of powers of two, so the
/// time is exact.
fn meeting(random: &mut Random, are_edges: bool) -> ([Path<DVec3>; 4], f64) {
    let mut v: [Path<DVec3>; 4] = core::array::from_fn(|_| [random.grid(4), random.grid(4)]);
    let time = random.whole(0, 16) as f64 / 16.0;
    let [s, t] = [(); 2].map(|()| random.whole(0, 4) as f64 / 4.0);
    let [p, q, r, u] = v.map(|path| at(path, time));
    let miss = if are_edges {
        (p + (q - p) * s) - (r + (u - r) * t)
    } else {
        p - (q + (r - q) * s + (u - q) * t.min(1.0 - s))
    };
    for path in &mut v[if are_edges { 2 } else { 1 }..] {
        *path = path.map(|p| p + miss);
    }
    (v, time)
}

#[test]
fn what_is_found_is_near() {
    let mut random = Random::new(21);
    let mut hits = Hits::default();
    for i in 0..2000 {
        let are_edges = i % 2 == 0;
        let (mut v, _) = meeting(&mut random, are_edges);
        let aside: DVec3 = random.vector(1.5);
        v[0] = v[0].map(|p| p + aside);
        let separation = if i % 3 == 0 { 0.125 } else { 0.0 };
        let found = ask(&v, are_edges, separation);
        hits.count(found.is_some());
        let until = found.unwrap_or(1.0);
        for k in 0..50 {
            let d = apart(&v, are_edges, until * f64::from(k) / 50.0);
            assert!(until == 0.0 || d > separation - 1e-12, "{d} before {until}");
        }
        if let Some(time) = found {
            let d = apart(&v, are_edges, time);
            assert!(d < separation + 1e-9, "{d} apart at {time}");
        }
    }
    hits.check("random features");
}

#[test]
fn what_meets_is_found_in_time() {
    let mut random = Random::new(22);
    for i in 0..2000 {
        let are_edges = i % 2 == 0;
        let (v, time) = meeting(&mut random, are_edges);
        for power in [0, -300, 300] {
            let unit = 2.0_f64.powi(power);
            let scaled = v.map(|path| path.map(|p| p * unit));
            let found = ask(&scaled, are_edges, 0.0);
            assert!(found.is_some_and(|t| t <= time), "{found:?}, they meet at {time}");
        }
    }
}

#[test]
fn numbers_that_are_none_are_refused() {
    let still = [DVec3::ZERO; 2];
    let lost = [DVec3::ZERO, DVec3::NAN];
    assert!(vertex_face(lost, [still; 3], 0.0).is_err());
    assert!(edge_edge([still; 2], [still, lost], 0.0).is_err());
    assert!(vertex_face(still, [still; 3], -1.0).is_err());
    assert_eq!(vertex_face(still, [still; 3], 0.0), Ok(Some(0.0)));
}
