//! Closed rooms with bodies that press against the walls and each other, step after step.
//!
//! The oracle: a body overlaps no wall and no other body, by [`clearance::relation`], and one of its points
//! is in the room.

use std::sync::Arc;

use clearance::cast::{Motion, closest_point};
use clearance::math::{Pose, Real};
use clearance::pair::relation;
use clearance::scene::{Handle, Object, Scene, Travel};

use crate::generate::{self, scalar};
use crate::{Random, TestSpace};

/// What walls are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Walls {
    /// Cuboids.
    Thin,
    /// Cuboids without a thickness.
    Flat,
    /// Thin ones as the parts of one compound.
    Compound,
    /// Half-spaces.
    HalfSpaces,
    /// Thin ones, in a rotated room.
    Turned,
    /// Flat ones as the parts of one compound, rotated.
    Parts,
}

/// All kinds of walls.
pub const WALLS: [Walls; 6] = [
    Walls::Thin,
    Walls::Flat,
    Walls::Compound,
    Walls::HalfSpaces,
    Walls::Turned,
    Walls::Parts,
];

/// How a body moves, step after step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Body<V: TestSpace> {
    motion: Motion<V>,
    slides: bool,
}

impl<V: TestSpace> Default for Body<V> {
    fn default() -> Self {
        Self {
            motion: Motion::none(),
            slides: false,
        }
    }
}

/// A room with its bodies.
pub struct Room<V: TestSpace> {
    /// Walls have 0 beside them, bodies their number from 1 on.
    pub scene: Scene<V, usize>,
    bodies: Vec<(Handle, Body<V>)>,
    /// Relative to the middle of the room.
    frame: Pose<V>,
    half: f64,
}

/// Half the thickness of thin walls.
const THIN: f64 = 0.005;

impl<V: TestSpace> Room<V> {
    fn new(walls: Walls, half: f64, middle: V, random: &mut Random) -> Self {
        let mut frame = Pose::at(middle).unwrap();
        if walls == Walls::Turned || walls == Walls::Parts {
            frame = frame.turned(V::any_rotation(random)).unwrap();
        }
        let mut room = Self::empty(half, frame);
        room.build(walls);
        room
    }
    /// Without walls.
    pub fn empty(half: f64, frame: Pose<V>) -> Self {
        Self {
            scene: Scene::default(),
            bodies: Vec::new(),
            frame,
            half,
        }
    }
    fn build(&mut self, walls: Walls) {
        let thin = match walls {
            Walls::Flat | Walls::Parts => 0.0,
            _ => THIN,
        };
        let axis = |i: usize, s: f64| V::from_fn(|k| scalar::<V>(if k == i { s } else { 0.0 }));
        let mut parts = Vec::new();
        for i in 0..V::DIM {
            for side in [-1.0, 1.0] {
                let half = V::from_fn(|k| scalar::<V>(if k == i { thin } else { self.half + 1.0 }));
                let at = axis(i, side * (self.half + thin));
                let shape = if walls == Walls::HalfSpaces {
                    V::half_space(axis(i, -side), scalar::<V>(-self.half)).unwrap()
                } else {
                    V::cuboid(half).unwrap()
                };
                let local = if walls == Walls::HalfSpaces {
                    Pose::IDENTITY
                } else {
                    Pose::at(at).unwrap()
                };
                parts.push((shape, local));
            }
        }
        if matches!(walls, Walls::Compound | Walls::Parts) {
            parts = vec![(V::compound(parts).unwrap(), Pose::IDENTITY)];
        }
        for (shape, local) in parts {
            let at = self.frame.frame().point(local.position());
            let pose = Pose::new(at, self.frame.rotation()).unwrap();
            self.scene.add(Object::new(shape, pose)).unwrap();
        }
    }
    /// Puts a body where it overlaps nothing, if there is room.
    fn put(&mut self, shape: Arc<V::Shape>, local: V, rotation: V::Rotation, scale: f64) -> bool {
        let pose = Pose::new(self.frame.frame().point(local), rotation).unwrap();
        let pose = pose.scaled(scalar::<V>(scale)).unwrap();
        let handle = self
            .scene
            .add(Object::new(shape, pose).with_data(self.bodies.len() + 1))
            .unwrap();
        let is_free = self.beyond(handle) < -self.rounding() && self.overlap_of(handle).is_none();
        if is_free {
            self.bodies.push((handle, Body::default()));
        } else {
            self.scene.remove(handle).unwrap();
        }
        is_free
    }
    fn overlap_of(&self, handle: Handle) -> Option<Handle> {
        let object = self.scene.get(handle).unwrap();
        let others = self.scene.iter().filter(|other| other.handle() != handle);
        let mut near = others.filter(|other| other.aabb().overlaps(object.aabb()));
        near.find(|other| relation(object.placed(), other.placed()).overlaps())
            .map(|other| other.handle())
    }
    /// How far beyond the walls the point of a body nearest to the middle is. Since no body overlaps a wall,
    /// the whole body is on the same side.
    fn beyond(&self, handle: Handle) -> f64 {
        let object = self.scene.get(handle).unwrap();
        let nearest = closest_point(object.placed(), self.frame.position())
            .unwrap()
            .point;
        Real::to_f64(self.frame.frame().local_point(nearest).max_abs()) - self.half
    }
    /// The error bound of a position so far from the origin.
    fn rounding(&self) -> f64 {
        let away = Real::to_f64(self.frame.position().max_abs());
        4.0 * Real::to_f64(V::Scalar::EPSILON) * (away + self.half)
    }
    /// A point may be on a wall, which the body touches then.
    fn is_inside(&self, handle: Handle) -> bool {
        self.beyond(handle) <= self.rounding()
    }
    fn step(&mut self) -> usize {
        let bodies = &self.bodies;
        let met = self
            .scene
            .sweep_step(|object| match object.data().checked_sub(1).map(|i| bodies[i].1) {
                None => Travel::Still,
                Some(body) if body.slides => Travel::Slide(body.motion),
                Some(body) => Travel::Swept(body.motion),
            });
        met.unwrap().len()
    }
    /// Checks that every body is in the room and overlaps nothing.
    #[track_caller]
    fn check(&self, what: &str) {
        for &(handle, body) in &self.bodies {
            assert!(self.is_inside(handle), "{what}: {body:?} is out");
            let overlap = self.overlap_of(handle);
            assert!(
                overlap.is_none(),
                "{what}: {body:?} overlaps {:?}",
                overlap.map(|h| self.scene.get(h).map(|o| o.shape().clone()))
            );
        }
    }
}

/// Any shape that fits in a ball of radius 2 or so.
fn any_shape<V: TestSpace>(random: &mut Random) -> V::Shape {
    match random.count(0, 5) {
        0 => V::special(random),
        1 => generate::convex::<V>(random),
        _ => generate::core::<V>(random),
    }
}

fn any_motion<V: TestSpace>(random: &mut Random, speed: f64, turns: bool) -> Motion<V> {
    let speed = speed * *random.pick(&[1.0, 1.0, 0.1, 0.001]);
    let mut linear: V = random.direction::<V>() * scalar::<V>(speed);
    if random.one_in(3) {
        let i = random.count(0, V::DIM - 1); // grazes walls, or goes straight at one
        linear = V::from_fn(|k| {
            if (k == i) == (V::DIM == 3) {
                linear.get(k) * scalar::<V>(1e-4)
            } else {
                linear.get(k)
            }
        });
    }
    Motion {
        linear,
        angular: if turns {
            V::any_angular(random, 2.0)
        } else {
            Default::default()
        },
    }
}

/// The parameters of a run.
#[derive(Clone, Copy)]
pub struct Life {
    /// What the walls are made of.
    pub walls: Walls,
    /// How many bodies are put into the room.
    pub bodies: usize,
    /// How many steps are made.
    pub steps: usize,
    /// Half the side of the room.
    pub half: f64,
    /// How far from the origin the room is.
    pub away: f64,
    /// Whether some bodies rotate.
    pub turns: bool,
    /// How far a body moves in a step.
    pub speed: f64,
    /// Steps between two checks of all bodies.
    pub looks: usize,
}

impl Life {
    /// Ten bodies, 16 steps.
    pub fn new(walls: Walls) -> Self {
        Self {
            walls,
            bodies: 10,
            steps: 16,
            half: 4.0,
            away: 0.0,
            turns: false,
            speed: 16.0,
            looks: 4,
        }
    }
}

/// A run in a new room; see [`live_in`].
pub fn live<V: TestSpace>(random: &mut Random, life: &Life) -> f64 {
    let away = V::from_fn(|i| scalar::<V>(life.away * [1.0, -0.7, 0.3][i]));
    live_in(
        &mut Room::<V>::new(life.walls, life.half, away, random),
        random,
        life,
    )
}

/// Puts bodies and two plates into a room, and moves the bodies. Panics if one gets out or overlaps anything.
/// Returns how many contacts a body has in a step, on average.
pub fn live_in<V: TestSpace>(room: &mut Room<V>, random: &mut Random, life: &Life) -> f64 {
    for _ in 0..2 {
        // Plates across the room form wedges with the walls and with each other.
        let half = V::from_fn(|k| scalar::<V>(if k == 0 { THIN } else { life.half * 0.75 }));
        let at = room.frame.frame().point(random.vector(life.half));
        let pose = Pose::new(at, V::any_rotation(random)).unwrap();
        room.scene
            .add(Object::new(V::cuboid(half).unwrap(), pose))
            .unwrap();
    }
    for _ in 0..life.bodies * 4 {
        if room.bodies.len() == life.bodies {
            break;
        }
        let (shape, at) = (any_shape::<V>(random), random.vector(life.half));
        room.put(Arc::new(shape), at, V::any_rotation(random), 0.2);
    }
    let mut met = 0;
    for step in 0..life.steps {
        for i in 0..room.bodies.len() {
            if i % 8 != 7 && (step == 0 || random.one_in(16)) {
                let turns = life.turns && random.one_in(3);
                room.bodies[i].1 = Body {
                    motion: any_motion::<V>(random, life.speed, turns),
                    slides: i % 2 == 0,
                };
            }
        }
        met += room.step();
        if (step + 1) % life.looks == 0 || step + 1 == life.steps {
            room.check(&format!("{:?} step {step}", life.walls));
        }
    }
    met as f64 / (life.steps * room.bodies.len()).max(1) as f64
}
