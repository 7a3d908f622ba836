//! What a shape or a box meets in a scene, where boxes alone may decide: on a grid, where they touch exactly,
//! and beside it, where they touch but for a rounding. Compared with the exact relation of every object.

use clearance::math::{Aabb, Pose, Real, ScalarOf};
use clearance::pair::intersects;
use clearance::scene::{Filter, Handle, Object, Scene};
use clearance::shape::Placed;
use clearance_testkit::{Hits, Random, TestSpace, for_each_space, generate};

/// Half extents and coordinates whose sums are exact, and some whose sums are not.
const SIZES: [f64; 6] = [0.5, 1.0, 0.25, 0.1, 0.3, 1.0 / 3.0];

fn size<V: TestSpace>(random: &mut Random) -> V {
    V::from_fn(|_| Real::lit(*random.pick(&SIZES)))
}

fn place<V: TestSpace>(random: &mut Random, reach: i64) -> V {
    let step = *random.pick(&[0.5, 0.5, 0.1, 0.7]);
    V::from_fn(|_| Real::lit(random.whole(-reach, reach) as f64 * step))
}

/// Mostly upright boxes; turned, scaled and filtered ones among them, and other shapes.
fn any_object<V: TestSpace>(random: &mut Random) -> Object<V> {
    let shape = if random.one_in(4) {
        generate::core::<V>(random)
    } else {
        V::cuboid(size(random)).unwrap()
    };
    let mut pose = Pose::at(place::<V>(random, 4)).unwrap();
    match random.count(0, 7) {
        0 => pose = pose.turned(V::any_rotation(random)).unwrap(),
        1 => pose = pose.scaled(Real::lit(*random.pick(&[0.5, 0.3]))).unwrap(),
        _ => {}
    }
    let layer = if random.one_in(6) { 2 } else { 1 };
    Object::new(shape, pose).with_filter(Filter {
        layer,
        ..Filter::default()
    })
}

/// A scene, and its objects in storage order. Some have been added since the last update.
fn any_scene<V: TestSpace>(random: &mut Random) -> Scene<V> {
    let margin = Real::lit(*random.pick(&[0.0, 0.0, 0.25]));
    let mut scene = Scene::<V>::default().with_margin(margin).unwrap();
    // So that some scenes have no filter at all.
    let alike = random.one_in(2);
    for _ in 0..random.count(1, if V::DIM == 2 { 24 } else { 60 }) {
        let object = any_object::<V>(random);
        let filter = if alike { Filter::default() } else { object.filter };
        scene.add(object.with_filter(filter)).unwrap();
        if random.one_in(40) {
            scene.update().unwrap();
        }
    }
    scene
}

fn truth<V: TestSpace>(scene: &Scene<V>, layers: &Filter, query: Placed<'_, V>) -> Vec<Handle> {
    let all = scene.iter().filter(|object| layers.allows(object.filter()));
    let met = all.filter(|object| intersects(object.placed(), query));
    met.map(|object| object.handle()).collect()
}

fn each_corner<V: TestSpace>(corners: &Aabb<V>) -> Vec<V> {
    let of = |i: usize, k: usize| {
        if i >> k & 1 == 1 {
            corners.max.get(k)
        } else {
            corners.min.get(k)
        }
    };
    (0..1 << V::DIM).map(|i| V::from_fn(|k| of(i, k))).collect()
}

/// Beside one of the objects, such that they touch or miss each other by a rounding, or anywhere.
fn query_place<V: TestSpace>(random: &mut Random, scene: &Scene<V>, half: V) -> V {
    let anywhere = place::<V>(random, 4);
    let nth = random.count(0, scene.len() - 1);
    match scene.iter().nth(nth) {
        Some(object) if random.one_in(2) => object.pose().position() + half + size::<V>(random),
        _ => anywhere,
    }
}

fn boxes_decide_nothing_but_what_is_true<V: TestSpace>() {
    let (mut hits, mut found_in_all) = (Hits::default(), 0);
    for seed in 0..600 {
        let random = &mut Random::new(seed);
        let scene = any_scene::<V>(random);
        let layers = Filter::on_layers(*random.pick(&[1, 1, 3]));
        let half = if random.one_in(8) {
            V::ZERO
        } else {
            size::<V>(random)
        };
        let half = if random.one_in(3) {
            half * ScalarOf::<V>::lit(8.0)
        } else {
            half
        };
        let center = query_place::<V>(random, &scene, half);
        let (shape, pose) = (V::cuboid(half).unwrap(), Pose::at(center).unwrap());
        let query = Placed::<V>::new(&shape, &pose);
        let wanted = truth(&scene, &layers, query);
        assert_eq!(scene.overlapping(query, &layers), wanted, "seed {seed}");
        hits.count(!wanted.is_empty() && wanted.len() < scene.len());
        found_in_all += wanted.len();

        let corners = Aabb {
            min: center - half,
            max: center + half,
        };
        let hull = V::convex(&each_corner(&corners)).unwrap();
        let wanted = truth(&scene, &layers, Placed::new(&hull, &Pose::IDENTITY));
        let mut found = Vec::new();
        let asked = scene.each_overlapping_corners(&corners, &layers, |handle| found.push(handle));
        assert_eq!((asked, found), (Ok(()), wanted), "seed {seed}");
    }
    assert!(found_in_all > 1000);
    hits.check("a box that meets some");
}

fn corners_that_are_no_box_are_refused<V: TestSpace>() {
    let scene = any_scene::<V>(&mut Random::new(1));
    let ask = |min: f64, max: f64| {
        let corners = Aabb {
            min: V::splat(Real::lit(min)),
            max: V::splat(Real::lit(max)),
        };
        scene.each_overlapping_corners(&corners, &Filter::ALL, |_| ())
    };
    assert!(ask(0.0, 1.0).is_ok());
    for (min, max) in [
        (1.0, 0.0),
        (f64::NAN, 1.0),
        (0.0, f64::NAN),
        (f64::NEG_INFINITY, 0.0),
        (0.0, f64::INFINITY),
    ] {
        assert!(ask(min, max).is_err(), "{min} {max}");
    }
    let large = V::splat(ScalarOf::<V>::LARGEST_COORDINATE * ScalarOf::<V>::lit(2.0));
    let corners = Aabb {
        min: -large,
        max: large,
    };
    assert!(
        scene
            .each_overlapping_corners(&corners, &Filter::ALL, |_| ())
            .is_err()
    );
}

/// Many found: they are sorted in another way than few.
fn many_are_in_storage_order<V: TestSpace>() {
    let random = &mut Random::new(7);
    let mut scene = Scene::<V>::default();
    let shape = std::sync::Arc::new(V::cuboid(V::splat(Real::lit(0.25))).unwrap());
    for _ in 0..3000 {
        let at = random.vector::<V>(10.0);
        scene
            .add(Object::new(std::sync::Arc::clone(&shape), Pose::at(at).unwrap()))
            .unwrap();
    }
    scene.update().unwrap();
    for reach in [0.5, 2.0, 4.0, 6.0, 9.0, 11.0] {
        let (shape, pose) = (V::cuboid(V::splat(Real::lit(reach))).unwrap(), Pose::IDENTITY);
        let query = Placed::<V>::new(&shape, &pose);
        assert_eq!(
            scene.overlapping(query, &Filter::ALL),
            truth(&scene, &Filter::ALL, query),
            "{reach}"
        );
    }
}

for_each_space!(
    boxes_decide_nothing_but_what_is_true,
    corners_that_are_no_box_are_refused,
    many_are_in_storage_order,
);
