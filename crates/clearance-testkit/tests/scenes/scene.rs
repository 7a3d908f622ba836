//! Scenes, compared with a list of objects all of whose pairs are asked about: step by step, with every
//! index, in all four spaces.

use std::collections::BTreeSet;

use clearance::cast::{Ray, ray};
use clearance::index::{IndexKind, Threads};
use clearance::math::{Pose, Real};
use clearance::pair::{distance, intersects, relation};
use clearance::scene::{Detail, Filter, Handle, Object, ObjectRef, Pairs, Scene, Touch};
use clearance::shape::Placed;
use clearance_testkit::{Hits, Random, TestSpace, for_each_space, generate};

type HandlePair = [Handle; 2];

/// What happens to a scene in one step.
enum Deed<V: TestSpace> {
    Add(Object<V>),
    AddMany(Vec<Object<V>>),
    Remove(usize),
    Move(usize, V),
    Turn(usize, V::Rotation),
    Replace(usize, V::Shape),
    Filter(usize, Filter),
    Sensor(usize, bool),
    MoveAll(V),
    Sort,
}

/// Sizes at which some objects meet, a few tiny and large ones, and some at one point.
fn any_object<V: TestSpace>(random: &mut Random) -> Object<V> {
    let shape = match random.count(0, 15) {
        0 if V::DIM == 2 => V::special(random),
        _ => generate::core::<V>(random),
    };
    let place: V = if random.one_in(4) {
        random.grid(2)
    } else {
        random.vector(if V::DIM == 2 { 4.0 } else { 2.5 })
    };
    let mut pose = Pose::at(place).unwrap();
    if random.one_in(2) {
        pose = pose.turned(V::any_rotation(random)).unwrap();
    }
    let scale = *random.pick(&[1.0, 1.0, 1.0, 0.5, 1e-6, 4.0]);
    let object = Object::new(shape, pose.scaled(Real::lit(scale)).unwrap());
    let object = object.with_filter(any_filter(random)).with_data(7);
    if random.one_in(5) { object.sensor() } else { object }
}

fn any_filter(random: &mut Random) -> Filter {
    match random.count(0, 5) {
        0 => Filter {
            layer: 1 << random.count(0, 3),
            mask: random.whole(0, 15) as u32,
            group: 0,
        },
        1 => Filter {
            group: random.whole(-2, 2) as i32,
            ..Filter::default()
        },
        _ => Filter::default(),
    }
}

fn any_deed<V: TestSpace>(random: &mut Random, count: usize) -> Deed<V> {
    if count == 0 {
        // Only one half-space: two of them have no manifold.
        let ground = V::half_space(random.direction(), Real::lit(-3.0)).unwrap();
        let ground = Object::new(ground, Pose::IDENTITY).with_data(7);
        let others = (0..30).map(|_| any_object(random));
        return Deed::AddMany(others.chain([ground]).collect());
    }
    let i = random.count(0, count - 1);
    match random.count(0, 23) {
        0 | 1 => Deed::Add(any_object(random)),
        2 => Deed::AddMany((0..random.count(0, 4)).map(|_| any_object(random)).collect()),
        3..=5 => Deed::Remove(i),
        6 | 7 => Deed::Turn(i, V::any_rotation(random)),
        8 => Deed::Replace(i, generate::core::<V>(random)),
        9 | 10 => Deed::Filter(i, any_filter(random)),
        11 | 12 => Deed::Sensor(i, random.one_in(2)),
        13 => Deed::MoveAll(random.vector(0.5)),
        14 => Deed::Sort,
        _ => Deed::Move(i, random.vector(1.5)),
    }
}

/// A scene with each index, and the objects that are in all of them.
struct Twin<V: TestSpace> {
    scenes: Vec<Scene<V>>,
    objects: Vec<(Handle, Object<V>)>,
    /// Contacts and pairs of sensors at the last update.
    before: [BTreeSet<HandlePair>; 2],
    hits: Hits,
}

impl<V: TestSpace> Twin<V> {
    fn new(detail: Detail) -> Self {
        let scene = |(i, kind): (usize, &IndexKind)| {
            let threads = if i % 2 == 0 { Threads::One } else { Threads::All };
            let scene = Scene::new(*kind).with_detail(detail).with_threads(threads);
            // Each pair by itself, because it is asked about by itself here; `scene_seams.rs` has the others.
            scene.with_joined_seams(false)
        };
        Self {
            scenes: IndexKind::ALL.iter().enumerate().map(scene).collect(),
            objects: Vec::new(),
            before: Default::default(),
            hits: Hits::default(),
        }
    }
    fn act(&mut self, deed: Deed<V>) {
        let (objects, scenes) = (&mut self.objects, &mut self.scenes);
        match deed {
            Deed::Add(object) => {
                let handle = same(scenes, |scene| scene.add(object.clone()).unwrap());
                objects.push((handle, object));
            }
            Deed::AddMany(many) => {
                let handles = same(scenes, |scene| scene.add_many(many.iter().cloned()).unwrap());
                objects.extend(handles.into_iter().zip(many));
            }
            Deed::Remove(i) => {
                let (handle, object) = objects.swap_remove(i);
                same(scenes, |scene| {
                    let removed = scene.remove(handle).unwrap();
                    assert_eq!((removed.pose, removed.data), (object.pose, 7));
                    assert!(scene.get(handle).is_none() && scene.remove(handle).is_err());
                });
            }
            Deed::Move(i, by) => {
                let (handle, object) = &mut objects[i];
                object.pose = moved(&object.pose, by);
                same(scenes, |scene| scene.set_pose(*handle, object.pose).unwrap());
            }
            Deed::Turn(i, rotation) => {
                let (handle, object) = &mut objects[i];
                object.pose = object.pose.turned(rotation).unwrap();
                same(scenes, |scene| scene.set_pose(*handle, object.pose).unwrap());
            }
            Deed::Replace(i, shape) => {
                let (handle, object) = &mut objects[i];
                object.shape = shape.into();
                same(scenes, |scene| {
                    drop(scene.set_shape(*handle, object.shape.clone()).unwrap());
                });
            }
            Deed::Filter(i, filter) => {
                objects[i].1.filter = filter;
                same(scenes, |scene| scene.set_filter(objects[i].0, filter).unwrap());
            }
            Deed::Sensor(i, is_sensor) => {
                objects[i].1.is_sensor = is_sensor;
                same(scenes, |scene| scene.set_sensor(objects[i].0, is_sensor).unwrap());
            }
            Deed::MoveAll(by) => {
                for (_, object) in objects {
                    object.pose = moved(&object.pose, by);
                }
                same(scenes, |scene| {
                    scene.move_all(|mut object| object.set_position(object.position() + by).unwrap());
                });
            }
            Deed::Sort => same(scenes, Scene::sort_storage),
        }
    }
    /// The true pairs, each with the smaller handle first.
    fn true_pairs(&mut self) -> [BTreeSet<HandlePair>; 2] {
        let mut pairs: [BTreeSet<HandlePair>; 2] = Default::default();
        for (i, (a, first)) in self.objects.iter().enumerate() {
            for (b, second) in &self.objects[..i] {
                if !first.filter.allows(&second.filter) {
                    continue;
                }
                let [x, y] = if a < b { [first, second] } else { [second, first] };
                let meet = intersects(placed(x), placed(y));
                self.hits.count(meet);
                if meet {
                    let kind = usize::from(first.is_sensor || second.is_sensor);
                    pairs[kind].insert([*a.min(b), *a.max(b)]);
                }
            }
        }
        pairs
    }
    fn compare(&mut self) {
        let truth = self.true_pairs();
        let mut first: Option<Vec<HandlePair>> = None;
        for scene in &mut self.scenes {
            scene.update().unwrap();
            scene.validate().unwrap();
            assert_eq!(scene.unanswered(), []);
            let mut order = Vec::new();
            for (pairs, (now, before)) in [scene.contacts(), scene.sensors()]
                .into_iter()
                .zip(truth.iter().zip(&self.before))
            {
                order.extend(check_pairs(pairs, now, before));
            }
            assert_eq!(
                *first.get_or_insert(order.clone()),
                order,
                "{}",
                scene.index_kind()
            );
        }
        self.before = truth;
    }
    /// What the scene reports about every pair.
    fn check_facts(&self, detail: Detail) {
        let object = |handle| &self.objects.iter().find(|(h, _)| *h == handle).unwrap().1;
        for touch in self.scenes[0].contacts().iter() {
            let (a, b) = (placed(object(touch.a)), placed(object(touch.b)));
            match detail {
                Detail::Relation => assert_eq!(touch.relation, Some(relation(a, b))),
                Detail::Manifold => {
                    let manifold = clearance::manifold(a, b, Real::ZERO).unwrap();
                    assert_eq!(touch.manifold, Some(&manifold));
                }
                _ => assert!(touch.relation.is_none() && touch.manifold.is_none()),
            }
        }
    }
}

/// The pairs of one kind are the true ones; returns them in the scene's order.
fn check_pairs<V: TestSpace>(
    pairs: Pairs<'_, V, u64>,
    now: &BTreeSet<HandlePair>,
    before: &BTreeSet<HandlePair>,
) -> Vec<HandlePair> {
    let name = |touch: Touch<'_, V>| [touch.a, touch.b];
    let lists: [Vec<HandlePair>; 4] = [
        pairs.iter().map(name).collect(),
        pairs.began().map(name).collect(),
        pairs.ongoing().map(name).collect(),
        pairs.ended().collect(),
    ];
    assert_eq!(pairs.len(), now.len());
    let sets = lists
        .each_ref()
        .map(|list| list.iter().copied().collect::<BTreeSet<_>>());
    assert!(lists.iter().zip(&sets).all(|(list, set)| list.len() == set.len()));
    assert_eq!(sets[0], *now);
    assert_eq!(sets[1], now - before);
    assert_eq!(sets[2], now & before);
    assert_eq!(sets[3], before - now);
    lists.concat()
}

/// Does the same with every scene, and checks that all answer the same.
fn same<V: TestSpace, R: PartialEq + std::fmt::Debug>(
    scenes: &mut [Scene<V>],
    mut act: impl FnMut(&mut Scene<V>) -> R,
) -> R {
    let mut answers = scenes.iter_mut().map(&mut act);
    let first = answers.next().unwrap();
    assert!(answers.all(|answer| answer == first));
    first
}

fn moved<V: TestSpace>(pose: &Pose<V>, by: V) -> Pose<V> {
    let moved = Pose::new(pose.position() + by, pose.rotation()).unwrap();
    moved.scaled(pose.scale()).unwrap()
}

fn placed<V: TestSpace>(object: &Object<V>) -> Placed<'_, V> {
    Placed::<V>::new(&object.shape, &object.pose)
}

fn pairs_are_the_true_ones<V: TestSpace>() {
    for (seed, detail) in (0..).zip([Detail::Relation, Detail::Manifold, Detail::Relation]) {
        let mut random = Random::new(300 + seed);
        let mut twin = Twin::<V>::new(detail);
        for step in 0..24 {
            let deeds = *random.pick(&[0, 1, 1, 2, 3, 12]);
            for _ in 0..deeds {
                let deed = any_deed(&mut random, twin.objects.len());
                twin.act(deed);
            }
            twin.compare();
            if step % 7 == 0 {
                twin.check_facts(detail);
                ask(&mut twin, &mut random);
            }
        }
        let rate = twin.hits.rate();
        assert!((0.03..0.6).contains(&rate), "{rate}");
    }
}
for_each_space!(pairs_are_the_true_ones);

/// Every question, after changes that no update has processed.
fn ask<V: TestSpace>(twin: &mut Twin<V>, random: &mut Random) {
    for _ in 0..random.count(0, 5) {
        let deed = any_deed(random, twin.objects.len());
        twin.act(deed);
    }
    let shape = generate::core::<V>(random);
    let pose = generate::pose(random, 2.0);
    let query = Placed::<V>::new(&shape, &pose);
    let layers = Filter::on_layers(random.whole(1, 15) as u32);
    let about = |object: &ObjectRef<'_, V>| layers.allows(object.filter());
    let among: Vec<_> = twin
        .objects
        .iter()
        .filter(|(_, object)| layers.allows(&object.filter))
        .collect();

    let met = among
        .iter()
        .filter(|(_, object)| intersects(placed(object), query));
    let met: BTreeSet<Handle> = met.map(|(handle, _)| *handle).collect();
    let found = same(&mut twin.scenes, |scene| {
        assert_eq!(scene.overlaps_any(query, &layers), !met.is_empty());
        assert_eq!(
            scene.overlapping(query, &about),
            scene.overlapping(query, &layers)
        );
        scene.overlapping(query, &layers)
    });
    assert_eq!((found.len(), found.into_iter().collect()), (met.len(), met));

    let mut near: Vec<_> = among
        .iter()
        .map(|(handle, object)| (distance(placed(object), query), *handle))
        .collect();
    near.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let (count, within) = (random.count(0, 6), Real::lit(random.between(0.0, 3.0)));
    near.retain(|(distance, _)| *distance <= within);
    near.truncate(count);
    let found = same(&mut twin.scenes, |scene| {
        scene.nearest(query, count, within, &layers)
    });
    let found: Vec<_> = found
        .iter()
        .map(|neighbor| (neighbor.distance, neighbor.handle))
        .collect();
    assert_eq!(found, near);

    ask_about_places(&mut twin.scenes, &among, random, &layers);

    let line = Ray {
        origin: random.vector(4.0),
        direction: random.direction(),
        max_time: Real::lit(random.between(0.0, 8.0)),
    };
    let hit =
        |(handle, object): &&(Handle, Object<V>)| Some((ray(placed(object), &line).unwrap()?.time, *handle));
    let mut hits: Vec<_> = among.iter().filter_map(hit).collect();
    hits.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let found = same(&mut twin.scenes, |scene| {
        let all = scene.cast_ray_all(&line, &layers).unwrap();
        assert_eq!(scene.cast_ray(&line, &layers).unwrap().as_ref(), all.first());
        assert_eq!(scene.ray_meets_any(&line, &about).unwrap(), !all.is_empty());
        all
    });
    let found: Vec<_> = found.iter().map(|found| (found.hit.time, found.handle)).collect();
    assert_eq!(found, hits);
    same(&mut twin.scenes, |scene| {
        let rays = [
            line,
            Ray {
                max_time: Real::ZERO,
                ..line
            },
        ];
        let one_by_one = rays.each_ref().map(|ray| scene.cast_ray(ray, &layers));
        assert_eq!(scene.cast_rays(&rays, &layers), one_by_one);
    });
}

/// Points and boxes, the distance to the nearest, and the same questions in batches.
fn ask_about_places<V: TestSpace>(
    scenes: &mut [Scene<V>],
    among: &[&(Handle, Object<V>)],
    random: &mut Random,
    layers: &Filter,
) {
    let (speck, ball) = (V::point(), V::ball(Real::lit(0.5)).unwrap());
    let places: Vec<Pose<V>> = (0..6).map(|_| Pose::at(random.vector(3.0)).unwrap()).collect();
    let met = |shape: Placed<'_, V>| -> BTreeSet<Handle> {
        let met = among
            .iter()
            .filter(|(_, object)| intersects(placed(object), shape));
        met.map(|(handle, _)| *handle).collect()
    };
    let balls: Vec<_> = places.iter().map(|pose| Placed::<V>::new(&ball, pose)).collect();
    for (pose, around) in places.iter().zip(&balls) {
        let under = met(Placed::new(&speck, pose));
        let distances = among.iter().map(|(_, object)| distance(placed(object), *around));
        let nearest = distances.min_by(|a, b| a.partial_cmp(b).unwrap());
        same(scenes, |scene| {
            let found = scene.at_point(pose.position(), layers).unwrap();
            assert_eq!(
                (found.len(), found.into_iter().collect()),
                (under.len(), under.clone())
            );
            assert_eq!(scene.distance(*around, layers), nearest);
            let aabb = around.aabb();
            let by_eye = scene
                .iter()
                .filter(|object| layers.allows(object.filter()) && object.aabb().overlaps(&aabb));
            let by_eye: Vec<Handle> = by_eye.map(|object| object.handle()).collect();
            assert_eq!(scene.overlapping_box(&aabb, layers), by_eye);
        });
    }
    same(scenes, |scene| {
        let all: Vec<_> = balls
            .iter()
            .map(|ball| scene.overlapping(*ball, layers))
            .collect();
        assert_eq!(scene.overlapping_batch(&balls, layers), all);
        let within = Real::lit(2.0);
        let all: Vec<_> = balls
            .iter()
            .map(|ball| scene.nearest(*ball, 3, within, layers))
            .collect();
        assert_eq!(scene.nearest_batch(&balls, 3, within, layers), all);
    });
}
