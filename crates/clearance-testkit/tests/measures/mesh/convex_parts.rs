//! Convex parts: the hulls cover the solid, and reach out of it no farther than they say; asked of each hull
//! and of the mesh, not of what the search believed.

use clearance::cast::contains;
use clearance::glam::{DVec3, Vec3};
use clearance::measure::mass_properties;
use clearance::mesh::{ConvexParts, ConvexPartsError, ConvexPartsOptions};
use clearance::shape::{Mesh, Shape3};
use clearance::{Placed, Pose, distance};
use clearance_testkit::{Hits, Random};

use super::shapes::{Triangles, joined, mesh, moved, sphere, torus};

fn options(concavity: f64, max_parts: usize) -> ConvexPartsOptions {
    ConvexPartsOptions { concavity, max_parts }
}

/// The border of the cubes of a grid for which `is_full` holds; corners on a grid, faces towards what is
/// empty.
fn cubes(n: i32, is_full: impl Fn([i32; 3]) -> bool) -> (Vec<DVec3>, Triangles) {
    let is_full = |c: [i32; 3]| c.iter().all(|x| (0..n).contains(x)) && is_full(c);
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for cell in (0..n * n * n)
        .map(|i| [i % n, i / n % n, i / n / n])
        .filter(|c| is_full(*c))
    {
        for (axis, way) in (0..3).flat_map(|axis| [(axis, 0), (axis, 1)]) {
            let mut beside = cell;
            beside[axis] += 2 * way - 1;
            if is_full(beside) {
                continue;
            }
            let first = vertices.len() as u32;
            for (u, v) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
                let mut at = cell;
                at[axis] += way;
                at[(axis + 1) % 3] += u;
                at[(axis + 2) % 3] += v;
                vertices.push(DVec3::from(at.map(f64::from)));
            }
            let quad = [[0, 1, 2], [0, 2, 3]].map(|t: [u32; 3]| t.map(|k| first + k));
            triangles.extend(quad.map(|t| if way == 1 { t } else { [t[0], t[2], t[1]] }));
        }
    }
    (vertices, triangles)
}

fn cast_down((vertices, triangles): &(Vec<DVec3>, Triangles)) -> Mesh<Vec3> {
    Mesh::new(vertices.iter().map(|v| v.as_vec3()).collect(), triangles.clone()).unwrap()
}

/// Corners of the solid, and random points in it, are in some hull; random points of hulls are near the
/// solid. Returns how far the farthest of those is.
fn check(mesh: &Mesh<DVec3>, parts: &ConvexParts<DVec3>, seed: u64) -> f64 {
    let (mut random, mut hits) = (Random::new(seed), Hits::default());
    let pose = Pose::IDENTITY;
    let solid = Shape3::Mesh(mesh.clone());
    let solid = Placed::new(&solid, &pose);
    let hulls: Vec<Shape3<DVec3>> = parts.hulls().iter().map(|h| h.clone().into()).collect();
    let is_covered = |p: DVec3| hulls.iter().any(|h| contains(Placed::new(h, &pose), p).unwrap());
    for &v in mesh.vertices() {
        assert!(is_covered(v), "{v} is in no hull");
        assert!(contains(Placed::new(parts.compound(), &pose), v).unwrap());
    }
    let bounds = mesh.bounds();
    for _ in 0..400 {
        let within = DVec3::from([0, 1, 2].map(|i| random.between(bounds.min[i], bounds.max[i])));
        let is_inside = contains(solid, within).unwrap();
        hits.count(is_inside);
        assert!(!is_inside || is_covered(within), "{within} is in no hull");
    }
    assert!((0.02..0.98).contains(&hits.rate()), "{}", hits.rate());
    let mut farthest = 0.0_f64;
    for (hull, error) in parts.hulls().iter().zip(parts.errors()) {
        for _ in 0..60 {
            // Mixtures of few corners are near the border of the hull, where it reaches out.
            let count = random.count(1, 4);
            let mut corner = || (*random.pick(hull.vertices()), random.between(0.0, 1.0));
            let mixed: Vec<(DVec3, f64)> = (0..count).map(|_| corner()).collect();
            let sum: f64 = mixed.iter().map(|m| m.1).sum();
            let at = mixed.iter().map(|m| m.0 * m.1).sum::<DVec3>() / sum;
            let there = Pose::at(at).unwrap();
            let far = distance(solid, Placed::new(&Shape3::Point, &there));
            assert!(far <= error + 1e-14, "{at} is {far} from the solid, not {error}");
            farthest = farthest.max(far);
        }
    }
    farthest
}

#[test]
fn round_ones_within_the_allowed_distance() {
    let pair = joined(&[sphere(10, 6), moved(sphere(8, 5), DVec3::new(1.0, 2.5, 0.0))]);
    for (k, (shape, allowed)) in [(torus(9, 5), 0.06), (pair, 0.03)].into_iter().enumerate() {
        let mesh = mesh(shape);
        let parts = ConvexParts::new(&mesh, &options(allowed, 64)).unwrap();
        let bounds = mesh.bounds();
        let size = (bounds.max - bounds.min).max_element();
        let farthest = check(&mesh, &parts, k as u64);
        assert!(parts.error() <= allowed * size * (1.0 + 1e-12));
        // The bound is near what is there, where anything is: what was sampled is within a half of it.
        assert!(farthest > 0.5 * parts.error() || parts.error() < 1e-13 * size);
        assert!([4, 2][k] <= parts.hulls().len() && parts.hulls().len() <= [12, 2][k]);
    }
}

/// Everything lies in planes of the grid: all cuts run along faces, and most decisions are degenerate.
#[test]
fn heaps_of_cubes_without_any_error() {
    let mut random = Random::new(5);
    for round in 0..4 {
        let full: Vec<bool> = (0..27).map(|_| !random.one_in(3)).collect();
        let shape = cubes(3, |[x, y, z]| full[(x + 3 * y + 9 * z) as usize]);
        let mesh = mesh(shape);
        // Less than any hull that is not exact reaches out.
        let parts = ConvexParts::new(&mesh, &options(0.01, 64)).unwrap();
        let farthest = check(&mesh, &parts, round);
        assert!(farthest < 1e-13, "{round}: {farthest} {:?}", parts.errors());
        assert!(parts.error() < 1e-13);
        let volume: f64 = parts.hulls().iter().map(|h| volume(&h.clone().into())).sum();
        assert!(volume >= full.iter().filter(|f| **f).count() as f64 - 1e-9);
        assert!(parts.hulls().len() < full.iter().filter(|f| **f).count());
    }
}

fn volume(shape: &Shape3<DVec3>) -> f64 {
    mass_properties(Placed::new(shape, &Pose::<DVec3>::IDENTITY))
        .unwrap()
        .volume
}

/// A box with a hollow: no hull may fill the hollow, although all corners of the solid are outside of it.
#[test]
fn a_hollow_stays_hollow() {
    let mesh = mesh(cubes(3, |c| c != [1, 1, 1]));
    let parts = ConvexParts::new(&mesh, &options(0.1, 64)).unwrap();
    check(&mesh, &parts, 3);
    let middle = DVec3::splat(1.5);
    assert!(!contains(Placed::new(parts.compound(), &Pose::IDENTITY), middle).unwrap());
    assert!(parts.hulls().len() == 6 && parts.error() < 1e-13);
    // Allowed to reach half a cube far, one hull fills it, and says so.
    let filled = ConvexParts::new(&mesh, &options(0.2, 64)).unwrap();
    assert_eq!(filled.hulls().len(), 1);
    assert!((0.5..0.6).contains(&filled.error()), "{}", filled.error());
}

#[test]
fn few_parts_say_how_far_they_reach() {
    let mesh = mesh(torus(12, 6));
    for most in [1, 3] {
        let parts = ConvexParts::new(&mesh, &options(0.01, most)).unwrap();
        assert!(parts.hulls().len() <= most);
        let farthest = check(&mesh, &parts, 11);
        assert!(parts.error() > 0.3 && farthest > 0.3 * parts.error());
    }
    // The hole of the torus has radius 2; its hull reaches that far out, but for the facets.
    let whole = ConvexParts::new(&mesh, &options(0.01, 1)).unwrap();
    assert!((1.9..2.2).contains(&whole.error()), "{}", whole.error());
}

/// Pieces far apart were never merged: only hulls that met were paired, and there were more than allowed.
#[test]
fn pieces_apart_are_merged_where_they_must() {
    let far = |x: f64| moved(sphere(5, 3), DVec3::X * x);
    let mesh = mesh(joined(&[far(0.0), far(10.0), far(13.0)]));
    let hulls = [3, 2, 1].map(|most| {
        let parts = ConvexParts::new(&mesh, &options(0.01, most)).unwrap();
        assert_eq!(parts.hulls().len(), most);
        parts.error()
    });
    assert!(
        hulls[0] < 1e-13 && (0.6..1.0).contains(&hulls[1]) && (4.0..4.3).contains(&hulls[2]),
        "{hulls:?}"
    );
}

#[test]
fn a_convex_solid_is_its_own_part() {
    let ball = mesh(sphere(9, 7));
    let parts = ConvexParts::new(&ball, &ConvexPartsOptions::default()).unwrap();
    assert!(parts.hulls().len() == 1 && parts.error() < 1e-14);
    assert!((volume(&parts.hulls()[0].clone().into()) - volume(&Shape3::Mesh(ball))).abs() < 1e-12);
}

/// The same bits, scaled; and the other precision.
#[test]
fn at_every_scale() {
    let shape = torus(6, 3);
    let own = options(0.1, 64);
    let parts = ConvexParts::new(&mesh(shape.clone()), &own).unwrap();
    for exponent in [-300, 40] {
        let scale = 2.0_f64.powi(exponent);
        let scaled = shape.0.iter().map(|v| *v * scale).collect();
        let there = ConvexParts::new(&mesh((scaled, shape.1.clone())), &own).unwrap();
        assert_eq!(there.error(), parts.error() * scale);
        assert_eq!(there.hulls().len(), parts.hulls().len());
        for (a, b) in parts.hulls().iter().zip(there.hulls()) {
            assert!(
                a.vertices()
                    .iter()
                    .map(|v| *v * scale)
                    .eq(b.vertices().iter().copied())
            );
        }
    }
    let single = ConvexParts::new(&cast_down(&shape), &own).unwrap();
    // Rounded corners may lead to other cuts.
    assert!(
        single.error() <= 0.8 && single.hulls().len() < 10,
        "{}",
        single.error()
    );
    let shapes: Vec<Shape3<Vec3>> = single.hulls().iter().map(|h| h.clone().into()).collect();
    for v in &shape.0 {
        let is_in = |h| contains(Placed::new(h, &Pose::IDENTITY), v.as_vec3()).unwrap();
        assert!(shapes.iter().any(is_in));
    }
}

#[test]
fn what_is_no_solid_is_refused() {
    let refused = |shape: (Vec<DVec3>, Triangles)| {
        ConvexParts::new(&mesh(shape), &ConvexPartsOptions::default()).unwrap_err()
    };
    let ball = sphere(5, 3);
    let mut open = ball.clone();
    open.1.pop();
    assert!(matches!(refused(open), ConvexPartsError::Open(_)));
    let mut turned = ball.clone();
    turned.1[0].swap(0, 1);
    assert!(matches!(refused(turned), ConvexPartsError::NotOriented(_)));
    let crossing = joined(&[ball.clone(), moved(ball.clone(), DVec3::X)]);
    assert!(matches!(refused(crossing), ConvexPartsError::CrossesItself(_)));
    let flat = vec![DVec3::ZERO, DVec3::X, DVec3::Y];
    assert_eq!(
        refused((flat, vec![[0, 1, 2], [0, 2, 1]])),
        ConvexPartsError::NoVolume
    );
    let whole = mesh(ball);
    for concavity in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = ConvexParts::new(&whole, &options(concavity, 9)).unwrap_err();
        assert_eq!(error, ConvexPartsError::InvalidConcavity);
    }
    let error = ConvexParts::new(&whole, &options(0.1, 0)).unwrap_err();
    assert_eq!(error, ConvexPartsError::NoPartsAllowed);
}

#[test]
fn given_up_when_asked() {
    let mesh = mesh(torus(5, 3));
    let asked = |most: usize| {
        let mut seen = Vec::new();
        let parts = ConvexParts::new_unless(&mesh, &options(0.1, 64), &mut |progress| {
            seen.push(progress);
            seen.len() > most
        });
        (seen, parts)
    };
    let (all, parts) = asked(usize::MAX);
    assert!(parts.is_ok() && all[0].parts == 1 && all.last().is_some_and(|p| p.open == 0));
    for most in [0, 1, all.len() - 1] {
        let (seen, parts) = asked(most);
        assert_eq!(
            (seen.len(), parts.unwrap_err()),
            (most + 1, ConvexPartsError::Interrupted)
        );
    }
}
