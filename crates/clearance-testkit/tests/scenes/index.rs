//! Every index, compared with brute force in all four spaces, while boxes are inserted, removed and moved.

use core::ops::ControlFlow::{Break, Continue};

use clearance::index::{Boxes, BroadPhase, Brute, Index, IndexError, IndexKind, Ray, SlotPair, Threads};
use clearance::math::{Aabb, Real, ScalarOf};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

/// Mostly small boxes on a grid, so that many touch; some points, and a few that are infinite or far too
/// large.
fn any_box<V: TestSpace>(random: &mut Random) -> Aabb<V> {
    let center: V = random.grid(12);
    let half: V = V::from_fn(|_| V::Scalar::lit(random.whole(0, 3) as f64 * 0.5));
    let reach = match random.count(0, 60) {
        0 => return Aabb::everything(),
        1 => V::splat(V::Scalar::MAX * V::Scalar::HALF),
        2 => V::splat(V::Scalar::lit(20.0)),
        _ => half,
    };
    Aabb {
        min: center - reach,
        max: center + reach,
    }
}

/// One table, and every index over it.
struct All<V: TestSpace> {
    boxes: Boxes<V>,
    indexes: Vec<Box<dyn Index<V>>>,
    slots: Vec<u32>,
    /// All pairs before the changes.
    before: Vec<SlotPair>,
}

impl<V: TestSpace> All<V> {
    fn new() -> Self {
        Self {
            boxes: Boxes::new(),
            indexes: IndexKind::ALL.iter().map(|kind| kind.create()).collect(),
            slots: Vec::new(),
            before: Vec::new(),
        }
    }
    fn insert(&mut self, aabb: Aabb<V>) {
        self.slots.push(self.boxes.insert(aabb).unwrap());
    }
    fn change(&mut self, random: &mut Random) {
        if self.slots.is_empty() || random.one_in(4) {
            return self.insert(any_box(random));
        }
        let i = random.count(0, self.slots.len() - 1);
        let slot = self.slots[i];
        if random.one_in(4) {
            self.boxes.remove(slot).unwrap();
            assert_eq!(
                self.boxes.update(slot, any_box(random)),
                Err(IndexError::EmptySlot)
            );
            self.slots.swap_remove(i);
            return;
        }
        let old = *self.boxes.get(slot).unwrap();
        let shift: V = random.vector(1.0);
        let small = Aabb {
            min: old.min + shift,
            max: old.max + shift,
        };
        let aabb = if random.one_in(3) { any_box(random) } else { small };
        self.boxes.update(slot, aabb).unwrap();
    }
    /// Brings all indexes up to date and asks each one every question.
    fn compare(&mut self, random: &mut Random) {
        let all = self.true_pairs();
        let changed = |pair: &SlotPair| pair.iter().any(|&slot| self.boxes.is_changed(slot));
        let fresh: Vec<SlotPair> = all.iter().copied().filter(changed).collect();
        let stayed: Vec<SlotPair> = self
            .before
            .iter()
            .copied()
            .filter(|pair| !changed(pair))
            .collect();
        let mut union = [fresh.clone(), stayed].concat();
        union.sort();
        assert_eq!(all, union, "what did not change is as before");
        let questions = Questions::any(random);
        let truth = questions.ask(&Brute, &self.boxes);
        let mut found = Vec::new();
        for index in &mut self.indexes {
            let kind = index.kind();
            index.refresh(&self.boxes, Threads::One);
            index
                .validate(&self.boxes)
                .unwrap_or_else(|broken| panic!("{kind}: {broken}"));
            for threads in [Threads::One, Threads::All] {
                index.changed_pairs(&self.boxes, threads, &mut found);
                assert_eq!(found, fresh, "{kind}, changed");
                index.pairs(&self.boxes, threads, &mut found);
                assert_eq!(found, all, "{kind}");
            }
            index.find_changed_pairs(&self.boxes, &mut found);
            found.sort_unstable();
            assert_eq!(found, fresh, "{kind}, changed, in any order");
            assert_eq!(questions.ask(&**index, &self.boxes), truth, "{kind}");
        }
        self.boxes.settle();
        assert!(self.boxes.changed().is_empty());
        self.before = all;
    }
    fn true_pairs(&self) -> Vec<SlotPair> {
        let mut found = Vec::new();
        Brute.pairs(&self.boxes, Threads::One, &mut found);
        found
    }
}

/// One of each query.
struct Questions<V: TestSpace> {
    query: Aabb<V>,
    ray: Ray<V>,
    within: V::Scalar,
}

/// The answers of an index.
#[derive(Debug, PartialEq)]
struct Answers {
    met: Vec<u32>,
    on_ray: Vec<u32>,
    first_on_ray: f64,
    near: Vec<u32>,
    nearest: f64,
}

impl<V: TestSpace> Questions<V> {
    fn any(random: &mut Random) -> Self {
        let is_point = random.one_in(3);
        let point: V = random.grid(12);
        let direction: V = if random.one_in(2) {
            random.grid(2)
        } else {
            random.vector(3.0)
        };
        Self {
            query: if is_point {
                Aabb {
                    min: point,
                    max: point,
                }
            } else {
                any_box(random)
            },
            ray: Ray {
                origin: random.grid(14),
                direction,
                max_time: V::Scalar::lit(random.between(0.0, 12.0)),
            },
            within: V::Scalar::lit(random.between(0.0, 9.0)),
        }
    }
    fn ask(&self, index: &dyn Index<V>, boxes: &Boxes<V>) -> Answers {
        let (mut met, mut on_ray, mut near) = (Vec::new(), Vec::new(), Vec::new());
        let whole = index.overlapping(boxes, &self.query, &mut |slot| {
            met.push(slot);
            Continue(())
        });
        assert!(whole.is_continue());
        let broken = index.overlapping(boxes, &self.query, &mut |_| Break(()));
        assert_eq!(broken.is_break(), !met.is_empty());
        index.cast_ray(boxes, &self.ray, &mut |slot, _| {
            on_ray.push(slot);
            self.ray.max_time
        });
        index.nearest(boxes, &self.query, self.within, &mut |slot, _| {
            near.push(slot);
            self.within
        });
        let first = index.cast_ray(boxes, &self.ray, &mut |_, time| time);
        let nearest = index.nearest(boxes, &self.query, ScalarOf::<V>::MAX, &mut |_, gap| gap);
        for list in [&mut met, &mut on_ray, &mut near] {
            list.sort();
        }
        Answers {
            met,
            on_ray,
            first_on_ray: first.to_f64(),
            near,
            nearest: nearest.to_f64(),
        }
    }
}

fn a_life_of_changes<V: TestSpace>() {
    for seed in [1, 2, 3] {
        let mut random = Random::new(seed);
        let mut all = All::<V>::new();
        for step in 0..600 {
            all.change(&mut random);
            if step % 7 == 0 {
                all.compare(&mut random);
            }
            if step % 150 == 149 {
                for _ in 0..all.slots.len() {
                    all.change(&mut random);
                }
                all.compare(&mut random);
            }
        }
        for slot in core::mem::take(&mut all.slots) {
            all.boxes.remove(slot).unwrap();
        }
        all.compare(&mut random);
        assert!(all.boxes.is_empty() && all.before.is_empty());
    }
}
for_each_space!(a_life_of_changes);

fn built_at_once<V: TestSpace>() {
    let mut random = Random::new(4);
    let mut hits = Hits::default();
    for n in [0, 1, 2, 3, 10, 100, 300] {
        let mut all = All::<V>::new();
        let grow = V::Scalar::lit(if V::DIM == 2 { 4.5 } else { 6.5 });
        (0..n).for_each(|_| all.insert(any_box(&mut random).inflated(grow)));
        all.compare(&mut random);
        if n == 300 {
            let count = all.before.len();
            (0..n * (n - 1) / 2).for_each(|i| hits.count(i < count));
            hits.check("pairs of boxes");
        }
        for _ in 0..50 {
            all.change(&mut random);
        }
        all.compare(&mut random);
    }
}
for_each_space!(built_at_once);

fn bad_boxes_are_refused<V: TestSpace>() {
    let mut boxes = Boxes::<V>::new();
    let one = V::splat(V::Scalar::ONE);
    let with = |x: f64| V::from_fn(|k| if k == 0 { V::Scalar::lit(x) } else { one.get(k) });
    let nan = with(f64::NAN);
    for (min, max) in [
        (one, -one),
        (nan, one),
        (one, nan),
        (one, with(0.0)),
        (with(f64::INFINITY), with(f64::INFINITY)),
        (with(f64::NEG_INFINITY), with(f64::NEG_INFINITY)),
    ] {
        assert_eq!(boxes.insert(Aabb { min, max }), Err(IndexError::InvalidBox));
    }
    assert!(boxes.is_empty() && boxes.changed().is_empty());
    assert_eq!(boxes.remove(0), Err(IndexError::EmptySlot));
}
for_each_space!(bad_boxes_are_refused);

/// Nested boxes, the worst case for a hierarchy: it may only be slow.
#[test]
fn nested_boxes() {
    use clearance::glam::DVec3;
    for &kind in IndexKind::ALL {
        let mut broad_phase = BroadPhase::<DVec3>::new(kind);
        for i in 0..400 {
            let half = DVec3::splat(f64::from(if i % 2 == 0 { i } else { 800 - i }));
            broad_phase
                .insert(Aabb {
                    min: -half,
                    max: half,
                })
                .unwrap();
            if i % 50 == 0 {
                broad_phase.pairs();
            }
        }
        assert_eq!(broad_phase.pairs().len(), 400 * 399 / 2, "{kind}");
        broad_phase.validate().unwrap();
    }
}

/// Boxes of very different sizes, from sparse to dense: grids with narrow rows or with several levels. Which
/// of them also depends on how many boxes are compared at once. In a large table they search in the order of
/// cells; in a small one slot by slot or block by block.
fn sizes_far_apart<V: TestSpace>() {
    let mut random = Random::new(31);
    for (run, few_are_large) in [(11.0, false), (20.0, false), (400.0, true)] {
        // So that about this many begin within the size of a box along x, in a row twice as wide as the
        // largest.
        let volume = 5_000.0 * 1.6 * f64::powi(20.0, V::DIM as i32 - 1) / run;
        let side = f64::powf(volume, 1.0 / V::DIM as f64) / 2.0;
        let place = |_| {
            let min: V = random.vector(side);
            let max = min + V::splat(V::Scalar::lit(size(&mut random, few_are_large)));
            Aabb { min, max }
        };
        let all: Vec<Aabb<V>> = (0..5_000).map(place).collect();
        check_sizes(&all);
        check_sizes(&all[..1_500]);
    }
}
/// Every magnitude equally often, or one large box in fifty.
fn size(random: &mut Random, few_are_large: bool) -> f64 {
    let among = random.between(0.0, 1.0);
    match few_are_large {
        false => 0.01 * f64::powf(1e3, among),
        true if among < 0.02 => 10.0,
        true => random.between(0.5, 1.0),
    }
}
fn check_sizes<V: TestSpace>(all: &[Aabb<V>]) {
    let mut boxes = Boxes::new();
    for &aabb in all {
        boxes.insert(aabb).unwrap();
    }
    let pairs = |kind: IndexKind, threads: Threads| {
        let (mut index, mut found) = (kind.create(), Vec::new());
        index.refresh(&boxes, threads);
        index.pairs(&boxes, threads, &mut found);
        found
    };
    let all = pairs(IndexKind::Brute, Threads::One);
    let of_all = all.len() as f64 / f64::powi(boxes.len() as f64, 2);
    assert!((1.2e-4..8e-3).contains(&of_all), "{of_all}");
    for kind in [IndexKind::Grid, IndexKind::HashGrid] {
        assert!(pairs(kind, Threads::One) == all, "{kind}");
        assert!(pairs(kind, Threads::All) == all, "{kind}, several threads");
        let mut index = kind.create();
        index.refresh(&boxes, Threads::One);
        index
            .validate(&boxes)
            .unwrap_or_else(|broken| panic!("{kind}: {broken}"));
        let mut random = Random::new(32);
        for _ in 0..6 {
            let questions = Questions::any(&mut random);
            let truth = questions.ask(&Brute, &boxes);
            assert_eq!(questions.ask(&*index, &boxes), truth, "{kind}");
        }
    }
}
for_each_space!(sizes_far_apart);

/// The memory of an index for each box, beyond the box itself, where each box meets about three others.
fn bytes_per_box<V: TestSpace>(kind: IndexKind) -> usize {
    let (mut random, mut boxes, mut index) = (Random::new(9), Boxes::new(), kind.create());
    let count = 20_000;
    let side = f64::powf(count as f64, 1.0 / V::DIM as f64) / 2.0;
    let size = f64::powf(3.0, 1.0 / V::DIM as f64) / 2.0;
    let mut place = || {
        let min: V = random.vector(side);
        Aabb {
            min,
            max: min + V::splat(V::Scalar::lit(size)),
        }
    };
    for _ in 0..count {
        boxes.insert(place()).unwrap();
    }
    let mut found = Vec::new();
    for _ in 0..3 {
        for slot in 0..count {
            boxes.update(slot, place()).unwrap();
        }
        index.refresh(&boxes, Threads::One);
        index.pairs(&boxes, Threads::One, &mut found);
        boxes.settle();
    }
    assert!(found.len() > count as usize);
    index.bytes() / count as usize
}

#[test]
fn grids_and_trees_are_small() {
    use clearance::glam::{Vec2, Vec3};
    for (kind, most) in [
        (IndexKind::Grid, 64),
        (IndexKind::HashGrid, 64),
        (IndexKind::Tree, 100),
    ] {
        let (plane, space) = (bytes_per_box::<Vec2>(kind), bytes_per_box::<Vec3>(kind));
        assert!(plane.max(space) < most, "{kind}: {plane}, {space}");
    }
}

/// Few boxes in worlds of any proportions: of all lengths from 8142 to 8242 cells, and much longer along one
/// axis than along another.
///
/// The rows of a shared table are moved apart until no two of nine neighbours share a place. They were moved
/// by the distance of its layers only: where rows of one layer shared a place, that never ended. One box at
/// 3.6e16 and five near the origin were enough.
fn worlds_of_any_proportions<V: TestSpace>() {
    let (mut random, mut count) = (Random::new(77), 0);
    for round in 0..400 {
        // A cell is two boxes long, which are 508 steps of its 1024.
        let cells = f64::from(8142 + round);
        let far: Vec<f64> = (0..V::DIM)
            .map(|k| match k {
                0 if round < 100 => cells * (1024.0 / 508.0),
                _ if round < 100 => 4.0,
                _ => 2_f64.powi(random.whole(2, 44) as i32),
            })
            .collect();
        let mut boxes = Boxes::<V>::new();
        for i in 0..30 {
            let min = V::from_fn(|k| {
                V::Scalar::lit(match i {
                    0 => far[k] - 1.0,
                    1..6 if round >= 100 => (random.between(0.0, 1.0) * far[k]).floor(),
                    _ => random.between(0.0, 4.0).floor(),
                })
            });
            boxes
                .insert(Aabb {
                    min,
                    max: min + V::splat(Real::ONE),
                })
                .unwrap();
        }
        let pairs = |kind: IndexKind| {
            let (mut index, mut found) = (kind.create(), Vec::new());
            index.refresh(&boxes, Threads::One);
            index.pairs(&boxes, Threads::One, &mut found);
            found.sort_unstable();
            found
        };
        let expected = pairs(IndexKind::Brute);
        count += expected.len();
        for kind in [IndexKind::Grid, IndexKind::HashGrid, IndexKind::Auto] {
            assert_eq!(pairs(kind), expected, "{kind} {far:?}");
        }
    }
    assert!(count > 4000, "{count}");
}
for_each_space!(worlds_of_any_proportions);
