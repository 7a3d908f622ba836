//! Histories of scenes: objects are added, removed, moved, turned and changed, with any index; after each
//! step the pairs and the events must be those of a list in which every object is tested against every other.

use std::collections::{BTreeMap, BTreeSet};

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::index::{IndexKind, Threads};
use clearance::math::Pose;
use clearance::scene::{Filter, Handle, Object, Scene};
use clearance::{Placed, intersects};
use clearance_testkit::{Random, TestSpace, generate};

use crate::run::{Class, Outcome};

/// The class.
pub const CLASS: Class = Class {
    name: "lives",
    about: "lives of scenes over every index, against all pairs",
    hits: [90, 100],
    ask: |random| match random.count(0, 3) {
        0 => ask::<Vec2>(random),
        1 => ask::<DVec2>(random),
        2 => ask::<Vec3>(random),
        _ => ask::<DVec3>(random),
    },
};

type Named = BTreeSet<[Handle; 2]>;

/// A scene, and a list of the same objects.
struct Life<V: TestSpace> {
    scene: Scene<V>,
    list: BTreeMap<Handle, Object<V>>,
    /// The pairs of the step before.
    before: [Named; 2],
    side: f64,
}

fn ask<V: TestSpace>(random: &mut Random) -> Outcome {
    let kind = *random.pick(IndexKind::ALL);
    let threads = if random.one_in(4) {
        Threads::All
    } else {
        Threads::One
    };
    let count = random.count(1, 60);
    let mut life = Life::<V> {
        scene: Scene::new(kind).with_threads(threads),
        list: BTreeMap::new(),
        before: [Named::new(), Named::new()],
        side: 0.8 * (count as f64).powf(1.0 / V::DIM as f64),
    };
    let mut met = false;
    for _ in 0..count {
        life.add(random)?;
    }
    for step in 0..random.count(1, 12) {
        for _ in 0..random.count(0, count / 2 + 1) {
            life.change(random)?;
        }
        life.scene.update().map_err(|e| format!("{kind}: update: {e}"))?;
        met |= life
            .check()
            .map_err(|what| format!("{kind}, step {step}: {what}"))?;
    }
    Ok(met)
}

impl<V: TestSpace> Life<V> {
    fn pose(&self, random: &mut Random) -> Pose<V> {
        let pose = generate::pose::<V>(random, self.side);
        // Integers give ties: objects on top of each other, borders on borders.
        if random.one_in(4) {
            Pose::at(random.grid(2)).expect("finite")
        } else {
            pose
        }
    }
    fn object(&self, random: &mut Random) -> Object<V> {
        let shape = if random.one_in(6) {
            V::special(random)
        } else {
            generate::core::<V>(random)
        };
        let filter = Filter {
            group: random.whole(-1, 1) as i32,
            layer: 1 << random.whole(0, 2),
            mask: if random.one_in(4) { 3 } else { u32::MAX },
        };
        let object = Object::new(shape, self.pose(random)).with_filter(filter);
        if random.one_in(6) { object.sensor() } else { object }
    }
    fn add(&mut self, random: &mut Random) -> Result<(), String> {
        let object = self.object(random);
        let handle = self.scene.add(object.clone()).map_err(|e| e.to_string())?;
        self.list.insert(handle, object);
        Ok(())
    }
    fn change(&mut self, random: &mut Random) -> Result<(), String> {
        let handles: Vec<Handle> = self.list.keys().copied().collect();
        if handles.is_empty() || random.one_in(5) {
            return self.add(random);
        }
        let handle = *random.pick(&handles);
        let pose = self.pose(random);
        let other = self.object(random);
        let object = self.list.get_mut(&handle).ok_or("no object")?;
        let changed = match random.count(0, 9) {
            0 => {
                self.list.remove(&handle);
                self.scene.remove(handle).map(drop)
            }
            1 => {
                object.shape = other.shape;
                self.scene.set_shape(handle, object.shape.clone()).map(drop)
            }
            2 => {
                object.filter = other.filter;
                self.scene.set_filter(handle, object.filter)
            }
            3 => {
                object.is_sensor = !object.is_sensor;
                self.scene.set_sensor(handle, object.is_sensor)
            }
            4 => {
                let by: V = random.vector(1e-3);
                object.pose = Pose::at(object.pose.position() + by).expect("finite");
                self.scene.set_pose(handle, object.pose)
            }
            _ => {
                object.pose = pose;
                self.scene.set_pose(handle, object.pose)
            }
        };
        changed.map_err(|e| e.to_string())
    }
    /// Checks that the pairs and the events are those of the list; returns whether anything met.
    fn check(&mut self) -> Outcome {
        self.scene.validate().map_err(|broken| format!("{broken:?}"))?;
        let expected = self.pairs()?;
        let found = [self.scene.contacts(), self.scene.sensors()];
        for (i, what) in ["contacts", "sensors"].into_iter().enumerate() {
            let (now, before) = (&expected[i], &self.before[i]);
            let said = [
                ("all", named(found[i].iter().map(|t| [t.a, t.b])), now.clone()),
                ("began", named(found[i].began().map(|t| [t.a, t.b])), now - before),
                (
                    "ongoing",
                    named(found[i].ongoing().map(|t| [t.a, t.b])),
                    now & before,
                ),
                ("ended", named(found[i].ended()), before - now),
            ];
            for (event, said, true_ones) in said {
                if said != true_ones {
                    let (missed, ghosts) = (&true_ones - &said, &said - &true_ones);
                    return Err(format!("{what}, {event}: missed {missed:?}, not so {ghosts:?}"));
                }
            }
        }
        let met = expected.iter().any(|pairs| !pairs.is_empty());
        self.before = expected;
        Ok(met)
    }
    /// Tests every object against every other: contacts, then pairs with a sensor.
    fn pairs(&self) -> Result<[Named; 2], String> {
        let mut pairs = [Named::new(), Named::new()];
        for (&a, p) in &self.list {
            for (&b, q) in self.list.range(a..).skip(1) {
                let (placed_p, placed_q) = (Placed::new(&*p.shape, &p.pose), Placed::new(&*q.shape, &q.pose));
                if p.filter.allows(&q.filter) && intersects(placed_p, placed_q) {
                    pairs[usize::from(p.is_sensor || q.is_sensor)].insert([a, b]);
                }
            }
        }
        Ok(pairs)
    }
}

/// The pairs by the handles of both, the smaller first.
fn named(pairs: impl Iterator<Item = [Handle; 2]>) -> Named {
    pairs.map(|[a, b]| if a < b { [a, b] } else { [b, a] }).collect()
}
