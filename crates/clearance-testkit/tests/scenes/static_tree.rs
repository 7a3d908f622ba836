//! The static tree, compared with brute force in all four spaces.

use core::ops::ControlFlow::{Break, Continue};

use clearance::index::StaticTree;
use clearance::math::{Aabb, Real, Vector};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

/// Boxes of many sizes, some points, some equal boxes, and an infinite one.
fn boxes<V: TestSpace>(random: &mut Random, n: usize) -> Vec<Aabb<V>> {
    let mut boxes = Vec::new();
    for i in 0..n {
        let center: V = random.grid(8);
        let half: V = random.vector::<V>(random.clone().between(0.0, 3.0)).abs();
        let half = if i % 5 == 0 { V::ZERO } else { half };
        boxes.push(Aabb {
            min: center - half,
            max: center + half,
        });
    }
    if n > 20 {
        boxes[7] = Aabb::everything();
        let last = boxes[n - 1];
        boxes[8..16].fill(last);
    }
    boxes
}

fn sizes() -> impl Iterator<Item = usize> {
    (0..9).chain([33, 100, 300])
}

fn gap<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> f64 {
    a.distance_squared(b).to_f64()
}

fn queries<V: TestSpace>() {
    let mut random = Random::new(1);
    let mut hits = Hits::default();
    for n in sizes() {
        let boxes = boxes::<V>(&mut random, n);
        let tree = StaticTree::build(&boxes);
        assert_eq!(tree.len(), n);
        tree.validate().unwrap();
        let mut drawn = 0;
        tree.draw(&mut |_, _| drawn += 1);
        assert!(drawn >= n.div_ceil(4));
        for query in self::boxes::<V>(&mut random, 15) {
            let query = query.inflated(V::Scalar::lit(if V::DIM == 2 { 6.0 } else { 7.5 }));
            let mut met = Vec::new();
            assert!(
                tree.overlapping(&query, &mut |i| {
                    met.push(i);
                    Continue(())
                })
                .is_continue()
            );
            met.sort();
            let expected: Vec<u32> = (0..n as u32)
                .filter(|&i| boxes[i as usize].overlaps(&query))
                .collect();
            assert_eq!(met, expected);
            boxes.iter().for_each(|b| hits.count(b.overlaps(&query)));
            assert_eq!(
                tree.overlapping(&query, &mut |_| Break(())).is_break(),
                !expected.is_empty()
            );
        }
    }
    hits.check("boxes that meet a query");
}
for_each_space!(queries);

fn nearest<V: TestSpace>() {
    let mut random = Random::new(2);
    for n in sizes() {
        let boxes = boxes::<V>(&mut random, n);
        let bounded: Vec<Aabb<V>> = boxes.into_iter().filter(|b| b.min.is_finite()).collect();
        let tree = StaticTree::build(&bounded);
        for _ in 0..15 {
            let p: V = random.vector(20.0);
            let p = Aabb { min: p, max: p };
            let best = tree.nearest(
                |b| b.distance_squared(&p),
                |i, best| best.min(bounded[i as usize].distance_squared(&p)),
            );
            let expected = bounded.iter().map(|b| gap(b, &p)).fold(f64::INFINITY, f64::min);
            assert_eq!(best.to_f64(), expected);
        }
    }
}
for_each_space!(nearest);

fn pairs<V: TestSpace>() {
    let mut random = Random::new(3);
    for n in sizes() {
        let (a, m) = (boxes::<V>(&mut random, n), 17);
        let b = boxes::<V>(&mut random, m);
        let (s, t) = (StaticTree::build(&a), StaticTree::build(&b));
        let mut met = Vec::new();
        let all = s.pairs(
            &t,
            |p, q| p.overlaps(q),
            |i, j| {
                met.push((i, j));
                Continue(())
            },
        );
        assert!(all.is_continue());
        met.sort();
        let every = (0..n as u32).flat_map(|i| (0..m as u32).map(move |j| (i, j)));
        let expected: Vec<_> = every
            .filter(|&(i, j)| a[i as usize].overlaps(&b[j as usize]))
            .collect();
        assert_eq!(met, expected);
    }
}
for_each_space!(pairs);

fn nearest_pairs<V: TestSpace>() {
    let mut random = Random::new(4);
    for n in sizes() {
        let far = V::splat(V::Scalar::lit(random.between(0.0, 40.0)));
        let a = boxes::<V>(&mut random, n.min(20));
        let mut b = boxes::<V>(&mut random, 17);
        b.iter_mut().for_each(|q| {
            *q = Aabb {
                min: q.min + far,
                max: q.max + far,
            }
        });
        let (s, t) = (StaticTree::build(&a), StaticTree::build(&b));
        let mut visited = 0;
        let best = s.nearest_pair(
            &t,
            |p, q| p.distance_squared(q),
            |i, j, best| {
                visited += 1;
                best.min(a[i as usize].distance_squared(&b[j as usize]))
            },
        );
        let expected = a
            .iter()
            .flat_map(|p| b.iter().map(move |q| gap(p, q)))
            .fold(f64::INFINITY, f64::min);
        assert_eq!(best.to_f64(), expected);
        assert!(visited <= a.len() * b.len());
    }
}
for_each_space!(nearest_pairs);
