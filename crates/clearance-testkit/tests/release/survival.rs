//! Scenes in long use: objects are added, removed, moved, turned and changed at random, with queries in
//! between. At the end all internal invariants hold, and the pairs are those of a new scene.
//!
//! The ignored test has a million objects, and operations of a minute at ten thousand a second, for release
//! builds: `cargo test --release -p clearance-testkit --test release survival -- --ignored --nocapture`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clearance::Pose;
use clearance::cast::Ray;
use clearance::glam::Vec3;
use clearance::index::IndexKind;
use clearance::math::Real;
use clearance::scene::{Filter, Handle, Object, ObjectRef, Pairs, Scene};
use clearance_testkit::{Random, TestSpace, for_each_space};

struct Life<V: TestSpace> {
    scene: Scene<V>,
    shapes: Vec<Arc<V::Shape>>,
    handles: Vec<Handle>,
    /// A few of the objects that were removed.
    gone: Vec<Handle>,
    /// Of the cube they live in.
    side: f64,
    random: Random,
}

impl<V: TestSpace> Life<V> {
    /// This many objects, each of which meets about three others.
    fn new(index: IndexKind, count: usize) -> Self {
        let mut random = Random::new(2026);
        let shapes = (0..32).map(|_| Arc::new(any_shape::<V>(&mut random))).collect();
        let mut life = Self {
            scene: Scene::new(index),
            shapes,
            handles: Vec::new(),
            gone: Vec::new(),
            side: 1.4 * (count as f64 / 3.0).powf(1.0 / V::DIM as f64),
            random,
        };
        let objects: Vec<_> = (0..count).map(|_| life.any_object()).collect();
        life.handles = life.scene.add_many(objects).unwrap();
        life.scene.update().unwrap();
        life
    }
    fn any_object(&mut self) -> Object<V> {
        let pose = Pose::at(self.any_place()).unwrap();
        let object = Object::new(Arc::clone(self.random.pick(&self.shapes)), pose);
        let object = object.with_filter(any_filter(&mut self.random));
        if self.random.one_in(20) {
            object.sensor()
        } else {
            object
        }
    }
    fn any_place(&mut self) -> V {
        V::from_fn(|_| Real::lit(self.random.between(0.0, self.side)))
    }
    fn any_handle(&mut self) -> Handle {
        *self.random.pick(&self.handles)
    }
    fn deed(&mut self) {
        let handle = self.any_handle();
        match self.random.count(0, 99) {
            0..=9 => {
                let object = self.any_object();
                self.handles.push(self.scene.add(object).unwrap());
            }
            10..=19 if self.handles.len() > 1 => {
                let i = self.random.count(0, self.handles.len() - 1);
                let handle = self.handles.swap_remove(i);
                self.scene.remove(handle).unwrap();
                if self.gone.len() < 1000 || self.random.one_in(100) {
                    self.gone.push(handle);
                }
            }
            20..=29 => {
                let pose = Pose::at(self.any_place()).unwrap();
                self.scene.set_pose(handle, pose).unwrap();
            }
            30..=39 => {
                let turned = self.pose(handle).turned(V::any_rotation(&mut self.random));
                self.scene.set_pose(handle, turned.unwrap()).unwrap();
            }
            40..=44 => {
                let shape = Arc::clone(self.random.pick(&self.shapes));
                self.scene.set_shape(handle, shape).unwrap();
            }
            45..=49 => self
                .scene
                .set_filter(handle, any_filter(&mut self.random))
                .unwrap(),
            50..=51 => {
                let is_sensor = self.random.one_in(20);
                self.scene.set_sensor(handle, is_sensor).unwrap();
            }
            52..=54 => self.ask(),
            _ => {
                let by: V = self.random.vector(0.1);
                let mut object = self.scene.get_mut(handle).unwrap();
                object.set_position(object.position() + by).unwrap();
            }
        }
    }
    fn pose(&self, handle: Handle) -> Pose<V> {
        *self.scene.get(handle).unwrap().pose()
    }
    /// One question of each kind, about a place where there may be objects.
    fn ask(&mut self) {
        let place = self.any_place();
        let here = Pose::at(place).unwrap();
        let ball = V::ball(Real::HALF).unwrap();
        let ball = clearance::Placed::new(&ball, &here);
        let nearest = self.scene.nearest(ball, 3, Real::ONE, &Filter::ALL);
        let met = self.scene.overlapping(ball, &Filter::ALL);
        let touching = nearest.iter().filter(|near| near.distance == Real::ZERO).count();
        assert_eq!(touching, met.len().min(3));
        let ray = Ray {
            origin: place,
            direction: self.random.direction(),
            max_time: Real::lit(5.0),
        };
        let first = self.scene.cast_ray(&ray, &Filter::ALL).unwrap();
        assert_eq!(
            first.is_some(),
            self.scene.ray_meets_any(&ray, &Filter::ALL).unwrap()
        );
    }
    /// All internal invariants hold, handles of removed objects are invalid, and a new scene has the same
    /// pairs.
    fn check(&self) {
        self.scene.validate().unwrap();
        assert_eq!(self.scene.len(), self.handles.len());
        assert!(self.gone.iter().all(|&handle| self.scene.get(handle).is_none()));
        let objects = self.handles.iter().filter_map(|&handle| self.scene.get(handle));
        let mut anew = Scene::<V>::new(IndexKind::Tree);
        let handles = anew.add_many(objects.map(|object| copy(&object))).unwrap();
        anew.update().unwrap();
        let named: BTreeMap<Handle, Handle> = handles.into_iter().zip(self.handles.iter().copied()).collect();
        for (kept, fresh) in [
            (self.scene.contacts(), anew.contacts()),
            (self.scene.sensors(), anew.sensors()),
        ] {
            let kept = pairs(kept, |handle| handle);
            assert!(kept.len() > self.handles.len() / 30);
            assert!(kept == pairs(fresh, |handle| named[&handle]));
        }
    }
}

fn pairs<V: TestSpace>(pairs: Pairs<'_, V, u64>, name: impl Fn(Handle) -> Handle) -> Vec<[Handle; 2]> {
    let mut names: Vec<_> = pairs
        .iter()
        .map(|touch| {
            let mut pair = [touch.a, touch.b].map(&name);
            pair.sort_unstable();
            pair
        })
        .collect();
    names.sort_unstable();
    names
}

fn copy<V: TestSpace>(object: &ObjectRef<'_, V>) -> Object<V> {
    Object {
        is_sensor: object.is_sensor(),
        ..Object::new(Arc::clone(object.shape()), *object.pose()).with_filter(*object.filter())
    }
}

fn any_shape<V: TestSpace>(random: &mut Random) -> V::Shape {
    let kind = random.count(0, 2);
    let mut size = || V::Scalar::lit(random.between(0.2, 0.5));
    match kind {
        0 => V::ball(size()),
        1 => V::cuboid(V::from_fn(|_| size())),
        _ => V::capsule(V::ZERO, V::splat(size()), size() * V::Scalar::HALF),
    }
    .unwrap()
}

fn any_filter(random: &mut Random) -> Filter {
    match random.count(0, 9) {
        0 => Filter {
            layer: 2,
            mask: 3,
            group: 0,
        },
        1 => Filter {
            group: random.whole(-2, 2) as i32,
            ..Filter::default()
        },
        _ => Filter::default(),
    }
}

fn a_scene_survives<V: TestSpace>() {
    for index in [IndexKind::Tree, IndexKind::HashGrid] {
        let mut life = Life::<V>::new(index, 1500);
        for _ in 0..60 {
            (0..40).for_each(|_| life.deed());
            life.scene.update().unwrap();
        }
        life.check();
    }
}
for_each_space!(a_scene_survives);

#[test]
#[ignore = "a minute's work in an optimised build"]
fn a_million_objects_survive_a_minute() {
    let mut life = Life::<Vec3>::new(IndexKind::Tree, 1_000_000);
    let start = Instant::now();
    let mut worst = Duration::ZERO;
    // As many operations as a scene has in a minute, at ten thousand a second; without the idle time between
    // them.
    for _ in 0..60 * 50 {
        let begun = Instant::now();
        (0..200).for_each(|_| life.deed());
        life.scene.update().unwrap();
        worst = worst.max(begun.elapsed());
    }
    println!(
        "600,000 deeds and 3,000 updates in {:.1} s, {:.1} ms the longest; {} objects, {} pairs",
        start.elapsed().as_secs_f64(),
        worst.as_secs_f64() * 1e3,
        life.scene.len(),
        life.scene.contacts().len() + life.scene.sensors().len()
    );
    life.check();
}
