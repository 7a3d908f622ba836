//! The dynamic tree, so deep that many boxes descend together, compared with brute force.

use clearance::index::{BroadPhase, IndexKind, Threads};
use clearance::math::{Aabb, Real};
use clearance_testkit::{Random, TestSpace, for_each_space};

const COUNT: usize = 1_500;

/// Each meets about three others; one in three hundred is infinite.
fn any_box<V: TestSpace>(random: &mut Random) -> Aabb<V> {
    let side = f64::powf(COUNT as f64, 1.0 / V::DIM as f64) / 2.0;
    let size = f64::powf(3.0, 1.0 / V::DIM as f64) / 2.0;
    let min: V = random.vector(side);
    let max = min + V::splat(V::Scalar::lit(size));
    let far = V::from_fn(|k| if k == 0 { V::Scalar::INFINITY } else { max.get(k) });
    Aabb {
        min,
        max: if random.one_in(300) { far } else { max },
    }
}

/// Few and many boxes change, appear and disappear, in a tree of each kind: the pairs of the changed boxes,
/// and all pairs, are those of brute force.
fn many_at_a_time<V: TestSpace>() {
    for kind in [IndexKind::Tree, IndexKind::SphereTree] {
        for threads in [Threads::One, Threads::All] {
            let (mut random, mut pairs) = (Random::new(77), 0);
            let mut phases: [BroadPhase<V>; 2] = [
                BroadPhase::new(kind).with_threads(threads),
                BroadPhase::new(IndexKind::Brute),
            ];
            let mut slots: Vec<u32> = Vec::new();
            for round in 0..12 {
                let changes = [COUNT, 1, 9, 70, 300, 700][round % 6];
                for _ in 0..changes {
                    change(&mut phases, &mut slots, &mut random);
                }
                let [of_changed, truth] = phases.each_mut().map(|phase| phase.changed_pairs().to_vec());
                assert!(of_changed == truth, "{kind} {threads:?}, round {round}");
                let [all, truth] = phases.each_mut().map(|phase| phase.pairs().to_vec());
                assert!(all == truth, "{kind} {threads:?}, round {round}");
                phases[0].validate().unwrap();
                pairs += all.len();
            }
            assert!((4_000..40_000).contains(&pairs), "{pairs}");
        }
    }
}
for_each_space!(many_at_a_time);

/// A box is added, removed or moved in both.
fn change<V: TestSpace>(phases: &mut [BroadPhase<V>; 2], slots: &mut Vec<u32>, random: &mut Random) {
    let (aabb, one) = (any_box(random), random.count(0, slots.len().saturating_sub(1)));
    let comes = slots.len() < COUNT / 2 || random.one_in(10);
    let goes = !comes && random.one_in(10);
    let new = phases.each_mut().map(|phase| match (comes, goes) {
        (true, _) => phase.insert(aabb).unwrap(),
        (_, true) => phase.remove(slots[one]).map(|()| 0).unwrap(),
        _ => phase.update(slots[one], aabb).map(|()| 0).unwrap(),
    });
    if comes {
        assert_eq!(new[0], new[1]);
        slots.push(new[0]);
    } else if goes {
        slots.swap_remove(one);
    }
}

/// A tree so large that it is refitted in several stretches, by one thread or by all: all boxes move, step
/// after step, one is added once, and its pairs are those of another index.
fn in_stretches<V: TestSpace>() {
    const MANY: u32 = 12_003;
    let mut random = Random::new(78);
    let spread = f64::powf(f64::from(MANY), 1.0 / V::DIM as f64) / 2.0;
    let mut phases = [
        BroadPhase::<V>::new(IndexKind::Grid),
        BroadPhase::new(IndexKind::Tree),
        BroadPhase::new(IndexKind::Tree).with_threads(Threads::All),
    ];
    let mut places: Vec<V> = (0..MANY).map(|_| random.vector(spread)).collect();
    let boxed = |min: V| Aabb {
        min,
        max: min + V::splat(Real::ONE),
    };
    for place in &places {
        for phase in &mut phases {
            phase.insert(boxed(*place)).unwrap();
        }
    }
    for step in 0..5 {
        let truth = phases[0].pairs().to_vec();
        assert!(truth.len() > MANY as usize);
        for phase in &mut phases[1..] {
            assert!(phase.pairs() == truth, "step {step}");
            phase.validate().unwrap();
        }
        for (slot, place) in (0..).zip(&mut places) {
            *place += random.vector(0.2);
            for phase in &mut phases {
                phase.update(slot, boxed(*place)).unwrap();
            }
        }
        if step == 2 {
            places.push(V::ZERO);
            for phase in &mut phases {
                phase.insert(boxed(V::ZERO)).unwrap();
            }
        }
    }
}
for_each_space!(in_stretches);
