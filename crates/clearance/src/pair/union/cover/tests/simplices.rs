//! Simplices that fill a box: they cover whatever is in it, and without one of them not what reaches into its
//! place.

use alloc::vec;
use alloc::vec::Vec;

use super::{Built, Random, ask};
use crate::math::{Pose, Real, Vector};
use crate::pair::Relation;

/// Simplices with whole coordinates between 0 and 64, which fill that box.
pub(super) fn simplices(random: &mut Random, dim: usize, splits: usize) -> Vec<Vec<[i64; 3]>> {
    let mut all: Vec<Vec<[i64; 3]>> = Vec::new();
    // Kuhn's: one for each order of the axes.
    let orders: &[&[usize]] = match dim {
        2 => &[&[0, 1], &[1, 0]],
        _ => &[
            &[0, 1, 2],
            &[0, 2, 1],
            &[1, 0, 2],
            &[1, 2, 0],
            &[2, 0, 1],
            &[2, 1, 0],
        ],
    };
    for order in orders {
        let mut corner = [0; 3];
        let mut simplex = vec![corner];
        for &axis in *order {
            corner[axis] = 64;
            simplex.push(corner);
        }
        all.push(simplex);
    }
    for _ in 0..splits {
        // One of them is split at a point of its interior, or a single one at the middle of an edge.
        let at = random.below(all.len());
        let simplex = all[at].clone();
        let (i, j) = (random.below(dim + 1), random.below(dim + 1));
        let point: [i64; 3] = if i != j && random.below(2) == 0 {
            core::array::from_fn(|x| (simplex[i][x] + simplex[j][x]) / 2)
        } else {
            core::array::from_fn(|x| simplex.iter().map(|c| c[x]).sum::<i64>() / (dim as i64 + 1))
        };
        let pieces: Vec<Vec<[i64; 3]>> = (0..=dim)
            .map(|k| {
                let mut piece = simplex.clone();
                piece[k] = point;
                piece
            })
            .collect();
        // Where the point is within the simplex, the pieces fill it.
        let sizes: Vec<i64> = pieces.iter().map(|p| volume(p, dim).abs()).collect();
        if sizes.iter().sum::<i64>() == volume(&simplex, dim).abs() {
            all.remove(at);
            let filled = pieces.into_iter().zip(&sizes).filter(|(_, s)| **s > 0);
            all.extend(filled.map(|(p, _)| p));
        }
    }
    all
}
fn volume(simplex: &[[i64; 3]], dim: usize) -> i64 {
    let way = |k: usize| -> [i64; 3] { core::array::from_fn(|x| simplex[k][x] - simplex[0][x]) };
    let (u, v) = (way(1), way(2));
    let w = if dim == 3 { way(3) } else { [0, 0, 1] };
    (u[1] * v[2] - u[2] * v[1]) * w[0]
        + (u[2] * v[0] - u[0] * v[2]) * w[1]
        + (u[0] * v[1] - u[1] * v[0]) * w[2]
}
pub(super) fn points<V: Vector>(corners: &[[i64; 3]], scale: f64) -> Vec<V> {
    corners
        .iter()
        .map(|c| V::from_fn(|x| V::Scalar::lit(c[x] as f64 * scale)))
        .collect()
}
pub(super) fn union<V: Built>(pieces: &[Vec<V>]) -> V::Shape {
    V::compound(pieces.iter().map(|p| (V::convex(p), Pose::IDENTITY)).collect())
}
/// The hull of points with whole coordinates between 1 and 63.
fn inner<V: Built>(random: &mut Random, scale: f64) -> V::Shape {
    let count = 2 + random.below(4);
    let corners: Vec<[i64; 3]> = (0..count)
        .map(|_| [0; 3].map(|_: i64| 1 + random.below(63) as i64))
        .collect();
    V::convex(&points::<V>(&corners, scale))
}

pub(super) fn simplices_that_fill_a_box<V: Built>() {
    let mut random = Random(7);
    let (mut without, mut inside) = (0, 0);
    let rounds = 16;
    for round in 0..rounds {
        let scale = libm::exp2([0.0, -20.0, if V::Scalar::IS_SINGLE { 40.0 } else { 60.0 }][round % 3]);
        let cut = simplices(&mut random, V::DIM, 1 + round % 6);
        let pieces: Vec<Vec<V>> = cut.iter().map(|s| points(s, scale)).collect();
        let whole: Vec<[i64; 3]> = (0..1 << V::DIM)
            .map(|c: i64| [c & 1, c >> 1 & 1, c >> 2 & 1].map(|b| b * 64))
            .collect();
        let whole = V::convex(&points::<V>(&whole, scale));
        let filled = union(&pieces);
        assert_eq!(ask::<V>(&whole, &filled), Relation::Equal);
        let shape = inner::<V>(&mut random, scale);
        assert_eq!(ask::<V>(&shape, &filled), Relation::AInB, "{shape:?}");

        // Without one of them, only what does not meet its interior is covered.
        let gone = random.below(pieces.len());
        let mut rest = pieces.clone();
        let gap = V::convex(&rest.swap_remove(gone));
        let holed = union(&rest);
        assert_eq!(ask::<V>(&whole, &holed), Relation::BInA);
        let answer = ask::<V>(&shape, &holed);
        let reaches = ask::<V>(&shape, &gap) > Relation::Touching;
        assert_eq!(answer != Relation::AInB, reaches, "{shape:?} {holed:?}");
        without += usize::from(reaches);
        inside += usize::from(!reaches);

        // One unit in the last place off a piece's corner that lies in the interior.
        let at =
            |p: &V| (0..V::DIM).all(|x| p.get(x) > Real::ZERO && p.get(x) < V::Scalar::lit(64.0 * scale));
        let mut shrunk = pieces.clone();
        let mut corners = shrunk.iter_mut().flatten();
        if let Some(corner) = corners.find(|p| at(p)) {
            let (own, axis) = (*corner, random.below(V::DIM));
            let step = own.get(axis) * V::Scalar::EPSILON;
            let way = if random.below(2) == 0 { step } else { -step };
            *corner = V::from_fn(|x| own.get(x) + if x == axis { way } else { Real::ZERO });
            // The volume tells whether the piece became smaller; if it became larger, the rest still
            // fills the box.
            let moved = ask::<V>(&whole, &union(&shrunk));
            let twice = V::from_fn(|x| own.get(x) + if x == axis { -way } else { Real::ZERO });
            let mut grown = pieces.clone();
            for p in grown.iter_mut().flatten().filter(|p| **p == own).take(1) {
                *p = twice;
            }
            let other = ask::<V>(&whole, &union(&grown));
            assert!([Relation::BInA, Relation::Equal].contains(&moved));
            assert!([Relation::BInA, Relation::Equal].contains(&other));
            assert!(moved == Relation::BInA || other == Relation::BInA);
        }
    }
    assert!(without > 2 && inside > 2, "{without} {inside}");
}

pub(super) fn nested_compounds<V: Built>() {
    let mut random = Random(3);
    let pieces: Vec<Vec<V>> = simplices(&mut random, V::DIM, 5)
        .iter()
        .map(|s| points(s, 1.0))
        .collect();
    let (first, second) = pieces.split_at(pieces.len() / 2);
    let nested = V::compound(vec![
        (union(first), Pose::IDENTITY),
        (union(second), Pose::IDENTITY),
    ]);
    assert_eq!(ask::<V>(&nested, &union(&pieces)), Relation::Equal);
    let other: Vec<Vec<V>> = simplices(&mut random, V::DIM, 5)
        .iter()
        .map(|s| points(s, 1.0))
        .collect();
    assert_eq!(ask::<V>(&nested, &union(&other)), Relation::Equal);
    assert_eq!(ask::<V>(&nested, &union(&other[1..])), Relation::BInA);
}
