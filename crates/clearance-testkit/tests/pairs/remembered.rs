//! `Memory` and `PairCache`: answers do not depend on what is remembered, and much of it serves the next
//! step.

use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3, Vec3};
use clearance::math::{Pose, Real};
use clearance::pair::{Memory, PairCache, PairSpace};
use clearance::shape::{Shape3, Space3};
use clearance::{Placed, intersects, relation};
use clearance_testkit::{FromQuaternion, Hits, Random};

/// A hull of some points, or what a hull can meet.
fn shape<V: Space3>(random: &mut Random, kind: usize) -> Shape3<V> {
    let mut point = || V::from_double(random.vector(1.0));
    match kind {
        0 => Shape3::cuboid((point() - point()).abs()),
        1 => Shape3::capsule(point(), point(), V::Scalar::lit(0.25)),
        2 => Shape3::triangle([point(), point(), point()]),
        _ => Shape3::convex(&(0..4 * kind).map(|_| point()).collect::<Vec<_>>()),
    }
    .expect("a shape")
}

struct Body<V: Space3> {
    shape: Shape3<V>,
    at: DVec3,
    turn: DQuat,
}

impl<V: Space3> Body<V>
where
    V::Rotation: FromQuaternion,
{
    fn random(random: &mut Random, kind: usize) -> Self {
        let (at, axis) = (random.vector(1.2), random.direction::<DVec3>());
        let shape = shape(random, kind);
        Self {
            shape,
            at,
            turn: DQuat::from_axis_angle(axis, random.between(0.0, 3.0)),
        }
    }
    /// Moves by up to a hundredth.
    fn step(&mut self, random: &mut Random) {
        self.at += random.vector::<DVec3>(0.01);
        self.turn = (self.turn * DQuat::from_scaled_axis(random.vector(0.01))).normalize();
    }
    fn pose(&self) -> Pose<V> {
        let pose = Pose::at(V::from_double(self.at)).expect("finite");
        pose.turned(V::Rotation::from_quaternion(self.turn))
            .expect("a rotation")
    }
}

fn steps<V: Space3 + PairSpace<Shape = Shape3<V>>>(seed: u64)
where
    V::Rotation: FromQuaternion,
{
    let mut random = Random::new(seed);
    let (mut meet, mut kept) = (Hits::default(), Hits::default());
    let mut cache = PairCache::with_capacity(10); // fewer than pairs: they take turns
    for pair in 0..60_u32 {
        let kinds = [random.count(3, 8), random.count(0, 8)];
        let mut bodies = kinds.map(|kind| Body::<V>::random(&mut random, kind));
        if pair % 2 == 0 {
            bodies.reverse();
        }
        let mut memories = [Memory::default(); 2];
        for step in 0..30 {
            bodies.iter_mut().for_each(|body| body.step(&mut random));
            let poses = bodies.each_ref().map(Body::pose);
            let [a, b] = [0, 1].map(|k| Placed::new(&bodies[k].shape, &poses[k]));
            let before = memories;
            let truth = relation(a, b);
            assert_eq!(memories[0].relation(a, b), truth, "{pair} {step}");
            assert_eq!(memories[1].intersects(a, b), intersects(a, b), "{pair} {step}");
            assert_eq!(cache.relation([pair % 30, 5], a, b), truth);
            assert_eq!(cache.intersects([pair % 30, 5], a, b), truth.intersects());
            meet.count(truth.intersects());
            if step > 0 {
                kept.count(memories == before && memories[0] != Memory::default());
            }
        }
    }
    meet.check("remembered pairs");
    assert!(kept.rate() > 0.75, "{} are remembered", kept.rate());
}

#[test]
fn answers_are_those_without_a_memory() {
    steps::<DVec3>(1);
    steps::<Vec3>(2);
}

/// Of other shapes, of the same in another order, and of shapes that are no hulls.
#[test]
fn a_wrong_memory_changes_no_answer() {
    let mut random = Random::new(3);
    let mut memories = vec![Memory::default()];
    let mut meet = Hits::default();
    for _ in 0..1000 {
        let kinds = [random.count(0, 8), random.count(0, 8)];
        let bodies = kinds.map(|kind| Body::<DVec3>::random(&mut random, kind));
        let poses = bodies.each_ref().map(Body::pose);
        let [a, b] = [0, 1].map(|k| Placed::new(&bodies[k].shape, &poses[k]));
        let mut memory = *random.pick(&memories);
        assert_eq!(memory.relation(a, b), relation(a, b), "{memory:?}");
        assert_eq!(memory.intersects(b, a), intersects(a, b), "{memory:?}");
        memories.push(memory);
        meet.count(intersects(a, b));
    }
    meet.check("pairs with a wrong memory");
}

/// What touches is not decided by a memory of an overlap or a gap.
#[test]
fn touching_hulls_with_a_memory() {
    use clearance::Relation::{Disjoint, Overlapping, Touching};
    let corners = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    let cube = Shape::convex(&(0..8).map(corners).collect::<Vec<_>>()).expect("a cube");
    let tiny = 2.0_f64.powi(-50);
    let ways = [
        (1.0, Touching),
        (1.0 + tiny, Disjoint),
        (1.0, Touching),
        (1.0 - tiny, Overlapping),
    ];
    for start in [1.25, 0.75] {
        let mut memory = Memory::default();
        let mut ask = |x: f64| {
            let pose = Pose::at(DVec3::X * x).expect("finite");
            memory.relation(Placed::new(&cube, &Pose::IDENTITY), Placed::new(&cube, &pose))
        };
        ask(start);
        for (x, truth) in ways {
            assert_eq!(ask(x), truth, "{start} {x}");
        }
    }
}
