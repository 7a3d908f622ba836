//! Random pairs, and boxes that are nearly or exactly parallel: all answers are checked, and few pairs are
//! left to exact arithmetic.

use super::*;

fn random_pairs<V: Test3>(seed: u64, count: usize, make: fn(&mut Random) -> Pair<V>) {
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    let mut unsure = 0;
    for _ in 0..count {
        let (hit, left) = check_pair(&make(&mut random));
        hits.count(hit);
        unsure += usize::from(left);
    }
    hits.check("random pairs");
    assert!(
        unsure * 100 <= count * 4,
        "{unsure} of {count} left to exact arithmetic"
    );
}

#[test]
fn cores() {
    random_pairs::<DVec3>(1, 800, core_pair);
    random_pairs::<Vec3>(2, 800, core_pair);
}

#[test]
fn solids_are_hardly_ever_left_to_exact_arithmetic() {
    random_pairs::<DVec3>(3, 400, solid_pair);
    random_pairs::<Vec3>(4, 400, solid_pair);
}

fn boxes<V: Test3>(random: &mut Random) -> Pair<V> {
    let mut object = |reach: f64| {
        let half: V = V::from_fn(|_| V::Scalar::lit(random.between(0.2, 1.0)));
        let pose = Pose::at(random.vector::<V>(reach)).unwrap();
        Object {
            shape: V::cuboid(half).unwrap(),
            pose: pose.turned(V::any_rotation(random)).unwrap(),
        }
    };
    Pair {
        a: object(0.1),
        b: object(1.6),
    }
}

#[test]
fn boxes_of_any_kind() {
    random_pairs::<DVec3>(5, 600, boxes);
    random_pairs::<Vec3>(6, 600, boxes);
}

/// Boxes with edges that are nearly or exactly parallel, and faces that nearly or exactly touch.
fn stacked<V: Test3>(random: &mut Random) -> Pair<V> {
    let half =
        |random: &mut Random| -> V { V::from_fn(|_| V::Scalar::lit(random.count(1, 4) as f64 * 0.25)) };
    let (ha, hb) = (half(random), half(random));
    let tilt = *random.pick(&[0.0, 0.0, 1e-16, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3]);
    let quarter = DQuat::from_rotation_z(*random.pick(&[0.0, 0.25, 0.5]) * std::f64::consts::PI);
    let turn = DQuat::from_scaled_axis(random.direction::<DVec3>() * tilt) * quarter;
    let slide = *random.pick(&[0.0, 1e-12, -1e-12, 1e-6, -1e-6, 0.01, -0.01, 0.25, -0.25]);
    let axis = random.count(0, 2);
    let at = V::from_fn(|k| {
        let offset = if k == axis {
            ha.get(k).to_f64() + hb.get(k).to_f64() + slide
        } else {
            random.whole(-3, 3) as f64 * 0.25
        };
        V::Scalar::lit(offset)
    });
    let place = |shape, at: V, turn| Object {
        shape,
        pose: Pose::at(at).unwrap().turned(V::rotation(turn)).unwrap(),
    };
    let whole = if random.one_in(2) {
        DQuat::IDENTITY
    } else {
        DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize()
    };
    let moved = V::from_double(whole * at.to_double());
    let shape = |random: &mut Random, h: V| -> V::Shape {
        if random.one_in(2) {
            return V::cuboid(h).unwrap();
        }
        let corners: Vec<V> = (0..8)
            .map(|i| V::from_fn(|k| if i >> k & 1 == 1 { h.get(k) } else { -h.get(k) }))
            .collect();
        V::convex(&corners).unwrap()
    };
    let (sa, sb) = (shape(random, ha), shape(random, hb));
    Pair {
        a: place(sa, V::ZERO, whole),
        b: place(sb, moved, whole * turn),
    }
}

#[test]
fn nearly_parallel_boxes_are_never_answered_wrongly() {
    let mut random = Random::new(7);
    let mut answered = 0;
    for _ in 0..500 {
        answered += usize::from(!check_pair(&stacked::<DVec3>(&mut random)).1);
        answered += usize::from(!check_pair(&stacked::<Vec3>(&mut random)).1);
    }
    assert!(answered > 708, "{answered}");
}

#[test]
fn touching_cubes_on_a_grid_are_left_to_exact_arithmetic() {
    let cube = |at: DVec3| Object::<DVec3> {
        shape: Shape3::cuboid(DVec3::ONE).unwrap(),
        pose: Pose::at(at).unwrap(),
    };
    let corners: Vec<DVec3> = (0..8)
        .map(|i| DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64) * 2.0 - 1.0)
        .collect();
    for i in 0..125 {
        let at = DVec3::new((i % 5) as f64, (i / 5 % 5) as f64, (i / 25) as f64) - 2.0;
        let (a, b) = (cube(DVec3::ZERO), cube(at));
        let truth = at.abs().max_element() - 2.0;
        let sure = (truth != 0.0).then_some(truth < 0.0);
        assert_eq!(DVec3::intersects(a.placed(), b.placed()), sure, "{at}");
        let hull = Object::<DVec3> {
            shape: Shape3::convex(&corners).unwrap(),
            pose: Pose::IDENTITY,
        };
        assert_eq!(DVec3::intersects(hull.placed(), b.placed()), sure, "{at}");
    }
}

#[test]
fn scaling_by_powers_of_two_scales_every_bit() {
    let mut random = Random::new(8);
    for _ in 0..300 {
        let pair = core_pair::<DVec3>(&mut random);
        let Some(c) = DVec3::clearance(pair.a.placed(), pair.b.placed()) else {
            continue;
        };
        for exponent in [-60, -7, 30, 60] {
            let factor = 2.0_f64.powi(exponent);
            let large = enlarged(&pair, exponent);
            let scaled = Clearance {
                distance: c.distance * factor,
                point_a: c.point_a * factor,
                point_b: c.point_b * factor,
                ..c
            };
            assert_eq!(DVec3::clearance(large.a.placed(), large.b.placed()), Some(scaled));
        }
    }
}

#[test]
fn moving_apart_by_the_depth_parts() {
    let mut random = Random::new(9);
    let mut moved = 0;
    for _ in 0..500 {
        let pair = solid_pair::<DVec3>(&mut random);
        let Some(c) = DVec3::clearance(pair.a.placed(), pair.b.placed()).filter(|c| c.distance < 0.0) else {
            continue;
        };
        moved += 1;
        for (by, meets) in [(-c.distance + 1e-12, false), (-c.distance - 1e-12, true)] {
            let b = pair.b.moved(c.normal * by);
            if let Some(answer) = DVec3::intersects(pair.a.placed(), b.placed()) {
                assert_eq!(answer, meets);
            }
        }
    }
    assert!(moved > 100);
}

#[test]
fn turned_together_the_answer_turns_along() {
    let mut random = Random::new(10);
    for _ in 0..300 {
        let pair = solid_pair::<DVec3>(&mut random);
        let turn: DQuat = <DVec3 as TestSpace>::any_rotation(&mut random).normalize();
        let matrix = DMat3::from_quat(turn);
        let turned = |o: &Object<DVec3>| Object::<DVec3> {
            shape: o.shape.clone(),
            pose: Pose::new(matrix * o.pose.position(), turn * o.pose.rotation())
                .unwrap()
                .scaled(o.pose.scale())
                .unwrap(),
        };
        let (a, b) = (turned(&pair.a), turned(&pair.b));
        let (Some(c), Some(d)) = (
            DVec3::clearance(pair.a.placed(), pair.b.placed()),
            DVec3::clearance(a.placed(), b.placed()),
        ) else {
            continue;
        };
        assert!((c.distance - d.distance).abs() < 1e-12, "{c:?} {d:?}");
    }
}

#[test]
fn the_distance_alone_is_the_clearance_where_apart() {
    let mut random = Random::new(11);
    for _ in 0..1000 {
        let pair = core_pair::<DVec3>(&mut random);
        let (a, b) = (pair.a.placed(), pair.b.placed());
        let (Some(d), Some(c)) = (<DVec3 as Floats>::distance(a, b), DVec3::clearance(a, b)) else {
            continue;
        };
        assert_eq!(d, c.distance.max(0.0));
        let whole = DVec3::manifold(a, b, 0.1);
        assert_eq!(whole.map(Manifold::mirrored), DVec3::manifold(b, a, 0.1));
        match whole {
            Some(m) if m.contacts().is_empty() => assert!(gap_along(&pair, m.normal) > 0.1),
            Some(m) => {
                let least = m
                    .contacts()
                    .iter()
                    .fold(f64::INFINITY, |least, c| c.clearance.min(least));
                assert!((least - c.distance).abs() < 1e-12, "{m:?} {c:?}");
                assert_eq!(m.contacts().len(), DVec3::clip(a, b, &c, 0.1).contacts().len());
            }
            None => {}
        }
    }
}
