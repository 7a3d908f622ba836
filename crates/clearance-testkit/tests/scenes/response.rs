//! Responses: conserved quantities, and whether overlapping bodies are separated.

use clearance::math::{Aabb, Angular, Pose, Real, Rotation, ScalarOf, Space};
use clearance::pair::{Manifold, clearance, manifold, relation};
use clearance::response::{Body, Mass, Surface, Walls, bounce, part, part_all};
use clearance::scene::{Object, Scene};
use clearance_testkit::generate::{self, core_pair, scalar};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

type AngularOf<V> = <<V as Space>::Rotation as Rotation<V>>::Angular;

/// Two bodies that touch or overlap a little, each with a motion, and their contact.
fn impact<V: TestSpace>(random: &mut Random) -> Option<([Body<V>; 2], Manifold<V>)> {
    let pair = core_pair::<V>(random);
    let apart = clearance(pair.a.placed(), pair.b.placed()).unwrap();
    let b = pair.b.moved(apart.normal * -(apart.distance + scalar::<V>(1e-3)));
    let contacts = manifold(pair.a.placed(), b.placed(), Real::ZERO).unwrap();
    let mut body = |pose: Pose<V>, is_fixed: bool| {
        let mass = scalar::<V>(random.between(0.5, 4.0));
        let mass = Mass::cuboid(mass, V::splat(Real::ONE) + random.vector(0.75)).unwrap();
        let still = Body::new(pose, if is_fixed { Mass::fixed() } else { mass });
        let (velocity, angular) = (random.vector(3.0), V::any_angular(random, 2.0));
        if is_fixed {
            return still;
        }
        Body {
            velocity,
            angular,
            ..still
        }
    };
    let bodies = [body(pair.a.pose, false), body(b.pose, random_bit(&pair.b.pose))];
    (!contacts.contacts().is_empty()).then_some((bodies, contacts))
}

fn random_bit<V: TestSpace>(pose: &Pose<V>) -> bool {
    pose.position().get(0).to_f64() > 1.0
}

fn energy<V: TestSpace>(bodies: &[Body<V>; 2]) -> f64 {
    bodies.iter().map(|b| b.energy().to_f64()).sum()
}

/// The momentum of both bodies: linear, and angular about the origin.
fn momentum<V: TestSpace>(bodies: &[Body<V>; 2]) -> (V, AngularOf<V>) {
    let mut sum = (V::ZERO, AngularOf::<V>::default());
    for body in bodies.iter().filter(|b| b.mass.inverse() > Real::ZERO) {
        let straight = body.velocity / body.mass.inverse();
        let axes = body.pose.rotation().axes();
        let spin = body.angular.weighted(body.mass.inverse_moments().recip(), &axes);
        sum.0 += straight;
        sum.1 += AngularOf::<V>::moment(body.pose.position(), straight) + spin;
    }
    sum
}

/// The largest approach speed of a contact, as a positive number.
fn closing<V: TestSpace>([a, b]: &[Body<V>; 2], contacts: &Manifold<V>) -> f64 {
    let speeds = contacts.contacts().iter().map(|c| {
        let middle = c.point_a.midpoint(c.point_b);
        let [va, vb] = [a, b].map(|body| body.velocity_at(middle - body.pose.position()));
        (va - vb).dot(contacts.normal).to_f64()
    });
    speeds.fold(0.0, f64::max)
}

fn rounding<V: TestSpace>() -> f64 {
    ScalarOf::<V>::EPSILON.to_f64() * 2048.0
}

fn elastic_bounces_keep_energy_and_momentum<V: TestSpace>() {
    let (mut random, mut hits) = (Random::new(41), Hits::default());
    for _ in 0..400 {
        let Some((bodies, contacts)) = impact::<V>(&mut random) else {
            continue;
        };
        let [mut a, mut b] = bodies;
        let pressed = bounce(&mut a, &mut b, &contacts, &Surface::ELASTIC);
        let after = [a, b];
        hits.count(pressed > Real::ZERO);
        let most = energy(&bodies).max(1.0);
        assert!(
            (energy(&after) - energy(&bodies)).abs() < rounding::<V>() * most,
            "{} became {}",
            energy(&bodies),
            energy(&after)
        );
        assert!(closing(&after, &contacts) < rounding::<V>() * most);
        if bodies[1].mass.inverse() > Real::ZERO {
            let ((p, l), (q, m)) = (momentum(&bodies), momentum(&after));
            let spin = l - m;
            assert!((p - q).length().to_f64() < rounding::<V>() * most * 4.0);
            assert!(spin.dot(spin).to_f64().sqrt() < rounding::<V>() * most * 16.0);
        }
    }
    hits.check("impacts");
}
for_each_space!(elastic_bounces_keep_energy_and_momentum);

fn friction_never_gains_energy<V: TestSpace>() {
    let mut random = Random::new(42);
    let mut lost = Hits::default();
    for _ in 0..400 {
        let Some((bodies, contacts)) = impact::<V>(&mut random) else {
            continue;
        };
        let surface = Surface {
            restitution: scalar::<V>(random.between(0.0, 1.0)),
            friction: scalar::<V>(random.between(0.0, 2.0)),
        };
        let [mut a, mut b] = bodies;
        bounce(&mut a, &mut b, &contacts, &surface);
        let (before, after) = (energy(&bodies), energy(&[a, b]));
        assert!(
            after <= before * (1.0 + rounding::<V>()),
            "{before} became {after}"
        );
        assert!(closing(&[a, b], &contacts) < rounding::<V>() * before.max(1.0) * 16.0);
        lost.count(after < before * 0.999);
    }
    lost.check("impacts that lose energy");
}
for_each_space!(friction_never_gains_energy);

/// A box that falls flat bounces flat, and friction that is strong enough stops one that slides.
fn boxes_on_the_ground<V: TestSpace>() {
    let axis = |i: usize, x: f64| V::from_fn(|k| scalar::<V>(if k == i { x } else { 0.0 }));
    let (up, ahead) = (axis(1, 1.0), axis(0, 1.0));
    let (ground, cube) = (
        V::half_space(up, Real::ZERO).unwrap(),
        V::cuboid(V::splat(Real::ONE)).unwrap(),
    );
    let (here, there) = (Pose::IDENTITY, Pose::at(up).unwrap());
    let contacts = manifold(
        clearance::Placed::new(&ground, &here),
        clearance::Placed::new(&cube, &there),
        Real::ZERO,
    )
    .unwrap();
    let mut earth = Body::new(here, Mass::fixed());
    let mut body = Body::new(there, Mass::cuboid(Real::ONE, V::splat(Real::ONE)).unwrap());
    body.velocity = up * scalar::<V>(-3.0);
    bounce(&mut earth, &mut body, &contacts, &Surface::ELASTIC);
    let near = |a: V, b: V| (a - b).length().to_f64() < rounding::<V>();
    assert!(near(body.velocity, up * scalar::<V>(3.0)), "{body:?}");
    assert!(body.angular.dot(body.angular).to_f64().sqrt() < rounding::<V>());

    body.velocity = ahead * scalar::<V>(0.25) - up;
    let sticky = Surface {
        restitution: Real::ZERO,
        friction: scalar::<V>(4.0),
    };
    bounce(&mut earth, &mut body, &contacts, &sticky);
    for contact in contacts.contacts() {
        let speed = body.velocity_at(contact.point_b - body.pose.position());
        assert!(near(speed, V::ZERO), "{speed:?}");
    }
}
for_each_space!(boxes_on_the_ground);

fn two_are_parted_by_their_depth<V: TestSpace>() {
    let (mut random, mut hits) = (Random::new(43), Hits::default());
    for _ in 0..300 {
        let pair = core_pair::<V>(&mut random);
        let answer = clearance(pair.a.placed(), pair.b.placed()).unwrap();
        let masses = [1.0, random.between(0.5, 8.0)].map(|m| Mass::without_turning(scalar::<V>(m)).unwrap());
        let [way_a, way_b] = part(&answer, &masses[0], &masses[1]);
        hits.count(way_b != V::ZERO);
        let (a, b) = (pair.a.moved(way_a), pair.b.moved(way_b));
        let after = clearance(a.placed(), b.placed()).unwrap().distance.to_f64();
        let depth = answer.depth().to_f64();
        assert!(after > -rounding::<V>() * 4.0, "{depth} deep, and still {after}");
        assert!(depth == 0.0 || after < rounding::<V>() * 4.0);
    }
    hits.check("overlaps");
}
for_each_space!(two_are_parted_by_their_depth);

fn piles_are_parted<V: TestSpace>() {
    let mut random = Random::new(44);
    let mut scene = Scene::<V>::default();
    for _ in 0..40 {
        let (shape, pose) = (
            generate::core::<V>(&mut random),
            generate::pose::<V>(&mut random, 2.0),
        );
        scene.add(Object::new(shape, pose)).unwrap();
    }
    let parted = part_all(&mut scene, 2000, |object| {
        Mass::without_turning(scalar::<V>(1.0 + (object.handle().to_bits() % 3) as f64)).unwrap()
    })
    .unwrap();
    assert_eq!(parted.left, 0, "{parted:?}");
    assert!(parted.rounds > 1, "nothing overlapped");
    let objects: Vec<_> = scene.iter().collect();
    for (i, a) in objects.iter().enumerate() {
        for b in &objects[i + 1..] {
            assert!(!relation(a.placed(), b.placed()).overlaps());
        }
    }
}
for_each_space!(piles_are_parted);

/// A ball and a box fly in a room for a million steps and keep their energy.
fn a_million_steps<V: TestSpace>() {
    let room = Aabb {
        min: V::splat(scalar::<V>(-3.0)),
        max: V::splat(scalar::<V>(3.0)),
    };
    let shapes = [
        V::ball(scalar::<V>(0.75)).unwrap(),
        V::cuboid(V::splat(scalar::<V>(0.5))).unwrap(),
    ];
    let mut random = Random::new(45);
    let start = |x: f64| Pose::at(V::splat(scalar::<V>(x))).unwrap();
    let mut bodies = [
        Body::new(start(-1.5), Mass::ball(Real::ONE, scalar::<V>(0.75)).unwrap()),
        Body::new(start(1.5), Mass::cuboid(Real::ONE, V::splat(Real::HALF)).unwrap()),
    ];
    for body in &mut bodies {
        body.velocity = random.vector(2.0);
        body.angular = V::any_angular(&mut random, 1.0);
    }
    let (before, step, mut bounces) = (energy(&bodies), scalar::<V>(1.0 / 64.0), 0);
    for _ in 0..1_000_000 {
        for (body, shape) in bodies.iter_mut().zip(&shapes) {
            advance(body, step);
            let aabb = clearance::Placed::new(shape, &body.pose).aabb();
            let kept = Walls::Reflect.keep(&room, &aabb, body.velocity);
            body.velocity = kept.velocity;
            body.pose = Pose::new(body.pose.position() + kept.shift, body.pose.rotation()).unwrap();
        }
        let [a, b] = &mut bodies;
        let [here, there] = [a.pose, b.pose];
        let (one, other) = (
            clearance::Placed::new(&shapes[0], &here),
            clearance::Placed::new(&shapes[1], &there),
        );
        if one.aabb().overlaps(&other.aabb()) {
            let contacts = manifold(one, other, Real::ZERO).unwrap();
            bounces += usize::from(bounce(a, b, &contacts, &Surface::ELASTIC) > Real::ZERO);
        }
    }
    let drift = (energy(&bodies) / before - 1.0).abs();
    assert!(bounces > 1000, "they hardly meet: {bounces}");
    assert!(drift < 1e-3, "energy drifted by {drift}");
    assert!(V::Scalar::IS_SINGLE || drift < 1e-10, "{drift}");
}
for_each_space!(a_million_steps);

/// Turns and moves. A body with one moment of inertia keeps its angular velocity.
fn advance<V: TestSpace>(body: &mut Body<V>, step: V::Scalar) {
    let turned = V::Rotation::turning(body.angular, step).after(body.pose.rotation());
    body.pose = Pose::new(body.pose.position() + body.velocity * step, turned).unwrap();
}

#[test]
fn masses_must_be_numbers() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-320] {
        assert!(Mass::<clearance::glam::DVec2>::without_turning(bad).is_err());
        assert!(Mass::<clearance::glam::DVec2>::new(1.0, bad).is_err());
        let moments = clearance::glam::DVec3::new(1.0, bad, 1.0);
        assert!(Mass::<clearance::glam::DVec3>::new(1.0, moments).is_err());
    }
}
