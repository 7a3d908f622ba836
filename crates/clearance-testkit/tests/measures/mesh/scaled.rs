//! A mesh with each axis multiplied answers like a new one of the products; by powers of two, like the given
//! one.

use clearance::cast::{closest_point, contains, ray};
use clearance::glam::{DVec3, Vec3};
use clearance::math::{Ray, Vector};
use clearance::measure::{common, mass_properties};
use clearance::mesh::report;
use clearance::shape::{Fault, Mesh, Shape3};
use clearance::{Placed, Pose, Relation, clearance, relation};
use clearance_testkit::{Hits, Random};

use super::shapes::{Triangles, joined, mesh, moved, soup, sphere, torus};

type Given = (Vec<DVec3>, Triangles);

/// Convex or not, in one piece or two, open or closed, with and without vertices in one place.
fn shapes() -> [Given; 5] {
    let mut open = torus(9, 6);
    open.1.truncate(70);
    let two = joined(&[sphere(6, 3), moved(torus(8, 5), DVec3::X * 6.0)]);
    [torus(11, 7), soup(&torus(8, 6)), sphere(8, 1), open, two]
}

fn sign(random: &mut Random) -> f64 {
    if random.one_in(2) { -1.0 } else { 1.0 }
}

/// Three factors, each of either sign.
fn any_factors(random: &mut Random) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|_| sign(random) * random.between(0.2, 5.0)))
}

fn powers(random: &mut Random) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|_| sign(random) * 2.0_f64.powi(random.whole(-4, 4) as i32)))
}

/// All that is asked about a mesh, at a pose; `p` and `q` are in its frame.
fn answers(mesh: &Mesh<DVec3>, pose: &Pose<DVec3>, [p, q]: [DVec3; 2]) -> impl PartialEq + std::fmt::Debug {
    let (shape, ball) = (
        Shape3::Mesh(mesh.clone()),
        Shape3::sphere((q - p).length() * 0.1).unwrap(),
    );
    let [p, q] = [p, q].map(|point| pose.frame().point(point));
    let there = Pose::at(p).unwrap();
    let (own, ball) = (Placed::new(&shape, pose), Placed::new(&ball, &there));
    let ray_there = Ray {
        origin: p,
        direction: q - p,
        max_time: 1.0,
    };
    let gap = clearance(own, ball).unwrap();
    (
        contains(own, p).unwrap(),
        ray(own, &ray_there).unwrap().map(|hit| (hit.time, hit.normal)),
        closest_point(own, p).unwrap().distance,
        relation(own, ball),
        gap.distance,
        mass_properties(own).ok(),
    )
}

#[test]
fn answers_are_those_of_a_new_mesh() {
    let (mut random, mut mirrored, mut hits) = (Random::new(41), Hits::default(), Hits::default());
    let mut convex = 0;
    for given in shapes() {
        let own = mesh(given.clone());
        for _ in 0..8 {
            let factors = any_factors(&mut random);
            let scaled = own.scaled(factors).unwrap();
            let places: Vec<DVec3> = given.0.iter().map(|p| *p * factors).collect();
            let new = Mesh::new(places, given.1.clone()).unwrap();
            assert_eq!(
                (scaled.vertices(), scaled.triangles()),
                (new.vertices(), new.triangles())
            );
            assert_eq!(
                (scaled.neighbours(), scaled.bounds()),
                (new.neighbours(), new.bounds())
            );
            assert_eq!(
                (
                    scaled.is_solid(),
                    scaled.was_inside_out(),
                    scaled.as_convex().is_some()
                ),
                (new.is_solid(), new.was_inside_out(), new.as_convex().is_some())
            );
            assert_eq!(report(&scaled), report(&new));
            mirrored.count(scaled.was_inside_out());
            convex += u32::from(scaled.as_convex().is_some());
            let turn = clearance::glam::DQuat::from_array([0.1, 0.2, -0.3, 0.9]).normalize();
            let pose = Pose::new(DVec3::new(5.0, -3.0, 2.0), turn)
                .unwrap()
                .scaled(1.5)
                .unwrap();
            for _ in 0..12 {
                let mut place = || random.vector::<DVec3>(4.0) * DVec3::new(1.0, 1.0, 0.4) * factors;
                let two = [place(), place()];
                let found = answers(&scaled, &pose, two);
                assert_eq!(found, answers(&new, &pose, two));
                let shape = Shape3::Mesh(scaled.clone());
                hits.count(contains(Placed::new(&shape, &Pose::IDENTITY), two[0]).unwrap());
            }
        }
    }
    assert!((0.2..0.8).contains(&mirrored.rate()) && (0.1..0.9).contains(&hits.rate()));
    assert!(convex > 0);
}

/// Stretching both of two shapes changes no relation, and no time of a ray.
#[test]
fn by_powers_of_two_all_is_as_before() {
    let (mut random, mut seen) = (Random::new(43), std::collections::BTreeSet::new());
    let lattice = |given: Given| (given.0.iter().map(|p| (*p * 2.0).round()).collect(), given.1);
    let (a, b) = (mesh(lattice(torus(9, 6))), mesh(lattice(sphere(6, 3))));
    assert!(a.is_solid() && b.is_solid());
    for _ in 0..150 {
        let factors = powers(&mut random);
        let step = DVec3::from_array([0, 1, 2].map(|_| random.whole(-8, 8) as f64));
        let shapes = [&a, &b].map(|mesh| Shape3::Mesh(mesh.clone()));
        let scaled = [&a, &b].map(|mesh| Shape3::Mesh(mesh.scaled(factors).unwrap()));
        let poses = [step, step * factors].map(|at| Pose::at(at).unwrap());
        let two = |shapes: &[Shape3<DVec3>; 2], k: usize| {
            let (p, q) = (
                Placed::new(&shapes[0], &Pose::IDENTITY),
                Placed::new(&shapes[1], &poses[k]),
            );
            (
                relation(p, q),
                common(p, q).unwrap().volume,
                mass_properties(q).unwrap(),
            )
        };
        let (before, after) = (two(&shapes, 0), two(&scaled, 1));
        assert_eq!(before.0, after.0);
        let size = factors.x.abs() * factors.y.abs() * factors.z.abs();
        assert!((after.1 / size - before.1).abs() <= 1e-9);
        assert!((after.2.volume / size - before.2.volume).abs() <= 1e-11 * before.2.volume);
        assert!((after.2.center / factors - before.2.center).length() <= 1e-11);
        seen.insert(format!("{:?}", before.0));
        let direction = random.vector::<DVec3>(1.0);
        let time = |shape: &Shape3<DVec3>, f: DVec3| {
            let given = Ray {
                origin: (step - direction * 9.0) * f,
                direction: direction * f,
                max_time: 99.0,
            };
            ray(Placed::new(shape, &Pose::IDENTITY), &given)
                .unwrap()
                .map(|hit| hit.time)
        };
        match (time(&shapes[0], DVec3::ONE), time(&scaled[0], factors)) {
            (Some(own), Some(other)) => assert!((own - other).abs() < 1e-9),
            (own, other) => assert_eq!(own, other),
        }
        let point = random.grid::<DVec3>(8);
        let inside =
            |shape: &Shape3<DVec3>, p: DVec3| contains(Placed::new(shape, &Pose::IDENTITY), p).unwrap();
        assert_eq!(inside(&shapes[0], point), inside(&scaled[0], point * factors));
    }
    assert!(
        seen.len() >= 3 && seen.contains(&format!("{:?}", Relation::Touching)),
        "{seen:?}"
    );
}

/// By 2^-20 on all axes, as by a pose of that scale: the same bits.
#[test]
fn one_power_of_two_is_a_pose() {
    let (mut random, small) = (Random::new(47), 2.0_f64.powi(-20));
    for given in shapes() {
        let own = mesh(given);
        let scaled = own.scaled(DVec3::splat(small)).unwrap();
        let back = scaled.scaled(DVec3::splat(1.0 / small)).unwrap();
        assert_eq!(back.vertices(), own.vertices());
        let pose = Pose::IDENTITY.scaled(small).unwrap();
        for _ in 0..40 {
            let two = [0, 1].map(|_| random.vector::<DVec3>(4.0));
            let shapes = [&own, &scaled].map(|mesh| Shape3::Mesh(mesh.clone()));
            let ball = Shape3::sphere(small * 0.5).unwrap();
            let there = Pose::at(two[0] * small).unwrap();
            let [by_pose, by_factor] = [(&shapes[0], &pose), (&shapes[1], &Pose::IDENTITY)]
                .map(|(shape, pose)| Placed::new(shape, pose))
                .map(|own| {
                    let ball = Placed::new(&ball, &there);
                    (relation(own, ball), clearance(own, ball).unwrap().distance)
                });
            assert_eq!(by_pose, by_factor);
        }
    }
}

#[test]
fn what_does_not_depend_on_places_is_shared() {
    let own = mesh(torus(11, 7));
    let lists = |mesh: &Mesh<DVec3>| (mesh.triangles().as_ptr(), mesh.neighbours().as_ptr());
    let turned = own.scaled(DVec3::new(-2.0, 3.0, -0.5)).unwrap(); // turned around Y, not mirrored
    assert!(lists(&turned) == lists(&own) && !turned.was_inside_out());
    let mirrored = own.scaled(DVec3::new(-2.0, 3.0, 0.5)).unwrap();
    assert!(mirrored.is_solid() && mirrored.was_inside_out() && report(&mirrored).is_sound());
    assert!(lists(&mirrored).0 != lists(&own).0);
    for (t, corners) in mirrored.triangles().iter().enumerate() {
        for k in 0..3 {
            let beside = mirrored.triangles()[mirrored.neighbours()[t][k] as usize];
            assert!(beside.contains(&corners[k]) && beside.contains(&corners[(k + 1) % 3]));
        }
    }
    let twice = mirrored.scaled(DVec3::ONE).unwrap();
    assert!(lists(&twice) == lists(&mirrored));
    let bent = own
        .refit(own.vertices().iter().map(|p| p * 1.5).collect())
        .unwrap();
    assert!(lists(&bent) == lists(&own));
    // A surface has no inside that its triangles could face: it keeps them.
    let (vertices, mut triangles) = torus(5, 4);
    triangles.pop();
    let open = mesh((vertices, triangles));
    assert!(lists(&open.scaled(DVec3::new(1.0, 1.0, -1.0)).unwrap()) == lists(&open));
}

#[test]
fn factors_out_of_range_are_refused() {
    let own = mesh(sphere(5, 3));
    let far = own.scaled(DVec3::splat(2.0_f64.powi(470))).unwrap();
    let refused = |mesh: &Mesh<DVec3>, axis: usize, factor: f64| {
        let factors = DVec3::from_fn(|i| if i == axis { factor } else { 1.0 });
        let error = mesh.scaled(factors).unwrap_err();
        assert_eq!(error.path(), format!("factors[{axis}]"));
        error.fault
    };
    for axis in 0..3 {
        for zero in [0.0, -0.0] {
            assert_eq!(refused(&own, axis, zero), Fault::Zero);
        }
        for none in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(refused(&own, axis, none), Fault::NotFinite);
        }
        assert_eq!(refused(&own, axis, -(2.0_f64.powi(481))), Fault::TooLarge);
        assert_eq!(refused(&far, axis, 2.0_f64.powi(12)), Fault::TooLarge);
        assert_eq!(refused(&far, axis, -(2.0_f64.powi(480))), Fault::TooLarge);
    }
    assert!(far.scaled(DVec3::splat(2.0_f64.powi(9))).is_ok());
    // Products that are lost: nothing is left of one axis, and of the solid a surface.
    let flat = own.scaled(DVec3::new(1.0, 1.0, 5e-324)).unwrap();
    let flat = flat.scaled(DVec3::new(1.0, 1.0, 0.25)).unwrap();
    assert!(!flat.is_solid() && flat.bounds().max.z == 0.0);
    let shape = Shape3::Mesh(flat);
    let there = Placed::new(&shape, &Pose::IDENTITY);
    assert_eq!(closest_point(there, DVec3::Z).unwrap().distance, 1.0);
    let single = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
    let error = single.scaled(Vec3::new(1.0, 2.0_f32.powi(57), 1.0)).unwrap_err();
    assert_eq!(
        (error.path().as_str(), error.fault),
        ("factors[1]", Fault::TooLarge)
    );
    assert_eq!(
        single.scaled(Vec3::splat(3.0)).unwrap().bounds().max.max_abs(),
        3.0
    );
}
