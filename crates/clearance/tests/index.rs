//! Every index against brute force, in all four spaces, through insertions, removals and motions.

use core::ops::ControlFlow::{Break, Continue};

use clearance::index::{Brute, Handle, Index, IndexError, Ray, Tree};
use clearance::math::{Aabb, Real, ScalarOf};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

/// Mostly small boxes on a grid, so that many touch; some points, now and then one without end or far too large.
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

/// The same boxes in two indexes.
struct Both<V: TestSpace> {
    brute: Brute<V>,
    tree: Tree<V>,
    handles: Vec<[Handle; 2]>,
    next: u32,
}

impl<V: TestSpace> Both<V> {
    fn new(margin: f64) -> Self {
        let tree = Tree::new(V::Scalar::lit(margin));
        Self {
            brute: Brute::new(),
            tree,
            handles: Vec::new(),
            next: 0,
        }
    }
    fn insert(&mut self, aabb: Aabb<V>) {
        let id = self.next;
        self.next += 1;
        self.handles.push([
            self.brute.insert(aabb, id).unwrap(),
            self.tree.insert(aabb, id).unwrap(),
        ]);
    }
    fn change(&mut self, random: &mut Random) {
        if self.handles.is_empty() || random.one_in(4) {
            return self.insert(any_box(random));
        }
        let i = random.count(0, self.handles.len() - 1);
        let [b, t] = self.handles[i];
        if random.one_in(4) {
            assert_eq!(self.brute.remove(b), self.tree.remove(t));
            assert_eq!(
                self.tree.update(t, any_box(random)),
                Err(IndexError::UnknownHandle)
            );
            self.handles.swap_remove(i);
            return;
        }
        let (old, _) = self.tree.get(t).unwrap();
        let shift: V = random.vector(1.0);
        let small = Aabb {
            min: old.min + shift,
            max: old.max + shift,
        };
        let aabb = if random.one_in(3) { any_box(random) } else { small };
        self.brute.update(b, aabb).unwrap();
        self.tree.update(t, aabb).unwrap();
        assert_eq!(self.tree.get(t), self.brute.get(b));
    }
    fn compare(&self, random: &mut Random) {
        self.tree.validate().unwrap();
        assert_eq!(self.tree.len(), self.brute.len());
        assert_eq!(self.tree.pairs(), self.brute.pairs());
        let query = any_box(random);
        assert_eq!(met(&self.tree, &query), met(&self.brute, &query));
        let point: V = random.grid(12);
        assert_eq!(held(&self.tree, point), held(&self.brute, point));
        let ray = any_ray(random);
        assert_eq!(on_ray(&self.tree, &ray), on_ray(&self.brute, &ray));
        assert_eq!(first_on_ray(&self.tree, &ray), first_on_ray(&self.brute, &ray));
        let within = V::Scalar::lit(random.between(0.0, 9.0));
        assert_eq!(
            near(&self.tree, &query, within),
            near(&self.brute, &query, within)
        );
        assert_eq!(nearest(&self.tree, &query), nearest(&self.brute, &query));
    }
}

fn any_ray<V: TestSpace>(random: &mut Random) -> Ray<V> {
    let direction: V = if random.one_in(2) {
        random.grid(2)
    } else {
        random.vector(3.0)
    };
    Ray {
        origin: random.grid(14),
        direction,
        max_time: V::Scalar::lit(random.between(0.0, 12.0)),
    }
}

fn sorted(mut list: Vec<u32>) -> Vec<u32> {
    list.sort();
    list
}

fn met<V: TestSpace>(index: &dyn Index<V>, query: &Aabb<V>) -> Vec<u32> {
    let mut list = Vec::new();
    assert!(
        index
            .overlapping(query, &mut |id| {
                list.push(id);
                Continue(())
            })
            .is_continue()
    );
    assert_eq!(
        index.overlapping(query, &mut |_| Break(())).is_break(),
        !list.is_empty()
    );
    sorted(list)
}

fn held<V: TestSpace>(index: &dyn Index<V>, point: V) -> Vec<u32> {
    let mut list = Vec::new();
    assert!(
        index
            .holding(point, &mut |id| {
                list.push(id);
                Continue(())
            })
            .is_continue()
    );
    sorted(list)
}

fn on_ray<V: TestSpace>(index: &dyn Index<V>, ray: &Ray<V>) -> Vec<u32> {
    let mut list = Vec::new();
    index.cast_ray(ray, &mut |id, _| {
        list.push(id);
        ray.max_time
    });
    sorted(list)
}

fn first_on_ray<V: TestSpace>(index: &dyn Index<V>, ray: &Ray<V>) -> f64 {
    index.cast_ray(ray, &mut |_, time| time).to_f64()
}

fn near<V: TestSpace>(index: &dyn Index<V>, query: &Aabb<V>, within: V::Scalar) -> Vec<u32> {
    let mut list = Vec::new();
    index.nearest(query, within, &mut |id, _| {
        list.push(id);
        within
    });
    sorted(list)
}

fn nearest<V: TestSpace>(index: &dyn Index<V>, query: &Aabb<V>) -> f64 {
    index
        .nearest(query, ScalarOf::<V>::MAX, &mut |_, distance| distance)
        .to_f64()
}

fn a_life_of_changes<V: TestSpace>() {
    for (seed, margin) in [(1, 0.0), (2, 0.3), (3, 5.0)] {
        let mut random = Random::new(seed);
        let mut both = Both::<V>::new(margin);
        for step in 0..600 {
            both.change(&mut random);
            if step % 7 == 0 {
                both.compare(&mut random);
            }
            if step % 150 == 149 {
                both.tree.rebuild();
                both.compare(&mut random);
            }
        }
        for [_, t] in both.handles {
            both.tree.remove(t);
            both.tree.validate().unwrap();
        }
        assert!(both.tree.is_empty() && both.tree.pairs().is_empty());
    }
}
for_each_space!(a_life_of_changes);

fn built_at_once<V: TestSpace>() {
    let mut random = Random::new(4);
    let mut hits = Hits::default();
    for n in [0, 1, 2, 3, 10, 100, 300] {
        let boxes: Vec<Aabb<V>> = (0..n)
            .map(|_| any_box(&mut random).inflated(V::Scalar::lit(if V::DIM == 2 { 4.5 } else { 6.5 })))
            .collect();
        let (tree, handles) = Tree::build(boxes.iter().copied().zip(0..), V::Scalar::ZERO).unwrap();
        let mut both = Both {
            brute: Brute::new(),
            tree,
            handles: Vec::new(),
            next: n,
        };
        for (id, (&aabb, &t)) in (0..).zip(boxes.iter().zip(&handles)) {
            both.handles.push([both.brute.insert(aabb, id).unwrap(), t]);
        }
        both.compare(&mut random);
        if n == 300 {
            let count = both.tree.pairs().len();
            (0..n * (n - 1) / 2).for_each(|i| hits.count((i as usize) < count));
            hits.check("pairs of boxes");
        }
        for _ in 0..50 {
            both.change(&mut random);
        }
        both.compare(&mut random);
    }
}
for_each_space!(built_at_once);

fn bad_boxes_are_refused<V: TestSpace>() {
    let mut tree = Tree::<V>::new(V::Scalar::ZERO);
    let one = V::splat(V::Scalar::ONE);
    let nan = V::splat(V::Scalar::lit(f64::NAN));
    for (min, max) in [
        (one, -one),
        (nan, one),
        (one, nan),
        (one, V::from_fn(|k| if k == 0 { nan.get(0) } else { one.get(k) })),
    ] {
        assert_eq!(tree.insert(Aabb { min, max }, 0), Err(IndexError::InvalidBox));
    }
    assert_eq!(
        Tree::build(
            [
                (Aabb { min: one, max: one }, 0),
                (Aabb { min: one, max: -one }, 1)
            ],
            V::Scalar::ZERO
        )
        .err(),
        Some((1, IndexError::InvalidBox))
    );
    let unusable = Tree::<V>::new(nan.get(0));
    assert!(unusable.is_empty());
}
for_each_space!(bad_boxes_are_refused);

/// Boxes in boxes, the worst for a hierarchy: slow at most.
#[test]
fn nested_boxes() {
    use clearance::glam::DVec3;
    let mut tree = Tree::<DVec3>::new(0.0);
    for i in 0..3000 {
        let half = DVec3::splat(f64::from(if i % 2 == 0 { i } else { 6000 - i }));
        tree.insert(
            Aabb {
                min: -half,
                max: half,
            },
            i as u32,
        )
        .unwrap();
    }
    tree.validate().unwrap();
    assert_eq!(tree.pairs().len(), 3000 * 2999 / 2);
}
