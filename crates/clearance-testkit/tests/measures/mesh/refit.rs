//! A mesh whose vertices have moved answers like a new one with these vertices.

use clearance::cast::{any_hit, closest_point, contains};
use clearance::glam::{DVec3, Vec3};
use clearance::math::{Ray, Vector};
use clearance::mesh::report;
use clearance::shape::{Fault, Mesh, Shape3, TreeBuild};
use clearance::{Placed, Pose, clearance, relation};
use clearance_testkit::{Hits, Random};

use super::shapes::{mesh, soup, sphere, torus};

/// Bends, stretches and moves; large numbers, since boxes are rounded in a unit of the whole.
fn bent(random: &mut Random) -> impl Fn(&DVec3) -> DVec3 + use<> {
    let [twist, wave, far] = [0, 1, 2].map(|_| random.between(-0.4, 0.4));
    let scale = 2.0_f64.powi(random.whole(-40, 40) as i32);
    move |p| {
        let (sin, cos) = (twist * p.z + twist * p.x).sin_cos();
        let turned = DVec3::new(
            p.x * cos - p.y * sin,
            p.x * sin + p.y * cos,
            p.z + wave * p.x.sin(),
        );
        (turned + DVec3::splat(1000.0 * far)) * scale
    }
}

#[test]
fn answers_are_those_of_a_new_mesh() {
    let (mut random, mut inside, mut hits) = (Random::new(17), Hits::default(), Hits::default());
    for round in 0..12 {
        let shape = torus(14, 9);
        let shape = if round % 2 == 0 { shape } else { soup(&shape) };
        let bend = bent(&mut random);
        let moved: Vec<DVec3> = shape.0.iter().map(&bend).collect();
        let refitted = mesh(shape.clone()).refit(moved.clone()).unwrap();
        let how = if round % 3 == 0 {
            TreeBuild::Good
        } else {
            TreeBuild::Fast
        };
        let new = Mesh::with_build(moved, shape.1, how).unwrap();
        assert_eq!(report(&refitted), report(&new));
        assert_eq!(
            (refitted.bounds(), refitted.triangles()),
            (new.bounds(), new.triangles())
        );
        assert_eq!(
            (refitted.is_solid(), refitted.neighbours()),
            (true, new.neighbours())
        );
        let shapes = [refitted, new].map(Shape3::Mesh);
        let pose = Pose::IDENTITY;
        for _ in 0..60 {
            let mut local = || bend(&(random.vector::<DVec3>(4.0) * DVec3::new(1.0, 1.0, 0.4)));
            let (p, q) = (local(), local());
            let ball = Shape3::sphere((q - p).length() * 0.1).unwrap();
            let there = Pose::at(p).unwrap();
            let ray = Ray {
                origin: p,
                direction: q - p,
                max_time: 1.0,
            };
            let answers = shapes.each_ref().map(|shape| {
                let (own, ball) = (Placed::new(shape, &pose), Placed::new(&ball, &there));
                (
                    contains(own, p).unwrap(),
                    any_hit(own, &ray).unwrap(),
                    closest_point(own, p).unwrap().distance,
                    relation(own, ball),
                    clearance(own, ball).unwrap().distance,
                )
            });
            assert_eq!(answers[0], answers[1]);
            inside.count(answers[0].0);
            hits.count(answers[0].1);
        }
    }
    assert!((0.1..0.9).contains(&inside.rate()) && (0.1..0.9).contains(&hits.rate()));
}

/// Convex or not, inside out or not, flat or not: all that depends on where the vertices are.
#[test]
fn what_it_is_is_found_out_anew() {
    let shape = sphere(8, 1); // two pyramids: no rounding makes edges concave
    let ball = mesh(shape.clone());
    let with =
        |place: &dyn Fn(DVec3) -> DVec3| ball.refit(shape.0.iter().map(|p| place(*p)).collect()).unwrap();
    let dented = with(&|p| if p.z == 1.0 { DVec3::Z * -0.5 } else { p });
    assert!(dented.is_solid() && dented.as_convex().is_none());
    assert!(dented.refit(shape.0.clone()).unwrap().as_convex().is_some());
    let mirrored = with(&|p| p * DVec3::new(-1.0, 1.0, 1.0));
    assert!(mirrored.is_solid() && mirrored.was_inside_out() && mirrored.as_convex().is_some());
    assert!(report(&mirrored).is_sound());
    let back = mirrored.refit(shape.0.clone()).unwrap();
    assert!(!back.was_inside_out() && back.triangles() == ball.triangles());
    assert_eq!(back.neighbours(), ball.neighbours());
    let flat = with(&|p| p * DVec3::new(1.0, 1.0, 0.0));
    assert!(!flat.is_solid() && flat.refit(shape.0.clone()).unwrap().is_solid());
}

#[test]
fn what_fits_not_is_refused() {
    let shape = soup(&sphere(5, 3));
    let ball = mesh(shape.clone());
    let refused = |vertices: Vec<DVec3>| ball.refit(vertices).unwrap_err();
    let with = |i: usize, p: DVec3| {
        let mut vertices = shape.0.clone();
        vertices[i] = p;
        refused(vertices)
    };
    let (expected, got) = (shape.0.len(), 2);
    assert_eq!(
        refused(shape.0[..2].to_vec()).fault,
        Fault::WrongCount { expected, got }
    );
    let error = with(7, DVec3::new(0.0, f64::NAN, 0.0));
    assert_eq!(
        (error.path().as_str(), error.fault),
        ("vertices[7]", Fault::NotFinite)
    );
    assert_eq!(with(7, DVec3::splat(2.0_f64.powi(500))).fault, Fault::TooLarge);
    // Each place has several vertices, and one of them goes away.
    assert_eq!(with(7, DVec3::splat(3.0)).fault, Fault::TornApart);
    assert_eq!(with(0, DVec3::splat(3.0)).fault, Fault::TornApart);
    let single = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
    assert_eq!(
        single.refit(vec![Vec3::ZERO; 3]).unwrap().bounds().max.max_abs(),
        0.0
    );
}
